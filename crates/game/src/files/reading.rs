//! Reading: what must be there before the title or a deck can be shown is read by threads of its own from the first moment on, while the
//! library looks for the graphics driver and opens the window.

use crate::files::decks::{self, Decks};
use crate::files::music_files::Scores;
use crate::files::rules_files::{self, BaseRules, GivenRules};
use crate::files::sound_file::{SOUNDS, Sounds};
use crate::files::trouble::Trouble;
use bevy::ecs::resource::Resource;
use level::Level;
use renderer::{Art, ArtError, ArtProgress};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What has been read; and when each part of it was there.
pub(crate) struct ReadFiles {
    pub(crate) art: Art,
    pub(crate) rules: BaseRules,
    pub(crate) decks: Decks,
    pub(crate) scores: Scores,
    /// The names of the sounds; the sounds themselves are read later.
    pub(crate) sounds: Sounds,
    pub(crate) stages: Vec<(&'static str, Instant)>,
}

/// What the command line names in the place of files of the game.
#[derive(Clone, Default)]
pub(crate) struct GivenInstead {
    pub(crate) deck: Option<Decks>,
    pub(crate) rules: Option<GivenRules>,
}

/// The files are being read.
#[derive(Resource)]
pub(crate) struct Reading {
    progress: Arc<ArtProgress>,
    files: Mutex<Receiver<Result<Box<ReadFiles>, Trouble>>>,
}

impl Reading {
    /// Begins to read the files below a folder.
    pub(crate) fn begin(folder: PathBuf, given: GivenInstead) -> Reading {
        let (sender, receiver) = channel();
        let progress = Arc::<ArtProgress>::default();
        let told = Arc::clone(&progress);
        // Nobody waits for it: if the game ends before, it ends with it.
        thread::spawn(move || drop(sender.send(read(&folder, given, &told).map(Box::new))));
        Reading { progress, files: Mutex::new(receiver) }
    }

    /// What has been read, or what is wrong, once it is known; waits so long for it. None if it is not known yet.
    pub(crate) fn take(&self, patience: Duration) -> Option<Result<Box<ReadFiles>, Trouble>> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        match files.recv_timeout(patience) {
            Ok(read) => Some(read),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => {
                Some(Err(Trouble::bad_data("the files of the game could not be read to the end")))
            }
        }
    }

    /// The part of it that is done, from 0 to 1.
    pub(crate) fn part(&self) -> f32 {
        self.progress.part()
    }
}

/// Reads all of it: the art beside the rest.
fn read(folder: &Path, given: GivenInstead, progress: &ArtProgress) -> Result<ReadFiles, Trouble> {
    thread::scope(|scope| {
        let art = scope.spawn(|| {
            let art = Art::load_telling(&folder.join("assets"), progress).map_err(broken_art)?;
            Ok::<_, Trouble>((art, Instant::now()))
        });
        let rules = rules_files::read(folder, given.rules.as_ref());
        let rules_read = Instant::now();
        let campaign = |rules: &BaseRules| given.deck.map_or_else(|| decks::campaign(folder, &rules.0), Ok);
        let decks = rules.as_ref().ok().map(campaign);
        let decks_read = Instant::now();
        let scores = Scores::read(&folder.join("assets/music")).map_err(Trouble::bad_data);
        let sounds = Sounds::open(&folder.join("assets/sounds"));
        let scores_read = Instant::now();
        // A thread that panics has told of it.
        let unfinished = || Trouble::bad_data("the art could not be read to the end");
        let (art, art_read) = art.join().map_err(|_| unfinished())??;
        let (rules, sounds) = (rules?, sounds?);
        check_rules(&rules, &art, &sounds)?;
        let decks = decks.transpose()?.ok_or_else(unfinished)?;
        check_decks(&decks, &art, &rules)?;
        let stages = vec![("rules", rules_read), ("decks", decks_read), ("scores", scores_read), ("art", art_read)];
        Ok(ReadFiles { art, rules, decks, scores: scores?, sounds, stages })
    })
}

fn broken_art(error: ArtError) -> Trouble {
    let what = format!("assets/{error}");
    if error.readable { Trouble::bad_data(what) } else { Trouble::unreadable(what) }
}

/// Whether there are pictures and sounds of all that the rules describe.
fn check_rules(rules: &BaseRules, art: &Art, sounds: &Sounds) -> Result<(), Trouble> {
    let own = SOUNDS.into_iter().filter(|name| !sounds.has(name));
    let own = own.map(|name| format!("assets/sounds: there is no '{name}.wav'"));
    let missing_sounds = rules.0.missing_sounds(|name| sounds.has(name));
    match art.missing(&rules.0).into_iter().chain(own).chain(missing_sounds).next() {
        Some(what) => Err(Trouble::bad_data(what)),
        None => Ok(()),
    }
}

/// Whether the art has all that the decks show, and the rules know who is on them.
fn check_decks(decks: &Decks, art: &Art, rules: &BaseRules) -> Result<(), Trouble> {
    decks.iter().try_for_each(|deck| {
        // A deck that is made has whatever its pipeline says, from each seed.
        let level = decks.level(&deck.reference(1)).map_err(Trouble::bad_data)?;
        check_level(&deck.file, &level, art, rules).map_err(Trouble::bad_data)
    })
}

