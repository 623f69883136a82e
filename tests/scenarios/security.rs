//! Keeps the promises of `SECURITY.md`: the limits in its table are those of the code, and no program opens a network
//! connection.

use crate::{
    architecture::sources,
    scenario_builder::{file, root},
};
use std::{fs, process::Command};

/// Returns the value of a constant such as `const MAX_BYTES: usize = 4 << 20;`, if a source text defines it.
fn constant(source: &str, name: &str) -> Option<u64> {
    let (_, rest) = source.split_once(&format!("const {name}: "))?;
    let expression = rest.split_once(" = ")?.1.split_once(';')?.0.replace('_', "");
    let number = |text: &str| text.trim().parse::<u64>().ok().or_else(|| constant(source, "MAX_MIB"));
    match expression.split_once("<<") {
        Some((value, shift)) => Some(number(value)? << number(shift)?),
        None => number(&expression),
    }
}

/// Returns the number of a cell such as `64 KiB` or `50 000`.
fn documented(cell: &str) -> Option<u64> {
    let (number, unit) = match (cell.strip_suffix(" MiB"), cell.strip_suffix(" KiB")) {
        (Some(number), _) => (number, 1 << 20),
        (_, Some(number)) => (number, 1 << 10),
        _ => (cell, 1),
    };
    Some(number.replace(' ', "").parse::<u64>().ok()? * unit)
}

#[test]
fn limits_in_security_md_are_those_of_the_code() {
    let page = file("SECURITY.md");
    let table = page.split_once("## Limits of the readers").expect("the page has the table").1;
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.contains(") | "))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() > 40, "the test reads the table: {rows:?}");
    for row in rows {
        let (name, path) = row[3].trim_matches(['[', ')']).split_once("](").expect("a link to the code");
        let code = constant(&file(path), name);
        assert!(
            code.is_some() && code == documented(row[2]),
            "{}: {} in the table, {code:?} in {path}",
            row[1],
            row[2]
        );
    }
}

#[test]
fn no_program_links_a_network_library() {
    const LIBRARIES: [&str; 12] = [
        "async-net",
        "curl",
        "h2",
        "hyper",
        "native-tls",
        "openssl",
        "quinn",
        "reqwest",
        "rustls",
        "socket2",
        "tokio",
        "ureq",
    ];
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--locked", "--edges", "normal", "--prefix", "none", "--format", "{p}"])
        .args(["--package", "hullbreach", "--package", "hullkit"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    let tree = String::from_utf8(tree.stdout).expect("cargo prints text");
    assert!(tree.lines().any(|line| line.starts_with("engine ")), "the test reads the tree");
    let linked: Vec<&str> =
        tree.lines().filter(|line| LIBRARIES.contains(&line.split(' ').next().unwrap_or_default())).collect();
    assert!(linked.is_empty(), "SECURITY.md promises that the programs open no connection: {linked:?}");
}

#[test]
fn no_source_opens_a_network_connection() {
    let mut number = 0;
    // Only programs with developer tools have this file.
    let port = root().join("crates/game/src/dev/port.rs");
    let ours = |path: &std::path::PathBuf| path.starts_with(root().join("crates")) && *path != port;
    for path in sources().filter(ours) {
        number += 1;
        let source = fs::read_to_string(&path).expect("a source file");
        for name in ["TcpStream", "TcpListener", "UdpSocket", "std::net"] {
            let promise = "SECURITY.md promises that no connection is opened";
            assert!(!source.contains(name), "{}: {promise}, got {name}", path.display());
        }
    }
    assert!(number > 500, "the test reads the sources");
}
