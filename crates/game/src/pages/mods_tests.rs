//! Tests of mods in the whole game: they are found, switched on and off, ordered, and switched off if they are broken.

use crate::{
    files::campaigns::Campaigns,
    files::mods::Mods,
    files::saves_folder::{Place, Saves},
    flow::page::Page,
    flow::phase::Phase,
    whole_game::{Hand, WholeGame},
};
use bevy::prelude::*;
use campaign::{Ring, Save};
use content::{BaseRules, Decks};
use localization::Language;
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

/// Copies an example into the folder of mods.
fn install(game: &WholeGame, name: &str) {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap().flatten() {
            let target = to.join(entry.file_name());
            match entry.path().is_dir() {
                true => copy(&entry.path(), &target),
                false => _ = fs::copy(entry.path(), target).unwrap(),
            }
        }
    }
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../mods/examples");
    copy(&examples.join(name), &game.path("mods").join(name));
}

/// Returns a game at its title with these examples, which it has not found yet.
fn game(mods: &[&str]) -> WholeGame {
    let mut game = WholeGame::at_title(UVec2::new(640, 360), Language::English);
    game.take(Hand::Keys, "Begin");
    assert!(game.path("mods/README.txt").is_file(), "the folder of mods is created at the first start");
    mods.iter().for_each(|name| install(&game, name));
    game
}

/// Opens the page of mods.
fn open(game: &mut WholeGame, hand: Hand) {
    game.take(hand, "Options");
    game.take(hand, "Mods");
    assert_eq!(game.page(), Page::Mods, "{hand:?}");
}

/// Leaves the page of mods and waits until the game has loaded its files again.
fn leave(game: &mut WholeGame, hand: Hand) {
    match hand {
        Hand::Keys => game.press(KeyCode::Escape),
        Hand::Pad => game.press_pad("East"),
        Hand::Mouse => game.take(hand, "Esc: back"),
    }
    await_title(game);
}

fn await_title(game: &mut WholeGame) {
    let patience = Instant::now() + Duration::from_secs(120);
    game.pictures(3);
    while game.phase() != Phase::Title {
        assert!(Instant::now() < patience && game.phase() != Phase::StartupError, "the title must come");
        game.pictures(1);
        std::thread::sleep(Duration::from_millis(1));
    }
    game.app.world_mut().resource_mut::<renderer::Art>().note_words();
    game.pictures(3);
}

fn unaware(game: &WholeGame) -> i32 {
    game.app.world().resource::<BaseRules>().0.unaware
}

fn has_kind(game: &WholeGame, kind: &str) -> bool {
    game.app.world().resource::<BaseRules>().0.kind(kind).is_some()
}

/// Returns the names of the mods in their order, each with a + if it is on.
fn rows(game: &WholeGame) -> Vec<String> {
    let rows = &game.app.world().resource::<Mods>().rows;
    let name = |row: &crate::files::mods::Row| row.found.as_ref().map(|one| one.name().to_owned()).unwrap_or_default();
    rows.iter().map(|row| format!("{}{}", if row.on { "+" } else { "-" }, name(row))).collect()
}

#[test]
fn mods_of_the_folder_apply_and_are_switched_by_keys_pad_and_mouse() {
    let mut game = game(&["kennel", "overtime"]);
    assert!(!has_kind(&game, "hound"));
    open(&mut game, Hand::Keys);
    let words: Vec<String> = game.written().into_iter().map(|written| written.text).collect();
    assert!(words.iter().any(|text| text == "adds hound (assets/monsters.ron)"), "{words:?}");
    game.show("mods");
    leave(&mut game, Hand::Keys);
    assert_eq!((has_kind(&game, "hound"), unaware(&game)), (true, 4));
    for (hand, on) in [(Hand::Keys, false), (Hand::Pad, true), (Hand::Mouse, false)] {
        open(&mut game, hand);
        match hand {
            Hand::Keys => [KeyCode::ArrowDown, KeyCode::Enter].into_iter().for_each(|key| game.press(key)),
            Hand::Pad => ["DPadDown", "South"].into_iter().for_each(|button| game.press_pad(button)),
            Hand::Mouse => ["Overtime", "Enter: on or off", "Enter: on or off"]
                .into_iter()
                .for_each(|words| game.take(hand, words)),
        }
        leave(&mut game, hand);
        assert_eq!((has_kind(&game, "hound"), unaware(&game)), (true, if on { 4 } else { 2 }), "{hand:?}");
    }
    let list = fs::read_to_string(game.path("saves/mods.ron")).unwrap();
    let plain: String = list.split_whitespace().collect();
    assert!(plain.contains("file:\"kennel\",on:true") && plain.contains("file:\"overtime\",on:false"), "{list}");
}

