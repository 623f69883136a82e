//! Sprites: pictures that stand on the map and face the eye, each column of them hidden by nearer walls.

use crate::light::{self, dither, shade};
use crate::texture::Place;
use crate::view::{NEAR, View};
use crate::{Frame, Scene, Sprite, walk::Column};

/// The nearest that a sprite is drawn, in tiles: nearer, it would only be a blot over the whole frame.
const NEAREST: f64 = 32.0 * NEAR;

/// The sprites of a frame, and memory for drawing them that is kept from frame to frame.
#[derive(Debug, Default)]
pub(crate) struct Crowd {
    stands: Vec<Stand>,
    posts: Vec<Post>,
}

/// A sprite in front of the eye.
#[derive(Clone, Copy, Debug)]
struct Stand {
    /// How far it is in front, in tiles.
    depth: f64,
    /// How far to the right its middle is, in tiles.
    aside: f64,
    /// Its number in the scene.
    number: usize,
}

/// A column of the frame in which a sprite is seen.
#[derive(Clone, Copy, Debug)]
struct Post {
    x: usize,
    /// The column of its texture that is seen there.
    across: usize,
}

/// The pixels that a sprite spans in one direction: the first, the one after the last, and where it really begins and
/// how far it reaches.
struct Span {
    first: usize,
    end: usize,
    from: f64,
    length: f64,
}

impl Span {
    /// The span of pixels whose middles lie between both points, out of `limit` pixels.
    fn new(from: f64, length: f64, limit: usize) -> Span {
        let pixel = |at: f64| ((at - 0.5).ceil().max(0.0) as usize).min(limit);
        Span { first: pixel(from), end: pixel(from + length), from, length }
    }

    /// Which of `texels` a pixel of the span shows.
    fn texel(&self, pixel: usize, texels: u32) -> usize {
        let part = (pixel as f64 + 0.5 - self.from) / self.length;
        ((part * f64::from(texels)) as usize).min(texels as usize - 1)
    }
}

impl Crowd {
    /// Draws all sprites of the scene, the farthest first; there are as many columns as the frame is wide.
    pub(crate) fn draw(&mut self, scene: &Scene, view: &View, columns: &[Column], frame: &mut Frame) {
        self.stands.clear();
        for (number, sprite) in scene.sprites.iter().enumerate() {
            let (depth, aside) = view.place(f64::from(sprite.x), f64::from(sprite.y));
            // A sprite that is nowhere fails this comparison too.
            if depth >= NEAREST {
                self.stands.push(Stand { depth, aside, number });
            }
        }
        // Of two that are equally far, the later one is in front, so that they never change places.
        self.stands.sort_unstable_by(|a, b| b.depth.total_cmp(&a.depth).then(a.number.cmp(&b.number)));
        for stand in &self.stands {
            draw_sprite(scene, view, columns, stand, &mut self.posts, frame);
        }
    }
}

fn draw_sprite(
    scene: &Scene,
    view: &View,
    columns: &[Column],
    stand: &Stand,
    posts: &mut Vec<Post>,
    frame: &mut Frame,
) {
    let Sprite { x, y, texture, width, height, bottom, bright } = scene.sprites[stand.number];
    let place = scene.textures.place(texture);
    let tile = view.focal / stand.depth; // a tile's height at this distance, in pixels
    let (wide, high) = (f64::from(width) * tile, f64::from(height) * tile);
    if !wide.is_finite() || !high.is_finite() || !bottom.is_finite() {
        return;
    }
    let across = Span::new(view.middle.0 + stand.aside * tile - wide / 2.0, wide, frame.width());
    let feet = view.middle.1 + (0.5 - f64::from(bottom)) * tile;
    let down = Span::new(feet - high, high, frame.height());

    posts.clear();
    posts.extend(
        (across.first..across.end)
            .filter(|&x| stand.depth < columns[x].depth)
            .map(|x| Post { x, across: across.texel(x, place.width) }),
    );
    if posts.is_empty() {
        return;
    }
    let light = if bright {
        light::FULL
    } else {
        let cell = scene.map.cell(x.floor() as i32, y.floor() as i32);
        light::on(cell.map_or(0, |cell| cell.light), light::fade(stand.depth))
    };
    let pitch = frame.width();
    for row in down.first..down.end {
        let line = line(scene, place, down.texel(row, place.height));
        draw_row(line, posts, light, row, &mut frame.pixels_mut()[row * pitch..][..pitch]);
    }
}

/// One line of a texture's texels.
fn line(scene: &Scene, place: Place, number: usize) -> &[u32] {
    let width = place.width as usize;
    &scene.textures.texels()[place.start as usize + number * width..][..width]
}

