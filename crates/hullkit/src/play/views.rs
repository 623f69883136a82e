//! `hullkit shot --views`: draws decks from fixed positions, and writes statistics of the decks next to the images.

use crate::{
    command_line::failure::{Failure, check_textures, read_art, read_level, read_text},
    command_line::output::{Force, Outputs, encode},
    play::rooms::{Room, rooms},
    play::shot::{drawn, stand},
};
use bevy::prelude::*;
use engine::{Headless, Rules, Start};
use level::{CellShape, Direction, Level, SKY, TextureIndex};
use renderer::{Art, Hud, RendererPlugin};
use serde::{Deserialize, Serialize};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

/// The width and height of a view, in pixels, and of a view from a door.
const SIZE: (usize, usize) = (320, 180);
const DOOR_SIZE: (usize, usize) = (160, 90);
/// The maximum number of views per deck.
const MAX_VIEWS: usize = 1000;

/// The decks to draw, and the positions to draw them from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Views {
    decks: Vec<Look>,
}

/// A deck to draw.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Look {
    /// The beginning of the file names of its views.
    name: String,
    /// The level file, or a pipeline file with the seed of the deck: `FILE.ron#1`.
    level: String,
    #[serde(default)]
    views: Vec<Eye>,
    /// The number of additional cameras, placed under lamps and facing the longest line of sight. Generated decks need
    /// them, because their layout is not known in advance.
    #[serde(default)]
    under_lamps: usize,
}

/// The position of a camera, in tiles, and its direction, in degrees.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Eye {
    at: (f32, f32),
    facing: f32,
    /// True if the view is meant to be dark.
    #[serde(default)]
    dark: bool,
}

/// The contents of `decks.json`.
#[derive(Serialize)]
struct Facts {
    decks: Vec<Deck>,
}

/// A deck: its views, the number of faces per texture, the kinds of monsters on it, and their sprites.
#[derive(Serialize)]
struct Deck {
    name: String,
    views: Vec<View>,
    walls: BTreeMap<String, u64>,
    floors: BTreeMap<String, u64>,
    ceilings: BTreeMap<String, u64>,
    kinds: Vec<String>,
    looks: BTreeSet<String>,
    /// True if the deck was drawn by hand.
    drawn: bool,
    rooms: Vec<SeenRoom>,
}

/// A room of a deck: its first cell, the files of the views from its doors, and what is in it.
#[derive(Serialize)]
struct SeenRoom {
    at: (usize, usize),
    views: Vec<String>,
    features: BTreeSet<String>,
}

#[derive(Serialize)]
struct View {
    file: String,
    dark: bool,
}

/// Draws all views of a file into a folder.
pub(crate) fn run(file: &Path, out: &Path, force: Force) -> Result<(), Failure> {
    let wrong = |what: String| Failure::data(format!("{}: {what}", file.display()));
    let text = String::from_utf8(read_text(file)?).map_err(|error| wrong(error.to_string()))?;
    let Views { decks } = ron::from_str(&text).map_err(|error| wrong(error.to_string()))?;
    if decks.iter().map(|deck| deck.views.len().saturating_add(deck.under_lamps)).any(|views| views > MAX_VIEWS) {
        return Err(wrong(format!("a deck may have at most {MAX_VIEWS} views")));
    }
    let art = read_art()?;
    let mut files = Vec::new();
    let decks = decks.into_iter().map(|deck| look(deck, &art, out, &mut files)).collect::<Result<_, _>>()?;
    let facts = serde_json::to_string_pretty(&Facts { decks }).map_err(|error| wrong(error.to_string()))?;
    files.push((out.join("decks.json"), (facts + "\n").into_bytes()));
    Outputs::beside([file], force).write_unnamed(&files)
}

