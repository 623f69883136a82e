//! `hullkit export wolf`, `hullkit export uwmf` and `hullkit import wolf` as level authors type them.

use crate::command::{hullkit, plain};
use level::Level;
use std::{fs, path::Path};

fn read(file: &Path) -> Level {
    Level::read(plain(file), &fs::read(file).expect("it was written")).expect("a valid level")
}

#[test]
fn decks_go_to_gamemaps_and_come_back_as_a_campaign() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (maps, back) = (folder.path().join("maps"), folder.path().join("back"));
    let decks = ["levels/deck1.ron", "levels/deck2.ron"];
    let (code, stdout, stderr) = hullkit(&[&["export", "wolf"], &decks[..], &["--out", plain(&maps)]].concat());
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(stdout.lines().count(), 2, "{stdout}");
    assert!(stderr.contains("levels/deck1.ron: note: a map has no triggers"), "{stderr}");
    // One half is enough, and the case of letters does not matter.
    fs::rename(maps.join("MAPHEAD.WL6"), maps.join("maphead.wl6")).expect("it can be renamed");
    let half = maps.join("GAMEMAPS.WL6");
    let (code, stdout, stderr) = hullkit(&["import", "wolf", plain(&half), "--out", plain(&back)]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(stdout.lines().count(), 2, "{stdout}");
    let level = read(&back.join("map02.ron"));
    let deck = read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/deck2.ron"));
    assert_eq!((level.player.x, level.player.y), (deck.player.x, deck.player.y));
    let campaign = back.join("campaign.ron");
    assert_eq!(hullkit(&["check", "--campaign", plain(&campaign)]).0, 0);
    let (code, _, stderr) = hullkit(&["import", "wolf", plain(&maps), "--out", plain(&back), "--map", "3"]);
    assert_eq!((code, stderr.as_str()), (2, "error: --map 3: there is no such map\n"));
}

#[test]
fn maps_become_a_mod_with_a_campaign_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (maps, made) = (folder.path().join("maps"), folder.path().join("mod"));
    assert_eq!(hullkit(&["export", "wolf", "levels/deck1.ron", "levels/deck2.ron", "--out", plain(&maps)]).0, 0);
    let (code, _, stderr) = hullkit(&["import", "wolf", plain(&maps), "--out", plain(&made), "--mod"]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(read(&made.join("levels/wolf/mod/map02.ron")).name, "Deck 2: Holds");
    let campaign = fs::read_to_string(made.join("assets/campaigns/mod.ron")).expect("it was written");
    let first = "level: \"levels/wolf/mod/map01.ron\", ways: [(by: \"lift\", to: \"mod map 2\")]";
    assert!(campaign.contains(first) && campaign.contains("title: \"mod\""), "{campaign}");
    let (code, stdout, stderr) = hullkit(&["mod", "check", plain(&made)]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("\"mod\" 1.0.0 is fine (4 files)"), "{stdout}");
}

#[test]
fn folder_of_maps_is_a_mod_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let maps = folder.path().join("Old maps");
    assert_eq!(hullkit(&["export", "wolf", "levels/deck1.ron", "levels/deck2.ron", "--out", plain(&maps)]).0, 0);
    let before = fs::read(maps.join("GAMEMAPS.WL6")).expect("it was written");
    let modded = |command: &[&str]| hullkit(&[&["--mod", plain(&maps)], command].concat());
    let (code, stdout, stderr) = modded(&["check", "--campaign", "assets/campaigns/old_maps.ron"]);
    assert_eq!(code, 0, "{stdout}{stderr}");
    assert!(stdout.contains("\"Deck 2: Holds\" (64 by 64 cells) is fine"), "{stdout}");
    assert!(stdout.contains("assets/campaigns/old_maps.ron: is fine (2 decks, "), "{stdout}");
    let (code, stdout, _) = modded(&["run", "levels/wolf/old_maps/map01.ron", "--bot", "--skill", "1"]);
    assert!(code == 0 && stdout.contains("\"outcome\":\"lift\""), "{stdout}");
    let (code, _, stderr) = hullkit(&["mod", "check", plain(&maps)]);
    assert_eq!(code, 3);
    assert!(stderr.contains("GAMEMAPS.WL6: map 1: note: "), "{stderr}");
    assert!(stderr.contains("Old maps/mod.ron: the file is missing"), "{stderr}");
    assert_eq!(fs::read_dir(&maps).expect("a folder").count(), 2, "nothing was added");
    assert_eq!(fs::read(maps.join("GAMEMAPS.WL6")).expect("a file"), before);
}

#[test]
fn decks_go_to_uwmf_and_come_back() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let (maps, back) = (folder.path().join("maps"), folder.path().join("back"));
    let (code, stdout, _) = hullkit(&["export", "uwmf", "levels/deck3.ron", "--out", plain(&maps)]);
    assert_eq!(code, 0);
    assert!(stdout.trim_end().ends_with("deck3.uwmf"), "{stdout}");
    let (code, _, stderr) = hullkit(&["import", "wolf", plain(&maps), "--out", plain(&back)]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(read(&back.join("map01.ron")).name, "Deck 3: Engineering");
}

#[test]
fn damaged_files_are_reported_with_file_map_and_offset() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let folder = folder.path();
    let out = folder.join("out");
    fs::write(folder.join("MAPHEAD.WL6"), [0xCD, 0xAB, 8, 0, 0, 0]).expect("it can be written");
    fs::write(folder.join("GAMEMAPS.WL6"), b"TED5v1.0").expect("it can be written");
    let (code, stdout, stderr) = hullkit(&["import", "wolf", plain(folder), "--out", plain(&out)]);
    assert_eq!((code, stdout.as_str()), (3, ""));
    assert!(stderr.contains("MAPHEAD.WL6: map 1: offset 2: a map must begin inside "), "{stderr}");
    assert!(stderr.ends_with("1 of 1 maps could not be imported\n"), "{stderr}");
    assert_eq!(hullkit(&["import", "wolf", "none.wl6", "--out", plain(&out)]).0, 5);
}
