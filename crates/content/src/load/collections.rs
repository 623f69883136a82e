//! The asset collections: for the title screen, for a deck, and for everything that can load later.

use crate::load::assets::{
    CampaignFile, DemoFile, FontFile, IconFile, PicturesFile, RulesFile, ScoreFile, SheetFile, SkyFile, SoundFile,
    UniformsFile,
};
use bevy::{platform::collections::HashMap, prelude::*};
use bevy_asset_loader::{asset_collection::AssetCollection, mapped::AssetFileStem};

/// Assets of the title screen.
#[derive(AssetCollection, Resource)]
pub struct TitleContent {
    /// The font.
    #[asset(key = "font")]
    pub font: Handle<FontFile>,
    /// The images of the title and ending screens.
    #[asset(key = "pictures")]
    pub pictures: Handle<PicturesFile>,
    /// The icon of the window.
    #[asset(key = "icon")]
    pub icon: Handle<IconFile>,
    /// The music.
    #[asset(key = "scores", collection(typed, mapped))]
    pub scores: HashMap<AssetFileStem, Handle<ScoreFile>>,
}

/// Assets of a deck.
#[derive(AssetCollection, Resource)]
pub struct DeckContent {
    /// The tables, scripts and rules.
    #[asset(key = "rules")]
    pub rules: Handle<RulesFile>,
    /// The campaign with all its levels and pipelines.
    #[asset(key = "campaign")]
    pub campaign: Handle<CampaignFile>,
    /// The clothing of monsters.
    #[asset(key = "uniforms")]
    pub uniforms: Handle<UniformsFile>,
    /// The sheets of sprites and textures.
    #[asset(key = "sheets", collection(typed))]
    pub sheets: Vec<Handle<SheetFile>>,
    /// Individual textures, which replace those of the sheets.
    #[asset(key = "textures")]
    pub textures: Handle<PicturesFile>,
    /// Individual sprites, which replace those of the sheets.
    #[asset(key = "sprites")]
    pub sprites: Handle<PicturesFile>,
    /// The skies.
    #[asset(key = "skies", collection(typed, mapped))]
    pub skies: HashMap<AssetFileStem, Handle<SkyFile>>,
}

/// Assets that can load after the first frame.
#[derive(AssetCollection, Resource)]
pub struct LaterContent {
    /// The sounds.
    #[asset(key = "sounds", collection(typed, mapped))]
    pub sounds: HashMap<AssetFileStem, Handle<SoundFile>>,
    /// The recorded games of the title screen, in order.
    #[asset(key = "demos", collection(typed))]
    pub demos: Vec<Handle<DemoFile>>,
}
