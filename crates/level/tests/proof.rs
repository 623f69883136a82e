//! Tests of the solver on small levels: each lint, and each rule by which something opens, closes or teleports.

use level::{Finding, GameData, Level, Lint, MonsterData, PickupData};

/// Legend of the maps of these tests. Triggers refer to cells by `name`.
const LEGEND: &str = r#"
    '#': (wall: "a"), '.': (), '@': (thing: Player), 'L': (wall: "a", lift: "b"), 'S': (wall: "a", stairs: "down"), '+': (door: "a"),
    '1': (door: "a", lock: A), '2': (door: "a", lock: B), '4': (door: "a", lock: Sealed, name: "vault"),
    '5': (door: "a", lock: Sealed, name: "other"), '6': (door: "a", locks_behind: true, name: "trap"),
    'p': (thing: Key(A)), 'q': (thing: Key(B)), 'h': (thing: Key(A), skill: 3), 'w': (thing: Key(A), waits: true, name: "gift"),
    's': (wall: "a", switch: "b", name: "lever"), 't': (wall: "a", switch: "b", name: "knob"),
    '_': (name: "plate"), '~': (name: "line"), 'c': (name: "cabin"), 'C': (name: "attic"), 'o': (name: "here"),
    'B': (push: "a"), '>': (push: "a", push_way: 0), 'b': (push: "a", push_way: 90, name: "slab"),
    'a': (pickup: "clip"), 'm': (pickup: "medkit"), 'z': (monster: "shambler", facing: 180), 'G': (grating: "a"), 'W': (window: "a"),
    'n': (monster: "officer", facing: 180), 'N': (monster: "officer", facing: 0), 'P': (pillar: "a"),
    'T': (table: (level: 1), name: "game"), 'f': (prop: "locker"), 'k': (prop: "crate"),"#;

fn level(rows: &str, more: &str) -> Level {
    let rows: Vec<String> = rows.split_whitespace().map(|row| format!("{row:?}")).collect();
    let text = format!("(name: \"\", legend: {{{LEGEND}}}, map: [{}], {more})", rows.join(", "));
    Level::read("deck.ron", text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{}", rows.join("\n")))
}

fn findings(rows: &str, more: &str) -> Vec<Finding> {
    level(rows, more).findings(&GameData::default())
}

/// Returns the names of the reported lints, in order.
fn lints(rows: &str, more: &str) -> Vec<&'static str> {
    findings(rows, more).iter().map(|finding| finding.lint.name()).collect()
}

fn wired(rows: &str, triggers: &str) -> Vec<&'static str> {
    lints(rows, &format!("triggers: [{triggers}]"))
}

const NOTHING: [&str; 0] = [];

#[test]
fn decks_need_an_exit_and_a_path_to_it() {
    assert_eq!(lints("##### #@..# #####", ""), ["no-exit"]);
    assert_eq!(lints("###### #@#.L# ######", ""), ["no-way-to-exit"]);
    assert_eq!(lints("###### #@..L# ######", ""), NOTHING);
    assert_eq!(wired("##### #@._# #####", "(at: \"plate\", on: Step, do: [Exit])"), NOTHING);
    assert_eq!(wired("##### #@.s# #####", "(at: \"lever\", on: Use, do: [SecretExit])"), NOTHING);
    let shut_in = "arrivals: [(name: \"dock\", at: (1, 3))]";
    let dock = findings("###### #@..L# ###### #....# ######", shut_in);
    assert_eq!(dock.len(), 1);
    assert_eq!((dock[0].lint, dock[0].at), (Lint::NoWayToExit, Some((1, 3))));
    assert!(dock[0].what.contains("the arrival 'dock'"), "{}", dock[0].what);
}

#[test]
fn each_exit_must_be_reachable_from_elsewhere() {
    let arrivals = "arrivals: [(name: \"dock\", at: (4, 1))]";
    assert_eq!(
        lints("####### #@L#.S# #######", arrivals),
        ["way-out-of-reach"; 2],
        "each can be reached only from the start next to it"
    );
    assert_eq!(lints("####### #@...S# #..L..# #######", arrivals), NOTHING);
    let alone = findings("####### #@LS#.# #######", "");
    assert_eq!((alone[0].lint, alone[0].at), (Lint::WayOutOfReach, Some((3, 1))));
    assert!(alone[0].what.contains("the stairs 'down' in row 2, column 4"), "{}", alone[0].what);
}

