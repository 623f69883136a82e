//! A scene file: a map, sprites and a camera path in JSON, with textures next to it, to compare raycasters.

use crate::command_line::failure::{Failure, read, read_text};
use raycast::Texture;
use serde::{
    Deserialize, Deserializer,
    de::{Error, IgnoredAny, SeqAccess, Visitor},
};
use std::{
    fmt,
    marker::PhantomData,
    ops::Deref,
    path::{Component, Path},
};

/// The maximum side of a map, in cells.
const MAX_SIDE: usize = 1024;
/// The maximum number of textures, sprites and frames.
const MAX_TEXTURES: usize = 64;
const MAX_SPRITES: usize = 20_000;
const MAX_FRAMES: usize = 20_000;
/// The maximum side of a texture, in texels.
const MAX_TEXTURE: usize = 512;

/// The contents of a scene file. `x` and `y` are in the file's coordinates, in which the right-hand side of a viewer
/// facing +x is towards -y.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SceneFile {
    pub(crate) name: String,
    /// A note for people, like `conventions`, which describes how to interpret the file.
    #[serde(rename = "note", default)]
    _note: IgnoredAny,
    #[serde(rename = "conventions", default)]
    _conventions: IgnoredAny,
    /// The side of all textures, in texels.
    texture_size: usize,
    /// Image files, relative to the scene file. Black is transparent.
    textures: Bounded<String, MAX_TEXTURES>,
    /// The same textures in another form, which is ignored.
    #[serde(rename = "textures_raw", default)]
    _textures_raw: IgnoredAny,
    /// The half width of the view at a distance of one tile, in tiles.
    pub(crate) plane_length: f64,
    pub(crate) map_width: usize,
    pub(crate) map_height: usize,
    /// The columns from x = 0, each with cells from y = 0: 0 is open, any other number is a wall with the texture
    /// before that number.
    pub(crate) cells: Bounded<Bounded<u16, MAX_SIDE>, MAX_SIDE>,
    /// Position and texture.
    pub(crate) sprites: Bounded<(f64, f64, u16), MAX_SPRITES>,
    /// Position and direction of the camera.
    pub(crate) frames: Bounded<(f64, f64, f64, f64), MAX_FRAMES>,
    /// The textures, once they have been read.
    #[serde(skip)]
    pub(crate) pictures: Vec<Texture>,
}

impl SceneFile {
    /// Reads and checks a scene file and its textures.
    pub(crate) fn read(path: &Path) -> Result<SceneFile, Failure> {
        let bytes = read_text(path)?;
        let mut file: SceneFile = serde_json::from_slice(&bytes).map_err(|error| Failure::data(told(path, &error)))?;
        file.check().map_err(|what| Failure::data(format!("{}: {what}", path.display())))?;
        for name in file.textures.iter() {
            let beside = path.with_file_name(name);
            let picture = renderer::decode_png(&read(&beside)?)
                .and_then(|picture| file.fitting(picture))
                .map_err(|what| Failure::data(format!("{}: {what}", beside.display())))?;
            file.pictures.push(picture);
        }
        Ok(file)
    }

    /// Fails with the first inconsistency.
    fn check(&self) -> Result<(), String> {
        let printable = |name: &str| !name.chars().any(char::is_control);
        if !(1..=64).contains(&self.name.chars().count()) || !printable(&self.name) {
            return Err("name: must be 1 to 64 printable characters".to_owned());
        }
        if !self.texture_size.is_power_of_two() || self.texture_size > MAX_TEXTURE {
            let size = self.texture_size;
            return Err(format!("texture_size: must be a power of two from 1 to {MAX_TEXTURE}, got {size}"));
        }
        if self.textures.is_empty() {
            return Err("textures: must not be empty".to_owned());
        }
        let is_beside = |name: &str| Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        if let Some(name) = self.textures.iter().find(|name| name.is_empty() || !is_beside(name)) {
            return Err(format!("textures: must be paths of files next to this one or below, got {name:?}"));
        }
        if !(0.05..=10.0).contains(&self.plane_length) {
            return Err(format!("plane_length: must be from 0.05 to 10, got {}", self.plane_length));
        }
        self.check_map()?;
        self.check_sprites()?;
        self.check_frames()
    }

