//! The command line.

use crate::{
    flow::skill::Skill,
    window::screen_options::{MAX_SIZE, MIN_SIZE, PresentBy},
};
use bevy::{ecs::resource::Resource, math::UVec2};
use clap::Parser;
#[cfg(not(target_family = "wasm"))]
use ports::Folders;
use raycast::Kernel;
use renderer::frame_size;
use std::path::PathBuf;
#[cfg(not(target_family = "wasm"))]
use std::{env, ffi::OsString, path::Path};

/// Hullbreach: find your way through a derelict starship, deck by deck, to the lift.
#[derive(Parser, Resource, Clone, Debug, Default)]
#[command(name = "hullbreach", version)]
pub(crate) struct Arguments {
    /// Play this level instead of the campaign. For a generated deck, append a hexadecimal seed to its pipeline, as in
    /// `assets/pipelines/holds.ron#1f`. A file `.demo`, `.save`, `.hull` or `.zip` is opened as with `--play-demo`,
    /// `--load` or `--mod`.
    #[arg(value_name = "LEVEL.ron[#SEED]")]
    pub(crate) level: Option<PathBuf>,
    /// Enter that level at this named arrival instead of at its start.
    #[arg(long, value_name = "NAME", requires = "level")]
    pub(crate) arrival: Option<String>,
    /// Start in this cell of that level, given as column and row, counted from 0.
    #[arg(long, value_name = "X,Y", requires = "level", conflicts_with = "arrival", value_parser = cell)]
    pub(crate) at: Option<String>,
    /// Initial direction in degrees: 0 is right, 90 is down on the map (default: the direction with the longest view).
    #[arg(long, value_name = "DEGREES", requires = "at", allow_negative_numbers = true, value_parser = degrees)]
    pub(crate) facing: Option<f32>,
    /// Watch the files of the game and of that level, and reload them when they change. A changed script takes control
    /// of its creatures; a changed level or table restarts the deck at the player's position. Errors in a file are
    /// shown.
    #[arg(long)]
    pub(crate) watch: bool,
    /// RNG seed (default: random).
    #[arg(long, value_name = "N", value_parser = seed)]
    pub(crate) seed: Option<u64>,
    /// Difficulty from 1 (easiest) to 4 (default: the one selected on the title screen).
    #[arg(long, value_name = "1..4")]
    pub(crate) skill: Option<Skill>,
    /// Rules file to use instead of the game's own, such as assets/rules/classic.ron.
    #[arg(long, value_name = "FILE.ron")]
    pub(crate) rules: Option<PathBuf>,
    /// Mod: a folder or an archive (.hull or .zip) whose files change those of the game, in addition to the mods in the
    /// folder of mods. May be given several times; the last one has priority.
    #[arg(long = "mod", value_name = "FOLDER|FILE")]
    pub(crate) mods: Vec<PathBuf>,
    /// Start with all mods in the folder of mods switched off.
    #[arg(long)]
    pub(crate) no_mods: bool,
    /// Play maps of Wolfenstein 3D or a related game: a folder that contains them, or one of their files. Their campaign
    /// takes the place of the game's.
    #[arg(long, value_name = "FOLDER|FILE", conflicts_with = "level")]
    pub(crate) wolf: Option<PathBuf>,
    /// Begin on this map of those, from 1.
    #[arg(long, value_name = "N", requires = "wolf")]
    pub(crate) map: Option<usize>,
    /// Render size in pixels (default: from the options). The window enlarges the image by a whole factor.
    #[arg(long, value_name = "WxH", allow_hyphen_values = true, value_parser = size)]
    pub(crate) size: Option<UVec2>,
    /// SIMD kernel used for rendering (default: the fastest one on this CPU). All kernels render the same image.
    #[arg(long, value_name = "KERNEL", default_value = "auto", value_parser = Kernel::named)]
    #[arg(hide_default_value = true, conflicts_with_all = ["text", "terminal"])]
    pub(crate) kernel: Kernel,
    /// Output for this run: `auto`, `opengl` or `softbuffer` (default: from the options).
    #[arg(long, value_name = "OUTPUT", value_enum, hide_possible_values = true, conflicts_with_all = ["text", "terminal"])]
    pub(crate) present: Option<PresentBy>,
    /// Start in full screen; Alt+Enter toggles it at any time.
    #[arg(long)]
    pub(crate) fullscreen: bool,
    /// Settings file (default: hullbreach/settings.ron in the user's configuration directory).
    #[arg(long, value_name = "FILE.ron")]
    pub(crate) settings: Option<PathBuf>,
    /// Directory for saves (default: hullbreach/saves in the user's data directory).
    #[arg(long, value_name = "FOLDER")]
    pub(crate) save_dir: Option<PathBuf>,
    /// Store all user data in this directory instead of the user's own directories: settings.ron, saves, demos,
    /// screenshots, crashes, kernel.ron, mods.
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data_dir: Option<PathBuf>,
    /// Continue from this save.
    #[arg(long, value_name = "SAVE", conflicts_with_all = ["arrival", "at", "seed", "skill"])]
    pub(crate) load: Option<PathBuf>,
    /// Directory for demos (default: hullbreach/demos in the user's data directory).
    #[arg(long, value_name = "FOLDER")]
    pub(crate) demo_dir: Option<PathBuf>,
    /// Record the game as a demo. Each further run is recorded to a file with a number before its extension.
    #[arg(long, value_name = "FILE.demo")]
    pub(crate) record: Option<PathBuf>,
    /// Play this demo.
    #[arg(long, value_name = "FILE.demo", conflicts_with_all = ["arrival", "at", "seed", "skill", "load", "record"])]
    pub(crate) play_demo: Option<PathBuf>,
    /// Benchmark: play this demo as fast as possible with two ticks per frame, print timings as JSON, and exit.
    #[arg(long, value_name = "FILE.demo", conflicts_with_all = ["arrival", "at", "seed", "skill", "load", "record", "play_demo"])]
    pub(crate) time_demo: Option<PathBuf>,
    /// Print the time of each startup stage as JSON, up to the first frame of the title or of the given level, and
    /// exit.
    #[arg(long, conflicts_with_all = ["play_demo", "time_demo", "load"])]
    pub(crate) time_start: bool,
    /// Try what the game needs from this machine: play two demos, open the sound device and the window, print what was
    /// found, write it to self-test.txt in the directory of crash reports, and exit.
    #[arg(long, conflicts_with_all = ["level", "wolf", "play_demo", "time_demo", "time_start", "load", "record"])]
    pub(crate) self_test: bool,
    /// For tests: play the lines of this file as gamepad events; see input/pad_script.rs.
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) pad_script: Option<PathBuf>,
    /// For tests: print when an event arrived and when the frame changed; see window/frame_loop.rs.
    #[arg(long, alias = "tell-pictures", hide = true)]
    pub(crate) log_frames: bool,
    /// For tests: write the text visible on the screen to this file; see window/text_dump.rs.
    #[arg(long, alias = "tell-words", value_name = "FILE", hide = true)]
    pub(crate) dump_text: Option<PathBuf>,
    /// For tests: crash in this tick of a deck.
    #[arg(long, value_name = "TICK", hide = true)]
    pub(crate) crash_at: Option<u64>,
    /// Play in text mode over stdin and stdout, without a window: `emoji`, `ascii` (plain characters, larger maps) or
    /// `long` (whole sentences, no maps).
    #[arg(long, value_name = "STYLE", num_args = 0..=1, require_equals = true, default_missing_value = "emoji")]
    #[arg(conflicts_with_all = ["arrival", "at", "watch", "play_demo", "time_demo", "time_start", "self_test"])]
    pub(crate) text: Option<TextStyle>,
    /// Play in this terminal, drawn with half blocks, without a window.
    #[arg(long, conflicts_with_all = ["arrival", "at", "watch", "play_demo", "time_demo", "time_start", "self_test", "text"])]
    pub(crate) terminal: bool,
    /// Print all settings with their values and descriptions, and exit.
    #[arg(long)]
    pub(crate) print_settings: bool,
    /// Play no sound.
    #[arg(long)]
    pub(crate) mute: bool,
}

