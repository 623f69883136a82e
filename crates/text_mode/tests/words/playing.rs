//! Text commands: numbers, repetitions, walking, looking, fighting, and interruptions.

use crate::harness::{all, deck, length, next, root, say, setting, talk};
use std::collections::BTreeSet;
use text_mode::{Alone, Style, Talk};

const ROOM: &str = "######## #@.....# #......# ########";

#[test]
fn repeated_message_gets_the_same_reply_and_has_no_effect() {
    let mut talk = talk(ROOM, Style::Ascii);
    let first = talk.answer(b"1 go e 2; status");
    assert!(first.contains("at 3,1"), "{first}");
    let after = talk.snapshot().hash();
    for again in ["1 go e 2; status", "1  GO  e 2 ;status;", "@emojirogue 1 go e 2; status"] {
        assert_eq!(talk.answer(again.as_bytes()), first);
    }
    assert_eq!(talk.snapshot().hash(), after);
    let other = talk.answer(b"1 go e 1; status");
    assert!(other.contains("at 4,1"), "a used number with other words is another message: {other}");
}

#[test]
fn line_without_number_is_refused_with_the_next_number() {
    let mut talk = talk(ROOM, Style::Emoji);
    let before = talk.snapshot().hash();
    assert_eq!(talk.answer(b"@emojirogue status"), "Start with an unused number. Say: 1 status\n1");
    assert_eq!(talk.answer(b"go e 2").lines().next(), Some("Start with an unused number. Say: 1 go e 2"));
    assert_eq!(talk.snapshot().hash(), before);
}

#[test]
fn next_number_is_unused() {
    let mut talk = talk(ROOM, Style::Emoji);
    assert_eq!(next(&talk.answer(b"@emojirogue 14 status")), "15");
    assert_eq!(next(&talk.answer(b"@emojirogue 43 status")), "44");
    assert_eq!(next(&talk.answer("🍌 status".as_bytes())), "45");
    assert_eq!(next(&talk.answer(b"7 status")), "46");
    let huge = talk.answer(format!("{} status", "9".repeat(300)).as_bytes());
    assert_eq!(next(&huge), "47");
    assert_eq!(next(&talk.answer(b"999998 status")), "999999");
    assert_eq!(next(&talk.answer(b"999999 status")), "1");
    assert_eq!(next(&talk.answer(b"1 status")), "2");
}

#[test]
fn last_thousand_messages_are_remembered() {
    let mut talk = talk(ROOM, Style::Emoji);
    let first = talk.answer(b"a go e");
    for number in 0..999 {
        talk.answer(format!("b{number} status").as_bytes());
    }
    assert_eq!(talk.answer(b"a go e"), first);
    talk.answer(b"c status");
    assert_ne!(talk.answer(b"a go e"), first, "a message 1001 lines ago is forgotten");
}

#[test]
fn replies_have_a_map_and_at_most_140_characters() {
    let mut talk = talk("########### #@.....z.a# #...C.....# #.....h...# ###########", Style::Emoji);
    let mut number = "1".to_owned();
    for words in [
        "status",
        "look",
        "help",
        "help go",
        "help map",
        "map",
        "go e 20",
        "shoot",
        "inventory",
        "xyzzy",
        "load",
        "go n; go s; go e",
    ] {
        let reply = say(&mut talk, &mut number, words);
        assert!(length(&reply) <= 140, "{words}: {} characters\n{reply}", length(&reply));
        assert!(next(&reply).bytes().all(|byte| byte.is_ascii_digit()), "{reply}");
        assert!(!reply.contains("\n\n"), "an empty line ends a reply: {reply}");
        let maps = reply.lines().filter(|line| line.contains(['🧱', '⬛', '⬜'])).count();
        let is_text = words.starts_with("help") || words == "inventory";
        assert_eq!(maps >= 5, !is_text, "{words}:\n{reply}");
    }
}

#[test]
fn player_is_in_the_middle_of_the_map() {
    let mut talk = talk(ROOM, Style::Emoji);
    let reply = talk.answer(b"1 go e 2");
    let rows: Vec<Vec<&str>> = reply
        .lines()
        .filter(|line| line.contains(['🧱', '⬛']))
        .map(|line| unicode_segmentation::UnicodeSegmentation::graphemes(line, true).collect())
        .collect();
    assert!(rows.len() == 9 && rows.iter().all(|row| row.len() == 9), "{reply}");
    assert_eq!(rows[4][4], "🧑");
    assert_eq!((rows[4][1], rows[3][4], rows[5][4], rows[0][4]), ("🧱", "🧱", "⬜", "⬛"));
}

