//! The field of view: which cells can be seen from a cell, for queries by cell rather than by ray.
//!
//! Two transparent cells see each other if the straight line between their middles crosses no opaque cell and does not
//! pass between two opaque cells that touch it from both sides. So visibility is symmetric. An opaque cell is visible
//! if any part of its edge can be seen from the middle of the other cell.

use crate::{deck::cell_geometry::outline, deck::grid::Grid, deck::shape::Shape};
use bevy::prelude::*;
use std::cmp::Ordering;

/// The cells that are visible from a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VisibleCells {
    /// The upper left cell and the size of the examined part of the map.
    corner: IVec2,
    size: IVec2,
    /// True for visible cells, row by row.
    seen: Vec<bool>,
}

impl VisibleCells {
    /// Returns true if a cell is visible.
    pub fn contains(&self, cell: IVec2) -> bool {
        self.index(cell).is_some_and(|index| self.seen[index])
    }

    /// Returns the visible cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = IVec2> {
        let seen = self.seen.iter().enumerate().filter(|(_, seen)| **seen);
        seen.map(|(index, _)| self.corner + IVec2::new(index as i32 % self.size.x, index as i32 / self.size.x))
    }

    fn index(&self, cell: IVec2) -> Option<usize> {
        let place = cell.checked_sub(self.corner)?;
        let inside = place.cmpge(IVec2::ZERO).all() && place.cmplt(self.size).all();
        inside.then(|| (place.y * self.size.x + place.x) as usize)
    }
}

impl Grid {
    /// Returns the cells that are visible from a cell on the present deck, at most `radius` cells away.
    pub fn visible_from(&self, from: IVec2, radius: u32) -> VisibleCells {
        visible_cells(self.size(), from, radius, |cell| is_opaque(self.shape(cell)))
    }
}

/// Calls `mark` for each cell that is visible from a cell on the present deck, at most `radius` cells away; for some
/// cells more than once. `scan` is reusable memory.
pub(crate) fn scan_visible_cells(grid: &Grid, from: IVec2, radius: u32, scan: &mut Scan, mark: impl FnMut(IVec2)) {
    scan.all_round(grid.size(), from, radius, |cell| is_opaque(grid.shape(cell)), mark);
}

/// Returns true for shapes that count as opaque when only whole cells are considered. These are doors less than half
/// open, moving push-walls that cover at least half of the cell, pillars, and diagonals, of which only the cut can be
/// seen.
fn is_opaque(shape: Shape) -> bool {
    match shape {
        Shape::Door { open, .. } => open < 0.5,
        Shape::Leaves { turn, .. } => turn.abs() < 0.5,
        Shape::PushWall { shift, .. } => shift.abs() <= 0.5,
        _ => outline(shape).stops.sight,
    }
}

/// Returns the cells of a map of this size that are visible from a cell, at most `radius` cells away from middle to
/// middle. The result is empty if the cell is off the map. An opaque starting cell does not block its own view.
pub fn visible_cells(size: IVec2, from: IVec2, radius: u32, is_opaque: impl Fn(IVec2) -> bool) -> VisibleCells {
    let is_inside = |cell: IVec2| cell.cmpge(IVec2::ZERO).all() && cell.cmplt(size).all();
    if !is_inside(from) {
        return VisibleCells { corner: IVec2::ZERO, size: IVec2::ZERO, seen: Vec::new() };
    }
    let reach = radius.min(size.max_element() as u32) as i32;
    let corner = (from - reach).max(IVec2::ZERO);
    let extent = (from + reach + 1).min(size) - corner;
    let mut view = VisibleCells { corner, size: extent, seen: vec![false; (extent.x * extent.y) as usize] };
    Scan::default().all_round(size, from, radius, is_opaque, |cell| {
        if let Some(index) = view.index(cell) {
            view.seen[index] = true;
        }
    });
    view
}

/// The octants around the eye: the step from one row of cells to the next, and the step from cell to cell within a row.
const OCTANTS: [(IVec2, IVec2); 8] = [
    (IVec2::X, IVec2::Y),
    (IVec2::X, IVec2::NEG_Y),
    (IVec2::NEG_X, IVec2::Y),
    (IVec2::NEG_X, IVec2::NEG_Y),
    (IVec2::Y, IVec2::X),
    (IVec2::Y, IVec2::NEG_X),
    (IVec2::NEG_Y, IVec2::X),
    (IVec2::NEG_Y, IVec2::NEG_X),
];

/// The slope of a line: distance along a row of cells per row crossed, as an exact fraction. It is between 0 and 1 in
/// an octant.
#[derive(Clone, Copy, Debug)]
struct Slope {
    along: i64,
    across: i64,
}

impl Slope {
    fn new(along: i32, across: i32) -> Self {
        Slope { along: i64::from(along), across: i64::from(across) }
    }

