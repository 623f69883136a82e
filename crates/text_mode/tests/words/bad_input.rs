//! Invalid input: one reply per line, no echo of anything that is not plainly a word, and no panic.

use crate::harness::{all, deck, length, next, setting, talk};
use proptest::prelude::*;
use std::io::{self, Cursor, Write};
use text_mode::{Alone, Style, Who, text};

const ROOM: &str = "######## #@.....# #......# ########";

/// Returns the replies to an input.
fn replies(input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    let who = Who::One { alone: Alone::default(), greets: false };
    text(setting(deck(ROOM), Style::Emoji), who, Cursor::new(input.to_vec()), &mut output).expect("it is in memory");
    let output = String::from_utf8(output).expect("replies are text");
    assert!(output.is_empty() || output.ends_with("\n\n"), "{output:?}");
    output.split_terminator("\n\n").map(str::to_owned).collect()
}

#[test]
fn lines_get_one_reply_each() {
    let input = [&b"1 status\n\n\xff\xfe\n"[..], &[b'9'; 10_000], b" status\n2 look\n3 go"].concat();
    let replies = replies(&input);
    assert_eq!(replies.len(), 6, "{replies:#?}");
    assert!(replies[1].contains("Say a number and a command"), "{}", replies[1]);
    assert!(replies[2].contains("not UTF-8 text"), "{}", replies[2]);
    assert!(replies[3].contains("longer than 500 bytes"), "{}", replies[3]);
    assert!(replies[5].contains("Say where"), "the last line needs no end: {}", replies[5]);
}

#[test]
fn too_long_line_is_refused_once() {
    let long = [b"1 status; ".repeat(1000), b"\n2 status\n".to_vec()].concat();
    let replies = replies(&long);
    assert_eq!(replies.len(), 2);
    assert!(replies[0].contains("was ignored") && next(&replies[0]) == "1", "{}", replies[0]);
    assert_eq!(next(&replies[1]), "3");
}

#[test]
fn number_of_four_hundred_digits_is_accepted() {
    let number = format!("{} status\n", "8".repeat(10_000));
    assert!(replies(number.as_bytes())[0].contains("longer than 500 bytes"));
    let number = format!("{} status\n", "8".repeat(400));
    assert_eq!(next(&replies(number.as_bytes())[0]), "2");
}

#[test]
fn hidden_characters_are_refused_and_not_echoed() {
    let before = talk(ROOM, Style::Emoji).snapshot().hash();
    for bad in [
        "1 go\0 e",
        "1 \u{202e}go e",
        "1 go \u{1b}[2J",
        "1 go e\u{7}",
        "1 g\u{200b}o e",
        "\0",
        "\u{2066}1 go e\u{2069}",
    ] {
        let mut talk = talk(ROOM, Style::Emoji);
        let reply = talk.answer(bad.as_bytes());
        let hidden =
            |letter: char| letter.is_control() && letter != '\n' || "\u{202e}\u{200b}\u{2066}\u{2069}".contains(letter);
        assert!(!reply.contains(hidden) && reply.contains("hidden characters"), "{bad:?}: {reply:?}");
        assert_eq!(talk.snapshot().hash(), before);
    }
    let quoted = all(&mut talk(ROOM, Style::Emoji), &["<script>alert</script>"]);
    assert!(!quoted.contains('<'), "{quoted}");
}

#[test]
fn unknown_words_get_a_suggestion() {
    let say = |words: &str| all(&mut talk(ROOM, Style::Emoji), &[words]);
    assert!(say("shoat").contains("Unknown command \"shoat\". Do you mean shoot?"));
    assert!(say("🍌").contains("Do you mean"));
    assert!(say("🚪 🧟").contains("Do you mean"));
    assert!(say("go").contains("Say where"));
    assert!(say("go dor").contains("You have not seen any"));
    assert!(say("go e lots").contains("number"));
    assert!(say("go e 5 6").contains("one number"));
    assert!(say("go e 99999999999999999999").contains("number"));
    assert!(say("go 99999,1").contains("no known route"));
    assert!(say("wait soon").contains("not a number of seconds"));
    assert!(say("wait -1").contains("not a number of seconds"));
    assert!(say("wait NaN").contains("not a number of seconds"));
    assert!(say("weapon").contains("Say which"));
    assert!(say("save").contains("Saving is not possible here"));
    assert!(say("help shot").contains("Say help shoot"));
    assert!(say(&"look;".repeat(21)).contains("At most 20"));
}

/// An output that closes after a number of bytes.
struct Goes(usize);

impl Write for Goes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.checked_sub(bytes.len()) {
            Some(left) => self.0 = left,
            None => return Err(io::ErrorKind::BrokenPipe.into()),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn closed_output_ends_the_session_without_an_error() {
    let who = Who::One { alone: Alone::default(), greets: true };
    let input = b"1 status\n".repeat(100);
    assert!(text(setting(deck(ROOM), Style::Emoji), who, Cursor::new(input), Goes(1000)).is_ok());
}

/// Valid words, almost valid words, and garbage.
fn word() -> impl Strategy<Value = String> {
    let known = "go run explore shoot aim weapon use open push take turn look map wait status inventory save load restart help \
        n ne e se s sw w nw 1 2 3 4 5 6 7 8 9 door shambler crawler medkit clip crate barrel lift window 1,1 5,2 0.2 next ; ; ; \
        🧟 🚪 ➡️ left back sho @x quit";
    let known: Vec<&str> = known.split_whitespace().collect();
    prop_oneof![9 => proptest::sample::select(known).prop_map(str::to_owned), 1 => "\\PC{0,12}"]
}

/// The number of lines per case. Twelve cases make three hundred.
const LINES: usize = 25;

proptest! {
    // PROPTEST_CASES=400, or more as in `./check --long`, makes ten thousand lines.
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn random_commands_leave_a_restorable_game(
        lines in proptest::collection::vec(proptest::collection::vec(word(), 1..7), LINES)
    ) {
        let map = "############ #@...+..z..# #.C..#...c.# #..a.#h..O.# #..B.+..P.L# ############";
        let folder = tempfile::tempdir().expect("a folder");
        let alone = Alone { saves: Some(folder.path().to_owned()), ..Alone::default() };
        let setting = setting(deck(map), Style::Emoji);
        let (decks, rules) = (setting.decks.clone(), setting.rules.clone());
        let mut talk = text_mode::Talk::begin(setting, alone).expect("it begins");
        for (number, words) in lines.iter().enumerate() {
            let reply = talk.answer(format!("{number} {}", words.join(" ")).as_bytes());
            prop_assert!(length(&reply) <= 140, "{}", reply);
            prop_assert!(!reply.contains("\n\n"));
        }
        let snapshot = talk.snapshot();
        let level = decks.level("test.ron").expect("it is played");
        let mut other = engine::Headless::restore(&snapshot, level, &rules).expect("its own snapshot");
        prop_assert_eq!(other.snapshot().hash(), snapshot.hash());
    }
}

/// Returns twelve cases or, if the environment sets it, up to four hundred.
fn cases() -> u32 {
    std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).map_or(12, |cases: u32| cases.min(400))
}
