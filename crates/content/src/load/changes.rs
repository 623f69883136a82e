//! Follows changes on disk: files that are added to or removed from the folder of a collection, and changed art.

use crate::{
    load::assets::{FontFile, PicturesFile, ScoreFile, SheetFile, SkyFile, UniformsFile},
    load::collections::{DeckContent, LaterContent, TitleContent},
    load::pictures::follow_pictures,
    load::source,
    vfs::files::{Changed, Files},
};
use bevy::{
    asset::UntypedAssetId,
    platform::collections::{HashMap, HashSet},
    prelude::*,
};
use bevy_asset_loader::mapped::{AssetFileStem, MapKey};
use std::collections::BTreeSet;

/// A file has changed on disk; contains its name. If an asset depends on the file, the asset is about to be reloaded.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct FileChanged(pub String);

/// A mod itself has changed on disk: its manifest, its picture, or maps of which it is made.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModChanged;

/// A part of the art has been reloaded or removed.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArtChanged;

/// Assets of files that were added after the initial loading.
#[derive(Resource, Default)]
struct New(HashSet<UntypedAssetId>);

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<FileChanged>().add_message::<ModChanged>().add_message::<ArtChanged>().init_resource::<New>();
    let follow = follow_folders.run_if(resource_exists::<Files>.and_then(resource_exists::<DeckContent>));
    app.add_systems(Update, follow);
    app.add_systems(
        Update,
        (report::<SheetFile>, report::<PicturesFile>, report::<SkyFile>, report::<FontFile>, report::<UniformsFile>)
            .after(follow_folders),
    );
    app.add_systems(Update, report_new::<ScoreFile>.after(follow_folders));
}

/// Adds new files to their collections, and removes deleted ones.
fn follow_folders(
    (files, server): (Res<Files>, Res<AssetServer>),
    (mut deck, title): (ResMut<DeckContent>, Option<ResMut<TitleContent>>),
    later: Option<ResMut<LaterContent>>,
    mut new: ResMut<New>,
    (mut changed, mut mods): (MessageWriter<FileChanged>, MessageWriter<ModChanged>),
    mut art: MessageWriter<ArtChanged>,
) {
    let Changed { names, is_mod } = files.take_changed();
    if is_mod {
        mods.write(ModChanged);
    }
    if names.is_empty() {
        return;
    }
    changed.write_batch(names.iter().cloned().map(FileChanged));
    follow_pictures(&names, &server);
    let DeckContent { sheets, skies, .. } = &mut *deck;
    let mut has_vanished = follow(&names, ("assets/sheets/", ".ron"), sheets, &files, &server, &mut new);
    has_vanished |= follow_map(&names, ("assets/skies/", ".png"), skies, &files, &server, &mut new);
    if let Some(mut title) = title {
        // The game has the scores that the others replace, so none of them vanishes.
        follow_map(&names, ("assets/music/", ".ron"), &mut title.scores, &files, &server, &mut new);
    }
    if has_vanished {
        art.write(ArtChanged);
    }
    let Some(mut later) = later else { return };
    follow_map(&names, ("assets/sounds/", ".wav"), &mut later.sounds, &files, &server, &mut new);
}

/// Follows one folder whose files are known by their names. Returns true if a file was deleted.
fn follow_map<A: Asset>(
    names: &BTreeSet<String>,
    (folder, ending): (&str, &str),
    handles: &mut HashMap<AssetFileStem, Handle<A>>,
    files: &Files,
    server: &AssetServer,
    new: &mut New,
) -> bool {
    let mut has_vanished = false;
    for name in names.iter().filter(|name| name.starts_with(folder) && name.ends_with(ending)) {
        let key = AssetFileStem::from_asset_path(&name.clone().into());
        match (handles.contains_key(&key), files.contains(name)) {
            (false, true) => {
                let handle = server.load::<A>(name.clone());
                new.0.insert(handle.id().untyped());
                handles.insert(key, handle);
            }
            (true, false) => {
                handles.remove(&key);
                has_vanished = true;
            }
            _ => {}
        }
    }
    has_vanished
}

/// Follows one folder. Returns true if a file was deleted.
fn follow<A: Asset>(
    names: &BTreeSet<String>,
    (folder, ending): (&str, &str),
    handles: &mut Vec<Handle<A>>,
    files: &Files,
    server: &AssetServer,
    new: &mut New,
) -> bool {
    let mut has_vanished = false;
    for name in names.iter().filter(|name| name.starts_with(folder) && name.ends_with(ending)) {
        let place = handles.iter().position(|handle| handle.path().is_some_and(|path| source::name_of(path) == **name));
        match (place, files.contains(name)) {
            (None, true) => {
                let handle = server.load::<A>(name.clone());
                new.0.insert(handle.id().untyped());
                handles.push(handle);
            }
            (Some(place), false) => {
                handles.remove(place);
                has_vanished = true;
            }
            _ => {}
        }
    }
    has_vanished
}

/// Reports newly added files that are not art. The game combines them again together with the art.
fn report_new<A: Asset>(
    mut events: MessageReader<AssetEvent<A>>,
    mut new: ResMut<New>,
    mut changed: MessageWriter<ArtChanged>,
) {
    let added = events.read().filter(|event| matches!(event, AssetEvent::Added { id } if new.0.remove(&id.untyped())));
    if added.count() > 0 {
        changed.write(ArtChanged);
    }
}

/// Reports reloaded art, and newly added art.
fn report<A: Asset>(
    mut events: MessageReader<AssetEvent<A>>,
    mut new: ResMut<New>,
    mut changed: MessageWriter<ArtChanged>,
) {
    for event in events.read() {
        let has_changed = match *event {
            AssetEvent::Modified { .. } => true,
            AssetEvent::Added { id } => new.0.remove(&id.untyped()),
            _ => false,
        };
        if has_changed {
            changed.write(ArtChanged);
        }
    }
}
