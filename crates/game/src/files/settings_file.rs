//! The settings file.
//!
//! Command-line options only apply to their run: the file receives only settings that the player has changed since the
//! start.

use crate::{
    files::kept_file::KeptFile,
    files::settings::Settings,
    files::unknown_keys::{with_changes, with_unknown},
    ui::note::Note,
};
use bevy::prelude::*;
use localization::Said;
use ports::Store;
use std::io::{self, Write};

/// Name in the store.
const FILE: &str = "settings.ron";
/// Maximum file size in bytes.
const MAX_BYTES: usize = 64 << 10;

/// Settings file with its last known content.
#[derive(Resource, Clone, Debug)]
pub(crate) struct SettingsFile {
    /// `None` if the player has no folder for it.
    file: Option<KeptFile>,
    /// True if the existing file cannot be read.
    is_broken: bool,
    /// Content of the file when this game last read or wrote it.
    saved: Settings,
    /// Settings of the game at that time. They differ from `saved` by the command-line options.
    known: Settings,
    /// Text of the file. Entries of a newer version in it are written back.
    text: String,
}

impl SettingsFile {
    /// Opens the file in the store. Also returns a message if it is unreadable; the settings are then the defaults.
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
                Some(format!("{}; using default settings", why.what()))
            }
        };
        (file, complaint)
    }

    /// Returns the settings in the file.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn settings(&self) -> Settings {
        self.saved
    }

    /// Returns the initial settings of this run: those of the file with the command-line options applied. The latter
    /// are not written to the file unless the player changes them in the game.
    pub(crate) fn for_this_run(&mut self, given: impl FnOnce(&mut Settings)) -> Settings {
        given(&mut self.known);
        self.known
    }

    /// Returns a sentence on where the settings are stored.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn told(&self) -> String {
        let path = self.file.as_ref().map(|file| file.path().display().to_string());
        match path {
            None => "These are the default settings; there is no home folder to store changes in.".to_owned(),
            Some(path) if self.is_new() => format!("These are the default settings; changes will be stored in {path}."),
            Some(path) => format!("These are the settings in {path}."),
        }
    }

    /// Returns true if there is no file yet but a place for it: the player has never changed a setting.
    pub(crate) fn is_new(&self) -> bool {
        self.file.is_some() && self.text.is_empty() && !self.is_broken
    }

    /// Writes the settings that have changed since they were last read or written. Returns a message on failure.
    pub(crate) fn save(&mut self, settings: Settings) -> Result<(), String> {
        if settings == self.known && !self.is_new() {
            return Ok(());
        }
        let file = self.file.as_ref().ok_or("settings are not saved, because there is no home folder")?;
        let (mut saved, mut text) = (settings, String::new());
        file.update::<Settings>(|now| {
            // Another game may have written other settings since this one read the file. They are kept.
            let (theirs, before) = now.unwrap_or_else(|| (self.saved, self.text.clone()));
            saved = chosen_since(settings, self.known, theirs);
            text = written(saved, &before).map_err(|error| error.to_string())?;
            Ok(text.clone())
        })?;
        (self.saved, self.known, self.text, self.is_broken) = (saved, settings, text, false);
        Ok(())
    }
}

/// Returns the settings that another game has written, overlaid with those that this game has changed.
fn chosen_since(ours: Settings, known: Settings, theirs: Settings) -> Settings {
    let texts = [ours, known, theirs].map(|settings| ron::to_string(&settings).unwrap_or_default());
    let [ours_text, known, theirs] = &texts;
    ron::from_str(&with_changes(ours_text, known, theirs)).unwrap_or(ours)
}

/// Returns the text of the settings, including unknown entries of the previous text.
fn written(settings: Settings, before: &str) -> Result<String, ron::Error> {
    let text = ron::ser::to_string_pretty(&settings, ron::ser::PrettyConfig::default())?;
    Ok(with_unknown(&text, before) + "\n")
}

/// Problems with user files, which are shown once the game can show them.
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

/// Writes the settings to their file and reports errors.
pub(crate) fn save(settings: Res<Settings>, file: Option<ResMut<SettingsFile>>, mut commands: Commands) {
    let Some(mut file) = file else { return };
    if let Err(what) = file.save(*settings) {
        // Ignore a closed terminal.
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
    use localization::Language;
    use renderer::{Percent, Strength, Transition};
    use std::{
        fs,
        path::{Path, PathBuf},
    };

    /// Returns a folder for this test only.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("hullbreach-settings-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    /// Opens the file of this path.
    fn open(path: &Path) -> (SettingsFile, Option<String>) {
        SettingsFile::open(&Store::in_folder(path.parent().unwrap()))
    }

    /// Returns settings that differ from the defaults.
    fn chosen() -> Settings {
        let skill = Skill::default().after(2);
        let mut settings = Settings { field_of_view: Degrees::new(105), skill, threads: 3, ..default() };
        settings.view.bob = Strength::percent(40);
        settings.view.dither = false;
        settings.transitions.pages = Transition::Off;
        settings
    }

    #[test]
    fn settings_are_kept_for_the_next_game() {
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
    fn broken_settings_file_is_reported_and_kept() {
        let folder = folder("broken");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("settings.ron");
        for (number, (text, place)) in [
            ("(view: (bob: 140))", ":1:14: must be 0 to 100 percent, got 140"),
            ("(\n  field_of_view: 20)", ":2:18: must be from 60 to 120 degrees, got 20"),
            ("(skill: 5)", ":1:9: skill must be from 1 to 4, got 5"),
            ("(bindings: {\"Fire\": [\"Banana\"]})", "unknown key 'Banana' for Fire"),
            ("(transitions: (pages: Explode))", "unknown value `Explode`"),
            ("(", ":1:"),
        ]
        .into_iter()
        .enumerate()
        {
            fs::write(&path, text).unwrap();
            let (mut file, complaint) = open(&path);
            let complaint = complaint.expect("the file must be rejected");
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
    fn settings_changed_by_two_games_are_merged() {
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
        assert_eq!(again().settings(), both, "a reverted change must be written");
    }

    #[test]
    fn command_line_options_are_written_only_after_a_change() {
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
            assert_eq!(again().settings().screen.window, kind, "a change by the player must be written");
        }
    }

    #[test]
    fn unreadable_settings_are_kept() {
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
    fn settings_of_earlier_versions_are_read_completely() {
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
    fn settings_of_a_newer_version_are_kept() {
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
    fn damaged_settings_never_cause_a_panic() {
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
        assert!(read > 100, "some damaged files must be readable: {read}");
    }

    #[test]
    fn player_is_new_until_settings_are_written() {
        let folder = folder("new");
        let path = folder.join("settings.ron");
        let (mut file, _) = open(&path);
        assert!(file.is_new() && file.told().contains("changes will be stored in"), "{}", file.told());
        file.save(Settings::default()).unwrap();
        assert!(file.told().starts_with("These are the settings in /"), "{}", file.told());
        assert!(!file.is_new() && !open(&path).0.is_new());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn unreadable_or_unwritable_file_is_reported() {
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
