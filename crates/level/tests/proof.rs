//! What the solver finds on small levels: each lint, and each rule by which something opens, closes or carries.

use level::{Facts, Finding, Level, Lint, MonsterFacts, PickupFacts};

/// What the maps of these tests are drawn with; `name`s are what triggers call the cells.
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
    level(rows, more).findings(&Facts::default())
}

/// The names of what is told, in its order.
fn told(rows: &str, more: &str) -> Vec<&'static str> {
    findings(rows, more).iter().map(|finding| finding.lint.name()).collect()
}

fn wired(rows: &str, triggers: &str) -> Vec<&'static str> {
    told(rows, &format!("triggers: [{triggers}]"))
}

const NOTHING: [&str; 0] = [];

#[test]
fn a_deck_has_an_exit_and_a_way_to_it() {
    assert_eq!(told("##### #@..# #####", ""), ["no-exit"]);
    assert_eq!(told("###### #@#.L# ######", ""), ["no-way-to-exit"]);
    assert_eq!(told("###### #@..L# ######", ""), NOTHING);
    assert_eq!(wired("##### #@._# #####", "(at: \"plate\", on: Step, do: [Exit])"), NOTHING);
    assert_eq!(wired("##### #@.s# #####", "(at: \"lever\", on: Use, do: [SecretExit])"), NOTHING);
    let shut_in = "arrivals: [(name: \"dock\", at: (1, 3))]";
    let dock = findings("###### #@..L# ###### #....# ######", shut_in);
    assert_eq!(dock.len(), 1);
    assert_eq!((dock[0].lint, dock[0].at), (Lint::NoWayToExit, Some((1, 3))));
    assert!(dock[0].what.contains("the arrival 'dock'"), "{}", dock[0].what);
}

#[test]
fn each_way_on_is_reached_from_elsewhere() {
    let arrivals = "arrivals: [(name: \"dock\", at: (4, 1))]";
    assert_eq!(
        told("####### #@L#.S# #######", arrivals),
        ["way-out-of-reach"; 2],
        "each is found only by who comes beside it"
    );
    assert_eq!(told("####### #@...S# #..L..# #######", arrivals), NOTHING);
    let alone = findings("####### #@LS#.# #######", "");
    assert_eq!((alone[0].lint, alone[0].at), (Lint::WayOutOfReach, Some((3, 1))));
    assert!(alone[0].what.contains("the stairs 'down' in row 2, column 4"), "{}", alone[0].what);
}

#[test]
fn keys_lie_before_their_locks_on_every_skill() {
    assert_eq!(told("######### #@p.1..L# #########", ""), NOTHING);
    assert_eq!(told("######### #@.1.p.L# #########", ""), ["no-way-to-exit", "key-after-lock"]);
    assert_eq!(told("######### #@..1..L# #########", ""), ["no-way-to-exit", "no-key"]);
    let crossed = "########### #@..1q.2p.L ###########";
    assert_eq!(told(crossed, ""), ["no-way-to-exit", "key-after-lock", "key-after-lock"]);
    let hard = findings("######### #@h.1..L# #########", "");
    assert_eq!(hard.len(), 1);
    assert!(hard[0].what.ends_with("on skill 1"), "{}", hard[0].what);
    assert_eq!(told("######## #@p...L# ########", ""), ["key-without-lock"]);
    let calls = "(at: \"plate\", on: Step, do: [Spawn(\"gift\")])";
    assert_eq!(wired("########## #@._w.1.L# ##########", calls), NOTHING);
    assert_eq!(
        wired("########### #@.w.1._.L# ###########", calls),
        ["no-way-to-exit", "key-after-lock", "trigger-out-of-reach"]
    );
}

