//! Watching the scripts of creatures: as soon as one is saved, its creatures do what it says now, and keep their memory. What
//! scripts log, and what is wrong with them, is shown to whoever writes them.

use crate::campaign::playback::{self, Playback};
use crate::campaign::progress::{Progress, start_of_run};
use crate::campaign::taping;
use crate::files::file_bytes::read_file;
use crate::files::game_folder::GameFolder;
use crate::files::rules_files::BaseRules;
use crate::flow::phase::Flow;
use crate::ui::note::Note;
use bevy::prelude::*;
use engine::{Rules, Script, Scripts, Tables, Utterance, Words};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// So often the files are looked at.
const OFTEN: Duration = Duration::from_millis(200);
/// The most bytes that are read of a file: a script has fewer, and the engine says so.
const MAX_BYTES: usize = 1 << 20;

/// The scripts are watched: in a build for developers always, else if the command line says so.
#[derive(Resource, Default)]
pub(crate) struct WatchedScripts {
    /// When each file was changed last, as far as is known, by the names of the scripts.
    changed: BTreeMap<String, SystemTime>,
    /// When they were looked at, after the start of the game.
    looked: Duration,
}

pub(crate) fn plugin(app: &mut App) {
    // A demo is of the scripts with which it was recorded.
    let is_played = resource_exists::<Playback>.or_else(playback::jumps);
    let runs = in_state(Flow::Running).and_then(resource_exists::<WatchedScripts>).and_then(not(is_played));
    app.add_systems(Update, (look.run_if(runs), tell).chain());
}

/// Looks whether a script has changed, and takes it.
fn look(world: &mut World) {
    let now = world.resource::<Time<Real>>().elapsed();
    let mut watched = world.resource_mut::<WatchedScripts>();
    if now < watched.looked + OFTEN {
        return;
    }
    watched.looked = now;
    let (Some(folder), Some(rules)) = (world.get_resource::<GameFolder>(), world.get_resource::<BaseRules>()) else {
        return;
    };
    let assets = folder.path.join("assets");
    let names: Vec<String> = rules.0.scripts.iter().map(|(name, _)| name.clone()).collect();
    let changed = changed(&mut world.resource_mut::<WatchedScripts>(), &assets, names);
    for (name, path) in changed {
        take(world, &name, &path);
    }
}

/// The scripts of these names whose files have changed since this was asked last, with their files.
fn changed(watched: &mut WatchedScripts, assets: &Path, names: Vec<String>) -> Vec<(String, PathBuf)> {
    let mut all = Vec::new();
    for name in names {
        let path = assets.join(Tables::script_file(&name));
        // An editor may take the old file away a moment before the new one is there.
        let Ok(now) = std::fs::metadata(&path).and_then(|file| file.modified()) else { continue };
        let before = watched.changed.insert(name.clone(), now);
        if before.is_some_and(|before| before != now) {
            all.push((name, path));
        }
    }
    all
}

/// Takes a script as its file is now, into the run and into those that follow.
fn take(world: &mut World, name: &str, path: &Path) {
    let file = format!("{name}.lua");
    let Ok(bytes) = read_file(path, MAX_BYTES) else { return };
    // A file that is no script is one whose creatures stand still.
    let script = Script::read(&file, &bytes).unwrap_or_else(Script::broken);
    let mut rules = Rules::clone(&world.resource::<BaseRules>().0);
    rules.set_script(name, script.clone());
    // What was recorded so far is of other rules, and nothing leads back there.
    taping::leave_run(world);
    world.insert_resource(BaseRules(Arc::new(rules)));
    engine::replace_script(world, name, script);
    if let Some((start, _)) = start_of_run(world) {
        let deck = world.resource::<Progress>().deck.clone();
        taping::begin_run(world, &start, &deck, true);
    }
    let mistake = world.resource_mut::<Scripts>().uncompiled().filter(|mistake| mistake.file == file);
    let told = mistake.map_or_else(|| format!("{file} is taken as it is now"), |mistake| mistake.to_string());
    world.insert_resource(Note::new(told));
}