    /// Returns the first place of a row, counted from the axis, at which the line touches a cell.
    fn first_place(self, depth: i32) -> i32 {
        let halves = self.along * i64::from(2 * depth - 1) - self.across;
        (halves.max(0) as u64).div_ceil(2 * self.across as u64) as i32
    }

    /// Returns the last such place, limited by the diagonal.
    fn last_place(self, depth: i32) -> i32 {
        let halves = self.along * i64::from(2 * depth + 1) + self.across;
        (halves.div_euclid(2 * self.across) as i32).min(depth)
    }
}

impl Ord for Slope {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.along * other.across).cmp(&(other.along * self.across))
    }
}

impl PartialOrd for Slope {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Slope {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Slope {}

/// The lines from the eye between two slopes.
#[derive(Clone, Copy, Debug)]
struct Lines {
    low: Slope,
    high: Slope,
}

/// A scan of an octant, row by row away from the eye.
#[derive(Default)]
pub(crate) struct Scan {
    /// The lines that nothing has stopped yet, in ascending order. A single line between two walls does not count.
    clear: Vec<Lines>,
    /// The lines that the current row stops, in ascending order.
    stopped: Vec<Lines>,
    /// Reusable memory for the lines that are clear behind the row.
    behind: Vec<Lines>,
}

impl Scan {
    /// Marks the cells of a map of this size that are visible from one of its cells, in all octants.
    fn all_round(
        &mut self,
        size: IVec2,
        from: IVec2,
        radius: u32,
        is_opaque: impl Fn(IVec2) -> bool,
        mut mark: impl FnMut(IVec2),
    ) {
        let is_inside = |cell: IVec2| cell.cmpge(IVec2::ZERO).all() && cell.cmplt(size).all();
        let square = u64::from(radius).pow(2);
        let mut mark = |cell: IVec2| {
            let far = cell.as_i64vec2().distance_squared(from.as_i64vec2()) as u64;
            if is_inside(cell) && far <= square {
                mark(cell);
            }
        };
        mark(from);
        let is_opaque = |cell: IVec2| !is_inside(cell) || is_opaque(cell);
        let reach = radius.min(size.max_element() as u32) as i32;
        for (row, column) in OCTANTS {
            self.restart();
            for depth in 1..=reach {
                self.look(depth, |place| from + row * depth + column * place, &is_opaque, &mut mark);
                if !self.go_on() {
                    break;
                }
            }
        }
    }

    fn restart(&mut self) {
        self.clear.clear();
        self.clear.push(Lines { low: Slope::new(0, 1), high: Slope::new(1, 1) });
    }

    /// Marks the visible cells of a row. `cell` returns the cell at a place in the row, from 0 on the axis of the
    /// octant to `depth` on the diagonal.
    fn look(
        &mut self,
        depth: i32,
        cell: impl Fn(i32) -> IVec2,
        is_opaque: &impl Fn(IVec2) -> bool,
        mark: &mut impl FnMut(IVec2),
    ) {
        // The slopes of the lines to a cell's near and far corners, which are at odd multiples of half a cell from the
        // axis.
        let near = |halves: i32| Slope::new(halves, 2 * depth - 1);
        let far = |halves: i32| Slope::new(halves.max(0), 2 * depth + 1);
        self.stopped.clear();
        let [Some(first), Some(last)] = [self.clear.first(), self.clear.last()] else { return };
        let (first, last) = (first.low.first_place(depth), last.high.last_place(depth));
        let mut passed = 0;
        let mut beside = false; // true if the previous cell of the row is opaque
        for place in first..=last {
            while self.clear[passed..].first().is_some_and(|lines| lines.high < far(2 * place - 1)) {
                passed += 1;
            }
            let meets = |low: Slope, high: Slope| {
                let mut from = self.clear[passed..].iter().take_while(|lines| lines.low <= high);
                from.any(|lines| low <= lines.high)
            };
            let opaque = is_opaque(cell(place));
            if opaque {
                let low = if beside { near(2 * place - 1) } else { far(2 * place - 1) };
                let high = near(2 * place + 1);
                if meets(low, high) {
                    mark(cell(place));
                }
                match self.stopped.last_mut().filter(|_| beside) {
                    Some(lines) => lines.high = high,
                    None => self.stopped.push(Lines { low, high }),
                }
            } else if !(beside && place == depth) && meets(Slope::new(place, depth), Slope::new(place, depth)) {
                // The diagonal passes the corner of the previous cell; the other octant decides whether it is clear.
                mark(cell(place));
            }
            beside = opaque;
        }
    }

