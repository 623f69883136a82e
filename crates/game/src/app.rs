//! The game as a Bevy app, the same in a window and in a page of a browser.

use crate::{
    arguments::Arguments,
    campaign, dev,
    dev::console_history::ConsoleHistory,
    files,
    files::demos_folder::DemosFolder,
    files::given::{GivenFiles, GivenLevel},
    files::language,
    files::loading::Afterwards,
    files::met::Met,
    files::mods::Mods,
    files::reached::Reached,
    files::saves_folder::Saves,
    files::scores::Scores,
    files::settings_file::{Complaints, SettingsFile},
    files::watched::Watched,
    flow,
    flow::phase::Phase,
    input, leaving, pages, ui, window,
    window::frame_upload::GivenSize,
    window::screen_options::{Scaling, ScreenOptions},
    window::text_dump::ToldWords,
    window::time_start::StartTimes,
};
use ::campaign::file_and_seed;
use bevy::{
    app::{PluginGroupBuilder, TaskPoolOptions},
    asset::AssetMetaCheck,
    ecs::error,
    prelude::*,
};
use bevy_a11y::AccessibilityPlugin;
use bevy_gilrs::GilrsPlugin;
use bevy_window::WindowPlugin;
use bevy_winit::WinitPlugin;
use content::Files;
use engine::{EnginePlugin, TapePlugin};
use ports::{Jobs, Store};
use renderer::{RendererPlugin, Screen};

/// Initial window size when rendering at native resolution.
const FIRST: UVec2 = UVec2::new(1280, 720);

/// Files of the game and of the command line or address, which were validated before there is a window.
pub(crate) struct Prepared {
    /// Files of the game.
    pub(crate) content: Files,
    pub(crate) given: GivenFiles,
}

/// Configures Bevy's thread pools. All cores read and decode files, because the player waits for them.
fn task_pools() -> TaskPoolPlugin {
    let mut task_pool_options = TaskPoolOptions::default();
    task_pool_options.io.percent = 1.0;
    TaskPoolPlugin { task_pool_options }
}

/// Adds window and gamepads to Bevy's plugins. `DefaultPlugins` would require Bevy's renderer for these.
fn bevy_plugins(library: PluginGroupBuilder, assets: AssetPlugin, window: WindowPlugin) -> PluginGroupBuilder {
    library
        .set(assets)
        .set(task_pools())
        .add(window)
        .add(AccessibilityPlugin)
        .add(WinitPlugin::default())
        .add(GilrsPlugin)
        .add(window::frame_upload::library())
}

/// Adds the complete game to an app. Its clock is that of the startup times. `library` are the plugins of Bevy that it
/// needs besides window and gamepads.
pub(crate) fn build(
    app: &mut App,
    arguments: &Arguments,
    store: Store,
    Prepared { content, given: mut files }: Prepared,
    mut times: StartTimes,
    library: PluginGroupBuilder,
) {
    let clock = times.clock().clone();
    // Measured before other threads start to read the clock.
    let chosen = files::kernel_file::choose(arguments.kernel, &store, &mut || clock.now());
    let at_once = files.deck.is_some() && files.save.is_none() && files.demo.is_none();
    let is_watched = cfg!(not(target_family = "wasm")) && (arguments.watch || cfg!(debug_assertions));
    let assets =
        AssetPlugin { meta_check: AssetMetaCheck::Never, watch_for_changes_override: Some(is_watched), ..default() };
    let (mut file, complaint) = SettingsFile::open(&store);
    let mut settings = file.for_this_run(|settings| settings.override_by(arguments));
    if file.is_new() {
        settings.language = language::of_machine();
        #[cfg(target_family = "wasm")]
        if window::page::prefers_reduced_motion() {
            files::presets::Preset::Comfort.choose(&mut settings);
        }
    }
    let size =
        arguments.size.unwrap_or_else(|| ScreenOptions { scaling: Scaling::Whole, ..settings.screen }.frame(FIRST));
    // A failing system stops a dev build; a release build logs the error and continues.
    app.set_error_handler(if cfg!(debug_assertions) { error::panic } else { error::error });
    app.insert_resource(clock);
    // A generated deck is not watched, because a changed pipeline would generate a different deck.
    let drawn = arguments.level.clone().filter(|level| file_and_seed(&level.to_string_lossy()).1.is_none());
    // A level of a mod is watched with the mod.
    let drawn = drawn.filter(|level| level.exists());
    content::register_sources(app, &content, drawn.as_deref());
    app.add_plugins(bevy_plugins(library, assets, window::game_window::library(size, settings.screen)));
    #[cfg(not(target_family = "wasm"))]
    if !arguments.mute {
        app.add_plugins(bevy_audio::AudioPlugin::default());
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
    insert_lists(app, &store, arguments.level.is_none(), complaint);
    if let Some(saves) = Saves::open(&store, app.world().resource(), Jobs::default()) {
        app.insert_resource(saves);
    }
    if let Some(demos) = DemosFolder::open(&store) {
        app.insert_resource(demos);
    }
    app.insert_resource(store);
    times.over("set_up");
    app.insert_resource(times);
    if arguments.log_frames {
        app.init_resource::<window::frame_loop::Told>();
    }
    if let Some(file) = arguments.dump_text.clone() {
        app.insert_resource(ToldWords::new(file));
    }
    add_ours(app);
    content::begin_loading(app.world_mut(), &content);
    if let Some(path) = drawn.filter(|_| is_watched)
        && let Some(handle) = content::load_given(app.world(), &path)
    {
        files.level = Some(GivenLevel { path, handle });
    }
    app.insert_resource(files);
    if !arguments.mute {
        app.add_plugins(crate::sound::plugin);
    }
}

/// Adds the lists that are stored next to the saves, and the errors of the player's files.
fn insert_lists(app: &mut App, store: &Store, is_campaign: bool, complaint: Option<String>) {
    let (scores, met) = (Scores::open(store), Met::open(store));
    // A user level does not count as a deck reached in the campaign.
    let reached = if is_campaign { Reached::open(store) } else { Reached::default() };
    let mods = app.world().get_resource::<Mods>().and_then(Mods::complaint);
    let history = ConsoleHistory::open(store);
    let all = [complaint, scores.0.complaint(), met.0.complaint(), reached.0.complaint(), history.complaint(), mods];
    app.insert_resource(Complaints(all.into_iter().flatten().collect()));
    app.insert_resource(scores).insert_resource(met).insert_resource(reached).insert_resource(history);
}

/// Adds the plugins that need neither a window nor a sound device.
pub(crate) fn add_ours(app: &mut App) {
    app.add_plugins((EnginePlugin, TapePlugin, RendererPlugin));
    app.add_plugins((
        flow::plugin,
        window::plugin,
        input::plugin,
        ui::plugin,
        files::plugin,
        campaign::plugin,
        dev::plugin,
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
        app.add_plugins(crate::sound::plugin);
        assert_eq!(systems_in_fixed_schedules(&app), systems_in_fixed_schedules(&engine));
    }
}
