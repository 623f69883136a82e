//! Playing strength of the computer at Lines of Action.

use puzzles::loa::{Game, Level, Limits, Move, Outcome, Position, Rules, Search, Side};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// A plain alpha-beta search as an opponent. It deepens until its nodes are used up, tries moves in the order of the
/// squares, and minimises the distance of its pieces to their centre of mass.
struct Plain {
    nodes: u64,
    left: u64,
}

const WIN: i32 = 1_000_000;

impl Plain {
    fn choose(&mut self, position: &Position) -> Option<Move> {
        self.left = self.nodes;
        let mut best = position.moves().first().copied();
        for depth in 1..40 {
            match self.root(position, depth) {
                Some((played, score)) => {
                    best = Some(played);
                    if score.abs() > WIN / 2 {
                        break;
                    }
                }
                None => break,
            }
        }
        best
    }

    fn root(&mut self, position: &Position, depth: u32) -> Option<(Move, i32)> {
        let mut best = None;
        let mut alpha = -2 * WIN;
        for legal in position.moves() {
            let score = -self.search(&after(position, legal)?, depth - 1, -2 * WIN, -alpha, 1)?;
            if score > alpha {
                (alpha, best) = (score, Some((legal, score)));
            }
        }
        best
    }

    /// Returns the score of a position for the side to move; `None` if the nodes are used up.
    fn search(&mut self, position: &Position, depth: u32, mut alpha: i32, beta: i32, ply: i32) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        match position.outcome(Rules::default()) {
            Some(Outcome::Draw) => return Some(0),
            Some(Outcome::Won(side)) => return Some(if side == position.to_move() { WIN - ply } else { ply - WIN }),
            None if depth == 0 => return Some(evaluate(position)),
            None => {}
        }
        let moves = position.moves();
        if moves.is_empty() {
            return Some(-self.search(&position.after_pass(), depth - 1, -beta, -alpha, ply + 1)?);
        }
        for legal in moves {
            alpha = alpha.max(-self.search(&after(position, legal)?, depth - 1, -beta, -alpha, ply + 1)?);
            if alpha >= beta {
                break;
            }
        }
        Some(alpha)
    }
}

/// Returns the position after a legal move, without checking the move again.
fn after(position: &Position, legal: Move) -> Option<Position> {
    let [from, to] = [legal.from, legal.to].map(|square| 1_u64 << square.index());
    let mover = position.to_move();
    let side =
        |side: Side| if side == mover { position.pieces(side) & !from | to } else { position.pieces(side) & !to };
    Position::new(side(Side::Black), side(Side::White), mover.other())
}

/// Returns how much nearer to their centre of mass the pieces of the side to move are, on average.
fn evaluate(position: &Position) -> i32 {
    let spread = |side: Side| {
        let set = position.pieces(side);
        let squares: Vec<(i32, i32)> = (0..64).filter(|at| set >> at & 1 == 1).map(|at| (at % 8, at / 8)).collect();
        let count = squares.len() as i32;
        let (x, y) = squares.iter().fold((0, 0), |sum, square| (sum.0 + square.0, sum.1 + square.1));
        let far = |square: &(i32, i32)| (square.0 * count - x).abs().max((square.1 * count - y).abs());
        squares.iter().map(far).sum::<i32>() * 100 / (count * count)
    };
    spread(position.to_move().other()) - spread(position.to_move())
}

/// Returns ten openings of four random plies.
fn openings(seed: u64) -> Vec<Game> {
    let mut rng = Pcg32::seed_from_u64(seed);
    let opening = |_| {
        let mut game = Game::new(Rules::default());
        for _ in 0..4 {
            let moves = game.moves();
            game.play(Some(moves[rng.random_range(0..moves.len())])).expect("it is legal");
        }
        game
    };
    (0..10).map(opening).collect()
}

/// Plays a game to its end; after 300 plies it is a draw.
fn play(
    opening: &Game,
    mut black: impl FnMut(&Game) -> Option<Move>,
    mut white: impl FnMut(&Game) -> Option<Move>,
) -> Outcome {
    let mut game = opening.clone();
    while let Some(side) = game.turn().filter(|_| game.turns().len() < 300) {
        let played = if side == Side::Black { black(&game) } else { white(&game) };
        game.play(played).expect("it is legal");
    }
    game.outcome().unwrap_or(Outcome::Draw)
}

fn best(game: &Game, limits: Limits, seed: u64) -> Option<Move> {
    let mut search = Search::new(game, limits, seed);
    search.advance(u64::MAX);
    search.choice().played
}

/// Returns how many of twenty games the search wins against the plain alpha-beta with the same nodes: ten openings,
/// each side once.
fn wins_against_plain(nodes: u64, seed: u64) -> usize {
    let limits = Limits::nodes(nodes);
    let wins = |opening: &Game, side: Side| {
        let mut plain = Plain { nodes, left: 0 };
        let search = |game: &Game| best(game, limits, 0);
        let outcome = match side {
            Side::Black => play(opening, search, |game| plain.choose(game.position())),
            Side::White => play(opening, |game| plain.choose(game.position()), search),
        };
        outcome == Outcome::Won(side)
    };
    let openings = openings(seed);
    std::thread::scope(|scope| {
        let count = |side| openings.iter().filter(|opening| wins(opening, side)).count();
        let white = scope.spawn(move || count(Side::White));
        count(Side::Black) + white.join().expect("the other games are played")
    })
}

/// Returns how many of twenty games the first level wins against the second.
fn wins_of_level(one: Level, other: Level) -> usize {
    let games = openings(7).into_iter().zip(0..).flat_map(|(opening, seed)| {
        [Side::Black, Side::White].map(|side| {
            let of = |level: Level| move |game: &Game| best(game, level.limits(), seed);
            let outcome = match side {
                Side::Black => play(&opening, of(one), of(other)),
                Side::White => play(&opening, of(other), of(one)),
            };
            outcome == Outcome::Won(side)
        })
    });
    games.filter(|won| *won).count()
}

#[test]
fn search_beats_plain_alpha_beta_with_equal_nodes() {
    // Few nodes, to keep the test fast. With more nodes the search wins more clearly.
    let won = wins_against_plain(3_000, 16);
    assert!(won >= 14, "{won} won of 20");
}

#[test]
#[ignore = "twenty games of 30 000 boards a move take a minute"]
fn strongest_level_beats_plain_alpha_beta_with_equal_nodes() {
    let won = wins_against_plain(Level::ALL[5].limits().nodes, 16);
    assert!(won >= 19, "{won} won of 20");
}

#[test]
#[ignore = "sixty games take a minute"]
fn each_low_level_beats_the_one_below_it() {
    for number in 1..4 {
        let won = wins_of_level(Level::ALL[number], Level::ALL[number - 1]);
        assert!(won >= 14, "level {} wins {won} of 20", number + 1);
    }
}

#[test]
#[ignore = "games of the high levels take a minute"]
fn each_high_level_beats_the_one_below_it() {
    for number in 4..6 {
        let won = wins_of_level(Level::ALL[number], Level::ALL[number - 1]);
        assert!(won >= 12, "level {} wins {won} of 20", number + 1);
    }
}
