//! Damaged files: each is refused in one sentence, or read as something, without a panic.

use crate::drawing::{draw, files, original};
use level::GameData;
use proptest::prelude::*;
use wolf_maps::{PlaneMap, convert, import, read_maps, read_uwmf, write_uwmf};

fn sound() -> PlaneMap {
    draw(&["#########", "#@.|..g.L", "#.###%###", "#.......#", "#########"], &[('g', 108, 113)])
}

/// The errors of files: of all of them, and of each map.
fn errors(files: &[(String, Vec<u8>)]) -> Vec<String> {
    match read_maps(original(), files) {
        Err(problem) => vec![problem.to_string()],
        Ok(found) => found.into_iter().filter_map(|found| found.map.err()).map(|problem| problem.to_string()).collect(),
    }
}

/// The error after bytes of the maps or of the offsets (`head`) have been overwritten.
fn damaged(head: bool, at: usize, bytes: &[u8]) -> String {
    let mut files = files(&[sound()]);
    files[usize::from(!head)].1[at..at + bytes.len()].copy_from_slice(bytes);
    errors(&files).join("; ")
}

/// Returns the offset of the map's header.
fn header() -> usize {
    let files = files(&[sound()]);
    u32::from_le_bytes(files[0].1[2..6].try_into().expect("four bytes")) as usize
}

#[test]
fn damaged_containers_are_refused_with_file_map_and_offset() {
    let at = header();
    let length = files(&[sound()])[1].1.len();
    let of_head = |offset: &str| {
        format!("maphead.wl6: map 1: offset 2: a map must begin inside GameMaps.WL6 ({length} bytes), got {offset}")
    };
    assert_eq!(damaged(true, 2, &[0xFE, 0xFF, 0xFF, 0xFF]), of_head("-2"));
    assert_eq!(damaged(true, 2, &[0xFF, 0xFF, 0xFF, 0x7F]), of_head("2147483647"));
    let empty = "maphead.wl6: map 1: offset 2: the file must have the offset of at least one map, got only 0 and -1";
    assert_eq!(damaged(true, 2, &[0xFF; 4]), empty);
    assert_eq!(damaged(true, 2, &[0; 4]), empty);
    let of_map = |more: usize, what: &str| format!("GameMaps.WL6: map 1: offset {}: {what}", at + more);
    let size = "each side of a map must have 3 to 512 cells, got 65535 by 65535";
    assert_eq!(damaged(false, at + 18, &[0xFF; 4]), of_map(18, size));
    assert_eq!(damaged(false, at + 12, &[0, 0]), of_map(12, "the plane of walls must not be empty"));
    let outside = format!("plane 1 must end inside the file ({length} bytes), but has 65535 bytes at offset 8");
    assert_eq!(damaged(false, at + 12, &[0xFF; 2]), of_map(0, &outside));
    assert_eq!(
        damaged(false, at + 4, &[8, 0]),
        "GameMaps.WL6: map 1: offset 8: plane 2 must not overlap the plane at offset 8"
    );
    assert_eq!(
        damaged(false, at + 8, &files(&[sound()])[1].1[at + 4..at + 8]),
        "",
        "plane 3 may share that of plane 2"
    );
    let lie = damaged(false, 8, &[3, 0]);
    assert_eq!(lie, "GameMaps.WL6: map 1: offset 8: plane 1: the expanded length must be even, got 3");
    let lie = damaged(false, at + 20, &[6, 0]);
    assert_eq!(lie, "GameMaps.WL6: map 1: offset 10: plane 1: the length of the plane must be 108, got 90");
}

/// The first error of converting the maps of files.
fn refusal(files: &[(String, Vec<u8>)]) -> String {
    let converted = convert(original(), files, None, &GameData::default()).expect("readable files");
    converted.into_iter().find_map(|map| map.result.err()).expect("one of the maps is refused")
}

