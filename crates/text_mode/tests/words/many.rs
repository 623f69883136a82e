//! Many players over the same two pipes.

use crate::harness::{deck, length, setting};
use std::{io::Cursor, path::Path};
use text_mode::{Limits, Setting, Style, TextError, Who, text};

const ROOM: &str = "######## #@.....# #......# ########";

fn plain() -> Setting {
    setting(deck(ROOM), Style::Ascii)
}

fn talk_in(folder: &Path, setting: Setting, games: usize, input: &[u8]) -> Result<Vec<String>, TextError> {
    let mut output = Vec::new();
    let who = Who::Many { folder: folder.to_owned(), limits: Limits { games, days: 30 } };
    text(setting, who, Cursor::new(input.to_vec()), &mut output)?;
    let output = String::from_utf8(output).expect("replies are text");
    Ok(output.split_terminator("\n\n").map(str::to_owned).collect())
}

/// Returns the replies to an input, in a folder of games that persists between calls.
fn replies(folder: &Path, input: &str) -> Vec<String> {
    talk_in(folder, plain(), 1000, input.as_bytes()).expect("the folder can be used")
}

#[test]
fn names_have_their_own_games_and_prefix_their_replies() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = replies(
        folder.path(),
        "anna 1 go e 2; status\nBert 1 status\nANNA 2 status\nbert @emojirogue 2 go e; status\n",
    );
    assert!(said[0].starts_with("anna: ") && said[0].contains("at 3,1"), "{}", said[0]);
    assert!(said[1].starts_with("bert: ") && said[1].contains("at 1,1"), "{}", said[1]);
    assert!(said[2].starts_with("anna: ") && said[2].contains("at 3,1"), "{}", said[2]);
    assert!(said[3].contains("at 2,1"), "{}", said[3]);
}

#[test]
fn games_survive_the_process_and_repeats_have_no_effect() {
    let folder = tempfile::tempdir().expect("a folder");
    let first = replies(folder.path(), "anna 1 go e 2; status\n");
    let again = replies(folder.path(), "anna 1 go e 2; status\nanna 2 status\nanna 1 GO e 2; status\n");
    assert_eq!((&again[0], &again[2]), (&first[0], &first[0]));
    assert!(again[1].contains("at 3,1"), "{}", again[1]);
}

#[test]
fn players_beyond_memory_keep_their_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let each = |what: &str| -> String { (0..12).map(|player| format!("p{player} {what}\n")).collect() };
    replies(folder.path(), &(each("1 go e 1") + &each("2 go e 1")));
    for (player, reply) in replies(folder.path(), &each("3 status")).iter().enumerate() {
        assert!(reply.starts_with(&format!("p{player}: ")) && reply.contains("at 3,1"), "{reply}");
    }
}

#[test]
fn names_and_number_of_games_are_limited() {
    let folder = tempfile::tempdir().expect("a folder");
    let input = format!("{} 1 status\n../up 1 status\n\n\u{202e} 1 status\n", "x".repeat(25));
    for reply in replies(folder.path(), &input) {
        assert!(reply.starts_with("? A line is NAME NUMBER words"), "{reply}");
        assert!(!reply.contains("up") && !reply.contains('\u{202e}'), "{reply}");
    }
    let said = talk_in(folder.path(), plain(), 2, b"a 1 status\nb 1 status\nc 1 status\na 2 status\n")
        .expect("it can be used");
    assert!(said[2].starts_with("c: All 2 games are in use"), "{}", said[2]);
    assert!(said[3].contains("at 1,1"), "a player with a game continues: {}", said[3]);
    let old = std::time::SystemTime::now() - std::time::Duration::from_secs(31 * 24 * 60 * 60);
    let file = std::fs::File::options().write(true).open(folder.path().join("a.game")).expect("it is kept");
    file.set_modified(old).expect("a time can be set");
    let said = talk_in(folder.path(), plain(), 2, b"c 1 status\n").expect("it can be used");
    assert!(said[0].contains("at 1,1"), "the longest-idle game makes room: {}", said[0]);
    assert!(!folder.path().join("a.game").exists() && folder.path().join("b.game").exists());
}

#[test]
fn reply_with_name_has_at_most_140_characters() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = "n".repeat(24);
    let input = format!("{name} 1 status\n{name} 2 help\n{name} 3 {}\n{name}\n", "look;".repeat(300));
    let said = talk_in(folder.path(), setting(deck(ROOM), Style::Emoji), 9, input.as_bytes()).expect("it can be used");
    assert_eq!(said.len(), 4);
    for reply in said {
        assert!(length(&reply) <= 140 && reply.starts_with(&name), "{}: {reply}", length(&reply));
    }
}

#[test]
fn quitting_keeps_the_game_and_the_other_players() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = replies(folder.path(), "a 1 go e 3; quit\nb 1 status\na 2 status\n");
    assert!(said[0].contains("Goodbye") && said[1].contains("at 1,1") && said[2].contains("at 4,1"), "{said:?}");
}

#[test]
fn unreadable_game_is_reported_and_left_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    replies(folder.path(), "a 1 go e 3\n");
    let file = folder.path().join("a.game");
    let whole = std::fs::read(&file).expect("it is kept");
    std::fs::write(&file, &whole[..whole.len() / 2]).expect("it can be written");
    let said = replies(folder.path(), "a 2 status\nb 1 status\n");
    assert!(said[0].starts_with("a: Cannot read your game") && said[1].contains("at 1,1"), "{said:?}");
    assert_eq!(std::fs::read(&file).expect("it is there").len(), whole.len() / 2);
}

#[test]
fn players_have_separate_save_names() {
    let folder = tempfile::tempdir().expect("a folder");
    let said = replies(
        folder.path(),
        "a 1 save here\nb 1 load here\na 2 go e 3\na 3 load here; status\na 3 load here; status\n",
    );
    assert!(said[1].contains("No save named"), "{}", said[1]);
    assert!(said[3].contains("at 1,1"), "{}", said[3]);
    assert_eq!(said[3], said[4], "the conversation is not the one of the save");
}
