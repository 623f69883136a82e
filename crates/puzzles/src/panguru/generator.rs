//! Boards that need a wanted number of moves.

use crate::{panguru::board::Board, panguru::solver::solve};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The most moves that boards are made for. Of ten thousand random boards one or two need more, too few to be looked for.
pub const MAX_GENERATED: u32 = 21;

/// The colours of seven pairs, and the one that has a plate but no pebble.
const PAIRS: [char; 7] = ['B', 'C', 'G', 'O', 'P', 'R', 'Y'];
const SINGLE: char = 'W';

/// Steps of one scramble before other plates are tried.
const MAX_STEPS: u32 = 400;

/// Makes boards of seven pairs of pebbles.
pub struct Generator {
    chance: Pcg32,
    centreline: bool,
}

impl Generator {
    /// A generator; the same seed makes the same boards.
    pub fn new(seed: u64, centreline: bool) -> Generator {
        Generator { chance: Pcg32::seed_from_u64(seed), centreline }
    }

    /// A board with plates and pebbles in any order.
    pub fn shuffled(&mut self) -> Board {
        let pairs = PAIRS.into_iter().flat_map(|colour| [colour; 2]);
        let mut plates: Vec<char> = pairs.clone().chain([SINGLE]).collect();
        let mut pebbles: Vec<char> = pairs.chain(['-']).collect();
        self.shuffle(&mut plates);
        self.shuffle(&mut pebbles);
        self.board_of(&plates, &pebbles)
    }

    /// A board that needs so many moves; none if they are more than [`MAX_GENERATED`].
    ///
    /// A solved board is scrambled move by move. A move changes what a board needs by one at most, so no number is leapt over; a move that
    /// makes it need less is taken back.
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
                let position = moves[self.chance.random_range(0..moves.len())];
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

    /// A solved board with its plates in any order.
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
            letters.swap(end, self.chance.random_range(0..=end));
        }
    }
}