#[test]
fn keys_must_be_reachable_on_every_skill() {
    assert_eq!(lints("######### #@p.1..L# #########", ""), NOTHING);
    assert_eq!(lints("######### #@.1.p.L# #########", ""), ["no-way-to-exit", "key-after-lock"]);
    assert_eq!(lints("######### #@..1..L# #########", ""), ["no-way-to-exit", "no-key"]);
    let crossed = "########### #@..1q.2p.L ###########";
    assert_eq!(lints(crossed, ""), ["no-way-to-exit", "key-after-lock", "key-after-lock"]);
    let hard = findings("######### #@h.1..L# #########", "");
    assert_eq!(hard.len(), 1);
    assert!(hard[0].what.ends_with("on skill 1"), "{}", hard[0].what);
    assert_eq!(lints("######## #@p...L# ########", ""), ["key-without-lock"]);
    let calls = "(at: \"plate\", on: Step, do: [Spawn(\"gift\")])";
    assert_eq!(wired("########## #@._w.1.L# ##########", calls), NOTHING);
    assert_eq!(
        wired("########### #@.w.1._.L# ###########", calls),
        ["no-way-to-exit", "key-after-lock", "trigger-out-of-reach"]
    );
}

#[test]
fn doors_triggers_pickups_secrets_and_monsters_are_reached() {
    assert_eq!(lints("######## #@.....L ###4#### ###.#### ########", ""), ["nothing-opens"]);
    let opens = "(at: \"lever\", on: Use, do: [Open(\"vault\")])";
    assert_eq!(wired("##s##### #@..4..L ########", opens), NOTHING);
    assert_eq!(wired("#####s## #@..4..L ########", opens), ["no-way-to-exit", "nothing-opens", "trigger-out-of-reach"]);
    assert_eq!(lints("######## #@.....L ######## #..a...# ########", ""), ["pickup-out-of-reach"]);
    assert_eq!(lints("######## #@.....L ######## #..z...# ########", ""), ["undead-out-of-reach"]);
    assert_eq!(lints("######## #@....L# ####G### #..z...# ########", ""), NOTHING, "shots pass bars");
    assert_eq!(
        lints("######## #@....L# ####W### #..z...# ########", ""),
        ["undead-out-of-reach"],
        "but not through glass"
    );
    assert_eq!(
        lints("######## #@....L# ######## #.B..a.# ########", ""),
        ["pickup-out-of-reach", "secret-out-of-reach"]
    );
    assert_eq!(lints("######### #a.B.a.L# #...@...# #########", ""), NOTHING, "it moves clips behind itself");
    assert_eq!(lints("######### ##.B.#.L# #...@...# #########", ""), ["push-wall-stops-short"]);
}

#[test]
fn targets_are_shot_through_bars_but_not_through_glass() {
    let opens = "(at: \"lever\", on: Shot, do: [Open(\"vault\")])";
    for (bars, is_fine) in [('G', true), ('P', true), ('W', false)] {
        let map = format!("########## #.{bars}.@.4..L s..####### ##########").replace("s..#", "s.##");
        let map = map.replace("#.G", "s.G").replace("#.P", "s.P").replace("#.W", "s.W").replace(" s.##", " ####");
        assert_eq!(wired(&map, opens).is_empty(), is_fine, "{bars}: {map}");
    }
    // Where something may close, the search must agree.
    let and_locks = format!("{opens}, (at: \"knob\", on: Use, do: [Lock(\"other\")])");
    for (bars, is_fine) in [('G', true), ('W', false)] {
        let map = format!("####t##### s.{bars}.@.4..L #####5#### #####.#### ##########");
        let found = wired(&map, &and_locks);
        assert_eq!(found == ["nothing-opens"], is_fine, "{bars}: {found:?}");
    }
}

