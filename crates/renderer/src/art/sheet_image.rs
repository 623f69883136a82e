//! The image of a sheet. In a page of a browser, the file may still be downloaded when the art is made, and memory is
//! scarce: the image is decoded when it is needed and dropped when no deck shows it.

use crate::{
    art::art_file::ArtFile,
    canvas::pixels::{Pixels, Texels},
};
use bevy::log::error;
use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock},
};

/// The image of a sheet, or of a file of its own.
pub(crate) struct SheetImage {
    /// The file from which it is decoded again; `None` if its pixels are kept.
    source: Option<Source>,
    pixels: RwLock<Option<Arc<Pixels>>>,
}

struct Source {
    /// The name of the file relative to the assets folder, such as `sheets/fox.png`.
    name: String,
    file: ArtFile,
    /// The longest side that is accepted, and the size that the frames need at least.
    max_side: usize,
    extent: [usize; 2],
}

impl SheetImage {
    /// Returns an image whose pixels are kept.
    pub(crate) fn kept(pixels: Pixels) -> SheetImage {
        SheetImage { source: None, pixels: RwLock::new(Some(Arc::new(pixels))) }
    }

    /// Returns an image that is decoded when it is needed. It has at least the size `extent`.
    pub(crate) fn later(name: String, file: ArtFile, max_side: usize, extent: [usize; 2]) -> SheetImage {
        SheetImage { source: Some(Source { name, file, max_side, extent }), pixels: RwLock::new(None) }
    }

    /// Returns the file that the image still waits for, relative to the assets folder.
    pub(crate) fn awaited(&self) -> Option<&str> {
        let source = self.source.as_ref()?;
        (self.held().is_none() && source.file.bytes().is_none()).then_some(&source.name)
    }

    /// Returns the pixels, if they are in memory.
    pub(crate) fn held(&self) -> Option<Arc<Pixels>> {
        self.pixels.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the pixels, and decodes them first if necessary. Returns `None` while the file is not there.
    pub(crate) fn pixels(&self) -> Option<Arc<Pixels>> {
        if let Some(held) = self.held() {
            return Some(held);
        }
        let source = self.source.as_ref()?;
        let pixels = Arc::new(source.decode(&source.file.bytes()?));
        *self.pixels.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&pixels));
        Some(pixels)
    }

    /// Drops the pixels, if they can be decoded again.
    pub(crate) fn release(&self) {
        if self.source.is_some() {
            *self.pixels.write().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }

    /// Returns true if the pixels are decoded when they are needed.
    pub(crate) fn is_later(&self) -> bool {
        self.source.is_some()
    }
}

impl Source {
    /// Decodes the file. A broken file is logged and gives holes, because the game goes on without it.
    fn decode(&self, bytes: &[u8]) -> Pixels {
        let [width, height] = self.extent;
        let read = Pixels::read(bytes, self.max_side).and_then(|pixels| {
            match pixels.width < width || pixels.height < height {
                true => Err(format!(
                    "its frames need {width} by {height} pixels, got {} by {}",
                    pixels.width, pixels.height
                )),
                false => Ok(pixels),
            }
        });
        read.unwrap_or_else(|what| {
            error!("assets/{}: {what}", self.name);
            Pixels { width, height, texels: Texels::Colours(vec![0; width * height]) }
        })
    }
}

impl fmt::Debug for SheetImage {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("SheetImage").field("is_held", &self.held().is_some()).finish_non_exhaustive()
    }
}
