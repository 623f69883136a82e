//! `hullkit check`, `picture` and `generate --prove` as authors run them: named warnings, proofs and plans.

use crate::command::{file, hullkit};

/// Writes a deck with a closet that locks forever. `more` is appended after its map.
fn closet(name: &str, more: &str) -> String {
    let legend = "'#': (wall: \"hull\"), '.': (), '@': (thing: Player), 'L': (wall: \"hull\", lift: \"hull\"),
        '6': (door: \"door\", locks_behind: true, name: \"closet\"), 's': (wall: \"hull\", switch: \"hull\", name: \"switch\")";
    let map = "[\"###s####\", \"#@....L#\", \"###6####\", \"###..###\", \"########\"]";
    file(name, format!("(name: \"Closet\", legend: {{{legend}}}, map: {map}, {more})"))
}

#[test]
fn softlock_is_a_named_warning_and_an_error_with_strict() {
    let deck = closet("warned.ron", "");
    let deck = deck.as_str();
    let (code, out, told) = hullkit(&["check", deck]);
    assert_eq!(code, 0, "{told}");
    assert!(out.contains("is fine") && told.contains("warning: once the door in row 3, column 4 has locked"), "{told}");
    assert!(told.trim_end().ends_with("[softlock]"), "{told}");
    let (code, _, told) = hullkit(&["check", "--strict", deck]);
    assert_eq!(code, 3);
    assert!(told.contains("--strict: 1 warning"), "{told}");
    let (code, out, _) = hullkit(&["check", "--json", deck]);
    let told: serde_json::Value = serde_json::from_str(out.trim()).expect("a JSON object");
    assert_eq!(code, 0);
    assert_eq!(
        (&told["warnings"][0]["lint"], &told["warnings"][0]["at"]),
        (&"softlock".into(), &serde_json::json!([3, 2]))
    );
    assert_eq!((&told["name"], &told["size"]), (&"Closet".into(), &serde_json::json!([8, 5])));
}

#[test]
fn level_can_allow_a_warning() {
    let deck = closet("allowed.ron", "allow: [(lint: \"softlock\", at: \"closet\", because: \"it is a trap\")]");
    let (code, _, told) = hullkit(&["check", "--strict", &deck]);
    assert_eq!((code, told.as_str()), (0, ""));
}

#[test]
fn invalid_level_is_reported_in_json() {
    let deck = file("broken.ron", "(name: \"x\", legend: {}, map: [])");
    let (code, out, _) = hullkit(&["check", "--json", &deck]);
    let told: serde_json::Value = serde_json::from_str(out.trim()).expect("a JSON object");
    assert_eq!(code, 3);
    assert!(told["mistakes"][0].as_str().is_some_and(|diagnostic| diagnostic.contains("broken.ron:1:")), "{told}");
}

#[test]
fn lints_are_listed_and_explained() {
    let (code, out, _) = hullkit(&["check", "--lints"]);
    assert_eq!(code, 0);
    assert!(out.lines().count() > 15 && out.contains("key-after-lock"), "{out}");
    let (code, out, _) = hullkit(&["check", "--explain", "softlock"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("softlock: ") && out.contains("must restart the deck"), "{out}");
    let (code, _, told) = hullkit(&["check", "--explain", "softlok"]);
    assert_eq!(code, 2);
    assert!(told.contains("no lint named 'softlok', expected one of 'no-exit'"), "{told}");
}

#[test]
fn prove_checks_a_hundred_seeds() {
    let (code, out, told) =
        hullkit(&["generate", "assets/pipelines/labyrinth.ron", "--seed", "5", "--count", "100", "--prove"]);
    assert_eq!(code, 0, "{told}");
    assert!(out.contains("seeds 5 to 104: 100 decks are proved"), "{out}");
    let never = "(generators: [MazeGrowTree(size: (width: 1, height: 1), newest: 1)], translators: [SimpleMaze(block_width: 1), FillBorder()],
        content_creators: [Stairs(stairs: [(id: \"a\", to_map: \"x\", destination: Coord(x: 1, y: 1)), (id: \"b\", to_map: \"x\", destination: Coord(x: 1, y: 1))])], mapper: Holds)";
    let never = file("never.ron", never);
    let (code, out, told) = hullkit(&["generate", &never, "--seed", "0", "--count", "3", "--prove"]);
    assert_eq!(code, 3);
    assert!(
        out.contains(": 0 decks are proved") && told.contains("seed 0: ") && told.contains("(3 seeds fail)"),
        "{out}{told}"
    );
}

#[test]
fn plan_is_drawn_as_png_and_svg() {
    let deck = closet("plan.ron", "triggers: [(at: \"switch\", on: Use, do: [Unlock(\"closet\")])]");
    let deck = deck.as_str();
    let svg = file("plan.svg", "");
    assert_eq!(hullkit(&["picture", deck, "--out", &svg]).0, 0);
    let text = std::fs::read_to_string(&svg).expect("it was written");
    assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
    for what in ["Closet", "door that locks behind the player", "opens, unlocks", "switch, target", "lift", "start"] {
        assert!(text.contains(&format!(">{what}</text>")), "{what} is in the legend");
    }
    let png = file("plan.png", "");
    let (code, out, _) = hullkit(&["picture", deck, "--out", &png]);
    assert_eq!(code, 0);
    assert!(std::fs::read(&png).expect("it was written").starts_with(b"\x89PNG"), "{out}");
    let (code, _, told) = hullkit(&["picture", deck, "--out", "plan.gif"]);
    assert_eq!(code, 2);
    assert!(told.contains("must end in .png or .svg"), "{told}");
}