fn draw_row(line: &[u32], posts: &[Post], light: u32, y: usize, row: &mut [u32]) {
    let thresholds = dither(y);
    for &Post { x, across } in posts {
        let texel = line[across];
        if texel >> 31 != 0 {
            row[x] = shade(texel, light, thresholds[x % 4]);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::testing::{BLUE_LEFT, RED, Seen, along_row, down_column, look, open, picture, room, seen, sprite};
    use crate::{Sprite, TextureId};

    const HALL: &str = "#########\n#       #\n#       #\n#       #\n#########";

    #[test]
    fn a_sprite_stands_on_the_floor_where_it_is() {
        let mut scene = room(HALL);
        look(&mut scene, 1.5, 2.5, 0.0);
        scene.sprites.push(sprite(3.5, 2.5, RED));
        let frame = picture(&scene, 80, 60);
        let middle = down_column(&frame, 40);
        assert_eq!(middle, [Seen::Ceiling, Seen::Red, Seen::Floor], "as high as a wall");
        scene.sprites[0] = Sprite { height: 0.25, ..sprite(3.5, 2.5, RED) };
        assert_eq!(
            down_column(&picture(&scene, 80, 60), 40),
            [Seen::Ceiling, Seen::Wall, Seen::Floor, Seen::Red, Seen::Floor]
        );
        scene.sprites[0].bottom = 0.75;
        let hangs = down_column(&picture(&scene, 80, 60), 40);
        assert_eq!(
            hangs,
            [Seen::Ceiling, Seen::Red, Seen::Ceiling, Seen::Wall, Seen::Floor],
            "it reaches up to where walls would"
        );
    }

    #[test]
    fn what_is_transparent_shows_what_is_behind() {
        let mut scene = room(HALL);
        look(&mut scene, 1.5, 2.5, 0.0);
        scene.sprites.push(sprite(3.5, 2.5, BLUE_LEFT));
        let row = along_row(&picture(&scene, 80, 60), 30);
        assert_eq!(row, [Seen::Wall, Seen::Blue, Seen::Wall]);
        let frame = picture(&scene, 80, 60);
        assert_eq!(seen(frame.pixel(39, 30).unwrap()), Seen::Blue);
        assert_eq!(seen(frame.pixel(40, 30).unwrap()), Seen::Wall);
    }

    #[test]
    fn the_nearer_sprite_covers_the_farther_in_whatever_order_they_come() {
        let mut scene = room(HALL);
        look(&mut scene, 1.5, 2.5, 0.0);
        scene.sprites = vec![sprite(3.0, 2.5, BLUE_LEFT), sprite(4.5, 2.5, RED)];
        let row = along_row(&picture(&scene, 80, 60), 30);
        assert_eq!(row, [Seen::Wall, Seen::Blue, Seen::Red, Seen::Wall]);
        scene.sprites.reverse();
        assert_eq!(along_row(&picture(&scene, 80, 60), 30), row);
    }

    #[test]
    fn walls_and_doors_hide_sprites_and_an_opening_shows_them() {
        let mut scene = room("#######\n#  |  #\n#######");
        look(&mut scene, 1.2, 1.5, 0.0);
        scene.sprites.push(sprite(5.0, 1.5, RED));
        let reds = |scene: &crate::Scene| {
            let frame = picture(scene, 160, 90);
            (0..160).filter(|&x| seen(frame.pixel(x, 45).unwrap()) == Seen::Red).count()
        };
        assert_eq!(reds(&scene), 0);
        open(&mut scene, 3, 1, 0.5);
        let half = reds(&scene);
        open(&mut scene, 3, 1, 1.0);
        assert!(half > 5 && half.abs_diff(reds(&scene) / 2) <= 2);
        scene.sprites[0].x = 6.5;
        assert_eq!(reds(&scene), 0, "inside the wall");
    }

    #[test]
    fn a_bright_sprite_shines_in_the_dark() {
        let mut scene = room(HALL);
        look(&mut scene, 1.5, 2.5, 0.0);
        for y in 1..4 {
            for x in 1..8 {
                scene.map.cell_mut(x, y).unwrap().light = 0;
            }
        }
        scene.sprites.push(sprite(5.5, 2.5, RED));
        assert_eq!(seen(picture(&scene, 80, 60).pixel(40, 30).unwrap()), Seen::Black);
        scene.sprites[0].bright = true;
        assert_eq!(picture(&scene, 80, 60).pixel(40, 30), Some(0xff00_00f0));
    }

    #[test]
    fn a_sprite_that_is_nowhere_or_behind_or_endless_is_not_drawn() {
        let mut scene = room(HALL);
        look(&mut scene, 3.5, 2.5, 0.0);
        let without = picture(&scene, 80, 60);
        for odd in [
            sprite(1.5, 2.5, RED),
            sprite(3.5, 2.5, RED),
            sprite(f32::NAN, 2.5, RED),
            sprite(f32::INFINITY, 2.5, RED),
            Sprite { width: f32::INFINITY, ..sprite(5.5, 2.5, RED) },
            Sprite { height: -1.0, ..sprite(5.5, 2.5, RED) },
            Sprite { width: 0.0, ..sprite(5.5, 2.5, RED) },
            Sprite { bottom: f32::NAN, ..sprite(5.5, 2.5, RED) },
            sprite(-5.5, f32::MAX, TextureId(77)),
        ] {
            scene.sprites = vec![odd];
            assert_eq!(picture(&scene, 80, 60), without, "{odd:?}");
        }
    }
}