#[test]
fn missing_and_second_starts_are_refused_with_file_map_and_offset() {
    // The second start looks elsewhere, so that its word is not a copy of the first one.
    let of = |rows: &[&str]| draw(rows, &[('>', 108, 21)]);
    let (none, two) = (of(&["######", "#....#", "######"]), of(&["######", "#@..>#", "######"]));
    let given = files(&[sound(), two.clone()]);
    let refused = refusal(&given);
    let what = "the map must have one start for the player, got one at (1, 1) and one at (4, 1)";
    let offset = refused.strip_prefix("GameMaps.WL6: map 2: offset ").and_then(|rest| rest.split_once(": "));
    let (offset, rest) = offset.unwrap_or_else(|| panic!("{refused}"));
    let offset: usize = offset.parse().expect("a number");
    assert_eq!(rest, what);
    assert_eq!(given[1].1[offset..offset + 2], [21, 0], "the word of the second start is there");
    let mut repaired = given;
    repaired[1].1[offset] = 0;
    let converted = convert(original(), &repaired, None, &GameData::default()).expect("readable files");
    assert!(converted.iter().all(|map| map.result.is_ok()), "without that word, there is one start");
    // Without any start, the offset is that of the plane of things: the second one of the map.
    let given = files(std::slice::from_ref(&none));
    let header = u32::from_le_bytes(given[0].1[2..6].try_into().expect("four bytes")) as usize;
    let things = u32::from_le_bytes(given[1].1[header + 4..header + 8].try_into().expect("four bytes"));
    let none_told = "the map must have a start for the player, got none";
    assert_eq!(refusal(&given), format!("GameMaps.WL6: map 1: offset {things}: {none_told}"));
    let mut without = given;
    without[1].1[header + 14..header + 16].fill(0);
    let place = header + 4;
    assert_eq!(refusal(&without), format!("GameMaps.WL6: map 1: offset {place}: {none_told}"), "there is no plane");
    let text = |map: &PlaneMap| write_uwmf(original(), map).0;
    let second = text(&two).match_indices("thing").last().expect("a thing").0;
    let given = |text: String| [("x.uwmf".to_owned(), text.into_bytes())];
    assert_eq!(refusal(&given(text(&two))), format!("x.uwmf: map 1: offset {second}: {what}"));
    let end = text(&none).len();
    assert_eq!(refusal(&given(text(&none))), format!("x.uwmf: map 1: offset {end}: {none_told}"));
}

#[test]
fn empty_places_and_shared_planes_are_notes_of_a_map() {
    let mut given = files(&[sound(), sound(), sound()]);
    given[0].1[6..10].fill(0xFF);
    let third = u32::from_le_bytes(given[0].1[10..14].try_into().expect("four bytes")) as usize;
    let shared = given[1].1[third + 4..third + 8].to_vec();
    given[1].1[third + 8..third + 12].copy_from_slice(&shared);
    let found = read_maps(original(), &given).expect("readable files");
    let notes: Vec<(usize, &[String])> = found.iter().map(|map| (map.number, map.notes.as_slice())).collect();
    let empty = "maphead.wl6: map 2: offset 6: the place is empty, got -1".to_owned();
    let shared = format!("plane 3 has the place of plane 2, at offset {}: it is left out", third + 8);
    assert_eq!(notes, [(1, &[][..]), (3, &[empty, shared][..])]);
}

#[test]
fn files_that_lack_their_other_half_or_a_format_are_refused() {
    let whole = files(&[sound()]);
    assert_eq!(errors(&whole[1..]), ["GameMaps.WL6: its offsets are missing: MAPHEAD.WL6 must be given, too"]);
    let lacks = "maphead.wl6: its maps are missing: GAMEMAPS.WL6 or MAPTEMP.WL6 must be given, too";
    assert_eq!(errors(&whole[..1]), [lacks]);
    let short = [("MAPHEAD.WL6".to_owned(), vec![1, 2, 3]), whole[1].clone()];
    assert_eq!(errors(&short), ["MAPHEAD.WL6: offset 3: a file of offsets must have at least 6 bytes, got 3"]);
    let other = errors(&[("a/readme.txt".to_owned(), b"hello".to_vec())]);
    assert_eq!(other, ["a/readme.txt: it must be GAMEMAPS or MAPTEMP with MAPHEAD, a WAD, a file of WDC, or UWMF"]);
}