#[test]
fn sealed_doors_triggers_pickups_secrets_and_undead_are_got_to() {
    assert_eq!(told("######## #@.....L ###4#### ###.#### ########", ""), ["nothing-opens"]);
    let opens = "(at: \"lever\", on: Use, do: [Open(\"vault\")])";
    assert_eq!(wired("##s##### #@..4..L ########", opens), NOTHING);
    assert_eq!(wired("#####s## #@..4..L ########", opens), ["no-way-to-exit", "nothing-opens", "trigger-out-of-reach"]);
    assert_eq!(told("######## #@.....L ######## #..a...# ########", ""), ["pickup-out-of-reach"]);
    assert_eq!(told("######## #@.....L ######## #..z...# ########", ""), ["undead-out-of-reach"]);
    assert_eq!(told("######## #@....L# ####G### #..z...# ########", ""), NOTHING, "shots pass bars");
    assert_eq!(told("######## #@....L# ####W### #..z...# ########", ""), ["undead-out-of-reach"], "but no glass");
    assert_eq!(
        told("######## #@....L# ######## #.B..a.# ########", ""),
        ["pickup-out-of-reach", "secret-out-of-reach"]
    );
    assert_eq!(told("######### #a.B.a.L# #...@...# #########", ""), ["push-wall-stops-short"], "clips stop it");
    assert_eq!(told("######### #a.B...L# #...@...# #########", ""), NOTHING);
}

#[test]
fn a_target_is_shot_through_bars_and_past_pillars_not_through_glass() {
    let opens = "(at: \"lever\", on: Shot, do: [Open(\"vault\")])";
    for (bars, is_fine) in [('G', true), ('P', true), ('W', false)] {
        let map = format!("########## #.{bars}.@.4..L s..####### ##########").replace("s..#", "s.##");
        let map = map.replace("#.G", "s.G").replace("#.P", "s.P").replace("#.W", "s.W").replace(" s.##", " ####");
        assert_eq!(wired(&map, opens).is_empty(), is_fine, "{bars}: {map}");
    }
    // Where something may close the search asks, too.
    let and_locks = format!("{opens}, (at: \"knob\", on: Use, do: [Lock(\"other\")])");
    for (bars, is_fine) in [('G', true), ('W', false)] {
        let map = format!("####t##### s.{bars}.@.4..L #####5#### #####.#### ##########");
        let told = wired(&map, &and_locks);
        assert_eq!(told == ["nothing-opens"], is_fine, "{bars}: {told:?}");
    }
}

#[test]
fn whoever_has_time_enough_wins_and_loses_every_game() {
    assert_eq!(told("######## #@.T..L# #......# ########", ""), ["idle-terminal"]);
    for cause in ["Won", "Lost", "LostThreeTimes"] {
        let opens = format!("(at: \"game\", on: {cause}, do: [Open(\"vault\")])");
        assert_eq!(wired("########## #@T..4..L# #....##### ##########", &opens), NOTHING, "{cause}");
        assert_eq!(wired("########## #@...4.TL# #...###### ##########", &opens)[0], "no-way-to-exit", "{cause}");
        // Where something may close the search asks, too.
        let locks = format!("{opens}, (at: \"lever\", on: Use, how: Again, do: [Lock(\"vault\")])");
        assert_eq!(wired("###s###### #@T..4..L# #....##### ##########", &locks), ["softlock"], "{cause}");
    }
}

#[test]
fn what_undead_tread_on_is_set_off_if_there_are_any() {
    let opens = "(at: \"plate\", on: Step, by: Undead, do: [Open(\"vault\")])";
    assert_eq!(wired("########## #_.@..4..L ##########", opens)[0], "no-way-to-exit");
    assert_eq!(wired("########## #_z@..4..L ##########", opens), NOTHING);
}

#[test]
fn a_door_that_locks_behind_shuts_in_whoever_finds_no_other_way() {
    let pocket = findings("######## #@....L# ###6#### ###..### ########", "");
    assert_eq!(pocket.len(), 1, "{pocket:?}");
    assert_eq!((pocket[0].lint, pocket[0].at), (Lint::Softlock, Some((3, 2))));
    assert!(pocket[0].what.contains("the door in row 3, column 4 has locked behind the player"), "{}", pocket[0].what);
    assert!(pocket[0].what.contains("from row 4, column 4"), "{}", pocket[0].what);
    // Two ways in: the other one leads out.
    assert_eq!(told("######## #@....L# ###6#+## ###...## ########", ""), NOTHING);
    // Both lock, and the second lets him out; but then he may go in by the first once more.
    assert_eq!(told("######## #@....L# ###6#6## ###...## ########", ""), NOTHING);
    // On the way to the lift.
    assert_eq!(told("######## #@.6..L# ########", ""), NOTHING);
    // A key on the near side can be left behind; one in the way cannot.
    assert_eq!(told("########## #@..6.1.L# #p.####### ##########", ""), ["softlock"]);
    assert_eq!(told("########## #@p.6.1.L# ##########", ""), NOTHING);
    // A trigger lets him out again.
    let out = "(at: \"lever\", on: Use, do: [Unlock(\"trap\")])";
    assert_eq!(wired("######## #@....L# ###6#### ###..s## ########", out), NOTHING);
}

