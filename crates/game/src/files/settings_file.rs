//! The file that keeps the player's settings from one game to the next.
//!
//! Options of the command line hold for their run: the file gets only what the player has changed since the start.

use crate::{
    files::kept_file::KeptFile,
    files::settings::Settings,
    files::unknown_keys::{with_changes, with_unknown},
    ui::note::Note,
};
use bevy::prelude::*;
use ports::Store;
use std::io::{self, Write};
use words::Said;

/// Its name in the store.
const FILE: &str = "settings.ron";
/// The largest file that is read, in bytes.
const MAX_BYTES: usize = 64 << 10;

/// The file that keeps the settings.
#[derive(Resource, Clone, Debug)]
pub(crate) struct SettingsFile {
    /// None if the player has no folder for it.
    file: Option<KeptFile>,
    /// What is there cannot be read.
    is_broken: bool,
    /// What it says, as far as this game has read or written it.
    saved: Settings,
    /// The settings of the game when the file was last read or written. They differ from those of the file by the options of the command
    /// line.
    known: Settings,
    /// Its text: what of it belongs to a newer version is written again.
    text: String,
}

impl SettingsFile {
    /// The file in the store; and, in a sentence, what is wrong with it. What cannot be read is as at first.
    pub(crate) fn open(store: &Store) -> (SettingsFile, Option<String>) {
        let file = KeptFile::new(store, FILE, MAX_BYTES);
        let read = file.as_ref().map_or(Ok(None), KeptFile::read);
        let (saved, known) = <(Settings, Settings)>::default();
        let mut file = SettingsFile { file, is_broken: false, saved, known, text: String::new() };
        let complaint = match read {
            Ok(read) => {
                (file.saved, file.text) = read.unwrap_or_default();
                file.known = file.saved;
                None
            }
            Err(why) => {
                file.is_broken = true;
                Some(format!("{}; the game goes on with the settings that it had at first", why.what()))
            }
        };
        (file, complaint)
    }

    /// What the file says.
    pub(crate) fn settings(&self) -> Settings {
        self.saved
    }

    /// Returns the settings with which this run begins: those of the file, but for what the command line sets, which is never written
    /// unless it is changed in the game.
    pub(crate) fn for_this_run(&mut self, given: impl FnOnce(&mut Settings)) -> Settings {
        given(&mut self.known);
        self.known
    }

    /// Where the settings are, in a sentence.
    pub(crate) fn told(&self) -> String {
        let path = self.file.as_ref().map(|file| file.path().display().to_string());
        match path {
            None => "These are the settings at first; there is no home folder to keep others in.".to_owned(),
            Some(path) if self.is_new() => format!("These are the settings at first; others will be kept in {path}."),
            Some(path) => format!("These are the settings in {path}."),
        }
    }

    /// True if there is no file yet, but a place for one: the player has never chosen anything.
    pub(crate) fn is_new(&self) -> bool {
        self.file.is_some() && self.text.is_empty() && !self.is_broken
    }

    /// Writes what of the settings was changed since they were last read or written; an error is one sentence.
    pub(crate) fn save(&mut self, settings: Settings) -> Result<(), String> {
        if settings == self.known && !self.is_new() {
            return Ok(());
        }
        let file = self.file.as_ref().ok_or("the options are lost with the game: there is no home folder")?;
        let (mut saved, mut text) = (settings, String::new());
        file.update::<Settings>(|now| {
            // Another game may have written other choices since this one has read the file: they stay.
            let (theirs, before) = now.unwrap_or_else(|| (self.saved, self.text.clone()));
            saved = chosen_since(settings, self.known, theirs);
            text = written(saved, &before).map_err(|error| error.to_string())?;
            Ok(text.clone())
        })?;
        (self.saved, self.known, self.text, self.is_broken) = (saved, settings, text, false);
        Ok(())
    }
}

/// The settings that another game has written, but for those that this game has changed since it knew these.
fn chosen_since(ours: Settings, known: Settings, theirs: Settings) -> Settings {
    let texts = [ours, known, theirs].map(|settings| ron::to_string(&settings).unwrap_or_default());
    let [ours_text, known, theirs] = &texts;
    ron::from_str(&with_changes(ours_text, known, theirs)).unwrap_or(ours)
}

/// The text of the settings, with what another text says beside them.
fn written(settings: Settings, before: &str) -> Result<String, ron::Error> {
    let text = ron::ser::to_string_pretty(&settings, ron::ser::PrettyConfig::default())?;
    Ok(with_unknown(&text, before) + "\n")
}

/// What is wrong with the player's files, each in a sentence, to be said once the game can say it.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Complaints(pub(crate) Vec<String>);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, complain.run_if(resource_exists::<Complaints>));
}

