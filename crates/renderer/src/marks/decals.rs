//! Decals: the marks on walls and floors as they are drawn.
//!
//! A mark costs nothing to draw: it is painted onto a copy of the texture of its wall or floor, and that surface shows
//! the copy. All copies are made together with the scene, one per size of texture for each surface that can bear marks,
//! so nothing is allocated later.

use crate::{
    art::art::Art,
    canvas::picture::scaled,
    marks::marks::{MAX_SURFACES, Mark, Marked, Marks, PICTURES, Side, Stain, Surface},
    stage::stage::Stage,
};
use bevy::prelude::*;
use engine::Run;
use raycast::{CellKind, Map, Texture, TextureId, Textures};
use std::sync::Arc;

/// The maximum number of texels of all copies: 32 MiB of memory. Textures that do not fit stay clean.
const MAX_TEXELS: usize = 1 << 23;

/// The copies of textures that show the marks of a level.
#[derive(Resource, Debug, Default)]
pub(crate) struct Decals {
    sizes: Vec<Size>,
    /// The animated textures, of which a copy would not be animated.
    moving: Vec<TextureId>,
    /// The surfaces that show copies, in the order in which [`Marks`] keeps them.
    shown: Vec<Option<Shown>>,
}

/// The data for textures of one size.
#[derive(Debug)]
struct Size {
    texels: (usize, usize),
    /// The images of each mark of [`PICTURES`], one for each of its steps, scaled to this size.
    pictures: Vec<Vec<Texture>>,
    copies: Vec<TextureId>,
}

/// A surface that shows a copy.
#[derive(Clone, Copy, Debug)]
struct Shown {
    surface: Surface,
    /// The index of the size of its texture.
    size: usize,
    original: TextureId,
    copy: TextureId,
    /// The number of its newest mark, and the total of painted steps of all its marks.
    painted: (u64, usize),
}

impl Decals {
    /// Makes the copies for a map's walls and floors. Surfaces with animated textures stay clean.
    pub(crate) fn new(art: &Art, map: &Map, moving: Vec<TextureId>, textures: &mut Textures) -> Decals {
        let mut room = MAX_TEXELS;
        let mut sizes = Vec::new();
        for id in sizes_of(map, textures) {
            let texels @ (width, height) = textures.size(id).unwrap_or_default();
            let Some(left) = room.checked_sub(width * height * MAX_SURFACES) else { break };
            room = left;
            let copies: Vec<TextureId> = (0..MAX_SURFACES).map_while(|_| textures.copy(id).ok()).collect();
            sizes.push(Size { texels, pictures: pictures(art, texels), copies });
        }
        Decals { sizes, moving, shown: vec![None; MAX_SURFACES] }
    }

    /// Updates the scene to the marks of this tick.
    pub(crate) fn follow(&mut self, marks: &Marks, tick: u64, map: &mut Map, textures: &mut Textures) {
        // First, restore all surfaces that no longer show their copy, because a surface may get a different copy.
        for (index, shown) in self.shown.iter_mut().enumerate() {
            let wanted = marks.surfaces().get(index).map(|marked| marked.surface);
            if let Some(Shown { surface, original, copy, .. }) = *shown
                && wanted != Some(surface)
            {
                *shown = None;
                if let Some(texture) = texture_of(map, surface).filter(|texture| **texture == copy) {
                    *texture = original;
                }
            }
        }
        for (index, marked) in marks.surfaces().iter().enumerate() {
            if self.shown[index].is_none() {
                self.shown[index] = self.take_up(index, marked.surface, map, textures);
            }
            if let Some(shown) = &mut self.shown[index] {
                repaint(&self.sizes[shown.size], shown, marked, tick, textures);
            }
        }
    }

    /// Makes a surface show a copy of its texture; `None` if there is no copy of its size, or the texture is animated.
    fn take_up(&self, index: usize, surface: Surface, map: &mut Map, textures: &Textures) -> Option<Shown> {
        let texture = texture_of(map, surface)?;
        let original = *texture;
        if self.moving.contains(&original) {
            return None;
        }
        let texels = textures.size(original)?;
        let size = self.sizes.iter().position(|size| size.texels == texels)?;
        let copy = *self.sizes[size].copies.get(index)?;
        *texture = copy;
        Some(Shown { surface, size, original, copy, painted: (0, 0) })
    }
}

