//! Whole pipelines: what they generate, reproducibility, and errors.

use generate::{Destination, GeneratorData, Pipeline};
use level::{GameData, Level};
use proptest::prelude::*;

/// The example of the XML form, word for word, except the treasures, which `contents.rs` tests.
const MOOSECASTLE: &str = r#"<layout type="random"><generators><generator type="maze-grow-tree"><size><width>12</width><height>12</height></size><newest>50</newest><random>50</random></generator></generators>
<translators><translator type="simple-maze"><block-width>1</block-width></translator><translator type="fill-border"/></translators>
<content-creators>
<content-creator type="stairs"><stair id="initial" to-map="moosecastle_1"><destination><coord x="6" y="22"/></destination></stair>
<stair id="down" to-map="moosecastle_3"><destination><target location-id="initial"/></destination></stair></content-creator></content-creators>
<mapper type="moose-maze"/></layout>"#;

fn xml(text: &str) -> Result<Pipeline, String> {
    Pipeline::read("f.xml", text.as_bytes())
}

fn ron(text: &str) -> Result<Pipeline, String> {
    Pipeline::read("f.ron", text.as_bytes())
}

fn wrong(read: Result<Pipeline, String>) -> String {
    read.err().expect("an invalid pipeline")
}

/// Returns the error of a pipeline that can be read but generates nothing.
fn failure(pipeline: &str) -> String {
    let made = ron(pipeline).expect("a valid file").generate(1, &GeneratorData::default(), true);
    made.err().expect("no deck").to_string()
}

fn level(pipeline: &Pipeline, seed: u64) -> Level {
    let deck = pipeline.generate(seed, &GeneratorData::default(), true).unwrap_or_else(|error| panic!("{error}"));
    deck.into_level().expect("it has a mapper")
}

/// Treats all characters except `#` as walkable places; returns the number of places, links and regions.
fn measured(rows: &[String]) -> (usize, usize, usize) {
    let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let is_way = |x: usize, y: usize| cells.get(y).and_then(|row| row.get(x)).is_some_and(|cell| *cell != '#');
    let all = (0..cells.len()).flat_map(|y| (0..cells[y].len()).map(move |x| (x, y)));
    let ways: Vec<(usize, usize)> = all.filter(|&(x, y)| is_way(x, y)).collect();
    let links = ways.iter().map(|&(x, y)| usize::from(is_way(x + 1, y)) + usize::from(is_way(x, y + 1))).sum();
    let mut left: std::collections::BTreeSet<_> = ways.iter().copied().collect();
    let mut regions = 0;
    while let Some(first) = left.pop_first() {
        regions += 1;
        let mut frontier = vec![first];
        while let Some((x, y)) = frontier.pop() {
            for next in [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))] {
                if left.remove(&next) {
                    frontier.push(next);
                }
            }
        }
    }
    (ways.len(), links, regions)
}

#[test]
fn example_is_a_labyrinth_with_stairs_at_dead_ends() {
    let pipeline = xml(MOOSECASTLE).unwrap();
    for seed in 0..50 {
        let deck = pipeline.generate(seed, &GeneratorData::default(), true).unwrap();
        let rows = deck.rows().unwrap();
        assert!(rows.len() == 25 && rows.iter().all(|row| row.chars().count() == 25), "{rows:?}");
        assert!(rows[0].chars().chain(rows[24].chars()).all(|cell| cell == '#'), "the border is wall");
        assert_eq!(measured(&rows), (144 + 143, 2 * 143, 1), "143 passages join 144 chambers to one tree");
        let stairs = deck.stairs();
        assert_eq!((stairs[0].id.as_str(), stairs[0].to_map.as_str()), ("initial", "moosecastle_1"));
        assert_eq!(stairs[0].destination, Destination::Coord { x: 6, y: 22 });
        assert_eq!(stairs[1].destination, Destination::Target { location_id: "initial".to_owned() });
        let level = deck.into_level().unwrap();
        for arrival in ["initial", "down"].map(|name| level.arrival(name).unwrap()) {
            let beside = [(1, 0), (0, 1), (-1, 0), (0, -1)];
            let walls = beside.map(|(x, y)| level.shape_at(arrival.x as i32 + x, arrival.y as i32 + y));
            assert_eq!(walls.iter().filter(|shape| shape.unwrap().is_wall()).count(), 3, "stairs have three walls");
        }
        assert_eq!(level.findings(&GameData::default()), []);
    }
}

