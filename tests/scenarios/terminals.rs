//! Terminals: Lines of Action against the ship on a table, Panguru on a panel in a wall, and their effects.

use crate::{
    bot::bot_run_with,
    scenario::{FIRE, FORWARD, NOTHING, Scenario, text_in_words, turn},
};
use bevy::{math::IVec2, prelude::FixedUpdate};
use engine::{
    AtTerminal, BoardAct, ConduitLock, DoorState, GameEvent, Headless, Intent, Outcome, Snapshot, Start, TableBoard,
    Terminal, TerminalBoard,
};
use level::Level;
use puzzles::loa::{Side, Square};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::sync::Arc;

/// Black, to move, wins with d4xa1.
const NEARLY_WON: &str = "w......w/8/8/8/3b4/8/b7/w......w b";
/// Returns additional legend entries: a table with these settings, a panel with this board, and the things that are
/// wired to them.
pub(crate) fn words(table: &str, conduit: &str) -> String {
    format!(
        "'T': (table: ({table}), name: \"game\"), 'C': (wall: \"hull\", conduit: ({conduit}), name: \"panel\"),
        '1': (door: \"door\", lock: Sealed, name: \"vault\"), 'w': (pickup: \"clip\", waits: true, name: \"prize\"),
        'x': (monster: \"shambler\", waits: true, facing: 180, name: \"den\"),"
    )
}

/// The map of scenarios at a table.
const TABLE: &str = "##########\n#@T..1.wx#\n#....#...#\n##########";

/// Returns a player who faces a table.
fn at_table(table: &str, triggers: &str) -> Scenario {
    let mut scenario = Scenario::in_words(
        TABLE,
        &words(table, "optimum: 1"),
        &format!(
            "triggers: [{triggers} (at: \"game\", on: Lost, repeat: Always, do: [Spawn(\"prize\"), Spawn(\"den\")])]"
        ),
    );
    scenario.press_use();
    scenario
}

const PANEL: &str = "####C#####\n#...@.1.x#\n#....w####\n##########";
const PANEL_WIRES: &str = "triggers: [
        (at: \"panel\", on: Solved, repeat: Always, do: [Spawn(\"den\"), Open(\"vault\")]),
        (at: \"panel\", on: SolvedBest, do: [Spawn(\"prize\")]),
    ]";

/// Returns a player who faces a panel.
pub(crate) fn at_panel(conduit: &str) -> Scenario {
    let mut scenario = Scenario::in_words(PANEL, &words("", conduit), PANEL_WIRES);
    scenario.tick(turn(-90.0));
    scenario.press_use();
    scenario
}

pub(crate) fn at(scenario: &Scenario) -> bool {
    scenario.headless.world().resource::<AtTerminal>().0.is_some()
}

fn terminal(headless: &mut Headless) -> TerminalBoard {
    let mut query = headless.world_mut().query::<&Terminal>();
    query.iter(headless.world()).next().expect("the story has a terminal").board.clone()
}

fn table(scenario: &mut Scenario) -> TableBoard {
    match terminal(&mut scenario.headless) {
        TerminalBoard::Table(board) => board,
        TerminalBoard::Conduit(_) => panic!("a table"),
    }
}

pub(crate) fn lock(scenario: &mut Scenario) -> ConduitLock {
    match terminal(&mut scenario.headless) {
        TerminalBoard::Conduit(lock) => lock,
        TerminalBoard::Table(_) => panic!("a panel"),
    }
}

/// Performs one action in one tick.
pub(crate) fn act(scenario: &mut Scenario, act: BoardAct) {
    scenario.tick(Intent { board: Some(act), ..NOTHING });
}

/// Picks squares, one after the other.
fn pick(scenario: &mut Scenario, squares: &[&str]) {
    for name in squares {
        act(scenario, BoardAct::Pick(Square::named(name).expect("a square").into()));
    }
}

#[test]
fn player_at_a_table_neither_walks_nor_fires() {
    let mut scenario = at_table("", "");
    assert!(at(&scenario));
    let (place, ammo) = (scenario.player(), scenario.ammo());
    let wild = Intent { forward: -1.0, strafe: 1.0, turn: 0.3, run: true, ..FIRE };
    scenario.for_seconds(1.0, wild);
    assert_eq!((scenario.player(), scenario.ammo(), at(&scenario)), (place, ammo, true));
    assert!(scenario.heading_degrees().abs() < 1.0, "the player looks at the board");
    act(&mut scenario, BoardAct::Leave);
    assert!(!at(&scenario));
    scenario.for_seconds(0.5, Intent { forward: -1.0, ..FIRE });
    assert!(scenario.ammo() < ammo);
}

#[test]
fn held_use_key_does_not_reopen_the_terminal() {
    let mut scenario = at_table("", "");
    let held = Intent { use_: true, ..NOTHING };
    scenario.for_seconds(0.3, held);
    scenario.tick(Intent { board: Some(BoardAct::Leave), ..held });
    scenario.for_seconds(0.3, held);
    assert!(!at(&scenario));
    scenario.tick(NOTHING);
    scenario.press_use();
    assert!(at(&scenario));
}

#[test]
fn actions_without_a_terminal_are_discarded() {
    let mut scenario = Scenario::on("#####\n#@..#\n#####");
    let world = scenario.headless.world_mut();
    world.resource_mut::<Intent>().board = Some(BoardAct::Restart);
    // All ticks between two frames read the same intent. Without this, the action would be performed if the player
    // reached a terminal in a later one.
    world.run_schedule(FixedUpdate);
    assert_eq!(world.resource::<Intent>().board, None);
}

#[test]
fn table_stops_bodies_but_not_shots() {
    let words = words("", "optimum: 1");
    let mut scenario = Scenario::in_words("########\n#@.T..z#\n########", &words, "");
    scenario.tick(FIRE);
    assert_eq!(scenario.healths().len(), 1);
    assert!(scenario.healths()[0] < 50, "the shot went over it: {:?}", scenario.healths());
    let mut scenario = Scenario::in_words("########\n#@.T...#\n########", &words, "");
    scenario.for_seconds(3.0, FORWARD);
    assert!(scenario.player().0 < 3.0);
    assert_eq!(scenario.stuck_body(), None);
}

#[test]
fn illegal_target_leaves_the_piece_selected() {
    let mut scenario = at_table("", "");
    let picked = |scenario: &mut Scenario| table(scenario).table.selected().map(|square| square.to_string());
    pick(&mut scenario, &["d4", "a2"]);
    assert_eq!((picked(&mut scenario), scenario.count(GameEvent::BoardRefuses)), (None, 2));
    pick(&mut scenario, &["b1"]);
    assert_eq!((picked(&mut scenario).as_deref(), scenario.count(GameEvent::BoardPick)), (Some("b1"), 1));
    pick(&mut scenario, &["c8", "d5"]);
    assert_eq!(
        picked(&mut scenario).as_deref(),
        Some("c8"),
        "another own piece is taken instead, and d5 cannot be reached"
    );
    act(&mut scenario, BoardAct::Pick(200));
    assert_eq!(scenario.count(GameEvent::BoardRefuses), 4);
    pick(&mut scenario, &["c6"]);
    assert_eq!((picked(&mut scenario), scenario.count(GameEvent::BoardMoves)), (None, 1));
    pick(&mut scenario, &["b1"]);
    assert_eq!(picked(&mut scenario), None, "now the ship thinks");
}

#[test]
fn reply_time_of_the_ship_only_depends_on_the_board() {
    let replies = |settings: &str, wait: f32| {
        let mut scenario = at_table(settings, "");
        scenario.wait(wait);
        pick(&mut scenario, &["b1", "b3"]);
        let moved = scenario.now();
        scenario.until(NOTHING, |scenario| scenario.count(GameEvent::BoardReplies) > 0);
        (scenario.now() - moved, table(&mut scenario).table.last_move())
    };
    for level in 1..=6 {
        let settings = format!("level: {level}");
        let (ticks, reply) = replies(&settings, 0.0);
        assert!((50..=120).contains(&ticks), "level {level}: {ticks} ticks");
        assert_eq!(replies(&settings, 0.7), (ticks, reply), "level {level}");
    }
}

#[test]
fn won_game_triggers_its_wires_and_stays_won() {
    let mut scenario = at_table(
        &format!("position: \"{NEARLY_WON}\""),
        "(at: \"game\", on: Won, do: [Open(\"vault\"), Say(\"Well played.\")]),",
    );
    pick(&mut scenario, &["d4", "a1"]);
    assert_eq!((scenario.count(GameEvent::BoardWon), scenario.count(GameEvent::Says(0))), (1, 1));
    assert_eq!(scenario.wait(1.5).door().0, DoorState::Open, "the simulation continues meanwhile");
    assert!(at(&scenario));
    pick(&mut scenario, &["a1"]);
    scenario.wait(1.0);
    assert_eq!(
        (scenario.count(GameEvent::BoardWon), scenario.count(GameEvent::BoardReplies)),
        (1, 0),
        "no more moves are accepted"
    );
    act(&mut scenario, BoardAct::Restart);
    assert_eq!(table(&mut scenario).table.game().position().to_string(), level_position(NEARLY_WON));
    pick(&mut scenario, &["d4", "a1"]);
    assert_eq!((scenario.count(GameEvent::BoardWon), table(&mut scenario).lost), (2, 0));
}

/// Returns a position in its complete notation.
fn level_position(text: &str) -> String {
    text.parse::<puzzles::loa::Position>().expect("a position").to_string()
}

#[test]
fn two_player_games_trigger_nothing() {
    let mut scenario =
        at_table(&format!("position: \"{NEARLY_WON}\""), "(at: \"game\", on: Won, do: [Open(\"vault\")]),");
    act(&mut scenario, BoardAct::Company);
    pick(&mut scenario, &["d4", "a1"]);
    assert!(table(&mut scenario).is_for_two() && table(&mut scenario).table.game().outcome().is_some());
    assert_eq!((scenario.wait(0.5).count(GameEvent::DoorOpens), table(&mut scenario).lost), (0, 0));
    act(&mut scenario, BoardAct::Company);
    pick(&mut scenario, &["d4", "a1"]);
    assert_eq!(scenario.wait(0.5).count(GameEvent::DoorOpens), 1, "against the ship it counts");
}

#[test]
fn lost_games_trigger_their_wires() {
    let mut scenario = at_table(
        &format!("begins: Ship, level: 6, position: \"{NEARLY_WON}\""),
        "(at: \"game\", on: LostThreeTimes, repeat: Toggle, do: [Open(\"vault\")]),",
    );
    assert_eq!(table(&mut scenario).side(), Side::White);
    for lost in 1..=3 {
        assert_eq!((scenario.count(GameEvent::DoorOpens), table(&mut scenario).lost), (0, lost - 1));
        scenario.wait(1.0);
        assert_eq!((scenario.count(GameEvent::BoardLost), table(&mut scenario).lost), (lost as usize, lost));
        assert_eq!(scenario.pickups().len(), 1, "the wire of a lost game");
        act(&mut scenario, BoardAct::Restart);
    }
    scenario.wait(0.1);
    assert_eq!((scenario.count(GameEvent::DoorOpens), scenario.count(GameEvent::BoardWon)), (1, 0));
}

#[test]
fn giving_up_a_game_counts_as_a_loss() {
    let mut scenario = at_table("", "");
    act(&mut scenario, BoardAct::Restart);
    assert_eq!(table(&mut scenario).lost, 0, "nothing was played");
    pick(&mut scenario, &["b1", "b3"]);
    act(&mut scenario, BoardAct::Restart);
    assert_eq!((table(&mut scenario).lost, scenario.count(GameEvent::BoardLost)), (1, 1));
    assert_eq!(table(&mut scenario).table.game().turns().len(), 0);
}

#[test]
fn level_limits_the_number_of_undone_moves() {
    let mut scenario = at_table("undos: 1", "");
    let turns = |scenario: &mut Scenario| table(scenario).table.game().turns().len();
    for (undone, left) in [(1, 0), (1, 2)] {
        pick(&mut scenario, &["b1", "b3"]);
        scenario.wait(1.2);
        assert_eq!(turns(&mut scenario), 2);
        act(&mut scenario, BoardAct::Undo);
        assert_eq!(turns(&mut scenario), left, "{undone}");
    }
    assert_eq!(scenario.count(GameEvent::BoardRefuses), 1);
}

#[test]
fn game_can_be_left_and_continued() {
    let mut scenario = at_table("level: 6", "");
    pick(&mut scenario, &["b1", "b3"]);
    scenario.wait(0.2);
    act(&mut scenario, BoardAct::Leave);
    scenario.wait(2.0);
    assert_eq!(scenario.count(GameEvent::BoardReplies), 0, "the ship waits for the player");
    scenario.press_use();
    let began = scenario.now();
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::BoardReplies) > 0);
    assert!(scenario.now() - began > 50, "and restarts its search");
    assert_eq!(table(&mut scenario).table.game().turns().len(), 2);
}

#[test]
fn hurt_or_pushed_player_leaves_the_terminal() {
    let words = words("", "optimum: 1");
    let mut scenario = Scenario::in_words("########\n#@T....#\n#.z....#\n########", &words, "");
    scenario.press_use();
    assert!(at(&scenario));
    let health = scenario.health();
    scenario.until(NOTHING, |scenario| scenario.health() < health);
    scenario.tick(NOTHING);
    assert!(!at(&scenario));

    let mut scenario = at_table("", "");
    scenario.put_player(1.5, 2.5);
    scenario.tick(NOTHING);
    assert!(at(&scenario));
    scenario.put_player(4.9, 2.5);
    scenario.tick(NOTHING);
    assert!(!at(&scenario));
}

#[test]
fn player_at_a_terminal_is_warned_of_monsters() {
    let words = words("", "optimum: 1");
    let mut scenario = Scenario::in_words("############\n#@T.......z#\n#..........#\n############", &words, "");
    scenario.press_use();
    scenario.until(NOTHING, |scenario| scenario.count(GameEvent::BoardNear) > 0);
    let near = scenario.reports(GameEvent::BoardNear)[0].at;
    assert!((4.0..5.0).contains(&(near.x - scenario.player().0)), "{near}");
    scenario.wait(0.3);
    assert_eq!(scenario.count(GameEvent::BoardNear), 1, "once");

    let mut scenario = Scenario::in_words("############\n#@T.......z#\n#..........#\n############", &words, "");
    scenario.until(NOTHING, |scenario| scenario.monsters()[0].at.x < 5.0);
    assert_eq!(scenario.count(GameEvent::BoardNear), 0, "the player can see the surroundings");
}

#[test]
fn board_closes_before_an_attacker_on_the_easiest_skill() {
    let map = "############\n#@T.......z#\n#..........#\n############";
    for (skill, closes) in [(1, true), (2, false)] {
        let level = Scenario::level_in_words(map, &words("", "optimum: 1"), "");
        let mut scenario = Scenario::begin(Start { skill, ..Start::on(level) });
        scenario.press_use();
        assert!(at(&scenario));
        scenario.until(NOTHING, |scenario| scenario.count(GameEvent::BoardNear) > 0);
        assert_eq!((at(&scenario), scenario.health()), (!closes, 100), "skill {skill}");
        // The player may open it again, and the game on it is kept.
        if closes {
            scenario.press_use();
            scenario.wait(0.1);
            assert!(at(&scenario));
        }
    }
}

/// Continues a run and one that is restored now and then, with random actions, and checks that both stay identical.
fn goes_on_the_same(mut scenario: Scenario, seconds: f32, actions: &[BoardAct]) {
    let mut chance = Pcg32::seed_from_u64(5);
    let mut other = scenario.restored();
    for tick in 0..engine::ticks(seconds) {
        if chance.random_range(0..7) == 0 {
            other = scenario.restored();
        }
        let board = (tick % 90 == 0).then(|| actions.get(tick as usize / 90).copied()).flatten();
        let intent = Intent { board, ..NOTHING };
        scenario.tick(intent);
        other.tick(intent);
        let (one, two) = (scenario.headless.snapshot().parts(), other.snapshot().parts());
        assert_eq!(one, two, "diverged at tick {tick}");
        assert_eq!(scenario.headless.events(), other.events(), "tick {tick}");
    }
}

#[test]
fn restored_run_while_the_ship_thinks_is_identical() {
    let square = |name| BoardAct::Pick(Square::named(name).expect("a square").into());
    let actions = [square("b1"), square("b3"), square("c1"), square("c3"), BoardAct::Undo, square("g8"), square("g6")];
    goes_on_the_same(at_table("level: 6", ""), 6.0, &actions);
    let hard = "plates: \"YGBWPCYRPOOGRCB\", pebbles: \"PRRCGOCBBGYPOY-\"";
    goes_on_the_same(at_panel(hard), 2.5, &[BoardAct::Hint, BoardAct::Pick(9), BoardAct::Hint]);
}

#[test]
fn snapshot_with_invalid_terminal_is_rejected() {
    let mut scenario = at_panel("optimum: 5, seed: 2");
    let text = ron::to_string(&scenario.headless.snapshot()).expect("a snapshot has a text");
    let damaged: Snapshot = ron::from_str(&text.replace("solved:false", "solved:true")).expect("it can still be read");
    let told = scenario.restore(&damaged).err().map(|error| error.to_string());
    assert_eq!(told.as_deref(), Some("it is damaged: the terminals do not match the level"));

    let mut scenario = at_table("level: 2", "");
    pick(&mut scenario, &["b1"]);
    let text = ron::to_string(&scenario.headless.snapshot()).expect("a snapshot has a text");
    let table = |x| {
        let cell = scenario.orientation.cell(IVec2::new(x, 1));
        format!("(x:{},y:{},board:Table", cell.x, cell.y)
    };
    for (whole, broken) in [(table(2), table(3)), ("Computer(2)".to_owned(), "Computer(3)".to_owned())] {
        assert!(text.contains(&whole), "{text} contains {whole}");
        let damaged: Snapshot = ron::from_str(&text.replace(&whole, &broken)).expect("it can still be read");
        let told = scenario.restore(&damaged).err().map(|error| error.to_string());
        assert_eq!(told.as_deref(), Some("it is damaged: the terminals do not match the level"), "{broken}");
    }
    let damaged = text.replace("\"selected\"", "selected").replace("selected:Some(1)", "selected:Some(30)");
    assert!(damaged != text && ron::from_str::<Snapshot>(&damaged).is_err(), "there is no such piece");
}

/// Returns the errors of a level with these triggers.
fn told(triggers: &str) -> String {
    let text =
        text_in_words("##C###\n#@T1.#\n######", &words("", "optimum: 1"), &format!("\ntriggers: [\n{triggers}]"));
    Level::read("deck.ron", text.as_bytes()).expect_err(triggers).to_string()
}

#[test]
fn wires_of_games_must_be_at_terminals() {
    for (triggers, message) in [
        ("(at: \"panel\", on: Won, do: [Exit])", "`Won`, `Lost` and `LostThreeTimes` must be on tables"),
        ("(at: \"vault\", on: Lost, do: [Exit])", "`Won`, `Lost` and `LostThreeTimes` must be on tables"),
        ("(at: \"game\", on: Solved, do: [Exit])", "`Solved` and `SolvedBest` must be on conduits"),
        ("(at: \"game\", on: Won, by: Undead, do: [Exit])", "`by` requires `on: Step`"),
        ("(at: \"game\", on: LostThreeTimes, repeat: WhileHeld, do: [Exit])", "`WhileHeld` requires `on: Step`"),
        ("(at: \"game\", on: Won, do: [Open(\"valt\")])", "no cell is named 'valt'"),
    ] {
        let told = told(triggers);
        assert!(told.contains(message) && told.contains("triggers[0]"), "{told}\nis not {message}");
    }
}

#[test]
fn lints_consider_games_and_report_unwired_terminals() {
    let warnings = |map: &str, triggers: &str| {
        let level = Scenario::level_in_words(map, &words("", "optimum: 1"), &format!("triggers: [{triggers}]"));
        crate::scenario::findings(&level)
    };
    let map = "####C####\n#@...1.L#\n#T#######\n#########";
    let open = |at: &str, on: &str| format!("(at: \"{at}\", on: {on}, do: [Open(\"vault\")]),");
    assert_eq!(warnings(map, &(open("game", "LostThreeTimes") + &open("panel", "Solved"))), [] as [&str; 0]);
    assert_eq!(warnings(map, &open("panel", "SolvedBest")), ["nothing is wired to the terminal in row 3, column 2"]);
    let shut = "####C####\n#@1T....L\n#########";
    assert!(warnings(shut, &open("game", "Won")).iter().any(|told| told.contains("'game' cannot be reached")));
}

#[test]
fn bot_plays_games_to_open_its_path() {
    for (what, triggers) in [
        ("game", "(at: \"game\", on: Won, do: [Open(\"vault\")]), (at: \"panel\", on: Solved, do: [Say(\"Click.\")])"),
        ("panel", "(at: \"panel\", on: Solved, do: [Open(\"vault\")]), (at: \"game\", on: Won, do: [Say(\"Click.\")])"),
        (
            "panel",
            "(at: \"panel\", on: SolvedBest, do: [Open(\"vault\")]), (at: \"game\", on: Won, do: [Say(\"Click.\")])",
        ),
    ] {
        let map = "####C######\n#@......1.L\n#..T..#####\n#.....#####\n###########";
        let level = Scenario::level_in_words(
            map,
            &words("level: 2", "optimum: 9, seed: 3"),
            &format!("triggers: [{triggers}]"),
        );
        assert_eq!(crate::scenario::findings(&level), [] as [&str; 0], "{what}");
        for skill in 1..=4 {
            let run = bot_run_with(&Start { skill, ..Start::on(Arc::clone(&level)) }, |_, _| {});
            assert_eq!(run.outcome, Outcome::Lift, "{what}: {run:?}");
            assert!(run.tick < u64::from(engine::ticks(120.0)), "{what} took it {} ticks", run.tick);
        }
    }
}