/// Updates the marks on the scene's walls and floors.
pub(crate) fn follow(
    (marks, run): (Res<Marks>, Option<Res<Run>>),
    mut decals: ResMut<Decals>,
    mut stage: ResMut<Stage>,
) {
    if let (Some(scene), Some(run)) = (&mut stage.scene, run) {
        decals.follow(&marks, run.tick, &mut scene.map, Arc::make_mut(&mut scene.textures));
    }
}

/// Returns a texture of each size that the map's walls and floors have, the smallest first.
fn sizes_of(map: &Map, textures: &Textures) -> Vec<TextureId> {
    let mut found: Vec<(usize, (usize, usize), TextureId)> = Vec::new();
    for cell in map.cells() {
        let faces = if let CellKind::Wall(faces) = cell.kind { faces } else { [cell.floor; 4] };
        for id in faces {
            let Some((width, height)) = textures.size(id) else { continue };
            let is_new = found.iter().all(|&(_, size, _)| size != (width, height));
            if is_new && width.is_power_of_two() && height.is_power_of_two() {
                found.push((width * height, (width, height), id));
            }
        }
    }
    found.sort_unstable();
    found.into_iter().map(|(_, _, id)| id).collect()
}

/// Returns the images of all marks for textures of this size; marks without an image in the art are not drawn.
fn pictures(art: &Art, (width, height): (usize, usize)) -> Vec<Vec<Texture>> {
    let picture = |(number, name): (usize, &&str)| {
        let Some(&picture) = art.surface(name).first() else { return Vec::new() };
        let texels = |tiles: f32, side: usize| ((tiles * side as f32).round() as usize).max(1);
        Stain::of_picture(number)
            .sizes()
            .filter_map(|size| scaled(picture, texels(size, width), texels(size, height)))
            .collect()
    };
    PICTURES.iter().enumerate().map(picture).collect()
}

/// Returns the texture that a surface shows, if it is on the map.
fn texture_of(map: &mut Map, Surface { cell, side }: Surface) -> Option<&mut TextureId> {
    let cell = map.cell_mut(usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?)?;
    match (side, &mut cell.kind) {
        (Side::Floor, _) => Some(&mut cell.floor),
        (_, CellKind::Wall(faces)) => {
            Side::FACES.iter().position(|face| *face == side).and_then(|face| faces.get_mut(face))
        }
        _ => None,
    }
}

/// Repaints the copy that a surface shows, if its marks have changed.
fn repaint(size: &Size, shown: &mut Shown, marked: &Marked, tick: u64, textures: &mut Textures) {
    let steps = marked.marks.iter().filter_map(|mark| mark.step(tick)).map(|step| step + 1).sum();
    if shown.painted == (marked.newest, steps) {
        return;
    }
    shown.painted = (marked.newest, steps);
    textures.restore(shown.copy, shown.original);
    for mark in &marked.marks {
        if let Some(step) = mark.step(tick)
            && let Some(picture) = size.pictures[mark.stain.picture()].get(step)
        {
            let (x, y) = corner(size, mark, picture);
            textures.paint(shown.copy, picture, x, y);
        }
    }
}

