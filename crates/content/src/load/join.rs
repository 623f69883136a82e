//! Combines loaded assets: the art from its parts, and the decks from the campaign and the rules.

use crate::{
    load::assets::{
        CampaignFile, FontFile, LevelFile, PicturesFile, PipelineFile, RulesFile, ScoreFile, SheetFile, SkyFile,
        UniformsFile,
    },
    load::collections::{DeckContent, TitleContent},
    read::art::art_error,
    read::check::{check_decks, check_rules},
    read::decks::{Decks, read_rooms},
    read::rules::{BaseRules, GivenRules},
    read::score::Scores,
    read::sound::Sounds,
    vfs::error::ContentError,
    vfs::files::Files,
};
use bevy::{
    asset::{Asset, Assets, Handle},
    ecs::world::World,
};
use renderer::{Art, ArtParts};

/// The complete game data, available when all files are loaded.
pub struct Joined {
    /// The art.
    pub art: Art,
    /// The rules.
    pub rules: BaseRules,
    /// The decks.
    pub decks: Decks,
    /// The music.
    pub scores: Scores,
    /// The names of the sounds, whose samples load later.
    pub sounds: Sounds,
}

/// Combines the loaded assets, and checks that everything named by rules and levels exists. `given` are the rules and
/// the deck from the command line.
///
/// # Errors
/// The first missing or incompatible item.
pub fn join(world: &World, given: (Option<&GivenRules>, Option<Decks>)) -> Result<Joined, ContentError> {
    let sounds = Sounds::listed(world.resource::<Files>());
    let (rules, art) = (rules(world, given.0)?, art(world)?);
    check_rules(&rules, &art, |name| sounds.is_empty() || sounds.has(name))?;
    let decks = given.1.map_or_else(|| decks(world, &rules), Ok)?;
    check_decks(&decks, &art, &rules)?;
    Ok(Joined { art, rules, decks, scores: scores(world)?, sounds })
}

/// Returns the most recently loaded rules.
///
/// # Errors
/// The first error in the rules from the command line, if they no longer fit the tables.
pub fn rules(world: &World, given: Option<&GivenRules>) -> Result<BaseRules, ContentError> {
    loaded(world, &world.resource::<DeckContent>().rules, "the rules").and_then(|file: &RulesFile| file.0.rules(given))
}

/// Returns the decks of the most recently loaded campaign.
///
/// # Errors
/// If the decks are connected incorrectly.
pub fn decks(world: &World, rules: &BaseRules) -> Result<Decks, ContentError> {
    let campaign: &CampaignFile = loaded(world, &world.resource::<DeckContent>().campaign, "the campaign")?;
    let decks =
        campaign.decks(world.resource::<Assets<LevelFile>>(), world.resource::<Assets<PipelineFile>>(), rules)?;
    Ok(Decks(decks.0.with_rooms(read_rooms(world.resource::<Files>())?)))
}

/// Returns the most recently loaded art.
///
/// # Errors
/// If the parts do not fit together.
pub fn art(world: &World) -> Result<Art, ContentError> {
    let (title, deck) = (world.resource::<TitleContent>(), world.resource::<DeckContent>());
    let sheets = all::<SheetFile>(world, &deck.sheets).map(|sheet| sheet.0.clone());
    let singles = [&title.pictures, &deck.textures, &deck.sprites];
    let singles = singles.into_iter().filter_map(|handle| world.resource::<Assets<PicturesFile>>().get(handle));
    let singles = singles.flat_map(|folder| &folder.0);
    let skies = deck.skies.iter().filter_map(|(name, handle)| {
        let sky: &SkyFile = world.resource::<Assets<SkyFile>>().get(handle)?;
        Some((format!("skies/{}.png", name.as_ref()), sky.0.clone()))
    });
    let parts = ArtParts {
        font: loaded::<FontFile>(world, &title.font, "the font")?.0.clone(),
        sheets: sheets.collect(),
        pictures: singles.map(|file| (file.name.clone(), file.picture.clone())).collect(),
        skies: skies.collect(),
        uniforms: loaded::<UniformsFile>(world, &deck.uniforms, "uniforms.ron")?.0.clone(),
    };
    Art::of(parts).map_err(art_error)
}

/// Returns the most recently loaded music.
///
/// # Errors
/// If a required score is missing.
pub fn scores(world: &World) -> Result<Scores, ContentError> {
    let scores = world.resource::<TitleContent>().scores.iter().filter_map(|(name, handle)| {
        let score = world.resource::<Assets<ScoreFile>>().get(handle)?;
        Some((name.as_ref().to_owned(), score.0.clone()))
    });
    Scores::of(scores.collect())
}

/// Returns the asset of a handle, which must be loaded.
fn loaded<'a, A: Asset>(world: &'a World, handle: &Handle<A>, what: &str) -> Result<&'a A, ContentError> {
    let found = world.resource::<Assets<A>>().get(handle);
    found.ok_or_else(|| ContentError::unreadable(format_args!("{what} could not be loaded")))
}

fn all<'a, A: Asset>(world: &'a World, handles: &'a [Handle<A>]) -> impl Iterator<Item = &'a A> {
    handles.iter().filter_map(|handle| world.resource::<Assets<A>>().get(handle))
}
