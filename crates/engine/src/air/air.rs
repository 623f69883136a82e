//! The air of a deck: sections and their pressures, the holes that drain them, and the wind that blows towards the
//! holes.
//!
//! [`Air`] is a plain struct over a plain grid of cells, so that tests and tools can use it without a Bevy world.

use crate::{
    air::airflow_field::{AirflowField, SavedDraught},
    air::sections::{FULL, Passage, SectionView, Sections},
    deck::grid::Grid,
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Wind speed at a hole at full pressure, in tiles per second.
const STRONGEST: f32 = 16.0;
/// Distance from the hole at which the wind speed is halved, in tiles.
const HALF: f32 = 3.0;

/// Pressure below which nothing can breathe or burn, as a share of full pressure.
const THIN: f64 = 0.3;

/// The air of a deck.
#[derive(Resource, Clone, Debug)]
#[cfg_attr(feature = "dev", derive(Reflect), reflect(from_reflect = false))]
pub struct Air {
    #[cfg_attr(feature = "dev", reflect(ignore))]
    sections: Sections,
    #[cfg_attr(feature = "dev", reflect(ignore))]
    draught: AirflowField,
    /// Number of changes to cells and vents; see [`Air::changes_so_far`].
    changes: u64,
}

/// Save data of [`Air`]. The open cells are not saved because they follow from the grid.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SavedAir {
    /// The first cell of each section in row-major order, and the section's units of air.
    sections: Vec<(u32, u64)>,
    /// The closed cells that contain air, and their units of air.
    pockets: Vec<(u32, u32)>,
    /// The cells with open vents.
    vents: Vec<u32>,
    draught: SavedDraught,
}

impl Air {
    /// Creates the air of a map of `size` cells. `cell` returns the kind and the pressure (0 to 1) of the cell with a
    /// given index, in row-major order.
    pub fn new(size: IVec2, cell: impl Fn(usize) -> (Passage, f64)) -> Self {
        let units = |pressure: f64| (pressure.clamp(0.0, 1.0) * f64::from(FULL)).round() as u32;
        let sections = Sections::new(size, |index| {
            let (passage, pressure) = cell(index);
            (passage, units(pressure))
        });
        let mut draught = AirflowField::default();
        draught.invalidate();
        Air { sections, draught, changes: 0 }
    }

    /// Opens or closes a cell and updates the sections around it. A cell that closes keeps its share of the air. Space
    /// cells, and cells off the map, do not change.
    pub fn set_open(&mut self, cell: IVec2, opens: bool) {
        let Some(index) = self.sections.index(cell) else { return };
        let is_open = self.sections.passage(index) == Passage::Open;
        self.sections.set(index, opens);
        self.changes += 1;
        if is_open != (self.sections.passage(index) == Passage::Open) {
            self.draught.invalidate();
        }
    }

    /// Opens or closes a vent in the floor of an open cell. An open vent lets air out.
    pub(crate) fn set_vent(&mut self, cell: IVec2, opens: bool) {
        if let Some(index) = self.sections.index(cell) {
            self.sections.set_vent(index, opens);
            self.changes += 1;
            self.draught.invalidate();
        }
    }

    /// Sets the pressure, from 0 to 1, of the section with an open cell, or of a closed cell.
    pub(crate) fn set_pressure(&mut self, cell: IVec2, pressure: f64) {
        if let Some(index) = self.sections.index(cell) {
            self.sections.set_pressure(index, pressure);
            self.changes += 1;
        }
    }

    /// Lets the tank in a closed cell feed the neighbouring sections for one tick.
    pub(crate) fn feed(&mut self, cell: IVec2) {
        for step in [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y] {
            let Some(index) = self.sections.index(cell + step) else { continue };
            if self.sections.passage(index) == Passage::Open {
                self.sections.feed(index);
            }
        }
    }

    /// Advances by one tick: sections that are open to space lose air, and the search for the holes continues. Returns
    /// false when the air is at rest; it stays at rest until something opens or closes.
    pub fn pass_tick(&mut self) -> bool {
        let drains = self.sections.drain() > 0;
        self.draught.search(&self.sections) || drains
    }

    /// Number of changes made to cells and vents. While it is the same, the same cells are open to space.
    pub(crate) fn changes_so_far(&self) -> u64 {
        self.changes
    }

