//! Tests of mods in the whole game: they are found, switched on and off, ordered, and switched off if they are broken.

use crate::{
    files::campaigns::Campaigns,
    files::given::shipped_files,
    files::language::Languages,
    files::mods::Mods,
    files::saves_folder::{Place, Saves},
    flow::page::Page,
    flow::phase::Phase,
    whole_game::{Hand, WholeGame},
    window::shell::FolderOpener,
};
use bevy::{
    input::ButtonState,
    input::keyboard::{Key, KeyboardInput},
    prelude::*,
};
use campaign::{Ring, Save};
use content::{BaseRules, Decks, Files};
use localization::Language;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    sync::Mutex,
    time::{Duration, Instant},
};
use zip::{ZipWriter, write::SimpleFileOptions};

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

/// Writes a file of a mod, with its folders.
fn write(game: &WholeGame, name: &str, text: impl AsRef<[u8]>) {
    let path = game.path("mods").join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    // Replace the file with a new one, as many editors do.
    fs::write(path.with_extension("new"), text).unwrap();
    fs::rename(path.with_extension("new"), path).unwrap();
}

/// Returns a game at its title with these examples, which it has not found yet.
fn game(mods: &[&str]) -> WholeGame {
    game_of(mods, false)
}

fn game_of(mods: &[&str], is_watched: bool) -> WholeGame {
    let mut game = WholeGame::of_files(UVec2::new(640, 360), Language::English, &shipped_files(), is_watched);
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

/// Returns the words on the page.
fn words(game: &mut WholeGame) -> Vec<String> {
    game.written().into_iter().map(|written| written.text).collect()
}

#[test]
fn archive_is_deleted_when_it_is_asked_for_twice_and_not_in_use() {
    let mut game = game(&[]);
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../mods/examples/overtime/mod.ron");
    let mut zip = ZipWriter::new(fs::File::create(game.path("mods/overtime.hull")).unwrap());
    zip.start_file("mod.ron", SimpleFileOptions::default()).unwrap();
    zip.write_all(&fs::read(example).unwrap()).unwrap();
    zip.finish().unwrap();
    open(&mut game, Hand::Keys);
    leave(&mut game, Hand::Keys);
    open(&mut game, Hand::Keys);
    let delete = |game: &mut WholeGame| game.press(KeyCode::Delete);
    delete(&mut game);
    delete(&mut game);
    assert!(game.path("mods/overtime.hull").is_file(), "the mod is in use: {:?}", words(&mut game));
    game.press(KeyCode::Enter);
    leave(&mut game, Hand::Keys);
    open(&mut game, Hand::Keys);
    delete(&mut game);
    game.press(KeyCode::ArrowDown);
    game.press(KeyCode::ArrowUp);
    delete(&mut game);
    assert!(
        words(&mut game).iter().any(|text| text == "Del again deletes mods/overtime.hull."),
        "{:?}",
        words(&mut game)
    );
    assert!(game.path("mods/overtime.hull").is_file(), "one press does not delete");
    game.take(Hand::Mouse, "Del: delete");
    assert!(!game.path("mods/overtime.hull").exists() && rows(&game).is_empty(), "{:?}", words(&mut game));
}

#[test]
fn folder_of_mods_is_opened_and_named() {
    static OPENED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());
    let mut game = game(&["overtime"]);
    game.app.insert_resource(FolderOpener(|folder| OPENED.lock().unwrap().push(folder.to_owned())));
    open(&mut game, Hand::Keys);
    game.take(Hand::Mouse, "Open the folder of mods");
    let folder = game.path("mods");
    assert_eq!(*OPENED.lock().unwrap(), std::slice::from_ref(&folder));
    let told = format!("The folder of mods is {}", folder.display());
    assert!(words(&mut game).iter().any(|text| told.starts_with(text.as_str())), "{:?}", words(&mut game));
    assert!(!words(&mut game).iter().any(|text| text == "Del: delete"), "a folder is its author's");
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
    go_to_deck(&mut game);
    let save = saved(&mut game);
    assert_eq!((save.head.level.as_str(), save.mods().len()), ("levels/overtime_early.ron", 1));
    // Without the mod, the page of the save names it and offers to switch.
    game.press(KeyCode::Escape);
    game.take(Hand::Keys, "Quit to title");
    game.take(Hand::Keys, "Quit to title: are you sure?");
    let words: Vec<String> = game.written().into_iter().map(|written| written.text).collect();
    assert!(words.iter().any(|text| text == "New ship"), "the title is that of the game's campaign: {words:?}");
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
    fs::create_dir_all(game.path("mods/zzzz/levels")).unwrap();
    fs::write(game.path("mods/zzzz/mod.ron"), "(name: \"Last\", version: \"1\")").unwrap();
    open(&mut game, Hand::Keys);
    leave(&mut game, Hand::Keys);
    assert_eq!((has_kind(&game, "hound"), unaware(&game)), (true, 4));
    let mods = game.app.world().resource::<Mods>();
    let problem =
        |name: &str| mods.rows.iter().find(|row| row.path.ends_with(name)).and_then(|row| row.problem.clone());
    assert!(problem("mods/zzz").is_some_and(|what| what.contains("hull.png")), "{:?}", mods.rows);
    assert!(problem("mods/aaa").is_some_and(|what| what.contains("weapons.ron:1:")), "{:?}", mods.rows);
    assert!(problem("mods/no.zip").is_some_and(|what| what.contains("it must be a zip archive")), "{:?}", mods.rows);
    assert_eq!([problem("mods/kennel"), problem("mods/zzzz")], [None, None]);
}

