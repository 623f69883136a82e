//! Contact sheets: every image of a group, in light and in the dark, with its name.

use crate::{
    animals,
    measure::files::{self, Image},
    measure::pictures::Pictures,
    monsters, sprites,
    tools::framed::Holds,
    tools::store::Made,
    tour::page::{LINE, Page},
};
use std::{collections::BTreeMap, error::Error, fs, path::Path};

/// Folder of the skies.
const SKIES: &str = "skies";
/// Themes whose image names begin with the theme's name; all others belong to the ship.
const THEMES: [&str; 10] =
    ["bilge_", "cryo_", "holds_", "engine_", "command_", "chapel_", "crew_", "lab_", "labyrinth_", "hull_"];
/// Maximum displayed size of an image in pixels. Larger ones are reduced by whole factors.
const SIDE: usize = 64;
/// Number of images per row.
const COLUMNS: usize = 8;
/// Light level in the dark, and the backgrounds in light and in the dark.
const DARK: f32 = 0.3;
const GROUNDS: [[u8; 3]; 2] = [[96, 100, 106], [14, 15, 18]];
/// Alpha of self-luminous pixels.
const SHINES: u8 = 254;
/// Colour of text.
const WORDS: [u8; 3] = [210, 214, 220];

/// Returns a sheet for each theme, for each kind of monster or animal, and for the remaining images of each folder.
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

/// Returns the names of the images in a folder, in order.
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

/// Returns the page of a texture.
fn theme(name: &str) -> Option<String> {
    let theme = THEMES.iter().find(|theme| name.starts_with(*theme));
    Some(theme.map_or("ship", |theme| theme.trim_end_matches('_')).to_owned())
}

/// Returns the page of a sprite. For monsters and animals, only the front and both sides are shown.
fn kind(name: &str) -> Option<String> {
    let Some(kind) = monsters::kinds().chain(animals::kinds()).find(|kind| is_of(name, kind.name)) else {
        let group = if sprites::is_furniture(name) { "furniture" } else { "things" };
        return Some(group.to_owned());
    };
    let side = name.rsplit_once('.').map(|(_, side)| side);
    side.is_none_or(|side| matches!(side, "1" | "3" | "7")).then(|| kind.name.to_owned())
}

/// Returns true if a sprite belongs to a kind, in any uniform.
fn is_of(name: &str, kind: &str) -> bool {
    name.strip_prefix(kind).is_some_and(|rest| rest.starts_with(['_', '~']))
}

/// A contact sheet.
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

/// Draws an image on the page at a light level.
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
