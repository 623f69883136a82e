//! Picking squares at a table.

use puzzles::loa::{Game, Level, Outcome, Picked, Player, Position, Rules, Side, Square, Table, WrittenMove};

const PERSON: Player = Player::Person;

fn computer() -> Player {
    Player::Computer(Level::ALL[0])
}

fn square(name: &str) -> Square {
    Square::named(name).expect("a square of the board")
}

/// Returns a table for two persons with a new game.
fn two() -> Table {
    Table::new(Rules::default(), [PERSON; 2], None)
}

/// Picks squares one after the other; returns the result of the last pick.
fn pick(table: &mut Table, names: &[&str]) -> Picked {
    names.iter().map(|name| table.pick(square(name))).last().expect("at least one name")
}

/// Returns a table with a position.
fn at(position: &str, players: [Player; 2]) -> Table {
    Table::with(Game::from(position.parse::<Position>().expect("a position"), Rules::default()), players, None)
}

/// Makes the computer's move.
fn reply(table: &mut Table, text: &str) {
    let legal = table.game().legal(WrittenMove::read(text).expect("a move")).expect("a legal one");
    table.reply(Some(legal)).expect("a legal reply");
}

#[test]
fn first_pick_selects_a_piece_of_the_side_to_move() {
    let mut table = two();
    for nothing in ["d4", "a4", "h2", "a1"] {
        assert_eq!((pick(&mut table, &[nothing]), table.selected()), (Picked::Ignored, None), "{nothing}");
    }
    assert_eq!((pick(&mut table, &["b1"]), table.selected()), (Picked::Selected, Some(square("b1"))));
    let targets: Vec<String> = table.targets().iter().map(ToString::to_string).collect();
    assert_eq!(targets, ["b1-h1", "b1-b3", "b1-d3"]);
}

#[test]
fn picking_another_own_piece_changes_the_selection() {
    let mut table = two();
    assert_eq!(pick(&mut table, &["b1", "c8"]), Picked::Selected);
    assert_eq!(table.selected(), Some(square("c8")));
    assert_eq!(pick(&mut table, &["c8"]), Picked::Ignored, "it is selected already");
    assert_eq!(table.selected(), Some(square("c8")));
}

#[test]
fn illegal_target_is_ignored_and_keeps_the_selection() {
    let mut table = two();
    for wrong in ["b2", "b4", "h8", "a1", "a2"] {
        assert_eq!(pick(&mut table, &["b1", wrong]), Picked::Ignored, "{wrong}");
        assert_eq!((table.selected(), table.game().turns().len()), (Some(square("b1")), 0), "{wrong}");
    }
}

#[test]
fn legal_target_makes_the_move_and_ends_the_turn() {
    let mut table = two();
    let Picked::Moved(moved) = pick(&mut table, &["b1", "b3"]) else { panic!("b1-b3 is legal") };
    assert_eq!((moved.to_string(), table.last_move()), ("b1-b3".to_owned(), Some(moved)));
    assert_eq!((table.selected(), table.game().turn()), (None, Some(Side::White)));
    assert_eq!(pick(&mut table, &["b3"]), Picked::Ignored, "now White picks");
    let Picked::Moved(moved) = pick(&mut table, &["h2", "f2"]) else { panic!("h2-f2 is legal") };
    assert_eq!(table.last_move(), Some(moved));
}

#[test]
fn picks_are_ignored_on_the_computers_turn() {
    let mut table = Table::new(Rules::default(), [PERSON, computer()], None);
    assert_eq!(table.thinking(), None);
    pick(&mut table, &["b1", "b3"]);
    assert_eq!(table.thinking(), Some(Level::ALL[0]));
    assert_eq!((pick(&mut table, &["a2"]), table.selected()), (Picked::Ignored, None));
    assert!(!table.undo(), "undo is not possible while the computer is to move");
    reply(&mut table, "a2-c2");
    assert_eq!((table.thinking(), pick(&mut table, &["c1"])), (None, Picked::Selected));
    let illegal = table.clone();
    assert!(table.reply(None).is_err() && table == illegal, "a move that is not legal changes nothing");
}

