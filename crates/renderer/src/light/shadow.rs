//! Shadows: which cells a light source reaches. A library computes the visibility of the cells' ninths.

use crate::light::occlusion::{Occlusion, SIDE};
use bevy::math::{IVec2, Vec2};
use coord_2d::{ICoord, UCoord};
use shadowcast::{Context, InputGrid, vision_distance};

/// The whole light of a source, in the units of [`Reached`].
pub(crate) const WHOLE: u16 = 256;

/// A cell that a source reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reached {
    /// The cell's index, row by row.
    pub(crate) cell: u32,
    /// The share of the source's light that reaches it, 1 to [`WHOLE`].
    pub(crate) part: u16,
}

/// The working memory of shadow casting.
#[derive(Debug, Default)]
pub(crate) struct Caster {
    context: Context<u8>,
    /// The number of lit ninths of each cell in the square around the source, row by row.
    lit: Vec<u8>,
}

/// The ninths as the library's input.
struct Ninths;

impl InputGrid for Ninths {
    type Grid = Occlusion;
    type Opacity = u8;

    fn size(&self, grid: &Occlusion) -> UCoord {
        UCoord::new((grid.width * SIDE) as u32, (grid.height * SIDE) as u32)
    }

    fn get_opacity(&self, grid: &Occlusion, ninth: ICoord) -> u8 {
        if grid.at(ninth.x / SIDE, ninth.y / SIDE).stops(ninth.x % SIDE, ninth.y % SIDE) { u8::MAX } else { 0 }
    }
}

impl Caster {
    /// Finds the cells that a source at a point lights, up to `reach` tiles away, where its light falls to 0.
    ///
    /// A cell's share falls smoothly with the distance of its middle, and with the number of its open ninths that are
    /// in shadow.
    pub(crate) fn cast(&mut self, occlusion: &Occlusion, at: Vec2, reach: f32, reached: &mut Vec<Reached>) {
        reached.clear();
        let source = at.floor().as_ivec2();
        if occlusion.index(source.x, source.y).is_none() || reach.is_nan() || reach <= 0.0 {
            return;
        }
        let radius = reach.ceil() as i32;
        let side = 2 * radius + 1;
        let place = |away: IVec2| ((away.y + radius) * side + away.x + radius) as usize;
        self.lit.clear();
        self.lit.resize((side * side) as usize, 0);
        let origin = (at * SIDE as f32).floor().as_ivec2();
        let far = vision_distance::Circle::new((radius * SIDE + 1) as u32);
        let lit = &mut self.lit;
        self.context.for_each_visible(
            ICoord::new(origin.x, origin.y),
            &Ninths,
            occlusion,
            far,
            u8::MAX,
            |ninth, _, _| {
                let away = IVec2::new(ninth.x / SIDE, ninth.y / SIDE) - source;
                let stops = occlusion.at(ninth.x / SIDE, ninth.y / SIDE).stops(ninth.x % SIDE, ninth.y % SIDE);
                if !stops && away.abs().max_element() <= radius {
                    lit[place(away)] += 1;
                }
            },
        );
        // From the source outwards, so that the cells between the source and a cell are known before the cell itself.
        let outwards = || (0..side).map(|step| if step % 2 == 0 { -step / 2 } else { (step + 1) / 2 });
        for away in outwards().flat_map(|y| outwards().map(move |x| IVec2::new(x, y))) {
            if !self.is_led_to(away, place) {
                self.lit[place(away)] = 0;
            }
            let (cell, lit) = (source + away, self.lit[place(away)]);
            if lit > 0
                && let Some(index) = occlusion.index(cell.x, cell.y)
            {
                let share = f32::from(lit) / occlusion.at(cell.x, cell.y).clear() as f32;
                let left = falloff(at.distance(cell.as_vec2() + 0.5), reach) * share.min(1.0);
                let part = (f32::from(WHOLE) * left).round() as u16;
                if part > 0 {
                    reached.push(Reached { cell: index as u32, part });
                }
            }
        }
    }

    /// Returns true if light can have entered a cell from a lit one nearer to the source. The library may let a ray
    /// pass through the point where the corners of two walls meet.
    fn is_led_to(&self, away: IVec2, place: impl Fn(IVec2) -> usize) -> bool {
        let nearer = [IVec2::new(away.x.signum(), 0), IVec2::new(0, away.y.signum())];
        away == IVec2::ZERO || nearer.into_iter().any(|step| step != IVec2::ZERO && self.lit[place(away - step)] > 0)
    }
}