#[test]
fn ron_and_xml_pipelines_make_the_same_decks() {
    let same = r#"(
        type: random,
        generators: [MazeGrowTree(size: (width: 12, height: 12), newest: 50, random: 50)],
        translators: [SimpleMaze(block_width: 1), FillBorder()],
        content_creators: [Stairs(stairs: [
            (id: "initial", to_map: "moosecastle_1", destination: Coord(x: 6, y: 22)),
            (id: "down", to_map: "moosecastle_3", destination: Target(location_id: "initial")),
        ])],
        mapper: MooseMaze,
    )"#;
    for seed in [0, 1, u64::MAX] {
        assert!(level(&ron(same).unwrap(), seed) == level(&xml(MOOSECASTLE).unwrap(), seed));
    }
}

/// Pipelines that use every generator, translator and mapper.
const PIPELINES: [&str; 8] = [
    "(generators: [MazeGrowTree(size: (width: 9, height: 14), newest: 3, random: 1)],
        translators: [Loops(percent: 60), SimpleMaze(block_width: 2), FillBorder(width: 3), Doors(percent: 40)],
        content_creators: [Start(), Exit()], mapper: MooseMaze)",
    "(generators: [ShipRooms()], translators: [FillBorder(width: 2), ThinHull(), Windows(count: (30, 40))],
        content_creators: [Start(), Exit()], mapper: CrewDeck)",
    "(generators: [HullOutline(size: (width: 90, height: 50)), ShipRooms()],
        translators: [FillBorder(width: 2), ThinHull(), Windows(count: (30, 40))],
        content_creators: [Start(right: true), Exit(left: true)], mapper: Holds)",
    "(generators: [Cave(size: (width: 40, height: 30))], translators: [FillBorder(), Doors()],
        content_creators: [Start(), Exit()], mapper: Wreck)",
    "(generators: [HullOutline(size: (width: 24, height: 16), bow: 50), MazeGrowTree(newest: 1)],
        translators: [SimpleMaze(block_width: 1), FillBorder(width: 2), ThinHull(), Windows(count: (0, 9))],
        content_creators: [Start(), Exit()], mapper: Engineering)",
    "(generators: [MazeGrowTree(size: (width: 10, height: 9), newest: 1, random: 1)],
        translators: [Symmetry(along: X), SimpleMaze(block_width: 1), FillBorder()],
        content_creators: [Start(), Exit()], mapper: Laboratory)",
    "(generators: [MazeGrowTree(size: (width: 11, height: 12), newest: 1, random: 1)],
        translators: [Symmetry(along: Y), SimpleMaze(block_width: 1), FillBorder()],
        content_creators: [Start(), Exit()], mapper: Laboratory)",
    "(generators: [Cave(size: (width: 41, height: 30), rock: 42)], translators: [Symmetry(along: X), FillBorder()],
        content_creators: [Start(), Exit()], mapper: Wreck)",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn decks_can_be_completed_and_survive_a_round_trip(number in 0..PIPELINES.len(), seed: u64) {
        let pipeline = ron(PIPELINES[number]).unwrap();
        let deck = pipeline.generate(seed, &GeneratorData::default(), true).unwrap();
        let rows = deck.rows().unwrap();
        prop_assert_eq!(measured(&rows).2, 1, "one region: {}", rows.join("\n"));
        let made = deck.into_level().unwrap();
        let findings = made.findings(&GameData::default());
        prop_assert!(findings.is_empty(), "{:?} {}", findings, rows.join("\n"));
        let text = made.write().unwrap();
        let read = Level::read("written", text.as_bytes());
        prop_assert!(read.as_ref().is_ok_and(|read| *read == made), "{:?}\n{}", read.err(), text);
        prop_assert!(level(&pipeline, seed) == made, "the same seed gives the same deck");
    }

    #[test]
    fn mirrored_map_is_its_own_mirror_image(number in 5..8_usize, seed: u64) {
        let rows = ron(PIPELINES[number]).unwrap().generate(seed, &GeneratorData::default(), false).unwrap().rows().unwrap();
        let plain: Vec<String> = rows.iter().map(|row| row.replace('@', ".")).collect();
        let image: Vec<String> = match number {
            6 => plain.iter().rev().cloned().collect(),
            _ => plain.iter().map(|row| row.chars().rev().collect()).collect(),
        };
        // A lift's switch does not count, because a lift is a wall with or without it.
        prop_assert_eq!(image, plain);
    }
}

