//! Hullbreach, the game in its window: displays and plays what the engine simulates and the renderer draws.
//!
//! Each file implements one feature with its own plugin. None of them adds a system to the fixed schedules, which
//! belong to the engine. Only the [`Intent`](engine::Intent) reaches the simulation.

// Modules in layers: each uses only those above it.
mod flow;

mod window;

mod arguments;

mod input;

mod ui;

mod files;

mod campaign;

mod sound;

mod pages;

mod leaving;

mod without_window;

#[cfg(test)]
mod testing;

#[cfg(test)]
mod frame_rate_tests;
#[cfg(test)]
mod whole_game;

use crate::{
    arguments::Arguments,
    campaign::taping::Recording,
    files::crash_folder::CrashFolder,
    files::demos_folder::{self, DemosFolder},
    files::given::{GivenFiles, GivenLevel, game_files},
    files::language,
    files::loading::Afterwards,
    files::met::Met,
    files::reached::Reached,
    files::saves_folder::Saves,
    files::scores::Scores,
    files::settings_file::{Complaints, SettingsFile},
    files::startup_error::{StartupError, print},
    files::watched::Watched,
    flow::exit_code::NO_DISPLAY,
    flow::phase::Phase,
    input::pad_script::PadScript,
    pages::crash_notice::CrashTold,
    window::display_watch::DisplayWatch,
    window::frame_upload::GivenSize,
    window::screen_options::{Scaling, ScreenOptions},
    window::text_dump::ToldWords,
    window::time_start::StartTimes,
};
use ::campaign::file_and_seed;
use bevy::{
    app::{PluginGroupBuilder, ScheduleRunnerPlugin, TaskPoolOptions},
    asset::AssetMetaCheck,
    ecs::error,
    log::tracing_subscriber::fmt,
    log::{DEFAULT_FILTER, Level, LogPlugin},
    prelude::*,
};
use bevy_a11y::AccessibilityPlugin;
use bevy_audio::AudioPlugin;
use bevy_gilrs::GilrsPlugin;
use bevy_window::WindowPlugin;
use bevy_winit::WinitPlugin;
use content::{Files, GivenRules};
use engine::{Demo, EnginePlugin, RewindBuffer, Tape, TapePlugin};
use ports::{Clock, Jobs, RecordFile, Store};
use renderer::{RendererPlugin, Screen};
use std::io::{self, IsTerminal, Write};