    fn check_map(&self) -> Result<(), String> {
        let (width, height, textures) = (self.map_width, self.map_height, self.textures.len());
        if self.cells.len() != width || width == 0 {
            return Err(format!("cells: there are {} columns, but map_width is {width}", self.cells.len()));
        }
        for (x, column) in self.cells.iter().enumerate() {
            if column.len() != height || height == 0 {
                return Err(format!("cells[{x}]: there are {} cells, but map_height is {height}", column.len()));
            }
            if let Some(y) = column.iter().position(|&cell| usize::from(cell) > textures) {
                return Err(format!("cells[{x}][{y}]: no texture {}; there are {textures}", column[y]));
            }
        }
        Ok(())
    }

    fn check_sprites(&self) -> Result<(), String> {
        for (number, &(x, y, texture)) in self.sprites.iter().enumerate() {
            if self.cell(x, y).is_none() {
                return Err(format!("sprites[{number}]: [{x}, {y}] is not on the map"));
            }
            if usize::from(texture) >= self.textures.len() {
                let last = self.textures.len() as i64 - 1;
                return Err(format!("sprites[{number}]: no texture {texture}; the last is {last}"));
            }
        }
        Ok(())
    }

    fn check_frames(&self) -> Result<(), String> {
        if self.frames.is_empty() {
            return Err("frames: must not be empty".to_owned());
        }
        for (number, &(x, y, dir_x, dir_y)) in self.frames.iter().enumerate() {
            match self.cell(x, y) {
                None => return Err(format!("frames[{number}]: the camera at [{x}, {y}] is not on the map")),
                Some(0) => {}
                Some(_) => return Err(format!("frames[{number}]: the camera at [{x}, {y}] is inside a wall")),
            }
            // A direction of another length would stretch the frame.
            if !(0.99..=1.01).contains(&(dir_x * dir_x + dir_y * dir_y).sqrt()) {
                return Err(format!("frames[{number}]: direction [{dir_x}, {dir_y}] must have length 1"));
            }
        }
        Ok(())
    }

    /// Returns the contents of the cell at a position, or `None` outside the map.
    fn cell(&self, x: f64, y: f64) -> Option<u16> {
        let on_map = x >= 0.0 && y >= 0.0 && x < self.map_width as f64 && y < self.map_height as f64;
        on_map.then(|| self.cells[x as usize][y as usize])
    }

    /// Returns a texture if its size is that of the file.
    fn fitting(&self, picture: Texture) -> Result<Texture, String> {
        let (width, height, side) = (picture.width(), picture.height(), self.texture_size);
        let fits = (width, height) == (side, side);
        fits.then_some(picture).ok_or(format!("{width} by {height} texels, but the scene's texture_size is {side}"))
    }
}

/// Returns the error of a file, after line and column.
fn told(path: &Path, error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let what = error.to_string();
    format!("{}:{}:{}: {}", path.display(), error.line(), error.column(), what.trim_end_matches(&place))
}

/// A list of at most `MAX` items. Reading stops at the next one, before memory is allocated for it.
pub(crate) struct Bounded<T, const MAX: usize>(Vec<T>);

impl<T, const MAX: usize> Deref for Bounded<T, MAX> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>, const MAX: usize> Deserialize<'de> for Bounded<T, MAX> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct List<T, const MAX: usize>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>, const MAX: usize> Visitor<'de> for List<T, MAX> {
            type Value = Bounded<T, MAX>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a list of at most {MAX} items")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut list = Vec::new();
                while let Some(element) = seq.next_element()? {
                    if list.len() == MAX {
                        return Err(A::Error::custom(format!("a list may have at most {MAX} items")));
                    }
                    list.push(element);
                }
                Ok(Bounded(list))
            }
        }

        deserializer.deserialize_seq(List(PhantomData))
    }
}