#[test]
fn sizes_and_weights_out_of_range_are_rejected() {
    let maze = |width: &str, height: &str, weights: &str| {
        format!("(generators: [MazeGrowTree(size: (width: {width}, height: {height}), {weights})])")
    };
    for (text, what) in [
        (
            maze("0", "12", "newest: 1"),
            "f.ron:1:15: generators[0]: `width` must be a whole number from 1 to 4096, got 0",
        ),
        (maze("12", "-3", "newest: 1"), "`height` must be a whole number from 1 to 4096, got -3"),
        (maze("1000000000", "1", "newest: 1"), "`width` must be a whole number from 1 to 4096, got 1000000000"),
        (maze("12", "12", "newest: 0, random: 0"), "at least one of the weights `newest` and `random` must be above 0"),
        (maze("12", "12", ""), "at least one of the weights `newest` and `random` must be above 0"),
        (maze("12", "12", "newest: -1, random: 1"), "`newest` must be a whole number from 0 to 1000000, got -1"),
        ("(generators: [])".to_owned(), "`generators` must have at least one"),
        ("(generators: [MazeGrowTree(size: (width: 12), newest: 1)])".to_owned(), "the field `height` is missing"),
        ("(generators: [Hedge()])".to_owned(), "unknown value `Hedge`, expected one of `Cave`, `Drawn`, `HullOutline`"),
        ("(generators: [Cave(rock: 101)])".to_owned(), "`rock` must be a whole number from 0 to 100, got 101"),
        (
            maze("2", "2", "newest: 1").replace("])", "], translators: [SimpleMaze(block_width: 0)])"),
            "`block_width` must be",
        ),
        (
            maze("2", "2", "newest: 1").replace("])", "], mapper: Hedge)"),
            "unknown value `Hedge`, expected one of `Holds`",
        ),
        (
            maze("2", "2", "newest: 1").replace("])", "], translators: [Windows(count: (9, 3))])"),
            "from 9 to 10000, got 3",
        ),
        (
            maze("2", "2", "newest: 1").replace("])", "], content_creators: [Stairs(stairs: [])])"),
            "content_creators[0]: a map must have 1 to 32 stairs, got 0",
        ),
    ] {
        let error = wrong(ron(&text));
        assert!(error.contains(what), "{text}: {error}");
    }
    // Weights need not add up to 100.
    assert!(ron(&maze("12", "12", "newest: 3, random: 4")).is_ok());
}

