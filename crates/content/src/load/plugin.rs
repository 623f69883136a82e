//! The plugin: registers the asset sources, asset types and loaders, and starts loading.

use crate::{
    load::assets::{
        CampaignFile, DemoFile, FontFile, IconFile, LevelFile, PicturesFile, PipelineFile, RulesFile, ScoreFile,
        ScriptFile, SheetFile, SkyFile, SoundFile, UniformsFile, WordsFile,
    },
    load::campaign::CampaignLoader,
    load::changes,
    load::collections::{DeckContent, TitleContent},
    load::entries::{FileAsset, FolderAssets},
    load::loader::Loader,
    load::pictures::PicturesLoader,
    load::rules::RulesLoader,
    load::sheet::SheetLoader,
    load::sky::SkyLoader,
    load::source::{ContentReader, GIVEN},
    read::art::{PICTURE_FOLDERS, SHEET_FOLDER, art_error},
    read::decks::{CAMPAIGN, read_level},
    read::rules::STANDARD_RULES,
    read::score::{SCORE_FOLDER, read_score},
    read::sound::{SOUND_FOLDER, Sound},
    vfs::error::ContentError,
    vfs::files::Files,
};
use bevy::{
    app::App,
    asset::io::AssetSourceBuilder,
    asset::{AssetApp, AssetPath, AssetServer, Handle, UntypedHandle},
    ecs::resource::Resource,
    ecs::world::World,
};
use bevy_asset_loader::{asset_collection::AssetCollection, dynamic_asset::DynamicAssets};
use engine::{Demo, Tables};
use generate::Pipeline;
use localization::Words;
use renderer::{Uniforms, art_font};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The folder of the demos for the title screen.
const DEMO_FOLDER: &str = "assets/demos";

/// Registers the game's files as the default asset source, and the level of the command line as another source, if
/// there is one. Bevy's `AssetPlugin` must be added after this.
pub fn register_sources(app: &mut App, files: &Files, given: Option<&Path>) {
    let for_reader = files.clone();
    let source = AssetSourceBuilder::new(move || Box::new(ContentReader::Files(for_reader.clone())));
    app.register_asset_source(bevy::asset::io::AssetSourceId::Default, watched_files(source, files.clone()));
    if let Some(path) = given.map(Path::to_path_buf) {
        let for_reader = path.clone();
        let source = AssetSourceBuilder::new(move || Box::new(ContentReader::Given(for_reader.clone())));
        app.register_asset_source(GIVEN, watched_file(source, path));
    }
}

#[cfg(not(target_family = "wasm"))]
fn watched_files(source: AssetSourceBuilder, files: Files) -> AssetSourceBuilder {
    use crate::load::watcher::ContentWatcher;
    source.with_watcher(move |sender| boxed(ContentWatcher::of_files(files.clone(), sender)))
}

#[cfg(not(target_family = "wasm"))]
fn watched_file(source: AssetSourceBuilder, path: PathBuf) -> AssetSourceBuilder {
    use crate::load::watcher::ContentWatcher;
    source.with_watcher(move |sender| boxed(ContentWatcher::of_file(&path, sender)))
}

#[cfg(not(target_family = "wasm"))]
fn boxed<E: std::fmt::Display>(
    watcher: Result<crate::load::watcher::ContentWatcher, E>,
) -> Option<Box<dyn bevy::asset::io::AssetWatcher>> {
    match watcher {
        Ok(watcher) => Some(Box::new(watcher)),
        Err(what) => {
            bevy::log::warn!("files are not watched for changes: {what}");
            None
        }
    }
}

#[cfg(target_family = "wasm")]
fn watched_files(source: AssetSourceBuilder, _: Files) -> AssetSourceBuilder {
    source
}

#[cfg(target_family = "wasm")]
fn watched_file(source: AssetSourceBuilder, _: PathBuf) -> AssetSourceBuilder {
    source
}

