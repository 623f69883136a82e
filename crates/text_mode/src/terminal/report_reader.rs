//! Parses the bytes of a terminal's reports. Invalid sequences are skipped, and no sequence longer than [`LONGEST`] is
//! kept.

use crate::terminal::report::{Press, Report};
use crossterm::event::{KeyCode, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use std::time::Duration;

/// The maximum length of a sequence, in bytes. A longer one is not a report.
const LONGEST: usize = 4096;
const ESCAPE: u8 = 0x1b;
/// The key numbers of the keypad in the Kitty protocol.
const KEYPAD: [(u32, KeyCode); 6] = [
    (57_414, KeyCode::Enter),
    (57_417, KeyCode::Left),
    (57_418, KeyCode::Right),
    (57_419, KeyCode::Up),
    (57_420, KeyCode::Down),
    (57_416, KeyCode::Char('.')),
];

/// The sequences around pasted text, which terminals send since the game asks for them.
const PASTE: [&[u8]; 2] = [b"\x1b[200~", b"\x1b[201~"];
/// The time after which an escape without continuation is the Escape key.
const ESCAPE_PAUSE: Duration = Duration::from_millis(25);
/// The time after which pasted text without an end is over.
const PASTE_PAUSE: Duration = Duration::from_secs(1);

/// The bytes that do not form a complete report yet.
#[derive(Debug, Default)]
pub(super) struct ReportReader {
    bytes: Vec<u8>,
    /// True within pasted text. Its letters are not keys: a pasted word must not walk or quit.
    is_pasted: bool,
}

/// The meaning of the first bytes.
enum First {
    /// A report, or something else to skip, with its number of bytes.
    Whole(usize, Option<Report>),
    /// An incomplete report.
    Part,
}

impl ReportReader {
    /// Adds bytes. Returns the reports that are complete now.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Vec<Report> {
        self.bytes.extend_from_slice(bytes);
        self.whole(false)
    }

    /// Handles a pause in the input: a pending escape on its own is the Escape key.
    pub(super) fn pause(&mut self) -> Vec<Report> {
        self.whole(true)
    }

    /// Returns how long a pause must be to end the pending report, if there is one.
    pub(super) fn waits(&self) -> Option<Duration> {
        if self.is_pasted { Some(PASTE_PAUSE) } else { (!self.bytes.is_empty()).then_some(ESCAPE_PAUSE) }
    }

    fn whole(&mut self, is_over: bool) -> Vec<Report> {
        let (mut reports, mut from) = (Vec::new(), 0);
        while from < self.bytes.len() {
            let rest = &self.bytes[from..];
            if self.is_pasted {
                let end = rest.windows(PASTE[1].len()).position(|bytes| bytes == PASTE[1]);
                // The end may have arrived in part.
                let kept = if is_over { 0 } else { PASTE[1].len() - 1 };
                from += end.map_or(rest.len().saturating_sub(kept), |end| end + PASTE[1].len());
                self.is_pasted = end.is_none() && !is_over;
                if self.is_pasted {
                    break;
                }
                continue;
            }
            if rest.starts_with(PASTE[0]) {
                (self.is_pasted, from) = (true, from + PASTE[0].len());
                continue;
            }
            match first(rest, is_over) {
                First::Whole(length, report) => {
                    reports.extend(report);
                    from += length;
                }
                First::Part if self.bytes.len() - from > LONGEST => from = self.bytes.len(),
                First::Part => break,
            }
        }
        self.bytes.drain(..from);
        reports
    }
}

/// Parses the beginning of some bytes, of which there is at least one.
fn first(bytes: &[u8], is_over: bool) -> First {
    match *bytes {
        [ESCAPE] if is_over => key(1, KeyCode::Esc),
        [ESCAPE] => First::Part,
        [ESCAPE, ESCAPE, ..] => key(1, KeyCode::Esc),
        [ESCAPE, b'[', ref rest @ ..] => sequence(rest, is_over),
        [ESCAPE, b'O', letter, ..] => First::Whole(3, named(letter).map(|code| Report::Key(Press::of(code, NONE)))),
        [ESCAPE, b'O'] if !is_over => First::Part,
        // A string for the terminal or another program, up to its end.
        [ESCAPE, b'P' | b']' | b'^' | b'_' | b'X', ref rest @ ..] if !(is_over && rest.is_empty()) => words(rest),
        [ESCAPE, ref rest @ ..] => match first(rest, is_over) {
            First::Whole(length, Some(Report::Key(press))) => {
                let modifiers = press.modifiers | KeyModifiers::ALT;
                First::Whole(1 + length, Some(Report::Key(Press { modifiers, ..press })))
            }
            First::Whole(length, report) => First::Whole(1 + length, report),
            First::Part => First::Part,
        },
        [b'\r' | b'\n', ..] => key(1, KeyCode::Enter),
        [b'\t', ..] => key(1, KeyCode::Tab),
        [0x7f | 0x08, ..] => key(1, KeyCode::Backspace),
        [control @ 1..=26, ..] => {
            let letter = KeyCode::Char(char::from(control - 1 + b'a'));
            First::Whole(1, Some(Report::Key(Press::of(letter, KeyModifiers::CONTROL))))
        }
        [0..=31, ..] => First::Whole(1, None),
        _ => letter(bytes),
    }
}