/// Returns the texel of a texture at which the top left corner of a mark's image is placed.
fn corner(size: &Size, mark: &Mark, picture: &Texture) -> (i32, i32) {
    let texels = Vec2::new(size.texels.0 as f32, size.texels.1 as f32);
    let middle = Vec2::new(picture.width() as f32, picture.height() as f32) / 2.0;
    let corner = (mark.at * texels - middle).round().as_ivec2();
    (corner.x, corner.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{files, level, png};
    use raycast::{Light, MapCell};

    const WALL: Vec2 = Vec2::new(1.5, 1.0);

    /// Returns art with one larger texture, and the map of a row of walls and floors with textures of both sizes.
    fn row() -> (Art, Map) {
        let mut files = files();
        files.insert("textures/large.png".to_owned(), png(64, 128, |_, _| Some([90; 3])));
        let art = Art::from_files(&files).unwrap();
        let [hull, large, plate] = ["hull", "large", "plate"].map(|name| art.texture(name).unwrap());
        let cell = |(x, y)| MapCell {
            kind: if y == 1 { CellKind::Open } else { CellKind::Wall([if x == 1 { large } else { hull }; 4]) },
            floor: plate,
            ceiling: plate,
            light: Light::FULL,
        };
        let cells = (0..3).flat_map(|y| (0..4).map(move |x| (x, y))).map(cell).collect();
        (art, Map::new(4, 3, cells).unwrap())
    }

    fn bullet(marks: &mut Marks, at: Vec2) {
        let level = level(&["####", "#@ #", "####"]);
        let wall = Surface { cell: (at - Vec2::Y).floor().as_ivec2(), side: Side::South };
        marks.add(&level, wall, at, 0.5, Stain::Bullet(0), 0);
    }

    #[test]
    fn marked_walls_show_copies_and_clean_walls_their_own_texture() {
        let (art, mut map) = row();
        let mut textures = Textures::clone(&art.textures());
        let mut decals = Decals::new(&art, &map, Vec::new(), &mut textures);
        let clean = (map.clone(), textures.len());
        let mut marks = Marks::default();
        bullet(&mut marks, WALL);
        bullet(&mut marks, WALL + Vec2::X);
        decals.follow(&marks, 0, &mut map, &mut textures);
        assert_eq!(textures.len(), clean.1, "nothing may be allocated");
        let faces = |map: &Map, cell: usize| match map.cells()[cell].kind {
            CellKind::Wall(faces) => faces,
            _ => panic!("no wall"),
        };
        for (cell, size) in [(1, (64, 128)), (2, (32, 32))] {
            let [old, new] = [faces(&clean.0, cell), faces(&map, cell)];
            assert_eq!((new[0], new[1], new[3]), (old[0], old[1], old[3]), "only the hit face may change");
            assert_ne!(new[2], old[2]);
            assert_eq!(textures.size(new[2]), Some(size));
        }
        marks.clear();
        decals.follow(&marks, 0, &mut map, &mut textures);
        assert_eq!(map, clean.0);
    }

    #[test]
    fn animated_walls_stay_animated() {
        let (art, mut map) = row();
        let clean = map.clone();
        let mut textures = Textures::clone(&art.textures());
        let large = art.texture("large").unwrap();
        let mut decals = Decals::new(&art, &map, vec![large], &mut textures);
        let mut marks = Marks::default();
        bullet(&mut marks, WALL);
        decals.follow(&marks, 0, &mut map, &mut textures);
        assert_eq!(map, clean);
        bullet(&mut marks, WALL + Vec2::X);
        decals.follow(&marks, 0, &mut map, &mut textures);
        assert_ne!(map, clean, "surfaces with still textures must change");
    }

    #[test]
    fn mark_covers_the_same_share_at_any_texture_size() {
        let (art, mut map) = row();
        let mut textures = Textures::clone(&art.textures());
        let decals = Decals::new(&art, &map, Vec::new(), &mut textures);
        let texels: Vec<(usize, usize)> = decals.sizes.iter().map(|size| size.texels).collect();
        assert_eq!(texels, [(32, 32), (64, 128)]);
        for size in &decals.sizes {
            let hole = &size.pictures[Stain::Bullet(0).picture()][0];
            assert_eq!((hole.width() * 8, hole.height() * 8), size.texels);
            let mark = Mark { stain: Stain::Bullet(0), at: Vec2::new(0.75, 0.5), born: 0 };
            let (x, y) = corner(size, &mark, hole);
            assert_eq!((x as usize + hole.width() / 2) * 4, size.texels.0 * 3);
            assert_eq!((y as usize + hole.height() / 2) * 2, size.texels.1);
        }
        *texture_of(&mut map, Surface { cell: IVec2::new(1, 0), side: Side::South }).unwrap() = TextureId::SKY;
        assert_eq!(sizes_of(&map, &textures).len(), 2, "the sky is not a texture");
    }
}
