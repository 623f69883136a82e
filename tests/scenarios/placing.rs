//! Placing monsters: their attributes in the level, and where patrols may lead.

use crate::levels::{refusal, with_entry};
use level::{IdleBehaviour, Level, MonsterIndex, PatrolDirection, PickupIndex, Thing, ThingKind, Turn};

#[test]
fn monsters_can_have_names_behaviours_and_skills() {
    let text = "(name: \"\", legend: {
            '#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'a': (pickup: \"clip\", skill: 3),
            'z': (monster: \"shambler\", facing: 180), 'c': (monster: \"crawler\", ambush: true, skill: 2),
            '>': (turn: 0), 'w': (monster: \"shambler\", patrol: true, turn: 270),
        },
        map: [\"########\", \"#@.zca.#\", \"#.....w#\", \"########\"],
        things: [
            (at: (3, 1), ambush: true, skill: 4), (at: (6, 1), monster: \"brute\"), (at: (5, 1), turn: 180),
            (at: (2, 1), turn: 90), (at: (2, 2), turn: 0), (at: (6, 1), turn: 180),
        ])";
    let map = Level::read("", text.as_bytes()).expect("a valid level");
    assert_eq!(map.monsters, ["shambler", "crawler", "brute"]);
    let thing = |kind, x, y, facing: f32, habit, skill| Thing {
        kind,
        x,
        y,
        facing: facing.to_radians(),
        habit,
        skill,
        waits: false,
    };
    let monster = |name: &str| {
        let index = map.monsters.iter().position(|known| known == name).expect("it is on the map");
        ThingKind::Monster(MonsterIndex(index as u16))
    };
    assert_eq!(map.player, thing(ThingKind::Player, 1, 1, 0.0, IdleBehaviour::Post, 1));
    let things = [
        thing(monster("shambler"), 3, 1, 180.0, IdleBehaviour::Ambush, 4),
        thing(monster("crawler"), 4, 1, 0.0, IdleBehaviour::Ambush, 2),
        thing(ThingKind::Pickup(PickupIndex(0)), 5, 1, 0.0, IdleBehaviour::Post, 3),
        thing(monster("brute"), 6, 1, 0.0, IdleBehaviour::Post, 1),
        thing(monster("shambler"), 6, 2, 0.0, IdleBehaviour::Patrol, 1),
    ];
    assert_eq!(map.things, things);
    assert_eq!(map.monster(MonsterIndex(1)), "crawler");
    use PatrolDirection::*;
    let turns = [(2, 1, South), (5, 1, West), (6, 1, West), (2, 2, East), (6, 2, North)];
    assert_eq!(map.turns, turns.map(|(x, y, to)| Turn { x, y, to }));
    assert_eq!((map.turn_at(2, 1), map.turn_at(1, 2)), (Some(South), None));
}

#[test]
fn invalid_monsters_and_turn_points_are_reported() {
    for (entry, message) in [
        ("(pickup: \"clip\", monster: \"a\")", "2:27: 'x': a cell can hold a `monster` or a `pickup`, not both"),
        (
            "(monster: \"a\", ambush: true, patrol: true)",
            "2:27: 'x': a monster can have `ambush` or `patrol`, not both",
        ),
        ("(ambush: true)", "2:27: 'x': `ambush` requires a monster in this cell"),
        ("(pickup: \"clip\", ambush: true)", "2:27: 'x': `ambush` requires a monster in this cell"),
        ("(pickup: \"medkit\", patrol: true)", "2:27: 'x': `patrol` requires a monster in this cell"),
        ("(turn: 90, patrol: true)", "2:27: 'x': `patrol` requires a monster in this cell"),
        ("(facing: 90)", "2:27: 'x': `facing` requires a thing or a monster in this cell"),
        ("(skill: 2)", "2:27: 'x': `skill` requires a thing or a monster in this cell"),
        ("(wall: \"a\", skill: 2)", "2:27: 'x': `skill` requires a thing or a monster in this cell"),
        ("(wall: \"a\", monster: \"b\")", "2:27: 'x': a monster must be on open floor, found a wall"),
        ("(pillar: \"a\", turn: 0)", "2:27: 'x': a turn point must be on open floor, found a pillar"),
        ("(monster: \"a\", skill: 5)", "1:100: a skill must be 1, 2, 3 or 4, got 5"),
        ("(monster: \"a\", skill: 1.5)", "1:100: a skill must be 1, 2, 3 or 4, got 1.5"),
        ("(turn: 30)", "1:85: a turn point must be a multiple of 45 degrees, from 0 to 315, got 30"),
        ("(turn: -90)", "1:85: a turn point must be a multiple of 45 degrees, from 0 to 315, got -90"),
        ("(turn: 360)", "1:85: a turn point must be a multiple of 45 degrees, from 0 to 315, got 360"),
        (
            "(monster: \"crawler\", patrol: true, facing: 40)",
            "2:27: a patrol must start along a row, column or diagonal: turn this crawler to a multiple of 45 degrees",
        ),
    ] {
        assert_eq!(refusal(&with_entry(entry, "")), format!("deck.ron:{message}"), "{entry}");
    }
    assert_eq!(
        refusal(&with_entry("(floor: \"grate\", turn: 90)", "floors: [\"     \", \" x   \", \"     \", \"     \"]")),
        "deck.ron:2:72: the legend entry of 'x' cannot be used in this layer",
    );
    let player = with_entry("()", "").replace("thing: Player", "thing: Player, skill: 2");
    assert_eq!(refusal(&player), "deck.ron:2:26: '@': the player cannot have a `skill`, being present on every skill");
}

#[test]
fn invalid_listed_monsters_and_turn_points_are_reported() {
    for (listed, message) in [
        (
            "at: (2, 1)",
            "2:27: things[0] at (2, 1): the entry must have a `thing`, `monster`, `pickup`, `prop`, `turn` or `name`, or change",
        ),
        ("at: (2, 1), monster: \"b\"", "2:27: things[0] at (2, 1): the cell is already occupied"),
        ("at: (2, 1), turn: 90", "2:27: a cell can have only one turn point, found two"),
        (
            "at: (2, 1), ambush: true, patrol: true",
            "2:27: things[0] at (2, 1): a monster can have `ambush` or `patrol`, not both",
        ),
        ("at: (1, 1), patrol: true", "2:26: things[0] at (1, 1): `patrol` requires a monster"),
        ("at: (1, 1), skill: 3", "2:26: things[0] at (1, 1): the player cannot have a `skill`"),
        ("at: (3, 1), ambush: true", "2:28: things[0] at (3, 1): `ambush` requires a monster"),
        ("at: (3, 1), skill: 3", "2:28: things[0] at (3, 1): `skill` requires a thing or a monster"),
        ("at: (3, 1), facing: 3", "2:28: things[0] at (3, 1): `facing` requires a thing or a monster"),
        (
            "at: (3, 1), pickup: \"clip\", monster: \"b\"",
            "2:28: things[0] at (3, 1): a cell can hold a `monster` or a `pickup`, not both",
        ),
        ("at: (4, 1), turn: 90", "2:29: things[0] at (4, 1): the cell must be open floor, found a wall"),
        ("at: (4, 1), monster: \"b\"", "2:29: things[0] at (4, 1): the cell must be open floor, found a wall"),
        (
            "at: (2, 1), patrol: true",
            "2:27: the patrol of this crawler leads into a wall in row 4, column 3: put a turn",
        ),
        (
            "at: (3, 1), monster: \"b\", patrol: true, facing: 30",
            "2:28: a patrol must start along a row, column or diagonal: turn this b",
        ),
    ] {
        let told = refusal(&with_entry("(monster: \"crawler\", turn: 90)", &format!("things: [({listed})]")));
        assert!(told.starts_with(&format!("deck.ron:{message}")), "{told} is not {message}");
    }
}

/// Returns a level, or its error, in which `p` and `d` patrol to the right and down, and `P` turns to the left at once.
/// Its map begins in line 7, column 2.
fn patrolled(map: &str) -> Result<Level, String> {
    let rows: Vec<String> = map.split_whitespace().map(|row| format!("\"{row}\",\n")).collect();
    let text = format!(
        "(name: \"\", legend: {{
            '#': (wall: \"hull\"), '.': (), '+': (door: \"door\"), 'k': (door: \"door\", lock: A), 'B': (push: \"hull\"), 'G': (grating: \"bars\"),
            'o': (pillar: \"hull\"), 'D': (diagonal: \"hull\"), '@': (thing: Player),
            'p': (monster: \"brute\", patrol: true),
            'd': (monster: \"brute\", patrol: true, facing: 90), 'P': (monster: \"brute\", patrol: true, turn: 180),
            '>': (turn: 0), 'v': (turn: 90), '<': (turn: 180), '^': (turn: 270)}}, map: [\n{}])",
        rows.concat()
    );
    Level::read("deck.ron", text.as_bytes()).map_err(|error| error.to_string())
}

#[test]
fn patrols_turn_at_turn_points_and_pass_doors() {
    for map in [
        "#######\n#@....#\n#>p..v#\n#.....#\n#^...<#\n#######",
        "#######\n#@>p.<#\n#######",
        "#######\n#>+p+<#\n###.###\n###@###\n#######",
        // It turns at its own position, against its facing.
        "#######\n#@>..P#\n#######",
        // One patrol joins the path of another, from the side and from ahead.
        "#######\n#@d...#\n#>.p.v#\n#....d#\n#^<..<#\n#######",
    ] {
        patrolled(map).unwrap_or_else(|told| panic!("{map}\n{told}"));
    }
}

#[test]
fn blocked_patrol_is_reported_at_its_monster() {
    let leads = |place: &str, into: &str| {
        format!(
            "deck.ron:{place}: the patrol of this brute leads into a {into}: put a turn point (`turn: DEGREES`) on its path"
        )
    };
    for (map, place, into) in [
        ("#######\n#@p...#\n#######", "8:4", "wall in row 2, column 7"),
        ("######\n#@P..#\n######", "8:4", "wall in row 2, column 1"),
        ("#######\n#@p+.v#\n#######", "8:4", "wall in row 3, column 6"),
        ("#######\n#@pk.<#\n#######", "8:4", "locked door in row 2, column 4"),
        ("#######\n#@pB..#\n#######", "8:4", "push-wall in row 2, column 4"),
        ("#####\n#@d.#\n##G##\n##.##\n#####", "8:4", "grating in row 3, column 3"),
        ("######\n#@p.o#\n######", "8:4", "pillar in row 2, column 5"),
        ("######\n#@p.D#\n####.#\n######", "8:4", "diagonal in row 2, column 5"),
    ] {
        assert_eq!(patrolled(map).expect_err(map), leads(place, into), "{map}");
    }
    let both =
        patrolled("#######\n#@d..v#\n#.>..^#\n#.d...#\n#p.v..#\n#######").expect_err("the lower two do not turn");
    let expected = [leads("10:4", "wall in row 6, column 3"), leads("11:3", "wall in row 6, column 4")];
    assert_eq!(both, expected.join("\n"));
    let joined = patrolled("#######\n#@....#\n#p.p.v#\n#....d#\n#######").expect_err("all go the same way");
    assert_eq!(joined.lines().count(), 3, "{joined}");
    assert!(joined.lines().all(|line| line.contains("row 5, column 6")), "{joined}");
}