#[test]
fn the_solver_assumes_every_game_is_won_and_lost() {
    assert_eq!(lints("######## #@.T..L# #......# ########", ""), ["idle-terminal"]);
    for cause in ["Won", "Lost", "LostThreeTimes"] {
        let opens = format!("(at: \"game\", on: {cause}, do: [Open(\"vault\")])");
        assert_eq!(wired("########## #@T..4..L# #....##### ##########", &opens), NOTHING, "{cause}");
        assert_eq!(wired("########## #@...4.TL# #...###### ##########", &opens)[0], "no-way-to-exit", "{cause}");
        // Where something may close, the search must agree.
        let locks = format!("{opens}, (at: \"lever\", on: Use, repeat: Always, do: [Lock(\"vault\")])");
        assert_eq!(wired("###s###### #@T..4..L# #....##### ##########", &locks), ["softlock"], "{cause}");
    }
}

#[test]
fn plates_for_monsters_need_a_monster() {
    let opens = "(at: \"plate\", on: Step, by: Undead, do: [Open(\"vault\")])";
    assert_eq!(wired("########## #_.@..4..L ##########", opens)[0], "no-way-to-exit");
    assert_eq!(wired("########## #_z@..4..L ##########", opens), NOTHING);
}

#[test]
fn doors_that_lock_behind_need_another_exit() {
    let pocket = findings("######## #@....L# ###6#### ###..### ########", "");
    assert_eq!(pocket.len(), 1, "{pocket:?}");
    assert_eq!((pocket[0].lint, pocket[0].at), (Lint::Softlock, Some((3, 2))));
    assert!(pocket[0].what.contains("the door in row 3, column 4 has locked behind the player"), "{}", pocket[0].what);
    assert!(pocket[0].what.contains("from row 4, column 4"), "{}", pocket[0].what);
    // With two entrances, the other one leads out.
    assert_eq!(lints("######## #@....L# ###6#+## ###...## ########", ""), NOTHING);
    // Both lock, and the second one leads out. Afterwards the player may go in through the first one again, which is
    // still open.
    assert_eq!(lints("######## #@....L# ###6#6## ###...## ########", ""), NOTHING);
    // The door is on the path to the lift.
    assert_eq!(lints("######## #@.6..L# ########", ""), NOTHING);
    // A key on the near side can be left behind, but not one that is in the path.
    assert_eq!(lints("########## #@..6.1.L# #p.####### ##########", ""), ["softlock"]);
    assert_eq!(lints("########## #@p.6.1.L# ##########", ""), NOTHING);
    // A trigger lets the player out again.
    let out = "(at: \"lever\", on: Use, do: [Unlock(\"trap\")])";
    assert_eq!(wired("######## #@....L# ###6#### ###..s## ########", out), NOTHING);
}

#[test]
fn triggers_that_lock_doors_may_trap_the_player() {
    // The line behind the door locks it, and the switch outside is then out of reach.
    let locks = "(at: \"line\", on: Step, do: [Lock(\"vault\")])";
    let opens = "(at: \"lever\", on: Use, do: [Open(\"vault\")])";
    let both = format!("{locks}, {opens}");
    assert_eq!(wired("##s##### #@....L# ###4#### ###~.### ########", &both), ["softlock"]);
    assert_eq!(wired("##s##### #@....L# ###4#### ###~.s## ########", &both), ["softlock"], "it fires only once");
    let again = format!("{locks}, (at: \"lever\", on: Use, repeat: Always, do: [Open(\"vault\")])");
    assert_eq!(wired("##s##### #@....L# ###4#### ###~.s## ########", &again), NOTHING);
    let inside = format!("{both}, (at: \"knob\", on: Use, do: [Unlock(\"vault\")])");
    assert_eq!(wired("##s##### #@....L# ###4#### ###~.t## ########", &inside), NOTHING);
    // A switch that toggles can be thrown again from its side of the door.
    let toggles = "(at: \"lever\", on: Use, repeat: Toggle, do: [Open(\"vault\")])";
    assert_eq!(wired("##s####### #@..4..L## ##########", toggles), NOTHING);
}