#[test]
fn what_locks_a_door_may_shut_somebody_in() {
    // The line behind the door locks it; the switch outside is out of reach then.
    let locks = "(at: \"line\", on: Step, do: [Lock(\"vault\")])";
    let opens = "(at: \"lever\", on: Use, do: [Open(\"vault\")])";
    let both = format!("{locks}, {opens}");
    assert_eq!(wired("##s##### #@....L# ###4#### ###~.### ########", &both), ["softlock"]);
    assert_eq!(wired("##s##### #@....L# ###4#### ###~.s## ########", &both), ["softlock"], "it works but once");
    let again = format!("{locks}, (at: \"lever\", on: Use, how: Again, do: [Open(\"vault\")])");
    assert_eq!(wired("##s##### #@....L# ###4#### ###~.s## ########", &again), NOTHING);
    let inside = format!("{both}, (at: \"knob\", on: Use, do: [Unlock(\"vault\")])");
    assert_eq!(wired("##s##### #@....L# ###4#### ###~.t## ########", &inside), NOTHING);
    // A switch that toggles can be thrown again from where it stands.
    let toggles = "(at: \"lever\", on: Use, how: Toggle, do: [Open(\"vault\")])";
    assert_eq!(wired("##s####### #@..4..L## ##########", toggles), NOTHING);
}

#[test]
fn a_trigger_that_works_late_may_close_a_door_behind_the_player() {
    let map = "######## #@~...L# ###4#### ###..### ########";
    let opens = "(at: \"line\", on: Step, do: [Open(\"vault\")])";
    assert_eq!(wired(map, opens), NOTHING);
    assert_eq!(wired(map, "(at: \"line\", on: Step, after: 3, do: [Open(\"vault\")])"), NOTHING);
    let and_shuts = format!("{opens}, (at: \"line\", on: Step, after: 3, do: [Close(\"vault\")])");
    assert_eq!(wired(map, &and_shuts), ["softlock"]);
}

#[test]
fn a_timed_door_is_open_for_whoever_gets_there_in_time_and_may_shut_him_in() {
    let timed = |seconds: f32| format!("(at: \"lever\", on: Use, how: Timed({seconds}), do: [Open(\"vault\")])");
    let far = "##s################# #@..............4.L# ####################";
    // Fourteen tiles at four and a half a second.
    assert_eq!(wired(far, &timed(4.0)), NOTHING);
    assert_eq!(wired(far, &timed(2.0)), ["no-way-to-exit", "timer-too-short"]);
    // Inside there is no switch.
    let closet = "##s##### #@....L# ###4#### ###..### ########";
    assert_eq!(wired(closet, &timed(4.0)), ["softlock"]);
    let both = format!("{}, (at: \"knob\", on: Use, do: [Unlock(\"vault\")])", timed(4.0));
    assert_eq!(wired("##s##### #@....L# ###4#### ###..t## ########", &both), NOTHING);
}

#[test]
fn a_plate_that_must_be_held_opens_only_what_is_beside_it() {
    let held = "(at: \"plate\", on: Step, how: Held, do: [Open(\"vault\")])";
    assert_eq!(wired("########## #@.._4..L# ##########", held), NOTHING);
    assert_eq!(wired("########## #_@..4..L# ##########", held), ["no-way-to-exit", "timer-too-short"]);
    // Somebody else may stand on it.
    let anybody = "(at: \"plate\", on: Step, by: Anybody, how: Held, do: [Open(\"vault\")])";
    assert_eq!(wired("########## #_@z.4..L# ##########", anybody), NOTHING);
}

