//! Light: what each cell gets from its own light, from lamps and from flashes, and how light blends between cells.

use crate::{
    light::flash::{Flash, Flashes},
    light::mood,
    light::occlusion::{Ninths, Occlusion},
    light::shadow::{Caster, Reached, WHOLE},
    stage::options::ViewOptions,
    stage::stage::Stage,
};
use bevy::prelude::*;
use engine::{Deck, Grid, Lighting, Run};
use level::{Level, Mood};
use raycast::{CellKind, Map};

/// One step of a channel (0 to 255) in the units of sums, which are fine enough for the faint light near a lamp's
/// reach.
const STEP: u32 = 256;
/// The offset to each corner of a cell from its north-west corner.
const CORNERS: [[i32; 2]; 4] = [[0, 0], [1, 0], [0, 1], [1, 1]];

/// All light of a level.
///
/// Each source stores the cells that it reaches, so a change subtracts exactly what the source gave before and adds
/// what it gives now. The sums are integers and stay exact, whatever happened before.
#[derive(Resource, Debug, Default)]
pub(crate) struct Lights {
    occlusion: Occlusion,
    caster: Caster,
    lamps: Vec<Lamp>,
    /// Each cell's own light, as it is shown.
    own: Vec<u8>,
    /// True until the first frame.
    is_new: bool,
    /// The flashes of the last frame.
    flashes: Vec<(Flash, Source)>,
    /// Reusable memory for the cells that flashes reach.
    spare: Vec<Vec<Reached>>,
    /// The cells whose occlusion has changed since the last frame.
    moved: Vec<IVec2>,
    sums: Sums,
    /// The cells whose corners must be recomputed.
    stale: Marked,
}

/// A lamp of the level.
#[derive(Debug)]
struct Lamp {
    place: [usize; 2],
    mood: Mood,
    source: Source,
}

/// A light source.
#[derive(Debug, Default)]
struct Source {
    at: Vec2,
    colour: [u8; 3],
    reach: f32,
    /// The share of its light that it gives now, 0 to [`mood::FULL`].
    brightness: u16,
    reached: Vec<Reached>,
}

/// The sum of light in each cell, in [`STEP`]s.
#[derive(Debug, Default)]
struct Sums {
    cells: Vec<[u32; 3]>,
    changed: Marked,
}

/// A set of cells.
#[derive(Debug, Default)]
struct Marked {
    list: Vec<u32>,
    is_in: Vec<bool>,
}

impl Marked {
    fn none_of(cells: usize) -> Self {
        Marked { list: Vec::new(), is_in: vec![false; cells] }
    }

    fn mark(&mut self, cell: usize) {
        if !std::mem::replace(&mut self.is_in[cell], true) {
            self.list.push(cell as u32);
        }
    }

    /// Removes all cells from the set, calling a function for each.
    fn take(&mut self, mut each: impl FnMut(usize)) {
        for cell in self.list.drain(..) {
            self.is_in[cell as usize] = false;
            each(cell as usize);
        }
    }
}

impl Sums {
    /// Adds the light of a source, or subtracts it.
    fn count(&mut self, source: &Source, adds: bool) {
        for &Reached { cell, part } in &source.reached {
            let share = u32::from(part) * u32::from(source.brightness) / u32::from(WHOLE);
            for (sum, colour) in self.cells[cell as usize].iter_mut().zip(source.colour) {
                let light = u32::from(colour) * share * STEP / u32::from(mood::FULL);
                *sum = if adds { *sum + light } else { *sum - light };
            }
            self.changed.mark(cell as usize);
        }
    }
}