#[test]
fn delayed_triggers_may_close_doors_behind_the_player() {
    let map = "######## #@~...L# ###4#### ###..### ########";
    let opens = "(at: \"line\", on: Step, do: [Open(\"vault\")])";
    assert_eq!(wired(map, opens), NOTHING);
    assert_eq!(wired(map, "(at: \"line\", on: Step, after: 3, do: [Open(\"vault\")])"), NOTHING);
    let and_shuts = format!("{opens}, (at: \"line\", on: Step, after: 3, do: [Close(\"vault\")])");
    assert_eq!(wired(map, &and_shuts), ["softlock"]);
}

#[test]
fn timed_doors_must_be_reached_in_time_and_may_trap() {
    let timed = |seconds: f32| format!("(at: \"lever\", on: Use, repeat: Timed({seconds}), do: [Open(\"vault\")])");
    let far = "##s################# #@..............4.L# ####################";
    // 14 tiles at 4.5 tiles per second.
    assert_eq!(wired(far, &timed(4.0)), NOTHING);
    assert_eq!(wired(far, &timed(2.0)), ["no-way-to-exit", "timer-too-short"]);
    // There is no switch inside.
    let closet = "##s##### #@....L# ###4#### ###..### ########";
    assert_eq!(wired(closet, &timed(4.0)), ["softlock"]);
    let both = format!("{}, (at: \"knob\", on: Use, do: [Unlock(\"vault\")])", timed(4.0));
    assert_eq!(wired("##s##### #@....L# ###4#### ###..t## ########", &both), NOTHING);
}

#[test]
fn held_plates_open_only_adjacent_doors() {
    let held = "(at: \"plate\", on: Step, repeat: WhileHeld, do: [Open(\"vault\")])";
    assert_eq!(wired("########## #@.._4..L# ##########", held), NOTHING);
    assert_eq!(wired("########## #_@..4..L# ##########", held), ["no-way-to-exit", "timer-too-short"]);
    // A monster may stand on it instead.
    let anybody = "(at: \"plate\", on: Step, by: Anybody, repeat: WhileHeld, do: [Open(\"vault\")])";
    assert_eq!(wired("########## #_@z.4..L# ##########", anybody), NOTHING);
}

#[test]
fn teleports_may_have_no_path_back() {
    let up = "(at: \"lever\", on: Use, repeat: Always, do: [Carry(\"cabin\", \"attic\")])";
    let down = "(at: \"knob\", on: Use, repeat: Always, do: [Carry(\"attic\", \"cabin\")])";
    assert_eq!(wired("###s##### #@.c..L## ######### #..C...## #########", up), ["softlock"]);
    assert_eq!(wired("###s##### #@.c..L## ######### #..C...## ###t#####", &format!("{up}, {down}")), NOTHING);
    assert_eq!(wired("###s##### #@.c..### ######### #..C..L## #########", up), NOTHING);
    // A player who drops off a ledge leaves the key behind, unless it is in the path.
    let ledge = "(at: \"cabin\", on: Step, repeat: Always, do: [Carry(\"cabin\", \"attic\")])";
    assert_eq!(wired("######### #@.c.p.## ######### #C..1.L## #########", ledge), ["no-way-to-exit"]);
    assert_eq!(wired("######### #p@.c..## ######### #C..1.L## #########", ledge), ["softlock"]);
    assert_eq!(wired("######### #@.pc..## ######### #C..1.L## #########", ledge), NOTHING);
}

