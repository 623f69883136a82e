//! Recording: runs are written as demos, each run into a file of its own.

use crate::{files::demos_folder::DemosFolder, flow::phase::Phase, ui::note::Note};
use bevy::prelude::*;
use engine::{Demo, Recorder, Run, Start, Tape};
use ports::RecordFile;
use std::{
    io::{self, Write},
    path::PathBuf,
};
use words::{Said, say};

/// Runs are recorded, from now on until somebody stops it.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Recording {
    /// Into this file, as the command line says, and further runs into files with numbers.
    File(RecordFile),
    /// Into the player's folder, as he has asked for in the pause.
    Folder,
}

pub(crate) fn plugin(app: &mut App) {
    if let Some(mut tape) = app.world_mut().get_resource_mut::<Tape>() {
        tape.keeps = true;
    }
    app.add_systems(OnExit(Phase::Deck), leave_run);
}

/// Whether the run is recorded.
pub(crate) fn is_on(world: &World) -> bool {
    world.get_resource::<Tape>().is_some_and(|tape| tape.recorder.is_some())
}

/// The run in the world ends, or another is about to take its place: what was recorded of it is written, and nothing leads back.
pub(crate) fn leave_run(world: &mut World) {
    end_recording(world);
    if let Some(mut tape) = world.get_resource_mut::<Tape>() {
        tape.clear();
    }
}

/// A run has begun with this start, on the deck of this file; `goes_on` if it goes on from where it was saved. Its last minute is kept,
/// and it is recorded, if somebody wants that.
pub(crate) fn begin_run(world: &mut World, start: &Start, deck: &str, goes_on: bool) {
    if let Some(tape) = world.get_resource::<Tape>() {
        tape.last_minute.begin(start, deck);
    }
    record(world, start, deck, goes_on);
}

/// Records the run, if somebody wants that.
fn record(world: &mut World, start: &Start, deck: &str, goes_on: bool) {
    if world.contains_resource::<Recording>() && world.contains_resource::<Tape>() {
        let recorder = if goes_on { Recorder::from_here(start, deck, world) } else { Recorder::new(start, deck) };
        world.resource_mut::<Tape>().recorder = Some(recorder);
    }
}

/// Records the run from where it stands, and those after it. It began with this start, on the deck of this file.
pub(crate) fn start(world: &mut World, start: &Start, deck: &str) {
    world.insert_resource(Recording::Folder);
    record(world, start, deck, true);
    world.insert_resource(Note::new(say!("Recording")));
}

/// Records no more.
pub(crate) fn stop(world: &mut World) {
    end_recording(world);
    world.remove_resource::<Recording>();
}

/// Writes what was recorded of the run, if it was; and tells where it is, or why it is not.
fn end_recording(world: &mut World) {
    let recorder = world.get_resource_mut::<Tape>().and_then(|mut tape| tape.recorder.take());
    let Some(recorder) = recorder.filter(|recorder| recorder.ticks() > 0) else { return };
    if !world.contains_resource::<Run>() {
        return;
    }
    let demo = recorder.finish(world);
    let told = match write(world, &demo) {
        Ok(path) => say!("Recorded {file}", file = Said::literal(path.display().to_string())),
        Err(what) => {
            // A terminal that has hung up takes no message.
            let _ = writeln!(io::stderr(), "hullbreach: {}", what.english());
            what
        }
    };
    world.insert_resource(Note::new(told));
}