/// Returns the share of a source's light that remains at a distance: all of it at 0, nothing at its reach, with a
/// smooth curve in between.
fn falloff(distance: f32, reach: f32) -> f32 {
    let way = (distance / reach).min(1.0);
    (1.0 - way * way) * (1.0 - way * way)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{light::occlusion::Ninths, testing::level};
    use engine::{Grid, Shape};
    use level::Axis;

    /// A level, and the shares of light that a source in the middle of a cell gives to its cells.
    struct Room {
        occlusion: Occlusion,
        caster: Caster,
    }

    impl Room {
        fn new(map: &[&str]) -> Room {
            Room { occlusion: Occlusion::new(&Grid::new(&level(map))), caster: Caster::default() }
        }

        fn parts(&mut self, [x, y]: [i32; 2], reach: f32) -> Vec<Vec<u16>> {
            let mut reached = Vec::new();
            let at = IVec2::new(x, y).as_vec2() + 0.5;
            self.caster.cast(&self.occlusion, at, reach, &mut reached);
            let width = self.occlusion.width as usize;
            let mut parts = vec![vec![0; width]; self.occlusion.height as usize];
            for Reached { cell, part } in reached {
                let old = std::mem::replace(&mut parts[cell as usize / width][cell as usize % width], part);
                assert_eq!(old, 0, "each cell must be listed once");
            }
            parts
        }
    }

    #[test]
    fn light_falls_evenly_in_all_directions_up_to_its_reach() {
        let open = "#         #";
        let map = ["###########", "#@        #", open, open, open, open, open, open, open, open, "###########"];
        let parts = Room::new(&map).parts([5, 5], 4.0);
        let at = |x: usize, y: usize| parts[y][x];
        for y in 0..11 {
            for x in 0..11 {
                assert_eq!(at(x, y), at(x, 10 - y), "{x} {y}");
                assert_eq!(at(x, y), at(y, x), "{x} {y}");
                let distance = Vec2::new(x as f32 - 5.0, y as f32 - 5.0).length();
                assert_eq!(at(x, y) == 0, distance > 3.9, "{x} {y}");
            }
        }
        let row = &parts[5][5..10];
        assert!(row[0] == WHOLE && row.windows(2).all(|pair| pair[0] > pair[1]), "{row:?}");
    }

    #[test]
    fn wall_casts_a_shadow() {
        let mut room = Room::new(&["#########", "#@  #   #", "#   #   #", "#   #   #", "#       #", "#########"]);
        let parts = room.parts([2, 2], 6.0);
        assert!(parts[1][1] > 0 && parts[3][3] > 0);
        for [x, y] in [[5, 1], [6, 1], [5, 2], [7, 3], [4, 2]] {
            assert_eq!(parts[y][x], 0, "{x} {y}");
        }
        assert!(parts[4][4] > 0, "light must pass through the gap");
    }

    #[test]
    fn door_lets_light_through_as_far_as_it_is_open() {
        let mut room = Room::new(&["#########", "#@  #   #", "#   +   #", "#   #   #", "#########"]);
        let mut lit = |open: f32| {
            room.occlusion.set(IVec2::new(4, 2), Ninths::of(Shape::Door { along: Axis::Y, open }));
            let parts = room.parts([2, 2], 6.0);
            (1..4).flat_map(|y| (5..8).map(move |x| (x, y))).map(|(x, y)| u32::from(parts[y][x])).sum::<u32>()
        };
        let (shut, half, open) = (lit(0.0), lit(0.6), lit(1.0));
        assert!(shut == 0 && 0 < half && half < open, "{shut} {half} {open}");
    }

    #[test]
    fn no_light_passes_where_the_corners_of_two_walls_meet() {
        let map = ["########", "#@    ##", "#    # #", "#   #  #", "#  #   #", "# #    #", "##     #", "########"];
        let parts = Room::new(&map).parts([2, 2], 8.0);
        let beyond = (1..7).flat_map(|y| (8 - y..7).map(move |x| (x, y)));
        for (x, y) in beyond {
            assert_eq!(parts[y][x], 0, "{x} {y}");
        }
    }

    #[test]
    fn open_half_of_a_diagonal_wall_is_lit_like_a_whole_cell() {
        let slant = Room::new(&["#######", "#@   /#", "#     #", "#     #", "#######"]).parts([2, 2], 8.0);
        let square = Room::new(&["#######", "#@    #", "#     #", "#     #", "#######"]).parts([2, 2], 8.0);
        assert!(slant == square && slant[1][5] > 0);
    }

    #[test]
    fn pillar_casts_a_shadow_and_glass_does_not() {
        let open = Room::new(&["#########", "#@      #", "#       #", "#########"]).parts([2, 2], 8.0);
        let pillar = Room::new(&["#########", "#@      #", "#   o   #", "#########"]).parts([2, 2], 8.0);
        let glass = Room::new(&["#########", "#@  #   #", "#   g   #", "#########"]).parts([2, 2], 8.0);
        assert!(pillar[2][6] < open[2][6] * 3 / 4, "{} {}", pillar[2][6], open[2][6]);
        assert_eq!(glass[2][6], open[2][6]);
    }

    #[test]
    fn source_outside_the_map_reaches_nothing() {
        let mut room = Room::new(&["###", "#@#", "###"]);
        for (at, reach) in [(Vec2::splat(-1.0), 5.0), (Vec2::splat(f32::NAN), 5.0), (Vec2::splat(1.5), f32::NAN)] {
            let mut reached = vec![Reached { cell: 0, part: 1 }];
            room.caster.cast(&room.occlusion, at, reach, &mut reached);
            assert_eq!(reached, []);
        }
    }
}