/// Style of text mode.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextStyle {
    /// At most 140 characters per reply, with emoji maps.
    Emoji,
    /// Plain characters and larger maps.
    Ascii,
    /// Whole sentences without maps.
    Long,
}

impl Arguments {
    /// Returns the files given on the command line that the game reads. A recording must not overwrite any of them.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn used_files(&self) -> impl Iterator<Item = &Path> {
        let level = self.level.as_deref().map(|typed| match typed.to_str().map(campaign::TypedLevel::read) {
            Some(Ok(level)) => Path::new(level.file),
            _ => typed,
        });
        let others = [&self.rules, &self.load, &self.settings, &self.wolf].into_iter().flatten().chain(&self.mods);
        level.into_iter().chain(others.map(PathBuf::as_path))
    }

    /// Returns where the player enters the level: the named arrival, or the given cell and direction.
    pub(crate) fn arrival(&self) -> Option<String> {
        let cell = self.at.as_ref().map(|at| match self.facing {
            Some(facing) => format!("{at},{facing}"),
            None => at.clone(),
        });
        cell.or_else(|| self.arrival.clone())
    }

    /// Parses the command line.
    ///
    /// # Errors
    /// If it is invalid, or asks for the help or the version.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn of_command_line() -> Result<Arguments, clap::Error> {
        Arguments::of(env::args_os().collect())
    }

    /// Parses these words. A double-click passes a file without an option, so its ending selects one.
    #[cfg(not(target_family = "wasm"))]
    fn of(mut words: Vec<OsString>) -> Result<Arguments, clap::Error> {
        let arguments = Arguments::try_parse_from(&words).map_err(told)?;
        let file = arguments.level.as_deref().and_then(|file| Some((file, option_of(file)?)));
        let found =
            file.and_then(|(file, option)| Some((words.iter().position(|word| Path::new(word) == file)?, option)));
        match found {
            Some((at, option)) if !words.iter().any(|word| word == "--") => {
                words.insert(at, option.into());
                Arguments::try_parse_from(words).map_err(told)
            }
            _ => Ok(arguments),
        }
    }

    /// Reads the parameters of a page's address, as names and values: `deck`, `seed`, `skill`, `demo`, `size`, and for
    /// tests `crash-at`. Parameters with other names are ignored, because sites add their own. The library for command
    /// lines is not used, because it would be a large part of the page's download.
    ///
    /// # Errors
    /// If a value is invalid.
    #[cfg(any(target_family = "wasm", test))]
    pub(crate) fn of_address<'a>(
        parameters: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Arguments, String> {
        let mut arguments = Arguments::default();
        for (name, value) in parameters {
            let wrong = |what: String| format!("{name}: {what}");
            match name {
                "deck" if value.parse::<u8>().is_ok() => {
                    arguments.level = Some(format!("levels/deck{value}.ron").into());
                }
                "deck" => arguments.level = Some(format!("levels/{}.ron", file_stem(name, value)?).into()),
                "demo" => {
                    arguments.play_demo = Some(format!("assets/demos/{}.demo", file_stem(name, value)?).into());
                }
                "seed" => arguments.seed = Some(seed(value).map_err(wrong)?),
                "skill" => arguments.skill = Some(value.parse().map_err(wrong)?),
                "size" => arguments.size = Some(size(value).map_err(wrong)?),
                "crash-at" => arguments.crash_at = Some(seed(value).map_err(wrong)?),
                _ => {}
            }
        }
        Ok(arguments)
    }

    /// Returns the locations of user data: `--data-dir` or the user's own directories, with single folders replaced by
    /// their options.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn folders(&self) -> Folders {
        let all = self.data_dir.clone();
        let folders = all.map_or_else(Folders::of_player, |folder| Folders::default().with("", folder));
        let given = [("settings.ron", &self.settings), ("saves", &self.save_dir), ("demos", &self.demo_dir)];
        let given = given.into_iter().filter_map(|(name, path)| Some((name, path.clone()?)));
        given.fold(folders, |folders, (name, path)| folders.with(name, path))
    }
}