const NONE: KeyModifiers = KeyModifiers::NONE;

fn key(length: usize, code: KeyCode) -> First {
    First::Whole(length, Some(Report::Key(Press::of(code, NONE))))
}

/// Parses a letter in UTF-8. Invalid bytes are skipped one by one.
fn letter(bytes: &[u8]) -> First {
    let most = &bytes[..bytes.len().min(4)];
    let valid = match str::from_utf8(most) {
        Ok(text) => text,
        Err(error) if error.valid_up_to() > 0 => str::from_utf8(&most[..error.valid_up_to()]).unwrap_or_default(),
        Err(error) if error.error_len().is_none() => return First::Part,
        Err(_) => return First::Whole(1, None),
    };
    match valid.chars().next() {
        Some(letter) => {
            let modifiers = if letter.is_uppercase() { KeyModifiers::SHIFT } else { NONE };
            First::Whole(letter.len_utf8(), Some(Report::Key(Press::of(KeyCode::Char(letter), modifiers))))
        }
        None => First::Whole(1, None),
    }
}

/// Parses a string up to its end: a bell, or an escape and a backslash.
fn words(rest: &[u8]) -> First {
    let bell = rest.iter().position(|byte| *byte == 7).map(|at| at + 1);
    let string_end = rest.windows(2).position(|pair| pair == b"\x1b\\").map(|at| at + 2);
    match bell.into_iter().chain(string_end).min() {
        Some(length) => First::Whole(2 + length, None),
        None => First::Part,
    }
}

/// Returns the key for the last letter of a sequence.
fn named(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'H' => KeyCode::Home,
        b'F' => KeyCode::End,
        b'M' => KeyCode::Enter,
        b'Z' => KeyCode::BackTab,
        b'P'..=b'S' => KeyCode::F(1 + letter - b'P'),
        _ => return None,
    })
}

/// Returns the key for a number before a tilde.
fn numbered(number: u32) -> Option<KeyCode> {
    Some(match number {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        11..=15 => KeyCode::F(number as u8 - 10),
        17..=21 => KeyCode::F(number as u8 - 11),
        23 | 24 => KeyCode::F(number as u8 - 12),
        _ => return None,
    })
}

/// Parses the bytes after an escape and a bracket.
fn sequence(rest: &[u8], is_over: bool) -> First {
    match *rest {
        [] if is_over => return First::Whole(2, None),
        // Function keys of the Linux console, and mouse reports in the oldest format.
        [b'[', letter, ..] => return linux(letter),
        [b'['] if !is_over => return First::Part,
        [b'M', button, x, y, ..] => {
            return First::Whole(6, mouse(u32::from(button.wrapping_sub(32)), [x, y].map(old_place), true));
        }
        [b'M', ..] if !is_over => return First::Part,
        _ => {}
    }
    let Some(end) = rest.iter().position(|byte| !(0x20..=0x3f).contains(byte)) else {
        return if is_over { First::Whole(2 + rest.len(), None) } else { First::Part };
    };
    // Another escape, or a letter of another script, ends an invalid sequence.
    if !(0x40..=0x7e).contains(&rest[end]) {
        return First::Whole(2 + end, None);
    }
    let parameters = str::from_utf8(&rest[..end]).unwrap_or_default();
    First::Whole(3 + end, meaning(parameters, rest[end]))
}

fn linux(letter: u8) -> First {
    let number = letter.wrapping_sub(b'A');
    First::Whole(
        4,
        Some(number).filter(|number| *number < 5).map(|number| Report::Key(Press::of(KeyCode::F(1 + number), NONE))),
    )
}

/// Decodes a coordinate in one byte, offset by 32.
fn old_place(byte: u8) -> u32 {
    u32::from(byte.saturating_sub(32))
}

/// Returns the number in a part of a sequence, or `otherwise` if there is none.
fn number(part: Option<&str>, otherwise: u32) -> u32 {
    part.filter(|part| !part.is_empty()).map_or(otherwise, |part| part.parse().unwrap_or(u32::MAX))
}

