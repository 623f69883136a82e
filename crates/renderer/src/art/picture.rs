//! A picture as its file has it. Most are only ever shown by the raycaster, which has texels of its own; what is drawn on the canvas is
//! decoded when it is drawn for the first time.

use crate::canvas::decode_png;
use raycast::Texture;
use std::sync::OnceLock;

/// The bytes of a PNG picture, and the picture once somebody has asked for it.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    bytes: Vec<u8>,
    decoded: OnceLock<Texture>,
    mirrored: OnceLock<Texture>,
}

impl Picture {
    /// Of bytes that have been decoded before, so it is known that they can be.
    pub(crate) fn of(bytes: Vec<u8>) -> Picture {
        Picture { bytes, decoded: OnceLock::new(), mirrored: OnceLock::new() }
    }

    /// The picture.
    pub(crate) fn texture(&self) -> &Texture {
        self.decoded.get_or_init(|| decode_png(&self.bytes).expect("it was decoded when the art was read"))
    }

    /// The picture seen in a mirror.
    pub(crate) fn mirrored(&self) -> &Texture {
        self.mirrored.get_or_init(|| self.texture().mirrored())
    }
}
