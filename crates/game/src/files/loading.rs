//! Loading: all files are read while a bar shows how far it is; what is wrong with one of them is said in a sentence.

use crate::files::decks::{self, CampaignFiles, Decks};
use crate::files::file_bytes::{FileBytes, FileBytesLoader};
use crate::files::game_folder::GameFolder;
use crate::files::music_files::Scores;
use crate::files::rules_files::{BaseRules, RulesFiles};
use crate::files::sound_file::{SOUNDS, Sound, SoundLoader};
use crate::files::trouble::Trouble;
use crate::files::wrong_file::WrongFile;
use crate::flow::phase::Phase;
use crate::ui::front::Front;
use bevy::asset::io::AssetReaderError;
use bevy::asset::{AssetLoadError, UntypedAssetLoadFailedEvent};
use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use bevy_asset_loader::prelude::*;
use level::Level;
use renderer::{Area, Art, Canvas, Colour, DrawFrame, Screen};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The files of which the renderer makes the art. Folders may hold whatever else they like.
#[derive(AssetCollection, Resource)]
struct ArtFiles {
    #[asset(path = "assets/textures", collection(mapped))]
    textures: HashMap<String, UntypedHandle>,
    #[asset(path = "assets/sprites", collection(mapped))]
    sprites: HashMap<String, UntypedHandle>,
    #[asset(path = "assets/pictures", collection(mapped))]
    pictures: HashMap<String, UntypedHandle>,
    #[asset(path = "assets/fonts/hullbreach.ttf")]
    font: Handle<FileBytes>,
}

/// What begins once all files are loaded.
#[derive(Resource, Clone, Copy)]
pub(crate) struct Afterwards(pub(crate) Phase);

pub(crate) fn plugin(app: &mut App) {
    app.init_asset::<FileBytes>().init_asset::<Sound>();
    app.register_asset_loader(FileBytesLoader).register_asset_loader(SoundLoader);
    app.add_loading_state(
        LoadingState::new(Phase::Loading)
            .continue_to_state(Phase::Unpacking)
            .on_failure_continue_to_state(Phase::Trouble)
            .load_collection::<ArtFiles>()
            .load_collection::<CampaignFiles>()
            .load_collection::<RulesFiles>(),
    );
    app.add_systems(Update, note_failure.run_if(in_state(Phase::Loading)));
    app.add_systems(OnEnter(Phase::Unpacking), unpack);
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::Loading)));
}

/// Keeps the first file that could not be loaded, and why.
fn note_failure(mut failures: MessageReader<UntypedAssetLoadFailedEvent>, mut commands: Commands) {
    if let Some(failure) = failures.read().next() {
        let what = sentence(&failure.path.to_string(), &failure.error);
        let is_unreadable = matches!(failure.error, AssetLoadError::AssetReaderError(_));
        commands.insert_resource(if is_unreadable { Trouble::unreadable(what) } else { Trouble::bad_data(what) });
    }
}

/// What is wrong with a file, without the words of the asset library around it.
fn sentence(file: &str, error: &AssetLoadError) -> String {
    match error {
        AssetLoadError::AssetLoaderError(error) => {
            let file = error.path().to_string();
            match error.error().downcast_ref::<WrongFile>() {
                // Mistakes in a level name their file, line and column already.
                Some(WrongFile(what)) if what.starts_with(&file) => what.clone(),
                Some(WrongFile(what)) => format!("{file}: {what}"),
                None => format!("{file} cannot be read"),
            }
        }
        AssetLoadError::AssetReaderError(AssetReaderError::NotFound(_)) => format!("{file}: there is no such file"),
        other => format!("{file}: {other}"),
    }
}

/// Makes art, rules and decks of the files, or says what is wrong with them.
fn unpack(world: &mut World) {
    let next = match read_all(world) {
        Ok((art, rules, decks, scores)) => {
            world.insert_resource(scores);
            world.insert_resource(art);
            world.insert_resource(rules);
            world.insert_resource(decks);
            world.resource::<Afterwards>().0
        }
        Err(what) => {
            world.insert_resource(Trouble::bad_data(what));
            Phase::Trouble
        }
    };
    world.resource_mut::<NextState<Phase>>().set(next);
}

