//! The file that keeps the player's settings from one game to the next.

use crate::files::file_bytes::read_file;
use crate::files::settings::Settings;
use crate::files::unknown_keys::with_unknown;
use crate::ui::note::Note;
use bevy::prelude::*;
use journey::write_whole;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file, below the player's folder of configurations.
const FILE: &str = "hullbreach/settings.ron";
/// The largest file that is read, in bytes.
const MAX_BYTES: usize = 64 << 10;

/// The file that keeps the settings.
#[derive(Resource, Clone, Debug)]
pub(crate) struct SettingsFile {
    /// Where it is; none if the player has no folder for it.
    path: Option<PathBuf>,
    /// What is there cannot be read, and must not be lost: it is put aside before anything else is written.
    is_broken: bool,
    /// What it says, as far as it can be read.
    saved: Settings,
    /// Its text: what of it belongs to a newer version is written again.
    text: String,
}

impl SettingsFile {
    /// The file of this path, or else the one in the player's folder of configurations; and, in a sentence, what is wrong
    /// with it. What cannot be read is as at first.
    pub(crate) fn open(path: Option<PathBuf>) -> (SettingsFile, Option<String>) {
        let path = path.or_else(|| Some(dirs::config_dir()?.join(FILE)));
        let mut file = SettingsFile { path, is_broken: false, saved: Settings::default(), text: String::new() };
        let read = file.path.as_deref().map_or_else(|| Ok(<(Settings, String)>::default()), read);
        let complaint = match read {
            Ok(read) => {
                (file.saved, file.text) = read;
                None
            }
            Err(what) => {
                file.is_broken = true;
                Some(format!("{what}; the game goes on with the settings that it had at first"))
            }
        };
        (file, complaint)
    }

    /// What the file says.
    pub(crate) fn settings(&self) -> Settings {
        self.saved
    }

    /// Where the settings are, in a sentence.
    pub(crate) fn told(&self) -> String {
        let path = self.path.as_ref().map(|path| path.display().to_string());
        match path {
            None => "These are the settings at first; there is no home folder to keep others in.".to_owned(),
            Some(path) if self.is_new() => format!("These are the settings at first; others will be kept in {path}."),
            Some(path) => format!("These are the settings in {path}."),
        }
    }

    /// True if there is no file yet, but a place for one: the player has never chosen anything.
    pub(crate) fn is_new(&self) -> bool {
        self.path.is_some() && self.text.is_empty() && !self.is_broken
    }

    /// Writes the settings, if they are others than those in the file; an error is one sentence.
    pub(crate) fn save(&mut self, settings: Settings) -> Result<(), String> {
        if settings == self.saved && !self.is_new() {
            return Ok(());
        }
        let path = self.path.as_deref().ok_or("the options are lost with the game: there is no home folder")?;
        if self.is_broken {
            put_aside(path).map_err(|error| format!("{} cannot be put aside: {error}", path.display()))?;
            self.is_broken = false;
        }
        let text = written(settings, &self.text).map_err(|error| error.to_string())?;
        write_whole(path, text.as_bytes()).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        (self.saved, self.text) = (settings, text);
        Ok(())
    }
}

/// The settings in a file and its text, or what is wrong with it; a file that does not exist says nothing.
fn read(path: &Path) -> Result<(Settings, String), String> {
    let name = path.display().to_string();
    match read_file(path, MAX_BYTES) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(default()),
        Err(error) => Err(format!("{name} cannot be read: {error}")),
        Ok(bytes) => {
            let settings = level::read_ron(&name, &bytes, MAX_BYTES).map_err(|error| error.to_string())?;
            Ok((settings, String::from_utf8_lossy(&bytes).into_owned()))
        }
    }
}

/// The text of the settings, with what another text says beside them.
fn written(settings: Settings, before: &str) -> Result<String, ron::Error> {
    let text = ron::ser::to_string_pretty(&settings, ron::ser::PrettyConfig::default())?;
    Ok(with_unknown(&text, before) + "\n")
}

