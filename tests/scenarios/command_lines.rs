//! Checks command lines in documents: their commands, subcommands, options and files must exist in the sources.

use crate::scenario_builder::{file, root};
use std::{collections::BTreeSet, path::Path};

/// The folders of files that command lines may name.
const FOLDERS: [&str; 4] = ["assets/", "levels/", "docs/", "crates/"];

/// Checks a command line such as `hullkit bench queue --json`.
///
/// # Errors
///
/// Returns the first part of the command line that does not exist in the sources.
pub(crate) fn check(line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (program, rest) = words.split_first().ok_or("the command line is empty")?;
    let known = match *program {
        "hullkit" => hullkit_options(rest)?,
        "hullbreach" => options(&file("crates/game/src/arguments.rs")),
        script if script.starts_with("./") && root().join(script).is_file() => script_options(&file(script)),
        _ => return Err(format!("`{line}`: there is no program `{program}`")),
    };
    for word in rest {
        let option = word.split('=').next().unwrap_or(word);
        if option.strip_prefix("--").is_some_and(|name| !known.contains(name)) {
            return Err(format!("`{line}`: there is no option `{option}`"));
        }
        if !is_file_or_no_path(word) {
            return Err(format!("`{line}`: there is no file `{word}`"));
        }
    }
    Ok(())
}

/// Returns true if a word names an existing file, or is not a path into one of the game's folders. A seed after `#` is
/// ignored.
pub(crate) fn is_file_or_no_path(word: &str) -> bool {
    let path = word.split('#').next().unwrap_or(word);
    !FOLDERS.iter().any(|folder| path.starts_with(folder)) || root().join(path).exists()
}

/// Returns the options of the hullkit command with which these words begin.
fn hullkit_options(words: &[&str]) -> Result<BTreeSet<String>, String> {
    let name = words.first().copied().unwrap_or_default();
    let commands = variants(&file("crates/hullkit/src/main.rs"));
    let command = commands.iter().find(|(command, _)| command == name);
    let (_, kind) = command.ok_or(format!("`hullkit` has no command `{name}`"))?;
    let module = kind.rsplit_once("::").map_or(kind.as_str(), |(module, _)| module).replace("::", "/");
    let mut text = file(&format!("crates/hullkit/src/{module}.rs"));
    let subcommands = variants(&text);
    let wanted = words.get(1).copied().unwrap_or_default();
    let subcommand = subcommands.iter().find(|(subcommand, _)| subcommand == wanted);
    match subcommand.map(|(name, kind)| (name, kind.split_once("::"))) {
        Some((_, Some((part, _)))) => text += &file(&format!("crates/hullkit/src/{module}/{part}.rs")),
        // Without a module, the type is imported from a file next to that of the command.
        Some((name, None)) => {
            let folder = module.rsplit_once('/').map_or("", |(folder, _)| folder);
            let path = format!("crates/hullkit/src/{folder}/{name}.rs");
            if module.ends_with("/command") && root().join(&path).is_file() {
                text += &file(&path);
            }
        }
        None if !subcommands.is_empty() && !text.contains("subcommand_negates_reqs") => {
            return Err(format!("`hullkit {name}` has no subcommand `{wanted}`"));
        }
        _ => {}
    }
    for shared in flattened(&text) {
        let home = kit_sources().into_iter().find(|source| source.contains(&format!("struct {shared} {{")));
        text += &home.unwrap_or_default();
    }
    Ok(options(&text))
}

/// Returns the texts of the source files of hullkit and of its folders.
fn kit_sources() -> Vec<String> {
    let files = |folder: &Path| {
        let entries = std::fs::read_dir(folder).expect("the sources of hullkit");
        entries.filter_map(|entry| Some(entry.ok()?.path())).collect::<Vec<_>>()
    };
    let (folders, mut paths): (Vec<_>, Vec<_>) =
        files(&root().join("crates/hullkit/src")).into_iter().partition(|path| path.is_dir());
    paths.extend(folders.iter().flat_map(|folder| files(folder)));
    paths.into_iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

/// Returns the commands of an enum with `#[derive(Subcommand)]`, as they are typed, with the type of each.
fn variants(text: &str) -> Vec<(String, String)> {
    let Some((_, after)) = text.split_once("#[derive(Subcommand)]") else { return Vec::new() };
    let body = after.split_once('{').and_then(|(_, rest)| rest.split_once('}')).map_or("", |(body, _)| body);
    let lines = body.lines().map(str::trim).filter(|line| !line.starts_with("//") && !line.starts_with('#'));
    lines
        .filter_map(|line| line.trim_end_matches(',').trim_end_matches(')').split_once('('))
        .map(|(name, kind)| (kebab(name), kind.to_owned()))
        .collect()
}

/// Returns the command name that clap derives: `RetroRampage` becomes `retro-rampage`.
fn kebab(name: &str) -> String {
    let letters = name.char_indices().flat_map(|(at, letter)| {
        let dash = (at > 0 && letter.is_uppercase()).then_some('-');
        dash.into_iter().chain(letter.to_lowercase())
    });
    letters.collect()
}

/// Returns the fields with attributes that contain `part`, together with these attributes.
fn fields<'a>(text: &'a str, part: &str) -> Vec<(String, &'a str)> {
    let mut found = Vec::new();
    let mut attribute = None;
    for line in text.lines().map(str::trim) {
        if line.starts_with("#[") {
            attribute = attribute.or(line.contains(part).then_some(line));
        } else if !line.starts_with("//")
            && let Some(kept) = attribute.take_if(|_| line.contains(':') && line.ends_with(','))
        {
            found.push((kept.to_owned(), line.trim_start_matches("pub(crate) ").trim_end_matches(',')));
        }
    }
    found
}

