//! `hullkit spread` and `hullkit line` as users run them.

use crate::command::hullkit;

/// Returns the output of a successful command.
fn printed(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = hullkit(arguments);
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
    stdout
}

#[test]
fn spread_prints_letters_without_separators() {
    assert_eq!(printed(&["spread", "17", "4"]), "aaabaaaabaaabaaaabaaa\n");
    assert_eq!(printed(&["spread", "2", "4"]), "babbab\n");
    assert_eq!(printed(&["spread", "0", "0"]), "\n");
}

#[test]
fn line_prints_steps_with_north_up() {
    assert_eq!(printed(&["line", "6", "-4"]), "NE E NE NE E NE\n");
    assert_eq!(printed(&["line", "--", "-2", "-1"]), "W NW\n", "with two leading dashes or without");
    assert_eq!(printed(&["line", "-2", "-1"]), "W NW\n");
    assert_eq!(printed(&["line", "0", "3"]), "S S S\n");
    assert_eq!(printed(&["line", "0", "0"]), "\n");
}

#[test]
fn invalid_and_too_large_numbers_are_refused() {
    let wrong: [&[&str]; 7] = [
        &["spread", "-1", "4"],
        &["spread", "4"],
        &["spread", "a", "b"],
        &["spread", "18446744073709551615", "18446744073709551615"],
        &["line", "1.5", "2"],
        &["line", "9223372036854775807", "-9223372036854775808"],
        &["line", "99999999999999999999", "1"],
    ];
    for arguments in wrong {
        let (code, stdout, stderr) = hullkit(arguments);
        assert_eq!((code, stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(stderr.starts_with("error: "), "{stderr}");
    }
}