#[test]
fn impossible_pipelines_are_reported() {
    let stairs = "content_creators: [Stairs(stairs: [
        (id: \"a\", to_map: \"b\", destination: Coord(x: 1, y: 1)), (id: \"c\", to_map: \"d\", destination: Target(location_id: \"a\"))])]";
    let maze = |width: i64, height: i64, rest: &str| {
        format!(
            "(generators: [MazeGrowTree(size: (width: {width}, height: {height}), newest: 1)], {rest}, mapper: Holds)"
        )
    };
    let walls = "translators: [SimpleMaze(block_width: 1), FillBorder()]";
    for (text, what) in [
        (maze(1, 1, &format!("{walls}, {stairs}")), "2 stairs need 2 dead ends, but the map has 0 (tried 32 times)"),
        (maze(3, 3, stairs), "content_creators[0]: the places must be tiles, got chambers"),
        (maze(3, 3, walls), "mapper: the map must have a start"),
        (
            maze(3, 3, &format!("{walls}, content_creators: [Start()]")),
            "mapper: the deck has a serious problem: the deck has no exit",
        ),
        (maze(3, 3, "translators: [SimpleMaze(block_width: 1), SimpleMaze(block_width: 1)]"), "translators[1]: the places must be chambers, got tiles"),
        (maze(300, 4, &format!("{walls}, {stairs}")), "mapper: a level must be at most 512 by 512 cells, got 601 by 9"),
        (maze(4096, 4096, walls), "generators[0]: a map must have at most 8388608 places, got 4096 by 4096"),
        (maze(2000, 2000, "translators: [SimpleMaze(block_width: 3)]"), "places, got 7997 by 7997"),
        (maze(3, 3, &format!("translators: [SimpleMaze(block_width: 1)], {stairs}")), "the border of the map must be wall"),
        (
            "(generators: [MazeGrowTree(size: (width: 3, height: 3), newest: 1), Cave(size: (width: 4, height: 3))], mapper: Holds)".to_owned(),
            "generators[1]: the size must be 3 by 3 as in the first generator, got 4 by 3: leave it out",
        ),
        ("(generators: [Cave()], mapper: Holds)".to_owned(), "generators[0]: the first generator must have a `size`"),
        ("(generators: [Cave(size: (width: 30, height: 30), rock: 100)], mapper: Holds)".to_owned(), "no cavern has 20 percent"),
        (
            "(generators: [ShipRooms(size: (width: 12, height: 12))], mapper: Holds)".to_owned(),
            "generators[0]: the first hall does not fit",
        ),
        ("(generators: [Cave(size: (width: 9, height: 9), rock: 0)])".to_owned(), "the pipeline must have a `mapper`"),
    ] {
        let error = failure(&text);
        assert!(error.starts_with("f.ron:") && error.contains(": seed 1: ") && error.contains(what), "{text}: {error}");
    }
    // A corridor one chamber wide has two dead ends, enough for both stairs.
    let pipeline = ron(&maze(1, 7, &format!("{walls}, {stairs}"))).unwrap();
    assert_eq!(level(&pipeline, 3).arrivals.len(), 2);
}

#[test]
fn errors_of_stages_have_file_line_and_column() {
    let text = "// A list (in brackets [ and parentheses) in a comment.
(
    name: \"a ] b\", par: 50,
    generators: [
        MazeGrowTree(size: (width: 3, height: 3), newest: 1),
        /* , */ Cave(size: (width: 3, height: 3), rock: 7),
    ],
    translators: [SimpleMaze(block_width: 1), FillBorder(width: 1)],
    mapper: Holds,
)";
    for (from, to, place) in [
        ("rock: 7", "rock: 777", "f.ron:6:17: generators[1]: `rock`"),
        ("FillBorder(width: 1)", "FillBorder(width: -1)", "f.ron:8:47: translators[1]: "),
        ("par: 50", "par: -50", "f.ron:3:25: `par`"),
    ] {
        let error = wrong(ron(&text.replace(from, to)));
        assert!(error.starts_with(place), "{error}");
    }
    // Some errors are only found when the stages run.
    let error = failure(&text.replace("height: 3), rock", "height: 4), rock"));
    assert!(error.starts_with("f.ron:6:17: seed 1: generators[1]: the size must be 3 by 3"), "{error}");
    let error = failure(&text.replace("        /* , */ Cave(size: (width: 3, height: 3), rock: 7),\n", ""));
    assert!(error.starts_with("f.ron:8:13: seed 1: mapper: the map must have a start"), "{error}");
    let layout = MOOSECASTLE.replace("<width>12</width>", "<width>0</width>");
    assert!(wrong(xml(&layout)).starts_with("f.xml:1:35: generators[0]: `width`"), "{}", wrong(xml(&layout)));
    let layout = MOOSECASTLE.replace("<block-width>1<", "<block-width>0<");
    assert!(wrong(xml(&layout)).starts_with("f.xml:2:14: translators[0]: "), "{}", wrong(xml(&layout)));
}

#[test]
fn invalid_stairs_are_rejected() {
    let stairs = |list: &str| {
        let text = "(generators: [MazeGrowTree(size: (width: 9, height: 9), newest: 1)], content_creators: [Stairs(stairs: [LIST])])";
        wrong(ron(&text.replace("LIST", list)))
    };
    let one = "(id: \"a\", to_map: \"b\", destination: Coord(x: 1, y: 1))";
    for (list, what) in [
        (format!("{one}, {one}"), "two stairs have the id 'a'"),
        (one.replace("\"b\"", "\"\""), "stairs must have an `id` and a `to_map`"),
        (one.replace("\"a\"", "\"\""), "stairs must have an `id` and a `to_map`"),
        (one.replace("x: 1", "x: -1"), "out of bounds"),
        ("(id: \"a\", to_map: \"b\")".to_owned(), "the field `destination` is missing"),
        (vec![one; 40].join(", "), "a map must have 1 to 32 stairs, got 40"),
    ] {
        assert!(stairs(&list).contains(what), "{list}: {}", stairs(&list));
    }
}

#[test]
fn damaged_and_hostile_xml_is_rejected_with_its_place() {
    let bomb = "<!DOCTYPE a [<!ENTITY b 'bb'><!ENTITY c '&b;&b;'>]><layout>&c;</layout>";
    let deep = format!("<layout><generators>{}{}</generators></layout>", "<a>".repeat(40), "</a>".repeat(40));
    for (text, what) in [
        (bomb.to_owned(), "f.xml:1:1: a document type with declarations is not supported"),
        (deep, "is nested more than 32 deep"),
        (MOOSECASTLE[..300].to_owned(), "f.xml:"),
        (MOOSECASTLE.replace("</generators>", "</generator>"), "expected `</generators>`"),
        (
            MOOSECASTLE.replace("<layout type=\"random\">", "<map>").replace("</layout>", "</map>"),
            "1:1: a pipeline must be a `<layout>`",
        ),
        (MOOSECASTLE.replace("\"random\"", "\"drawn\""), "unknown type `drawn`: the types are `random`"),
        (
            MOOSECASTLE.replace("maze-grow-tree", "hedge"),
            "f.xml:1:35: unknown type `hedge`: the types are `cave`, `drawn`, `hull-outline`, `maze-grow-tree`",
        ),
        (MOOSECASTLE.replace("\"simple-maze\"", "\"hedge\""), "f.xml:2:14: unknown type `hedge`: the types are"),
        (MOOSECASTLE.replace("\"stairs\"", "\"hedge\""), "unknown type `hedge`: the types are"),
        (
            MOOSECASTLE.replace("moose-maze", "hedge"),
            "f.xml:6:1: unknown type `hedge`: the types are `holds`, `laboratory`, `moose-maze`",
        ),
        (
            MOOSECASTLE.replace("<newest>50</newest>", "<newest>5e1</newest>"),
            "the value must be a whole number, got '5e1'",
        ),
        (
            MOOSECASTLE.replace("<newest>50</newest>", "<newest>1</newest><newest>2</newest>"),
            "`<newest>` must occur only once",
        ),
        (
            MOOSECASTLE.replace("<newest>50</newest>", "<oldest>50</oldest>"),
            "unknown field `oldest`: the fields are `size`, `newest`, `random`",
        ),
        (MOOSECASTLE.replace("<width>12</width>", ""), "`width` is missing"),
        (
            MOOSECASTLE.replace("<width>12</width>", "<width>1000000000</width>"),
            "`width` must be a whole number from 1 to 4096",
        ),
        (MOOSECASTLE.replace("<block-width>1</block-width>", ""), "`block-width` is missing"),
        (MOOSECASTLE.replace("<coord x=\"6\" y=\"22\"/>", ""), "`<destination>` must have a `type`"),
        (MOOSECASTLE.replace("y=\"22\"", "y=\"-1\""), "the value must be a whole number, got '-1'"),
        (MOOSECASTLE.replace("id=\"initial\" ", ""), "`id` is missing"),
        (MOOSECASTLE.replace("id=\"down\"", "id=\"initial\""), "two stairs have the id 'initial'"),
        ("<layout/>".to_owned(), "`generators` is missing"),
        ("<layout>x</layout>".to_owned(), "`<layout>` must contain only elements"),
        (String::new(), "the file must have one root element"),
    ] {
        let error = wrong(xml(&text));
        assert!(error.contains(what), "{text}: {error}");
    }
    let utf16: Vec<u8> = MOOSECASTLE.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(Pipeline::read("f.xml", &utf16).is_err());
    let large = vec![b' '; 100 << 20];
    assert!(wrong(Pipeline::read("f.xml", &large)).contains("at most 1048576 bytes"));
    assert!(xml(&format!("\u{feff}{MOOSECASTLE}")).is_ok(), "a byte order mark is fine");
    assert!(ron(MOOSECASTLE).is_ok(), "XML is detected regardless of the file name");
    let start = MOOSECASTLE.replace(
        "type=\"stairs\">",
        "type=\"start\"><right>yes</right></content-creator><content-creator type=\"stairs\">",
    );
    assert!(wrong(xml(&start)).contains("the value must be true or false, got 'yes'"), "{}", wrong(xml(&start)));
    let mirrored = MOOSECASTLE
        .replace("<translators>", "<translators><translator type=\"symmetry\"><along>y</along></translator>");
    assert!(xml(&mirrored).unwrap().generate(1, &GeneratorData::default(), true).is_ok());
}

proptest! {
    #[test]
    fn damaged_xml_pipelines_do_not_panic(
        changes in proptest::collection::vec((0..MOOSECASTLE.len(), any::<u8>()), 1..6), end in 0..MOOSECASTLE.len(),
    ) {
        let mut bytes = MOOSECASTLE.as_bytes().to_vec();
        for (at, byte) in changes {
            bytes[at] = byte;
        }
        let _ = Pipeline::read("f.xml", &bytes);
        let _ = Pipeline::read("f.xml", &bytes[..end]);
        let _ = Pipeline::read("f.ron", &bytes);
    }

    #[test]
    fn damaged_ron_pipelines_do_not_panic(
        number in 0..PIPELINES.len(), at in 0..400_usize, letter in proptest::sample::select("0129-()[],:xX ".chars().collect::<Vec<_>>()),
    ) {
        let mut letters: Vec<char> = PIPELINES[number].chars().collect();
        let length = letters.len();
        letters[at % length] = letter;
        let text: String = letters.into_iter().collect();
        if let Ok(pipeline) = ron(&text) {
            let _ = pipeline.generate(1, &GeneratorData::default(), true);
        }
    }
}

#[test]
fn maze_of_a_thousand_by_a_thousand_does_not_recurse() {
    let text = "(generators: [MazeGrowTree(size: (width: 1000, height: 1000), newest: 1)],
        translators: [SimpleMaze(block_width: 1), FillBorder()])";
    let pipeline = ron(text).unwrap();
    let make = move || {
        let deck = pipeline.generate(5, &GeneratorData::default(), false).unwrap();
        assert_eq!(deck.rows().unwrap().len(), 2001);
    };
    std::thread::Builder::new().stack_size(64 << 10).spawn(make).unwrap().join().unwrap();
}

