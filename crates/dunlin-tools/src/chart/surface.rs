//! What the drawing library draws on: shapes and texts as elements of SVG.
//!
//! The library's own surfaces measure texts with fonts, in a browser with the page's, so the same rows would look otherwise
//! elsewhere and fail where there is no page. This one needs neither, writes colours that a page can set, and escapes every
//! text.

use std::fmt::{self, Write};

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontTransform,
    text_anchor::{HPos, VPos},
};

/// The colours of series where a page sets no others: each can be told from white and from black.
pub(super) const PALETTE: [(u8, u8, u8); 8] = [
    (0x2f, 0x7d, 0xe1),
    (0xc9, 0x60, 0x0a),
    (0x2a, 0x8f, 0x57),
    (0xb0, 0x4f, 0xc9),
    (0xd1, 0x43, 0x5b),
    (0x00, 0x86, 0x9c),
    (0x8a, 0x7a, 0x12),
    (0x7a, 0x6f, 0xf0),
];

/// How wide a letter is, in parts of its height, on average.
const LETTER: f64 = 0.58;

/// Takes shapes and writes them as SVG.
pub(super) struct Surface<'a> {
    pub(super) size: (u32, u32),
    pub(super) out: &'a mut String,
}

type Done = Result<(), DrawingErrorKind<fmt::Error>>;

fn done(written: fmt::Result) -> Done {
    written.map_err(DrawingErrorKind::DrawingError)
}

/// A colour as a page can set it: the text's own, or that of a series.
fn paint(color: BackendColor) -> String {
    let (r, g, b) = color.rgb;
    match PALETTE.iter().position(|known| *known == color.rgb) {
        None => "currentColor".to_owned(),
        Some(at) => format!("var(--chart-{}, #{r:02x}{g:02x}{b:02x})", at + 1),
    }
}

fn opacity(color: BackendColor) -> String {
    if color.alpha >= 1.0 { String::new() } else { format!(" opacity=\"{:.2}\"", color.alpha) }
}

fn fill(color: BackendColor) -> String {
    format!("fill=\"{}\"{}", paint(color), opacity(color))
}

fn stroke<S: BackendStyle>(style: &S) -> String {
    let (color, width) = (style.color(), style.stroke_width());
    format!("fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\"{}", paint(color), opacity(color))
}

fn points(path: impl IntoIterator<Item = BackendCoord>) -> String {
    let mut points = String::new();
    for (x, y) in path {
        // Writing into a text cannot fail.
        let _ = write!(points, "{}{x},{y}", if points.is_empty() { "" } else { " " });
    }
    points
}

/// A text that is nothing but a text in XML: its signs stand for themselves, and those that XML does not have are left out.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            sign if sign.is_control() => {}
            sign => out.push(sign),
        }
    }
    out
}

impl DrawingBackend for Surface<'_> {
    type ErrorType = fmt::Error;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }

    fn present(&mut self) -> Done {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, color: BackendColor) -> Done {
        let (paint, opacity) = (paint(color), opacity(color));
        done(writeln!(self.out, "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\" fill=\"{paint}\"{opacity}/>"))
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Done {
        let ((x1, y1), (x2, y2), stroke) = (from, to, stroke(style));
        done(writeln!(self.out, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" {stroke}/>"))
    }

    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, is_full: bool) -> Done {
        let (x, y) = (from.0.min(to.0), from.1.min(to.1));
        let (width, height) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        let paint = if is_full { fill(style.color()) } else { stroke(style) };
        done(writeln!(self.out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" {paint}/>"))
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        done(writeln!(self.out, "<polyline points=\"{}\" {}/>", points(path), stroke(style)))
    }

    fn draw_circle<S: BackendStyle>(&mut self, at: BackendCoord, radius: u32, style: &S, is_full: bool) -> Done {
        let ((x, y), paint) = (at, if is_full { fill(style.color()) } else { stroke(style) });
        done(writeln!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {paint}/>"))
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, corners: I, style: &S) -> Done {
        done(writeln!(self.out, "<polygon points=\"{}\" {}/>", points(corners), fill(style.color())))
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, (x, y): BackendCoord) -> Done {
        let anchor = match style.anchor().h_pos {
            HPos::Left => "start",
            HPos::Center => "middle",
            HPos::Right => "end",
        };
        let down = match style.anchor().v_pos {
            VPos::Top => "0.76em",
            VPos::Center => "0.32em",
            VPos::Bottom => "-0.25em",
        };
        let turned = match style.transform() {
            FontTransform::None => String::new(),
            FontTransform::Rotate90 => format!(" transform=\"rotate(90 {x} {y})\""),
            FontTransform::Rotate180 => format!(" transform=\"rotate(180 {x} {y})\""),
            FontTransform::Rotate270 => format!(" transform=\"rotate(270 {x} {y})\""),
        };
        let (size, paint, text) = (style.size(), fill(style.color()), escaped(text));
        done(writeln!(
            self.out,
            "<text x=\"{x}\" y=\"{y}\" dy=\"{down}\" font-size=\"{size}\" text-anchor=\"{anchor}\" {paint}{turned}>{text}</text>"
        ))
    }

    fn estimate_text_size<T: BackendTextStyle>(
        &self,
        text: &str,
        style: &T,
    ) -> Result<(u32, u32), DrawingErrorKind<fmt::Error>> {
        let (width, height) = (text.chars().count() as f64 * style.size() * LETTER, style.size());
        Ok(match style.transform() {
            FontTransform::None | FontTransform::Rotate180 => (width as u32, height as u32),
            FontTransform::Rotate90 | FontTransform::Rotate270 => (height as u32, width as u32),
        })
    }

    fn blit_bitmap(&mut self, _: BackendCoord, _: (u32, u32), _: &[u8]) -> Done {
        done(Err(fmt::Error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_colours_can_be_told_from_white_and_from_black() {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.03928 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        for (r, g, b) in PALETTE {
            let light = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
            assert!(1.05 / (light + 0.05) >= 3.0 && (light + 0.05) / 0.06 >= 3.0, "{r} {g} {b}");
        }
    }

    #[test]
    fn a_text_is_never_markup() {
        assert_eq!(escaped("<a href=\"x\">'&\u{0}\u{fffe}\n</a>"), "&lt;a href=&quot;x&quot;&gt;&#39;&amp; &lt;/a&gt;");
    }
}
