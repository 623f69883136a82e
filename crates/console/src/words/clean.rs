//! Text from outside: which bytes are taken for text, how long it is for those who read it, and what of it may be said again.

use unicode_segmentation::UnicodeSegmentation;
use words::{Key, Said, say};

/// The longest word that is said again, in characters as people see them.
const MAX_ECHO_LENGTH: usize = 20;

/// What is said of bytes that are no text, and of text in which something is hidden.
const NO_TEXT: Key = say!("This is no text (UTF-8): say it in plain words.");
const HAS_HIDDEN: Key = say!("There are hidden characters in this: say it in plain words.");

/// The text in the bytes of a line.
///
/// # Errors
/// A sentence, if they are no text or if there are characters in it that nobody sees.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Key> {
    let text = std::str::from_utf8(bytes).map_err(|_| NO_TEXT)?;
    let text = text.trim_start_matches('\u{feff}').trim_matches([' ', '\t', '\r', '\n']);
    if text.contains(is_hidden) {
        return Err(HAS_HIDDEN);
    }
    Ok(text)
}

/// True for control characters, and for those that turn the direction of writing or take no room: what follows them would not
/// look as it is. Those that join emoji are none of them.
fn is_hidden(letter: char) -> bool {
    let steers = matches!(letter,
        '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}');
    (letter.is_control() && letter != '\t') || steers
}

/// A text in small letters without umlauts, as whoever has no such keys writes it: `tür` is `tuer`.
pub(crate) fn plain_letters(text: &str) -> String {
    text.replace('ä', "ae").replace('ö', "oe").replace('ü', "ue").replace('ß', "ss")
}

/// How many characters people see in a text: its grapheme clusters.
pub(crate) fn length(text: &str) -> usize {
    text.graphemes(true).count()
}

/// A text of at most so many characters; what is cut off is shown by dots.
pub(crate) fn cut(text: &str, most: usize) -> String {
    if length(text) <= most {
        return text.to_owned();
    }
    let kept: String = text.graphemes(true).take(most.saturating_sub(1)).collect();
    let dots = if most > 0 { "…" } else { "" };
    format!("{}{dots}", kept.trim_end())
}

/// A text of a level's author or of a file in one line, without what nobody sees: an empty line would end a reply.
pub(crate) fn in_one_line(text: &str) -> String {
    let shown = text.replace(is_hidden, " ");
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A word of the player's as it may be said again: nothing that is not plainly a word.
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
    fn what_nobody_sees_is_no_text() {
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
    fn a_character_is_what_people_see() {
        assert_eq!([length("🧟🧱"), length("❤️⬆️"), length("👩‍🚀"), length("e\u{301}")], [2, 2, 1, 1]);
        assert_eq!(cut("🧟🧱🚪🧱", 3), "🧟🧱…");
        assert_eq!((cut("door", 4).as_str(), cut("door", 0).as_str()), ("door", ""));
    }

    #[test]
    fn a_text_of_several_lines_becomes_one() {
        assert_eq!(in_one_line(" The air\n\nis \u{202e}thin. "), "The air is thin.");
    }

    #[test]
    fn only_what_is_plainly_a_word_is_said_again() {
        assert_eq!(echo("shambel"), "\"shambel\"");
        assert_eq!(echo("<b>"), "that");
        assert_eq!(echo(&"9".repeat(10_000)).english(), format!("\"{}…\"", "9".repeat(19)));
    }
}
