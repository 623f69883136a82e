//! The command line.

use crate::{
    flow::skill::Skill,
    window::screen_options::{MAX_SIZE, MIN_SIZE, PresentBy},
};
use bevy::{ecs::resource::Resource, math::UVec2};
use clap::{Parser, error::ContextKind};
use journey::TypedLevel;
use ports::Folders;
use raycast::Kernel;
use renderer::frame_size;
use std::path::{Path, PathBuf};

/// Hullbreach: find your way through a derelict starship, deck by deck, to the lift.
#[derive(Parser, Resource, Clone, Debug, Default)]
#[command(name = "hullbreach", version)]
pub(crate) struct Arguments {
    /// Plays this level at once instead of the campaign; of a pipeline, the deck of a seed in hexadecimal digits, as in
    /// `assets/pipelines/holds.ron#1f`.
    #[arg(value_name = "LEVEL.ron[#SEED]")]
    pub(crate) level: Option<PathBuf>,
    /// The name of the arrival at which the player comes onto that level, instead of where it starts.
    #[arg(long, value_name = "NAME", requires = "level")]
    pub(crate) arrival: Option<String>,
    /// The cell of that level in which the player stands at first, by column and row, counted from 0.
    #[arg(long, value_name = "X,Y", requires = "level", conflicts_with = "arrival", value_parser = cell)]
    pub(crate) at: Option<String>,
    /// Where he looks there, in degrees: 0 to the right, 90 down the map; without it where he sees farthest.
    #[arg(long, value_name = "DEGREES", requires = "at", allow_negative_numbers = true, value_parser = degrees)]
    pub(crate) facing: Option<f32>,
    /// Watches the files of the game and of that level, and loads again what changes: scripts take over their creatures, and with another
    /// level or other tables the deck begins again where the player stands. An error in a file is shown.
    #[arg(long)]
    pub(crate) watch: bool,
    /// The seed of chance; without it every game is another.
    #[arg(long, value_name = "N", value_parser = seed)]
    pub(crate) seed: Option<u64>,
    /// How hard it is, from 1 (easiest) to 4, instead of what was chosen on the title.
    #[arg(long, value_name = "1..4")]
    pub(crate) skill: Option<Skill>,
    /// A file of rules instead of the game's, such as assets/rules/classic.ron.
    #[arg(long, value_name = "FILE.ron")]
    pub(crate) rules: Option<PathBuf>,
    /// Puts the files of a folder or zip archive, which contains `assets` or `levels`, in the place of the game's. It may be given several
    /// times; the last one comes first.
    #[arg(long = "mod", value_name = "FOLDER|ZIP")]
    pub(crate) mods: Vec<PathBuf>,
    /// The size of the picture in pixels, which the window then enlarges by a whole number, instead of what the options say.
    #[arg(long, value_name = "WxH", allow_hyphen_values = true, value_parser = size)]
    pub(crate) size: Option<UVec2>,
    /// The processor's instructions that draw the deck, instead of those that were the quickest at the first start; the picture is the
    /// same with all of them.
    #[arg(long, value_name = "KERNEL", default_value = "auto", value_parser = Kernel::named)]
    #[arg(hide_default_value = true, conflicts_with_all = ["text", "terminal"])]
    pub(crate) kernel: Kernel,
    /// What puts frames on the screen in this run, instead of what the options say: `auto`, `opengl` or `softbuffer`.
    #[arg(long, value_name = "OUTPUT", value_enum, hide_possible_values = true, conflicts_with_all = ["text", "terminal"])]
    pub(crate) present: Option<PresentBy>,
    /// Starts in full screen; Alt+Enter changes it at any time.
    #[arg(long)]
    pub(crate) fullscreen: bool,
    /// The file of the player's options, instead of hullbreach/settings.ron in his folder of configurations.
    #[arg(long, value_name = "FILE.ron")]
    pub(crate) settings: Option<PathBuf>,
    /// The folder of the player's saves, instead of hullbreach/saves in his folder of data.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) save_dir: Option<PathBuf>,
    /// A folder for all that is the player's, instead of his folders of configurations, data, states and caches: settings.ron, saves,
    /// demos, screenshots, crashes, kernel.ron.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Goes on from this save.
    #[arg(long, value_name = "SAVE", conflicts_with_all = ["arrival", "at", "seed", "skill"])]
    pub(crate) load: Option<PathBuf>,
    /// The folder of the player's demos, instead of hullbreach/demos in his folder of data.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) demo_dir: Option<PathBuf>,
    /// Records the game as a demo, and each further run of it as another one, with its number before the ending.
    #[arg(long, value_name = "FILE.demo")]
    pub(crate) record: Option<PathBuf>,
    /// Plays this demo.
    #[arg(long, value_name = "FILE.demo", conflicts_with_all = ["arrival", "at", "seed", "skill", "load", "record"])]
    pub(crate) play_demo: Option<PathBuf>,
    /// Plays this demo as fast as it can, draws two of its ticks a picture, prints how long that took as JSON, and ends.
    #[arg(long, value_name = "FILE.demo", conflicts_with_all = ["arrival", "at", "seed", "skill", "load", "record", "play_demo"])]
    pub(crate) time_demo: Option<PathBuf>,
    /// Prints as JSON when each stage of the start was over, up to the first picture of the title, or of the level that is named, and ends.
    #[arg(long, conflicts_with_all = ["play_demo", "time_demo", "load"])]
    pub(crate) time_start: bool,
    /// For tests: a file whose lines are played as the events of a pad, see input/pad_script.rs.
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) pad_script: Option<PathBuf>,
    /// For tests: prints when an event came and when the picture changed, see window/frame_loop.rs.
    #[arg(long, hide = true)]
    pub(crate) tell_pictures: bool,
    /// For tests: a file that says what is written on the picture, see window/told_words.rs.
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) tell_words: Option<PathBuf>,
    /// For tests: the game is to crash in this tick of a deck.
    #[arg(long, value_name = "TICK", hide = true)]
    pub(crate) crash_at: Option<u64>,
    /// Plays without a window, in numbered words over stdin and stdout; `ascii` has plain characters and larger maps, `long` whole sentences.
    #[arg(long, value_name = "STYLE", num_args = 0..=1, require_equals = true, default_missing_value = "emoji")]
    #[arg(conflicts_with_all = ["arrival", "at", "watch", "play_demo", "time_demo", "time_start"])]
    pub(crate) text: Option<TextStyle>,
    /// Plays in this terminal, drawn in half blocks, and opens no window.
    #[arg(long, conflicts_with_all = ["arrival", "at", "watch", "play_demo", "time_demo", "time_start", "text"])]
    pub(crate) terminal: bool,
    /// Prints all settings, what is chosen and what they are for, and ends.
    #[arg(long)]
    pub(crate) print_settings: bool,
    /// Plays no sound.
    #[arg(long)]
    pub(crate) mute: bool,
}