/// Returns the types of the flattened fields, whose options belong to the command itself.
fn flattened(text: &str) -> Vec<String> {
    let kinds = fields(text, "command(flatten)").into_iter().filter_map(|(_, field)| field.split_once(": "));
    kinds.map(|(_, kind)| kind.rsplit("::").next().unwrap_or(kind).to_owned()).collect()
}

/// Returns the long options that a source defines, without dashes.
fn options(text: &str) -> BTreeSet<String> {
    let named = fields(text, "arg(").into_iter().filter_map(|(attribute, field)| {
        let (_, after) = attribute.split_once("arg(long")?;
        let own = after.strip_prefix(" = \"").and_then(|name| name.split('"').next()).map(str::to_owned);
        own.or_else(|| Some(field.split(':').next()?.trim_end_matches('_').replace('_', "-")))
    });
    named.chain(["help".to_owned()]).collect()
}

/// Returns the options in the text of a script.
fn script_options(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric() && letter != '-');
    words.filter_map(|word| word.strip_prefix("--")).map(str::to_owned).collect()
}

#[test]
fn command_lines_of_the_programs_are_accepted() {
    for line in [
        "hullkit queue OPS.json",
        "hullkit bench render --size 1000x1000 --threads 1",
        "hullkit loa perft 2 --simultaneous draw",
        "hullkit panguru generate --optimum 12",
        "hullkit run levels/deck1.ron --bot --rules assets/rules/classic.ron",
        "hullkit run assets/pipelines/labyrinth_a.ron#0000000000000007",
        "hullkit damage --damage fire=1 --filter-file FILE.xml",
        "hullkit generate --ship --danger 4",
        "hullkit import retro-rampage FILE.json --out LEVEL.ron",
        "hullbreach --mod FOLDER --text=ascii",
        "./check --long",
    ] {
        assert_eq!(check(line), Ok(()));
    }
}

#[test]
fn missing_command_option_or_file_is_reported() {
    for (line, what) in [
        ("", "the command line is empty"),
        ("hullkit", "`hullkit` has no command ``"),
        ("hullkit shuffle", "`hullkit` has no command `shuffle`"),
        ("hullkit bench", "`hullkit bench` has no subcommand ``"),
        ("hullkit bench sleep", "`hullkit bench` has no subcommand `sleep`"),
        ("hullkit queue --jsn", "there is no option `--jsn`"),
        ("hullkit loa perft 2 --winner draw", "there is no option `--winner`"),
        ("hullkit bench queue --scene hall", "there is no option `--scene`"),
        ("hullbreach --modd FOLDER", "there is no option `--modd`"),
        ("hullkit run levels/deck99.ron", "there is no file `levels/deck99.ron`"),
        ("./chek", "there is no program `./chek`"),
        ("./check --longer", "there is no option `--longer`"),
        ("cat FILE", "there is no program `cat`"),
    ] {
        let told = check(line).expect_err(line);
        assert!(told.contains(what), "{line}: {told}");
    }
}

/// Returns the command lines in the first column of the table of `docs/hullkit.md`, without the marks of optional
/// parts.
fn listed() -> Vec<String> {
    let text = file("docs/hullkit.md");
    let rows = text.lines().filter(|line| line.starts_with("| `hullkit ")).filter_map(|line| line.split(" | ").next());
    let lines = rows.flat_map(|row| row.split('`').skip(1).step_by(2));
    lines.map(|line| line.replace(['[', ']', '\\', '|'], " ")).collect()
}

#[test]
fn page_of_hullkit_lists_commands_and_options_that_exist() {
    let wrong: Vec<String> = listed().iter().filter_map(|line| check(line).err()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn page_of_hullkit_lists_every_command() {
    let listed = listed();
    let has_row =
        |words: &str| listed.iter().any(|line| line.split_whitespace().zip(words.split(' ')).all(|(a, b)| a == b));
    let commands = variants(&file("crates/hullkit/src/main.rs"));
    assert!(commands.len() > 20);
    let lines = commands.iter().flat_map(|(name, kind)| {
        let module = kind.rsplit_once("::").map_or(kind.as_str(), |(module, _)| module).replace("::", "/");
        let subcommands = variants(&file(&format!("crates/hullkit/src/{module}.rs")));
        let lines = subcommands.into_iter().map(move |(subcommand, _)| format!("hullkit {name} {subcommand}"));
        lines.chain([format!("hullkit {name}")])
    });
    let missing: Vec<String> = lines.filter(|line| !has_row(line)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