    /// Removes the lines that the row stops. Returns false if no line is left.
    fn go_on(&mut self) -> bool {
        self.behind.clear();
        for lines in &self.clear {
            let mut low = lines.low;
            for stopped in self.stopped.iter().take_while(|stopped| stopped.low < lines.high) {
                if low < stopped.low {
                    self.behind.push(Lines { low, high: stopped.low });
                }
                low = low.max(stopped.high);
            }
            if low < lines.high {
                self.behind.push(Lines { low, high: lines.high });
            }
        }
        std::mem::swap(&mut self.clear, &mut self.behind);
        !self.clear.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use level::{Axis, Level};
    use proptest::prelude::*;

    /// A map of walls `#` and floor; all rows have the same length.
    struct Map(Vec<Vec<u8>>);

    impl Map {
        fn of(rows: &str) -> Map {
            Map(rows.split_whitespace().map(|row| row.as_bytes().to_vec()).collect())
        }

        /// Creates a map from one number per cell, with one wall per `walls` cells.
        fn random(numbers: &[u8], width: usize, walls: u8) -> Map {
            let row = |row: &[u8]| row.iter().map(|number| if number % walls == 0 { b'#' } else { b'.' }).collect();
            Map(numbers.chunks_exact(width).map(row).collect())
        }

        fn size(&self) -> IVec2 {
            IVec2::new(self.0[0].len() as i32, self.0.len() as i32)
        }

        fn is_wall(&self, cell: IVec2) -> bool {
            self.0[cell.y as usize][cell.x as usize] == b'#'
        }

        fn cells(&self) -> impl Iterator<Item = IVec2> + use<> {
            let size = self.size();
            (0..size.y).flat_map(move |y| (0..size.x).map(move |x| IVec2::new(x, y)))
        }

        fn floor(&self) -> Vec<IVec2> {
            self.cells().filter(|cell| !self.is_wall(*cell)).collect()
        }

        fn seen_from(&self, from: IVec2, radius: u32) -> VisibleCells {
            visible_cells(self.size(), from, radius, |cell| self.is_wall(cell))
        }

        /// Returns the cells visible from the cell marked `@` as text, with a space for each invisible one.
        fn picture(rows: &str, radius: u32) -> String {
            let map = Map::of(rows);
            let eye = map.cells().find(|cell| map.0[cell.y as usize][cell.x as usize] == b'@').unwrap();
            let view = map.seen_from(eye, radius);
            let character = |cell| if view.contains(cell) { char::from(map.at(cell)) } else { ' ' };
            let row = |y| (0..map.size().x).map(|x| character(IVec2::new(x, y))).collect::<String>();
            (0..map.size().y).map(|y| row(y).trim_end().to_owned() + "\n").collect()
        }

        fn at(&self, cell: IVec2) -> u8 {
            self.0[cell.y as usize][cell.x as usize]
        }

        /// Returns true if the line between the middles of two cells is free, tested against every wall.
        fn is_free(&self, from: IVec2, to: IVec2) -> bool {
            let line = to - from;
            let mut touched = [false; 2];
            for wall in self.cells().filter(|cell| self.is_wall(*cell) && *cell != from && *cell != to) {
                // Double the distances, so that corners have whole coordinates.
                let corners =
                    [(-1, -1), (1, -1), (1, 1), (-1, 1)].map(|corner| 2 * (wall - from) + IVec2::from(corner));
                let sides = corners.map(|corner| line.perp_dot(corner));
                let along = |corner: IVec2| line.dot(corner);
                let between = |corner: &IVec2| (0..=2 * line.length_squared()).contains(&along(*corner));
                let (least, most) = (sides.into_iter().min().unwrap(), sides.into_iter().max().unwrap());
                if least < 0 && most > 0 {
                    // The infinite line crosses the wall; the segment does unless the wall is beyond one of its ends.
                    let (near, far) = (corners.map(along).into_iter().min(), corners.map(along).into_iter().max());
                    if far.unwrap() > 0 && near.unwrap() < 2 * line.length_squared() {
                        return false;
                    }
                } else if let Some(side) = [most, least].into_iter().position(|side| side == 0) {
                    let touches = corners.iter().zip(sides).any(|(corner, side)| side == 0 && between(corner));
                    touched[side] |= touches;
                }
            }
            touched != [true; 2]
        }
    }

    #[test]
    fn empty_room_is_fully_visible_from_everywhere() {
        let map = Map::of("########## #........# #........# #........# #........# ##########");
        for eye in map.floor() {
            assert_eq!(map.seen_from(eye, 20).cells().count(), 60, "from {eye}");
        }
    }

    #[test]
    fn visible_cells_match_the_drawn_examples() {
        let rows = "
            ###############
            #.....#.......#
            #.@...........#
            #.....#.......#
            ###.########.##
            #....##.......#
            ###############";
        let whole = "
#######
#.....#    ...#
#.@...........#
#.....#    ...#
###.###
   .
   ##
";
        assert_eq!(Map::picture(rows, 20), whole[1..]);
        let near = "
#####
#....
#.@...
#....
###.#


";
        assert_eq!(Map::picture(rows, 3), near[1..]);
    }

    #[test]
    fn walls_that_touch_at_a_corner_block_the_view() {
        assert_eq!(Map::picture("@#. #.. ...", 9), "@#\n#\n\n");
    }

    #[test]
    fn diagonal_past_a_single_corner_is_visible() {
        assert_eq!(Map::picture("@#. ... ...", 9), "@#\n..\n...\n");
    }

    #[test]
    fn panes_and_half_open_doors_are_transparent() {
        let text = r#"(name: "", legend: { 'W': (wall: ""), '.': (), '@': (thing: Player), 'G': (grating: ""),
            'I': (window: ""), 'P': (pillar: ""), '+': (door: "") },
            map: ["WWWWWWWWW", "W@.GI+..W", "WWPWWWWWW", "WW.WWWWWW", "WWWWWWWWW"])"#;
        let mut grid = Grid::new(&Level::read("", text.as_bytes()).unwrap());
        let (eye, door) = (IVec2::new(2, 1), IVec2::new(5, 1));
        let far = |grid: &Grid| grid.visible_from(eye, 20).cells().filter(|cell| cell.y == 1).last().unwrap().x;
        assert_eq!(far(&grid), 5);
        assert!(!grid.visible_from(eye, 20).contains(IVec2::new(2, 3)), "a cell behind the pillar");
        for (open, seen) in [(0.49, 5), (0.5, 8)] {
            grid.set(door, Shape::Door { along: Axis::Y, open });
            assert_eq!(far(&grid), seen, "{open}");
            grid.set(door, Shape::Leaves { along: Axis::Y, turn: -open });
            assert_eq!(far(&grid), seen, "{open}");
        }
        for (shift, seen) in [(0.25, 5), (-0.75, 8)] {
            grid.set(door, Shape::PushWall { along: Axis::X, shift });
            assert_eq!(far(&grid), seen, "{shift}");
        }
    }

