//! Watching a level's file: as soon as it is saved anew, the deck begins again as it now is, where the player stands.

use crate::campaign::progress::{Progress, Restart};
use crate::files::decks::read_level;
use crate::files::loading::replace_deck;
use crate::flow::phase::Flow;
use crate::ui::note::Note;
use bevy::prelude::*;
use engine::{Heading, Player, Position};
use level::Level;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// So often it is looked at the file.
const OFTEN: Duration = Duration::from_millis(200);

/// The file that is watched.
#[derive(Resource)]
pub(crate) struct Watched {
    path: PathBuf,
    /// When it was changed last, as far as is known.
    changed: Option<SystemTime>,
    /// When it was looked at, after the start of the game.
    looked: Duration,
}

impl Watched {
    /// Watches a file from now on.
    pub(crate) fn new(path: PathBuf) -> Self {
        let changed = changed(&path);
        Watched { path, changed, looked: Duration::ZERO }
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, look.run_if(in_state(Flow::Running).and_then(resource_exists::<Watched>)));
}

fn changed(path: &Path) -> Option<SystemTime> {
    std::fs::metadata(path).and_then(|file| file.modified()).ok()
}

/// Looks whether the file has changed, and takes it; what is wrong with it is shown, and the deck stays as it was.
fn look(world: &mut World) {
    let now = world.resource::<Time<Real>>().elapsed();
    let mut watched = world.resource_mut::<Watched>();
    if now < watched.looked + OFTEN {
        return;
    }
    watched.looked = now;
    let changed = changed(&watched.path);
    // An editor may take the old file away a moment before the new one is there.
    if changed.is_none() || changed == watched.changed {
        return;
    }
    watched.changed = changed;
    let path = watched.path.clone();
    if let Err(what) = take(world, &path) {
        eprintln!("hullbreach: {what}");
        world.insert_resource(Note::new(what));
    }
}

/// Begins the deck anew as the file now has it.
fn take(world: &mut World, path: &Path) -> Result<(), String> {
    let file = path.display().to_string();
    let level = read_level(&file, path).map_err(|trouble| trouble.what)?;
    let place = place(world).filter(|place| level.arrival(place).is_ok());
    let start = start(&level);
    replace_deck(world, &file, level)?;
    if let Some(mut progress) = world.get_resource_mut::<Progress>() {
        // Where a wall is now he cannot stand.
        progress.arrival = place.or(start);
        world.insert_resource(Restart);
    }
    Ok(())
}

/// Where the deck starts, as an arrival.
fn start(level: &Level) -> Option<String> {
    let player = &level.player;
    let name = format!("{},{},{}", player.x, player.y, player.facing.to_degrees());
    level.arrival(&name).is_ok().then_some(name)
}

/// Where the player stands and looks, as an arrival.
fn place(world: &mut World) -> Option<String> {
    let mut players = world.query_filtered::<(&Position, &Heading), With<Player>>();
    let (position, heading) = players.single(world).ok()?;
    let at = position.0.floor().as_ivec2();
    Some(format!("{},{},{}", at.x, at.y, heading.0.to_degrees() % 360.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::decks::Decks;
    use crate::files::rules_files::BaseRules;
    use engine::{Headless, Rules, Start};
    use journey::Journey;
    use renderer::Art;
    use std::sync::Arc;

    const LEVEL: &str = "(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player, facing: 90)},
        map: [\"#####\", \"#@..#\", \"#####\"])";

    #[test]
    fn a_file_that_is_saved_is_taken_where_the_player_stands_and_a_wrong_one_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("my.ron");
        std::fs::write(&path, LEVEL).unwrap();
        let file = path.display().to_string();
        let level = read_level(&file, &path).map_err(|trouble| trouble.what).unwrap();
        let mut headless = Headless::begin(&Start::on(Arc::clone(&level)));
        let world = headless.world_mut();
        world.insert_resource(Decks(journey::Decks::of_level(&file, level)));
        world.insert_resource(BaseRules(Arc::new(Rules::standard())));
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
        world.insert_resource(Art::load(&assets).unwrap());
        world.insert_resource(Progress(Journey::new(&file, 2, 1, None)));
        let mut players = world.query_filtered::<&mut Position, With<Player>>();
        players.single_mut(world).unwrap().0.x = 3.4;
        std::fs::write(&path, LEVEL.replace("#@..#", "#@..##")).unwrap();
        let told = take(world, &path).unwrap_err();
        assert!(told.contains("my.ron:2:") && world.get_resource::<Restart>().is_none(), "{told}");
        std::fs::write(&path, LEVEL.replace("\"x\"", "\"y\"")).unwrap();
        take(world, &path).unwrap();
        assert_eq!(world.resource::<Decks>().level(&file).unwrap().name, "y");
        assert_eq!(world.resource::<Progress>().arrival.as_deref(), Some("3,1,90"));
        assert!(world.contains_resource::<Restart>());
        // Where he stands there is a wall now.
        std::fs::write(&path, LEVEL.replace("#@..#", "#@.##")).unwrap();
        take(world, &path).unwrap();
        assert_eq!(world.resource::<Progress>().arrival.as_deref(), Some("1,1,90"));
    }
}
