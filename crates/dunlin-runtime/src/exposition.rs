//! Metrics as Prometheus reads them, after its text exposition format.

use std::fmt::Write;

/// Begins a metric: its name, its kind (`counter`, `gauge` or `histogram`) and what it counts.
pub fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

/// One value of it, told from others by its labels.
pub fn line(text: &mut String, name: &str, labels: &[(&str, &str)], number: u64) {
    text.push_str(name);
    for (place, (label, value)) in labels.iter().enumerate() {
        let escaped = value.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        let _ = write!(text, "{}{label}=\"{escaped}\"", if place == 0 { '{' } else { ',' });
    }
    let _ = writeln!(text, "{} {number}", if labels.is_empty() { "" } else { "}" });
}