#[test]
fn archives_are_read_and_damaged_ones_are_refused() {
    let planes = {
        let map = sound();
        let sizes = [map.width as u16, map.height as u16];
        let words = sizes.iter().chain(map.planes.iter().flatten()).flat_map(|word| word.to_le_bytes());
        [&b"WDC3.1\x01\0\0\0\x03\0\x04\0one\0"[..], &words.collect::<Vec<u8>>()].concat()
    };
    let (text, _) = write_uwmf(original(), &sound());
    let wad = |lumps: &[(&str, &[u8])]| {
        let mut wad = b"PWAD".to_vec();
        wad.extend((lumps.len() as u32).to_le_bytes());
        let data: Vec<u8> = lumps.iter().flat_map(|(_, data)| data.to_vec()).collect();
        wad.extend((12 + data.len() as u32).to_le_bytes());
        wad.extend(data);
        let mut at = 12_u32;
        for (name, data) in lumps {
            wad.extend(at.to_le_bytes());
            wad.extend((data.len() as u32).to_le_bytes());
            let mut field = name.as_bytes().to_vec();
            field.resize(8, 0);
            wad.extend(field);
            at += data.len() as u32;
        }
        vec![("maps.wad".to_owned(), wad)]
    };
    let whole =
        wad(&[("MAP01", b""), ("PLANES", &planes), ("MAP02", b""), ("TEXTMAP", text.as_bytes()), ("ENDMAP", b"")]);
    let found = read_maps(original(), &whole).unwrap();
    let maps: Vec<_> = found.into_iter().map(|found| (found.number, found.map.unwrap())).collect();
    assert_eq!(maps[0].1.planes, sound().planes);
    assert_eq!((maps[1].0, &maps[1].1.planes[1]), (2, &sound().planes[1]));
    let none = "maps.wad: offset 8: the archive must have 1 to 100 lumps PLANES or TEXTMAP at different places, got 0";
    assert_eq!(errors(&wad(&[("MAP01", b"")])), [none]);
    let at = whole[0].1.windows(9).position(|bytes| bytes.eq_ignore_ascii_case(b"namespace")).expect("a text");
    let mut cut = whole.clone();
    cut[0].1[at] = b'?';
    let refused = errors(&cut).join("; ");
    assert!(refused.starts_with(&format!("maps.wad: map 2: offset {at}: a character")), "{refused}");
    let mut shared = wad(&[("PLANES", &planes), ("PLANES", &planes)]);
    let second = shared[0].1.len() - 16;
    shared[0].1[second..second + 4].copy_from_slice(&12_u32.to_le_bytes());
    assert_eq!(errors(&shared), Vec::<String>::new(), "the sizes fit into the file");
    let mut lying = whole;
    lying[0].1[4..8].copy_from_slice(&[0xFF; 4]);
    let error = errors(&lying).remove(0);
    assert!(error.starts_with("maps.wad: offset 4: the list of 4294967295 lumps at offset "), "{error}");
}

