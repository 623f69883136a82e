//! Ten drawn maps, one for each group of rules, with their expected cells.

use crate::drawing::{draw, imported, original, shape, thing};
use level::{
    Axis, CellShape, Direction, GameData, IdleBehaviour, Key, Level, Lock, PatrolDirection, ThingKind, TriggerAction,
    TriggerCause,
};
use wolf_maps::{Imported, export, import};

fn door(level: &Level, at: (usize, usize)) -> Option<(Axis, Option<Lock>)> {
    if let CellShape::Door { along, lock, .. } = shape(level, at) { Some((along, lock)) } else { None }
}

fn lift(level: &Level, at: (usize, usize)) -> Option<(Option<Direction>, bool)> {
    if let CellShape::Lift { face, secret, .. } = shape(level, at) { Some((face, secret)) } else { None }
}

/// Name of the monster, its facing in degrees, what it does, and its lowest skill.
fn monster(level: &Level, at: (usize, usize)) -> (&str, i32, IdleBehaviour, u8) {
    let thing = thing(level, at);
    let ThingKind::Monster(index) = thing.kind else { panic!("a monster is at {at:?}") };
    (level.monster(index), thing.facing.to_degrees().round() as i32, thing.habit, thing.skill)
}

fn has_note(imported: &Imported, what: &str) -> bool {
    imported.notes.iter().any(|note| note.contains(what))
}

#[test]
fn doors_of_both_directions_keep_their_axis() {
    let Imported { level, notes } = imported(
        &[
            "#######", //
            "#@.|..#", "###.#-#", "###.#.#", "###-#.L", "###.#.#", "#######",
        ],
        &[],
    );
    assert_eq!(door(&level, (3, 1)), None, "its south end has no wall");
    assert_eq!(door(&level, (5, 2)), Some((Axis::X, None)));
    assert_eq!(door(&level, (3, 4)), Some((Axis::X, None)));
    assert_eq!(notes, ["a door must have walls at both ends: it becomes open floor: at (3, 1)"]);
    let into_wall = imported(&["#####", "#@|##", "#####"], &[]);
    assert!(shape(&into_wall.level, (2, 1)).is_wall());
    assert_eq!(into_wall.notes, ["a door that leads into a wall becomes a wall: at (2, 1)"]);
    let turned = imported(&["#####", "#@-.#", "#####"], &[]);
    assert_eq!(door(&turned.level, (2, 1)), Some((Axis::Y, None)), "its walls decide");
    assert_eq!(turned.notes, ["a door must extend from wall to wall: it is turned: at (2, 1)"]);
    assert_eq!((level.player.x, level.player.y, level.player.facing), (1, 1, 0.0));
}

#[test]
fn locks_have_the_keys_that_the_original_has() {
    let Imported { level, notes } = imported(
        &["############", "#@gsabcdel.L", "############"],
        &[
            ('g', 108, 43),
            ('s', 108, 44),
            ('a', 92, 0),
            ('b', 94, 0),
            ('c', 96, 0),
            ('d', 98, 0),
            ('e', 100, 0),
            ('l', 101, 0),
        ],
    );
    let locks: Vec<_> = (4..9).map(|x| door(&level, (x, 1)).map(|(_, lock)| lock)).collect();
    assert_eq!(
        locks,
        [Some(Some(Lock::A)), Some(Some(Lock::B)), Some(Some(Lock::C)), Some(Some(Lock::Sealed)), Some(None)]
    );
    assert_eq!([2, 3].map(|x| thing(&level, (x, 1)).kind), [Key::A, Key::B].map(ThingKind::Key));
    assert_eq!(notes, ["a door must extend from wall to wall: it is turned: at (9, 1)"]);
}

#[test]
fn push_walls_move_two_cells_and_need_room() {
    let Imported { level, notes } = imported(&["########", "#@%...%#", "#%######", "########"], &[]);
    let CellShape::Push { way, cells, .. } = shape(&level, (2, 1)) else { panic!("a push-wall is there") };
    assert_eq!((way, cells), (None, Some(2)));
    assert!(shape(&level, (6, 1)).is_wall() && shape(&level, (1, 2)).is_wall());
    assert_eq!(
        notes,
        ["a push-wall must have floor in front of it and behind it: it becomes a wall: at (6, 1) and one more place"]
    );
}

