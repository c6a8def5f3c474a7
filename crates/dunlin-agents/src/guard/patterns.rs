//! The patterns that propose, by kind, and where each may fit.
//!
//! The whole match is proposed, or the group named `is`. A group named `from` is where a value begins whose end `secret.rs` finds.

use super::{detect::Kind, places::Where};

/// A space between groups of digits, also one at which no line breaks.
macro_rules! space {
    () => {
        r" \u{a0}\u{2009}\u{202f}"
    };
}

/// A letter or digit of the alphabets in which addresses for mail are written.
macro_rules! letter {
    () => {
        r"a-z0-9\u{c0}-\u{24f}\u{370}-\u{52f}"
    };
}

/// An address for mail with this sign between its parts.
macro_rules! mail {
    ($at:literal) => {
        concat!(
            r"(?i)[",
            letter!(),
            r"!#$%&'*+^_~-]+(?:\.[",
            letter!(),
            r"!#$%&'*+^_~-]+)*",
            $at,
            r"(?:[",
            letter!(),
            r"](?:[",
            letter!(),
            r"-]*[",
            letter!(),
            r"])?\.)+",
            r"[a-z\u{c0}-\u{24f}\u{370}-\u{52f}](?:[",
            letter!(),
            r"-]*[",
            letter!(),
            r"])",
        )
    };
}

/// The end of a name that says that its value is a secret: of `DB_PASSWORD`, `apiToken` and `the wifi password`.
macro_rules! label {
    () => {
        concat!(
            r"(?:pass(?:word|wort|wd|phrase|code)|kennwort|pwd|passe|contrase(?:ñ|n)a|wachtwoord|senha",
            r#"|["'_.?&-](?:pass|pw)|(?-i:[a-z]P(?:ass|[wW]))|\bpw|secret|token"#,
            r"|(?:api|access|secret|private|account|encryption|signing|master|shared|storage|auth|app|consumer|subscription)[ _-]?key)",
            r"(?:[_-]?(?:base|prod|dev|test|live|staging|\d{1,2}))?",
        )
    };
}

/// White space within a line.
macro_rules! gap {
    () => {
        r"[^\S\n]*"
    };
}

/// What may stand between a sign of assignment and a value.
macro_rules! from {
    () => {
        r#"\\?["'`]?(?P<from>[^\s"'`:=])"#
    };
}

/// The words in labels.
const LABELS: &[&str] = &["key", "secret", "token", "pass", "pw", "kennwort", "contrase", "wachtwoord", "senha"];

/// The patterns of a kind, and where each may fit.
pub(super) fn texts(kind: Kind) -> &'static [(&'static str, Where)] {
    match kind {
        Kind::Secret => SECRETS,
        Kind::Iban => &[(
            concat!(r"(?i)\b(?:iban)?(?P<is>[a-z]{2}\d{2}(?:[", space!(), r".-]?[a-z0-9]){11,30})"),
            Where::Account(30),
        )],
        Kind::Card => &[(concat!(r"\d(?:[", space!(), r".-]?\d){12,}"), Where::Number(13, &[""]))],
        Kind::Email => &[
            (mail!("@"), Where::Signs("@.", |_| true)),
            // As in the query of an address of the web.
            (mail!("%40"), Where::Signs("%0.", |word| word.contains("%40"))),
        ],
        Kind::Ip => &[
            (r"\d{1,3}(?:\.\d{1,3}){3}", Where::Signs("0.", |word| word.matches('.').count() >= 3)),
            (
                r"(?i)[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:\d{0,3}(?:\.\d{1,3}){3})?",
                Where::Signs(":", |word| word.contains("::") || word.matches(':').count() >= 6),
            ),
        ],
        Kind::Phone => PHONES,
    }
}