/// Plays on until the game is on a deck.
fn go_to_deck(game: &mut WholeGame) {
    for _ in 0..200 {
        if game.phase() == Phase::Deck {
            break;
        }
        game.press(KeyCode::Enter);
    }
    game.pictures(20);
    assert_eq!(game.phase(), Phase::Deck);
}

#[test]
fn page_offers_a_new_game_with_other_mods_during_a_run() {
    let mut game = game(&["overtime"]);
    open(&mut game, Hand::Keys);
    game.press(KeyCode::Enter);
    leave(&mut game, Hand::Keys);
    game.take(Hand::Keys, "New game");
    go_to_deck(&mut game);
    for hand in [Hand::Keys, Hand::Mouse, Hand::Pad] {
        let before = unaware(&game);
        game.press(KeyCode::Escape);
        open(&mut game, hand);
        match hand {
            Hand::Mouse => game.take(hand, "Overtime"),
            Hand::Keys => game.press(KeyCode::Enter),
            Hand::Pad => game.press_pad("South"),
        }
        game.pictures(2);
        game.show("mods_in_a_run");
        assert_eq!(unaware(&game), before, "the run keeps its rules");
        game.take(hand, "New game with these mods");
        assert_eq!(game.phase(), Phase::Deck, "it asks first");
        game.take(hand, "New game with these mods: are you sure?");
        await_title(&mut game);
        assert_ne!(unaware(&game), before, "{hand:?}");
        let is_on = unaware(&game) == 4;
        assert_eq!(game.page(), if is_on { Page::Campaigns } else { Page::Decks }, "{hand:?}");
        game.press(KeyCode::Enter);
        game.pictures(3);
        if game.page() == Page::Decks {
            game.press(KeyCode::Enter);
        }
        go_to_deck(&mut game);
    }
}

