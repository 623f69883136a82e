//! The art: every picture and the font of the game, by name.

use crate::picture::decode_png;
use crate::{actors, hud, marks, particles, text::Font, weapon};
use bevy::prelude::*;
use level::{Level, SKY};
use raycast::{Texture, TextureId, Textures};
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

/// The largest file that is read, in bytes.
const MAX_BYTES: u64 = 64 << 20;
/// The folders of pictures. What a level's surfaces show is in the first, what stands on it in the second.
const FOLDERS: [&str; 3] = ["textures", "sprites", "pictures"];
/// The font.
const FONT: &str = "fonts/hullbreach.ttf";

/// Every picture and the font. Without it, only black is drawn.
#[derive(Resource, Clone, Debug)]
pub struct Art {
    /// What the raycaster shows: all textures, then all sprites, each in the order of their names.
    all: Arc<Textures>,
    textures: BTreeMap<String, TextureId>,
    sprites: BTreeMap<String, TextureId>,
    /// Sprites and pictures, for the canvas, and the textures that are painted onto others.
    pictures: BTreeMap<String, Texture>,
    font: Font,
}

/// What is wrong with a file of the art.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArtError {
    /// The file, below the folder of the assets.
    pub file: String,
    /// What is wrong with it.
    pub what: String,
    /// True if something inside the file is wrong, false if it cannot be read at all.
    pub readable: bool,
}

impl ArtError {
    fn new(file: &str, what: impl ToString) -> Self {
        ArtError { file: file.to_owned(), what: what.to_string(), readable: true }
    }

    fn unreadable(file: &str, error: io::Error) -> Self {
        ArtError { readable: false, ..ArtError::new(file, error) }
    }
}

impl fmt::Display for ArtError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.what)
    }
}

impl std::error::Error for ArtError {}

impl Art {
    /// Reads the art below a folder: every PNG in `textures`, `sprites` and `pictures`, and `fonts/hullbreach.ttf`.
    ///
    /// # Errors
    /// The first file or folder that cannot be read, and why.
    pub fn load(assets: &Path) -> Result<Art, ArtError> {
        let mut files = BTreeMap::new();
        let mut read = |name: &str| -> Result<(), ArtError> {
            let bytes = read_file(&assets.join(name)).map_err(|error| ArtError::unreadable(name, error))?;
            files.insert(name.to_owned(), bytes);
            Ok(())
        };
        for folder in FOLDERS {
            for name in png_files(&assets.join(folder)).map_err(|error| ArtError::unreadable(folder, error))? {
                read(&format!("{folder}/{name}"))?;
            }
        }
        read(FONT)?;
        Art::from_files(&files)
    }

    /// The art in these files, by their names below the folder of the assets, such as `textures/hull.png`.
    ///
    /// Names that are not of the art are passed over.
    ///
    /// # Errors
    /// The first file that is missing or broken, and how.
    pub fn from_files(files: &BTreeMap<String, Vec<u8>>) -> Result<Art, ArtError> {
        let font = files.get(FONT).ok_or_else(|| ArtError::new(FONT, "the file is missing"))?;
        let font = Font::read(font).map_err(|what| ArtError::new(FONT, what))?;
        let (mut textures, mut sprites, mut pictures) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut all = Textures::new();
        for folder in FOLDERS {
            for (file, bytes) in files {
                let Some(name) = name_in(folder, file) else { continue };
                let picture = decode_png(bytes).map_err(|what| ArtError::new(file, what))?;
                let mut push = || all.push(&picture).map_err(|error| ArtError::new(file, error));
                match folder {
                    "textures" => drop(textures.insert(name.to_owned(), push()?)),
                    "sprites" => drop(sprites.insert(name.to_owned(), push()?)),
                    _ => {}
                }
                if folder != "textures" || marks::PICTURES.contains(&name) {
                    pictures.insert(name.to_owned(), picture);
                }
            }
        }
        Ok(Art { all: Arc::new(all), textures, sprites, pictures, font })
    }

    /// What the raycaster shows.
    pub(crate) fn textures(&self) -> Arc<Textures> {
        Arc::clone(&self.all)
    }

    /// The number of a texture of walls, floors and ceilings.
    pub fn texture(&self, name: &str) -> Option<TextureId> {
        self.textures.get(name).copied()
    }

