//! Loading: shows a progress bar while files are loaded, and an error page if one of them is invalid.
//!
//! The asset server loads the files in the background. The title and the decks wait for the files that they need.
//! Sounds and the demos of the title are loaded after the first frame is on the screen.

use crate::{
    files::campaigns::Campaigns,
    files::given::GivenFiles,
    files::language,
    files::mod_changes::leave_out,
    files::startup_error::StartupError,
    flow::phase::Phase,
    ui::front::Front,
    ui::note::Note,
    window::time_start::{StartTimes, has_shown},
};
use bevy::{
    asset::{AssetTrackingSystems, UntypedAssetLoadFailedEvent},
    prelude::*,
};
use bevy_asset_loader::prelude::{ConfigureLoadingState, LoadingState, LoadingStateAppExt, LoadingStateSet};
use content::{
    Awaited, BaseRules, ContentError, DeckContent, Decks, Files, GIVEN, LaterContent, OwnLevels, SoundFile, Sounds,
    TitleContent, check_level, error_of, join, name_of, read_level, stem,
};
use level::Level;
use localization::Said;
use raycast::Frame;
use renderer::{Area, Art, Canvas, Colour, DrawFrame, Screen};
use std::sync::Arc;

/// Phase that follows once all files are loaded.
#[derive(Resource, Clone, Copy)]
pub(crate) struct Afterwards(pub(crate) Phase);

/// Loading state of the files that nothing waits for.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Later {
    /// No frame is on the screen yet.
    #[default]
    Waiting,
    Loading,
    Loaded,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins(content::plugin).init_state::<Later>();
    let needed = LoadingState::new(Phase::Loading).load_collection::<TitleContent>().load_collection::<DeckContent>();
    app.add_loading_state(needed);
    let later = LoadingState::new(Later::Loading).continue_to_state(Later::Loaded);
    app.add_loading_state(later.load_collection::<LaterContent>());
    let is_loading = in_state(Phase::Loading).and_then(resource_exists::<Awaited>);
    let has_all = resource_exists::<TitleContent>.and_then(resource_exists::<DeckContent>);
    app.add_systems(
        PreUpdate,
        (
            report_errors.after(AssetTrackingSystems),
            take_sounds.after(AssetTrackingSystems).run_if(resource_exists::<Sounds>),
        ),
    );
    app.add_systems(
        Update,
        (
            finish
                .run_if(is_loading.and_then(has_all).and_then(language::is_ready))
                .after(LoadingStateSet(Phase::Loading)),
            begin_later.run_if(in_state(Later::Waiting).and_then(has_shown).and_then(not(in_state(Phase::Loading)))),
        ),
    );
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::Loading)));
}

/// Combines the loaded files and continues with the title, the deck or the error page.
fn finish(world: &mut World) {
    world.remove_resource::<Awaited>();
    if let Some(mut times) = world.get_resource_mut::<StartTimes>() {
        times.over("loaded");
    }
    let given = world.get_resource::<GivenFiles>().map(|given| (given.rules.clone(), given.deck.clone()));
    let (rules, deck) = given.unwrap_or_default();
    let next = match join(world, (rules.as_ref(), deck)) {
        Ok(joined) => {
            let campaigns = Campaigns::read(world.resource(), &joined.decks, &joined.rules, &joined.art);
            world.insert_resource(joined.art);
            world.insert_resource(joined.rules);
            world.insert_resource(joined.decks);
            world.insert_resource(joined.scores);
            world.insert_resource(joined.sounds);
            match campaigns {
                Ok(campaigns) => world.insert_resource(campaigns),
                Err((file, error)) if leave_out(world, file.as_deref(), &error.what) => return,
                Err((_, error)) => eprintln!("hullbreach: {error}"),
            }
            world.resource::<Afterwards>().0
        }
        Err(error) if leave_out(world, None, &error.what) => return,
        Err(error) => {
            world.insert_resource(StartupError::from(error));
            Phase::StartupError
        }
    };
    world.resource_mut::<NextState<Phase>>().set(next);
}