impl Lights {
    /// Creates the light of a level whose moving parts are in the grid's state; all lamps are still off.
    pub(crate) fn new(level: &Level, grid: &Grid) -> Lights {
        let count = level.cells.len();
        let own = level.cells.iter().map(|cell| [u32::from(mood::seen(cell.light)) * STEP; 3]);
        let mut lights = Lights {
            occlusion: Occlusion::new(grid),
            own: level.cells.iter().map(|cell| cell.light).collect(),
            is_new: true,
            sums: Sums { cells: own.collect(), changed: Marked::none_of(count) },
            stale: Marked::none_of(count),
            ..Lights::default()
        };
        (0..count).for_each(|cell| lights.sums.changed.mark(cell));
        for lamp in &level.lamps {
            let at = Vec2::new(lamp.x as f32 + 0.5, lamp.y as f32 + 0.5);
            let mut source = Source { at, colour: lamp.colour, reach: lamp.reach, ..Source::default() };
            lights.caster.cast(&lights.occlusion, at, lamp.reach, &mut source.reached);
            lights.lamps.push(Lamp { place: [lamp.x, lamp.y], mood: lamp.mood, source });
        }
        lights
    }

    /// Applies the changes of cell light that triggers have made.
    fn follow(&mut self, level: &Level, lighting: &Lighting) {
        for (index, (shown, cell)) in self.own.iter_mut().zip(&level.cells).enumerate() {
            let light = lighting.of_cell(index).unwrap_or(cell.light);
            if light != *shown {
                let [before, now] = [*shown, light].map(|light| u32::from(mood::seen(light)) * STEP);
                for sum in &mut self.sums.cells[index] {
                    *sum = *sum - before + now;
                }
                *shown = light;
                self.sums.changed.mark(index);
            }
        }
    }

    /// Updates the occlusion of a cell in which something has moved.
    pub(crate) fn occlude(&mut self, cell: IVec2, ninths: Ninths) {
        if self.occlusion.set(cell, ninths) {
            self.moved.push(cell);
        }
    }

    /// Updates the light of the map to this tick.
    fn shine(&mut self, tick: u64, lighting: &Lighting, flashes: &[Flash], options: &ViewOptions, map: &mut Map) {
        for (number, lamp) in self.lamps.iter_mut().enumerate() {
            let is_on = lighting.is_on(number);
            let brightness = if is_on { mood::seen_brightness(lamp.mood, lamp.place, tick, options) } else { 0 };
            let is_in_reach = |cell: &IVec2| (cell.as_vec2() + 0.5).distance(lamp.source.at) < lamp.source.reach + 1.0;
            let casts = self.moved.iter().any(is_in_reach);
            if casts || brightness != lamp.source.brightness {
                self.sums.count(&lamp.source, false);
                if casts {
                    let Source { at, reach, reached, .. } = &mut lamp.source;
                    self.caster.cast(&self.occlusion, *at, *reach, reached);
                }
                lamp.source.brightness = brightness;
                self.sums.count(&lamp.source, true);
            }
        }
        if !self.moved.is_empty() || !self.flashes.iter().map(|(flash, _)| flash).eq(flashes) {
            self.flash(flashes);
        }
        for cell in self.moved.drain(..) {
            if let Some(index) = self.occlusion.index(cell.x, cell.y) {
                self.sums.changed.mark(index);
            }
        }
        self.shade(map);
    }

    /// Replaces the flashes of the last frame.
    fn flash(&mut self, flashes: &[Flash]) {
        for (_, source) in self.flashes.drain(..) {
            self.sums.count(&source, false);
            self.spare.push(source.reached);
        }
        for flash in flashes {
            let brightness = (flash.strength.clamp(0.0, 1.0) * f32::from(mood::FULL)) as u16;
            let Flash { at, colour, reach, .. } = *flash;
            let mut source = Source { at, colour, reach, brightness, reached: self.spare.pop().unwrap_or_default() };
            self.caster.cast(&self.occlusion, at, reach, &mut source.reached);
            self.sums.count(&source, true);
            self.flashes.push((flash.clone(), source));
        }
    }

