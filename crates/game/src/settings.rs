//! The settings: what the player has chosen on the page of options, and the file that keeps it.

use crate::note::Note;
use crate::skill::Skill;
use bevy::prelude::*;
use renderer::{DrawThreads, FieldOfView, Strength, Transition, ViewOptions};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

/// The file, below the player's folder of configurations.
const FILE: &str = "hullbreach/settings.ron";
/// The largest file that is read, in bytes.
const MAX_BYTES: usize = 64 << 10;
/// The most threads that a player can choose, and that draw where he chooses none.
pub(crate) const MOST_THREADS: u8 = 8;

/// What a player can choose. What his file leaves out is as at first.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Settings {
    /// How the view moves and is coloured.
    pub(crate) view: ViewOptions,
    /// What leads from one picture to the next.
    pub(crate) transitions: Transitions,
    /// From the left to the right edge of a picture of 16:9.
    pub(crate) field_of_view: Degrees,
    /// How hard the next game is.
    pub(crate) skill: Skill,
    /// How many threads draw; 0 for as many as the processor has, but at most [`MOST_THREADS`].
    pub(crate) threads: u8,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            view: ViewOptions::default(),
            transitions: Transitions::default(),
            field_of_view: Degrees(90),
            skill: Skill::default(),
            threads: 0,
        }
    }
}

/// The transitions between pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Transitions {
    /// How long they are: a weaker one is over sooner.
    pub(crate) strength: Strength,
    /// When a deck begins.
    pub(crate) new_deck: Transition,
    /// When a deck begins again after death.
    pub(crate) after_death: Transition,
    /// Between the deck, the tally, the ending and the title.
    pub(crate) pages: Transition,
}

impl Default for Transitions {
    fn default() -> Self {
        Transitions {
            strength: Strength::FULL,
            new_deck: Transition::Melt,
            after_death: Transition::Blood,
            pages: Transition::Fade,
        }
    }
}

/// A field of view of 60 to 120 degrees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub(crate) struct Degrees(u8);

impl Degrees {
    pub(crate) const LEAST: Degrees = Degrees(60);
    pub(crate) const MOST: Degrees = Degrees(120);

    /// So many degrees, brought into 60 to 120.
    pub(crate) fn new(degrees: i32) -> Degrees {
        Degrees(degrees.clamp(Self::LEAST.get(), Self::MOST.get()) as u8)
    }

    pub(crate) fn get(self) -> i32 {
        i32::from(self.0)
    }
}

impl TryFrom<u8> for Degrees {
    type Error = String;

    fn try_from(degrees: u8) -> Result<Degrees, String> {
        let fits = (Degrees::LEAST.0..=Degrees::MOST.0).contains(&degrees);
        if fits { Ok(Degrees(degrees)) } else { Err(format!("{degrees} is not from 60 to 120 degrees")) }
    }
}

impl From<Degrees> for u8 {
    fn from(degrees: Degrees) -> u8 {
        degrees.0
    }
}

/// The file that keeps the settings.
#[derive(Resource, Clone, Debug)]
pub(crate) struct SettingsFile {
    /// Where it is; none if the player has no folder for it.
    path: Option<PathBuf>,
    /// What is there cannot be read, and must not be lost: it is put aside before anything else is written.
    is_broken: bool,
    /// What it says, as far as it can be read.
    saved: Settings,
}

impl SettingsFile {
    /// The file of this path, or else the one in the player's folder of configurations; and, in a sentence, what is wrong
    /// with it. What cannot be read is as at first.
    pub(crate) fn open(path: Option<PathBuf>) -> (SettingsFile, Option<String>) {
        let path = path.or_else(|| Some(dirs::config_dir()?.join(FILE)));
        let mut file = SettingsFile { path, is_broken: false, saved: Settings::default() };
        let read = file.path.as_deref().map_or_else(|| Ok(Settings::default()), read);
        let complaint = match read {
            Ok(settings) => {
                file.saved = settings;
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

    /// Writes the settings, if they are others than those in the file; an error is one sentence.
    pub(crate) fn save(&mut self, settings: Settings) -> Result<(), String> {
        if settings == self.saved {
            return Ok(());
        }
        let path = self.path.as_deref().ok_or("the options are lost with the game: there is no home folder")?;
        if self.is_broken {
            put_aside(path).map_err(|error| format!("{} cannot be put aside: {error}", path.display()))?;
            self.is_broken = false;
        }
        write(path, settings).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        self.saved = settings;
        Ok(())
    }
}

/// The settings in a file, or what is wrong with it; a file that does not exist says nothing.
fn read(path: &Path) -> Result<Settings, String> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    match fs::File::open(path).and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Settings::default()),
        Err(error) => Err(format!("{name} cannot be read: {error}")),
        Ok(_) => level::read_ron(&name, &bytes, MAX_BYTES).map_err(|error| error.to_string()),
    }
}

/// Writes a file whole or not at all.
fn write(path: &Path, settings: Settings) -> io::Result<()> {
    let text = ron::ser::to_string_pretty(&settings, ron::ser::PrettyConfig::default()).map_err(io::Error::other)?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let new = path.with_extension("ron.new");
    fs::write(&new, text + "\n")?;
    fs::rename(new, path)
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
    app.init_resource::<Settings>();
    app.add_systems(Startup, complain.run_if(resource_exists::<Complaint>));
    app.add_systems(PreUpdate, apply.run_if(resource_changed::<Settings>));
}

fn complain(complaint: Res<Complaint>, mut commands: Commands) {
    eprintln!("hullbreach: {}", complaint.0);
    commands.insert_resource(Note::new(&complaint.0));
}

/// Writes the settings into their file; what is wrong with it is said.
pub(crate) fn save(settings: Res<Settings>, file: Option<ResMut<SettingsFile>>, mut commands: Commands) {
    let Some(mut file) = file else { return };
    if let Err(what) = file.save(*settings) {
        eprintln!("hullbreach: {what}");
        commands.insert_resource(Note::new(what));
    }
}

/// Hands the settings to whoever draws.
fn apply(
    settings: Res<Settings>,
    mut view: ResMut<ViewOptions>,
    mut field: ResMut<FieldOfView>,
    mut threads: ResMut<DrawThreads>,
) {
    view.set_if_neq(settings.view);
    field.set_if_neq(FieldOfView::of_wide_picture(settings.field_of_view.get() as f32));
    let there_are = available_parallelism().map_or(1, std::num::NonZero::get);
    let wanted = if settings.threads == 0 { there_are } else { settings.threads.into() };
    threads.set_if_neq(DrawThreads(wanted.min(MOST_THREADS.into())));
}

#[cfg(test)]
mod tests {
    use super::*;

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
        file.save(Settings::default()).unwrap();
        assert!(!path.exists(), "nothing was chosen");
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
            ("(sound: 3)", "there is no field `sound` here"),
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
