//! `hullkit spread` and `hullkit line` as their users type them.

use crate::command::hullkit;

/// What is printed, if all is well.
fn printed(arguments: &[&str]) -> String {
    let (code, stdout, stderr) = hullkit(arguments);
    assert_eq!((code, stderr.as_str()), (0, ""), "{arguments:?}");
    stdout
}

#[test]
fn a_row_is_printed_in_letters_without_gaps() {
    assert_eq!(printed(&["spread", "17", "4"]), "aaabaaaabaaabaaaabaaa\n");
    assert_eq!(printed(&["spread", "2", "4"]), "babbab\n");
    assert_eq!(printed(&["spread", "0", "0"]), "\n");
}

#[test]
fn a_line_is_printed_as_its_steps_with_north_up() {
    assert_eq!(printed(&["line", "6", "-4"]), "NE E NE NE E NE\n");
    assert_eq!(printed(&["line", "--", "-2", "-1"]), "W NW\n", "with two dashes before them or without");
    assert_eq!(printed(&["line", "-2", "-1"]), "W NW\n");
    assert_eq!(printed(&["line", "0", "3"]), "S S S\n");
    assert_eq!(printed(&["line", "0", "0"]), "\n");
}

#[test]
fn numbers_that_are_none_or_too_large_are_refused_in_a_sentence() {
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