    /// Recomputes the corners of the cells whose sums have changed and of their neighbours.
    fn shade(&mut self, map: &mut Map) {
        let (width, occlusion, stale) = (self.occlusion.width as usize, &self.occlusion, &mut self.stale);
        self.sums.changed.take(|cell| {
            let (x, y) = ((cell % width) as i32, (cell / width) as i32);
            let near = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y)));
            near.filter_map(|(x, y)| occlusion.index(x, y)).for_each(|cell| stale.mark(cell));
        });
        let sums = &self.sums.cells;
        self.stale.take(|index| {
            let (x, y) = (index % width, index / width);
            if let Some(cell) = map.cell_mut(x, y)
                && !matches!(cell.kind, CellKind::Wall(_))
            {
                let corners = CORNERS.map(|corner| shade_of(occlusion, sums, [x as i32, y as i32], corner));
                cell.light = raycast::Light::corners(corners);
            }
        });
    }

    /// Returns the light at a point, red, green and blue, 0 to 1; 0 outside the map.
    pub(crate) fn at(&self, point: Vec2) -> [f32; 3] {
        let cell = point.floor().as_ivec2();
        if self.occlusion.index(cell.x, cell.y).is_none() {
            return [0.0; 3];
        }
        let [u, v] = (point - cell.as_vec2()).to_array();
        let weights = [(1.0 - u) * (1.0 - v), u * (1.0 - v), (1.0 - u) * v, u * v];
        let corners = CORNERS.map(|corner| shade_of(&self.occlusion, &self.sums.cells, cell.to_array(), corner));
        std::array::from_fn(|channel| {
            let light = corners.iter().zip(weights).map(|(corner, weight)| f32::from(corner[channel]) * weight);
            light.sum::<f32>() / 255.0
        })
    }
}

/// Returns the light of a cell at one of its corners: the mean of the cells that meet there and are open to each other.
///
/// So cells that share an edge have the same light along it, but no light leaks around the corner of a wall or through
/// a closed door. A cell that a closed door divides has no light of its own: its ends take the light of the rooms to
/// which they belong.
fn shade_of(occlusion: &Occlusion, sums: &[[u32; 3]], cell: [i32; 2], corner: [i32; 2]) -> [u8; 3] {
    // The cells that meet, clockwise from the north-west; each contributes the ninth at its opposite corner.
    const RING: [[i32; 2]; 4] = [[0, 0], [1, 0], [1, 1], [0, 1]];
    let cells = RING.map(|[right, down]| [cell[0] + corner[0] - 1 + right, cell[1] + corner[1] - 1 + down]);
    let ninths = cells.map(|[x, y]| occlusion.at(x, y));
    if ninths == [Ninths::NONE; 4] {
        let sums = cells.map(|[x, y]| sums[(y * occlusion.width + x) as usize]);
        return std::array::from_fn(|channel| mean(sums.iter().map(|sum| sum[channel]).sum(), 4));
    }
    let is_open: [bool; 4] =
        std::array::from_fn(|place| !ninths[place].stops(2 - 2 * RING[place][0], 2 - 2 * RING[place][1]));
    let own = RING.iter().position(|&step| step == [1 - corner[0], 1 - corner[1]]).unwrap_or(0);
    let (mut sum, mut count) = ([0; 3], 0);
    let mut add = |place: usize| {
        let [x, y] = cells[place];
        if ninths[place].is_one_room()
            && let Some(index) = occlusion.index(x, y)
        {
            sum = std::array::from_fn(|channel| sum[channel] + sums[index][channel]);
            count += 1;
        }
    };
    if is_open[own] {
        add(own);
        // Around the corner in both directions, until something blocks the light.
        let onwards = (1..4).take_while(|step| is_open[(own + step) % 4]).count();
        (1..=onwards).for_each(|step| add((own + step) % 4));
        let back = (1..4 - onwards).take_while(|step| is_open[(own + 4 - step) % 4]).count();
        (1..=back).for_each(|step| add((own + 4 - step) % 4));
    }
    if count == 0 {
        (sum, count) = (occlusion.index(cell[0], cell[1]).map_or([0; 3], |index| sums[index]), 1);
    }
    sum.map(|sum| mean(sum, count))
}

/// Returns the mean light, 0 to 255, from the sum of `count` cells.
fn mean(sum: u32, count: u32) -> u8 {
    (sum / (count * STEP)).min(255) as u8
}