#[test]
fn a_lift_within_the_deck_may_lead_where_none_leads_back() {
    let up = "(at: \"lever\", on: Use, how: Again, do: [Carry(\"cabin\", \"attic\")])";
    let down = "(at: \"knob\", on: Use, how: Again, do: [Carry(\"attic\", \"cabin\")])";
    assert_eq!(wired("###s##### #@.c..L## ######### #..C...## #########", up), ["softlock"]);
    assert_eq!(wired("###s##### #@.c..L## ######### #..C...## ###t#####", &format!("{up}, {down}")), NOTHING);
    assert_eq!(wired("###s##### #@.c..### ######### #..C..L## #########", up), NOTHING);
    // Who steps off a ledge leaves a key behind, unless it lies in his way.
    let ledge = "(at: \"cabin\", on: Step, how: Again, do: [Carry(\"cabin\", \"attic\")])";
    assert_eq!(wired("######### #@.c.p.## ######### #C..1.L## #########", ledge), ["no-way-to-exit"]);
    assert_eq!(wired("######### #p@.c..## ######### #C..1.L## #########", ledge), ["softlock"]);
    assert_eq!(wired("######### #@.pc..## ######### #C..1.L## #########", ledge), NOTHING);
}

#[test]
fn a_push_wall_goes_its_way_once_and_may_stand_in_the_way_then() {
    // It slides into a hall, out of the way.
    assert_eq!(told("########## #@.B.....# #..#.....# #..#....L# ##########", ""), NOTHING);
    // It slides along the only corridor, and comes to rest before the lift.
    assert_eq!(told("######### #@.B..L## #########", ""), ["no-way-to-exit"]);
    assert_eq!(told("########### #@.B.....L# ###########", ""), ["no-way-to-exit"]);
    // The other way round it can be pushed from behind, and nothing is lost.
    let shut = findings("########## #@..B...L# #.###..### #......### ##########", "");
    assert_eq!(shut.len(), 1, "{shut:?}");
    assert_eq!((shut[0].lint, shut[0].at), (Lint::Softlock, Some((4, 1))));
    assert!(shut[0].what.contains("pushed to the right"), "{}", shut[0].what);
    // One that goes one way only opens from one side only.
    assert_eq!(told("########### #L....>..@# ###########", ""), ["no-way-to-exit", "secret-out-of-reach"]);
    // A trigger moves one out of the way.
    let pushes = "(at: \"lever\", on: Use, do: [Push(\"slab\")])";
    assert_eq!(wired("##s####### #..@b...L# ####.##### ####.##### ##########", pushes), NOTHING);
    assert_eq!(
        told("########## #..@b...L# ####.##### ####.##### ##########", ""),
        ["no-way-to-exit", "secret-out-of-reach"]
    );
}

#[test]
fn push_walls_are_tried_in_every_order() {
    // Pushed first, the left one stops the other one in time: only then the lift is still to be had.
    let map = "############ #@.......### #.#B####B### #.#.####.### #.#......L## #.#.####.### #...####.### ############";
    let told = told(map, "");
    assert!(!told.contains(&"not-proved") && !told.contains(&"no-way-to-exit"), "{told:?}");
}

#[test]
fn a_deck_in_which_too_much_depends_on_each_other_is_not_proved() {
    let row = format!("#{}#", "..B".repeat(12));
    let (border, free) = ("#".repeat(38), format!("#{}#", ".".repeat(36)));
    let start = format!("#@{}L", ".".repeat(35));
    let map = [border.as_str(), &start, &free, &row, &free, &free, &row, &free, &free, &border].join(" ");
    assert_eq!(told(&map, ""), ["not-proved"]);
}

fn facts() -> Facts {
    let mut facts = Facts { health: 100, hurts: 100, ..Facts::default() };
    facts.monsters.insert("officer".to_owned(), MonsterFacts { health: 60, harm: 6000, ticks: 240, shoots: 5 });
    facts.monsters.insert("shambler".to_owned(), MonsterFacts { health: 30, harm: 9000, ticks: 120, shoots: 0 });
    facts.pickups.insert("clip".to_owned(), PickupFacts { heals: 0, hurts: 110 });
    facts.pickups.insert("medkit".to_owned(), PickupFacts { heals: 100, hurts: 0 });
    facts
}

fn known(rows: &str) -> Vec<&'static str> {
    level(rows, "").findings(&facts()).iter().map(|finding| finding.lint.name()).collect()
}