fn rows(pipeline: &str, seed: u64) -> Vec<String> {
    let deck = ron(pipeline).expect("a valid file").generate(seed, &GeneratorData::default(), false);
    deck.unwrap_or_else(|error| panic!("{error}")).rows().expect("tiles")
}

#[test]
fn walls_and_borders_have_the_requested_thickness() {
    for (width, height, block, border) in [(12, 12, 1, 1), (1, 1, 3, 2), (7, 3, 2, 1), (5, 9, 4, 6)] {
        let text = format!(
            "(generators: [MazeGrowTree(size: (width: {width}, height: {height}), newest: 1)],
            translators: [SimpleMaze(block_width: {block}), FillBorder(width: {border})])"
        );
        let rows = rows(&text, 3);
        let size = (width + (width - 1) * block + 2 * border, height + (height - 1) * block + 2 * border);
        assert_eq!((rows[0].len(), rows.len()), size);
        let passages = width * height - 1;
        assert_eq!(measured(&rows), (width * height + passages * block, passages * (block + 1), 1));
    }
}

/// Counts the floor cells with the given number of walkable neighbours.
fn with_ways(rows: &[String], wanted: usize) -> usize {
    let cells: Vec<&[u8]> = rows.iter().map(|row| row.as_bytes()).collect();
    let way = |x: usize, y: usize| usize::from(cells[y][x] != b'#');
    let inner = (1..cells.len() - 1).flat_map(|y| (1..cells[0].len() - 1).map(move |x| (x, y)));
    let is_it = |&(x, y): &(usize, usize)| {
        way(x, y) == 1 && way(x + 1, y) + way(x, y + 1) + way(x - 1, y) + way(x, y - 1) == wanted
    };
    inner.filter(is_it).count()
}