    /// Completes the search for the nearest holes at once, without the limit per tick.
    pub fn find_all_ways(&mut self) {
        self.draught.complete(&self.sections);
    }

    /// Returns the kind of a cell; everything off the map is space.
    pub fn passage(&self, cell: IVec2) -> Passage {
        self.sections.index(cell).map_or(Passage::Space, |index| self.sections.passage(index))
    }

    /// Returns the pressure in a cell, from 0 to 1.
    pub fn pressure(&self, cell: IVec2) -> f64 {
        self.sections.index(cell).map_or(0.0, |index| self.sections.pressure(index))
    }

    /// Returns true if the air in a cell is dense enough for breathing, flames and sounds.
    pub fn is_breathable(&self, cell: IVec2) -> bool {
        self.pressure(cell) >= THIN
    }

    /// Returns true if there is too little air to breathe right next to a cell, on either side of a door for example.
    pub fn is_next_to_vacuum(&self, cell: IVec2) -> bool {
        let is_empty = |next: IVec2| self.passage(next) != Passage::Shut && !self.is_breathable(next);
        [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y].into_iter().any(|step| is_empty(cell + step))
    }

    /// Returns true if a cell is open and its section is open to space, even if there is no air left.
    pub fn is_venting(&self, cell: IVec2) -> bool {
        self.sections.index(cell).is_some_and(|index| self.sections.is_venting(index))
    }

    /// Returns true if an open cell touches space with a side or has an open vent.
    pub fn is_hole(&self, cell: IVec2) -> bool {
        self.sections.index(cell).is_some_and(|index| self.sections.is_open_to_space(index))
    }

    /// Returns true if one of the four neighbours of a cell is space.
    pub(crate) fn is_beside_space(&self, cell: IVec2) -> bool {
        self.sections.index(cell).is_some_and(|index| self.sections.touches_space(index))
    }

    /// Returns the distance from a cell to the nearest hole in tiles, moving in eight directions: 1 in a hole, 0 in
    /// space. Returns `None` where no air escapes and where the search has not arrived yet.
    pub fn distance(&self, cell: IVec2) -> Option<f64> {
        match self.sections.index(cell) {
            Some(index) if self.sections.is_venting(index) => self.draught.distance(index),
            Some(index) if self.sections.passage(index) != Passage::Space => None,
            _ => Some(0.0),
        }
    }

    /// Returns all sections, sorted by the index of their first cells.
    pub fn sections(&self) -> Vec<SectionView> {
        self.sections.views()
    }

    /// Returns true if any section is open to space, even if there is no air left.
    pub(crate) fn is_open(&self) -> bool {
        self.sections.any_is_venting()
    }

    /// Returns true if any section is losing air.
    pub(crate) fn has_wind(&self) -> bool {
        self.sections.any_drains()
    }

    /// Returns the wind at a point in tiles per second. It blows towards the nearest hole, and is stronger the closer
    /// the hole is and the higher the pressure.
    pub fn wind(&self, at: Vec2) -> Vec2 {
        let cell = Grid::cell_at(at);
        let pressure = self.pressure(cell);
        if pressure == 0.0 {
            return Vec2::ZERO;
        }
        let Some(distance) = self.distance(cell).filter(|_| self.is_venting(cell)) else { return Vec2::ZERO };
        let Some(step) = self.draught.downhill(&self.sections, cell) else { return Vec2::ZERO };
        let way = ((cell + step).as_vec2() + 0.5 - at).normalize_or_zero();
        way * (STRONGEST * pressure as f32 * HALF / (HALF + distance as f32))
    }

    /// Returns the save data.
    pub(crate) fn save(&self) -> SavedAir {
        let sections = self.sections.views().into_iter().map(|section| (section.first as u32, section.air)).collect();
        let (pockets, vents) = (self.sections.pockets().collect(), self.sections.vents().collect());
        SavedAir { sections, pockets, vents, draught: self.draught.save() }
    }