#[test]
fn two_of_four_sides_of_a_lift_work() {
    let Imported { level, notes } = imported(
        &[
            "#########", //
            "#..#L#..#",
            "L@.....L#",
            "#.......#",
            "#...L...#",
            "#.......#",
            "#..#L#..#",
            "#########",
        ],
        &[],
    );
    assert_eq!(lift(&level, (0, 2)), Some((Some(Direction::East), false)));
    assert_eq!(lift(&level, (7, 2)), Some((Some(Direction::West), false)));
    assert_eq!(lift(&level, (4, 1)), None, "it is used from the south");
    assert_eq!(lift(&level, (4, 6)), None, "it is used from the north");
    assert_eq!(lift(&level, (4, 4)), Some((Some(Direction::West), false)), "no prop is adjacent");
    assert!(notes.iter().any(|note| note.contains("this one becomes a wall: at (4, 1) and one more place")));
    let between = imported(&["#####", "#@L.#", "#####"], &[]);
    assert_eq!(lift(&between.level, (2, 1)), Some((None, false)), "both sides work, and no other is free");
}

#[test]
fn floor_107_leads_to_the_secret_map() {
    let Imported { level, notes } =
        imported(&["######", "#@..sL", "#...tL", "L....#", "######"], &[('s', 107, 0), ('t', 109, 0)]);
    assert_eq!(lift(&level, (5, 1)), Some((Some(Direction::West), true)));
    assert_eq!(lift(&level, (5, 2)), Some((Some(Direction::West), false)));
    assert_eq!(lift(&level, (0, 3)), Some((Some(Direction::East), false)));
    assert_eq!(level.exit_names(), ["lift", "secret lift"]);
    assert!(notes.is_empty(), "{notes:?}");
}

/// Turn points in all eight directions, and patrols: `e` is a guard that walks east, `d` a dog.
const PATROLS: [(char, u16, u16); 10] = [
    ('>', 108, 90),
    ('/', 108, 91),
    ('^', 108, 92),
    ('`', 108, 93),
    ('<', 108, 94),
    (',', 108, 95),
    ('v', 108, 96),
    ('\\', 108, 97),
    ('e', 108, 112),
    ('d', 108, 138),
];

#[test]
fn patrols_turn_in_eight_directions() {
    use PatrolDirection::{East, North, NorthEast, NorthWest, South, SouthEast, SouthWest, West};
    let Imported { level, notes } = imported(
        &[
            "##########", //
            "#..>e.\\..#",
            "#........#",
            "#/......v#",
            "#...@....#",
            "#^......,#",
            "#........#",
            "#..`..<..L",
            "##########",
        ],
        &PATROLS,
    );
    let turns: Vec<_> = level.turns.iter().map(|turn| (turn.x, turn.y, turn.to)).collect();
    let round = [
        (3, 1, East),
        (6, 1, SouthEast),
        (1, 3, NorthEast),
        (8, 3, South),
        (1, 5, North),
        (8, 5, SouthWest),
        (3, 7, NorthWest),
        (6, 7, West),
    ];
    assert_eq!(turns, round);
    assert_eq!(monster(&level, (4, 1)), ("shambler", 0, IdleBehaviour::Patrol, 1));
    assert!(notes.is_empty(), "{notes:?}");
}

#[test]
fn patrols_whose_path_ends_do_not_begin() {
    let Imported { level, notes } = imported(
        &[
            "########", //
            "#e....@#",
            "####.###",
            "#d..\\..#",
            "#....#.L",
            "########",
        ],
        &PATROLS,
    );
    assert_eq!(monster(&level, (1, 1)), ("shambler", 0, IdleBehaviour::Post, 1), "it walks into the wall");
    assert_eq!(monster(&level, (1, 3)), ("crawler", 0, IdleBehaviour::Post, 1), "there is a wall next to the corner");
    let ends = "a patrol must go on forever: this monster does not patrol, because its path ends at an obstacle";
    assert_eq!(notes, [format!("{ends}: at (1, 1) and one more place")]);
    let round = imported(&["#######", "#>.e.v#", "#.###.#", "#^...<#", "#..@..#", "#######"], &PATROLS);
    assert_eq!(monster(&round.level, (3, 1)), ("shambler", 0, IdleBehaviour::Patrol, 1));
    assert!(round.notes.is_empty(), "{:?}", round.notes);
}

#[test]
fn guards_on_floor_106_wait_in_ambush() {
    let Imported { level, .. } =
        imported(&["#######", "#@.dgsL", "#######"], &[('d', 106, 110), ('g', 108, 110), ('s', 106, 127)]);
    assert_eq!(monster(&level, (3, 1)), ("shambler", 180, IdleBehaviour::Ambush, 1));
    assert_eq!(monster(&level, (4, 1)), ("shambler", 180, IdleBehaviour::Post, 1));
    assert_eq!(monster(&level, (5, 1)), ("brute", 270, IdleBehaviour::Ambush, 1));
}