/// A map of another game as text: a row of floor with the player at one end and a lift at the other.
const MAP: &str = "namespace = \"Wolf3D\"; tilesize = 64; name = \"Attic\"; width = 6; height = 3;
    tile { texturenorth = \"WALL1\"; textureeast = \"WALL1\"; }
    planemap { {0,0,-1},{0,0,-1},{0,0,-1},{0,0,-1},{0,0,-1},{0,0,-1},
        {0,0,-1},{-1,0,0},{-1,0,0},{-1,0,0},{0,0,-1},{0,0,-1},
        {0,0,-1},{0,0,-1},{0,0,-1},{0,0,-1},{0,0,-1},{0,0,-1} }
    trigger { x = 4; y = 1; z = 0; action = \"Exit_Normal\"; activatewest = true; playeruse = true; }
    thing { type = \"$Player1Start\"; x = 1.5; y = 1.5; z = 0; angle = 0; skill1 = true; }";

#[test]
fn maps_of_another_game_are_a_campaign() {
    let mut game = game(&[]);
    write(&game, "Old house/one.uwmf", MAP);
    write(&game, "Old house/two.UWMF", MAP.replace("Attic", "Cellar"));
    open(&mut game, Hand::Keys);
    assert_eq!(rows(&game), ["+Old house"]);
    let words: Vec<String> = game.written().into_iter().map(|written| written.text).collect();
    assert!(words.iter().any(|text| text.contains("Maps of Wolfenstein 3D")), "{words:?}");
    game.show("mods_of_maps");
    leave(&mut game, Hand::Keys);
    game.take(Hand::Keys, "New game");
    game.take(Hand::Keys, "Old house");
    go_to_deck(&mut game);
    game.show("map_of_another_game");
    let decks = game.app.world().resource::<Decks>();
    let titles: Vec<String> = decks.iter().filter_map(|deck| Some(deck.title.as_ref()?.english())).collect();
    assert_eq!(titles, ["Attic", "Cellar"]);
    assert_eq!(fs::read_dir(game.path("mods/Old house")).unwrap().count(), 2, "the player's files stay as they are");
}

#[test]
fn language_of_a_mod_can_be_selected() {
    let mut game = game(&[]);
    let french = "(name: \"Français\", words: { \"New game\": \"Nouvelle partie\" })";
    write(&game, "french/mod.ron", "(name: \"French\", version: \"1\")");
    write(&game, "french/assets/words/fr.ron", french);
    open(&mut game, Hand::Keys);
    leave(&mut game, Hand::Keys);
    game.take(Hand::Keys, "Options");
    game.take(Hand::Keys, "Game");
    game.press(KeyCode::ArrowLeft);
    let words: Vec<String> = game.written().into_iter().map(|written| written.text).collect();
    assert!(words.iter().any(|text| text == "Français"), "{words:?}");
    game.press(KeyCode::Escape);
    game.press(KeyCode::Escape);
    game.pictures(20);
    let words: Vec<String> = game.written().into_iter().map(|written| written.text).collect();
    assert!(words.iter().any(|text| text.contains("Nouvelle partie")), "{words:?}");
    game.show("french");
    // Without its mod, the texts are English again, and the setting stays.
    game.app.world_mut().resource_mut::<Mods>().switch(0);
    crate::files::mod_changes::load_again(game.app.world_mut());
    await_title(&mut game);
    game.pictures(20);
    let words: Vec<String> = game.written().into_iter().map(|written| written.text).collect();
    assert!(words.iter().any(|text| text.contains("New game")), "{words:?}");
}

#[test]
fn picture_of_a_mod_is_shown_on_the_page() {
    let mut game = game(&["stripes"]);
    let mut picture = raycast::Frame::new(300, 200);
    picture.pixels_mut().fill(0xff11_ee77);
    write(&game, "stripes/mod.png", renderer::encode_png(&picture).unwrap());
    open(&mut game, Hand::Keys);
    game.pictures(2);
    game.show("mods_with_picture");
    let pixels = game.app.world().resource::<renderer::Screen>().0.pixels();
    let count = pixels.iter().filter(|pixel| **pixel == 0xff11_ee77).count();
    assert!((5_000..40_000).contains(&count), "{count} pixels of the picture");
    // A picture that is too large is not shown, and `hullkit mod check` reports it.
    let large = renderer::encode_png(&raycast::Frame::new(600, 10)).unwrap();
    let error = content::check_file("mod.png", "x/mod.png", &large).unwrap_err().what;
    assert_eq!(error, "x/mod.png: the picture must have at most 512 by 512 pixels, got 600 by 10");
    write(&game, "large/mod.ron", "(name: \"Large\", version: \"1\")");
    write(&game, "large/mod.png", large);
    leave(&mut game, Hand::Keys);
    open(&mut game, Hand::Keys);
    let row = &game.app.world().resource::<Mods>().rows[1];
    assert_eq!((row.problem.as_ref(), row.found.as_ref().unwrap().picture()), (None, None));
}

/// Runs the game until something is true.
fn until(game: &mut WholeGame, what: &str, mut is_true: impl FnMut(&WholeGame) -> bool) {
    let patience = Instant::now() + Duration::from_secs(60);
    while !is_true(game) {
        assert!(Instant::now() < patience, "{what}");
        game.pictures(1);
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn files_of_a_mod_that_is_switched_on_later_are_reloaded() {
    let mut game = game_of(&["overtime"], true);
    open(&mut game, Hand::Keys);
    leave(&mut game, Hand::Keys);
    assert_eq!(unaware(&game), 4);
    let hash = |game: &WholeGame| game.app.world().resource::<Mods>().active()[0].hash();
    let before = hash(&game);
    write(&game, "overtime/assets/rules/standard.ron", "(unaware: 7)");
    until(&mut game, "a changed table is adopted", |game| unaware(game) == 7);
    assert_ne!(hash(&game), before, "a save names the mod as it is now");
    // A file of a campaign, a level of it, a new folder with a new language, and the manifest.
    let campaign = fs::read_to_string(game.path("mods/overtime/assets/campaigns/overtime.ron")).unwrap();
    write(&game, "overtime/assets/campaigns/overtime.ron", campaign.replace("\"Overtime\"", "\"Unpaid\""));
    let title = |game: &WholeGame| game.app.world().resource::<Campaigns>().0[1].title.english();
    until(&mut game, "a changed campaign is adopted", |game| title(game) == "Unpaid");
    write(&game, "overtime/assets/words/fr.ron", "(name: \"Français\", words: {})");
    until(&mut game, "a new language is found", |game| {
        let languages = game.app.world().resource::<Languages>();
        languages.name(languages.after(Language::English, -1)) == "Français"
    });
    write(&game, "overtime/mod.ron", "(name: \"Overtime\", version: \"1.1\")");
    until(&mut game, "a changed manifest is adopted", |game| {
        game.app.world().resource::<Mods>().active()[0].manifest().version == "1.1"
    });
    await_title(&mut game);
    game.take(Hand::Keys, "New game");
    game.take(Hand::Keys, "Unpaid");
    go_to_deck(&mut game);
    let level = fs::read_to_string(game.path("mods/overtime/levels/overtime_early.ron")).unwrap();
    write(&game, "overtime/levels/overtime_early.ron", level.replace("Early Shift", "First Shift"));
    until(&mut game, "a changed level is adopted", |game| {
        let level = game.app.world().get_resource::<engine::Deck>();
        level.is_some_and(|deck| deck.0.name == "First Shift")
    });
    assert!(game.app.world().resource::<Files>().is_in_mod("levels/overtime_early.ron"));
}

/// Measures the page with many mods: `cargo test --release --package hullbreach -- --ignored page_with_200_mods
/// --nocapture`.
#[test]
#[ignore = "a measurement, for release builds"]
fn page_with_200_mods_draws_in_16_ms() {
    let mut game = game(&[]);
    let monsters =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../mods/examples/kennel/assets/monsters.ron"));
    let (monsters, level) = (monsters.unwrap(), shipped_files().read("levels/deck1.ron").unwrap());
    for number in 0..200 {
        let name = |file: &str| format!("mod{number:03}/{file}");
        write(
            &game,
            &name("mod.ron"),
            format!("(name: \"Mod {number}\", version: \"1\", description: \"One of many.\")"),
        );
        write(&game, &name("assets/monsters.ron"), monsters.replace("script: \"hound\", ", ""));
        write(&game, &name(&format!("levels/level{number}.ron")), &level);
        write(&game, &name("mod.png"), renderer::encode_png(&raycast::Frame::new(320, 180)).unwrap());
    }
    game.take(Hand::Keys, "Options");
    let began = Instant::now();
    game.take(Hand::Keys, "Mods");
    eprintln!("the page opens in {:.1} ms", began.elapsed().as_secs_f64() * 1000.0);
    let mut times = Vec::new();
    for frame in 0..1200 {
        let window = game.window();
        let key_code = match frame % 120 {
            50 => KeyCode::Enter,
            100 => KeyCode::ArrowRight,
            _ => KeyCode::ArrowDown,
        };
        let state = if frame % 2 == 0 { ButtonState::Pressed } else { ButtonState::Released };
        let input = KeyboardInput { key_code, logical_key: Key::Dead(None), state, text: None, repeat: false, window };
        game.app.world_mut().write_message(input);
        let began = Instant::now();
        game.pictures(1);
        times.push(began.elapsed());
    }
    times.sort();
    let (median, p99, worst) = (times[600], times[1188], times[1199]);
    eprintln!("{} mods: median {median:.1?}, p99 {p99:.1?}, worst {worst:.1?}", rows(&game).len());
    assert!(p99 <= Duration::from_millis(16), "{p99:?}");
}
