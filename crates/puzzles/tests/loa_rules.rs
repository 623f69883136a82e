//! The rules of Lines of Action, compared with published examples.

use puzzles::loa::{
    Game, IllegalMove, NoMove, Outcome, Perft, Position, Repetition, Rules, Side, Simultaneous, WrittenMove, perft,
};

fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn moves(text: &str) -> Vec<String> {
    position(text).moves().iter().map(ToString::to_string).collect()
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split(' ') {
        let written = WrittenMove::read(text).expect("two squares");
        let legal = game.legal(written).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(Some(legal)).expect("it is legal");
    }
}

#[test]
fn perft_matches_three_independent_generators() {
    let counts = [
        (1, 0),
        (36, 4),
        (1_244, 156),
        (44_952, 5_980),
        (1_563_208, 219_140),
        (55_963_132, 8_044_976),
        (1_938_494_632, 286_320_692),
    ];
    for (depth, (leaves, captures)) in (0..).zip(counts) {
        assert_eq!(perft(&Position::start(), Rules::default(), depth), Perft { leaves, captures }, "depth {depth}");
    }
}

#[test]
fn finished_game_has_no_more_moves() {
    // Black can capture the second-to-last white piece; then both sides are connected and the game is over.
    let last = position("8/8/8/8/8/8/8/w2b1b1w b");
    assert_eq!(perft(&last, Rules::default(), 1), Perft { leaves: 8, captures: 1 });
    let after = last.moves().into_iter().filter_map(|legal| last.after(legal));
    let ongoing = after.filter(|next| next.outcome(Rules::default()).is_none());
    let leaves = ongoing.map(|next| perft(&next, Rules::default(), 1).leaves).sum::<u64>();
    assert_eq!(perft(&last, Rules::default(), 2).leaves, leaves);
    assert_eq!(perft(&position("8/8/8/8/8/8/8/bb3w1w w"), Rules::default(), 1).leaves, 0);
}

#[test]
fn start_position_has_the_moves_of_the_rules() {
    let all = moves(".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. b");
    let from = |name: &str| all.iter().filter(|text| text.starts_with(name)).cloned().collect::<Vec<_>>();
    assert_eq!(from("b1"), ["b1-h1", "b1-b3", "b1-d3"]);
    assert!(all.contains(&"f8xh6".to_owned()));
    assert_eq!(Position::start(), position("1bbbbbb1/w6w/w6w/w6w/w6w/w6w/w6w/1bbbbbb1 b"));
}

#[test]
fn arbitrary_boards_list_their_moves() {
    assert_eq!(
        moves("8/8/8/8/8/8/8/w2b1b1w b"),
        ["d1xh1", "d1-c2", "d1-d2", "d1-e2", "f1-b1", "f1-e2", "f1-f2", "f1-g2"]
    );
    assert_eq!(
        moves("8/8/8/8/8/8/8/w2b1b1w w").iter().filter(|text| text.ends_with('1')).count(),
        0,
        "both are blocked"
    );
    assert_eq!(moves("8/8/8/3b4/8/8/8/8 b").len(), 8, "a single piece moves one square");
    for nothing in [
        "8/8/8/8/8/8/8/8 b",
        "8/8/8/3b4/8/8/8/8 w",
        "bbbbbbbb/bbbbbbbb/bbbbbbbb/bbbbbbbb/wwwwwwww/wwwwwwww/wwwwwwww/wwwwwwww w",
    ] {
        assert!(moves(nothing).is_empty(), "{nothing}");
    }
}

#[test]
fn positions_survive_a_round_trip_through_text() {
    for text in ["......../......../...b..../......../..w...../......../......../....bbbb w", "8/8/8/8/8/8/8/8 b"] {
        assert_eq!(position(&position(text).to_string()), position(text));
    }
    assert_eq!(
        Position::start().to_string(),
        ".bbbbbb./w......w/w......w/w......w/w......w/w......w/w......w/.bbbbbb. b"
    );
}

#[test]
fn invalid_positions_are_rejected_in_a_sentence() {
    let wrong = [
        ("", "side to move"),
        ("8/8/8/8/8/8/8/8", "side to move"),
        ("8/8/8/8/8/8/8/8 x", "must be b or w"),
        ("8/8/8/8/8/8/8/8 b w", "must be b or w"),
        ("8/8/8/8/8/8/8 b", "got 7"),
        ("8/8/8/8/8/8/8/8/8 b", "more than eight"),
        ("8/8/8/8/8/8/8/7 b", "row 1 must have eight squares, got 7"),
        ("8/8/8/8/8/8/8b/8 b", "row 2 must have eight squares, got more"),
        ("9/8/8/8/8/8/8/8 b", "row 8: squares must be b, w, . or digits from 1 to 8, got '9'"),
        ("8/8/8/B7/8/8/8/8 b", "row 5: squares must be b, w, . or digits from 1 to 8, got 'B'"),
        ("8/8/é7/8/8/8/8/8 b", "row 6: squares must be b, w, . or digits from 1 to 8, got 'é'"),
    ];
    for (text, part) in wrong {
        let sentence = text.parse::<Position>().unwrap_err().to_string();
        assert!(sentence.contains(part), "{text}: {sentence}");
    }
}