/// Returns the option that opens a file with this ending; nothing for levels.
#[cfg(not(target_family = "wasm"))]
fn option_of(file: &Path) -> Option<&'static str> {
    match file.extension()?.to_str()? {
        "demo" => Some("--play-demo"),
        "save" => Some("--load"),
        "hull" | "zip" => Some("--mod"),
        _ => None,
    }
}

/// Returns a value of the address if it is the name of a file without folders and extension.
#[cfg(any(target_family = "wasm", test))]
fn file_stem<'a>(name: &str, value: &'a str) -> Result<&'a str, String> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-".contains(letter);
    let is_stem = !value.is_empty() && value.chars().all(is_plain);
    is_stem.then_some(value).ok_or_else(|| format!("{name}: it must be a name of letters and digits, got `{value}`"))
}

/// Removes clap's tip on passing a value that looks like an option, which does not apply here.
#[cfg(not(target_family = "wasm"))]
fn told(mut error: clap::Error) -> clap::Error {
    error.remove(clap::error::ContextKind::Suggested);
    error
}

/// Parses a column and a row.
fn cell(text: &str) -> Result<String, String> {
    let number = |part: &str| part.trim().parse::<usize>().ok();
    let cell = text.split_once(',').and_then(|(x, y)| Some((number(x)?, number(y)?)));
    cell.map(|(x, y)| format!("{x},{y}")).ok_or_else(|| format!("`{text}` is not a cell such as 6,22"))
}

