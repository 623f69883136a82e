//! Loading: while the files are being read a bar shows how far that is; what is wrong with one of them is said in a sentence.

use crate::files::decks::{self, Decks};
use crate::files::game_folder::GameFolder;
use crate::files::reading::{Reading, check_level};
use crate::files::rules_files::BaseRules;
use crate::flow::phase::Phase;
use crate::ui::front::Front;
use crate::window::time_start::StartTimes;
use bevy::prelude::*;
use level::Level;
use renderer::{Area, Art, Canvas, Colour, DrawFrame, Screen};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long a picture of the bar waits for the files: the threads that read them need the processor more than the bar does.
const PATIENCE: Duration = Duration::from_millis(30);

/// What begins once all files are read.
#[derive(Resource, Clone, Copy)]
pub(crate) struct Afterwards(pub(crate) Phase);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, receive.run_if(in_state(Phase::Loading).and_then(resource_exists::<Reading>)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::Loading)));
}

/// Takes what has been read, or what is wrong with it, once it is there.
fn receive(world: &mut World, mut has_shown: Local<bool>) {
    // The first picture is not held up: with it the graphics driver gets to work.
    let patience = if std::mem::replace(&mut *has_shown, true) { PATIENCE } else { Duration::ZERO };
    let Some(read) = world.resource::<Reading>().take(patience) else { return };
    world.remove_resource::<Reading>();
    let next = match read {
        Ok(files) => {
            if let Some(mut times) = world.get_resource_mut::<StartTimes>() {
                files.stages.iter().for_each(|(stage, at)| times.over_at(stage, *at));
            }
            world.insert_resource(files.art);
            world.insert_resource(files.rules);
            world.insert_resource(files.decks);
            world.insert_resource(files.scores);
            world.insert_resource(files.sounds);
            world.resource::<Afterwards>().0
        }
        Err(trouble) => {
            world.insert_resource(trouble);
            Phase::Trouble
        }
    };
    world.resource_mut::<NextState<Phase>>().set(next);
}

/// Adds a level to the decks that is none of them yet, from its file below the game's folder or the working one: a demo may
/// have been recorded on it.
///
/// # Errors
/// In a sentence, if it cannot be read or played.
pub(crate) fn add_deck(world: &mut World, file: &str) -> Result<(), String> {
    if world.get_resource::<Decks>().is_some_and(|decks| decks.find(file).is_some()) {
        return Ok(());
    }
    let below = world.get_resource::<GameFolder>().map(|folder| folder.path.join(file));
    let path = below.filter(|path| path.is_file()).unwrap_or_else(|| PathBuf::from(file));
    if !path.is_file() {
        return Err(format!("its level {file} is not there"));
    }
    let level = decks::read_level(file, &path).map_err(|trouble| trouble.what)?;
    let (Some(art), Some(rules)) = (world.get_resource::<Art>(), world.get_resource::<BaseRules>()) else {
        return Err("the game has not been loaded".to_owned());
    };
    check_level(file, &level, art, rules)?;
    world.resource_mut::<Decks>().add(file, level);
    Ok(())
}

/// Takes a level in the place of the one of this file.
///
/// # Errors
/// In a sentence, if it cannot be played; the one of before stays.
pub(crate) fn replace_deck(world: &mut World, file: &str, level: Arc<Level>) -> Result<(), String> {
    let (Some(art), Some(rules)) = (world.get_resource::<Art>(), world.get_resource::<BaseRules>()) else {
        return Err("the game has not been loaded".to_owned());
    };
    check_level(file, &level, art, rules)?;
    world.resource_mut::<Decks>().replace(file, level);
    Ok(())
}

fn draw(reading: Option<Res<Reading>>, mut screen: ResMut<Screen>) {
    let part = reading.map_or(1.0, |reading| reading.part());
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    canvas.tint(Colour::rgb(0, 0, 0));
    let bar = Area::new(width / 4, height / 2 - 4, width / 2, 8);
    canvas.outline(bar.within(-3), 1, Colour::rgb(110, 120, 130));
    canvas.bar(bar, part, Colour::rgb(190, 60, 40), Colour::rgb(24, 26, 30));
}