/// The style of the game in words.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextStyle {
    /// At most 140 characters, with maps of emoji.
    Emoji,
    /// Plain characters, and larger maps.
    Ascii,
    /// Whole sentences, and no maps.
    Long,
}

impl Arguments {
    /// The files of an author or the player that the game uses, none of which its recording may be.
    pub(crate) fn used_files(&self) -> impl Iterator<Item = &Path> {
        let level = self.level.as_deref().map(|typed| match typed.to_str().map(TypedLevel::read) {
            Some(Ok(level)) => Path::new(level.file),
            _ => typed,
        });
        let others = [&self.rules, &self.load, &self.settings].into_iter().flatten().chain(&self.mods);
        level.into_iter().chain(others.map(PathBuf::as_path))
    }

    /// The arrival at which the player comes onto the level: that of a name, or the cell that was said.
    pub(crate) fn arrival(&self) -> Option<String> {
        let cell = self.at.as_ref().map(|at| match self.facing {
            Some(facing) => format!("{at},{facing}"),
            None => at.clone(),
        });
        cell.or_else(|| self.arrival.clone())
    }

    /// Those that the game was started with; the program ends with a sentence if they make no sense.
    pub(crate) fn of_command_line() -> Arguments {
        Arguments::try_parse().unwrap_or_else(|error| told(error).exit())
    }

    /// Where the player's files are: the folder for all, or else the player's own folders; and what is named for itself.
    pub(crate) fn folders(&self) -> Folders {
        let all = self.data_dir.clone();
        let folders = all.map_or_else(Folders::of_player, |folder| Folders::default().with("", folder));
        let given = [("settings.ron", &self.settings), ("saves", &self.save_dir), ("demos", &self.demo_dir)];
        let given = given.into_iter().filter_map(|(name, path)| Some((name, path.clone()?)));
        given.fold(folders, |folders, (name, path)| folders.with(name, path))
    }
}

/// The error without the tip how a level could be called like an option: nobody's is.
fn told(mut error: clap::Error) -> clap::Error {
    error.remove(ContextKind::Suggested);
    error
}