#[test]
fn the_player_does_not_begin_in_a_line_of_fire() {
    assert_eq!(known("######### #@....n.L #########"), ["start-in-line-of-fire"]);
    assert_eq!(known("######### #@....N.L #########"), NOTHING, "it looks away");
    assert_eq!(known("########## #@.....n.L ##########"), NOTHING, "it is too far away");
    assert_eq!(known("######### #@....z.L #########"), NOTHING, "it only claws");
    assert_eq!(known("######### #@..+.n.L #########"), NOTHING, "a door is between");
    assert_eq!(known("######### #@..G.n.# #...#...L #...+...# #########"), ["start-in-line-of-fire"], "bars are");
    assert_eq!(known("####### #@....# #.....# #...n.L #######"), ["start-in-line-of-fire"], "askew");
    assert_eq!(known("####### #@.#..# #.###.# #....nL #######"), NOTHING, "round a corner");
    let dock = level("######### #@#...n.L #.+.....# #########", "arrivals: [(name: \"dock\", at: (3, 1))]");
    assert_eq!(dock.findings(&facts()).len(), 1);
}

#[test]
fn the_fights_cost_no_more_than_there_is() {
    assert_eq!(known("######### #@....z.L #########"), NOTHING);
    assert_eq!(known("######### #@..zzz.L #########"), ["too-little-ammunition", "too-little-health"]);
    assert_eq!(known("######### #@a.zzz.L #########"), ["too-little-health"]);
    assert_eq!(known("######### #@m.zzz.L #########"), ["too-little-ammunition"]);
    assert_eq!(known("########## #@mazzz.L# ##########"), NOTHING);
    assert_eq!(told("######### #@..zzz.L #########", ""), NOTHING, "nothing is known of them");
}

/// What is told of a deck on which lockers are furniture, and crates are not.
fn furnished(rows: &str, more: &str) -> Vec<String> {
    let facts = Facts { furniture: ["locker".to_owned()].into(), ..Facts::default() };
    level(rows, more).findings(&facts).iter().map(ToString::to_string).collect()
}

#[test]
fn furniture_stands_in_nobodys_way() {
    let in_the_way =
        "the prop 'locker' in row 2, column 4 stands in the only way to row 2, column 6 [furniture-in-the-way]";
    assert_eq!(furnished("######## #@.f..L# ########", ""), [in_the_way]);
    assert_eq!(furnished("######## #@.k..L# ########", ""), NOTHING, "a crate breaks");
    assert_eq!(told("######## #@.f..L# ########", ""), NOTHING, "nothing is known of it");
    assert_eq!(furnished("######## #@.f..L# #......# ########", ""), NOTHING, "one goes round it");
    assert_eq!(furnished("####### #@...L# ##f#### ##.#### #######", ""), NOTHING, "nothing is behind it");
    let hides_a_clip = furnished("####### #@...L# ##f#### ##a#### #######", "");
    assert_eq!(hides_a_clip.len(), 1);
    assert!(hides_a_clip[0].contains("row 3, column 3 stands in the only way to row 4, column 3"), "{hides_a_clip:?}");
    let across = furnished("######### #@.f...L# #..f..a.# #########", "");
    assert_eq!(across.len(), 1, "of a row of them one is named: {across:?}");
    let behind_a_lock = "########### #@.f.p#...# #...###...# #...1..f.L# ########### ";
    assert_eq!(furnished(behind_a_lock, "").len(), 1, "first the key must be free");
}