fn main() -> AppExit {
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
    let played = match arguments.text {
        Some(style) => without_window::play_in_words(&arguments, style, minute).map(|()| without_window::exit()),
        None if arguments.terminal => {
            without_window::play_in_terminal(&arguments, minute).map(|()| without_window::exit())
        }
        None => prepare(&arguments).map(|prepared| {
            leaving::abrupt_end::watch(minute.clone(), store.clone());
            let mut app = game(&arguments, store, prepared, times);
            app.world_mut().resource_mut::<Tape>().last_minute = minute;
            if let Some(told) = untold {
                app.insert_resource(told);
            }
            app.run()
        }),
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

/// Initial window size when rendering at native resolution.
const FIRST: UVec2 = UVec2::new(1280, 720);

/// Files given on the command line that stay open while the game runs.
struct Outlets {
    /// Output file of the recording.
    record: Option<RecordFile>,
    pad: Option<PadScript>,
}

/// Validates everything that can be validated before there is a window.
fn prepare(arguments: &Arguments) -> Result<(Files, GivenFiles, Outlets), StartupError> {
    let folder = game_files(arguments)?;
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
    Ok((folder, given, Outlets { record, pad }))
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

/// Configures Bevy's thread pools. All cores read and decode files, because the player waits for them.
fn task_pools() -> TaskPoolPlugin {
    let mut task_pool_options = TaskPoolOptions::default();
    task_pool_options.io.percent = 1.0;
    TaskPoolPlugin { task_pool_options }
}

/// Returns the parts of Bevy that the game uses, with window and gamepads. `DefaultPlugins` would require Bevy's
/// renderer for these.
fn bevy_plugins(assets: AssetPlugin, window: WindowPlugin) -> PluginGroupBuilder {
    DefaultPlugins
        .set(assets)
        .set(task_pools())
        .set(log())
        .disable::<ScheduleRunnerPlugin>()
        .add(window)
        .add(AccessibilityPlugin)
        .add(WinitPlugin::default())
        .add(GilrsPlugin)
        .add(window::frame_upload::library())
}

/// Builds the complete game.
fn game(
    arguments: &Arguments,
    store: Store,
    (content, mut files, outlets): (Files, GivenFiles, Outlets),
    mut times: StartTimes,
) -> App {
    // Measured before other threads start to read the clock.
    let clock = Clock::of_machine();
    let chosen = files::kernel_file::choose(arguments.kernel, &store, &mut || clock.now());
    let at_once = files.deck.is_some() && files.save.is_none() && files.demo.is_none();
    let is_watched = arguments.watch || cfg!(debug_assertions);
    let assets =
        AssetPlugin { meta_check: AssetMetaCheck::Never, watch_for_changes_override: Some(is_watched), ..default() };
    let (mut file, complaint) = SettingsFile::open(&store);
    let mut settings = file.for_this_run(|settings| settings.override_by(arguments));
    if file.is_new() {
        settings.language = language::of_machine();
    }
    let size =
        arguments.size.unwrap_or_else(|| ScreenOptions { scaling: Scaling::Whole, ..settings.screen }.frame(FIRST));
    let mut app = App::new();
    // A failing system stops a dev build; a release build logs the error and continues.
    app.set_error_handler(if cfg!(debug_assertions) { error::panic } else { error::error });
    app.insert_resource(DisplayWatch::begin()).insert_resource(clock);
    // A generated deck is not watched, because a changed pipeline would generate a different deck.
    let drawn = arguments.level.clone().filter(|level| file_and_seed(&level.to_string_lossy()).1.is_none());
    content::register_sources(&mut app, &content, drawn.as_deref());
    app.add_plugins(bevy_plugins(assets, window::game_window::library(size, settings.screen)));
    if !arguments.mute {
        app.add_plugins(AudioPlugin::default());
    }
    chosen.log();
    app.insert_resource(chosen.kernel);
    app.insert_resource(Screen(raycast::Frame::new(size.x as usize, size.y as usize)));
    if let Some(size) = arguments.size {
        app.insert_resource(GivenSize(size));
    }
    app.insert_resource(arguments.clone()).insert_resource(content.clone());
    app.insert_resource(Afterwards(if at_once { Phase::Deck } else { Phase::Title }));
    if is_watched {
        app.insert_resource(Watched);
    }
    app.insert_resource(settings.skill);
    app.insert_resource(settings.screen).insert_resource(settings).insert_resource(file);
    insert_lists(&mut app, &store, arguments.level.is_none(), complaint);
    if let Some(saves) = Saves::open(&store, app.world().resource(), Jobs::default()) {
        app.insert_resource(saves);
    }
    if let Some(demos) = DemosFolder::open(&store) {
        app.insert_resource(demos);
    }
    app.insert_resource(store);
    if let Some(file) = outlets.record {
        app.insert_resource(Recording::File(file));
    }
    times.over("set_up");
    app.insert_resource(times);
    if arguments.log_frames {
        app.init_resource::<window::frame_loop::Told>();
    }
    if let Some(file) = arguments.dump_text.clone() {
        app.insert_resource(ToldWords::new(file));
    }
    if let Some(pad) = outlets.pad {
        app.insert_resource(pad);
    }
    add_ours(&mut app);
    content::begin_loading(app.world_mut(), &content);
    if let Some(path) = drawn.filter(|_| is_watched)
        && let Some(handle) = content::load_given(app.world(), &path)
    {
        files.level = Some(GivenLevel { path, handle });
    }
    app.insert_resource(files);
    if !arguments.mute {
        app.add_plugins(sound::plugin);
    }
    app
}

/// Adds the lists that are stored next to the saves, and the errors of the player's files.
fn insert_lists(app: &mut App, store: &Store, is_campaign: bool, complaint: Option<String>) {
    let (scores, met) = (Scores::open(store), Met::open(store));
    // A user level does not count as a deck reached in the campaign.
    let reached = if is_campaign { Reached::open(store) } else { Reached::default() };
    let all = [complaint, scores.0.complaint(), met.0.complaint(), reached.0.complaint()];
    app.insert_resource(Complaints(all.into_iter().flatten().collect()));
    app.insert_resource(scores).insert_resource(met).insert_resource(reached);
}

/// Adds the plugins that need neither a window nor a sound device.
fn add_ours(app: &mut App) {
    app.add_plugins((EnginePlugin, TapePlugin, RendererPlugin));
    app.add_plugins((
        flow::plugin,
        window::plugin,
        input::plugin,
        ui::plugin,
        files::plugin,
        campaign::plugin,
        pages::plugin,
        leaving::plugin,
    ));
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::{
        app::FixedMain,
        ecs::schedule::{InternedScheduleLabel, ScheduleLabel},
        input::InputPlugin,
        state::app::StatesPlugin,
        time::TimePlugin,
    };
    use engine::ProfilerPlugin;

    /// Returns the number of systems in each fixed schedule.
    fn systems_in_fixed_schedules(app: &App) -> Vec<usize> {
        let schedules: [InternedScheduleLabel; 6] = [
            FixedMain.intern(),
            FixedFirst.intern(),
            FixedPreUpdate.intern(),
            FixedUpdate.intern(),
            FixedPostUpdate.intern(),
            FixedLast.intern(),
        ];
        schedules.map(|label| app.get_schedule(label).map_or(0, |schedule| schedule.graph().systems.len())).to_vec()
    }

    #[test]
    fn fixed_schedules_contain_only_engine_systems() {
        let mut app = App::new();
        app.add_plugins((TimePlugin, StatesPlugin, AssetPlugin::default(), InputPlugin, WindowPlugin::default()));
        let mut engine = App::new();
        engine.add_plugins((TimePlugin, EnginePlugin, TapePlugin, ProfilerPlugin));
        add_ours(&mut app);
        app.add_plugins(sound::plugin);
        assert_eq!(systems_in_fixed_schedules(&app), systems_in_fixed_schedules(&engine));
    }
}