#[test]
fn undo_takes_back_a_move_and_its_reply() {
    let mut table = Table::new(Rules::default(), [PERSON, computer()], Some(1));
    assert!(!table.undo(), "nothing was played");
    let start = *table.game().position();
    pick(&mut table, &["b1", "b3"]);
    reply(&mut table, "a2-c2");
    pick(&mut table, &["c1"]);
    assert_eq!((table.undos_left(), table.can_undo()), (Some(1), true));
    assert!(table.undo());
    assert_eq!((*table.game().position(), table.selected(), table.undos_left()), (start, None, Some(0)));
    pick(&mut table, &["b1", "b3"]);
    reply(&mut table, "a2-c2");
    assert!(!table.can_undo() && !table.undo(), "once only");
    table.restart();
    assert_eq!(table, Table::new(Rules::default(), [PERSON, computer()], Some(1)), "a new game has its own counter");
}

#[test]
fn two_people_undo_one_move_at_a_time_without_limit() {
    let mut table = two();
    for squares in [["b1", "b3"], ["a4", "c4"], ["d1", "d3"]] {
        assert!(matches!(pick(&mut table, &squares), Picked::Moved(_)), "{squares:?}");
    }
    let left = [2, 1, 0].map(|_| table.undo().then(|| table.game().turns().len()));
    assert_eq!(left, [Some(2), Some(1), Some(0)]);
    assert!(!table.undo());
    assert_eq!((table.game(), table.undos_left()), (&Game::new(Rules::default()), None));
}

#[test]
fn first_move_of_the_computer_is_not_undone() {
    let mut table = Table::new(Rules::default(), [computer(), PERSON], None);
    reply(&mut table, "b1-b3");
    assert!(!table.can_undo());
    pick(&mut table, &["a4", "c4"]);
    reply(&mut table, "d1-d3");
    assert!(table.undo());
    assert_eq!(table.game().turns().len(), 1, "the computer's first move stays");
}

#[test]
fn finished_game_ignores_picks_and_undo() {
    let mut table = at("w......w/8/8/8/3b4/8/b7/w......w b", [PERSON; 2]);
    let legal = table.game().moves().into_iter().find(|legal| {
        let after = table.game().position().after(*legal);
        after.is_some_and(|after| after.is_together(Side::Black))
    });
    let wins = legal.unwrap();
    assert_eq!(pick(&mut table, &[&wins.from.to_string(), &wins.to.to_string()]), Picked::Moved(wins));
    assert_eq!(table.game().outcome(), Some(Outcome::Won(Side::Black)));
    assert_eq!((table.to_move(), table.thinking()), (None, None));
    assert_eq!((pick(&mut table, &["a8"]), table.undo()), (Picked::Ignored, false));
    table.restart();
    assert_eq!((table.game().turns().len(), table.to_move()), (0, Some(PERSON)));
}

#[test]
fn person_without_a_move_passes_automatically() {
    // Black's two pieces would have to jump over a white piece in each direction.
    let shut_in = "6wb/6ww/8/8/8/8/ww6/bw6 b";
    let mut table = at(shut_in, [PERSON; 2]);
    assert_eq!((table.passed(), table.game().turn()), (Some(Side::Black), Some(Side::White)));
    let played = table.game().moves()[0];
    pick(&mut table, &[&played.from.to_string(), &played.to.to_string()]);
    assert_eq!(table.last_move(), Some(played), "a pass does not hide the last move");
    let table = at(shut_in, [computer(), PERSON]);
    assert_eq!((table.passed(), table.thinking().is_some()), (None, true), "a computer passes explicitly");
}

#[test]
fn table_survives_a_save_and_invalid_saves_are_rejected() {
    let mut table = Table::new(Rules::default(), [PERSON, computer()], Some(2));
    pick(&mut table, &["b1"]);
    let text = serde_json::to_string(&table).unwrap();
    assert_eq!(serde_json::from_str::<Table>(&text).unwrap(), table);
    for (old, new) in [
        ("\"selected\":1", "\"selected\":30"),
        ("\"selected\":1", "\"selected\":99"),
        ("\"Person\"", "{\"Computer\":9}"),
    ] {
        let broken = text.replacen(old, new, 1);
        assert!(broken != text && serde_json::from_str::<Table>(&broken).is_err(), "{broken}");
    }
}