fn complain(complaints: Res<Complaints>, mut commands: Commands) {
    complaints.0.iter().for_each(|what| eprintln!("hullbreach: {what}"));
    if !complaints.0.is_empty() {
        commands.insert_resource(Note::new(Said::literal(complaints.0.join("\n"))));
    }
}

/// Writes the settings into their file; what is wrong with it is said.
pub(crate) fn save(settings: Res<Settings>, file: Option<ResMut<SettingsFile>>, mut commands: Commands) {
    let Some(mut file) = file else { return };
    if let Err(what) = file.save(*settings) {
        // A terminal that has hung up takes no message.
        let _ = writeln!(io::stderr(), "hullbreach: {what}");
        commands.insert_resource(Note::new(Said::literal(what)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        arguments::Arguments,
        files::settings::Degrees,
        flow::skill::Skill,
        input::action::Action,
        window::screen_options::{PresentBy, WindowKind},
    };
    use renderer::{Percent, Strength, Transition};
    use std::{
        fs,
        path::{Path, PathBuf},
    };
    use words::Language;

    /// A folder of this test alone.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("hullbreach-settings-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    /// Opens the file of this path, which has the name that it has in a store.
    fn open(path: &Path) -> (SettingsFile, Option<String>) {
        SettingsFile::open(&Store::in_folder(path.parent().unwrap()))
    }

    /// Other settings than at first.
    fn chosen() -> Settings {
        let skill = Skill::default().after(2);
        let mut settings = Settings { field_of_view: Degrees::new(105), skill, threads: 3, ..default() };
        settings.view.bob = Strength::percent(40);
        settings.view.dither = false;
        settings.transitions.pages = Transition::Off;
        settings
    }

    #[test]
    fn what_is_chosen_is_there_again_in_the_next_game() {
        let folder = folder("again");
        let path = folder.join("deep/settings.ron");
        let (mut file, complaint) = open(&path);
        assert_eq!((file.settings(), complaint), (Settings::default(), None));
        file.save(chosen()).unwrap();
        let (file, complaint) = open(&path);
        assert_eq!((file.settings(), complaint), (chosen(), None));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_broken_file_is_told_and_kept() {
        let folder = folder("broken");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("settings.ron");
        for (number, (text, place)) in [
            ("(view: (bob: 140))", ":1:14: 140 is not from 0 to 100 percent"),
            ("(\n  field_of_view: 20)", ":2:18: 20 is not from 60 to 120 degrees"),
            ("(skill: 5)", ":1:9: 5 is not a skill from 1 to 4"),
            ("(bindings: {\"Fire\": [\"Banana\"]})", "there is no key 'Banana' for Fire"),
            ("(transitions: (pages: Explode))", "unknown value `Explode`"),
            ("(", ":1:"),
        ]
        .into_iter()
        .enumerate()
        {
            fs::write(&path, text).unwrap();
            let (mut file, complaint) = open(&path);
            let complaint = complaint.expect("something is wrong with it");
            assert!(complaint.starts_with(&path.display().to_string()) && complaint.contains(place), "{complaint}");
            assert_eq!(file.settings(), Settings::default());
            file.save(chosen()).unwrap();
            let kept = path.with_extension(format!("ron.broken{}", number + 1));
            assert_eq!(fs::read_to_string(kept).unwrap(), text);
            assert_eq!(open(&path).0.settings(), chosen());
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn settings_that_two_games_change_are_all_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        let again = || open(&path).0;
        let (mut one, mut two) = (again(), again());
        let ours = Settings { mono: true, ..default() };
        let mut theirs = Settings { threads: 3, ..default() };
        theirs.view.bob = Strength::percent(40);
        two.save(theirs).unwrap();
        one.save(ours).unwrap();
        let mut both = Settings { mono: true, ..theirs };
        assert_eq!(again().settings(), both);
        one.save(Settings { mono: false, ..ours }).unwrap();
        theirs.view.dither = false;
        two.save(theirs).unwrap();
        (both.mono, both.view.dither) = (false, false);
        assert_eq!(again().settings(), both, "what a game has changed back is changed back");
    }

    #[test]
    fn options_of_the_command_line_are_written_only_once_they_are_changed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.ron");
        let again = || open(&path).0;
        for is_new in [true, false] {
            let mut file = again();
            assert_eq!(file.is_new(), is_new);
            let mut settings = file.for_this_run(|settings| {
                settings.override_by(&Arguments {
                    fullscreen: true,
                    present: Some(PresentBy::Softbuffer),
                    skill: Some(Skill::default().after(1)),
                    ..default()
                });
            });
            file.save(settings).unwrap();
            settings.mono = !settings.mono;
            file.save(settings).unwrap();
            file.save(settings).unwrap();
            assert_eq!(again().settings(), Settings { mono: is_new, ..default() });
        }
        let mut file = again();
        let mut settings = file.for_this_run(|settings| settings.screen.window = WindowKind::Borderless);
        for kind in [WindowKind::Window, WindowKind::Borderless] {
            settings.screen.window = kind;
            file.save(settings).unwrap();
            assert_eq!(again().settings().screen.window, kind, "what the player changes is the player's");
        }
    }

    #[test]
    fn settings_that_could_not_be_opened_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (path, moved) = (folder.path().join("settings.ron"), folder.path().join("moved"));
        fs::create_dir(&path).unwrap();
        let (mut file, complaint) = open(&path);
        assert!(complaint.is_some() && file.save(chosen()).is_err() && path.is_dir());
        fs::rename(&path, &moved).unwrap();
        fs::write(&path, "(mono: true, threads: 2)").unwrap();
        file.save(chosen()).unwrap();
        assert_eq!(open(&path).0.settings(), Settings { mono: true, ..chosen() });
    }

    #[test]
    fn settings_of_earlier_versions_are_read_whole() {
        let folder = folder("earlier");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("settings.ron");
        fs::write(&path, include_bytes!("../../../../tests/saves/earlier/settings.ron")).unwrap();
        let (file, complaint) = open(&path);
        let settings = file.settings();
        assert_eq!((complaint, settings.language, settings.skill.get()), (None, Language::German, 3));
        assert_eq!((settings.view.bob, settings.field_of_view.get()), (Strength::percent(50), 100));
        assert_eq!((settings.transitions.after_death, settings.hands.always_run), (Transition::Off, true));
        assert_eq!((settings.mono, settings.speed, settings.threads), (true, Percent::new(80), 2));
        assert_eq!(settings.bindings.inputs(Action::Forward).count(), 2);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_a_newer_version_has_written_is_kept() {
        let folder = folder("newer");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("settings.ron");
        fs::write(&path, "(view: (bob: 40, wings: Some(\"of (wax\")), smell: [1, 2], // strong\n threads: 2)").unwrap();
        let (mut file, complaint) = open(&path);
        assert_eq!((complaint, file.settings().threads), (None, 2));
        file.save(chosen()).unwrap();
        file.save(Settings { mono: true, ..chosen() }).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("wings: Some(\"of (wax\")") && text.contains("smell: [1, 2]"), "{text}");
        let (file, complaint) = open(&path);
        assert_eq!((file.settings(), complaint), (Settings { mono: true, ..chosen() }, None));
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn no_damage_of_a_file_makes_the_game_panic() {
        use rand::RngExt;
        let text = "(view: (bob: 40, crosshair: Dot, wings: \"x\"), transitions: (pages: Fade), // why\n skill: 3, volumes: (all: 5),
            bindings: {\"Fire\": [\"F\", \"Mouse left\"]}, screen: (rows: 200, scaling: Fill), field_of_view: 90)";
        let mut chance = rand_pcg::Pcg64::new(1, 2);
        let mut read = 0;
        for _ in 0..10_000 {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..chance.random_range(1..4) {
                if bytes.is_empty() {
                    break;
                }
                let at = chance.random_range(0..bytes.len());
                match chance.random_range(0..3) {
                    0 => bytes[at] = chance.random_range(0..=255),
                    1 => drop(bytes.remove(at)),
                    _ => bytes.truncate(at + 1),
                }
            }
            let settings: Result<Settings, _> = level::read_ron("x", &bytes, MAX_BYTES);
            read += u32::from(settings.is_ok());
            let _ = written(settings.unwrap_or_default(), &String::from_utf8_lossy(&bytes));
        }
        assert!(read > 100, "some damage does no harm: {read}");
    }

    #[test]
    fn who_has_chosen_nothing_is_new_until_something_was_written() {
        let folder = folder("new");
        let path = folder.join("settings.ron");
        let (mut file, _) = open(&path);
        assert!(file.is_new() && file.told().contains("others will be kept in"), "{}", file.told());
        file.save(Settings::default()).unwrap();
        assert!(file.told().starts_with("These are the settings in /"), "{}", file.told());
        assert!(!file.is_new() && !open(&path).0.is_new());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_cannot_be_read_or_written_is_told() {
        let folder = folder("closed");
        fs::create_dir_all(folder.join("settings.ron")).unwrap();
        let (_, complaint) = open(&folder.join("settings.ron"));
        assert!(complaint.is_some_and(|what| what.contains("cannot be read")));
        fs::write(folder.join("file"), "").unwrap();
        let (mut file, _) = open(&folder.join("file/settings.ron"));
        assert!(file.save(chosen()).is_err_and(|what| what.contains("file/settings.ron cannot be ")));
        fs::remove_dir_all(folder).unwrap();
    }
}
