//! The archive of the game's files that the page in a browser loads.

use crate::command::{hullkit, plain, root, scratch};
use content::{Files, read_campaign, read_rules};
use std::fs;

#[test]
fn pack_contains_what_the_game_reads() {
    let out = scratch("game.zip");
    let (code, told, error) = hullkit(&["pack", plain(&out), "--silent"]);
    assert_eq!((code, error.as_str()), (0, ""));
    let bytes = fs::read(&out).expect("it was written");
    assert!(told.ends_with(&format!("{} bytes\n", bytes.len())), "{told}");
    let packed = Files::of_archive("game.zip", bytes.clone()).expect("an archive");
    let folder = Files::of_folder(&root()).expect("the game's folder");
    let rules = read_rules(&packed, None).expect("valid rules").0;
    read_campaign(&packed, &rules).expect("a valid campaign");
    let missing: Vec<String> = folder.names().difference(&packed.names()).cloned().collect();
    let is_left_out = |name: &String| {
        let folders = ["assets/sounds/", "assets/icons/", "assets/wolf/", "levels/samples/"];
        folders.iter().any(|folder| name.starts_with(folder))
            || name == "assets/README.md"
            || name == "assets/views.ron"
    };
    assert!(missing.iter().all(is_left_out), "{missing:?}");
    for name in packed.names() {
        assert_eq!(packed.read(&name).ok(), folder.read(&name).ok(), "{name}");
    }
    let again = scratch("again.zip");
    assert_eq!(hullkit(&["pack", plain(&again), "--silent"]).0, 0);
    assert!(fs::read(&again).expect("it was written") == bytes, "the same files must give the same archive");
}

#[test]
fn pack_replaces_only_archives() {
    let level = scratch("mine.ron");
    fs::write(&level, "(name: \"x\", map: [\"#\"])").expect("it can be written");
    let (code, _, error) = hullkit(&["pack", plain(&level)]);
    assert!(code == 2 && error.contains("exists and is not a zip archive"), "{error}");
}

#[test]
fn images_of_decks_are_packed_apart_in_the_order_of_the_decks() {
    let (out, folder) = (scratch("first.zip"), scratch("later"));
    let (code, _, error) = hullkit(&["pack", plain(&out), "--silent", "--later", plain(&folder), "--force"]);
    assert_eq!((code, error.as_str()), (0, ""));
    let packed = Files::of_archive("first.zip", fs::read(&out).expect("it was written")).expect("an archive");
    assert!(packed.contains("assets/sheets/cryo.ron") && packed.contains("assets/pictures/title.png"));
    let order: Vec<String> =
        serde_json::from_slice(&fs::read(folder.join("later.json")).expect("it was written")).expect("a list");
    let whole = Files::of_folder(&root()).expect("the game's folder");
    for name in &order {
        assert!(!packed.contains(name), "{name} is in both");
        let apart = folder.join(name.trim_start_matches("assets/").replace('/', "."));
        assert_eq!(fs::read(apart).ok(), whole.read(name).ok(), "{name}");
    }
    let missing = ["assets/sheets", "assets/skies"].map(|folder| whole.list(folder, ".png")).concat();
    assert!(missing.iter().all(|name| packed.contains(name) || order.contains(name)));
    let place = |name: &str| order.iter().position(|other| other == name).expect(name);
    assert!(place("assets/sheets/cryo.png") < place("assets/sheets/labyrinth.png"), "{order:?}");
    assert!(place("assets/sheets/weapons.png") < place("assets/sheets/labyrinth.png"), "{order:?}");
}