/// Returns the report of a sequence.
fn meaning(parameters: &str, last: u8) -> Option<Report> {
    if let Some(parameters) = parameters.strip_prefix('<') {
        let mut parts = parameters.split(';');
        let [button, x, y] = [(); 3].map(|()| number(parts.next(), 0));
        return mouse(button, [x, y], last == b'M').filter(|_| matches!(last, b'M' | b'm'));
    }
    if parameters.starts_with('?') {
        return Some(Report::KnowsReleases).filter(|_| last == b'u');
    }
    let mut parts = parameters.split(';');
    let mut key = parts.next().unwrap_or_default().split(':');
    let code = number(key.next(), 1);
    let base = key.nth(1).and_then(|base| char::from_u32(number(Some(base), 0))).filter(|base| *base != '\0');
    let mut more = parts.next().unwrap_or_default().split(':');
    let (mask, kind) = (number(more.next(), 1), number(more.next(), 1));
    let third = parts.next();
    let code = match last {
        b'I' | b'O' if parameters.is_empty() => return Some(Report::Focus(last == b'I')),
        b'R' if more_than_a_key(parameters) => {
            return Some(Report::Column(u16::try_from(mask).unwrap_or(u16::MAX)));
        }
        // Another format of mouse reports.
        b'M' if third.is_some() => return mouse(code.wrapping_sub(32), [mask, number(third, 0)], true),
        b'~' => numbered(code)?,
        b'u' => unicode(code)?,
        _ => named(last)?,
    };
    let kind = match kind {
        2 => KeyEventKind::Repeat,
        3 => KeyEventKind::Release,
        _ => KeyEventKind::Press,
    };
    let flags = [KeyModifiers::SHIFT, KeyModifiers::ALT, KeyModifiers::CONTROL];
    let held = (0..).zip(flags).filter(|(bit, _)| mask.wrapping_sub(1) >> bit & 1 == 1);
    let modifiers = held.fold(NONE, |all, (_, flag)| all | flag);
    Some(Report::Key(Press { code, base, modifiers, kind }))
}

/// Returns true if a sequence that ends like the key F3 is the cursor position. A key has 1 as its first number.
fn more_than_a_key(parameters: &str) -> bool {
    parameters.contains(';') && !parameters.contains(':')
}

/// Returns the key of a number in the Kitty protocol.
fn unicode(number: u32) -> Option<KeyCode> {
    match number {
        9 => Some(KeyCode::Tab),
        13 => Some(KeyCode::Enter),
        27 => Some(KeyCode::Esc),
        127 => Some(KeyCode::Backspace),
        57_399..=57_408 => char::from_digit(number - 57_399, 10).map(KeyCode::Char),
        // Keys without letters have numbers in a private use area.
        57_344..=63_743 => KEYPAD.iter().find(|(other, _)| *other == number).map(|(_, code)| *code),
        _ => char::from_u32(number).filter(|letter| !letter.is_control()).map(KeyCode::Char),
    }
}

