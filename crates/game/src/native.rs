//! The native program: command line, folders, signals, and the game in a window, in a terminal or as text.

use crate::{
    app::{self, Prepared},
    arguments::Arguments,
    campaign::taping::Recording,
    files,
    files::crash_folder::CrashFolder,
    files::demos_folder,
    files::given::{GivenFiles, game_files},
    files::mods::Mods,
    files::settings_file::SettingsFile,
    files::startup_error::{StartupError, print},
    flow::exit_code::NO_DISPLAY,
    input::pad_script::PadScript,
    leaving, pages,
    pages::crash_notice::CrashTold,
    self_check, window,
    window::display_watch::DisplayWatch,
    window::time_start::StartTimes,
    without_window,
};
use bevy::{
    app::{PluginGroupBuilder, ScheduleRunnerPlugin},
    log::tracing_subscriber::fmt,
    log::{DEFAULT_FILTER, Level, LogPlugin},
    prelude::*,
};
use content::GivenRules;
use engine::{Demo, RewindBuffer, Tape};
use ports::{RecordFile, Store};
use std::io::{self, IsTerminal, Write};

/// Runs the program.
pub(crate) fn main() -> AppExit {
    let mut times = StartTimes::of_process();
    let arguments = match Arguments::of_command_line() {
        Ok(arguments) => arguments,
        Err(error) => return end_of_parsing(&error),
    };
    times.ends = arguments.time_start;
    if arguments.print_settings {
        return print_settings(&arguments);
    }
    #[cfg(target_os = "linux")]
    if arguments.text.is_none() && !arguments.terminal {
        window::game_window::avoid_stale_wayland();
    }
    let store = Store::on_disk(arguments.folders());
    let (minute, crashes) = (RewindBuffer::failing_at(arguments.crash_at), CrashFolder::open(&store));
    let untold = crashes.as_ref().map_or(Ok(None), CrashFolder::take_untold).unwrap_or_else(|what| {
        eprintln!("hullbreach: {what}");
        None
    });
    let untold = untold.map(CrashTold);
    if let Some(told) = &untold {
        eprintln!("hullbreach: {}", told.words().english());
    }
    files::crash_report::watch(crashes, minute.clone());
    if let Err(what) = text_mode::watch_exit_signals() {
        eprintln!("hullbreach: cannot watch for signals: {what}");
    }
    let check = arguments.self_test.then(|| self_check::without_window(&arguments, &store, times.clock()));
    let played = match arguments.text {
        Some(style) => without_window::play_in_words(&arguments, style, minute).map(|()| without_window::exit()),
        None if arguments.terminal => {
            without_window::play_in_terminal(&arguments, minute).map(|()| without_window::exit())
        }
        None => match (prepare(&arguments, &store), check) {
            (Err(error), Some(check)) => Ok(AppExit::from_code(check.without_display(&error.what))),
            (Err(error), None) => Err(error),
            (Ok((prepared, outlets)), check) => {
                leaving::abrupt_end::watch(minute.clone(), store.clone());
                let mut app = App::new();
                // Before the window library connects to the display.
                app.insert_resource(DisplayWatch::begin());
                outlets.insert_into(&mut app);
                #[cfg(feature = "dev")]
                app.add_plugins(crate::dev::names::plugin);
                app::build(&mut app, &arguments, store, prepared, times, library());
                #[cfg(feature = "dev")]
                app.add_plugins(crate::dev::port::plugin);
                app.world_mut().resource_mut::<Tape>().last_minute = minute;
                if let Some(told) = untold {
                    app.insert_resource(told);
                }
                if let Some(check) = check {
                    app.insert_resource(check).add_plugins(self_check::plugin);
                }
                Ok(app.run())
            }
        },
    };
    played.unwrap_or_else(report)
}

/// Reports an error, and returns its exit code.
fn report(StartupError { what, code }: StartupError) -> AppExit {
    // Ignore a closed terminal.
    let _ = writeln!(io::stderr(), "hullbreach: {what}");
    AppExit::from_code(code)
}