#[test]
fn ascii_style_has_a_larger_map_and_long_style_sentences() {
    let map = "######## #@.....z #......# ########".replace('z', "#");
    let reply = all(&mut talk(&map, Style::Ascii), &["status"]);
    assert!(reply.contains("\n         #@.....#") || reply.contains("#@.....#"), "{reply}");
    assert_eq!(reply.lines().filter(|line| line.len() == 25).count(), 25, "{reply}");
    let long = all(&mut talk("######### #@....z.# #########", Style::Long), &["status"]);
    assert!(long.contains("You see shambler 1, 5 cells to the east."), "{long}");
    assert!(!long.contains('#') && long.contains("facing east"), "{long}");
}

#[test]
fn time_passes_only_during_commands() {
    let mut talk = talk("######### #@....z.# #########", Style::Ascii);
    let start = talk.snapshot().hash();
    all(&mut talk, &["status", "look", "look e", "map", "inventory", "help", "help go", "dance", "go nowhere"]);
    assert_eq!(talk.snapshot().hash(), start);
    talk.answer(b"z wait 0.5");
    assert_ne!(talk.snapshot().hash(), start);
}

#[test]
fn walk_ends_after_the_given_distance_or_at_an_obstacle() {
    for (words, at) in [
        ("go e 3", "at 4,1"),
        ("walk e 3", "at 4,1"),
        ("move → 3", "at 4,1"),
        ("go 6 3", "at 4,1"),
        ("run l 3", "at 4,1"),
        ("go se", "at 2,2"),
        ("go 5,2", "at 5,2"),
        ("go e 99", "at 6,1"),
        ("e 3", "at 4,1"),
        ("turn s; go ahead", "at 1,2"),
        ("go right", "at 1,2"),
    ] {
        let reply = all(&mut talk(ROOM, Style::Ascii), &[&format!("{words}; status")]);
        assert!(reply.contains(at), "{words}: {reply}");
    }
    let blocked = all(&mut talk(ROOM, Style::Ascii), &["go n; status"]);
    assert!(blocked.contains("There is a wall to the north.") && blocked.contains("Skipped: status"), "{blocked}");
}

#[test]
fn going_to_a_thing_leads_around_corners_and_takes_it() {
    let map = "########## #@..#...a# #.....#..# ##.#.....# ##########";
    let reply = all(&mut talk(map, Style::Ascii), &["explore", "explore", "explore", "take clip"]);
    assert!(reply.contains("You pick up a clip"), "{reply}");
    let door = all(&mut talk("######### #@..+...# #########", Style::Ascii), &["go door; status; open"]);
    assert!(door.contains("at 3,1") && door.contains("A door opens."), "{door}");
}

#[test]
fn newly_seen_creature_interrupts() {
    let map = "############## #@...+......z# ##############";
    let mut talk = talk(map, Style::Ascii);
    let reply = talk.answer(b"1 go e 9; wait 5");
    assert!(reply.contains("You see shambler 1") && reply.contains("Skipped: wait 5"), "{reply}");
    let status = talk.answer(b"2 status");
    let column: i32 =
        status.split("at ").nth(1).and_then(|rest| rest.split(',').next()?.parse().ok()).expect("a place");
    assert!((3..=6).contains(&column), "the player stopped in the doorway: {status}");
}

#[test]
fn damage_interrupts() {
    let mut talk = talk("##### #@z## #####", Style::Ascii);
    let reply = talk.answer(b"1 wait 60; status");
    assert!(reply.contains("You are hurt") && reply.contains("Skipped: status"), "{reply}");
}

#[test]
fn nearby_unseen_sound_interrupts() {
    // A shambler that hears the shot opens the door around the corner.
    let map = "######### ####..@## ######.## #..Z+..## #########";
    let reply = talk(map, Style::Ascii).answer(b"1 shoot e; wait 20; status");
    assert!(reply.contains("You hear something") && reply.contains("Skipped"), "{reply}");
}