    /// The number of a sprite.
    pub fn sprite(&self, name: &str) -> Option<TextureId> {
        self.sprites.get(name).copied()
    }

    /// A sprite or a picture, to be drawn on the canvas, or a mark, to be painted onto a texture.
    pub fn picture(&self, name: &str) -> Option<&Texture> {
        self.pictures.get(name)
    }

    /// The font.
    pub fn font(&self) -> &Font {
        &self.font
    }

    /// What the level, or the game itself, shows and the art lacks, in sentences; empty if all is well.
    pub fn missing(&self, level: &Level) -> Vec<String> {
        let textures = level.textures.iter().map(String::as_str).chain(marks::PICTURES);
        let textures = textures.filter(|name| self.texture(name).is_none() && *name != SKY);
        let textures = textures.map(|name| format!("there is no texture '{name}' in assets/textures"));
        let sprites = actors::SPRITES
            .iter()
            .chain(&hud::PICTURES)
            .chain(&weapon::PICTURES)
            .chain(&particles::PICTURES)
            .filter(|name| self.sprite(name).is_none());
        textures.chain(sprites.map(|name| format!("there is no sprite '{name}' in assets/sprites"))).collect()
    }
}

/// The name of a picture whose file lies in this folder.
fn name_in<'a>(folder: &str, file: &'a str) -> Option<&'a str> {
    file.strip_prefix(folder)?.strip_prefix('/')?.strip_suffix(".png").filter(|name| !name.contains('/'))
}

/// The names of all PNG files in a folder.
fn png_files(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if Path::new(&name).extension() == Some(OsStr::new("png")) {
            let name = name.into_string().map_err(|name| {
                io::Error::new(io::ErrorKind::InvalidData, format!("the file name {} is no text", name.display()))
            })?;
            names.push(name);
        }
    }
    Ok(names)
}

/// A file's bytes, unless there are far too many.
fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("the file has more than {MAX_BYTES} bytes")));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{files, level};

    #[test]
    fn names_become_the_same_numbers_whatever_else_there_is() {
        let mut files = files();
        files.insert("sounds/shot.wav".to_owned(), vec![1]);
        files.insert("textures/notes.txt".to_owned(), vec![1]);
        files.insert("textures/old/hull.png".to_owned(), vec![1]);
        let art = Art::from_files(&files).unwrap();
        let numbers = ["door", "hull", "jamb", "thrown"].map(|name| art.texture(name).unwrap());
        assert_eq!(numbers, [0, 1, 2, 14].map(TextureId));
        assert_eq!(art.sprite("clip"), Some(TextureId(18)));
        assert_eq!(art.texture("clip"), None);
        assert!(art.picture("clip").is_some());
    }

    #[test]
    fn what_is_broken_or_missing_is_named() {
        let mut bad = files();
        bad.insert("sprites/clip.png".to_owned(), vec![1, 2, 3]);
        let error = Art::from_files(&bad).unwrap_err().to_string();
        assert!(error.starts_with("sprites/clip.png: no PNG picture that can be read"), "{error}");
        let mut bad = files();
        bad.remove(FONT);
        let error = Art::from_files(&bad).unwrap_err().to_string();
        assert_eq!(error, "fonts/hullbreach.ttf: the file is missing");
        bad.insert(FONT.to_owned(), b"no font".to_vec());
        assert!(Art::from_files(&bad).unwrap_err().to_string().starts_with("fonts/hullbreach.ttf: no font"));
        let error = Art::load(Path::new("/no/such/folder")).unwrap_err();
        assert_eq!(error.file, "textures");
    }

    #[test]
    fn a_level_is_told_what_the_art_lacks() {
        let level = level(&["###", "#@#", "###"]);
        let mut files = files();
        assert_eq!(Art::from_files(&files).unwrap().missing(&level), Vec::<String>::new());
        files.remove("textures/hull.png");
        files.remove("sprites/medkit.png");
        let missing = Art::from_files(&files).unwrap().missing(&level);
        assert_eq!(
            missing,
            ["there is no texture 'hull' in assets/textures", "there is no sprite 'medkit' in assets/sprites"]
        );
    }
}
