//! A chart's picture in a report: an SVG as an image of its own, in the line that shows it.
//!
//! Any tool can say that something is a picture, so what could run, load or lead anywhere is not taken along: only elements that
//! draw, no handlers, no styles of its own, no address but places within it. What is not taken along is still told as its table.

/// A larger picture is left out.
const MOST_BYTES: usize = 200_000;
/// The elements that draw.
const DRAWS: [&str; 19] = [
    "circle",
    "clipPath",
    "defs",
    "desc",
    "ellipse",
    "g",
    "line",
    "linearGradient",
    "path",
    "pattern",
    "polygon",
    "polyline",
    "radialGradient",
    "rect",
    "stop",
    "svg",
    "text",
    "title",
    "tspan",
];
/// How the address of such an image begins.
const KIND: &str = "data:image/svg+xml,";

/// The line of Markdown that shows a picture under these words, which are escaped; none where it is not taken along.
pub(super) fn shown(svg: &str, words: &str) -> Option<String> {
    is_plain(svg).then(|| format!("![{words}]({KIND}{})", written(svg)))
}

/// As an address has it: anything but plain letters, digits and some signs as the numbers of its bytes.
fn written(svg: &str) -> String {
    let mut text = String::with_capacity(svg.len() * 2);
    for byte in svg.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'/' | b':' | b'=' | b',' | b';' => {
                text.push(char::from(byte));
            }
            other => {
                text.push('%');
                for half in [other >> 4, other & 15] {
                    text.extend(char::from_digit(u32::from(half), 16).map(|digit| digit.to_ascii_uppercase()));
                }
            }
        }
    }
    text
}

/// Whether nothing in an SVG can do more than be seen.
fn is_plain(svg: &str) -> bool {
    let Some(inside) = svg.trim().strip_prefix('<') else { return false };
    svg.len() <= MOST_BYTES && inside.starts_with("svg") && inside.split('<').all(is_plain_tag)
}

/// Whether a tag, which stands before what follows it, draws or ends what draws. What is no tag (a comment, a declaration, an
/// instruction) is none.
fn is_plain_tag(tag: &str) -> bool {
    let tag = tag.strip_prefix('/').unwrap_or(tag);
    let end = tag.find(|sign: char| !sign.is_ascii_alphanumeric()).unwrap_or(tag.len());
    let (name, mut rest) = tag.split_at(end);
    if !DRAWS.contains(&name) {
        return false;
    }
    loop {
        rest = rest.trim_start();
        if rest.starts_with('>') || rest.starts_with("/>") {
            return true;
        }
        let Some((attribute, value)) = rest.split_once('=') else { return false };
        let Some(quote) = value.chars().next().filter(|quote| ['"', '\''].contains(quote)) else { return false };
        let Some((value, after)) = value.get(1..).and_then(|value| value.split_once(quote)) else { return false };
        if !is_plain_attribute(attribute, value) {
            return false;
        }
        rest = after;
    }
}

fn is_plain_attribute(name: &str, value: &str) -> bool {
    let is_name =
        !name.is_empty() && name.chars().all(|sign| sign.is_ascii_alphanumeric() || ['-', ':'].contains(&sign));
    let name = name.to_ascii_lowercase();
    let value = value.to_ascii_lowercase();
    // The names of namespaces are addresses that nobody goes to.
    let is_namespace = name == "xmlns" || name.starts_with("xmlns:");
    let leads = name.contains("href") || name.contains("src") || name.starts_with("on") || name == "style";
    let is_within =
        value.match_indices("url(").all(|(at, _)| value.get(at + 4..).is_some_and(|place| place.starts_with('#')));
    // Signs that are written by their numbers could be any of these.
    is_name && (is_namespace || (!leads && is_within && !value.contains("&#") && !value.contains('\\')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_that_only_draws_is_taken_along() {
        let svg = r##"<svg width="640" viewBox="0 0 640 400" xmlns="http://www.w3.org/2000/svg" role="img">
<title>Costs &lt;b&gt; on 1/2</title><defs><clipPath id="a"><rect x="0" y='1'/></clipPath></defs>
<g clip-path="url(#a)" font-family="sans-serif"><text x="1" fill="#345">onload=&quot;x&quot; href</text></g></svg>"##;
        let shown = shown(svg, "Costs").unwrap();
        assert!(
            shown.starts_with("![Costs](data:image/svg+xml,%3Csvg%20width=%22640%22") && shown.ends_with("/svg%3E)")
        );
        let signs = ['<', '>', ' ', '"', '#', '\n', '|', '\\', '`'];
        assert!(!shown.contains(signs) && shown.matches('(').count() == 1, "{shown}");
    }

    #[test]
    fn what_could_do_more_is_left_out() {
        let within = |inner: &str| format!("<svg>{inner}</svg>");
        for svg in [
            "",
            "a text",
            "<html></html>",
            "<svgx></svgx>",
            "<?xml version=\"1.0\"?><svg></svg>",
            "<svg onload=\"x()\"></svg>",
            "<svg OnLoad = \"x()\"></svg>",
            "<svg/onload=x()></svg>",
            "<svg width=1></svg>",
            &within("<script>x()</script>"),
            &within("<foreignObject><p>x</p></foreignObject>"),
            &within("<image href=\"https://example.org/a.png\"/>"),
            &within("<use href=\"#a\"/>"),
            &within("<a xlink:href=\"javascript:x()\"><text>x</text></a>"),
            &within("<style>@import url(https://example.org/a.css)</style>"),
            &within("<rect style=\"fill: url(https://example.org)\"/>"),
            &within("<rect fill=\"url(https://example.org/a.svg#a)\"/>"),
            &within("<rect fill=\"url(&#104;ttps://example.org)\"/>"),
            &within("<rect fill=\"u\\72l(https://example.org)\"/>"),
            &within("<animate attributeName=\"x\"/>"),
            &within("<set attributeName=\"onload\"/>"),
            &within("<!-- a --><rect/>"),
            &within("<!DOCTYPE a [<!ENTITY b \"c\">]>"),
            &within("<![CDATA[<script>]]>"),
            &within("<rect"),
            &within(&"<rect/>".repeat(MOST_BYTES / 7)),
        ] {
            assert_eq!(shown(svg, ""), None, "{}", svg.get(..80).unwrap_or(svg));
        }
    }
}