/// A column and a row.
fn cell(text: &str) -> Result<String, String> {
    let number = |part: &str| part.trim().parse::<usize>().ok();
    let cell = text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
    cell.map(|(x, y)| format!("{x},{y}")).ok_or_else(|| format!("`{text}` is not a cell such as 6,22"))
}

/// A seed.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is not a whole number from 0 to {}", u64::MAX))
}

/// A direction.
fn degrees(text: &str) -> Result<f32, String> {
    let degrees = text.parse().ok().filter(|degrees: &f32| degrees.abs() <= 360.0);
    degrees.ok_or_else(|| format!("`{text}` is not a direction in degrees, from -360 to 360"))
}

/// The size of a picture that can be played.
fn size(text: &str) -> Result<UVec2, String> {
    let (width, height) = frame_size(text)?;
    let size = UVec2::new(width as u32, height as u32);
    if size.cmpge(MIN_SIZE).all() && size.cmple(MAX_SIZE).all() {
        return Ok(size);
    }
    let (UVec2 { x: w, y: h }, UVec2 { x, y }) = (MIN_SIZE, MAX_SIZE);
    Err(format!("the size must lie between {w}x{h} and {x}x{y}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_two_numbers_within_limits() {
        assert_eq!(size("640x360"), Ok(UVec2::new(640, 360)));
        for wrong in ["640", "1x1", "319x180", "320x179", "7681x4320", "7680x4321", "99999x360"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_wrong_with_the_command_line_is_told_and_nothing_else() {
        for (wrong, what) in [
            (["hullbreach", "--size=-5x5"], "`-5x5` is not a size such as 640x360"),
            (["hullbreach", "--seed=x"], "`x` is not a whole number from 0 to 18446744073709551615"),
            (["hullbreach", "--kernel=sse9"], "`sse9` is no kernel: it is `auto` or one of "),
            (["hullbreach", "--bogus"], "unexpected argument '--bogus' found"),
            (["hullbreach", "--seeds"], "a similar argument exists: '--seed'"),
        ] {
            let said = told(Arguments::try_parse_from(wrong).unwrap_err()).to_string();
            assert!(said.contains(what) && !said.contains("as a value, use"), "{said}");
        }
        let said = told(Arguments::try_parse_from(["hullbreach", "--size", "-5x5"]).unwrap_err()).to_string();
        assert!(said.contains("`-5x5` is not a size such as 640x360"), "{said}");
    }

    #[test]
    fn one_folder_is_enough_for_all_that_is_the_players() {
        let said = ["hullbreach", "--data-dir", "here", "--demo-dir", "there"];
        let folders = Arguments::try_parse_from(said).unwrap().folders();
        for (name, path) in [
            ("settings.ron", "here/settings.ron"),
            ("saves/met.ron", "here/saves/met.ron"),
            ("demos/x.demo", "there/x.demo"),
            ("screenshots/0001.png", "here/screenshots/0001.png"),
            ("crashes/crash.txt", "here/crashes/crash.txt"),
            ("kernel.ron", "here/kernel.ron"),
        ] {
            assert_eq!(folders.path(name), Some(path.into()));
        }
        let own = Arguments::try_parse_from(["hullbreach", "--save-dir", "here"]).unwrap().folders();
        assert_eq!(own.path("saves/quick-1.save"), Some("here/quick-1.save".into()));
        assert_eq!(own.path("demos"), Folders::of_player().path("demos"));
    }

    #[test]
    fn a_cell_and_a_direction_are_where_the_player_arrives() {
        let arrival = |words: &str| {
            let words = ["hullbreach", "my.ron"].into_iter().chain(words.split_whitespace());
            Arguments::try_parse_from(words).map(|arguments| arguments.arrival()).map_err(|error| error.to_string())
        };
        assert_eq!(arrival("--at 6,22 --facing -90"), Ok(Some("6,22,-90".to_owned())));
        assert_eq!(arrival("--at 6,22"), Ok(Some("6,22".to_owned())));
        assert_eq!(arrival("--arrival dock"), Ok(Some("dock".to_owned())));
        for (wrong, what) in [
            ("--at 6", "`6` is not a cell such as 6,22"),
            ("--at 6,-1", "`6,-1` is not a cell such as 6,22"),
            ("--at 6,2 --facing NaN", "`NaN` is not a direction in degrees"),
            ("--facing 90", "--at <X,Y>"),
            ("--at 1,1 --arrival dock", "cannot be used with"),
        ] {
            let told = arrival(wrong).unwrap_err();
            assert!(told.contains(what), "{told}");
        }
    }

    #[test]
    fn the_command_line_holds_together() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
