//! Short names for what wasm-bindgen's script and the module call each other: `__wbg_setItem_7add5eb9ec0f1b53` becomes
//! `_3k`, on both sides. They are a few kilobytes that do not shrink, and every part repeats its own.

use std::collections::BTreeMap;

use walrus::Module;

/// Old names and new.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<String, String>);

/// What no short name is shorter than.
const SHORT: usize = 8;

impl Names {
    /// Of all that the module imports and exports under a name that is long enough to be worth it.
    pub(super) fn of(module: &Module) -> Self {
        let imports = module.imports.iter().flat_map(|import| [&import.module, &import.name]);
        let exports = module.exports.iter().map(|export| &export.name);
        let mut names = Self::default();
        for name in imports.chain(exports).filter(|name| name.len() > SHORT) {
            let number = names.0.len();
            names.0.entry(name.clone()).or_insert_with(|| format!("_{number:x}"));
        }
        names
    }

    pub(super) fn short<'a>(&'a self, name: &'a str) -> &'a str {
        self.0.get(name).map_or(name, String::as_str)
    }

    pub(super) fn in_module(&self, module: &mut Module) {
        for import in module.imports.iter_mut() {
            import.module = self.short(&import.module).to_owned();
            import.name = self.short(&import.name).to_owned();
        }
        for export in module.exports.iter_mut() {
            export.name = self.short(&export.name).to_owned();
        }
    }

    /// Every word of the script that is one of the names, and the name of the imports, which stands in quotes.
    pub(super) fn in_script(&self, text: &str) -> String {
        let part_of_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '.' | '/' | '-');
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find(part_of_word) {
            let (before, from) = rest.split_at(start);
            let end = from.find(|letter| !part_of_word(letter)).unwrap_or(from.len());
            let (word, after) = from.split_at(end);
            out.push_str(before);
            // `wasm.__wbindgen_malloc` is two words; `./dunlin_bg.js` is one.
            if self.0.contains_key(word) {
                out.push_str(self.short(word));
            } else {
                let words: Vec<&str> = word.split('.').map(|word| self.short(word)).collect();
                out.push_str(&words.join("."));
            }
            rest = after;
        }
        out.push_str(rest);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_calls_the_short_names() {
        let mut names = Names::default();
        for (long, short) in [("./dunlin_bg.js", "_0"), ("__wbg_new_36d7", "_1"), ("__wbindgen_malloc", "_2")] {
            names.0.insert(long.into(), short.into());
        }
        let script =
            "\"./dunlin_bg.js\": { __wbg_new_36d7: function() { wasm.__wbindgen_malloc(1/2); __wbg_new_36d7x(); } }";
        let short = "\"_0\": { _1: function() { wasm._2(1/2); __wbg_new_36d7x(); } }";
        assert_eq!(names.in_script(script), short);
    }
}