#[test]
fn creatures_of_a_kind_keep_distinct_numbers() {
    let map = "########### #@.......z# #.........# #........z# ###########";
    let mut talk = talk(map, Style::Ascii);
    let look = talk.answer(b"1 look");
    assert!(look.contains("shambler 1 E 8") && look.contains("shambler 2 "), "{look}");
    for number in 2..40 {
        let reply = talk.answer(format!("{number} shoot shambler 2").as_bytes());
        assert!(!reply.contains("hit shambler 1"), "{reply}");
        if reply.contains("Shambler 2 falls.") {
            let rest = talk.answer(b"x look");
            assert!(rest.contains("shambler 1") && !rest.contains("shambler 2"), "{rest}");
            return;
        }
    }
    panic!("it never falls");
}

#[test]
fn monster_is_numbered_in_the_first_reply_that_shows_it() {
    let map = "########## #@......## #######.## #######.## #######Z## ##########";
    let mut talk = talk(map, Style::Long);
    let mut number = next(&talk.answer(b"")).to_owned();
    say(&mut talk, &mut number, "shoot e");
    for _ in 0..600 {
        let reply = say(&mut talk, &mut number, "wait 0.01");
        if reply.contains("hambler") {
            assert!(reply.contains("hambler 1"), "{reply}");
            return;
        }
    }
    panic!("it does not come");
}

#[test]
fn failed_command_skips_the_following_ones() {
    let mut talk = talk(ROOM, Style::Emoji);
    let before = talk.snapshot().hash();
    let reply = talk.answer(b"1 go door; go e 3");
    assert!(reply.contains("Other commands skipped."), "{reply}");
    assert_eq!(talk.snapshot().hash(), before);
}

#[test]
fn doors_locks_walls_and_lifts_can_be_used() {
    let locked = all(&mut talk("####### #@.X..# #######", Style::Ascii), &["go door; open"]);
    assert!(locked.contains("needs key A"), "{locked}");
    let map = "####### #@kX.L# #######";
    let mut with_key = talk(map, Style::Ascii);
    let done = all(&mut with_key, &["take key", "go door; open", "go e 3", "use lift"]);
    assert!(done.contains("Deck complete") && done.contains("left the ship"), "{done}");
    let pushed = all(&mut talk("####### #@B...# #######", Style::Ascii), &["push e"]);
    assert!(pushed.contains("You found a secret"), "{pushed}");
    let still = all(&mut talk(ROOM, Style::Ascii), &["push n"]);
    assert!(still.contains("Nothing moves."), "{still}");
}

#[test]
fn terminal_boards_can_be_played() {
    let mut talk = talk("####### #@.T..# #.....J #######", Style::Ascii);
    let mut number = "1".to_owned();
    assert!(say(&mut talk, &mut number, "board b1 b3").contains("You are not at a board"));
    let board = say(&mut talk, &mut number, "go table; use");
    assert!(board.contains("You play black") && board.contains(".XXXXXX.\nO......O"), "{board}");
    let moved = say(&mut talk, &mut number, "board b1-b3");
    let whole_rows = |reply: &str| reply.matches(".XXXXXX.").count();
    assert!(moved.contains("You play black") && whole_rows(&moved) < whole_rows(&board), "{moved}");
    assert!(say(&mut talk, &mut number, "board b9").contains("is not a square"));
    assert!(say(&mut talk, &mut number, "hint").contains("No hints at a table"));
    let lock = say(&mut talk, &mut number, "go lock; use; hint");
    let pebble = lock.split("Move one of these: ").nth(1).and_then(|rest| rest.split([',', '.']).next()).unwrap_or("");
    assert!(say(&mut talk, &mut number, &format!("board {pebble}")).contains("1 moves made"), "{lock}");
}

#[test]
fn weapons_are_chosen_by_number_and_name() {
    let mut talk = talk("####### #@S...# #######", Style::Ascii);
    let mut number = "1".to_owned();
    assert!(say(&mut talk, &mut number, "weapon 1").contains("Wrench in hand."));
    assert!(say(&mut talk, &mut number, "weapon pistol").contains("Pistol in hand."));
    assert!(say(&mut talk, &mut number, "weapon shotgun").contains("You have no weapon called shotgun"));
    assert!(say(&mut talk, &mut number, "take; weapon 2; weapon shotgun").contains("Shotgun in hand."));
    assert!(say(&mut talk, &mut number, "weapon 12").contains("1 to 9"));
    assert!(say(&mut talk, &mut number, "inventory").contains("shotgun"));
}