#[test]
fn loops_open_the_requested_share_of_dead_ends() {
    let ends = |percent: usize| {
        let text = format!(
            "(generators: [MazeGrowTree(size: (width: 20, height: 20), newest: 1, random: 1)],
            translators: [Loops(percent: {percent}), SimpleMaze(block_width: 1), FillBorder()])"
        );
        (0..20).map(|seed| with_ways(&rows(&text, seed), 1)).sum::<usize>()
    };
    let all = ends(0);
    assert_eq!(ends(100), 0);
    // One opening often serves two dead ends.
    assert!((all * 25 / 100..all * 55 / 100).contains(&ends(50)), "{} of {all}", ends(50));
}

#[test]
fn doors_are_placed_between_walls_wherever_they_fit() {
    let text = |doors: &str| {
        format!(
            "(generators: [MazeGrowTree(size: (width: 12, height: 12), newest: 1, random: 1)],
        translators: [SimpleMaze(block_width: 1), FillBorder(), Doors({doors})])"
        )
    };
    for (doors, least, most) in [("percent: 0", 0, 0), ("", 60, 140), ("mouths: false", 80, 160)] {
        let rows = rows(&text(doors), 9);
        let cells: Vec<&[u8]> = rows.iter().map(|row| row.as_bytes()).collect();
        let mut count = 0;
        for (x, y) in (1..24).flat_map(|y| (1..24).map(move |x| (x, y))).filter(|&(x, y)| cells[y][x] == b'+') {
            count += 1;
            let beside = [cells[y][x + 1], cells[y + 1][x], cells[y][x - 1], cells[y - 1][x]];
            assert!(matches!(&beside, b"#.#." | b".#.#"), "{beside:?}");
        }
        assert!((least..=most).contains(&count), "{doors}: {count}");
    }
}