#[test]
fn saved_position_with_two_pieces_on_a_square_is_rejected() {
    let text = serde_json::to_string(&Position::start()).unwrap();
    assert_eq!(serde_json::from_str::<Position>(&text).unwrap(), Position::start());
    let error = serde_json::from_str::<Position>(r#"{"black":3,"white":2,"to_move":"Black"}"#).unwrap_err();
    assert!(error.to_string().contains("b1 must hold at most one piece"), "{error}");
    assert!(serde_json::from_str::<puzzles::loa::Square>("64").is_err());
}

#[test]
fn connected_side_wins() {
    let rules = Rules::default();
    let outcome = |text: &str| position(text).outcome(rules);
    assert_eq!(
        outcome("8/8/8/8/8/8/8/bb4ww b"),
        Some(Outcome::Won(Side::White)),
        "if both are connected, the mover wins"
    );
    assert_eq!(outcome("8/8/8/8/8/8/8/bb4ww w"), Some(Outcome::Won(Side::Black)));
    let draw = Rules { simultaneous: Simultaneous::Draw, ..rules };
    assert_eq!(position("8/8/8/8/8/8/8/bb4ww b").outcome(draw), Some(Outcome::Draw));
    assert_eq!(outcome("8/8/8/8/8/8/8/b1b3ww b"), Some(Outcome::Won(Side::White)));
    assert_eq!(outcome("8/8/8/8/8/8/8/b1b3ww w"), Some(Outcome::Won(Side::White)), "also if Black made the move");
    assert_eq!(outcome("8/8/8/8/8/8/8/b1b2w1w w"), None);
    assert_eq!(outcome("8/8/8/3b4/8/8/w7/7w b"), Some(Outcome::Won(Side::Black)), "a single piece is connected");
    assert_eq!(outcome("bbb5/b1b5/bbb5/8/8/8/6w1/w7 w"), Some(Outcome::Won(Side::Black)), "a ring is one group");
}

/// White surrounds the corner pieces of Black, which have no move.
const BLOCKED: &str = "bw4wb/ww4ww/8/8/8/8/8/8 b";

#[test]
fn side_without_a_move_passes_or_loses() {
    let loses = Rules { no_move: NoMove::Loses, ..Rules::default() };
    assert_eq!(position(BLOCKED).outcome(Rules::default()), None);
    assert_eq!(position(BLOCKED).outcome(loses), Some(Outcome::Won(Side::White)));
    let mut game = Game::from(position(BLOCKED), Rules::default());
    assert!(game.must_pass() && game.moves().is_empty());
    assert_eq!(perft(game.position(), game.rules(), 1).leaves, 1, "a pass is one move");
    let refused = game.legal(WrittenMove::read("a8-b7").unwrap());
    assert_eq!(refused, Err(IllegalMove::MustPass));
    game.play(None).unwrap();
    assert_eq!((game.turn(), game.play(None)), (Some(Side::White), Err(IllegalMove::Pass)));
}

#[test]
fn game_without_moves_for_both_sides_is_a_draw() {
    let full = "bbwwbbww/wwbbwwbb/bbwwbbww/wwbbwwbb/bbwwbbww/wwbbwwbb/bbwwbbww/wwbbwwbb b";
    assert_eq!(position(full).moves(), []);
    // A full board without connected sides: diagonal neighbours touch, so the colours must form columns.
    let columns = ["bwbwbwbw"; 8].join("/") + " b";
    assert_eq!(position(&columns).outcome(Rules::default()), Some(Outcome::Draw));
    let loses = Rules { no_move: NoMove::Loses, ..Rules::default() };
    assert_eq!(position(&columns).outcome(loses), Some(Outcome::Won(Side::White)));
}

#[test]
fn repeated_position_is_a_draw() {
    let there_and_back = "b8-b6 a3-c3 b6-b8 c3-a3";
    for (repetition, rounds) in [(Repetition::Third, 2), (Repetition::Second, 1)] {
        let mut game = Game::new(Rules { repetition, ..Rules::default() });
        for round in 0..rounds {
            assert_eq!(game.outcome(), None, "round {round}");
            play(&mut game, there_and_back);
        }
        assert_eq!(game.outcome(), Some(Outcome::Draw));
        assert_eq!(game.legal(WrittenMove::read("b8-b6").unwrap()), Err(IllegalMove::GameOver));
        assert_eq!(game.play(None), Err(IllegalMove::GameOver));
        game.undo().unwrap();
        assert_eq!(game.outcome(), None, "turns that were undone do not count");
    }
}

#[test]
fn each_illegal_move_has_its_own_error() {
    let game = Game::new(Rules::default());
    let square = |name| puzzles::loa::Square::named(name).unwrap();
    for (text, reason) in [
        ("e4-e5", IllegalMove::Empty(square("e4"))),
        ("a2-c2", IllegalMove::NotYours(square("a2"))),
        ("b1-c1", IllegalMove::OwnPiece(square("c1"))),
        ("b1-b1", IllegalMove::OwnPiece(square("b1"))),
        ("b1-b4", IllegalMove::OutOfReach(square("b1"), square("b4"))),
        ("b1-c3", IllegalMove::OutOfReach(square("b1"), square("c3"))),
        ("b1xb3", IllegalMove::NoCapture(square("b1"), square("b3"))),
    ] {
        assert_eq!(game.legal(WrittenMove::read(text).unwrap()), Err(reason), "{text}");
    }
    for text in ["f8xh6", "f8-h6", "f8h6"] {
        assert!(game.legal(WrittenMove::read(text).unwrap()).unwrap().captures, "{text}");
    }
}

#[test]
fn saved_game_can_be_resumed_and_undone() {
    let mut game = Game::new(Rules::default());
    play(&mut game, "b8-b6 a3-c3 f8xh6");
    let saved = serde_json::to_string(&game).unwrap();
    let mut restored: Game = serde_json::from_str(&saved).unwrap();
    assert_eq!(restored, game);
    while restored.undo().is_some() {}
    assert_eq!(restored, Game::new(Rules::default()));
}