/// Reports files that cannot be loaded: at the start on the error page, later in a note. A file that was loaded before
/// stays in use in its old version.
fn report_errors(
    mut failed: MessageReader<UntypedAssetLoadFailedEvent>,
    (phase, later, given): (Res<State<Phase>>, Res<State<Later>>, Option<Res<GivenFiles>>),
    mut commands: Commands,
) {
    let errors = failed.read().map(|failure| {
        let name = name_of(&failure.path);
        let error = error_of(&name, &failure.error);
        let error = match given
            .as_ref()
            .and_then(|given| given.level.as_ref())
            .filter(|_| failure.path.source().as_str() == Some(GIVEN))
        {
            Some(given) => error.in_file(&name, &given.path.display().to_string()),
            None => error,
        };
        (name, error)
    });
    // Of several errors, report the first in the order of file names.
    let Some((name, error)) = errors.min_by(|one, other| one.1.what.cmp(&other.1.what)) else { return };
    if *phase.get() == Phase::Loading || *later.get() == Later::Loading {
        commands.queue(move |world: &mut World| {
            if !leave_out(world, Some(&name), &error.what) {
                world.insert_resource(StartupError::from(error));
                world.resource_mut::<NextState<Phase>>().set(Phase::StartupError);
            }
        });
    } else {
        eprintln!("hullbreach: {error}");
        commands.insert_resource(Note::new(Said::literal(error.what)));
    }
}

fn begin_later(mut later: ResMut<NextState<Later>>) {
    later.set(Later::Loading);
}

/// Adds the sounds that were loaded or reloaded.
fn take_sounds(
    mut events: MessageReader<AssetEvent<SoundFile>>,
    (files, server): (Res<Assets<SoundFile>>, Res<AssetServer>),
    mut sounds: ResMut<Sounds>,
) {
    for event in events.read() {
        let (AssetEvent::Added { id } | AssetEvent::Modified { id }) = *event else { continue };
        if let (Some(file), Some(path)) = (files.get(id), server.get_path(id)) {
            sounds.put(stem(&name_of(&path)), file.0.clone());
        }
    }
}

/// Loads a level that is not among the decks yet, because a demo or a save may refer to it.
///
/// # Errors
/// Returns a message if it cannot be read or is invalid.
pub(crate) fn add_deck(world: &mut World, file: &str) -> Result<(), String> {
    if world.get_resource::<Decks>().is_some_and(|decks| decks.find(file).is_some()) {
        return Ok(());
    }
    let given = world.get_resource::<GivenFiles>().and_then(|given| given.rules.clone());
    let level = match world.get_resource::<Files>() {
        Some(files) if files.contains(file) => files.read(file).and_then(|bytes| read_level(file, &bytes)),
        Some(files) if OwnLevels::contains(file) => OwnLevels::new(files, given.as_ref()).read(file),
        _ => return Err(format!("its level {file} was not found")),
    };
    let level = level.map_err(|error| error.what)?;
    check(world, file, &level).map_err(|error| error.what)?;
    world.resource_mut::<Decks>().add(file, level);
    Ok(())
}

/// Replaces the level of this file.
///
/// # Errors
/// If the new level is invalid. The old one then stays.
pub(crate) fn replace_deck(world: &mut World, file: &str, level: Arc<Level>) -> Result<(), ContentError> {
    check(world, file, &level)?;
    world.resource_mut::<Decks>().replace(file, level);
    Ok(())
}

fn check(world: &World, file: &str, level: &Level) -> Result<(), ContentError> {
    match (world.get_resource::<Art>(), world.get_resource::<BaseRules>()) {
        (Some(art), Some(rules)) => check_level(file, level, art, rules),
        _ => Err(ContentError::unreadable("the game is not loaded yet")),
    }
}

fn draw(awaited: Option<Res<Awaited>>, server: Res<AssetServer>, mut screen: ResMut<Screen>) {
    draw_bar(&mut screen.0, awaited.map_or(1.0, |awaited| awaited.share(&server)));
}

/// Draws the bar, of which this share is filled, instead of everything else.
pub(crate) fn draw_bar(frame: &mut Frame, share: f32) {
    let mut canvas = Canvas::new(frame);
    let (width, height) = (canvas.width(), canvas.height());
    canvas.tint(Colour::rgb(0, 0, 0));
    let bar = Area::new(width / 4, height / 2 - 4, width / 2, 8);
    canvas.outline(bar.within(-3), 1, Colour::rgb(110, 120, 130));
    canvas.bar(bar, share, Colour::rgb(190, 60, 40), Colour::rgb(24, 26, 30));
}

#[cfg(test)]
#[path = "loading_tests.rs"]
pub(crate) mod tests;