#[test]
fn windows_face_space_and_are_evenly_spaced() {
    let text = "(generators: [Cave(size: (width: 41, height: 9), rock: 0)],
        translators: [FillBorder(width: 2), ThinHull(), Windows(count: (23, 23))],
        content_creators: [Start(), Exit()], mapper: Holds)";
    let level = level(&ron(text).unwrap(), 4);
    let is_window = |x: usize, y: usize| matches!(level.cell(x, y).shape, level::CellShape::Pane { .. });
    let windows = (0..level.width * level.height).filter(|at| is_window(at % level.width, at / level.width));
    // The lift can replace a window, because it is placed later.
    assert!(windows.count() == 23);
    let top: Vec<usize> = (0..level.width).filter(|&x| is_window(x, 1)).collect();
    assert!(
        top.iter().all(|&x| level.texture(level.cell(x, 0).floor) == level::SKY || level.cell(x, 0).shape.is_wall())
    );
    let bottom = (0..level.width).filter(|&x| is_window(x, level.height - 2)).count();
    let sides = (0..level.height).filter(|&y| is_window(1, y) || is_window(level.width - 2, y)).count();
    assert!(bottom > 5 && sides > 0, "windows on all sides: {bottom} below, {sides} at the ends");
    let gaps: Vec<usize> = top.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let (least, most) = (gaps.iter().min().unwrap(), gaps.iter().max().unwrap());
    assert!(top.len() > 5 && most - least <= 1, "{top:?}");
}
