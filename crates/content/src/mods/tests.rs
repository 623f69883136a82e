//! Tests of mods: their order, what they change, their hashes, and how damaged ones are refused.

use crate::{
    mods::changes::changes_of,
    mods::check::first_error,
    mods::folder::find_mods,
    mods::game_mod::{Mod, with_mods},
    mods::maps::open_packed_mod,
    mods::need::{needs_of, unmet},
    mods::order::in_order,
    read::rules::read_rules,
    vfs::error::ContentError,
    vfs::files::Files,
};
use proptest::prelude::*;
use std::{
    collections::BTreeMap,
    fs,
    io::{Cursor, Write},
    path::Path,
    sync::{Arc, LazyLock},
};
use zip::{ZipWriter, write::SimpleFileOptions};

/// Returns a mod in memory with these files.
fn of_files(name: &str, files: &[(&str, &str)]) -> Arc<Mod> {
    let files = files.iter().map(|(file, text)| ((*file).to_owned(), text.as_bytes().to_vec())).collect();
    Arc::new(Mod::of_memory(Path::new(name), files).unwrap())
}

/// Returns a mod with this name and more fields of the manifest.
fn named(name: &str, fields: &str) -> Arc<Mod> {
    of_files(name, &[("mod.ron", &format!("(name: {name:?}, version: \"1.0\", {fields})"))])
}

fn base(files: &[(&str, &str)]) -> Files {
    let files = files.iter().map(|(file, text)| ((*file).to_owned(), text.as_bytes().to_vec()));
    Files::of_memory(files.collect())
}

/// Returns the files of the game.
fn game() -> Files {
    Files::of_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap()
}

