//! Entries of asset collections: one file, or all files of a folder.
//!
//! The paths are not given at the fields of a collection, because the library would then choose the loader by file
//! extension. Here it is chosen by asset type.

use crate::vfs::files::Files;
use bevy::{
    asset::{Asset, AssetServer, UntypedHandle},
    ecs::world::World,
};
use bevy_asset_loader::dynamic_asset::{DynamicAsset, DynamicAssetType};
use std::{fmt, marker::PhantomData};

/// All files of a folder with an extension, loaded as assets of one type.
pub(crate) struct FolderAssets<A> {
    files: Files,
    folder: &'static str,
    ending: &'static str,
    asset: PhantomData<fn() -> A>,
}

impl<A: Asset> FolderAssets<A> {
    /// Creates an entry for the files of a folder with an extension such as `.png`.
    pub(crate) fn new(files: &Files, folder: &'static str, ending: &'static str) -> Self {
        FolderAssets { files: files.clone(), folder, ending, asset: PhantomData }
    }

    fn handles(&self, server: &AssetServer) -> Vec<UntypedHandle> {
        self.files.list(self.folder, self.ending).into_iter().map(|file| server.load::<A>(file).untyped()).collect()
    }
}

impl<A> fmt::Debug for FolderAssets<A> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}/*{}", self.folder, self.ending)
    }
}

impl<A: Asset> DynamicAsset for FolderAssets<A> {
    fn load(&self, server: &AssetServer) -> Vec<UntypedHandle> {
        self.handles(server)
    }

    fn build(&self, world: &mut World) -> Result<DynamicAssetType, anyhow::Error> {
        Ok(DynamicAssetType::Collection(self.handles(world.resource::<AssetServer>())))
    }
}

/// One file, loaded as an asset of one type.
pub(crate) struct FileAsset<A> {
    file: &'static str,
    asset: PhantomData<fn() -> A>,
}

impl<A: Asset> FileAsset<A> {
    /// Creates an entry for a file.
    pub(crate) fn new(file: &'static str) -> Self {
        FileAsset { file, asset: PhantomData }
    }
}

impl<A> fmt::Debug for FileAsset<A> {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.file)
    }
}

impl<A: Asset> DynamicAsset for FileAsset<A> {
    fn load(&self, server: &AssetServer) -> Vec<UntypedHandle> {
        vec![server.load::<A>(self.file).untyped()]
    }

    fn build(&self, world: &mut World) -> Result<DynamicAssetType, anyhow::Error> {
        Ok(DynamicAssetType::Single(world.resource::<AssetServer>().load::<A>(self.file).untyped()))
    }
}
