//! Tests of hot reload: they change files of a mod folder while the game runs.

use super::*;
use crate::{
    campaign::progress::Progress, campaign::taping::Recording, files::given::shipped_files, whole_game::WholeGame,
};
use engine::Run;
use localization::Language;
use std::{
    fs,
    time::{Duration, Instant},
};

/// A game on its first deck, with a watched mod folder that can replace its files.
struct Watched {
    game: WholeGame,
    folder: tempfile::TempDir,
}

impl Watched {
    fn on_deck() -> Watched {
        let folder = tempfile::tempdir().unwrap();
        for below in ["levels", "assets/scripts", "assets/sprites", "assets/sounds", "assets/music"] {
            fs::create_dir_all(folder.path().join(below)).unwrap();
        }
        let files = shipped_files().with_layer(folder.path()).unwrap();
        let mut game = WholeGame::of_files(UVec2::new(320, 180), Language::English, &files, true);
        for phase in [Phase::Briefing, Phase::Deck] {
            game.app.world_mut().resource_mut::<NextState<Phase>>().set(phase);
            game.pictures(4);
        }
        game.pictures(20);
        Watched { game, folder }
    }

    fn world(&mut self) -> &mut World {
        self.game.app.world_mut()
    }

    /// Writes a file and waits for a note that contains `expected`. Skips a late note about the previous version.
    fn save(&mut self, name: &str, text: impl AsRef<[u8]>, expected: &str) {
        let file = self.folder.path().join(name);
        // Replace the file with a new one, as many editors do.
        fs::write(file.with_extension("new"), text).unwrap();
        fs::rename(file.with_extension("new"), file).unwrap();
        let (mut notes, patience) = (Vec::new(), Instant::now() + Duration::from_secs(60));
        while !notes.last().is_some_and(|note: &String| note.contains(expected)) {
            assert!(Instant::now() < patience, "no note on {name} contains {expected:?}: {notes:?}");
            self.game.app.update();
            std::thread::sleep(Duration::from_millis(2));
            notes.extend(self.world().remove_resource::<Note>().map(|note| format!("{note:?}")));
        }
    }
}

/// Returns a file of the game as text.
fn shipped(name: &str) -> String {
    String::from_utf8(shipped_files().read(name).unwrap()).unwrap()
}

#[test]
fn changed_files_are_reloaded_and_broken_ones_rejected() {
    let mut watched = Watched::on_deck();
    let tick = |watched: &mut Watched| watched.world().resource::<Run>().tick;

    // A changed level restarts at the player's position.
    let level = shipped("levels/deck1.ron");
    let before = tick(&mut watched);
    watched.save(
        "levels/deck1.ron",
        level.replacen("name: \"", "name: \"My ", 1),
        "levels/deck1.ron was reloaded; the deck restarts",
    );
    watched.game.pictures(3);
    let deck = watched.world().resource::<Progress>().deck.clone();
    assert!(watched.world().resource::<Decks>().level(&deck).unwrap().name.starts_with("My "));
    assert!(tick(&mut watched) < before && watched.world().resource::<Progress>().arrival.is_some());
    watched.save("levels/deck1.ron", "(\nname: 7", "levels/deck1.ron:2:");
    assert!(
        watched.world().resource::<Decks>().level(&deck).unwrap().name.starts_with("My "),
        "the old value must stay"
    );

    // Changed tables restart the deck and end the recording.
    let demo = watched.folder.path().join("run.demo");
    watched.world().insert_resource(Recording::File(ports::RecordFile::new(demo.clone(), None)));
    watched.world().write_message(RunRequest::Restart);
    watched.game.pictures(10);
    let weapons = shipped("assets/weapons.ron");
    watched.save(
        "assets/weapons.ron",
        weapons.replacen("cooldown: 0.5", "cooldown: 0.6", 1),
        "the deck restarts, and the recording of the run ends",
    );
    watched.game.pictures(3);
    assert!(demo.is_file());
    watched.save("assets/weapons.ron", "(", "assets/weapons.ron:1:");
}

#[test]
fn scripts_art_and_texts_reload_without_a_new_run() {
    let mut watched = Watched::on_deck();
    let run = |watched: &mut Watched| watched.world().resource::<Run>().tick;
    let before = run(&mut watched);
    watched.save(
        "assets/scripts/fox.lua",
        "function process() log('here') end",
        "assets/scripts/fox.lua was reloaded\"",
    );
    let scripts = &watched.world().resource::<BaseRules>().0.scripts.clone();
    assert!(scripts.iter().any(|(name, script)| name == "fox" && format!("{script:?}").contains("here")));
    watched.save("assets/scripts/fox.lua", "function process(", "assets/scripts/fox.lua:1: ");
    assert!(watched.world().resource::<BaseRules>().0.scripts == *scripts, "the old version must stay");
    watched.save("assets/scripts/fox.lua", b"\n\n\xff", "assets/scripts/fox.lua:3: ");

    // A new sprite is loaded although there was none before, and is dropped when its file is deleted.
    let sprite = |watched: &mut Watched| {
        let art = watched.world().resource::<renderer::Art>();
        art.picture("medkit").map(|picture| (picture.width(), picture.height()))
    };
    let own = sprite(&mut watched);
    let icon = shipped_files().read("assets/icons/128.png").unwrap();
    watched.save("assets/sprites/medkit.png", &icon, "assets/sprites/medkit.png was reloaded");
    assert_eq!(sprite(&mut watched), Some((128, 128)));
    watched.save("assets/sprites/medkit.png", "no picture", "assets/sprites/medkit.png: ");
    assert_eq!(sprite(&mut watched), Some((128, 128)), "the old version must stay");
    fs::remove_file(watched.folder.path().join("assets/sprites/medkit.png")).unwrap();
    let patience = Instant::now() + Duration::from_secs(60);
    while sprite(&mut watched) != own {
        assert!(Instant::now() < patience);
        watched.game.app.update();
    }
    watched.save(
        "assets/sounds/hurt.wav",
        shipped_files().read("assets/sounds/death.wav").unwrap(),
        "assets/sounds/hurt.wav was reloaded",
    );
    watched.save("assets/music/title.ron", "(", "assets/music/title.ron:");
    assert!(run(&mut watched) > before, "the run must not restart");
}
