//! Text from outside: validation of bytes, length as perceived by readers, and safe echoes.

use localization::{Key, Said, say};
use unicode_segmentation::UnicodeSegmentation;

/// The maximum length of an echoed word, in perceived characters.
const MAX_ECHO_LENGTH: usize = 20;

/// The replies to bytes that are not text, and to text with hidden characters.
const NO_TEXT: Key = say!("This is not UTF-8 text: use plain text.");
const HAS_HIDDEN: Key = say!("This contains hidden characters: use plain text.");

/// Returns the text in the bytes of a line.
///
/// # Errors
/// If they are not UTF-8 or contain hidden characters; the message is a sentence.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Key> {
    let text = std::str::from_utf8(bytes).map_err(|_| NO_TEXT)?;
    let text = text.trim_start_matches('\u{feff}').trim_matches([' ', '\t', '\r', '\n']);
    if text.contains(is_hidden) {
        return Err(HAS_HIDDEN);
    }
    Ok(text)
}

/// Returns true for control characters, and for characters that change the direction of writing or have no width,
/// because they would change the appearance of the text after them. Joiners of emoji are allowed.
fn is_hidden(letter: char) -> bool {
    let steers = matches!(letter,
        '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    (letter.is_control() && letter != '\t') || steers
}

/// Returns a text in lower case without umlauts, as people without such keys type it: `tür` is `tuer`.
pub(crate) fn plain_letters(text: &str) -> String {
    text.replace('ä', "ae").replace('ö', "oe").replace('ü', "ue").replace('ß', "ss")
}

/// Returns the number of perceived characters in a text: its grapheme clusters.
pub(crate) fn length(text: &str) -> usize {
    text.graphemes(true).count()
}

/// Returns a text of at most this number of characters. An ellipsis replaces the part that is cut off.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if length(text) <= most {
        return text.to_owned();
    }
    let kept: String = text.graphemes(true).take(most.saturating_sub(1)).collect();
    let dots = if most > 0 { "…" } else { "" };
    format!("{}{dots}", kept.trim_end())
}

/// Returns a text from a level or a file as one line without hidden characters, because an empty line would end a
/// reply.
pub(crate) fn in_one_line(text: &str) -> String {
    let shown = text.replace(is_hidden, " ");
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a word of the player for use in a reply, if it plainly is a word.
pub(crate) fn echo(word: &str) -> Said {
    let is_plain = |letter: char| letter.is_alphanumeric() || " -_'.,+#".contains(letter);
    match word.chars().all(is_plain) {
        true => Said::literal(format!("\"{}\"", cut(word, MAX_ECHO_LENGTH))),
        false => say!("that").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_refused() {
        assert_eq!(text(b"\xef\xbb\xbf 1 status \r\n"), Ok("1 status"));
        assert_eq!(text("1 go ➡️ 👩‍🚀".as_bytes()), Ok("1 go ➡️ 👩‍🚀"));
        for hidden in ["1 st\0atus", "1 \u{202e}sutats", "1 \u{1b}[31mred", "1 a\u{200b}b", "1 \u{2066}x\u{2069}"] {
            assert!(text(hidden.as_bytes()).is_err_and(|what| what.english().contains("hidden")), "{hidden:?}");
        }
        for no_text in [&b"1 \xff status"[..], b"\xc3", b"\xed\xa0\x80"] {
            assert!(text(no_text).is_err_and(|what| what.english().contains("UTF-8")), "{no_text:?}");
        }
    }

    #[test]
    fn length_counts_perceived_characters() {
        assert_eq!([length("🧟🧱"), length("❤️⬆️"), length("👩‍🚀"), length("e\u{301}")], [2, 2, 1, 1]);
        assert_eq!(cut("🧟🧱🚪🧱", 3), "🧟🧱…");
        assert_eq!((cut("door", 4).as_str(), cut("door", 0).as_str()), ("door", ""));
    }

    #[test]
    fn several_lines_become_one() {
        assert_eq!(in_one_line(" The air\n\nis \u{202e}thin. "), "The air is thin.");
    }

    #[test]
    fn only_plain_words_are_echoed() {
        assert_eq!(echo("shambel"), "\"shambel\"");
        assert_eq!(echo("<b>"), "that");
        assert_eq!(echo(&"9".repeat(10_000)).english(), format!("\"{}…\"", "9".repeat(19)));
    }
}