/// Gives a file a name under which nothing lies yet.
fn put_aside(path: &Path) -> io::Result<()> {
    let name = |number: u32| path.with_extension(format!("ron.broken{number}"));
    let free = (1..1000).map(name).find(|name| !name.exists());
    fs::rename(path, free.ok_or_else(|| io::Error::new(io::ErrorKind::StorageFull, "the folder is full"))?)
}

/// What is wrong with the file of the settings, to be said once the game can say it.
#[derive(Resource, Clone, Debug)]
pub(crate) struct Complaint(pub(crate) String);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, complain.run_if(resource_exists::<Complaint>));
}

fn complain(complaint: Res<Complaint>, mut commands: Commands) {
    eprintln!("hullbreach: {}", complaint.0);
    commands.insert_resource(Note::new(&complaint.0));
}

/// Writes the settings into their file; what is wrong with it is said.
pub(crate) fn save(settings: Res<Settings>, file: Option<ResMut<SettingsFile>>, mut commands: Commands) {
    let Some(mut file) = file else { return };
    if let Err(what) = file.save(*settings) {
        // A terminal that has hung up takes no message.
        let _ = writeln!(io::stderr(), "hullbreach: {what}");
        commands.insert_resource(Note::new(what));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::settings::Degrees;
    use crate::flow::skill::Skill;
    use renderer::{Strength, Transition};

    /// A folder of this test alone.
    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("hullbreach-settings-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
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
        let (mut file, complaint) = SettingsFile::open(Some(path.clone()));
        assert_eq!((file.settings(), complaint), (Settings::default(), None));
        file.save(chosen()).unwrap();
        let (file, complaint) = SettingsFile::open(Some(path));
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
            ("(transitions: (pages: Explode))", "there is no `Explode`"),
            ("(", ":1:"),
        ]
        .into_iter()
        .enumerate()
        {
            fs::write(&path, text).unwrap();
            let (mut file, complaint) = SettingsFile::open(Some(path.clone()));
            let complaint = complaint.expect("something is wrong with it");
            assert!(complaint.starts_with(&path.display().to_string()) && complaint.contains(place), "{complaint}");
            assert_eq!(file.settings(), Settings::default());
            file.save(chosen()).unwrap();
            let kept = path.with_extension(format!("ron.broken{}", number + 1));
            assert_eq!(fs::read_to_string(kept).unwrap(), text);
            assert_eq!(SettingsFile::open(Some(path.clone())).0.settings(), chosen());
        }
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_a_newer_version_has_written_is_kept() {
        let folder = folder("newer");
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("settings.ron");
        fs::write(&path, "(view: (bob: 40, wings: Some(\"of (wax\")), smell: [1, 2], // strong\n threads: 2)").unwrap();
        let (mut file, complaint) = SettingsFile::open(Some(path.clone()));
        assert_eq!((complaint, file.settings().threads), (None, 2));
        file.save(chosen()).unwrap();
        file.save(Settings { mono: true, ..chosen() }).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains("wings: Some(\"of (wax\")") && text.contains("smell: [1, 2]"), "{text}");
        let (file, complaint) = SettingsFile::open(Some(path));
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
        let (mut file, _) = SettingsFile::open(Some(path.clone()));
        assert!(file.is_new() && file.told().contains("others will be kept in"), "{}", file.told());
        file.save(Settings::default()).unwrap();
        assert!(file.told().starts_with("These are the settings in /"), "{}", file.told());
        assert!(!file.is_new() && !SettingsFile::open(Some(path)).0.is_new());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_file_that_cannot_be_read_or_written_is_told() {
        let folder = folder("closed");
        fs::create_dir_all(folder.join("settings.ron")).unwrap();
        let (_, complaint) = SettingsFile::open(Some(folder.join("settings.ron")));
        assert!(complaint.is_some_and(|what| what.contains("cannot be read")));
        fs::write(folder.join("file"), "").unwrap();
        let (mut file, _) = SettingsFile::open(Some(folder.join("file/settings.ron")));
        assert!(file.save(chosen()).is_err_and(|what| what.contains("file/settings.ron cannot be ")));
        fs::remove_dir_all(folder).unwrap();
    }
}
