//! Tests of layers: which files are read, and which are rejected.

use crate::{vfs::files::Files, vfs::index::Scope, vfs::layer::Layer};
use proptest::prelude::*;
use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
};
use zip::{ZipWriter, write::SimpleFileOptions};

/// Creates a folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// Creates an archive with these files.
fn archive(folder: &Path, files: &[(&str, &str)]) -> PathBuf {
    let path = folder.join("mod.zip");
    let mut zip = ZipWriter::new(fs::File::create(&path).unwrap());
    for (name, text) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap();
    path
}

fn text(files: &Files, name: &str) -> String {
    files.read(name).map_or_else(|error| error.what, |bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn last_layer_with_a_file_provides_it() {
    let base =
        folder(&[("assets/a.ron", "base a"), ("assets/b.ron", "base b"), ("levels/l.ron", "base l"), ("secret", "no")]);
    let over = folder(&[("assets/b.ron", "folder b"), ("assets/c.ron", "folder c")]);
    let zip = archive(over.path(), &[("my mod/assets/c.ron", "zip c"), ("my mod/levels/m.ron", "zip m")]);
    let files = Files::of_folder(base.path()).unwrap().with_layer(over.path()).unwrap().with_layer(&zip).unwrap();
    let files = files.with_memory(BTreeMap::from([("levels/m.ron".to_owned(), b"memory m".to_vec())]));
    for (name, expected) in [
        ("assets/a.ron", "base a"),
        ("assets/b.ron", "folder b"),
        ("assets/c.ron", "zip c"),
        ("levels/l.ron", "base l"),
        ("levels/m.ron", "memory m"),
        ("secret", "secret cannot be read: there is no such file"),
        ("assets/A.ron", "assets/A.ron cannot be read: there is no such file"),
    ] {
        assert_eq!(text(&files, name), expected);
    }
    assert_eq!(files.list("assets", ".ron"), ["assets/a.ron", "assets/b.ron", "assets/c.ron"]);
    assert_eq!(files.list("levels", ".ron"), ["levels/l.ron", "levels/m.ron"]);
    assert!(files.list("levels", ".png").is_empty() && files.refused().is_empty());
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_and_invalid_names_are_rejected() {
    use std::{os::unix::ffi::OsStrExt, os::unix::fs::symlink};
    let outside = folder(&[("secret.ron", "secret"), ("more/x.ron", "x")]);
    let base = folder(&[("assets/a.ron", "a"), ("assets/Fox.lua", "1"), ("assets/fox.lua", "2")]);
    let in_base = |name: &str| base.path().join(name);
    symlink(outside.path().join("secret.ron"), in_base("assets/link.ron")).unwrap();
    symlink("a.ron", in_base("assets/inside.ron")).unwrap();
    symlink(outside.path().join("more"), in_base("assets/more")).unwrap();
    symlink(".", in_base("assets/circle")).unwrap();
    symlink("nowhere", in_base("assets/dangling.ron")).unwrap();
    fs::write(in_base("assets").join(std::ffi::OsStr::from_bytes(b"bad\xff.ron")), "").unwrap();
    let files = Files::of_folder(base.path()).unwrap();
    assert_eq!(text(&files, "assets/inside.ron"), "a");
    let outward = "it is a link to a place outside of the folder or to nothing";
    for name in ["assets/link.ron", "assets/dangling.ron"] {
        assert_eq!(text(&files, name), format!("{name} cannot be read: {outward}"));
    }
    assert!(text(&files, "assets/fox.lua").contains("the name differs from assets/Fox.lua only in case"));
    for name in ["assets/more/x.ron", "assets/circle/a.ron", "../secret.ron", "/etc/passwd", "assets/../assets/a.ron"] {
        assert!(files.read(name).is_err_and(|error| !error.readable), "{name}");
    }
    let refused = files.refused();
    assert_eq!(refused.len(), 7, "{refused:#?}");
    assert!(refused.iter().any(|what| what.contains("not UTF-8")), "{refused:?}");
}

#[test]
fn file_over_the_limit_is_rejected() {
    let base = folder(&[("assets/large.wav", "")]);
    fs::File::options()
        .write(true)
        .open(base.path().join("assets/large.wav"))
        .unwrap()
        .set_len((64 << 20) + 1)
        .unwrap();
    let files = Files::of_folder(base.path()).unwrap();
    assert_eq!(text(&files, "assets/large.wav"), "assets/large.wav cannot be read: it has more than 67108864 bytes");
}

#[test]
fn file_names_cannot_escape_the_archive() {
    let home = tempfile::tempdir().unwrap();
    let names = ["assets/../../x.ron", "/etc/passwd", "assets\\a.ron", "assets/ok.ron", "assets/OK.ron", "readme.txt"];
    let zip = archive(home.path(), &names.map(|name| (name, "text")));
    let files = Files::default().with_layer(&zip).unwrap();
    assert!(files.list("assets", ".ron").is_empty());
    assert!(text(&files, "assets/ok.ron").contains("only in case"));
    assert!(Files::default().with_layer(&home.path().join("none.zip")).is_err_and(|error| !error.readable));
    fs::write(home.path().join("no.zip"), "no archive").unwrap();
    let what = Files::default().with_layer(&home.path().join("no.zip")).unwrap_err().what;
    assert!(what.contains("no.zip: it must be a zip archive"), "{what}");
}

/// Opens an archive as a mod does, with all of its files.
fn mod_layer(path: &Path) -> Layer {
    Layer::open(path, Scope::Mod).unwrap()
}

#[test]
fn archive_cannot_contain_links_bombs_or_names_that_are_not_utf8() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("mod.hull");
    let mut zip = ZipWriter::new(fs::File::create(&path).unwrap());
    let plain = SimpleFileOptions::default();
    zip.add_symlink("assets/link.ron", "/etc/passwd", plain).unwrap();
    zip.start_file("assets/bomb.wav", plain).unwrap();
    zip.write_all(&vec![0; 8 << 20]).unwrap();
    zip.start_file("assets/nul.png", plain).unwrap();
    zip.start_file("assets/bad__.ron", plain).unwrap();
    zip.start_file("assets/good.ron", plain).unwrap();
    zip.write_all(b"good").unwrap();
    zip.start_file(".git/config", plain).unwrap();
    zip.finish().unwrap();
    let mut bytes = fs::read(&path).unwrap();
    for at in 0..bytes.len() - 2 {
        if bytes[at..].starts_with(b"__.ron") {
            bytes[at] = 0xff;
        }
    }
    fs::write(&path, bytes).unwrap();
    let layer = mod_layer(&path);
    assert_eq!(layer.names(), ["assets/good.ron"]);
    let refused = layer.refused().join("\n");
    for what in [
        "assets/link.ron is not read: it is a link, and links in archives are not followed",
        "assets/bomb.wav is not read: it is more than 500 times larger than its compressed data",
        "assets/nul.png is not read: the name must not be that of a device on Windows, such as CON or NUL",
        "_.ron is not read: the name is not UTF-8",
    ] {
        assert!(refused.contains(what), "{what}: {refused}");
    }
}

#[test]
fn file_that_is_larger_than_declared_is_not_read() {
    let home = tempfile::tempdir().unwrap();
    let text = "some text that is long enough to be compressed, some text that is long enough";
    let path = archive(home.path(), &[("assets/a.ron", text)]);
    let mut bytes = fs::read(&path).unwrap();
    // The uncompressed size is in bytes 24 to 28 of the entry in the list of files.
    let entry = bytes.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    bytes[entry + 24..entry + 28].copy_from_slice(&5_u32.to_le_bytes());
    fs::write(&path, bytes).unwrap();
    let what = mod_layer(&path).read("assets/a.ron").unwrap_err().what;
    assert!(what.starts_with("assets/a.ron cannot be read: "), "{what}");
}

#[test]
fn list_of_files_cannot_use_much_memory() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("many.zip");
    let name = "x".repeat(60_000);
    let mut zip = ZipWriter::new(fs::File::create(&path).unwrap());
    for number in 0..300 {
        zip.start_file(format!("{number}{name}"), SimpleFileOptions::default()).unwrap();
    }
    zip.finish().unwrap();
    let what = Layer::open(&path, Scope::Mod).unwrap_err().what;
    assert!(what.contains("its list of files is too long"), "{what}");
}

proptest! {
    #[test]
    fn damaged_archive_does_not_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)) {
        let home = tempfile::tempdir().unwrap();
        let path = archive(home.path(), &[("assets/a.ron", "some text some text some text"), ("levels/b.ron", "more")]);
        let mut bytes = fs::read(&path).unwrap();
        for (place, value) in changes {
            let place = place.index(bytes.len());
            bytes[place] = value;
        }
        fs::write(&path, bytes).unwrap();
        if let Ok(files) = Files::default().with_layer(&path) {
            for name in files.list("assets", "").into_iter().chain(files.list("levels", "")) {
                let _ = files.read(&name);
            }
        }
    }
}

