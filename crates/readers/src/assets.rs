//! Readers of texts, images, sounds, and mods that contain all of them.

use crate::{
    oracle::{check_message, checked},
    seeds::{files, path},
};
use content::{Files, Manifest, Mod, Sound, check_file, first_error, open_packed_mod, with_mods};
use localization::Words;
use music::Score;
use renderer::{ArtPicture, Font, SpriteSheet, Uniforms, decode_png};
use std::{
    collections::BTreeMap,
    fs,
    io::{Cursor, Write},
    path::Path,
    sync::Arc,
};
use zip::{ZipWriter, write::SimpleFileOptions};

/// Maximum size of fonts and sounds among the valid inputs, in bytes.
const LARGE: usize = 100_000;

/// Reads a translation.
pub(crate) fn catalogue(bytes: &[u8]) {
    if let Some(words) = checked(Words::read("de.ron", bytes)) {
        words.entries().for_each(drop);
    }
}

pub(crate) fn catalogues() -> Vec<Vec<u8>> {
    // The game's own catalogues are long: their first and last lines.
    let text = fs::read_to_string(path("assets/words/de.ron")).expect("a file of the game");
    let lines: Vec<&str> = text.lines().collect();
    let short = [&lines[..40], &lines[lines.len() - 4..]].concat().join("\n");
    let mut all = files(&["mods/examples/stripes/assets/words"]);
    all.push(short.into_bytes());
    all
}

/// Reads a score.
pub(crate) fn score(bytes: &[u8]) {
    checked(Score::read(bytes));
}

pub(crate) fn scores() -> Vec<Vec<u8>> {
    files(&["assets/music"])
}

/// Reads a description of the renderer's colours.
pub(crate) fn uniforms(bytes: &[u8]) {
    checked(Uniforms::read(bytes));
}

pub(crate) fn uniforms_files() -> Vec<Vec<u8>> {
    files(&["assets/uniforms.ron"])
}

/// Reads an image as a texture, as art, and as the sheet of a map.
pub(crate) fn picture(bytes: &[u8]) {
    checked(decode_png(bytes));
    checked(ArtPicture::read("picture.png", bytes));
    tiled_map::is_own_sheet(bytes);
}

pub(crate) fn pictures() -> Vec<Vec<u8>> {
    files(&["assets/icons", "assets/pictures", "mods/examples/stripes/assets/textures"])
}

/// Reads a sprite sheet: its description up to a byte 0, and its image.
pub(crate) fn sheet(bytes: &[u8]) {
    let at = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    checked(SpriteSheet::read("sheet", &bytes[..at], bytes.get(at + 1..).unwrap_or_default()));
}

pub(crate) fn sheets() -> Vec<Vec<u8>> {
    vec![files(&["assets/sheets/icons.ron", "assets/sheets/icons.png"]).join(&0)]
}

/// Reads a font.
pub(crate) fn font(bytes: &[u8]) {
    checked(Font::read(bytes));
}

pub(crate) fn fonts() -> Vec<Vec<u8>> {
    let fonts = crate::seeds::entries(&path("assets/fonts"))
        .into_iter()
        .filter(|file| file.extension() == Some("ttf".as_ref()));
    let read = fonts.map(|file| fs::read(file).expect("a readable file"));
    read.filter(|bytes| bytes.len() <= LARGE).collect()
}

/// Reads a sound.
pub(crate) fn sound(bytes: &[u8]) {
    checked(Sound::read("sound.wav", bytes));
}

pub(crate) fn sounds() -> Vec<Vec<u8>> {
    let mut all = files(&["assets/sounds"]);
    all.retain(|bytes| bytes.starts_with(b"RIFF"));
    all.sort_by_key(Vec::len);
    all.truncate(3);
    all
}

/// Reads an archive of a mod, and all files in it, alone and over those of a game.
pub(crate) fn archive(bytes: &[u8]) {
    let opened = open_packed_mod(&Files::default(), Path::new("mods/x.hull"), bytes.to_vec(), &[]);
    if let Some(opened) = checked(opened) {
        read_all(opened);
    }
}

fn read_all(one: Arc<Mod>) {
    first_error(&one).iter().for_each(check_message);
    one.refused().iter().for_each(check_message);
    drop((one.hash(), one.picture()));
    let base = BTreeMap::from([("assets/monsters.ron".to_owned(), b"{ \"a\": 1 }".to_vec())]);
    let files = with_mods(&Files::of_memory(base), &[one]);
    for name in files.names() {
        checked(files.read(&name));
    }
}

pub(crate) fn archives() -> Vec<Vec<u8>> {
    vec![zipped(&folder("kennel")), zipped(&folder("stripes"))]
}

/// Returns an archive with these files.
fn zipped(files: &BTreeMap<String, Vec<u8>>) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(name, SimpleFileOptions::default()).expect("a valid name");
        zip.write_all(bytes).expect("memory can be written");
    }
    zip.finish().expect("memory can be written").into_inner()
}

/// Returns the files of an example mod by their names in it.
fn folder(name: &str) -> BTreeMap<String, Vec<u8>> {
    let root = path("mods/examples").join(name);
    let (mut files, mut folders) = (BTreeMap::new(), vec![root.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a readable folder") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name =
                    path.strip_prefix(&root).expect("a path below the root").to_string_lossy().replace('\\', "/");
                files.insert(name, fs::read(&path).expect("a readable file"));
            }
        }
    }
    files
}

/// Begins a line with the name of a file, in an input that is a whole mod.
const NAME: &str = "\n==== ";

/// Reads a mod whose files are sections of a text: unlike in an archive, a change keeps all other files readable.
pub(crate) fn unpacked(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let files = text.split(NAME).filter_map(|section| section.split_once('\n'));
    let files: BTreeMap<String, Vec<u8>> =
        files.map(|(name, content)| (name.trim().to_owned(), content.as_bytes().to_vec())).collect();
    for (name, content) in &files {
        checked(check_file(name, name, content));
    }
    if let Some(content) = files.get("mod.ron") {
        checked(Manifest::read("mod.ron", content));
    }
    if let Some(one) = checked(Mod::of_memory(Path::new("mods/x"), files)) {
        read_all(Arc::new(one));
    }
}

pub(crate) fn mods() -> Vec<Vec<u8>> {
    let mods = ["kennel", "overtime", "stripes"].map(|name| {
        let mut text = String::new();
        for (name, content) in folder(name).iter().filter(|(name, _)| !name.ends_with(".png")) {
            text += &format!("{NAME}{name}\n{}", String::from_utf8_lossy(content));
        }
        text.into_bytes()
    });
    mods.into()
}