#[test]
fn order_of_mods_is_changed_by_left_and_right() {
    let mut game = game(&["kennel", "overtime", "stripes"]);
    open(&mut game, Hand::Keys);
    assert_eq!(rows(&game), ["+Kennel", "+Overtime", "+Hazard Stripes"]);
    game.press(KeyCode::ArrowRight);
    game.press(KeyCode::ArrowRight);
    game.press(KeyCode::ArrowRight);
    assert_eq!(rows(&game), ["+Overtime", "+Hazard Stripes", "+Kennel"]);
    game.press(KeyCode::ArrowLeft);
    assert_eq!(rows(&game), ["+Overtime", "+Kennel", "+Hazard Stripes"]);
}

#[test]
fn campaign_of_a_mod_is_chosen_at_new_game_and_its_saves_name_the_mod() {
    let mut game = game(&["overtime"]);
    open(&mut game, Hand::Keys);
    leave(&mut game, Hand::Keys);
    game.take(Hand::Keys, "New game");
    assert_eq!(game.page(), Page::Campaigns);
    game.show("campaigns");
    game.take(Hand::Keys, "Overtime");
    assert_eq!(game.phase(), Phase::Briefing);
    assert_eq!(game.app.world().resource::<Decks>().iter().count(), 3);
    for _ in 0..200 {
        if game.phase() == Phase::Deck {
            break;
        }
        game.press(KeyCode::Enter);
    }
    game.pictures(20);
    let save = saved(&mut game);
    assert_eq!((save.head.level.as_str(), save.mods().len()), ("levels/overtime_early.ron", 1));
    // Without the mod, the page of the save names it and offers to switch.
    game.press(KeyCode::Escape);
    game.take(Hand::Keys, "Quit to title");
    game.take(Hand::Keys, "Quit to title: are you sure?");
    open(&mut game, Hand::Keys);
    game.press(KeyCode::Enter);
    leave(&mut game, Hand::Keys);
    assert_eq!((unaware(&game), game.app.world().resource::<Campaigns>().0.len()), (2, 1));
    crate::campaign::keeping::play(game.app.world_mut(), save);
    game.pictures(3);
    assert_eq!(game.page(), Page::IncompatibleSave);
    let words: Vec<String> = game.written().into_iter().map(|written| written.text).collect();
    assert!(words.iter().any(|text| text.contains("The mod Overtime 1.0.0 is missing.")), "{words:?}");
    game.show("save_without_its_mod");
    game.take(Hand::Keys, "Switch mods and load");
    for _ in 0..2000 {
        game.pictures(1);
        std::thread::sleep(Duration::from_millis(1));
        if game.phase() == Phase::Deck {
            break;
        }
    }
    assert_eq!((game.phase(), unaware(&game)), (Phase::Deck, 4));
    assert_eq!(game.app.world().resource::<Decks>().iter().count(), 3, "its lift leads to the next deck");
}

/// Saves the game and returns the save.
fn saved(game: &mut WholeGame) -> Save {
    crate::campaign::keeping::keep(game.app.world_mut(), Place::Ring(Ring::Quick), "");
    game.pictures(90);
    let mut saves = game.app.world_mut().resource_mut::<Saves>();
    saves.shelf().0.newest(Some(Ring::Quick)).expect("the game was saved").1
}

#[test]
fn broken_mod_is_switched_off_with_a_message_and_the_others_stay() {
    let mut game = game(&["kennel", "overtime"]);
    fs::create_dir_all(game.path("mods/zzz/assets/textures")).unwrap();
    fs::write(game.path("mods/zzz/assets/textures/hull.png"), "not a picture").unwrap();
    fs::create_dir_all(game.path("mods/aaa/assets")).unwrap();
    fs::write(game.path("mods/aaa/assets/weapons.ron"), "(weapons: { \"pistol\": 1 })").unwrap();
    fs::write(game.path("mods/no.zip"), "not an archive").unwrap();
    open(&mut game, Hand::Keys);
    leave(&mut game, Hand::Keys);
    assert_eq!((has_kind(&game, "hound"), unaware(&game)), (true, 4));
    let mods = game.app.world().resource::<Mods>();
    let problem =
        |name: &str| mods.rows.iter().find(|row| row.path.ends_with(name)).and_then(|row| row.problem.clone());
    assert!(problem("mods/zzz").is_some_and(|what| what.contains("hull.png")), "{:?}", mods.rows);
    assert!(problem("mods/aaa").is_some_and(|what| what.contains("weapons.ron:1:")), "{:?}", mods.rows);
    assert!(problem("mods/no.zip").is_some_and(|what| what.contains("it must be a zip archive")), "{:?}", mods.rows);
    assert_eq!(problem("mods/kennel"), None);
}
