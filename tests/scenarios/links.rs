//! Links in documents: their targets must exist.

use crate::scenario_builder::root;
use std::path::{Path, PathBuf};

/// Returns all Markdown pages of the project.
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of the repository") {
            let path = entry.expect("an entry of a folder of the repository").path();
            let skipped = ["target", ".git"].iter().any(|name| path.ends_with(name));
            if path.is_dir() && !skipped {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// Returns the link targets of a page: the text between `](` and `)`.
fn links(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split_once(')').map(|(link, _)| link))
}

/// Returns the anchors of a page's headings, as common viewers generate them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let anchor = |line: &str| {
        let words = line.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        words.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
    };
    headings.map(anchor).collect()
}

/// Returns the error of a link on this page, if there is one.
fn fault(page: &Path, link: &str) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let (file, anchor) = link.split_once('#').map_or((link, None), |(file, anchor)| (file, Some(anchor)));
    let target = if file.is_empty() { page.to_owned() } else { page.parent()?.join(file) };
    if !target.exists() {
        return Some(format!("{}: there is no {link}", page.display()));
    }
    let anchor = anchor?;
    let text = std::fs::read_to_string(&target).expect("a page is text");
    (!anchors(&text).iter().any(|there| there == anchor)).then(|| format!("{}: no heading {link}", page.display()))
}

#[test]
fn every_link_has_a_target() {
    let pages = pages();
    assert!(pages.len() > 10, "the test reads the right folders");
    let mut faults = Vec::new();
    for page in pages {
        let text = std::fs::read_to_string(&page).expect("a page is text");
        faults.extend(links(&text).filter_map(|link| fault(&page, link)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn broken_link_is_reported() {
    let page = root().join("README.md");
    let faults = |text: &str| links(text).filter(|link| fault(&page, link).is_some()).count();
    assert_eq!(faults("[a](docs/playing.md) ![b](docs/window.png) [c](#keys) [d](https://rustup.rs)"), 0);
    assert_eq!(faults("[a](docs/plying.md) [b](#kyes) [c](docs/playing.md#nothing)"), 3);
}