/// Tells what scripts log and what is wrong with them: on the terminal, and on the screen if they are watched.
fn tell(
    mut uttered: MessageReader<Utterance>,
    watched: Option<Res<WatchedScripts>>,
    rules: Option<Res<Rules>>,
    mut commands: Commands,
) {
    for Utterance { by, kind, words, .. } in uttered.read() {
        let text = match words {
            Words::Failed(mistake) => mistake.to_string(),
            Words::Logged(words) if watched.is_some() => {
                let kind = rules.as_ref().and_then(|rules| rules.monsters.get(usize::from(*kind)));
                format!("{} {}: {words}", kind.map_or("creature", |(name, _)| name), by.0)
            }
            Words::Logged(_) | Words::Said(_) => continue,
        };
        eprintln!("hullbreach: {text}");
        if watched.is_some() {
            commands.insert_resource(Note::new(text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;
    use engine::{Headless, Intent, Start};
    use level::Level;

    const LEVEL: &[u8] =
        b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'f': (monster: \"fox\")},
        map: [\"########\", \"#@...f.#\", \"########\"])";

    /// A game with a fox, whose script lies in a folder and says this.
    fn game(folder: &Path, text: &str) -> Headless {
        std::fs::create_dir_all(folder.join("assets/scripts")).unwrap();
        let path = folder.join("assets/scripts/fox.lua");
        std::fs::write(&path, text).unwrap();
        let mut rules = Rules::standard();
        rules.set_script("fox", Script::read("fox.lua", text.as_bytes()).unwrap());
        let level = Arc::new(Level::read("x", LEVEL).unwrap());
        let rules = Arc::new(rules);
        let mut headless = Headless::begin(&Start { rules: Arc::clone(&rules), ..Start::on(level) });
        let world = headless.world_mut();
        world.insert_resource(BaseRules(rules));
        world.insert_resource(GameFolder { path: folder.to_owned() });
        world.init_resource::<WatchedScripts>();
        world.init_resource::<Time<Real>>();
        look_now(&mut headless);
        headless
    }

    fn save(folder: &Path, text: impl AsRef<[u8]>) {
        let path = folder.join("assets/scripts/fox.lua");
        let before = std::fs::metadata(&path).unwrap().modified().unwrap();
        std::fs::write(&path, text).unwrap();
        // However coarse the clock of the file system is.
        std::fs::File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_modified(before + Duration::from_secs(2))
            .unwrap();
    }

    fn look_now(game: &mut Headless) {
        game.world_mut().resource_mut::<Time<Real>>().advance_by(OFTEN);
        look(game.world_mut());
    }

    /// What scripts utter in a tenth of a second, and the note that is shown then.
    fn uttered(game: &mut Headless) -> (Vec<Words>, String) {
        let mut all = Vec::new();
        for _ in 0..12 {
            game.tick(Intent::default());
            let said = game.uttered().to_vec();
            let world = game.world_mut();
            world.resource_mut::<Messages<Utterance>>().write_batch(said.clone());
            world.run_system_once(tell).unwrap();
            world.resource_mut::<Messages<Utterance>>().clear();
            all.extend(said.into_iter().map(|said| said.words));
        }
        (all, format!("{:?}", game.world().get_resource::<Note>()))
    }

    #[test]
    fn a_script_that_is_saved_acts_at_once_and_its_creature_keeps_its_memory() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = game(folder.path(), "function process() creature.memory.n = (creature.memory.n or 0) + 1 end");
        uttered(&mut game);
        look_now(&mut game);
        assert!(game.world().get_resource::<Note>().is_none(), "nothing has changed");
        save(folder.path(), "function process() log('n is ' .. creature.memory.n) end");
        look_now(&mut game);
        let (words, note) = uttered(&mut game);
        assert_eq!(words[0], Words::Logged("n is 2".to_owned()));
        assert!(note.contains("fox") && note.contains("n is 2"), "{note}");
        let base = &game.world().resource::<BaseRules>().0;
        assert_eq!(base.scripts, game.world().resource::<Rules>().scripts, "the next deck has it, too");
    }

    #[test]
    fn what_is_wrong_is_shown_with_file_and_line_and_the_creature_stands_still() {
        let walks = "function process(me) game.setTarget(me, 1.5, 1.5) end";
        for (text, told) in [
            (&b"function process(me)\n  game.setTarget(me, nothing.x, 1)\nend"[..], "fox.lua:2: attempt to index nil"),
            (b"function process( end", "fox.lua:1: "),
            (b"x = 1\ny = x ^ 2", "fox.lua:2: "),
            (b"\n\n\xff", "fox.lua:3: this is not UTF-8"),
            (b"", "fox.lua: it has no function process"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let mut game = game(folder.path(), walks);
            uttered(&mut game);
            save(folder.path(), text);
            look_now(&mut game);
            let (_, note) = uttered(&mut game);
            assert!(note.contains(told), "{note}");
            let mut foxes = game.world_mut().query::<&engine::Scripted>();
            assert_eq!(foxes.single(game.world()).unwrap().target(), None, "{told}");
            save(folder.path(), walks);
            let path = folder.path().join("assets/scripts/fox.lua");
            take(game.world_mut(), "fox", &path);
            uttered(&mut game);
            let mut foxes = game.world_mut().query::<&engine::Scripted>();
            assert!(foxes.single(game.world()).unwrap().target().is_some(), "mended it goes on");
        }
    }

    #[test]
    fn a_file_that_is_gone_for_a_moment_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = game(folder.path(), "function process() log('here') end");
        let path = folder.path().join("assets/scripts/fox.lua");
        std::fs::rename(&path, folder.path().join("assets/scripts/wolf.lua")).unwrap();
        look_now(&mut game);
        let (words, _) = uttered(&mut game);
        assert_eq!(words[0], Words::Logged("here".to_owned()));
    }
}
