//! The kinds of files, to decide whether a command may replace a file.

use std::{ffi::OsStr, path::Path};

/// The kinds of files that commands write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// A level, as RON.
    Level,
    /// A map of the Tiled editor.
    Map,
    /// An image, as PNG.
    Image,
    /// A drawing, as SVG.
    Drawing,
    /// A saved game.
    Save,
    /// A zip archive.
    Archive,
}

impl FileKind {
    /// Returns the kind with its article, for messages.
    pub(crate) fn name(self) -> &'static str {
        match self {
            FileKind::Level => "a level",
            FileKind::Map => "a Tiled map",
            FileKind::Image => "a PNG image",
            FileKind::Drawing => "an SVG drawing",
            FileKind::Save => "a save",
            FileKind::Archive => "a zip archive",
        }
    }

    /// Returns the extension of such files.
    fn extension(self) -> &'static str {
        match self {
            FileKind::Level => "ron",
            FileKind::Map => "tmx",
            FileKind::Image => "png",
            FileKind::Drawing => "svg",
            FileKind::Save => "save",
            FileKind::Archive => "zip",
        }
    }

    /// Returns true if a file with this content may be of this kind. The name decides only if the content is of an
    /// unknown format. An empty file matches every kind.
    pub(crate) fn matches(self, path: &Path, content: &[u8]) -> bool {
        let is_named_so =
            path.extension().and_then(OsStr::to_str).is_some_and(|it| it.eq_ignore_ascii_case(self.extension()));
        match Content::of(content) {
            Content::Kind(kind) => kind == self,
            Content::Other => false,
            Content::Unknown => is_named_so || content.is_empty(),
        }
    }
}

/// The kind of a file by its content.
enum Content {
    /// A kind that commands write.
    Kind(FileKind),
    /// A known kind that no command writes.
    Other,
    /// An unknown format.
    Unknown,
}

impl Content {
    fn of(bytes: &[u8]) -> Content {
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            // A save is a PNG image with the saved game in a chunk of its own.
            let is_save = bytes.windows(4).any(|name| name == b"hbSv");
            return Content::Kind(if is_save { FileKind::Save } else { FileKind::Image });
        }
        if bytes.starts_with(b"PK\x03\x04") {
            return Content::Kind(FileKind::Archive);
        }
        if bytes.starts_with(b"HBsave") {
            return Content::Kind(FileKind::Save);
        }
        if bytes.starts_with(b"HBdemo") {
            return Content::Other;
        }
        let Ok(text) = str::from_utf8(bytes) else { return Content::Unknown };
        let text = text.trim_start_matches('\u{feff}').trim_start();
        match text.chars().next() {
            Some('<') => of_xml(text),
            Some('{' | '[') => Content::Other,
            Some('(' | '/' | '#') => of_ron(text),
            _ => Content::Unknown,
        }
    }
}

/// Returns the kind by the first element of an XML file.
fn of_xml(mut text: &str) -> Content {
    while let Some(at) = text.find('<') {
        let rest = &text[at + 1..];
        text = match rest.strip_prefix("!--") {
            Some(comment) => comment.split_once("-->").map_or("", |(_, rest)| rest),
            None => rest,
        };
        let name = rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
        match name {
            "" => {}
            "map" => return Content::Kind(FileKind::Map),
            "svg" => return Content::Kind(FileKind::Drawing),
            _ => return Content::Other,
        }
    }
    Content::Unknown
}

/// Returns the kind by the fields of a RON file. Only levels have a `map`.
fn of_ron(text: &str) -> Content {
    let code = |line: &str| line.split_once("//").map_or(line, |(code, _)| code).trim().to_owned();
    let lines: Vec<String> = text.lines().map(code).filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
    let has_map = |line: &String| line.split(['(', ',', '{']).any(|field| field.trim().starts_with("map:"));
    match lines.first() {
        Some(first) if first.starts_with('(') => {
            if lines.iter().any(has_map) {
                Content::Kind(FileKind::Level)
            } else {
                Content::Other
            }
        }
        _ => Content::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kind_is_decided_by_content_before_name() {
        use FileKind::{Archive, Drawing, Image, Level, Map, Save};
        let png = b"\x89PNG\r\n\x1a\n____";
        let save = [&png[..], b"\0\0\0\x01hbSv_"].concat();
        let level = b"// Mine.\n#![enable(implicit_some)]\n(name: \"X\",\n  map: [\"###\"])";
        let map = b"\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- <svg> -->\n<!DOCTYPE map>\n<map width=\"3\"/>";
        let all: [(FileKind, &str, &[u8]); 6] = [
            (Level, "a.ron", level),
            (Map, "a.tmx", map),
            (Image, "a.png", png),
            (Drawing, "a.svg", b"<svg/>"),
            (Save, "a.save", &save),
            (Archive, "a.zip", b"PK\x03\x04"),
        ];
        for (kind, name, content) in all {
            for (other, other_name, _) in all {
                assert_eq!(other.matches(Path::new(other_name), content), kind == other, "{kind:?} {other:?}");
                assert_eq!(other.matches(Path::new(name), b"text"), kind == other, "{kind:?} {other:?}");
            }
            for foreign in [&b"HBdemo\r\n"[..], b"(decks: [(name: \"a\")])", b"{\"map\": 1}", b"<html>"] {
                assert!(!kind.matches(Path::new(name), foreign), "{kind:?}");
            }
            assert!(kind.matches(Path::new("notes.txt"), b""), "an empty file may become anything");
        }
    }
}