const SECRETS: &[(&str, Where)] = &[
    // A block, or as much of it as there is where its end is cut off.
    (
        concat!(
            r"-----BEGIN (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----",
            r"(?:(?:[^-]|-[^-])*-----END (?:[A-Z]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\s|\\[nr])*[A-Za-z0-9+/]{16,}=*)*)",
        ),
        Where::From("-----BEGIN "),
    ),
    (r"\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}", Where::Word(&["eyJ"])),
    (
        r"\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ABIA|ACCA)[A-Z0-9]{16}\b",
        Where::Word(&["AKIA", "ASIA", "AGPA", "AIDA", "AROA", "ABIA", "ACCA"]),
    ),
    (
        r"\bgh[oprsu]_[A-Za-z0-9]{36,}\b|\bgithub_pat_[A-Za-z0-9_]{22,}\b|\bgl(?:pat|rt|ptt|dt|soat)-[A-Za-z0-9_-]{20,}",
        Where::Word(&[
            "ghp_",
            "gho_",
            "ghu_",
            "ghs_",
            "ghr_",
            "github_pat_",
            "glpat-",
            "glrt-",
            "glptt-",
            "gldt-",
            "glsoat-",
        ]),
    ),
    (
        r"\bxox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9-]{10,}|\bxapp-\d-[A-Za-z0-9-]{20,}|\bhooks\.slack\.com/(?:services|workflows)/(?P<is>[A-Za-z0-9_/+-]{20,})",
        Where::Word(&["xox", "xapp-", "hooks.slack.com/"]),
    ),
    (
        r"\bsk-(?:[a-z]+-)*[A-Za-z0-9_-]{20,}|\b[rsp]k_(?:live|test)_[A-Za-z0-9]{16,}\b|\bwhsec_[A-Za-z0-9+/]{24,}=*",
        Where::Word(&["sk-", "k_live_", "k_test_", "whsec_"]),
    ),
    (
        r"\bAIza[A-Za-z0-9_-]{35}|\bya29\.[A-Za-z0-9_-]{20,}|\bGOCSPX-[A-Za-z0-9_-]{20,}",
        Where::Word(&["AIza", "ya29.", "GOCSPX-"]),
    ),
    (
        r"\bnpm_[A-Za-z0-9]{36}\b|\bhf_[A-Za-z0-9]{30,}\b|\bpypi-[A-Za-z0-9_-]{40,}|\bdckr_[po]at_[A-Za-z0-9_-]{20,}|\brubygems_[0-9a-f]{40,}\b",
        Where::Word(&["npm_", "hf_", "pypi-", "dckr_", "rubygems_"]),
    ),
    (
        r"\bdo[opr]_v1_[0-9a-f]{64}\b|\bhv[bsr]\.[A-Za-z0-9_-]{20,}|\bglsa_[A-Za-z0-9]{32}_[0-9a-f]{8}\b|\bdapi[0-9a-f]{32}\b|\bATATT3[A-Za-z0-9_=-]{60,}",
        Where::Word(&["_v1_", "hvb.", "hvs.", "hvr.", "glsa_", "dapi", "ATATT3"]),
    ),
    (
        r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}|\b(?:AC|SK)[0-9a-f]{32}\b|\bkey-[0-9a-f]{32}\b|\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b",
        Where::Word(&["SG.", "AC", "SK", "key-", "shp"]),
    ),
    (
        r"\b\d{8,10}:AA[A-Za-z0-9_-]{30,}|\bAGE-SECRET-KEY-1[A-Z0-9]{50,}\b|\blin_api_[A-Za-z0-9]{32,}\b|\bfigd_[A-Za-z0-9_-]{32,}",
        Where::Word(&[":AA", "AGE-SECRET-KEY-1", "lin_api_", "figd_"]),
    ),
    // The signature of an address that lets in whoever has it.
    (
        r"(?i)[?&](?:sig|signature|x-amz-signature|x-goog-signature)=(?P<is>[a-z0-9%+/_=-]{20,})",
        Where::Words(&["sig=", "signature="], [0, 0]),
    ),
    (r"(?i)\b(?:bearer|basic)\s+(?P<is>[a-z0-9._~+/-]{16,}=*)", Where::Words(&["bearer", "basic"], [0, 1])),
    (r"\b[a-z][a-z0-9+.-]*://[^\s/:@]*:(?P<is>[^\s/@]{3,})@[^\s/@]+", Where::Signs(":/@", |_| true)),
    (
        concat!(
            r#"(?i)\bauthorization\\?["'\]]{0,2}"#,
            gap!(),
            "[:=]",
            gap!(),
            r#"\\?["']?(?:[a-z]+ )?(?P<from>[^\s"'`:=])"#
        ),
        Where::Words(&["authorization"], [0, 3]),
    ),
    // A name and its value with what joins them, which `secret.rs` judges: `name: value`, `name = "value"`, `name: Type = value`,
    // `map["name"] = value`, in prose, `key="name" value="…"`, `<name>value</name>`, `define('name', 'value')`, `--name value`.
    (
        concat!(
            "(?i)",
            label!(),
            r#"(?P<by>\\?["'\])]{0,3}(?:"#,
            gap!(),
            r"(?:(?:: ?&?[a-z0-9_]{1,30} )?(?::=?|={1,3})>?)",
            gap!(),
            r"|[^\S\n]+(?:is|was|ist|war|lautet|est|es)[^\S\n]+)",
            r#"|\\?["']?,?\s*\\?["']?\bvalue\\?["']?\s*[:=]\s*|["'],\s*|>| +)"#,
            from!(),
        ),
        Where::Joined(LABELS, [2, 4]),
    ),
    (r#"(?:^|\s)(?:-u ?|--user[ =])["']?[^\s:"']+:(?P<from>[^\s"'])"#, Where::Words(&["-u"], [0, 1])),
    // A word that is too common to be the name of a secret without these signs.
    (concat!(r#"(?i)\bpass(?:"#, gap!(), "=", gap!(), r#"|: ?["'])"#, from!()), Where::Words(&["pass"], [0, 2])),
];

const PHONES: &[(&str, Where)] = &[
    (
        concat!(r"(?:\+|\b00)[1-9]\d{0,2}(?:[", space!(), r"./-]{0,2}\(?\d{1,5}\)?){2,7}"),
        Where::Number(7, &["+", "00"]),
    ),
    (
        concat!(
            r"(?:\(0\d{1,5}\)[",
            space!(),
            r"/-]{0,3}|\b0\d{1,5}[",
            space!(),
            r"/-]{1,3})\d{2,8}(?:[",
            space!(),
            r"-]\d{2,8}){0,4}",
            r"|\b0\d(?:\.\d\d){4}\b",
        ),
        Where::Number(7, &["0"]),
    ),
    // The signs between the parts are the same, and an area begins with no 0 or 1.
    (
        concat!(
            r"(?:\b1[",
            space!(),
            r".-])?(?:\([2-9]\d\d\)[",
            space!(),
            r"]?\d{3}[",
            space!(),
            r".-]\d{4}\b",
            r"|\b[2-9]\d\d(?:-\d{3}-|\.\d{3}\.|[",
            space!(),
            r"]\d{3}[",
            space!(),
            r"-])\d{4}\b)",
        ),
        Where::Number(10, &[""]),
    ),
    (
        concat!(
            r"(?i)(?:\b(?:call|ring|sms|text)\b|(?:(?:\b|_)(?:tel|tel[ée]fono?|telephone|t[ée]l|t[ée]l[ée]phone|phone|mobile?|m[óo]vil|handy|cell|fax)",
            r#"|(?-i:[a-z](?:Tel|Phone|Mobile|Cell|Fax)))(?:_?(?:number|no|nr))?\b["']?\s*[:=]?\s*["']?)"#,
            r"(?:\s*(?:number|no|nr|me|us|him|her|at|on|is))*[.:]*\s*(?P<is>\(?\d(?:[",
            space!(),
            r"./()-]{0,2}\d){6,14})",
        ),
        Where::Called(
            7,
            &["tel", "té", "tÉ", "phone", "call", "mobil", "vil", "handy", "cell", "fax", "ring", "sms", "text"],
        ),
    ),
];