/// Returns the report of a mouse at a column and a row, from 1. A pointer outside the terminal is moved to its edge.
fn mouse(button: u32, place: [u32; 2], is_down: bool) -> Option<Report> {
    let [column, row] = place.map(|place| u16::try_from(place.saturating_sub(1)).unwrap_or(u16::MAX));
    let which = match button & 3 {
        0 => Some(MouseButton::Left),
        1 => Some(MouseButton::Middle),
        2 => Some(MouseButton::Right),
        _ => None,
    };
    let moves = button & 32 != 0;
    let kind = match (button & 64 != 0 || button & 128 != 0, which) {
        (true, _) => return None,
        (false, Some(which)) if moves => MouseEventKind::Drag(which),
        (false, Some(which)) if is_down => MouseEventKind::Down(which),
        (false, Some(which)) => MouseEventKind::Up(which),
        (false, None) if moves => MouseEventKind::Moved,
        // Old terminals do not report which button was released.
        (false, None) => MouseEventKind::Up(MouseButton::Left),
    };
    Some(Report::Mouse(MouseEvent { kind, column, row, modifiers: NONE }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection, sample::select};

    fn all(bytes: &[u8]) -> Vec<Report> {
        let mut reader = ReportReader::default();
        let mut reports = reader.read(bytes);
        reports.extend(reader.pause());
        assert!(reader.waits().is_none() || bytes.contains(&ESCAPE) || str::from_utf8(bytes).is_err(), "{bytes:?}");
        reports
    }

    fn pressed(code: KeyCode) -> Report {
        Report::Key(Press::of(code, NONE))
    }

    #[test]
    fn pasted_text_is_not_a_sequence_of_keys() {
        let keys = |bytes: &[u8]| {
            let mut reader = ReportReader::default();
            let whole = reader.read(bytes);
            let mut one_by_one = ReportReader::default();
            let single: Vec<_> = bytes.chunks(1).flat_map(|byte| one_by_one.read(byte)).collect();
            assert_eq!(whole, single);
            (whole, reader)
        };
        let (both, _) = keys(b"a\x1b[200~query\x1b[A\r\x1b[201~b");
        assert_eq!(both, ['a', 'b'].map(|letter| pressed(KeyCode::Char(letter))));
        // The end never arrives: after a second, keys are keys again.
        let (none, mut reader) = keys(b"\x1b[200~query");
        assert_eq!((none, reader.waits()), (Vec::new(), Some(PASTE_PAUSE)));
        assert_eq!(reader.pause(), []);
        assert_eq!((reader.waits(), reader.read(b"q")), (None, vec![pressed(KeyCode::Char('q'))]));
    }

    #[test]
    fn reports_are_parsed_whole_and_byte_by_byte() {
        let upper = Report::Key(Press::of(KeyCode::Char('W'), KeyModifiers::SHIFT));
        let control = Report::Key(Press::of(KeyCode::Char('c'), KeyModifiers::CONTROL));
        let far = Press { base: Some('w'), kind: KeyEventKind::Release, ..Press::of(KeyCode::Char('ц'), NONE) };
        let mouse = |kind, column, row| Report::Mouse(MouseEvent { kind, column, row, modifiers: NONE });
        let left = MouseButton::Left;
        for (bytes, report) in [
            ("w", Some(pressed(KeyCode::Char('w')))),
            ("W", Some(upper)),
            ("ф", Some(pressed(KeyCode::Char('ф')))),
            ("\x03", Some(control)),
            ("\r", Some(pressed(KeyCode::Enter))),
            ("\x1b", Some(pressed(KeyCode::Esc))),
            ("\x1b[A", Some(pressed(KeyCode::Up))),
            ("\x1bOD", Some(pressed(KeyCode::Left))),
            ("\x1b[15~", Some(pressed(KeyCode::F(5)))),
            ("\x1b[20;1~", Some(pressed(KeyCode::F(9)))),
            ("\x1b[[E", Some(pressed(KeyCode::F(5)))),
            ("\x1b[27u", Some(pressed(KeyCode::Esc))),
            ("\x1b[1094::119;1:3u", Some(Report::Key(far))),
            ("\x1b[119;1:1u", Some(pressed(KeyCode::Char('w')))),
            ("\x1b[57399u", Some(pressed(KeyCode::Char('0')))),
            ("\x1b[I", Some(Report::Focus(true))),
            ("\x1b[O", Some(Report::Focus(false))),
            ("\x1b[?1u", Some(Report::KnowsReleases)),
            ("\x1b[1;3R", Some(Report::Column(3))),
            ("\x1b[?62;22c", None),
            ("\x1b]11;rgb:0000/0000/0000\x1b\\", None),
            ("\x1bP1+r\x07", None),
            ("\x1b[<0;1;1M", Some(mouse(MouseEventKind::Down(left), 0, 0))),
            ("\x1b[<0;300;2m", Some(mouse(MouseEventKind::Up(left), 299, 1))),
            ("\x1b[<35;0;0M", Some(mouse(MouseEventKind::Moved, 0, 0))),
            ("\x1b[<35;-4;99999999999M", Some(mouse(MouseEventKind::Moved, u16::MAX, u16::MAX))),
            ("\x1b[<64;3;3M", None),
            ("\x1b[32;5;6M", Some(mouse(MouseEventKind::Down(left), 4, 5))),
            ("\x1b[M !!", Some(mouse(MouseEventKind::Down(left), 0, 0))),
        ] {
            let wanted: Vec<Report> = report.into_iter().collect();
            assert_eq!(all(bytes.as_bytes()), wanted, "{bytes:?}");
            let mut reader = ReportReader::default();
            let mut reports: Vec<Report> = bytes.bytes().flat_map(|byte| reader.read(&[byte])).collect();
            reports.extend(reader.pause());
            assert_eq!(reports, wanted, "{bytes:?}, byte by byte");
        }
    }

    #[test]
    fn consecutive_reports_are_separated() {
        let wanted = [pressed(KeyCode::Char('a')), Report::Focus(false), pressed(KeyCode::Esc), pressed(KeyCode::Up)];
        assert_eq!(all(b"a\x1b[O\x1b\x1b[A"), wanted);
        assert_eq!(
            all("\x1b[999999999999;é".as_bytes()),
            [pressed(KeyCode::Char('é'))],
            "a stray string terminator is skipped"
        );
    }

    #[test]
    fn unterminated_sequence_is_discarded() {
        let mut reader = ReportReader::default();
        for _ in 0..100 {
            reader.read(&[b"\x1b]".as_slice(), &[b'x'; 1000]].concat());
            assert!(reader.bytes.len() <= LONGEST + 1002);
        }
    }

    proptest::proptest! {
        #[test]
        fn parsing_any_bytes_does_not_panic(bytes in collection::vec(select(b"\x1b[]OMPu~;:<?019mIR\x07\\\xd1\x84\xff".to_vec()), 0..60)) {
            all(&bytes);
        }
    }
}
