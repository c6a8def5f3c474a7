//! A hash that is the same on every machine and in every version: FNV-1a with 128 bits (Fowler, Noll and Vo).
//!
//! It binds an answer to a question and tells texts apart; it keeps no secret.

/// The hash of some parts, as 32 hexadecimal digits. The border between parts counts: `["ab", "c"]` is not `["a", "bc"]`.
#[must_use]
pub fn hash(parts: &[&str]) -> String {
    let mut state: u128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d;
    let mut feed = |byte: u8| {
        state ^= u128::from(byte);
        state = state.wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    };
    for part in parts {
        part.len().to_le_bytes().iter().take(4).copied().chain(part.bytes()).for_each(&mut feed);
    }
    format!("{state:032x}")
}

#[cfg(test)]
mod tests {
    use super::hash;

    #[test]
    fn parts_are_told_apart_and_the_hash_stays() {
        assert_ne!(hash(&["ab", "c"]), hash(&["a", "bc"]));
        assert_ne!(hash(&["a"]), hash(&["a", ""]));
        assert_eq!(hash(&["dunlin"]), hash(&["dunlin"]));
        assert_eq!(hash(&["dunlin"]).len(), 32);
    }
}