#[test]
fn bad_texts_are_refused_with_file_and_offset() {
    let error = |text: &str| read_uwmf(original(), "x.uwmf", text.as_bytes()).map(drop).unwrap_err().to_string();
    assert_eq!(error("namespace = "), "x.uwmf: offset 11: the file ends inside a block or a field");
    assert_eq!(error("name = \"x"), "x.uwmf: offset 7: a text must end with a quotation mark");
    assert_eq!(error("a ="), "x.uwmf: offset 3: the file ends inside a block or a field");
    assert_eq!(error("a = 1 b"), "x.uwmf: offset 6: expected ';' after the value");
    assert_eq!(error("?"), "x.uwmf: offset 0: a character that has no meaning here: '?'");
    assert_eq!(error("a = 1-2;"), "x.uwmf: offset 4: expected a number, got '1-2'");
    let large = "x.uwmf: offset 0: each side of a map must have 3 to 512 cells, got 65535 by 65535";
    assert_eq!(error("width = 65535; height = 65535;"), large);
    let cells = "x.uwmf: offset 34: the plane map must have 9 cells, got 1";
    assert_eq!(error("width = 3; height = 3; planemap   { {0, 0, 0} }"), cells);
    let text = "width = 3; height = 3; light { x = 1; } planemap { {0},{0},{0}, {0},{-1,0,0},{0}, {0},{0},{0} } tile {}
        thing { type = \"Lantern\"; x = 1.5; y = 1.5; } thing { x = 9; }";
    let read = read_uwmf(original(), "x.uwmf", text.as_bytes()).unwrap();
    assert_eq!(
        read.notes,
        [
            "the thing at offset 158 is outside the map: it is left out",
            "the unknown block 'light' at offset 23 is left out"
        ]
    );
    assert_eq!(read.map.unknown.values().collect::<Vec<_>>(), ["", "Lantern"]);
}

/// Reads damaged files, and imports what can be read.
fn digest(files: &[(String, Vec<u8>)]) {
    let Ok(found) = read_maps(original(), files) else { return };
    for map in found.into_iter().filter_map(|found| found.map.ok()) {
        let _ = import(original(), &map, 1, &GameData::default());
    }
}

fn digest_changed(changes: &[(bool, usize, u8)], cut: usize) {
    let mut files = files(&[sound(), sound()]);
    for &(head, at, byte) in changes {
        let file = &mut files[usize::from(!head)].1;
        let length = file.len().min(if head { 12 } else { usize::MAX });
        file[at % length] = byte;
    }
    let length = files[1].1.len();
    files[1].1.truncate(length - cut % length);
    digest(&files);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn damaged_containers_never_panic(
        changes in proptest::collection::vec((proptest::bool::weighted(0.1), any::<usize>(), any::<u8>()), 1..6),
        cut in prop_oneof![3 => Just(0_usize), 1 => any::<usize>()],
    ) {
        digest_changed(&changes, cut);
    }

    #[test]
    fn damaged_texts_never_panic(changes in proptest::collection::vec((any::<usize>(), "[ -~]"), 1..6)) {
        let (mut text, _) = write_uwmf(original(), &sound());
        for (at, letter) in changes {
            let at = at % text.len();
            text.replace_range(at..=at, &letter);
        }
        if let Ok(read) = read_uwmf(original(), "x", text.as_bytes()) {
            let _ = import(original(), &read.map, 1, &GameData::default());
        }
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), start in 0_usize..4, name in 0_usize..3) {
        let start: &[u8] = [&b""[..], b"PWAD", b"WDC3.1", b"namespace = \"Wolf3D\";"][start];
        let name = ["GAMEMAPS.WL6", "MAPTEMP.WL6", "x.wad"][name].to_owned();
        digest(&[(name, [start, &bytes].concat()), ("MAPHEAD.WL6".to_owned(), bytes)]);
    }
}

#[test]
#[ignore = "100 000 damaged files take minutes"]
fn a_hundred_thousand_damaged_containers_never_panic() {
    let change = (proptest::bool::weighted(0.1), any::<usize>(), any::<u8>());
    let changes = (proptest::collection::vec(change, 1..6), prop_oneof![3 => Just(0_usize), 1 => any::<usize>()]);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(100_000));
    let run = runner.run(&changes, |(changes, cut)| {
        digest_changed(&changes, cut);
        Ok(())
    });
    run.unwrap();
}