#[test]
fn streamed_file_has_its_name_before_its_bytes() {
    let base = Files::of_memory(BTreeMap::from([("assets/a.ron".to_owned(), b"a".to_vec())]));
    let files = base.with_streamed(["assets/sheets/fox.png".to_owned()].into());
    let clone = files.clone();
    assert_eq!(files.list("assets/sheets", ".png"), ["assets/sheets/fox.png"]);
    let told = "assets/sheets/fox.png cannot be read: it is not downloaded yet";
    assert_eq!(text(&files, "assets/sheets/fox.png"), told);
    let when_arrived = files.streamed("assets/sheets/fox.png").unwrap();
    assert!(when_arrived().is_none() && files.streamed("assets/a.ron").is_none());
    clone.arrived("assets/sheets/fox.png", b"fox".to_vec());
    clone.arrived("assets/sheets/cat.png", b"cat".to_vec());
    assert_eq!(text(&files, "assets/sheets/fox.png"), "fox");
    assert_eq!(when_arrived().unwrap().as_slice(), b"fox");
    assert!(!files.contains("assets/sheets/cat.png"), "a file of another name is ignored");
    let over = files.with_memory(BTreeMap::from([("assets/sheets/fox.png".to_owned(), b"mod".to_vec())]));
    assert!(over.streamed("assets/sheets/fox.png").is_none(), "a layer above replaces it");
}