#[test]
fn push_walls_move_once_and_may_block_a_path() {
    // It slides into a large room, out of the way.
    assert_eq!(lints("########## #@.B.....# #..#.....# #..#....L# ##########", ""), NOTHING);
    // It slides along the only corridor and stops in front of the lift.
    assert_eq!(lints("######### #@.B..L## #########", ""), ["no-way-to-exit"]);
    assert_eq!(lints("########### #@.B.....L# ###########", ""), ["no-way-to-exit"]);
    // With a loop it can be pushed from the other side, and then nothing is lost.
    let shut = findings("########## #@..B...L# #.###..### #......### ##########", "");
    assert_eq!(shut.len(), 1, "{shut:?}");
    assert_eq!((shut[0].lint, shut[0].at), (Lint::Softlock, Some((4, 1))));
    assert!(shut[0].what.contains("pushed to the right"), "{}", shut[0].what);
    // One with a fixed direction opens from one side only.
    assert_eq!(lints("########### #L....>..@# ###########", ""), ["no-way-to-exit", "secret-out-of-reach"]);
    // A trigger moves one out of the way.
    let pushes = "(at: \"lever\", on: Use, do: [Push(\"slab\")])";
    assert_eq!(wired("##s####### #..@b...L# ####.##### ####.##### ##########", pushes), NOTHING);
    assert_eq!(
        lints("########## #..@b...L# ####.##### ####.##### ##########", ""),
        ["no-way-to-exit", "secret-out-of-reach"]
    );
}

#[test]
fn push_walls_are_tried_in_every_order() {
    // Only if the left wall is pushed first does it stop the other one in time, so that the lift stays reachable.
    let map = "############ #@.......### #.#B####B### #.#.####.### #.#......L## #.#.####.### #...####.### ############";
    let found = lints(map, "");
    assert!(!found.contains(&"not-proved") && !found.contains(&"no-way-to-exit"), "{found:?}");
}

#[test]
fn decks_with_too_many_dependencies_are_not_proved() {
    let row = format!("#{}#", "..B".repeat(12));
    let (border, free) = ("#".repeat(38), format!("#{}#", ".".repeat(36)));
    let start = format!("#@{}L", ".".repeat(35));
    let map = [border.as_str(), &start, &free, &row, &free, &free, &row, &free, &free, &border].join(" ");
    assert_eq!(lints(&map, ""), ["not-proved"]);
}

fn game_data() -> GameData {
    let mut game_data = GameData { health: 100, hurts: 100, ..GameData::default() };
    game_data.monsters.insert("officer".to_owned(), MonsterData { health: 60, harm: 6000, ticks: 240, shoots: 5 });
    game_data.monsters.insert("shambler".to_owned(), MonsterData { health: 30, harm: 9000, ticks: 120, shoots: 0 });
    game_data.pickups.insert("clip".to_owned(), PickupData { heals: 0, hurts: 110 });
    game_data.pickups.insert("medkit".to_owned(), PickupData { heals: 100, hurts: 0 });
    game_data
}

fn known(rows: &str) -> Vec<&'static str> {
    level(rows, "").findings(&game_data()).iter().map(|finding| finding.lint.name()).collect()
}

#[test]
fn the_player_must_not_start_in_a_line_of_fire() {
    assert_eq!(known("######### #@....n.L #########"), ["start-in-line-of-fire"]);
    assert_eq!(known("######### #@....N.L #########"), NOTHING, "it looks away");
    assert_eq!(known("########## #@.....n.L ##########"), NOTHING, "it is too far away");
    assert_eq!(known("######### #@....z.L #########"), NOTHING, "it has no ranged attack");
    assert_eq!(known("######### #@..+.n.L #########"), NOTHING, "a door is in between");
    assert_eq!(
        known("######### #@..G.n.# #...#...L #...+...# #########"),
        ["start-in-line-of-fire"],
        "bars do not protect"
    );
    assert_eq!(known("####### #@....# #.....# #...n.L #######"), ["start-in-line-of-fire"], "diagonally");
    assert_eq!(known("####### #@.#..# #.###.# #....nL #######"), NOTHING, "around a corner");
    let dock = level("######### #@#...n.L #.+.....# #########", "arrivals: [(name: \"dock\", at: (3, 1))]");
    assert_eq!(dock.findings(&game_data()).len(), 1);
}