#[test]
fn empty_weapon_is_replaced_by_another() {
    let mut talk = talk("############ #@.........# ############", Style::Ascii);
    let mut number = "1".to_owned();
    for _ in 0..3 {
        say(&mut talk, &mut number, "shoot e 20");
    }
    let reply = say(&mut talk, &mut number, "shoot e; status");
    assert!(reply.contains("; wrench;"), "{reply}");
}

#[test]
fn dead_player_can_only_restart_or_load() {
    let mut talk = talk("##### #@z## #####", Style::Ascii);
    let mut number = "1".to_owned();
    let died = (0..100).any(|_| say(&mut talk, &mut number, "wait 60").contains("You are dead"));
    assert!(died);
    let dead = talk.snapshot().hash();
    let reply = say(&mut talk, &mut number, "go e; status");
    assert!(reply.contains("You are dead: say restart") && reply.contains("Dead"), "{reply}");
    assert_eq!(talk.snapshot().hash(), dead);
    assert!(say(&mut talk, &mut number, "restart").contains("Health 100"));
}

#[test]
fn loaded_game_restores_position_and_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let map = "########### #@.......z# #.........# #........z# ###########";
    let alone = || Alone { saves: Some(folder.path().to_owned()), ..Alone::default() };
    let mut talk = Talk::begin(setting(deck(map), Style::Ascii), alone()).expect("it begins");
    let mut number = "1".to_owned();
    say(&mut talk, &mut number, "go e 2");
    let saved = talk.snapshot().hash();
    assert!(say(&mut talk, &mut number, "save Before the Vault").contains("Saved"));
    say(&mut talk, &mut number, "go e 2");
    assert_ne!(talk.snapshot().hash(), saved);
    assert!(say(&mut talk, &mut number, "load").contains("before the vault"));
    assert!(say(&mut talk, &mut number, "load nothing").contains("No save named"));
    let loaded = say(&mut talk, &mut number, "load BEFORE the vault; look");
    assert_eq!(talk.snapshot().hash(), saved);
    assert!(loaded.contains("shambler 1") && loaded.contains("shambler 2"), "{loaded}");
    let other =
        Talk::begin(setting(deck(map), Style::Ascii), alone()).expect("it begins").answer(b"1 load before the vault");
    assert!(other.contains("Loaded"), "another process finds it: {other}");
}

#[test]
fn save_keeps_the_conversation() {
    let folder = tempfile::tempdir().expect("a folder");
    let alone = Alone { saves: Some(folder.path().to_owned()), ..Alone::default() };
    let mut talk = Talk::begin(setting(deck(ROOM), Style::Ascii), alone).expect("it begins");
    let first = talk.answer(b"1 go e 2");
    talk.answer(b"2 save it");
    let file = std::fs::read(folder.path().join("slot-01.save")).expect("it is the first");
    let load = Some(Box::new(campaign::Save::read(&file).expect("it is whole")));
    let mut other =
        Talk::begin(setting(deck(ROOM), Style::Ascii), Alone { load, ..Alone::default() }).expect("it goes on");
    let before = other.snapshot().hash();
    assert_eq!((other.answer(b"1 go e 2"), other.snapshot().hash()), (first, before));
}

#[test]
fn jump_covers_two_cells_or_stays_on_the_spot() {
    let mut talk = talk("########## #@.......# ##########", Style::Ascii);
    let up = all(&mut talk, &["jump; status"]);
    assert!(up.contains("at 1,1"), "{up}");
    let far = all(&mut talk, &["jump e; status"]);
    assert!(["at 3,1", "at 4,1"].iter().any(|place| far.contains(place)), "{far}");
    let at_the_wall = all(&mut talk, &["jump w; jump w; jump w; status"]);
    assert!(at_the_wall.contains("at 1,1"), "{at_the_wall}");
}

#[test]
fn thrown_ration_lands_at_target_and_weapon_is_restored() {
    let map = "########## #@R.....k# #........# ##########";
    for (words, cell) in [
        ("throw", (6, 1)),
        ("throw ration", (6, 1)),
        ("throw rations se", (2, 2)),
        ("throw ration bag at 2,1", (6, 1)),
        ("toss key", (6, 1)),
    ] {
        let mut talk = talk(map, Style::Ascii);
        let empty = all(&mut talk, &["throw"]);
        assert!(empty.contains("nothing to throw: pick up a ration first"), "{empty}");
        let thrown = all(&mut talk, &["go e; go w; turn e", words, "look; status"]);
        assert!(thrown.contains("pistol") && thrown.contains("ration "), "{words}: {thrown}");
        let lies = all(&mut talk, &["go ration; status"]);
        let (x, y) = cell;
        assert!((x - 1..=x + 1).any(|x| lies.contains(&format!("at {x},{y};"))), "{words}: {lies}");
    }
    let wrong = all(&mut talk(map, Style::Ascii), &["go e", "throw unicorn"]);
    assert!(wrong.contains("You have not seen any \"unicorn\""), "{wrong}");
}

