//! Plays the table of readers without a fuzzer: its own seeds, the inputs that were found, and damaged seeds.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use readers::{READERS, Reader};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Number of damaged inputs per reader.
const DAMAGED: usize = 40;

/// Returns a path from the folder of the repository.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)
}

/// Returns the names of the entries of a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.expect("a readable entry").path());
    entries.map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect()
}

/// Plays inputs, and names the first one on which the reader panics.
fn first_panic(reader: &Reader, inputs: impl IntoIterator<Item = (String, Vec<u8>)>) -> Option<String> {
    let panics = |bytes: &Vec<u8>| std::panic::catch_unwind(|| (reader.read)(bytes)).is_err();
    let (name, bytes) = inputs.into_iter().find(|(_, bytes)| panics(bytes))?;
    let start: String = String::from_utf8_lossy(&bytes).chars().take(200).collect();
    Some(format!("the reader of {} panics on {name}: {start}", reader.name))
}

#[test]
fn inputs_that_broke_a_reader_are_handled() {
    let panics = READERS.iter().filter_map(|reader| {
        let read = |name: String| (name.clone(), fs::read(reader.found().join(name)).expect("a readable file"));
        first_panic(reader, names(&reader.found()).into_iter().map(read))
    });
    let panics: Vec<String> = panics.collect();
    assert!(panics.is_empty(), "{}", panics.join("\n"));
    let readers: BTreeSet<String> = READERS.iter().map(|reader| reader.name.to_owned()).collect();
    let unknown: Vec<String> = names(&path("fuzz/found")).difference(&readers).cloned().collect();
    assert!(unknown.is_empty(), "fuzz/found has folders without a reader: {unknown:?}");
}

#[test]
fn damaged_files_of_the_game_are_read_or_refused() {
    let panics = READERS.iter().filter_map(|reader| {
        let seeds = (reader.seeds)();
        assert!(!seeds.is_empty(), "{} has no valid input", reader.name);
        let mut rng = Pcg32::seed_from_u64(1);
        let inputs = (0..seeds.len().max(DAMAGED)).map(|number| {
            let mut bytes = seeds[number % seeds.len()].clone();
            if number >= seeds.len() {
                damage(&mut bytes, &mut rng);
            }
            (format!("damaged seed {number}"), bytes)
        });
        first_panic(reader, inputs)
    });
    let panics: Vec<String> = panics.collect();
    assert!(panics.is_empty(), "{}", panics.join("\n"));
}

/// Changes, removes and repeats bytes.
fn damage(bytes: &mut Vec<u8>, rng: &mut Pcg32) {
    for _ in 0..rng.random_range(1..5) {
        let at = rng.random_range(0..=bytes.len());
        match rng.random_range(0..4) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, rng.random()),
            2 => drop(bytes.drain(at..(at + rng.random_range(1..20)).min(bytes.len()))),
            _ => bytes.get_mut(at).into_iter().for_each(|byte| *byte = rng.random()),
        }
    }
}

#[test]
fn each_reader_has_a_fuzz_target() {
    let readers: BTreeSet<String> = READERS.iter().map(|reader| reader.name.to_owned()).collect();
    assert_eq!(names(&path("fuzz/fuzz_targets")), readers, "add a file for each reader to fuzz/fuzz_targets");
    let manifest = fs::read_to_string(path("fuzz/Cargo.toml")).expect("the manifest of the fuzz targets");
    let listed: BTreeSet<String> = manifest
        .lines()
        .filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
        .map(str::to_owned)
        .collect();
    let missing: Vec<&String> = readers.difference(&listed).collect();
    assert!(missing.is_empty(), "add a [[bin]] to fuzz/Cargo.toml for {missing:?}");
}

#[test]
fn each_limit_in_security_md_names_its_fuzz_target() {
    let page = fs::read_to_string(path("SECURITY.md")).expect("the page");
    let table = page.split_once("| fuzzed by |").expect("the page has the table").1;
    let rows: Vec<&str> = table.lines().filter(|line| line.contains("](crates/")).collect();
    assert!(rows.len() > 40, "the test reads the table: {rows:?}");
    for row in rows {
        let target = row.trim_end_matches(" |").rsplit("| ").next().unwrap_or_default();
        let is_known = target == "–" || READERS.iter().any(|reader| reader.name == target);
        assert!(is_known, "the last column must name a reader of the crate, or be a dash: {row}");
    }
}