#[test]
fn guards_of_all_kinds_facings_and_skills_are_placed() {
    let kinds =
        [("shambler", 108, 36), ("officer", 116, 36), ("brute", 126, 36), ("crawler", 134, 36), ("cinder", 216, 18)];
    for (name, first, more) in kinds {
        for (level, skill) in [(0, 1), (1, 3), (2, 4)] {
            for (quarter, degrees) in [(0, 0), (1, 270), (2, 180), (3, 90)] {
                let number = first + more * level + quarter;
                let map = imported(&["#####", "#@gp#", "#####"], &[('g', 108, number), ('p', 108, number + 4)]);
                assert_eq!(monster(&map.level, (2, 1)), (name, degrees, IdleBehaviour::Post, skill), "{number}");
                let patrols = monster(&map.level, (3, 1));
                assert_eq!((patrols.0, patrols.1, patrols.3), (name, degrees, skill), "{number} patrols");
            }
        }
    }
}

#[test]
fn ammunition_of_every_second_guard_is_next_to_it() {
    let Imported { level, notes } =
        imported(&["########", "#@g.gh.#", "########"], &[('g', 108, 108), ('h', 108, 144)]);
    let pickups = level.things.iter().filter_map(|thing| match thing.kind {
        ThingKind::Pickup(index) => Some((thing.x, level.pickup(index), thing.skill)),
        _ => None,
    });
    assert_eq!(pickups.collect::<Vec<_>>(), [(3, "clip", 1)]);
    assert!(notes.is_empty(), "{notes:?}");
    let row = ["########", "#@gh...#", "########"];
    let Imported { level, .. } = imported(&row, &[('g', 108, 108), ('h', 108, 144)]);
    assert_eq!(thing(&level, (4, 1)).skill, 3, "it is present only if the guard is");
}

#[test]
fn episodes_end_at_their_exit_or_with_their_master() {
    let at_end = imported(&["######", "#@.xx#", "######"], &[('x', 108, 99)]);
    let trigger = &at_end.level.triggers[0];
    assert_eq!((trigger.on, trigger.actions.as_slice()), (TriggerCause::Step, &[TriggerAction::Exit][..]));
    assert_eq!(at_end.level.place(trigger.at).cells, [(3, 1), (4, 1)]);
    for number in [178, 179, 196, 215] {
        let master = imported(&["######", "#@..m#", "######"], &[('m', 108, number)]);
        assert_eq!(monster(&master.level, (4, 1)), ("minotaur", 0, IdleBehaviour::Ambush, 1), "{number}");
        let trigger = &master.level.triggers[0];
        assert_eq!((trigger.on, trigger.actions.as_slice()), (TriggerCause::Death, &[TriggerAction::Exit][..]));
        assert_eq!(master.level.place(trigger.at).cells, [(4, 1)]);
        assert!(master.notes.is_empty(), "{:?}", master.notes);
    }
    let double = imported(&["######", "#@..m#", "######"], &[('m', 108, 160)]);
    assert!(double.level.exit_names().is_empty(), "the death of a double ends nothing");
}

#[test]
fn keys_of_bosses_are_near_them() {
    for number in [197, 214] {
        let map = imported(
            &["######", "#@..m#", "####d#", "#..x.#", "######"],
            &[('m', 108, number), ('d', 93, 0), ('x', 108, 99)],
        );
        assert_eq!(monster(&map.level, (4, 1)), ("minotaur", 0, IdleBehaviour::Ambush, 1), "{number}");
        assert_eq!(thing(&map.level, (3, 1)).kind, ThingKind::Key(Key::A));
        assert!(thing(&map.level, (3, 1)).waits);
        let appears = "a monster drops a key when it dies: here, the key appears where the monster started: at (4, 1)";
        assert_eq!(map.notes, [appears]);
        assert!(map.level.findings(&GameData::default()).is_empty(), "the key opens the door");
    }
    let full = imported(&["####", "#@m#", "####"], &[('m', 108, 214)]);
    assert!(has_note(&full, "there is no free floor for the key of a monster"));
}