/// Parses a seed.
fn seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is not an integer from 0 to {}", u64::MAX))
}

/// Parses a direction in degrees.
fn degrees(text: &str) -> Result<f32, String> {
    let degrees = text.parse().ok().filter(|degrees: &f32| degrees.abs() <= 360.0);
    degrees.ok_or_else(|| format!("`{text}` is not a direction in degrees from -360 to 360"))
}

/// Parses a render size.
fn size(text: &str) -> Result<UVec2, String> {
    let (width, height) = frame_size(text)?;
    let size = UVec2::new(width as u32, height as u32);
    if size.cmpge(MIN_SIZE).all() && size.cmple(MAX_SIZE).all() {
        return Ok(size);
    }
    let (UVec2 { x: w, y: h }, UVec2 { x, y }) = (MIN_SIZE, MAX_SIZE);
    Err(format!("the size must be between {w}x{h} and {x}x{y}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_is_two_numbers_within_limits() {
        assert_eq!(size("640x360"), Ok(UVec2::new(640, 360)));
        for wrong in ["640", "1x1", "319x180", "320x179", "7681x4320", "7680x4321", "99999x360"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn command_line_errors_are_reported_without_clap_tips() {
        for (wrong, what) in [
            (["hullbreach", "--size=-5x5"], "`-5x5` is not a size such as 640x360"),
            (["hullbreach", "--seed=x"], "`x` is not an integer from 0 to 18446744073709551615"),
            (["hullbreach", "--kernel=sse9"], "`sse9` is not a kernel; use `auto` or one of "),
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
    fn ending_of_a_file_selects_how_it_is_opened() {
        let parsed = |words: &str| Arguments::of(words.split_whitespace().map(OsString::from).collect());
        let opened = |words: &str| {
            let Arguments { level, play_demo, load, mods, .. } = parsed(words).unwrap();
            (level, play_demo, load, mods)
        };
        let path = |name: &str| Some(PathBuf::from(name));
        assert_eq!(opened("hullbreach a.ron"), (path("a.ron"), None, None, vec![]));
        assert_eq!(opened("hullbreach a/x.demo --mute"), (None, path("a/x.demo"), None, vec![]));
        assert_eq!(opened("hullbreach --mute x.save"), (None, None, path("x.save"), vec![]));
        assert_eq!(opened("hullbreach x.hull"), (None, None, None, vec!["x.hull".into()]));
        assert!(parsed("hullbreach x.demo --seed 3").unwrap_err().to_string().contains("cannot be used with"));
    }

    #[test]
    fn data_dir_replaces_all_user_directories() {
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
    fn cell_and_direction_set_the_arrival() {
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
    fn address_selects_deck_demo_and_seed() {
        let read = |pairs: &[(&'static str, &'static str)]| Arguments::of_address(pairs.iter().copied());
        let given = read(&[("deck", "2"), ("seed", "7"), ("skill", "3"), ("utm_source", "x")]).unwrap();
        assert_eq!((given.level, given.seed), (Some("levels/deck2.ron".into()), Some(7)));
        assert_eq!(given.skill.map(Skill::get), Some(3));
        let given = read(&[("deck", "classic"), ("size", "320x180")]).unwrap();
        assert_eq!((given.level, given.size), (Some("levels/classic.ron".into()), Some(UVec2::new(320, 180))));
        let demo = read(&[("demo", "1-deck1")]).unwrap().play_demo;
        assert_eq!(demo, Some("assets/demos/1-deck1.demo".into()));
        for wrong in [("deck", "../settings"), ("demo", "a/b"), ("demo", ""), ("seed", "x"), ("skill", "9")] {
            let what = read(&[wrong]).map(drop).expect_err(wrong.1);
            assert!(what.contains(wrong.0) && !what.contains('\n'), "{what}");
        }
    }

    #[test]
    fn command_line_definition_is_consistent() {
        use clap::CommandFactory;
        Arguments::command().debug_assert();
    }
}
