//! Contact sheets: every picture of a group side by side, in light and in the dark, with its name.

use crate::{
    animals,
    measure::files::{self, Image},
    measure::pictures::Pictures,
    sprites,
    tools::framed::Holds,
    tools::store::Made,
    tour::page::{LINE, Page},
    undead,
};
use std::{collections::BTreeMap, error::Error, fs, path::Path};

/// The folder of the skies.
const SKIES: &str = "skies";
/// The themes whose pictures begin with their name; all others are the ship's.
const THEMES: [&str; 9] = ["cryo_", "holds_", "engine_", "command_", "chapel_", "crew_", "lab_", "labyrinth_", "hull_"];
/// The most of a picture that is shown, in pixels: larger ones are shown at every second pixel, and so on.
const SIDE: usize = 64;
/// How many pictures stand side by side.
const COLUMNS: usize = 8;
/// How much light there is in the dark, as a part of all, and the grounds in light and in the dark.
const DARK: f32 = 0.3;
const GROUNDS: [[u8; 3]; 2] = [[96, 100, 106], [14, 15, 18]];
/// The alpha of what shines by itself.
const SHINES: u8 = 254;
/// The colour of words.
const WORDS: [u8; 3] = [210, 214, 220];

/// A sheet for each theme, each kind of undead or animal, and for all else of each folder, from the folder of the
/// assets.
pub(crate) fn sheets(assets: &Path) -> Result<Vec<Made>, Box<dyn Error>> {
    let all = Pictures::read(assets)?;
    let mut groups: BTreeMap<String, Vec<(String, Image)>> = BTreeMap::new();
    for (holds, group) in [(Holds::Textures, theme as fn(&str) -> Option<String>), (Holds::Sprites, kind)] {
        for (name, image) in all.all(holds) {
            if let Some(group) = group(name) {
                groups.entry(group).or_default().push((name.to_owned(), image.clone()));
            }
        }
    }
    for name in names(&assets.join(SKIES))? {
        let image = files::image(&assets.join(SKIES).join(format!("{name}.png")))?;
        groups.entry(SKIES.to_owned()).or_default().push((name, image));
    }
    let sheets =
        groups.iter().map(|(group, pictures)| Ok(Made { path: format!("{group}.png"), bytes: sheet(pictures).png()? }));
    sheets.collect()
}

/// The names of the pictures in a folder, in their order.
fn names(folder: &Path) -> Result<Vec<String>, String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(wrong)? {
        let name = entry.map_err(wrong)?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".png").map(str::to_owned));
    }
    names.sort();
    Ok(names)
}

/// The page of a texture.
fn theme(name: &str) -> Option<String> {
    let theme = THEMES.iter().find(|theme| name.starts_with(*theme));
    Some(theme.map_or("ship", |theme| theme.trim_end_matches('_')).to_owned())
}

/// The page of a sprite. Of the undead and the animals the front and both sides are shown.
fn kind(name: &str) -> Option<String> {
    let Some(kind) = undead::kinds().chain(animals::kinds()).find(|kind| is_of(name, kind.name)) else {
        let group = if sprites::is_furniture(name) { "furniture" } else { "things" };
        return Some(group.to_owned());
    };
    let side = name.rsplit_once('.').map(|(_, side)| side);
    side.is_none_or(|side| matches!(side, "1" | "3" | "7")).then(|| kind.name.to_owned())
}

/// Whether a sprite is one of a kind, whatever it wears.
fn is_of(name: &str, kind: &str) -> bool {
    name.strip_prefix(kind).is_some_and(|rest| rest.starts_with(['_', '~']))
}

/// A sheet of pictures.
fn sheet(pictures: &[(String, Image)]) -> Page {
    let (width, height) = (2 * SIDE + 10, SIDE + LINE + 8);
    let mut page = Page::new(COLUMNS * width + 10, pictures.len().div_ceil(COLUMNS) * height + 8);
    for (number, (name, image)) in pictures.iter().enumerate() {
        let (x, y) = (10 + number % COLUMNS * width, 8 + number / COLUMNS * height);
        for (half, ground) in GROUNDS.into_iter().enumerate() {
            let corner = (x + half * SIDE, y);
            page.fill(corner, (SIDE, SIDE), ground);
            paste(&mut page, corner, image, if half == 0 { 1.0 } else { DARK }, ground);
        }
        page.write((x, y + SIDE + 1), width - 6, name, WORDS);
    }
    page
}

/// Lays a picture on the page in so much light.
fn paste(page: &mut Page, (x, y): (usize, usize), image: &Image, light: f32, ground: [u8; 3]) {
    let rows = image.pixels.len() / image.width.max(1);
    let skip = image.width.max(rows).div_ceil(SIDE).max(1);
    for (row, pixels) in image.pixels.chunks_exact(image.width.max(1)).step_by(skip).enumerate() {
        for (column, pixel) in pixels.iter().step_by(skip).enumerate() {
            let [red, green, blue, alpha] = *pixel;
            let light = if alpha == SHINES { 1.0 } else { light };
            let cover = f32::from(alpha.min(SHINES)) / f32::from(SHINES);
            let mixed =
                |channel: u8, below: u8| (f32::from(channel) * light * cover + f32::from(below) * (1.0 - cover)) as u8;
            let colour = [mixed(red, ground[0]), mixed(green, ground[1]), mixed(blue, ground[2])];
            page.dot(x + column, y + row, colour);
        }
    }
}