    #[test]
    fn nothing_is_visible_from_off_the_map_at_any_radius() {
        let map = Map::of("..#.. .....");
        for outside in [IVec2::new(-1, 0), IVec2::new(5, 1), IVec2::new(0, 2), IVec2::MAX, IVec2::MIN] {
            assert_eq!(map.seen_from(outside, 20).cells().count(), 0);
            assert!(!map.seen_from(outside, 20).contains(outside));
        }
        assert_eq!(map.seen_from(IVec2::ZERO, 0).cells().collect::<Vec<_>>(), [IVec2::ZERO]);
        assert_eq!(map.seen_from(IVec2::new(0, 1), u32::MAX).cells().count(), 8);
        assert!(map.seen_from(IVec2::new(2, 0), 9).contains(IVec2::new(3, 1)), "a wall does not block its own view");
        assert_eq!(visible_cells(IVec2::ZERO, IVec2::ZERO, 3, |_| false).cells().count(), 0);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn cells_see_each_other_if_the_line_between_is_free(
            numbers in proptest::collection::vec(any::<u8>(), 9 * 8), walls in 2u8..12, radius in 0u32..14,
        ) {
            let map = Map::random(&numbers, 9, walls);
            let floor = map.floor();
            for &eye in &floor {
                let view = map.seen_from(eye, radius);
                for &cell in &floor {
                    let free = (cell - eye).length_squared() <= (radius * radius) as i32 && map.is_free(eye, cell);
                    prop_assert_eq!(view.contains(cell), free, "{} from {}", cell, eye);
                    prop_assert_eq!(map.is_free(eye, cell), map.is_free(cell, eye));
                }
            }
        }

        #[test]
        fn walls_are_visible_only_behind_visible_floor(
            numbers in proptest::collection::vec(any::<u8>(), 11 * 9), walls in 2u8..12,
        ) {
            let map = Map::random(&numbers, 11, walls);
            for eye in map.floor() {
                let view = map.seen_from(eye, u32::MAX);
                for wall in map.cells().filter(|cell| map.is_wall(*cell)) {
                    let (to, sign) = ((eye - wall).abs(), (eye - wall).signum());
                    let before = wall + if to.x > to.y { IVec2::new(sign.x, 0) } else { IVec2::new(0, sign.y) };
                    let is_aslant = (before - eye).x.abs() == (before - eye).y.abs(); // maybe seen along one side only
                    if !map.is_wall(before) && view.contains(before) && !is_aslant {
                        prop_assert!(view.contains(wall), "{} from {}", wall, eye);
                    }
                    let mut nearer = [sign, IVec2::new(sign.x, 0), IVec2::new(0, sign.y)].map(|step| wall + step).into_iter();
                    prop_assert!(!view.contains(wall) || nearer.any(|cell| !map.is_wall(cell)), "{} from {}", wall, eye);
                }
            }
        }
    }
}