fn text(files: &Files, name: &str) -> String {
    files.read(name).map_or_else(|error| error.what, |bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn mod_comes_after_those_that_it_requires_or_follows() {
    let given = vec![
        named("top", "requires: [\"Middle\"]"),
        named("free", ""),
        named("middle", "after: [\"base\", \"not there\"]"),
        named("base", ""),
    ];
    let ordered = in_order(given);
    let names: Vec<&str> = ordered.mods.iter().map(|one| one.name()).collect();
    assert_eq!((names, ordered.left_out), (vec!["free", "base", "middle", "top"], vec![]));
}

#[test]
fn mods_that_cannot_apply_are_left_out_with_a_sentence() {
    let given = vec![
        named("one", "after: [\"two\"]"),
        named("two", "requires: [\"one\"]"),
        named("needy", "requires: [\"lost\"]"),
        named("needier", "requires: [\"needy\"]"),
        named("same", ""),
        named("Same", ""),
    ];
    let ordered = in_order(given);
    assert_eq!(ordered.mods.iter().map(|one| one.name()).collect::<Vec<_>>(), ["same"]);
    assert_eq!(
        ordered.left_out,
        [
            "Same: it is not used, because same has the same name 'same'",
            "needy: it is not used, because it requires the mod 'lost'",
            "needier: it is not used, because it requires the mod 'needy'",
            "one, two: they are not used, because each must come after another one",
        ]
    );
}

#[test]
fn later_mods_replace_files_and_table_entries_of_earlier_ones() {
    let base = base(&[("assets/monsters.ron", "{ \"a\": 1, \"b\": 2 }"), ("assets/sounds/shot.wav", "bang")]);
    let loud = of_files("loud", &[("assets/sounds/shot.wav", "BANG"), ("assets/monsters.ron", "{ \"b\": 20 }")]);
    let more = of_files("more", &[("assets/monsters.ron", "{ \"b\": 200, \"c\": 3 }"), ("levels/x.ron", "x")]);
    let files = with_mods(&base, &[Arc::clone(&loud), Arc::clone(&more)]);
    assert_eq!(text(&files, "assets/sounds/shot.wav"), "BANG");
    let table: BTreeMap<String, i32> =
        level::read_ron("t", text(&files, "assets/monsters.ron").as_bytes(), 999).unwrap();
    assert_eq!(table, [("a", 1), ("b", 200), ("c", 3)].map(|(name, value)| (name.to_owned(), value)).into());
    assert_eq!(text(&files.without_mods(), "assets/monsters.ron"), "{ \"a\": 1, \"b\": 2 }");
    let changes = changes_of(&files, &[loud, more]);
    let told = |index: usize| changes[index].iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        told(0),
        ["replaces b in assets/monsters.ron, also replaced by more", "replaces assets/sounds/shot.wav"]
    );
    assert_eq!(told(1), ["replaces b in assets/monsters.ron", "adds c in assets/monsters.ron", "adds levels/x.ron"]);
}

#[test]
fn error_in_a_table_names_the_file_of_the_mod() {
    let broken = of_files("mods/broken", &[("assets/monsters.ron", "{\n  \"a\": (\n}")]);
    let what = text(&with_mods(&game(), &[broken]), "assets/monsters.ron");
    assert!(what.starts_with("mods/broken/assets/monsters.ron:3:1: this bracket does not match"), "{what}");
}

#[test]
fn error_in_rules_is_at_the_line_of_the_mod() {
    let fine = of_files("mods/fine", &[("assets/rules/standard.ron", "(unaware: 2)")]);
    for (text, message) in [
        ("(\n  // Faster.\n  player: (walk: 3.2, run: 5.0),\n)", ":3:31: the field `armour` is missing"),
        ("(\n  unawere: 3\n)", ":2:"),
        ("(unaware: \"x\")", ":1:10: "),
    ] {
        let broken = of_files("mods/broken", &[("assets/rules/standard.ron", text)]);
        let error = read_rules(&with_mods(&game(), &[Arc::clone(&fine), broken]), None).unwrap_err().what;
        assert!(error.starts_with(&format!("mods/broken/assets/rules/standard.ron{message}")), "{error}");
    }
}

#[test]
fn cosmetic_entries_do_not_change_the_identity_of_the_rules() {
    let of = |text: &str| {
        let files = with_mods(&game(), &[of_files("a mod", &[("assets/weapons.ron", text)])]);
        let rules = read_rules(&files, None).unwrap().0;
        engine::Head::of(&engine::Start { rules, ..engine::Start::on(level()) }, "x").rules_hash()
    };
    let icon = |limit, icon| format!("(ammunition: {{ \"rounds\": (limit: {limit}, icon: \"{icon}\") }})");
    let same = of(&icon(99, "icon_ammo"));
    assert_eq!(of(&icon(99, "icon_shells")), same, "an icon is only seen");
    assert_ne!(of(&icon(98, "icon_ammo")), same, "the limit takes part in the run");
}

#[test]
fn rules_know_which_mod_provides_a_script() {
    let monsters = include_str!("../../../../mods/examples/kennel/assets/monsters.ron");
    let scripts = [("assets/scripts/hound.lua", ""), ("assets/scripts/fox.lua", ""), ("assets/monsters.ron", monsters)];
    let files = with_mods(&game(), &[of_files("Kennel", &scripts), of_files("Foxes", &scripts[1..2])]);
    let rules = read_rules(&files, None).unwrap().0;
    let owners: Vec<(&str, &str)> =
        rules.script_mods.iter().map(|(script, owner)| (script.as_str(), owner.as_str())).collect();
    assert_eq!(owners, [("fox", "Foxes"), ("hound", "Kennel")]);
}

fn level() -> Arc<level::Level> {
    let text = br#"(name: "x", legend: {'W': (wall: "hull"), '@': (thing: Player)}, map: ["WWW", "W@W", "WWW"])"#;
    Arc::new(level::Level::read("x.ron", text).unwrap())
}

/// Returns a zip archive of these files.
fn zipped(files: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn folder_and_archive_with_the_same_files_have_the_same_hash() {
    let home = tempfile::tempdir().unwrap();
    let files = [
        ("mod.ron", "(name: \"Twin\", version: \"2\")"),
        ("levels/x.ron", "x"),
        ("assets/scripts/a.lua", "a"),
        ("assets/sounds/b.wav", "b"),
    ];
    for (name, text) in files {
        let path = home.path().join("twin").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    fs::write(home.path().join("twin.hull"), zipped(&files.map(|(name, text)| (name, text)))).unwrap();
    fs::write(home.path().join("README.md"), "not a mod").unwrap();
    fs::write(home.path().join("broken.zip"), "not a zip").unwrap();
    fs::create_dir(home.path().join("empty")).unwrap();
    let (mods, errors) = find_mods(&Files::default(), home.path(), &[]);
    let [folder, archive] = mods.as_slice() else { panic!("two mods") };
    assert_eq!((folder.name(), archive.name(), folder.hash()), ("Twin", "Twin", archive.hash()));
    // A page in a browser has no paths.
    let packed = opened(zipped(&files.map(|(name, text)| (name, text)))).unwrap();
    assert_eq!((packed.name(), packed.hash()), ("Twin", folder.hash()));
    let errors: Vec<&str> = errors.iter().map(|(_, error)| error.what.as_str()).collect();
    assert!(errors[0].contains("broken.zip: it must be a zip archive"), "{errors:?}");
    assert!(errors[1].ends_with("empty: a mod must contain mod.ron, assets/ or levels/"), "{errors:?}");
    fs::write(home.path().join("twin/assets/sounds/b.wav"), "louder").unwrap();
    let quiet = Mod::open(&home.path().join("twin")).unwrap();
    assert_eq!(quiet.hash(), folder.hash(), "a sound does not take part in a run");
    fs::write(home.path().join("twin/levels/x.ron"), "y").unwrap();
    assert_ne!(Mod::open(&home.path().join("twin")).unwrap().hash(), folder.hash());
}

#[test]
fn missing_and_different_mods_are_named() {
    let level = |name: &str, version: &str, text: &str| {
        let manifest = format!("(name: {name:?}, version: {version:?})");
        of_files(name, &[("mod.ron", &manifest), ("levels/x.ron", text)])
    };
    let (a, b) = (level("A", "1", "x"), level("B", "1", "x"));
    let cosmetic = of_files("paint", &[("assets/textures/hull.png", "")]);
    let needs = needs_of(&[Arc::clone(&a), cosmetic, Arc::clone(&b)]);
    assert_eq!(needs.len(), 2, "{needs:?}");
    assert!(unmet(&needs, &[Arc::clone(&a), Arc::clone(&b)]).is_empty());
    assert_eq!(unmet(&needs, &[b, Arc::clone(&a)]), ["The mods had another order."]);
    assert_eq!(
        unmet(&needs, &[level("A", "1", "y"), level("b", "1.1", "x"), level("C", "1", "x")]),
        ["The mod A 1 has other files than then.", "The mod B must have version 1, got 1.1.", "The mod C was not on."]
    );
    assert_eq!(unmet(&needs, &[a]), ["The mod B 1 is missing."]);
}

/// A mod as an archive, for all cases.
static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| {
    zipped(&[
        ("my mod/mod.ron", "(name: \"Whole\", version: \"1.0\", authors: [\"Ann\"], requires: [])"),
        ("my mod/assets/monsters.ron", "{ \"a\": (1, 2), \"b\": (3, 4) }"),
        ("my mod/levels/x.ron", "some text some text some text"),
    ])
});

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn damaged_manifests_are_read_or_refused(text in "[(){}\\[\\]\"a-z:, 0-9.\\n]{0,80}", cut in 0..60_usize) {
        let whole = "(name: \"Whole\", version: \"1.0\", authors: [\"Ann\"], after: [])";
        for manifest in [text.clone(), format!("{}{text}", &whole[..cut.min(whole.len())])] {
            let files = BTreeMap::from([("mod.ron".to_owned(), manifest.into_bytes())]);
            let _ = Mod::of_memory(Path::new("x"), files);
        }
    }
}

/// Opens an archive of a mod in memory.
fn opened(bytes: Vec<u8>) -> Result<Arc<Mod>, ContentError> {
    open_packed_mod(&Files::default(), Path::new("mods/x.hull"), bytes, &[])
}

/// Reads everything in a mod, alone and over the files of a game.
fn read_all(one: Arc<Mod>) {
    let _ = (first_error(&one), one.hash(), one.picture(), one.refused());
    let files = with_mods(&base(&[("assets/monsters.ron", "{ \"a\": 1 }")]), &[one]);
    for name in files.names() {
        let _ = files.read(&name);
    }
}

/// Bytes of an archive with some of them changed, and cut off.
fn damaged(changes: &[(prop::sample::Index, u8)], cut: Option<prop::sample::Index>) -> Vec<u8> {
    let mut bytes = WHOLE.clone();
    for (place, value) in changes {
        let place = place.index(bytes.len());
        bytes[place] = *value;
    }
    bytes.truncate(cut.map_or(bytes.len(), |cut| cut.index(bytes.len())));
    bytes
}

/// Names that lead out of a mod, belong to devices, or differ only in case, next to ordinary ones.
fn any_name() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        3 => "[a-cA-C]{1,3}",
        1 => prop::sample::select(vec!["..", ".", "", "con", "NUL.ron", "C:", "a\\b", " ", "x."]).prop_map(str::to_owned),
        2 => prop::sample::select(vec!["assets", "levels", "mod.ron", "monsters.ron", "words"]).prop_map(str::to_owned),
    ];
    prop::collection::vec(part, 1..12).prop_map(|parts| parts.join("/"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn damaged_mods_are_read_or_refused(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
        cut in prop::option::weighted(0.2, any::<prop::sample::Index>()),
    ) {
        if let Ok(one) = opened(damaged(&changes, cut)) {
            read_all(one);
        }
    }

    #[test]
    fn mods_with_hostile_names_are_read_or_refused(names in prop::collection::btree_set(any_name(), 1..8)) {
        let files: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "(name: \"x\", version: \"1\")")).collect();
        if let Ok(one) = opened(zipped(&files)) {
            for name in one.files() {
                prop_assert!(crate::vfs::file_name::check(&name).is_ok(), "{name}");
            }
            read_all(one);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn nothing_is_written_next_to_a_damaged_mod(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
    ) {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("mods/whole.hull");
        fs::create_dir(home.path().join("mods")).unwrap();
        fs::write(&path, damaged(&changes, None)).unwrap();
        if let Ok(one) = Mod::open(&path) {
            read_all(Arc::new(one));
        }
        let entries = |folder: &Path| fs::read_dir(folder).unwrap().count();
        prop_assert_eq!((entries(home.path()), entries(&home.path().join("mods"))), (1, 1));
    }
}
