//! The asset types, one for each kind of file.

use crate::{read::rules::RuleFiles, read::sound::Sound};
use bevy::{
    asset::{Asset, Handle},
    reflect::TypePath,
};
use campaign::Campaign;
use engine::Demo;
use generate::{Pipeline, TreasureSet};
use level::Level;
use localization::Words;
use music::Score;
use renderer::{ArtFile, ArtPicture, Font, SpriteSheet, Uniforms};
use std::{collections::BTreeMap, sync::Arc};

/// A level.
#[derive(Asset, TypePath, Debug)]
pub struct LevelFile(pub Arc<Level>);

/// A pipeline, which generates levels.
#[derive(Asset, TypePath)]
pub struct PipelineFile(pub(crate) Arc<Pipeline>);

/// The text of a script, which its loader has found to be one.
#[derive(Asset, TypePath, Debug)]
pub(crate) struct ScriptFile(pub(crate) Vec<u8>);

/// The tables, the scripts that they name, and the standard rules.
#[derive(Asset, TypePath, Debug)]
pub struct RulesFile(pub(crate) RuleFiles);

/// The campaign, with its levels and pipelines by the names of their files.
#[derive(Asset, TypePath)]
pub struct CampaignFile {
    pub(crate) campaign: Campaign,
    pub(crate) treasure_sets: BTreeMap<String, TreasureSet>,
    #[dependency]
    pub(crate) levels: Vec<Handle<LevelFile>>,
    #[dependency]
    pub(crate) pipelines: Vec<Handle<PipelineFile>>,
}

/// A sheet of sprites or textures.
#[derive(Asset, TypePath, Debug)]
pub struct SheetFile(pub(crate) SpriteSheet);

/// An image that is not in a sheet.
#[derive(Debug)]
pub(crate) struct PictureFile {
    /// File name relative to the assets folder, such as `pictures/title.png`.
    pub(crate) name: String,
    pub(crate) picture: ArtPicture,
}

/// All images of a folder. They are one asset, because mods may have thousands of them.
#[derive(Asset, TypePath, Debug)]
pub struct PicturesFile(pub(crate) Vec<PictureFile>);

/// The icon of the window, as the bytes of a PNG file.
#[derive(Asset, TypePath, Debug)]
pub struct IconFile(pub Vec<u8>);

/// A sky, which is decoded when a deck shows it.
#[derive(Asset, TypePath, Debug)]
pub struct SkyFile(pub(crate) ArtFile);

/// The font.
#[derive(Asset, TypePath, Debug)]
pub struct FontFile(pub(crate) Font);

/// The clothing of monsters.
#[derive(Asset, TypePath, Debug)]
pub struct UniformsFile(pub(crate) Uniforms);

/// A sound.
#[derive(Asset, TypePath, Debug)]
pub struct SoundFile(pub Sound);

/// A score of the music.
#[derive(Asset, TypePath, Debug)]
pub struct ScoreFile(pub Score);

/// A translation of the game's text.
#[derive(Asset, TypePath, Debug)]
pub struct WordsFile(pub Arc<Words>);

/// A recorded game that is played on the title screen.
#[derive(Asset, TypePath, Debug)]
pub struct DemoFile(pub Arc<Demo>);
