//! Boards that need a given number of moves.

use crate::{panguru::board::Board, panguru::solver::solve};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Maximum number of moves of generated boards. Only one or two of ten thousand random boards need more, too few to
/// search for.
pub const MAX_GENERATED: u32 = 21;

/// The colours with two pebbles and two plates, and the colour with a plate only.
const PAIRS: [char; 7] = ['B', 'C', 'G', 'O', 'P', 'R', 'Y'];
const SINGLE: char = 'W';

/// Steps of one scramble before another order of plates is tried.
const MAX_STEPS: u32 = 400;

/// Generates boards with seven pairs of pebbles.
pub struct Generator {
    rng: Pcg32,
    centreline: bool,
}

impl Generator {
    /// Creates a generator; the same seed gives the same boards.
    pub fn new(seed: u64, centreline: bool) -> Generator {
        Generator { rng: Pcg32::seed_from_u64(seed), centreline }
    }

    /// Returns a board with plates and pebbles in random order.
    pub fn shuffled(&mut self) -> Board {
        let pairs = PAIRS.into_iter().flat_map(|colour| [colour; 2]);
        let mut plates: Vec<char> = pairs.clone().chain([SINGLE]).collect();
        let mut pebbles: Vec<char> = pairs.chain(['-']).collect();
        self.shuffle(&mut plates);
        self.shuffle(&mut pebbles);
        self.board_of(&plates, &pebbles)
    }

    /// Returns a board that needs `optimum` moves; `None` if that is more than [`MAX_GENERATED`].
    ///
    /// A solved board is scrambled move by move. A move changes the number of moves needed by at most one, so no number
    /// is skipped. A move that makes the board easier is taken back.
    pub fn board(&mut self, optimum: u32) -> Option<Board> {
        if optimum > MAX_GENERATED {
            return None;
        }
        loop {
            let mut board = self.solved();
            let mut needed = 0;
            for _ in 0..MAX_STEPS {
                if needed == optimum {
                    return Some(board);
                }
                let moves: Vec<usize> = board.moves().collect();
                let position = moves[self.rng.random_range(0..moves.len())];
                let mut next = board;
                if next.slide(position).is_err() {
                    continue;
                }
                let needs = solve(&next)?.optimum;
                if needs >= needed {
                    (board, needed) = (next, needs);
                }
            }
        }
    }

    /// Returns a solved board with its plates in random order.
    fn solved(&mut self) -> Board {
        let mut plates: Vec<char> = PAIRS.into_iter().flat_map(|colour| [colour; 2]).chain([SINGLE]).collect();
        self.shuffle(&mut plates);
        let pebbles: Vec<char> = plates.iter().map(|plate| if *plate == SINGLE { '-' } else { *plate }).collect();
        self.board_of(&plates, &pebbles)
    }

    fn board_of(&self, plates: &[char], pebbles: &[char]) -> Board {
        let text = |letters: &[char]| letters.iter().collect::<String>();
        Board::read(&text(plates), &text(pebbles), self.centreline).expect("seven pairs and a single plate are a board")
    }

    fn shuffle(&mut self, letters: &mut [char]) {
        for end in (1..letters.len()).rev() {
            letters.swap(end, self.rng.random_range(0..=end));
        }
    }
}