/// Draws the views of one deck and adds their files to the list.
fn look(
    Look { name, level: path, mut views, under_lamps }: Look,
    art: &Art,
    out: &Path,
    files: &mut Vec<(PathBuf, Vec<u8>)>,
) -> Result<Deck, Failure> {
    let folder = content::game_folder().unwrap_or_default();
    let path = folder.join(path);
    let level = read_level(&path)?;
    Rules::standard().check(&level).map_err(|what| Failure::data(format!("{}: {what}", path.display())))?;
    check_textures(&path, &level, art)?;
    views.extend(eyes_under_lamps(&level, under_lamps));
    let mut headless = Headless::begin_with(&Start::on(Arc::clone(&level)), |app| {
        app.add_plugins(RendererPlugin);
    });
    headless.world_mut().insert_resource(art.clone());
    headless.world_mut().insert_resource(Hud { shown: false, fades: false });
    let mut draw = |file: &str, at: (f32, f32), facing: f32, size: (usize, usize)| -> Result<(), Failure> {
        let place =
            |failure: Failure| Failure { message: format!("{}: {}", path.display(), failure.message), ..failure };
        stand(&mut headless, Some(Vec2::from(at)), Some(facing.to_radians())).map_err(place)?;
        let path = out.join(file);
        let bytes = encode(&path, drawn(&mut headless, size))?;
        files.push((path, bytes));
        Ok(())
    };
    let mut drawn_views = Vec::new();
    for (number, Eye { at, facing, dark }) in views.into_iter().enumerate() {
        let file = format!("{name}_{}.png", number + 1);
        draw(&file, at, facing, SIZE)?;
        drawn_views.push(View { file, dark });
    }
    let mut seen_rooms = Vec::new();
    for Room { at, doors, features } in rooms(&level) {
        let file = |number: usize| format!("{name}_room_{}_{}_{}.png", at.0, at.1, number + 1);
        let views: Vec<String> = (0..doors.len()).map(file).collect();
        for (file, (at, facing)) in views.iter().zip(doors) {
            draw(file, at, facing, DOOR_SIZE)?;
        }
        seen_rooms.push(SeenRoom { at, views, features });
    }
    Ok(Deck { drawn: under_lamps == 0, rooms: seen_rooms, ..facts(name, drawn_views, &level, art) })
}

/// Returns cameras under `count` lamps of a level, spread over all lamps in map order. Views under lamps that are off
/// are meant to be dark. In a level without lamps, the camera is at the start and meant to be dark.
fn eyes_under_lamps(level: &Level, count: usize) -> Vec<Eye> {
    let eye = |x: usize, y: usize, dark: bool| {
        let open = |way: &Direction| {
            let (right, down) = way.step();
            let shape = |far: i32| level.shape_at(x as i32 + right * far, y as i32 + down * far);
            (1..).take_while(|far| shape(*far) == Some(CellShape::Open)).count()
        };
        // The index of a direction counts quarter turns from east.
        let facing = Direction::ALL.into_iter().max_by_key(open).map_or(0.0, |way| f32::from(way as u8) * 90.0);
        Eye { at: (x as f32 + 0.5, y as f32 + 0.5), facing, dark }
    };
    if count > 0 && level.lamps.is_empty() {
        return vec![eye(level.player.x, level.player.y, true)];
    }
    let count = count.min(level.lamps.len());
    let lamps = (0..count).map(|number| &level.lamps[number * level.lamps.len() / count]);
    lamps.map(|lamp| eye(lamp.x, lamp.y, lamp.off)).collect()
}

/// Counts the faces that are visible from the walkable cells.
fn facts(name: String, views: Vec<View>, level: &Level, art: &Art) -> Deck {
    let [mut walls, mut floors, mut ceilings] = [const { BTreeMap::<String, u64>::new() }; 3];
    let count = |faces: &mut BTreeMap<String, u64>, texture: TextureIndex| {
        let name = level.texture(texture);
        if name != SKY {
            *faces.entry(name.to_owned()).or_default() += 1;
        }
    };
    let is_room = |x: usize, y: usize| {
        let cell = level.cell(x, y);
        !is_wall(cell.shape) && level.texture(cell.floor) != SKY
    };
    for (x, y) in (0..level.height).flat_map(|y| (0..level.width).map(move |x| (x, y))) {
        let cell = level.cell(x, y);
        match cell.shape {
            CellShape::Wall { texture, .. }
            | CellShape::Lift { texture, .. }
            | CellShape::Switch { texture, .. }
            | CellShape::Push { texture, .. } => {
                let beside = [(x.wrapping_sub(1), y), (x + 1, y), (x, y.wrapping_sub(1)), (x, y + 1)];
                let seen = beside.into_iter().filter(|&(x, y)| x < level.width && y < level.height && is_room(x, y));
                seen.for_each(|_| count(&mut walls, texture));
            }
            CellShape::Pillar { texture } | CellShape::Diagonal { texture, .. } => count(&mut walls, texture),
            _ => {}
        }
        if is_room(x, y) {
            count(&mut floors, cell.floor);
            count(&mut ceilings, cell.ceiling);
        }
    }
    // On the hardest skill all monsters are present.
    let looks = renderer::looks(level, &Rules::standard(), 4, art);
    let kinds = level.monsters.clone();
    Deck { name, views, walls, floors, ceilings, kinds, looks, drawn: false, rooms: Vec::new() }
}

/// Returns true if the shape fills its cell, so that no floor is visible.
fn is_wall(shape: CellShape) -> bool {
    matches!(shape, CellShape::Wall { .. } | CellShape::Lift { .. } | CellShape::Switch { .. } | CellShape::Push { .. })
}