/// Lights the level as it is at this tick.
pub(crate) fn shine(
    run: Option<Res<Run>>,
    deck: Option<Res<Deck>>,
    lighting: Option<Res<Lighting>>,
    (flashes, options): (Res<Flashes>, Res<ViewOptions>),
    mut lights: ResMut<Lights>,
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(deck), Some(lighting)) = (&mut stage.scene, deck, lighting) else { return };
    // A newly built scene shows the level's own light, so earlier changes must be applied again.
    if lighting.is_changed() || lights.is_new {
        lights.is_new = false;
        lights.follow(&deck.0, &lighting);
    }
    lights.shine(run.map_or(0, |run| run.tick), &lighting, &flashes.0, &options, &mut scene.map);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game_on, level_lit, picture, wait};
    use engine::{Headless, Intent};

    /// Starts a run on a dark level.
    fn dark(map: &[&str]) -> Headless {
        let mut game = game_on(level_lit(0.0, map));
        picture(&mut game, 8, 8);
        game
    }

    fn light(game: &mut Headless, x: f32, y: f32) -> [f32; 3] {
        picture(game, 8, 8);
        game.world().resource::<Lights>().at(Vec2::new(x, y))
    }

    /// Returns all corners of all cells, in 255 steps.
    fn corners(lights: &Lights) -> Vec<[[u8; 3]; 4]> {
        let shade = |cell| CORNERS.map(|corner| shade_of(&lights.occlusion, &lights.sums.cells, cell, corner));
        let (width, height) = (lights.occlusion.width, lights.occlusion.height);
        (0..height).flat_map(|y| (0..width).map(move |x| [x, y])).map(shade).collect()
    }

    #[test]
    fn open_neighbours_have_the_same_light_along_their_edge() {
        let game =
            dark(&["##########", "#@ R #   #", "#    # B #", "# #  #   #", "#  o    /#", "#/   * /##", "##########"]);
        let lights = &game.world().resource::<Lights>();
        let (corners, width) = (corners(lights), lights.occlusion.width);
        let mut seams = 0;
        for y in 1..6 {
            for x in 1..9 {
                let at = |x: i32, y: i32| (lights.occlusion.at(x, y), corners[(y * width + x) as usize]);
                let (here, mine) = at(x, y);
                let (east, theirs) = at(x + 1, y);
                for (row, [my_corner, their_corner]) in [(0, [1, 0]), (2, [3, 2])] {
                    if !here.stops(2, row) && !east.stops(0, row) {
                        assert_eq!(mine[my_corner], theirs[their_corner], "east of {x} {y}");
                        seams += 1;
                    }
                }
                let (south, theirs) = at(x, y + 1);
                for (column, [my_corner, their_corner]) in [(0, [2, 0]), (2, [3, 1])] {
                    if !here.stops(column, 2) && !south.stops(column, 0) {
                        assert_eq!(mine[my_corner], theirs[their_corner], "south of {x} {y}");
                        seams += 1;
                    }
                }
            }
        }
        assert!(seams > 80, "{seams}");
        assert!(corners.iter().flatten().any(|&[r, _, b]| r > 150 && b < 90), "light must be red near the red lamp");
        assert!(corners.iter().flatten().any(|&[r, _, b]| b > 150 && r < 90), "light must be blue near the blue lamp");
    }

    #[test]
    fn light_changes_of_triggers_are_shown_and_undone() {
        let text = "(name: \"\", base: (light: 0), legend: { '#': (wall: \"hull\"), ' ': (), '@': (thing: Player),
            '_': (name: \"plate\"), 'o': (name: \"hall\", lamp: (off: true)) }, map: [\"###########\", \"#@ _     o#\", \"###########\"],
            triggers: [(at: \"plate\", on: Step, repeat: WhileHeld, do: [Light(\"plate\", 1), LampsOn(\"hall\")])])";
        let mut game = game_on(std::sync::Arc::new(Level::read("", text.as_bytes()).unwrap()));
        let seen = |game: &mut Headless| (light(game, 3.5, 1.5)[0], light(game, 8.5, 1.5)[0]);
        assert_eq!(seen(&mut game), (0.0, 0.0));
        let before = corners(game.world().resource::<Lights>());
        crate::testing::put(&mut game, 3.5, 1.5, 0.0);
        wait(&mut game, 2, Intent::default());
        let (plate, hall) = seen(&mut game);
        assert!(plate > 0.3 && hall > 0.3, "{plate} {hall}");
        crate::testing::put(&mut game, 1.5, 1.5, 0.0);
        wait(&mut game, 2, Intent::default());
        assert_eq!(seen(&mut game), (0.0, 0.0));
        assert_eq!(corners(game.world().resource::<Lights>()), before, "nothing of it stays behind");
    }

    #[test]
    fn wall_has_a_light_side_and_a_dark_side() {
        let mut game = dark(&["#######", "#@ *  #", "#     #", "#######", "#     #", "#######"]);
        assert!(light(&mut game, 3.5, 2.9)[0] > 0.5);
        assert_eq!(light(&mut game, 3.5, 4.1), [0.0; 3]);
    }

    #[test]
    fn no_light_leaks_where_two_walls_meet_at_a_corner() {
        let mut game = dark(&["######", "#@* ##", "#  # #", "# #  #", "##   #", "######"]);
        for (x, y) in [(3.1, 3.1), (4.1, 2.1), (2.1, 4.1), (4.0, 4.0)] {
            assert_eq!(light(&mut game, x, y), [0.0; 3], "{x} {y}");
        }
        assert!(light(&mut game, 2.5, 2.5)[0] > 0.5);
    }

    #[test]
    fn closed_door_blocks_light_and_an_open_one_does_not() {
        let mut game = dark(&["########", "#* #   #", "# @+   #", "#  #   #", "########"]);
        let before = corners(game.world().resource::<Lights>());
        assert_eq!(light(&mut game, 4.1, 2.5), [0.0; 3]);
        wait(&mut game, 70, Intent { use_: true, ..Intent::default() });
        assert!(light(&mut game, 4.5, 2.5)[0] > 0.1);
        wait(&mut game, 600, Intent::default());
        assert_eq!(light(&mut game, 4.5, 2.5), [0.0; 3]);
        let after = corners(game.world().resource::<Lights>());
        assert_eq!(after, before, "nothing of it stays behind");
    }

    #[test]
    fn light_does_not_depend_on_the_frame_rate() {
        let map = ["########", "#F #  U#", "# @+   #", "#  #   #", "########"];
        let (mut often, mut once) = (dark(&map), dark(&map));
        for _ in 0..100 {
            let intent = Intent { use_: true, fire: true, ..Intent::default() };
            wait(&mut often, 1, intent);
            wait(&mut once, 1, intent);
            picture(&mut often, 8, 8);
        }
        picture(&mut once, 8, 8);
        let [often, once] = [often, once].map(|game| corners(game.world().resource::<Lights>()));
        assert_eq!(often, once);
    }

    #[test]
    fn shot_flashes_and_leaves_no_light_behind() {
        let mut game = dark(&["########", "#@     #", "#  #   #", "########"]);
        assert_eq!(light(&mut game, 2.5, 1.5), [0.0; 3]);
        wait(&mut game, 1, Intent { fire: true, ..Intent::default() });
        let [red, green, blue] = light(&mut game, 2.5, 1.5);
        assert!(red > green && green > blue && blue > 0.1, "{red} {green} {blue}");
        wait(&mut game, 20, Intent::default());
        assert_eq!(light(&mut game, 2.5, 1.5), [0.0; 3]);
    }

    #[test]
    fn light_is_clamped_to_full() {
        let mut game = dark(&["#######", "#@****#", "#*****#", "#######"]);
        assert_eq!(light(&mut game, 3.5, 1.5), [1.0; 3]);
    }

    #[test]
    fn changing_lamp_affects_no_cell_beyond_its_reach() {
        let mut game = dark(&["##################", "#@U              #", "##################"]);
        let mut seen = Vec::new();
        for _ in 0..12 {
            wait(&mut game, 20, Intent::default());
            seen.push(light(&mut game, 3.5, 1.5)[0]);
            assert_eq!(light(&mut game, 12.5, 1.5), [0.0; 3]);
        }
        let (least, most) = seen.iter().fold((1.0_f32, 0.0_f32), |(a, b), &light| (a.min(light), b.max(light)));
        assert!(least < most / 3.0, "{seen:?}");
    }
}
