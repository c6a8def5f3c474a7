//! Names that become part of a storage's keys.

/// What a name may be, for messages.
pub(crate) const NAME: &str = "1 to 100 letters, digits and the signs - _ . /";

/// Whether a name cannot be taken for another's place in the storage.
pub(crate) fn is_name(name: &str) -> bool {
    let fits = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '_' | '.' | '/');
    !name.is_empty() && name.len() <= 100 && name.chars().all(fits)
}

/// As much of a name as a message shows.
pub(crate) fn shown(name: &str) -> String {
    name.chars().take(120).collect()
}