#[test]
fn furniture_stands_before_no_door_and_nothing_that_is_used() {
    let at = |told: &[String], what: &str| {
        assert!(told.len() == 1 && told[0].contains(what) && told[0].ends_with("[furniture-in-the-way]"), "{told:?}");
    };
    let doors = |piece: &str| furnished(&format!("######## #@{piece}+..L# #..#...# #..+...# ########"), "");
    at(&doors("f"), "in row 2, column 3 stands right before the door in row 2, column 4");
    assert_eq!(doors("."), NOTHING);
    let lever = "triggers: [(at: \"lever\", on: Use, do: [Say(\"Click.\")])]";
    at(&furnished("#s###### #f.@..L# ########", lever), "where one must stand to use what is in row 1, column 2");
    assert_eq!(furnished("#s###### #.f@..L# #......# ########", lever), NOTHING);
    at(
        &furnished("######## #@.....# #.....f# #....fL# ########", ""),
        "stands where one must stand to use what is in row 4",
    );
    let plate = "things: [(at: (4, 1), name: \"spot\")], triggers: [(at: \"spot\", on: Step, do: [Say(\"Click.\")])]";
    at(&furnished("######## #@..f.L# #......# ########", plate), "stands on 'spot', which sets off triggers[0]");
    let game = "triggers: [(at: \"game\", on: Won, do: [Say(\"Well played.\")])]";
    at(&furnished("######### #@...#T## #....#f## #......L# #########", game), "to use what is in row 2, column 7");
    at(&furnished("########## #@......L# #..####### #.f>....## ##########", ""), "row 4, column 4");
}

#[test]
fn an_author_may_let_something_be_where_it_is_and_nowhere_else() {
    let map = "######## #@....L# ###6#### ###o.### ########";
    assert_eq!(told(map, ""), ["softlock"]);
    let allow = |lint: &str, at: &str| format!("allow: [(lint: \"{lint}\"{at}, because: \"it is a joke\")]");
    assert_eq!(told(map, &allow("softlock", ", at: \"trap\"")), NOTHING);
    assert_eq!(told(map, &allow("softlock", "")), NOTHING, "on the whole deck");
    assert_eq!(told(map, &allow("softlock", ", at: \"here\"")), ["softlock", "unused-allowance"]);
    assert_eq!(told(map, &allow("no-key", "")), ["softlock", "unused-allowance"]);
    for (wrong, what) in [
        (
            "allow: [(lint: \"softlok\", because: \"x\")]",
            "allow[0]: no lint is called 'softlok'; there are 'no-exit', ",
        ),
        ("allow: [(lint: \"softlock\", at: \"her\", because: \"x\")]", "allow[0]: no cell is called 'her'"),
        ("allow: [(lint: \"softlock\")]", "because"),
        ("allow: [(lint: \"softlock\", because: \"\")]", "nothing stands in these quotes"),
    ] {
        let legend = "'#': (wall: \"a\"), '@': (thing: Player)";
        let text = format!("(name: \"\", legend: {{{legend}}}, map: [\"###\", \"#@#\", \"###\"], {wrong})");
        let error = Level::read("deck.ron", text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("deck.ron:1:") && error.contains(what), "{error}");
    }
}

#[test]
fn every_lint_has_a_name_of_its_own_and_an_explanation() {
    for (number, &lint) in Lint::ALL.iter().enumerate() {
        assert_eq!(Lint::named(lint.name()), Ok(lint));
        assert_eq!(Lint::ALL.iter().position(|other| other.name() == lint.name()), Some(number));
        assert!(lint.name().chars().all(|letter| letter.is_ascii_lowercase() || letter == '-'), "{}", lint.name());
        assert!(!lint.summary().is_empty() && lint.explanation().ends_with('.'), "{}", lint.name());
    }
}

#[test]
fn the_page_of_lints_says_what_they_say() {
    let file = format!("{}/../../docs/lints.md", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&file).expect("the page is there");
    let head = page.split("\n## `").next().expect("a text has a beginning");
    let text =
        |lint: Lint| format!("\n## `{}`\n\nIt warns of {}.\n\n{}\n", lint.name(), lint.summary(), lint.explanation());
    let made: String = Lint::ALL.iter().copied().map(text).collect();
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(&file, format!("{head}{made}")).expect("it can be written");
    }
    assert!(
        page == format!("{head}{made}"),
        "docs/lints.md is not what the lints say: run this test once with WRITE_DOCS=1"
    );
}

#[test]
fn the_decks_of_the_game_are_proved() {
    for deck in ["deck1", "deck2", "deck3", "deck4", "hull", "secret"] {
        let file = format!("{}/../../levels/{deck}.ron", env!("CARGO_MANIFEST_DIR"));
        let level = Level::read(&file, &std::fs::read(&file).expect("a deck of ours")).expect("a good deck");
        assert_eq!(level.findings(&Facts::default()), [], "{deck}");
    }
}
