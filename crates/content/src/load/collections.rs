//! The collections: what the title needs, what a deck needs, and what may follow when a frame is on the screen.

use crate::load::assets::{
    CampaignFile, DemoFile, FontFile, IconFile, PictureFile, RulesFile, ScoreFile, SheetFile, SkyFile, SoundFile,
    UniformsFile,
};
use bevy::{platform::collections::HashMap, prelude::*};
use bevy_asset_loader::{asset_collection::AssetCollection, mapped::AssetFileStem};

/// What the title needs.
#[derive(AssetCollection, Resource)]
pub struct TitleContent {
    /// The font.
    #[asset(key = "font")]
    pub font: Handle<FontFile>,
    /// The large pictures of the title and the ending.
    #[asset(key = "pictures", collection(typed))]
    pub pictures: Vec<Handle<PictureFile>>,
    /// The icon of the window.
    #[asset(key = "icon")]
    pub icon: Handle<IconFile>,
    /// The music.
    #[asset(key = "scores", collection(typed, mapped))]
    pub scores: HashMap<AssetFileStem, Handle<ScoreFile>>,
}

/// What a deck needs.
#[derive(AssetCollection, Resource)]
pub struct DeckContent {
    /// The tables, scripts and rules.
    #[asset(key = "rules")]
    pub rules: Handle<RulesFile>,
    /// The campaign with all its levels and pipelines.
    #[asset(key = "campaign")]
    pub campaign: Handle<CampaignFile>,
    /// What the undead wear.
    #[asset(key = "uniforms")]
    pub uniforms: Handle<UniformsFile>,
    /// The sheets of sprites and textures.
    #[asset(key = "sheets", collection(typed))]
    pub sheets: Vec<Handle<SheetFile>>,
    /// Textures on their own, which replace those of the sheets.
    #[asset(key = "textures", collection(typed))]
    pub textures: Vec<Handle<PictureFile>>,
    /// Sprites on their own, which replace those of the sheets.
    #[asset(key = "sprites", collection(typed))]
    pub sprites: Vec<Handle<PictureFile>>,
    /// The skies.
    #[asset(key = "skies", collection(typed, mapped))]
    pub skies: HashMap<AssetFileStem, Handle<SkyFile>>,
}

/// What may follow.
#[derive(AssetCollection, Resource)]
pub struct LaterContent {
    /// The sounds.
    #[asset(key = "sounds", collection(typed, mapped))]
    pub sounds: HashMap<AssetFileStem, Handle<SoundFile>>,
    /// The recorded games that are shown at the title, in order.
    #[asset(key = "demos", collection(typed))]
    pub demos: Vec<Handle<DemoFile>>,
}