#[test]
fn speech_names_its_creature_and_animals_are_not_auto_targets() {
    let mut talk = talk("########### #@......fz# ###########", Style::Long);
    let told = all(&mut talk, &["wait 0.2"]);
    assert!(told.contains("Fox: Yip! Yip!"), "{told}");
    let mut talk = self::talk("########### #@..f.....# ###########", Style::Long);
    let told = all(&mut talk, &["wait 0.1", "shoot"]);
    assert!(told.contains("You see no enemy to shoot at"), "{told}");
    let told = all(&mut talk, &["shoot fox"]);
    assert!(told.contains("hit fox") || told.contains("Fox 1 falls"), "{told}");
}

#[test]
fn every_field_of_an_intent_has_a_command() {
    // The fields as the engine's source lists them, so that a new field without a command fails this test.
    let source = std::fs::read_to_string(root().join("crates/engine/src/tick/intent.rs")).expect("it is there");
    let body =
        source.split("pub struct Intent {").nth(1).and_then(|rest| rest.split("\n}").next()).expect("it is there");
    let fields = body.lines().filter_map(|line| line.trim().strip_prefix("pub ")?.split(':').next());
    let parts: BTreeSet<String> = fields.map(|name| name.trim_end_matches('_').to_owned()).collect();
    assert!(parts.contains("forward") && parts.contains("use"), "{parts:?}");
    let folder = tempfile::tempdir().expect("a folder");
    let demo = folder.path().join("all.demo");
    let alone = Alone { record: Some(demo.clone()), ..Alone::default() };
    let mut talk = Talk::begin(setting(deck("####### #@...T# #######"), Style::Ascii), alone).expect("it begins");
    all(
        &mut talk,
        &[
            "go e 2",
            "run w 2",
            "shoot e",
            "weapon 1",
            "use e",
            "go se",
            "go table; use table",
            "board b1 b3",
            "jump",
            "cheat god",
        ],
    );
    talk.end().expect("the demo is written");
    let demo = engine::Demo::read(&std::fs::read(demo).expect("it is there")).expect("it is whole");
    let wanted: BTreeSet<String> = demo
        .intents()
        .iter()
        .flat_map(|(_, intent)| match serde_json::to_value(intent).expect("an intent can be written") {
            serde_json::Value::Object(parts) => parts.into_iter().map(|(name, _)| name).collect::<Vec<_>>(),
            _ => Vec::new(),
        })
        .collect();
    let without: Vec<&String> =
        parts.difference(&wanted).filter(|part| !WITHOUT_A_WORD.contains(&part.as_str())).collect();
    assert!(without.is_empty(), "these fields of an intent have no command: {without:?}");
}

/// Fields without a command: the walk to a point, because `go` walks step by step to react to events.
const WITHOUT_A_WORD: [&str; 1] = ["walk_to"];

#[test]
fn suit_and_tally_are_shown_completely_or_by_line() {
    let mut talk = talk("######## #@a....# #......# ########", Style::Long);
    let suit = say(&mut talk, &mut "1".to_owned(), "suit");
    assert!(suit.contains("Total: no change.") && suit.contains("Armour: 0 (absorbs 50 % of each hit)."), "{suit}");
    assert!(say(&mut talk, &mut "2".to_owned(), "tally").contains("Nothing to report yet."));
    let tally = say(&mut talk, &mut "3".to_owned(), "go e; shoot w 2; tally");
    assert!(tally.contains("Hits: pistol: 0 of 2.") && tally.contains("Items: clip: 1."), "{tally}");
    assert!(say(&mut talk, &mut "4".to_owned(), "counts 2").contains("2/2: Items: clip: 1."));
    assert!(say(&mut talk, &mut "5".to_owned(), "suit 9").contains("There are 3 lines: say suit 1."));
}