fn read_all(world: &mut World) -> Result<(Art, BaseRules, Decks, Scores), String> {
    let art = read_art(world)?;
    let rules = read_rules(world, &art)?;
    let decks = read_decks(world, &art, &rules)?;
    let scores = Scores::read(&world.resource::<GameFolder>().path.join("assets/music"))?;
    Ok((art, rules, decks, scores))
}

fn read_art(world: &mut World) -> Result<Art, String> {
    let files = world.remove_resource::<ArtFiles>().ok_or("the art has not been loaded")?;
    let mut assets = world.resource_mut::<Assets<FileBytes>>();
    let mut bytes = BTreeMap::new();
    let folders = [files.textures, files.sprites, files.pictures];
    let pictures = folders.into_iter().flatten().filter_map(|(path, handle)| Some((path, handle.try_typed().ok()?)));
    for (path, handle) in pictures.chain([("assets/fonts/hullbreach.ttf".to_owned(), files.font)]) {
        let name = path.strip_prefix("assets/").unwrap_or(&path).to_owned();
        bytes.extend(assets.remove(&handle).map(|file| (name, file.0)));
    }
    Art::from_files(&bytes).map_err(|error| format!("assets/{error}"))
}

/// The rules, if there are pictures and sounds of all that they describe.
fn read_rules(world: &World, art: &Art) -> Result<BaseRules, String> {
    let files = world.get_resource::<RulesFiles>().ok_or("the rules have not been loaded")?;
    let rules = files.rules(world)?;
    let sounds = world.resource::<GameFolder>().path.join("assets/sounds");
    let exists = |name: &str| sounds.join(format!("{name}.wav")).is_file();
    let own = SOUNDS.into_iter().filter(|name| !exists(name));
    let own = own.map(|name| format!("assets/sounds: there is no '{name}.wav'"));
    match art.missing(&rules.0).into_iter().chain(own).chain(rules.0.missing_sounds(exists)).next() {
        Some(what) => Err(what),
        None => Ok(rules),
    }
}

/// The decks, if the art has all that they show, and the rules know who is on them.
fn read_decks(world: &World, art: &Art, rules: &BaseRules) -> Result<Decks, String> {
    let decks = match world.get_resource::<Decks>() {
        Some(given) => given.clone(),
        None => {
            world.get_resource::<CampaignFiles>().ok_or("the campaign has not been loaded")?.decks(world, &rules.0)?
        }
    };
    // A deck that is made has whatever its pipeline says, from each seed.
    for deck in decks.iter() {
        let level = decks.level(&deck.reference(1))?;
        check_level(&deck.file, &level, art, rules)?;
    }
    Ok(decks)
}

/// Whether the art has all that a level shows, and the rules know who is on it.
fn check_level(file: &str, level: &Level, art: &Art, rules: &BaseRules) -> Result<(), String> {
    let missing = art.missing_on(level).into_iter().next();
    match rules.0.check(level).err().or(missing) {
        Some(what) => Err(format!("{file}: {what}")),
        None => Ok(()),
    }
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

fn draw(game: Res<GameFolder>, files: Res<Assets<FileBytes>>, sounds: Res<Assets<Sound>>, mut screen: ResMut<Screen>) {
    let part = (files.len() + sounds.len()) as f32 / game.files.max(1) as f32;
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    canvas.tint(Colour::rgb(0, 0, 0));
    let bar = Area::new(width / 4, height / 2 - 4, width / 2, 8);
    canvas.outline(bar.within(-3), 1, Colour::rgb(110, 120, 130));
    canvas.bar(bar, part, Colour::rgb(190, 60, 40), Colour::rgb(24, 26, 30));
}