#[test]
fn unknown_numbers_are_visible_and_in_the_notes() {
    let map = imported(
        &[
            "###########", //
            "#@.abcdefgL",
            "#.........#",
            "#..h...t..?",
            "#.........#",
            "###x#######",
        ],
        &[
            ('a', 108, 52),
            ('b', 108, 48),
            ('c', 108, 23),
            ('d', 108, 37),
            ('e', 108, 24),
            ('f', 108, 300),
            ('g', 200, 0),
            ('h', 108, 124),
            ('t', 108, 26),
            ('x', 108, 0),
            ('?', 77, 47),
        ],
    );
    let level = &map.level;
    let pickups = level.things.iter().filter_map(|thing| match thing.kind {
        ThingKind::Pickup(index) => Some((thing.x, level.pickup(index))),
        _ => None,
    });
    assert_eq!(pickups.collect::<Vec<_>>(), [(3, "medal"), (4, "medkit")]);
    let prop = |at| match thing(level, at).kind {
        ThingKind::Prop(index) => level.prop(index).to_owned(),
        other => panic!("a prop is there, not {other:?}"),
    };
    assert_eq!([(7, 1), (8, 1), (3, 3), (7, 3)].map(prop), ["barrel", "crate", "body bag", "candles"]);
    assert_eq!(level.texture(level.cell(5, 1).floor), "holds_grate", "a puddle");
    assert_eq!(level.texture(level.cell(9, 1).floor), "floor_line", "unknown floor");
    assert!(level.lamps.iter().any(|lamp| (lamp.x, lamp.y) == (6, 1)), "a light in the ceiling");
    assert!(level.lamps.iter().any(|lamp| (lamp.x, lamp.y) == (7, 3)), "a floor lamp");
    assert_eq!(
        map.notes,
        [
            "the border of the map must be wall: a gap is closed with a wall: at (3, 5)",
            "the thing 47 is in a wall: it is left out: at (10, 3)",
            "the unknown thing 300 has a stand-in: at (8, 1)",
            "unknown floor 200 has the stand-in texture: at (9, 1)",
            "unknown wall 77 has the stand-in texture: at (10, 3)",
        ]
    );
}

#[test]
fn open_areas_have_the_sky_and_a_lit_room_has_lamps() {
    let map = imported(&["########", "#@.|...~", "########"], &[('~', 16, 0)]);
    let ceiling = |x| map.level.texture(map.level.cell(x, 1).ceiling).to_owned();
    assert_eq!([1, 2, 5].map(ceiling), ["holds_lamp", "holds_ceiling", "sky"]);
    assert_eq!(map.level.lamps.len(), 1, "open areas need none");
    assert_eq!((map.level.sky.as_str(), map.level.par), ("nebula", Some(30.0)));
}

#[test]
fn solver_proves_maps_or_reports_findings() {
    let legend = [('k', 108, 43), ('d', 92, 0), ('s', 94, 0)];
    let findings = |row: &str| {
        let level = imported(&["########", row, "########"], &legend).level;
        level.findings(&GameData::default()).iter().map(|finding| finding.lint.name()).collect::<Vec<_>>()
    };
    assert_eq!(findings("#@k.d..L"), Vec::<&str>::new());
    assert_eq!(findings("#@..s..L"), ["no-way-to-exit", "no-key"]);
}

#[test]
fn exported_lifts_that_face_north_or_south_are_moved() {
    let text = "(name: \"\", legend: {'#': (wall: \"hull_wall\"), '@': (thing: Player), '.': (),
            'L': (wall: \"lift\", lift: \"lift\", secret: true)}, map: [\"##L##\", \"#@..#\", \"#####\"])";
    let level = Level::read("x", text.as_bytes()).unwrap();
    let exported = export(original(), &level).unwrap();
    assert!(exported.notes.iter().any(|note| note.contains("it is moved to a nearby wall: at (2, 0)")));
    let back = import(original(), &exported.map, 1, &GameData::default()).unwrap().level;
    assert_eq!((lift(&back, (2, 0)), lift(&back, (4, 1))), (None, Some((Some(Direction::West), true))));
}

#[test]
fn bosses_survive_a_round_trip() {
    let legend = [('h', 108, 214), ('m', 108, 178)];
    let level = imported(&["########", "#@.h..m#", "########"], &legend).level;
    let exported = export(original(), &level).unwrap();
    assert!(exported.notes.iter().all(|note| !note.contains("trigger")), "{:?}", exported.notes);
    let back = import(original(), &exported.map, 1, &GameData::default()).unwrap().level;
    assert_eq!((&back.things, &back.triggers), (&level.things, &level.triggers));
}

#[test]
fn maps_without_one_start_are_refused() {
    let error = |rows: &[&str]| {
        import(original(), &draw(rows, &[]), 1, &GameData::default()).map(drop).unwrap_err().to_string()
    };
    assert_eq!(error(&["####", "#..#", "####"]), "the map must have a start for the player, got none");
    let two = "the map must have one start for the player, got one at (1, 1) and one at (2, 1)";
    assert_eq!(error(&["####", "#@@#", "####"]), two);
    let in_wall = error(&["####", "#..@", "####"]);
    assert_eq!(in_wall, "the player's start at (3, 1) must be on floor");
}