#[test]
fn fights_must_not_cost_more_than_the_supplies() {
    assert_eq!(known("######### #@....z.L #########"), NOTHING);
    assert_eq!(known("######### #@..zzz.L #########"), ["too-little-ammunition", "too-little-health"]);
    assert_eq!(known("######### #@a.zzz.L #########"), ["too-little-health"]);
    assert_eq!(known("######### #@m.zzz.L #########"), ["too-little-ammunition"]);
    assert_eq!(known("########## #@mazzz.L# ##########"), NOTHING);
    assert_eq!(lints("######### #@..zzz.L #########", ""), NOTHING, "without data about monsters");
}

/// Returns the warnings about a deck on which lockers are unbreakable furniture and crates are not.
fn furnished(rows: &str, more: &str) -> Vec<String> {
    let game_data = GameData { furniture: ["locker".to_owned()].into(), ..GameData::default() };
    level(rows, more).findings(&game_data).iter().map(ToString::to_string).collect()
}

#[test]
fn furniture_must_not_block_the_only_path() {
    let in_the_way =
        "the prop 'locker' in row 2, column 4 is in the only path to row 2, column 6 [furniture-in-the-way]";
    assert_eq!(furnished("######## #@.f..L# ########", ""), [in_the_way]);
    assert_eq!(furnished("######## #@.k..L# ########", ""), NOTHING, "a crate breaks");
    assert_eq!(lints("######## #@.f..L# ########", ""), NOTHING, "without data about props");
    assert_eq!(furnished("######## #@.f..L# #......# ########", ""), NOTHING, "there is a path around it");
    assert_eq!(furnished("####### #@...L# ##f#### ##.#### #######", ""), NOTHING, "nothing is behind it");
    let hides_a_clip = furnished("####### #@...L# ##f#### ##a#### #######", "");
    assert_eq!(hides_a_clip.len(), 1);
    assert!(hides_a_clip[0].contains("row 3, column 3 is in the only path to row 4, column 3"), "{hides_a_clip:?}");
    let across = furnished("######### #@.f...L# #..f..a.# #########", "");
    assert_eq!(across.len(), 1, "only one of a row is reported: {across:?}");
    let behind_a_lock = "########### #@.f.p#...# #...###...# #...1..f.L# ########### ";
    assert_eq!(furnished(behind_a_lock, "").len(), 1, "only the piece before the key is reported");
}