/// Whether the art has all that a level shows, and the rules know who is on it.
///
/// # Errors
/// In a sentence, what they lack.
pub(crate) fn check_level(file: &str, level: &Level, art: &Art, rules: &BaseRules) -> Result<(), String> {
    let missing = art.missing_on(level).into_iter().next();
    match rules.0.check(level).err().or(missing) {
        Some(what) => Err(format!("{file}: {what}")),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A folder with the game's own files as links, but for these: those without bytes are not there.
    fn folder_but(changes: &[(&str, Option<&[u8]>)]) -> tempfile::TempDir {
        let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let folder = tempfile::tempdir().unwrap();
        let link = |below: &str| {
            fs::create_dir_all(folder.path().join(below)).unwrap();
            for entry in fs::read_dir(game.join(below)).unwrap() {
                let path = entry.unwrap().path();
                if path.is_file() {
                    let file = folder.path().join(below).join(path.file_name().unwrap());
                    fs::hard_link(&path, &file).or_else(|_| fs::copy(&path, &file).map(drop)).unwrap();
                }
            }
        };
        ["levels", "assets"].into_iter().for_each(link);
        let folders = "sheets pictures skies fonts sounds music rules scripts pipelines";
        folders.split(' ').for_each(|below| link(&format!("assets/{below}")));
        for (name, bytes) in changes {
            let file = folder.path().join(name);
            let is_there = file.exists();
            if is_there {
                fs::remove_file(&file).unwrap();
            }
            match bytes {
                Some(bytes) => {
                    fs::create_dir_all(file.parent().unwrap()).unwrap();
                    fs::write(file, bytes).unwrap();
                }
                None => assert!(is_there, "{name}"),
            }
        }
        folder
    }

    /// What is wrong with the game's files when they are changed in this way.
    fn trouble(changes: &[(&str, Option<&[u8]>)]) -> Trouble {
        let folder = folder_but(changes);
        let reading = Reading::begin(folder.path().to_owned(), GivenInstead::default());
        match reading.take(Duration::from_secs(300)).expect("it comes to an end") {
            Ok(_) => panic!("nothing is wrong"),
            Err(trouble) => trouble,
        }
    }

    #[test]
    fn all_is_read_beside_the_game_and_in_the_end_the_bar_is_full() {
        let folder = folder_but(&[]);
        let reading = Reading::begin(folder.path().to_owned(), GivenInstead::default());
        let files = reading.take(Duration::from_secs(300)).expect("it comes to an end").unwrap();
        assert_eq!(reading.part(), 1.0);
        assert!(files.art.picture("title").is_some() && files.sounds.has("hurt") && files.decks.iter().count() > 5);
        assert_eq!(
            files.stages.iter().map(|(stage, _)| *stage).collect::<Vec<_>>(),
            ["rules", "decks", "scores", "art"]
        );
        let over = reading.take(Duration::from_secs(300)).expect("nobody reads any more");
        assert!(over.is_err_and(|trouble| trouble.what.contains("could not be read")));
    }

    #[test]
    fn whatever_is_missing_or_broken_is_told_in_a_sentence_with_its_file() {
        let says = |changes: &[(&str, Option<&[u8]>)], code: u8, words: &str| {
            let trouble = trouble(changes);
            assert!(trouble.what.starts_with(words), "{trouble:?}");
            assert_eq!(trouble.code, code, "{trouble:?}");
        };
        says(&[("assets/fonts/hullbreach.ttf", None)], 5, "assets/fonts/hullbreach.ttf: ");
        says(&[("assets/sprites/medkit.png", Some(b"no"))], 3, "assets/sprites/medkit.png: no PNG picture");
        says(&[("assets/sheets/items.png", Some(b"no"))], 3, "assets/sheets/items.png: no PNG picture");
        says(&[("assets/sheets/items.ron", Some(b"(holds: ["))], 3, "assets/sheets/items.ron:1:9: ");
        says(&[("assets/sheets/items.png", None)], 5, "assets/sheets/items.png: ");
        let empty = b"(holds: Sprites, frames: {})";
        let none = "pickups.ron: banana: no sprite 'banana' in assets/sheets or assets/sprites";
        says(&[("assets/sheets/items.ron", Some(empty))], 3, none);
        says(&[("assets/sounds/hurt.wav", None)], 3, "assets/sounds: there is no 'hurt.wav'");
        says(&[("assets/weapons.ron", Some(b"{"))], 3, "assets/weapons.ron:1:");
        says(&[("assets/rules/standard.ron", None)], 5, "assets/rules/standard.ron cannot be read: ");
        says(&[("assets/campaign.ron", Some(b"(decks: 7)"))], 3, "assets/campaign.ron:1:");
        says(&[("levels/deck1.ron", None)], 5, "levels/deck1.ron cannot be read: ");
        says(&[("levels/deck1.ron", Some(b"()"))], 3, "levels/deck1.ron:");
        says(&[("assets/music/title.ron", Some(b"("))], 3, "assets/music/title.ron:");
    }
}