/// Writes a demo where it belongs.
fn write(world: &World, demo: &Demo) -> Result<PathBuf, Said> {
    let failed = |what: Said| say!("The demo cannot be written: {what}", what);
    let nowhere = || failed(say!("there is no home folder; use --demo-dir FOLDER").into());
    let bytes = demo.bytes().map_err(|error| failed(Said::literal(error.to_string())))?;
    if let Some(Recording::File(file)) = world.get_resource::<Recording>() {
        return file.write(&bytes).map_err(Said::literal);
    }
    let demos = world.get_resource::<DemosFolder>().ok_or_else(nowhere)?;
    demos.write(&demo.head().level, &bytes).map_err(Said::literal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::demos_folder;
    use engine::{Headless, Intent, TapePlugin};
    use level::Level;
    use ports::{Folders, Store};
    use std::{path::Path, sync::Arc};

    fn start_of_test() -> Start {
        let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"####\", \"#@.#\", \"####\"])";
        Start::on(Arc::new(Level::read("x", text).unwrap()))
    }

    /// A game whose demos go into a folder.
    fn game(folder: &Path) -> Headless {
        let mut game = Headless::begin_with(&start_of_test(), |app| {
            app.add_plugins(TapePlugin);
        });
        game.world_mut().insert_resource(
            DemosFolder::open(&Store::on_disk(Folders::default().with("demos", folder.to_owned()))).unwrap(),
        );
        game
    }

    fn play(game: &mut Headless, ticks: usize) {
        (0..ticks).for_each(|_| game.tick(Intent { turn: 0.01, ..Intent::default() }));
    }

    /// The ticks of the demos in a folder, by their names.
    fn ticks(folder: &Path) -> Vec<(String, u64)> {
        let name = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().to_owned();
        let ticks = |path: &PathBuf| demos_folder::read(path).map(|demo| demo.ticks()).unwrap();
        let files = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
        let demos = files.filter(|path| path.is_file() && path.extension().is_some_and(|ending| ending == "demo"));
        let mut demos: Vec<PathBuf> = demos.collect();
        demos.sort();
        demos.iter().map(|path| (name(path), ticks(path))).collect()
    }

    #[test]
    fn each_run_of_a_game_is_recorded_into_a_file_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = game(folder.path());
        game.world_mut().insert_resource(Recording::File(RecordFile::new(folder.path().join("all.demo"), None)));
        for ticks in [30, 0, 20] {
            leave_run(game.world_mut());
            engine::begin(game.world_mut(), &start_of_test());
            begin_run(game.world_mut(), &start_of_test(), "x.ron", false);
            play(&mut game, ticks);
        }
        leave_run(game.world_mut());
        let wanted = [("all-2.demo", 20), ("all.demo", 30)].map(|(name, ticks)| (name.to_owned(), ticks));
        assert_eq!(ticks(folder.path()), wanted, "a run without a tick leaves none");
        assert!(!is_on(game.world()));
    }

    #[test]
    fn recording_replaces_no_other_demo_and_goes_elsewhere_if_it_must() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("all-2.demo"), "mine").unwrap();
        std::fs::write(path("file"), "").unwrap();
        let mut game = game(folder.path());
        for file in ["all.demo", "all.demo", "file/x.demo"] {
            let file = RecordFile::new(path(file), Some(path("elsewhere")));
            game.world_mut().insert_resource(Recording::File(file));
            begin_run(game.world_mut(), &start_of_test(), "x.ron", false);
            play(&mut game, 5);
            stop(game.world_mut());
        }
        assert_eq!(std::fs::read(path("all-2.demo")).unwrap(), b"mine");
        assert!(path("all.demo").is_file() && path("all-3.demo").is_file());
        assert_eq!(ticks(&path("elsewhere")), [("x.demo".to_owned(), 5)]);
        let note = format!("{:?}", game.world().resource::<Note>());
        assert!(note.contains("file/x.demo cannot be written") && note.contains("elsewhere/x.demo"), "{note}");
    }

    #[test]
    fn the_pause_records_from_where_the_run_stands_until_it_is_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = game(folder.path());
        play(&mut game, 10);
        start(game.world_mut(), &start_of_test(), "levels/x.ron");
        assert!(is_on(game.world()));
        play(&mut game, 25);
        stop(game.world_mut());
        play(&mut game, 10);
        leave_run(game.world_mut());
        engine::begin(game.world_mut(), &start_of_test());
        begin_run(game.world_mut(), &start_of_test(), "levels/x.ron", false);
        assert!(!is_on(game.world()));
        assert_eq!(ticks(folder.path()), [("x.demo".to_owned(), 25)]);
    }
}
