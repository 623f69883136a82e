//! The game in a page of a browser. The page loads the files and calls [`start`]; see `web/page.js`.

use crate::{
    app::{self, Prepared},
    arguments::Arguments,
    files,
    files::crash_folder::CrashFolder,
    files::demos_folder,
    files::given::GivenFiles,
    files::mods::Mods,
    files::startup_error::StartupError,
    flow::phase::Phase,
    leaving::page_hidden,
    pages::crash_notice::CrashTold,
    pages::new_ship::GivenShip,
    sound::page_output,
    window::page,
    window::page_log,
    window::time_start::StartTimes,
};
use ::campaign::ShipCode;
use bevy::{
    app::PluginGroupBuilder, diagnostic::FrameCountPlugin, input::InputPlugin, prelude::*, state::app::StatesPlugin,
    time::TimePlugin,
};
use content::{Decks, Files, read_own_level};
use engine::{RewindBuffer, Tape};
use js_sys::{Array, Uint8Array};
use ports::{Clock, Store, StoredFile};
use std::{collections::BTreeMap, panic, sync::OnceLock, time::Duration};
use wasm_bindgen::{JsCast, prelude::wasm_bindgen};

/// Files of the game.
static CONTENT: OnceLock<Files> = OnceLock::new();

/// Starts the game.
///
/// - `pack`: zip archive with the files of the game, without those that are downloaded later.
/// - `later`: names of the files that are downloaded later; [`file_arrived`] is called with each.
/// - `saved`: files of the player from the browser's database, each as name, bytes and time of writing.
/// - `parameters`: parameters of the address, names and values alternately.
/// - `since`: milliseconds since the page was opened.
///
/// # Errors
/// A sentence for the player.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "the page calls it")]
pub fn start(
    pack: Vec<u8>,
    later: Vec<String>,
    saved: &Array,
    parameters: Vec<String>,
    since: f64,
) -> Result<(), String> {
    let times = StartTimes::after(Duration::from_secs_f64((since / 1000.0).max(0.0)));
    panic::set_hook(Box::new(|panic| page::log_error(&panic.to_string())));
    let pairs = parameters.chunks_exact(2).map(|pair| (pair[0].as_str(), pair[1].as_str()));
    let arguments = Arguments::of_address(pairs.clone()).map_err(|what| format!("Address of this page: {what}"))?;
    let ship = pairs
        .rev()
        .find(|(name, _)| *name == "ship")
        .map(|(_, code)| ShipCode::read(code).map_err(|what| format!("Address of this page: ship={code}: {what}")));
    let store = Store::mirrored(Clock::default(), player_files(saved), |name, file| match file {
        Some(StoredFile { bytes, written }) => page::keep(name, bytes, written.as_secs_f64() * 1000.0),
        None => page::remove(name),
    });
    let minute = RewindBuffer::failing_at(arguments.crash_at);
    let crashes = CrashFolder::open(&store);
    let untold = crashes.as_ref().and_then(|crashes| crashes.take_untold().ok()?);
    files::crash_report::watch(crashes, minute.clone());
    page_hidden::watch(minute.clone(), store.clone());
    let prepared = prepare(&arguments, pack, later).map_err(|error| error.what)?;
    let mut mods = Mods::open(&store, &prepared.content, &arguments);
    mods.apply(&prepared.content);
    let mut app = App::new();
    app.insert_resource(mods);
    app::build(&mut app, &arguments, store, prepared, times, library());
    app.world_mut().resource_mut::<Tape>().last_minute = minute;
    if let Some(report) = untold {
        app.insert_resource(CrashTold(report));
    }
    if let Some(code) = ship.transpose()? {
        app.insert_resource(GivenShip(code));
    }
    app.add_systems(OnExit(Phase::Loading), || page::loaded());
    app.run();
    Ok(())
}

/// Adds a file that was downloaded later.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "the page calls it")]
pub fn file_arrived(name: &str, bytes: Vec<u8>) {
    if let Some(content) = CONTENT.get() {
        content.arrived(name, bytes);
    }
}

/// Saves the run, because the browser may close the page at any time while it is hidden.
///
/// # Errors
/// A sentence for the log.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "the page calls it")]
pub fn hidden() -> Result<(), String> {
    page_hidden::save()
}

/// Notes that the browser has released the captured pointer.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "the page calls it")]
pub fn pointer_lost() {
    page::note_pointer_lost();
}

/// Notes that an archive with a mod was dropped on the page.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "the page calls it")]
pub fn mod_dropped(name: String, bytes: Vec<u8>) {
    page::note_dropped(name, bytes);
}

/// Notes that the page has decoded a sound of the game, which has this number of samples. Returns the number under which
/// the mixer receives them.
#[wasm_bindgen]
#[expect(unreachable_pub, reason = "the page calls it")]
pub fn sound_decoded(name: &str, count: u32, rate: u32) -> u32 {
    page_output::note_decoded(name, count, rate)
}

/// Reads the files of the player. Entries of another type, which only another program can have written, are ignored.
fn player_files(saved: &Array) -> BTreeMap<String, StoredFile> {
    let file = |entry: Array| {
        let bytes = entry.get(1).dyn_into::<Uint8Array>().ok()?.to_vec();
        let written = Duration::try_from_secs_f64(entry.get(2).as_f64()? / 1000.0).ok()?;
        Some((entry.get(0).as_string()?, StoredFile { bytes, written }))
    };
    saved.iter().filter_map(|entry| file(entry.dyn_into().ok()?)).collect()
}

/// Reads the files of the game, and those that the address selects.
fn prepare(arguments: &Arguments, pack: Vec<u8>, later: Vec<String>) -> Result<Prepared, StartupError> {
    let content = Files::of_archive("game.pack", pack)?.with_streamed(later.into_iter().collect());
    // The page starts the game only once.
    let _ = CONTENT.set(content.clone());
    let deck = arguments.level.as_deref().map(|level| read_deck(&level.to_string_lossy(), &content)).transpose()?;
    let demo = arguments.play_demo.as_deref().map(|demo| {
        let name = demo.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = content.read(&demo.to_string_lossy())?;
        Ok::<_, StartupError>((demos_folder::read_bytes(demo, bytes)?, name))
    });
    let given = GivenFiles { deck, demo: demo.transpose()?, ..GivenFiles::default() };
    Ok(Prepared { content, given })
}

/// Reads a level of the game as a single deck.
fn read_deck(file: &str, content: &Files) -> Result<Decks, StartupError> {
    let level = read_own_level(file, content, None)?;
    Ok(Decks(::campaign::Decks::of_level(file, level)))
}

/// Returns the plugins of Bevy that the game needs. All of `DefaultPlugins` would be a larger download, and its panic
/// handler would replace the hook that writes crash reports.
fn library() -> PluginGroupBuilder {
    page_log::begin();
    PluginGroupBuilder::start::<MinimalPlugins>()
        .add(TaskPoolPlugin::default())
        .add(FrameCountPlugin)
        .add(TimePlugin)
        .add(InputPlugin)
        .add(AssetPlugin::default())
        .add(StatesPlugin)
}