    /// Restores saved air over the same cells. Returns `None` if the save data does not fit these cells.
    pub(crate) fn restore(size: IVec2, passage: impl Fn(usize) -> Passage, saved: &SavedAir) -> Option<Self> {
        let mut sections = Sections::new(size, |index| (passage(index), 0));
        let draught = saved.draught.restore(sections.len())?;
        let firsts = sections.views().into_iter().map(|section| section.first as u32);
        if !firsts.eq(saved.sections.iter().map(|(first, _)| *first)) {
            return None;
        }
        let pockets = saved.pockets.iter().map(|(cell, air)| (*cell, u64::from(*air)));
        let is_shut = |cell: u32| sections.passages_at(cell as usize) == Some(Passage::Shut);
        if !saved.pockets.iter().all(|(cell, _)| is_shut(*cell)) {
            return None;
        }
        for (cell, air) in saved.sections.iter().copied().chain(pockets) {
            sections.hold(cell as usize, air).then_some(())?;
        }
        for &cell in &saved.vents {
            (sections.passages_at(cell as usize) == Some(Passage::Open)).then_some(())?;
            sections.set_vent(cell as usize, true);
        }
        Some(Air { sections, draught, changes: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Creates the air of a map: `#` is a wall, `+` a closed door, `.` floor, and a space character is outer space.
    fn air(rows: &[&str]) -> Air {
        let width = rows[0].len();
        let size = IVec2::new(width as i32, rows.len() as i32);
        Air::new(size, |index| match rows[index / width].as_bytes()[index % width] {
            b'.' => (Passage::Open, 1.0),
            b'+' => (Passage::Shut, 1.0),
            b'#' => (Passage::Shut, 0.0),
            _ => (Passage::Space, 0.0),
        })
    }

    fn pass(air: &mut Air, ticks: u32) {
        (0..ticks).for_each(|_| _ = air.pass_tick());
    }

    fn cells(air: &Air) -> Vec<(u32, u32)> {
        let thousandths = |section: SectionView| (section.cells, (section.pressure() * 1000.0).round() as u32);
        air.sections().into_iter().map(thousandths).collect()
    }

    #[test]
    fn sealed_section_keeps_its_air() {
        let mut air = air(&["#####", "#...#", "#####"]);
        pass(&mut air, 100_000);
        assert_eq!(air.pressure(IVec2::new(2, 1)), 1.0);
        assert_eq!((air.wind(Vec2::new(2.5, 1.5)), air.distance(IVec2::new(2, 1))), (Vec2::ZERO, None));
    }

    #[test]
    fn one_hole_drains_a_section_in_four_seconds_two_in_two() {
        let map = ["#######", "#.....#", "#######"];
        let mut one = air(&map);
        one.set_open(IVec2::new(3, 0), true);
        pass(&mut one, 240);
        assert_eq!(cells(&one), [(6, 333)], "the air of five cells in six, after half of the time");
        pass(&mut one, 240);
        assert_eq!(cells(&one), [(6, 0)]);
        let mut two = air(&map);
        two.set_open(IVec2::new(3, 0), true);
        two.set_open(IVec2::new(3, 2), true);
        pass(&mut two, 240);
        assert_eq!(cells(&two), [(7, 0)], "both holes are at the edge of the map and open at once");
    }

    #[test]
    fn distances_to_the_hole_use_eight_directions() {
        let mut air = air(&["     ", " ### ", " #.# ", " #..#", " ### "]);
        air.set_open(IVec2::new(2, 1), true);
        air.find_all_ways();
        let at = |x, y| air.distance(IVec2::new(x, y));
        let near = |distance: Option<f64>, wanted: f64| (distance.unwrap() - wanted).abs() < 1e-9;
        assert!(near(at(2, 1), 1.0) && near(at(2, 2), 2.0) && near(at(2, 3), 3.0));
        assert!(near(at(3, 3), 2.0 + std::f64::consts::SQRT_2), "the cell touches space at a corner");
        assert_eq!((at(0, 0), at(1, 1), at(-1, 7)), (Some(0.0), None, Some(0.0)));
    }

    #[test]
    fn opening_a_door_joins_sections_and_closing_splits_them() {
        let mut air = air(&["#######", "#..+..#", "#######"]);
        let door = IVec2::new(3, 1);
        assert_eq!(cells(&air), [(2, 1000), (2, 1000)]);
        air.set_open(IVec2::new(0, 1), true);
        pass(&mut air, 480);
        assert_eq!(cells(&air), [(3, 0), (2, 1000)], "the closed door keeps its air");
        air.set_open(IVec2::new(0, 1), false);
        air.set_open(door, true);
        assert_eq!(cells(&air), [(5, 600)], "the air of three cells, including the door's, in five");
        air.set_open(door, false);
        assert_eq!(cells(&air), [(2, 600), (2, 600)]);
    }

    #[test]
    fn door_opened_towards_a_breach_drains_the_next_section() {
        let mut air = air(&["#######", "#..+..#", "#######"]);
        air.set_open(IVec2::new(0, 1), true);
        pass(&mut air, 480);
        assert!(!air.is_venting(IVec2::new(5, 1)));
        air.set_open(IVec2::new(3, 1), true);
        pass(&mut air, 1);
        assert!(air.wind(Vec2::new(5.5, 1.5)).x < 0.0);
        pass(&mut air, 480);
        assert_eq!(cells(&air), [(6, 0)]);
    }

    #[test]
    fn wind_grows_near_the_hole_and_weakens_with_pressure() {
        let mut air = air(&["##########", "#........#", "##########"]);
        air.set_open(IVec2::new(0, 1), true);
        pass(&mut air, 1);
        let wind = |air: &Air, x: f32| air.wind(Vec2::new(x, 1.5));
        assert!(wind(&air, 1.5).x < wind(&air, 7.5).x && wind(&air, 7.5).x < -1.0);
        assert!(wind(&air, 0.5).x < 0.0, "the wind in the hole blows out");
        let before = wind(&air, 3.5).length();
        pass(&mut air, 240);
        assert!(wind(&air, 3.5).length() < 0.6 * before);
        pass(&mut air, 240);
        assert_eq!(wind(&air, 3.5), Vec2::ZERO);
    }

    #[test]
    fn tank_fills_only_sections_without_holes() {
        let mut air = air(&["#####", "#...#", "#####"]);
        let hole = IVec2::new(2, 0);
        air.set_open(hole, true);
        pass(&mut air, 480);
        air.feed(hole);
        assert_eq!(cells(&air), [(4, 0)]);
        air.set_open(hole, false);
        (0..480).for_each(|_| air.feed(hole));
        assert_eq!(cells(&air), [(3, 1000)]);
        air.feed(hole);
        assert_eq!(cells(&air), [(3, 1000)], "never more");
    }

    #[test]
    fn vent_drains_until_it_closes() {
        let mut air = air(&["#####", "#...#", "#####"]);
        air.set_vent(IVec2::new(1, 1), true);
        pass(&mut air, 240);
        assert!(air.wind(Vec2::new(3.5, 1.5)).x < 0.0);
        air.set_vent(IVec2::new(1, 1), false);
        pass(&mut air, 240);
        assert_eq!(cells(&air), [(3, 500)]);
    }

    #[test]
    fn section_connected_around_a_closed_cell_is_not_split() {
        let mut air = air(&["#####", "#...#", "#...#", "#...#", "#####"]);
        air.set_open(IVec2::new(2, 2), false);
        assert_eq!(cells(&air), [(8, 1000)], "a pillar in the middle does not split the section");
        air.set_open(IVec2::new(2, 1), false);
        assert_eq!(cells(&air), [(7, 1000)]);
        air.set_open(IVec2::new(2, 3), false);
        assert_eq!(cells(&air), [(3, 1000), (3, 1000)]);
    }

    #[test]
    fn long_search_resumes_after_a_restore() {
        let size = IVec2::splat(80);
        let is_border =
            |index: usize| index / 80 == 0 || index / 80 == 79 || index.is_multiple_of(80) || index % 80 == 79;
        let passage = |index| if is_border(index) { Passage::Shut } else { Passage::Open };
        let mut air = Air::new(size, |index| (passage(index), 1.0));
        air.set_open(IVec2::new(40, 0), true);
        let far = IVec2::new(1, 78);
        let mut ticks = 0;
        while air.distance(far).is_none() {
            air.pass_tick();
            let restored = anew(&air).unwrap();
            assert_eq!(restored.save(), air.save());
            air = restored;
            ticks += 1;
        }
        assert!((12..14).contains(&ticks), "6085 cells, 512 in a tick: {ticks}");
        assert!((air.distance(far).unwrap() - (40.0 + 39.0 * std::f64::consts::SQRT_2)).abs() < 1e-6);
    }

    /// Generates a random ship: its width and the kinds of its cells.
    fn any_ship() -> impl Strategy<Value = (usize, Vec<u8>)> {
        (4..14_usize).prop_flat_map(|width| {
            let cells = proptest::collection::vec(proptest::sample::select(b"......####++ ".to_vec()), width * 8);
            (Just(width), cells)
        })
    }

    fn ship(width: usize, map: &[u8]) -> Air {
        let size = IVec2::new(width as i32, (map.len() / width) as i32);
        Air::new(size, |index| match map[index] {
            b'.' => (Passage::Open, (index % 5) as f64 / 4.0),
            b'+' => (Passage::Shut, 1.0),
            b'#' => (Passage::Shut, 0.0),
            _ => (Passage::Space, 0.0),
        })
    }

    /// Creates air over the same cells with newly computed sections.
    fn anew(air: &Air) -> Option<Air> {
        let sections = &air.sections;
        let size = sections.cell(sections.len() - 1) + 1;
        Air::restore(size, |index| sections.passage(index), &air.save())
    }

    /// Returns pseudo-random numbers for tests.
    fn stir(state: &mut u64) -> usize {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as usize
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

        #[test]
        fn doors_neither_create_nor_destroy_air((width, map) in any_ship(), seed: u64) {
            let mut air = ship(width, &map);
            let mut total = air.sections.total();
            let mut seed = seed;
            for tick in 0..10_000 {
                let cell = stir(&mut seed) % map.len();
                if map[cell] == b'+' || tick % 64 == 0 {
                    let before = air.sections.total();
                    air.set_open(air.sections.cell(cell), stir(&mut seed).is_multiple_of(2));
                    prop_assert_eq!(air.sections.total(), before);
                }
                total -= air.sections.drain();
                air.draught.search(&air.sections);
                prop_assert_eq!(air.sections.total(), total);
                if tick % 97 == 0 {
                    prop_assert!(air.sections().iter().all(|section| (0.0..=1.0).contains(&section.pressure())));
                    prop_assert!((0..map.len()).all(|cell| (0.0..=1.0).contains(&air.sections.pressure(cell))));
                }
            }
        }

        #[test]
        fn updated_sections_match_recomputed_sections((width, map) in any_ship(), seed: u64) {
            let mut air = ship(width, &map);
            let mut seed = seed;
            for _ in 0..300 {
                let cell = air.sections.cell(stir(&mut seed) % map.len());
                air.set_open(cell, stir(&mut seed).is_multiple_of(2));
                let fresh = anew(&air);
                prop_assert!(fresh.is_some(), "the sections are different");
                prop_assert_eq!(fresh.unwrap().sections.views(), air.sections.views());
            }
        }

        #[test]
        fn restored_air_continues_identically((width, map) in any_ship(), seed: u64) {
            let (mut air, mut seed) = (ship(width, &map), seed);
            let mut restored = anew(&air).unwrap();
            for tick in 0..600 {
                if tick % 50 == 7 {
                    restored = anew(&air).unwrap();
                }
                let (cell, opens) = (air.sections.cell(stir(&mut seed) % map.len()), !stir(&mut seed).is_multiple_of(3));
                for air in [&mut air, &mut restored] {
                    air.set_open(cell, opens && tick % 9 == 0);
                    air.sections.drain();
                    air.draught.search(&air.sections);
                }
                prop_assert_eq!(air.save(), restored.save());
            }
        }

        #[test]
        fn distances_to_holes_are_the_shortest((width, map) in any_ship()) {
            let mut air = ship(width, &map);
            air.find_all_ways();
            let sections = &air.sections;
            for index in 0..sections.len() {
                let cell = sections.cell(index);
                let Some(here) = air.distance(cell).filter(|_| sections.is_venting(index)) else {
                    prop_assert!(!sections.is_venting(index), "a venting cell has no distance");
                    continue;
                };
                let next = sections.steps_from(cell).filter_map(|step| {
                    let length = f64::from(step.length_squared()).sqrt();
                    air.distance(cell + step).map(|there| there + length)
                });
                let best = next.fold(f64::INFINITY, f64::min);
                prop_assert!((here - best).abs() < 1e-6, "{} instead of {}", here, best);
            }
        }
    }
}
