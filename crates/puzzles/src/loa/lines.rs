//! The 46 lines of the board, and the moves of each of their states.
//!
//! How far a piece moves along a line, what blocks it and what it captures depend on that line alone. A line of eight
//! squares has 3^8 states. All lines together have few enough that the moves of each state are computed once and then
//! looked up. A board stores the state of each line next to its pieces, so changing one square takes four additions.

use crate::loa::square::Side;
use std::sync::LazyLock;

/// Eight rows, eight files and fifteen diagonals each way.
pub(crate) const LINES: usize = 46;

/// Powers of 3: what a piece at each place of a line adds to the line's state, once for Black and twice for White.
const POWERS: [u16; 8] = [1, 3, 9, 27, 81, 243, 729, 2187];

/// Number of states of lines of one to eight squares.
const STATES: usize = 9840;

/// States of the lines without pieces. States are numbered from the shortest line to the longest.
pub(crate) const EMPTY: [u16; LINES] = empty();

/// The four lines of each square.
pub(crate) const LINES_OF: [[OnLine; 4]; 64] = lines_of();

/// The place of a square on a line.
#[derive(Clone, Copy)]
pub(crate) struct OnLine {
    /// Line number: rows, files, diagonals that rise to the right, diagonals that fall.
    pub(crate) line: u8,
    /// Number that a black piece on the square adds to the line's state.
    pub(crate) weight: u16,
}

/// The moves of one side along a line, as sets of start places with one bit per place.
#[derive(Clone, Copy, Default)]
pub(crate) struct LineMoves {
    /// Start places of moves towards the line's end, and towards its beginning.
    pub(crate) starts: [u8; 2],
    /// Start places of captures among them.
    pub(crate) captures: [u8; 2],
}

/// Precomputed data for each state of a line.
pub(crate) struct States {
    /// Number of moves and captures of both sides, as packed in [`Mobility`].
    pub(crate) mobility: Vec<u64>,
    /// Moves of Black and White.
    pub(crate) moves: Vec<[LineMoves; 2]>,
    /// Number of pieces on the line, which is the distance of each move.
    pub(crate) distance: Vec<u8>,
}

/// Number of moves and captures of both sides: four 16-bit numbers packed into one, so that one addition adds all of
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mobility(pub(crate) u64);

impl Mobility {
    /// Returns the number of moves of a side.
    pub(crate) fn moves(self, side: Side) -> u64 {
        self.0 >> (side as u32 * 32) & 0xFFFF
    }

    /// Returns the number of captures of a side.
    pub(crate) fn captures(self, side: Side) -> u64 {
        self.0 >> (side as u32 * 32 + 16) & 0xFFFF
    }
}

/// Returns the data of all states of all lines.
pub(crate) fn states() -> &'static States {
    static ALL: LazyLock<States> = LazyLock::new(States::new);
    &ALL
}

/// Returns the first square of a line, and the difference between successive squares.
pub(crate) fn first_and_step(line: usize) -> (u32, u32) {
    let line = line as u32;
    match line {
        0..8 => (line * 8, 1),
        8..16 => (line - 8, 8),
        16..24 => ((23 - line) * 8, 9),
        24..31 => (line - 23, 9),
        31..39 => (line - 31, 7),
        _ => ((line - 38) * 8 + 7, 7),
    }
}

const fn length(line: usize) -> usize {
    match line {
        0..16 => 8,
        16..24 => line - 15,
        24..31 => 31 - line,
        31..39 => line - 30,
        _ => 46 - line,
    }
}

const fn empty() -> [u16; LINES] {
    let mut empty = [0; LINES];
    let mut line = 0;
    while line < LINES {
        let mut shorter = 1;
        while shorter < length(line) {
            empty[line] += POWERS[shorter];
            shorter += 1;
        }
        line += 1;
    }
    empty
}

const fn lines_of() -> [[OnLine; 4]; 64] {
    let mut all = [[OnLine { line: 0, weight: 0 }; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let (file, row) = (square % 8, square / 8);
        let rising = if file < row { file } else { row };
        let sum = file + row;
        let falling = if sum < 8 { row } else { 7 - file };
        all[square] = [
            OnLine { line: row as u8, weight: POWERS[file] },
            OnLine { line: 8 + file as u8, weight: POWERS[row] },
            OnLine { line: (23 + file - row) as u8, weight: POWERS[rising] },
            OnLine { line: 31 + sum as u8, weight: POWERS[falling] },
        ];
        square += 1;
    }
    all
}

impl States {
    fn new() -> Self {
        let mut all = States { mobility: Vec::new(), moves: Vec::new(), distance: Vec::new() };
        for length in 1..=8 {
            for state in 0..u32::from(POWERS[length - 1]) * 3 {
                let line = Line::of(state, length);
                let moves = [Side::Black, Side::White].map(|side| line.moves(side));
                let count = |sets: [u8; 2]| u64::from(sets[0].count_ones() + sets[1].count_ones());
                let both = moves.map(|moves| count(moves.starts) | count(moves.captures) << 16);
                all.mobility.push(both[0] | both[1] << 32);
                all.moves.push(moves);
                all.distance.push(line.distance() as u8);
            }
        }
        debug_assert_eq!(all.moves.len(), STATES);
        all
    }
}

/// An unpacked line, place by place.
struct Line {
    places: [Option<Side>; 8],
    length: usize,
}

impl Line {
    fn of(state: u32, length: usize) -> Self {
        let piece = |place: usize| match state / u32::from(POWERS[place]) % 3 {
            0 => None,
            1 => Some(Side::Black),
            _ => Some(Side::White),
        };
        Line { places: std::array::from_fn(|place| if place < length { piece(place) } else { None }), length }
    }

    fn distance(&self) -> usize {
        self.places.iter().flatten().count()
    }

    fn moves(&self, side: Side) -> LineMoves {
        let mut moves = LineMoves::default();
        let distance = self.distance();
        for from in (0..self.length).filter(|place| self.places[*place] == Some(side)) {
            let ends = [Some(from + distance).filter(|end| *end < self.length), from.checked_sub(distance)];
            for (direction, end) in ends.into_iter().enumerate() {
                let Some(to) = end else { continue };
                let between = from.min(to) + 1..from.max(to);
                let blocked = self.places[between].contains(&Some(side.other()));
                if !blocked && self.places[to] != Some(side) {
                    moves.starts[direction] |= 1 << from;
                    moves.captures[direction] |= u8::from(self.places[to].is_some()) << from;
                }
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_square_is_on_four_lines_once() {
        for line in 0..LINES {
            let (first, step) = first_and_step(line);
            for (place, weight) in POWERS.into_iter().enumerate().take(length(line)) {
                let square = first as usize + step as usize * place;
                let on = LINES_OF[square].iter().filter(|on| usize::from(on.line) == line);
                assert_eq!(on.map(|on| on.weight).collect::<Vec<_>>(), [weight], "line {line}, place {place}");
            }
        }
        assert_eq!((0..LINES).map(length).sum::<usize>(), 4 * 64);
    }

    #[test]
    fn example_row_moves_by_four() {
        // `W . . B . B . W`, from the a to the h file.
        let line = Line {
            places: [2, 0, 0, 1, 0, 1, 0, 2].map(|digit| [None, Some(Side::Black), Some(Side::White)][digit]),
            length: 8,
        };
        let (black, white) = (line.moves(Side::Black), line.moves(Side::White));
        assert_eq!((black.starts, black.captures), ([1 << 3, 1 << 5], [1 << 3, 0]), "d to h captures, f to b does not");
        assert_eq!(white.starts, [0, 0], "both white pieces are blocked");
    }
}
