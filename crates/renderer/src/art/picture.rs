//! An image of the art: a frame of a sheet, or an image with its own file. Most images are only shown by the raycaster,
//! which has its own texels. An image for the canvas is made when it is drawn for the first time.

use crate::{
    art::art_file::{ArtError, FOLDERS},
    art::sheet_image::SheetImage,
    canvas::pixels::{Pixels, Texels},
};
use raycast::{Cut, CutTexels, MAX_TEXTURE_SIDE, Texture};
use std::sync::{Arc, OnceLock};

/// A part of a sheet, and the larger image in which it is placed. All numbers are in pixels, columns before rows.
#[derive(Clone, Debug)]
pub(crate) struct PictureFrame {
    pub(crate) image: Arc<SheetImage>,
    /// The position of the part on the sheet, and its size. It is within the sheet.
    at: [usize; 2],
    size: [usize; 2],
    /// The position of the part in the whole image, and the size of that. The part is within it.
    offset: [usize; 2],
    pub(crate) whole: [usize; 2],
}

impl PictureFrame {
    /// Returns a part of a sheet of this size.
    ///
    /// # Errors
    /// If the numbers do not fit; the message has no file name.
    pub(crate) fn new(
        (image, sheet): (&Arc<SheetImage>, [usize; 2]),
        [at, size]: [[usize; 2]; 2],
        [offset, whole]: [[usize; 2]; 2],
    ) -> Result<PictureFrame, String> {
        let frame = PictureFrame { image: Arc::clone(image), at, size, offset, whole };
        let ends = |from: [usize; 2], axis: usize| from[axis].saturating_add(size[axis]);
        let text = |[one, two]: [usize; 2]| format!("{one} by {two}");
        if size.contains(&0) {
            return Err(format!("the size must be at least 1 by 1, got {}", text(size)));
        }
        if (0..2).any(|axis| ends(at, axis) > sheet[axis]) {
            let end = text([ends(at, 0), ends(at, 1)]);
            return Err(format!("the frame must end within the sheet, which has {} pixels, not at {end}", text(sheet)));
        }
        if whole.iter().any(|&side| side > MAX_TEXTURE_SIDE) {
            return Err(format!("the whole image's sides must be at most {MAX_TEXTURE_SIDE}, got {}", text(whole)));
        }
        if (0..2).any(|axis| ends(offset, axis) > whole[axis]) {
            let end = text([ends(offset, 0), ends(offset, 1)]);
            return Err(format!("the frame must end within its whole size, which is {}, not at {end}", text(whole)));
        }
        Ok(frame)
    }

    /// Returns the frame for the raycaster. `pixels` are those of its image.
    pub(crate) fn cut<'a>(&self, pixels: &'a Pixels) -> Cut<'a> {
        let from = self.at[1] * pixels.width + self.at[0];
        let texels = match &pixels.texels {
            Texels::Indexed { indices, palette } => CutTexels::Indexed { indices: &indices[from..], palette },
            Texels::Colours(colours) => CutTexels::Colours(&colours[from..]),
        };
        Cut { whole: self.whole, size: self.size, offset: self.offset, texels, stride: pixels.width }
    }

    /// Returns an error message if a texture of this size cannot cover walls, floors and ceilings.
    pub(crate) fn cannot_tile(&self) -> Option<String> {
        let [width, height] = self.whole;
        let can_tile = width.is_power_of_two() && height.is_power_of_two();
        let what = || format!("a texture's sides must be powers of two, such as 32 or 64, got {width} by {height}");
        (!can_tile).then(what)
    }
}

/// The image of a PNG file of its own. A clone shares the pixels.
#[derive(Clone, Debug)]
pub struct ArtPicture(pub(crate) PictureFrame);

impl ArtPicture {
    /// Reads the image of a file. `file` is its name relative to the assets folder, such as `textures/hull.png`.
    ///
    /// # Errors
    /// If it is not a PNG image of at most 4096 by 4096 pixels, or is a texture whose sides are not powers of two.
    pub fn read(file: &str, png: &[u8]) -> Result<ArtPicture, ArtError> {
        let wrong = |what: String| ArtError::new(file, what);
        let pixels = Pixels::read(png, MAX_TEXTURE_SIDE).map_err(wrong)?;
        let size = [pixels.width, pixels.height];
        let image = Arc::new(SheetImage::kept(pixels));
        let frame = PictureFrame::new((&image, size), [[0, 0], size], [[0, 0], size]).map_err(wrong)?;
        let is_texture = file.split('/').next() == Some(FOLDERS[0]);
        match frame.cannot_tile().filter(|_| is_texture) {
            Some(what) => Err(wrong(what)),
            None => Ok(ArtPicture(frame)),
        }
    }
}

/// A frame, and its images for the canvas, made on first use.
#[derive(Debug)]
pub(crate) struct Picture {
    pub(crate) frame: PictureFrame,
    whole: OnceLock<Texture>,
    mirrored: OnceLock<Texture>,
}

impl Picture {
    /// Wraps a frame, of which no image is made yet.
    pub(crate) fn of(frame: PictureFrame) -> Picture {
        Picture { frame, whole: OnceLock::new(), mirrored: OnceLock::new() }
    }

    /// Returns the image, unless its file is still being downloaded.
    pub(crate) fn texture(&self) -> Option<&Texture> {
        if self.whole.get().is_none() {
            let pixels = self.frame.image.pixels()?;
            let fits = "a frame is within its sheet and its whole size";
            self.whole.get_or_init(|| self.frame.cut(&pixels).texture().expect(fits));
        }
        self.whole.get()
    }

    /// Returns the mirrored image, unless its file is still being downloaded.
    pub(crate) fn mirrored(&self) -> Option<&Texture> {
        let texture = self.texture()?;
        Some(self.mirrored.get_or_init(|| texture.mirrored()))
    }
}