/// Prints the help, the version, or the error of a command line. Help that cannot be printed is an error.
fn end_of_parsing(error: &clap::Error) -> AppExit {
    match error.print() {
        Err(what) if !error.use_stderr() && what.kind() != io::ErrorKind::BrokenPipe => {
            report(StartupError::unreadable(format!("stdout cannot be written: {what}")))
        }
        // An exit code has 8 bits.
        _ => AppExit::from_code(error.exit_code() as u8),
    }
}

/// Prints the settings of the player's settings file.
fn print_settings(arguments: &Arguments) -> AppExit {
    let (file, complaint) = SettingsFile::open(&Store::on_disk(arguments.folders()));
    let text = format!("{}\n\n{}", file.told(), pages::options::in_words(file.settings()));
    let printed = print(&text).and(complaint.map_or(Ok(()), |what| Err(StartupError::bad_data(what))));
    printed.map_or_else(report, |()| AppExit::Success)
}

/// Files given on the command line that stay open while the game runs.
struct Outlets {
    /// Output file of the recording.
    record: Option<RecordFile>,
    pad: Option<PadScript>,
    mods: Mods,
}

impl Outlets {
    fn insert_into(self, app: &mut App) {
        app.insert_resource(self.mods);
        if let Some(file) = self.record {
            app.insert_resource(Recording::File(file));
        }
        if let Some(pad) = self.pad {
            app.insert_resource(pad);
        }
    }
}

/// Validates everything that can be validated before there is a window.
fn prepare(arguments: &Arguments, store: &Store) -> Result<(Prepared, Outlets), StartupError> {
    let (folder, mods) = game_files(arguments, store)?;
    for refused in folder.refused() {
        eprintln!("hullbreach: {refused}");
    }
    let rules = arguments.rules.as_deref().map(GivenRules::read).transpose()?;
    rules.as_ref().map(GivenRules::check).transpose()?;
    let arrival = arguments.arrival();
    let read_one = |level| files::given::read_one(level, arrival.as_deref(), &folder, rules.as_ref());
    let deck = arguments.level.as_deref().map(read_one).transpose()?;
    let save = arguments.load.as_deref().map(files::saves_folder::read_save).transpose()?;
    let demo = given_demo(arguments)?;
    let record = given_record(arguments)?;
    let pad = arguments.pad_script.as_deref().map(PadScript::open).transpose().map_err(StartupError::unreadable)?;
    window::game_window::look_for_display().map_err(|what| StartupError { what, code: NO_DISPLAY })?;
    let given = GivenFiles { deck, level: None, rules, save: save.map(Box::new), demo };
    Ok((Prepared { content: folder, given }, Outlets { record, pad, mods }))
}

/// Returns the recording file given on the command line, if any, after checking that it can be written.
fn given_record(arguments: &Arguments) -> Result<Option<RecordFile>, StartupError> {
    let Some(file) = arguments.record.clone() else { return Ok(None) };
    let file = RecordFile::new(file, arguments.folders().path("demos"));
    file.check_apart_from(arguments.used_files()).map_err(StartupError::bad_data)?;
    file.check().map_err(StartupError::unreadable)?;
    if let Some(note) = file.note() {
        eprintln!("hullbreach: {note}");
    }
    Ok(Some(file))
}

/// Returns the demo given on the command line, if any.
fn given_demo(arguments: &Arguments) -> Result<Option<(Demo, String)>, StartupError> {
    let Some(path) = arguments.play_demo.as_deref().or(arguments.time_demo.as_deref()) else { return Ok(None) };
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(Some((demos_folder::read(path)?, name)))
}

/// Returns the plugins of Bevy, without the window.
fn library() -> PluginGroupBuilder {
    DefaultPlugins.set(log()).disable::<ScheduleRunnerPlugin>()
}

/// Configures the log on the terminal: warnings and errors, or more with `RUST_LOG=info`.
fn log() -> LogPlugin {
    // The game reports unreadable files itself, and oddities of the display do not matter to a player.
    let filter = format!("{DEFAULT_FILTER},bevy_asset::server=off,winit=error");
    LogPlugin {
        level: Level::WARN,
        filter,
        // Use colours only on a terminal.
        fmt_layer: |_| {
            let is_coloured = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
            Some(Box::new(
                fmt::Layer::default().with_writer(io::stderr).with_ansi(is_coloured).log_internal_errors(false),
            ))
        },
        ..default()
    }
}
