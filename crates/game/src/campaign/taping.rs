//! Recording of demos: each run is written to its own file.

use crate::{files::demos_folder::DemosFolder, files::mods, flow::phase::Phase, ui::note::Note};
use bevy::prelude::*;
use engine::{Demo, EarlierRun, Recorder, Run, Start, Tape};
use localization::{Said, say};
#[cfg(not(target_family = "wasm"))]
use ports::RecordFile;
use std::{
    io::{self, Write},
    path::PathBuf,
};

/// Present while runs are recorded.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Recording {
    /// Records to the file given on the command line. Later runs go to numbered files.
    #[cfg(not(target_family = "wasm"))]
    File(RecordFile),
    /// Records to the player's demo folder, as requested in the pause menu.
    Folder,
}

pub(crate) fn plugin(app: &mut App) {
    if let Some(mut tape) = app.world_mut().get_resource_mut::<Tape>() {
        tape.keeps = true;
    }
    app.add_systems(OnExit(Phase::Deck), leave_run);
}

/// Returns true if the run is being recorded.
pub(crate) fn is_on(world: &World) -> bool {
    world.get_resource::<Tape>().is_some_and(|tape| tape.recorder.is_some())
}

/// Ends the run in the world, or prepares for its replacement: writes its recording and clears the rewind buffer.
pub(crate) fn leave_run(world: &mut World) {
    end_recording(world);
    if let Some(mut tape) = world.get_resource_mut::<Tape>() {
        tape.clear();
    }
}

/// Takes the last minute of the run for the one that replaces it. A demo that is played has none.
pub(crate) fn take_earlier(world: &mut World) -> Option<EarlierRun> {
    let is_own = world.get_resource::<Tape>().is_some_and(|tape| tape.replay.is_none());
    is_own.then(|| world.resource_scope(|world, tape: Mut<Tape>| tape.take_earlier(world)))
}

/// Starts the rewind buffer of a new run, and its recording if that is on. `deck` is the file of its deck; `goes_on` is
/// true if the run resumes from a saved state.
pub(crate) fn begin_run(world: &mut World, start: &Start, deck: &str, goes_on: bool) {
    if let Some(tape) = world.get_resource::<Tape>() {
        tape.last_minute.begin(start, deck);
    }
    record(world, start, deck, goes_on);
}

/// Records the run if recording is on.
fn record(world: &mut World, start: &Start, deck: &str, goes_on: bool) {
    if world.contains_resource::<Recording>() && world.contains_resource::<Tape>() {
        let recorder = if goes_on { Recorder::from_here(start, deck, world) } else { Recorder::new(start, deck) };
        let recorder = recorder.with_mods(mods::needed(world));
        world.resource_mut::<Tape>().recorder = Some(recorder);
    }
}

/// Starts recording with the current state of the run, and records later runs too. `start` is the start of the run,
/// `deck` the file of its deck.
pub(crate) fn start(world: &mut World, start: &Start, deck: &str) {
    world.insert_resource(Recording::Folder);
    record(world, start, deck, true);
    world.insert_resource(Note::new(say!("Recording started")));
}

/// Stops recording.
pub(crate) fn stop(world: &mut World) {
    end_recording(world);
    world.remove_resource::<Recording>();
}

/// Writes the recording of the run, if any, and reports its path or the error.
fn end_recording(world: &mut World) {
    let recorder = world.get_resource_mut::<Tape>().and_then(|mut tape| tape.recorder.take());
    let Some(recorder) = recorder.filter(|recorder| recorder.ticks() > 0) else { return };
    if !world.contains_resource::<Run>() {
        return;
    }
    let demo = recorder.finish(world);
    let told = match write(world, &demo) {
        Ok(path) => say!("Demo saved: {file}", file = Said::literal(path.display().to_string())),
        Err(what) => {
            // Ignore a closed terminal.
            let _ = writeln!(io::stderr(), "hullbreach: {}", what.english());
            what
        }
    };
    world.insert_resource(Note::new(told));
}

/// Writes a demo to its file and returns the path.
fn write(world: &World, demo: &Demo) -> Result<PathBuf, Said> {
    let failed = |what: Said| say!("Cannot save the demo: {what}", what);
    let nowhere = || failed(say!("no home folder found. Start with --demo-dir FOLDER.").into());
    let bytes = demo.bytes().map_err(|error| failed(Said::literal(error.to_string())))?;
    #[cfg(not(target_family = "wasm"))]
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

    /// Creates a game whose demos go to a folder.
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

    /// Returns the name and the number of ticks of each demo in a folder.
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
    fn each_run_is_recorded_to_its_own_file() {
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
        assert_eq!(ticks(folder.path()), wanted, "a run without ticks is not written");
        assert!(!is_on(game.world()));
    }

    #[test]
    fn recording_never_replaces_a_demo_and_has_a_fallback_path() {
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
    fn pause_menu_records_from_the_current_tick_until_stopped() {
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
