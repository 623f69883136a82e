//! Guarantees of the move search: results that do not depend on how it is split, and correct endgame verdicts.

use puzzles::loa::{Choice, Game, Level, Limits, NoMove, Position, Rules, Search, Verdict};

fn game(text: &str) -> Game {
    Game::from(text.parse::<Position>().unwrap_or_else(|error| panic!("{text}: {error}")), Rules::default())
}

fn searched(game: &Game, nodes: u64) -> Choice {
    let mut search = Search::new(game, Limits::nodes(nodes), 0);
    search.advance(u64::MAX);
    search.choice()
}

fn line(choice: &Choice) -> Vec<String> {
    choice.line.iter().map(|step| step.map_or("pass".to_owned(), |played| played.to_string())).collect()
}

/// Black to move connects its pieces at once, with a1-b2 alone.
const ONE_MOVE: &str = "8/8/8/8/5w1w/b7/8/b1b5 b";

#[test]
fn search_result_does_not_depend_on_step_size() {
    let game = Game::new(Rules::default());
    for limits in [Limits::nodes(9_000), Level::ALL[2].limits()] {
        let mut whole = Search::new(&game, limits, 7);
        assert!(whole.advance(u64::MAX));
        for step in [1, 97, 1_000] {
            let mut cut = Search::new(&game, limits, 7);
            let mut turns = 1;
            while !cut.advance(step) {
                assert_eq!(cut.nodes(), turns * step, "each step visits the given number of boards");
                turns += 1;
            }
            assert_eq!(cut.choice(), whole.choice(), "steps of {step}");
        }
        // A search is not saved: one that is started again and advanced as far continues identically.
        let mut first = Search::new(&game, limits, 7);
        first.advance(1_234);
        let mut again = Search::new(&game, limits, 7);
        again.advance(first.nodes());
        assert_eq!(again.choice(), first.choice());
        assert_eq!((again.advance(500), again.choice()), (first.advance(500), first.choice()));
    }
}

#[test]
fn search_finds_and_reports_a_win() {
    let found = searched(&game(ONE_MOVE), 10_000);
    assert_eq!((found.verdict, line(&found)), (Verdict::Wins(1), vec!["a1-b2".to_owned()]));
    assert!(found.nodes < 100, "it stops when the result is certain: {found:?}");
    // In two moves, Black connects whatever White does in between.
    let found = searched(&game("7w/8/8/b7/8/8/8/b1b4w b"), 100_000);
    assert_eq!(found.verdict, Verdict::Wins(3), "{found:?}");
    assert_eq!(found.line.len(), 3);
}

#[test]
fn search_reports_and_delays_a_loss() {
    // White connects whatever Black does, but not at once.
    let found = searched(&game("8/8/8/8/7b/1w6/b6b/1w1w4 b"), 100_000);
    assert_eq!(found.verdict, Verdict::Loses(6), "{found:?}");
    assert_eq!(found.line.len(), 6, "the line continues to the end");
    assert!(found.nodes < 100_000, "it stops when the result is certain");
}

#[test]
fn search_reports_a_draw() {
    // Neither side has a move on this board.
    let over = ["bwbwbwbw"; 8].join("/") + " b";
    let found = searched(&game(&over), 1000);
    assert_eq!((found.played, found.verdict, found.nodes), (None, Verdict::Draws, 0));
}

#[test]
fn search_of_a_finished_game_returns_its_result() {
    let won = searched(&game("8/8/8/8/8/8/8/bb3w1w b"), 1000);
    assert_eq!((won.played, won.verdict, won.line.len()), (None, Verdict::Wins(0), 0));
    let lost = searched(&game("8/8/8/8/8/8/8/bb3w1w w"), 1000);
    assert_eq!((lost.played, lost.verdict), (None, Verdict::Loses(0)));
}

#[test]
fn search_passes_without_a_move() {
    let blocked = game("bw4wb/ww4ww/8/8/8/8/8/8 b");
    let found = searched(&blocked, 1000);
    assert_eq!((found.played, found.line.first()), (None, Some(&None)));
    assert!(matches!(found.verdict, Verdict::Open | Verdict::Loses(_)), "{found:?}");
    let loses = Game::from(*blocked.position(), Rules { no_move: NoMove::Loses, ..Rules::default() });
    assert_eq!(searched(&loses, 1000).verdict, Verdict::Loses(0));
}

#[test]
fn search_without_nodes_returns_a_legal_move() {
    let start = Game::new(Rules::default());
    let none = searched(&start, 0);
    assert!(none.played.is_some_and(|played| start.moves().contains(&played)));
    assert_eq!((none.nodes, none.depth, none.verdict), (0, 0, Verdict::Open));
}

#[test]
fn every_level_finds_a_win_in_one() {
    for level in Level::ALL {
        for seed in 0..20 {
            let mut search = Search::new(&game(ONE_MOVE), level.limits(), seed);
            search.advance(u64::MAX);
            assert_eq!(line(&search.choice()), ["a1-b2"], "level {}, seed {seed}", level.number());
        }
    }
}

#[test]
fn seed_decides_the_errors_of_a_low_level() {
    let start = Game::new(Rules::default());
    let played = |level: Level, seed| {
        let mut search = Search::new(&start, level.limits(), seed);
        search.advance(u64::MAX);
        search.choice().played
    };
    let different =
        |level: Level| (0..20).map(|seed| played(level, seed)).collect::<std::collections::BTreeSet<_>>().len();
    assert!(different(Level::ALL[0]) > 5);
    assert_eq!((0..3).map(|seed| played(Level::ALL[4], seed)).collect::<std::collections::BTreeSet<_>>().len(), 1);
}
