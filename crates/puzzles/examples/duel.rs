//! Two levels play Lines of Action against each other, and the last board is printed:
//! `cargo run --release -p puzzles --example duel`.

use puzzles::loa::{Game, Level, Rules, Search};

/// Boards per call of a search. A game would draw a frame in between.
const SLICE: u64 = 1000;

fn main() {
    let levels = [1, 3].map(|number| Level::new(number).expect("the levels begin with 1"));
    let mut game = Game::new(Rules::default());
    let mut moves = 0;
    while game.outcome().is_none() {
        let level = &levels[moves % levels.len()];
        let mut search = Search::new(&game, level.limits(), moves as u64);
        while !search.advance(SLICE) {}
        game.play(search.choice().played).expect("a search chooses a legal move");
        moves += 1;
    }
    println!("{}", game.position().rows().join("\n"));
    println!("{:?} after {moves} moves", game.outcome());
}
