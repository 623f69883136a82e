//! Tests of loading: missing and broken files are reported, and everything that the game needs is loaded.

use super::*;
use crate::{files::given::shipped_files, flow::phase};
use bevy::{app::TaskPoolPlugin, state::app::StatesPlugin};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

/// Returns the files of the game in memory. Sounds are only listed while loading, so their content does not matter.
fn shipped() -> BTreeMap<String, Vec<u8>> {
    let files = shipped_files();
    let folders =
        ["fonts", "icons", "music", "pictures", "pipelines", "rooms", "rules", "scripts", "sheets", "skies", "words"];
    let folders = folders.map(|folder| format!("assets/{folder}"));
    let mut all = BTreeMap::new();
    for folder in folders.iter().map(String::as_str).chain(["assets", "levels"]) {
        all.extend(files.list(folder, "").into_iter().map(|name| (name.clone(), files.read(&name).unwrap())));
    }
    all.extend(files.list("assets/sounds", ".wav").into_iter().map(|name| (name, Vec::new())));
    all
}

/// Creates a game with these files and runs it until everything that the title needs is loaded.
fn loaded(files: BTreeMap<String, Vec<u8>>) -> App {
    let files = Files::of_memory(files);
    let mut app = App::new();
    app.add_plugins((TaskPoolPlugin::default(), StatesPlugin, phase::plugin)).init_resource::<Time<Virtual>>();
    content::register_sources(&mut app, &files, None);
    app.add_plugins(AssetPlugin::default());
    app.insert_resource(files.clone()).insert_resource(Afterwards(Phase::Title));
    app.init_resource::<crate::files::settings::Settings>();
    app.add_plugins((plugin, language::plugin));
    content::begin_loading(app.world_mut(), &files);
    let patience = Instant::now() + Duration::from_secs(120);
    while *app.world().resource::<State<Phase>>().get() == Phase::Loading {
        assert!(Instant::now() < patience, "loading must end");
        app.update();
    }
    app
}

#[test]
fn loading_provides_everything_that_the_game_needs() {
    let app = loaded(shipped());
    let world = app.world();
    assert_eq!(*world.resource::<State<Phase>>().get(), Phase::Title, "{:?}", world.get_resource::<StartupError>());
    assert!(world.resource::<Art>().picture("title").is_some() && world.resource::<Sounds>().is_awaited("hurt"));
    assert!(world.resource::<Decks>().iter().count() > 5);
}

#[test]
fn missing_or_broken_file_is_reported() {
    let shipped = shipped();
    let shows = |file: &str, content: Option<&[u8]>, code: u8, words: &str| {
        let mut files = shipped.clone();
        match content {
            Some(content) => drop(files.insert(file.to_owned(), content.to_vec())),
            None => assert!(files.remove(file).is_some(), "{file}"),
        }
        let app = loaded(files);
        let trouble = app.world().get_resource::<StartupError>().unwrap_or_else(|| panic!("no error for {file}"));
        assert!(trouble.what.starts_with(words), "{trouble:?}");
        assert_eq!(trouble.code, code, "{trouble:?}");
    };
    shows("assets/fonts/hullbreach.ttf", None, 5, "assets/fonts/hullbreach.ttf cannot be read: there is no such file");
    shows("assets/sprites/medkit.png", Some(b"no"), 3, "assets/sprites/medkit.png: not a readable PNG image");
    shows("assets/sounds/hurt.wav", None, 3, "assets/sounds: there is no 'hurt.wav'");
    shows("assets/weapons.ron", Some(b"{"), 3, "assets/weapons.ron:1:");
    shows("assets/scripts/fox.lua", Some(b"\n\xff"), 3, "assets/scripts/fox.lua:2: ");
    shows("assets/scripts/fox.lua", None, 5, "assets/scripts/fox.lua cannot be read: ");
    shows("assets/rules/standard.ron", None, 5, "assets/rules/standard.ron cannot be read: ");
    shows("assets/campaign.ron", Some(b"(decks: 7)"), 3, "assets/campaign.ron:1:");
    shows("levels/deck1.ron", None, 5, "levels/deck1.ron cannot be read: ");
    shows("levels/deck1.ron", Some(b"()"), 3, "levels/deck1.ron:");
    shows("assets/pipelines/labyrinth_a.ron", Some(b"(\n7"), 3, "assets/pipelines/labyrinth_a.ron:");
    shows("assets/music/title.ron", Some(b"("), 3, "assets/music/title.ron:");
    shows("assets/uniforms.ron", Some(b"("), 3, "assets/uniforms.ron:1:");
    shows("assets/sheets/fox.png", Some(b"no"), 3, "assets/sheets/fox.png: ");
    shows("assets/sheets/fox.ron", Some(b"("), 3, "assets/sheets/fox.ron:1:");
    shows("assets/sheets/fox.png", None, 5, "assets/sheets/fox.png cannot be read: ");
}

#[test]
fn broken_sound_is_reported_soon_after_the_start() {
    let mut files = shipped();
    files.insert("assets/sounds/thud.wav".to_owned(), b"RIFF".to_vec());
    let mut app = loaded(files);
    let patience = Instant::now() + Duration::from_secs(60);
    while *app.world().resource::<State<Phase>>().get() != Phase::StartupError {
        assert!(Instant::now() < patience, "the broken sound must be reported");
        app.update();
    }
    let trouble = app.world().resource::<StartupError>();
    assert!(trouble.what.starts_with("assets/sounds/") && trouble.code == 3, "{trouble:?}");
}