#[test]
fn furniture_that_stops_a_push_wall_is_reported() {
    let found = furnished("########## #...@..L.# #.>.f....# #........# ##########", "");
    let what =
        "the push-wall in row 3, column 3 moves 1 of its 2 cells: the prop 'locker' in row 3, column 5 blocks it";
    assert!(found.len() == 1 && found[0].contains(what), "{found:?}");
    assert_eq!(furnished("########## #...@..L.# #.>.k....# #........# ##########", ""), NOTHING, "a crate breaks");
    assert_eq!(
        furnished("########## #...@..L.# #.>...f..# #........# ##########", ""),
        NOTHING,
        "it does not move that far"
    );
    let called = "things: [(at: (4, 2), prop: \"locker\", waits: true, name: \"pod\")],
        triggers: [(at: \"plate\", on: Step, do: [Spawn(\"pod\")])]";
    let found = furnished("########## #._.@..L.# #.>......# #........# ##########", called);
    assert!(found.len() == 1 && found[0].contains("moves 1 of its 2 cells: the prop 'locker'"), "{found:?}");
}

#[test]
fn furniture_must_not_block_doors_and_switches() {
    let at = |found: &[String], what: &str| {
        assert!(
            found.len() == 1 && found[0].contains(what) && found[0].ends_with("[furniture-in-the-way]"),
            "{found:?}"
        );
    };
    let doors = |piece: &str| furnished(&format!("######## #@{piece}+..L# #..#...# #..+...# ########"), "");
    at(&doors("f"), "in row 2, column 3 is directly in front of the door in row 2, column 4");
    assert_eq!(doors("."), NOTHING);
    let lever = "triggers: [(at: \"lever\", on: Use, do: [Say(\"Click.\")])]";
    at(
        &furnished("#s###### #f.@..L# ########", lever),
        "where the player must stand to use what is in row 1, column 2",
    );
    assert_eq!(furnished("#s###### #.f@..L# #......# ########", lever), NOTHING);
    at(
        &furnished("######## #@.....# #.....f# #....fL# ########", ""),
        "is where the player must stand to use what is in row 4",
    );
    let plate = "things: [(at: (4, 1), name: \"spot\")], triggers: [(at: \"spot\", on: Step, do: [Say(\"Click.\")])]";
    at(&furnished("######## #@..f.L# #......# ########", plate), "is on 'spot', which sets off triggers[0]");
    let game = "triggers: [(at: \"game\", on: Won, do: [Say(\"Well played.\")])]";
    at(&furnished("######### #@...#T## #....#f## #......L# #########", game), "to use what is in row 2, column 7");
    at(&furnished("########## #@......L# #..####### #.f>....## ##########", ""), "row 4, column 4");
}

#[test]
fn lints_are_suppressed_only_where_the_level_says() {
    let map = "######## #@....L# ###6#### ###o.### ########";
    assert_eq!(lints(map, ""), ["softlock"]);
    let allow = |lint: &str, at: &str| format!("allow: [(lint: \"{lint}\"{at}, because: \"it is a joke\")]");
    assert_eq!(lints(map, &allow("softlock", ", at: \"trap\"")), NOTHING);
    assert_eq!(lints(map, &allow("softlock", "")), NOTHING, "on the whole deck");
    assert_eq!(lints(map, &allow("softlock", ", at: \"here\"")), ["softlock", "unused-allowance"]);
    assert_eq!(lints(map, &allow("no-key", "")), ["softlock", "unused-allowance"]);
    for (wrong, what) in [
        (
            "allow: [(lint: \"softlok\", because: \"x\")]",
            "allow[0]: no lint named 'softlok', expected one of 'no-exit', ",
        ),
        ("allow: [(lint: \"softlock\", at: \"her\", because: \"x\")]", "allow[0]: no cell is named 'her'"),
        ("allow: [(lint: \"softlock\")]", "because"),
        ("allow: [(lint: \"softlock\", because: \"\")]", "this text must not be empty"),
    ] {
        let legend = "'#': (wall: \"a\"), '@': (thing: Player)";
        let text = format!("(name: \"\", legend: {{{legend}}}, map: [\"###\", \"#@#\", \"###\"], {wrong})");
        let error = Level::read("deck.ron", text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("deck.ron:1:") && error.contains(what), "{error}");
    }
}

#[test]
fn lints_have_unique_names_and_explanations() {
    for (number, &lint) in Lint::ALL.iter().enumerate() {
        assert_eq!(Lint::named(lint.name()), Ok(lint));
        assert_eq!(Lint::ALL.iter().position(|other| other.name() == lint.name()), Some(number));
        assert!(lint.name().chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'), "{}", lint.name());
        assert!(!lint.summary().is_empty() && lint.explanation().ends_with('.'), "{}", lint.name());
    }
}

#[test]
fn lints_page_matches_the_code() {
    let file = format!("{}/../../docs/lints.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&file).expect("the page exists");
    let head = page.split("\n## `").next().expect("a text has a beginning");
    let text =
        |lint: Lint| format!("\n## `{}`\n\nWarns about {}.\n\n{}\n", lint.name(), lint.summary(), lint.explanation());
    let generated: String = Lint::ALL.iter().copied().map(text).collect();
    if std::env::var_os("HULLBREACH_WRITE_DOCS").is_some() {
        std::fs::write(&file, format!("{head}{generated}")).expect("it can be written");
    }
    assert!(
        page == format!("{head}{generated}"),
        "docs/lints.md is out of date: run this test once with HULLBREACH_WRITE_DOCS=1"
    );
}

#[test]
fn shipped_decks_pass_the_solver() {
    for deck in ["deck1", "deck2", "deck3", "deck4", "hull", "secret"] {
        let file = format!("{}/../../levels/{deck}.ron", env!("CARGO_MANIFEST_DIR"));
        let level = Level::read(&file, &std::fs::read(&file).expect("a shipped deck")).expect("a valid deck");
        assert_eq!(level.findings(&GameData::default()), [], "{deck}");
    }
}