/// The plugin of the game's files. It must be added after Bevy's `AssetPlugin` and the resource [`Files`].
pub fn plugin(app: &mut App) {
    let files = app.world().get_resource::<Files>().cloned().unwrap_or_default();
    app.init_asset::<CampaignFile>().register_asset_loader(CampaignLoader);
    app.init_asset::<RulesFile>().register_asset_loader(RulesLoader(files.clone()));
    app.init_asset::<PicturesFile>().register_asset_loader(PicturesLoader(files.clone()));
    kind(app, |file, bytes| read_level(file, &bytes).map(LevelFile));
    kind(app, |file, bytes| {
        Pipeline::read(file, &bytes).map(|read| PipelineFile(Arc::new(read))).map_err(ContentError::wrong)
    });
    kind(app, |file, bytes| {
        let checked = Tables::check_script(file, &bytes).map_err(ContentError::wrong);
        checked.map(|()| ScriptFile(bytes))
    });
    kind(app, |file, bytes| Sound::read(file, &bytes).map(SoundFile));
    kind(app, |file, bytes| read_score(file, &bytes).map(ScoreFile));
    kind(app, |file, bytes| {
        Words::read(file, &bytes).map(|read| WordsFile(Arc::new(read))).map_err(ContentError::wrong)
    });
    kind(app, |file, bytes| {
        let demo = Demo::read(&bytes).map_err(|error| ContentError::wrong(format_args!("{file}: {error}")));
        demo.map(|demo| DemoFile(Arc::new(demo)))
    });
    app.init_asset::<SheetFile>().register_asset_loader(SheetLoader(files.clone()));
    app.init_asset::<SkyFile>().register_asset_loader(SkyLoader(files));
    kind(app, |_, bytes| art_font(&bytes).map(FontFile).map_err(art_error));
    kind(app, |_, bytes| Uniforms::read(&bytes).map(UniformsFile).map_err(art_error));
    kind(app, |_, bytes| Ok(IconFile(bytes)));
    app.init_resource::<DynamicAssets>();
    changes::plugin(app);
}

/// Registers an asset type with the function that reads its files.
fn kind<A: bevy::asset::Asset>(app: &mut App, read: fn(&str, Vec<u8>) -> Result<A, ContentError>) {
    app.init_asset::<A>().register_asset_loader(Loader::new(read));
}

/// Handles of all assets that the loading screen waits for.
#[derive(Resource)]
pub struct Awaited(Vec<UntypedHandle>);

impl Awaited {
    /// Returns the fraction of the files that have been loaded, from 0 to 1.
    pub fn share(&self, server: &AssetServer) -> f32 {
        let loaded = self.0.iter().filter(|handle| server.is_loaded(handle.id())).count();
        loaded as f32 / self.0.len().max(1) as f32
    }
}

/// Starts loading the assets for the title screen and a deck before the window opens. The loading state takes over from
/// there.
pub fn begin_loading(world: &mut World, files: &Files) {
    let mut assets = world.resource_mut::<DynamicAssets>();
    assets.register_asset("font", Box::new(FileAsset::<FontFile>::new("assets/fonts/hullbreach.ttf")));
    assets.register_asset("icon", Box::new(FileAsset::<IconFile>::new("assets/icons/128.png")));
    assets.register_asset("rules", Box::new(FileAsset::<RulesFile>::new(STANDARD_RULES)));
    assets.register_asset("campaign", Box::new(FileAsset::<CampaignFile>::new(CAMPAIGN)));
    assets.register_asset("uniforms", Box::new(FileAsset::<UniformsFile>::new("assets/uniforms.ron")));
    let [textures, sprites, pictures] = PICTURE_FOLDERS;
    assets.register_asset("pictures", Box::new(FileAsset::<PicturesFile>::new(pictures)));
    assets.register_asset("textures", Box::new(FileAsset::<PicturesFile>::new(textures)));
    assets.register_asset("sprites", Box::new(FileAsset::<PicturesFile>::new(sprites)));
    assets.register_asset("scores", Box::new(FolderAssets::<ScoreFile>::new(files, SCORE_FOLDER, ".ron")));
    assets.register_asset("skies", Box::new(FolderAssets::<SkyFile>::new(files, "assets/skies", ".png")));
    assets.register_asset("sheets", Box::new(FolderAssets::<SheetFile>::new(files, SHEET_FOLDER, ".ron")));
    assets.register_asset("sounds", Box::new(FolderAssets::<SoundFile>::new(files, SOUND_FOLDER, ".wav")));
    assets.register_asset("demos", Box::new(FolderAssets::<DemoFile>::new(files, DEMO_FOLDER, ".demo")));
    let handles = [TitleContent::load(world), DeckContent::load(world)].concat();
    world.insert_resource(Awaited(handles));
}

/// Starts loading the level of the command line, so that it is reloaded when it changes. `path` is the one given to
/// [`register_sources`].
pub fn load_given(world: &World, path: &Path) -> Option<Handle<LevelFile>> {
    let name = path.file_name()?.to_str()?.to_owned();
    Some(world.resource::<AssetServer>().load(AssetPath::from(name).with_source(GIVEN)))
}
