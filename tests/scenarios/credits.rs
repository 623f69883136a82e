//! The credits: they list every library in the game with its licence, according to the lock file.

use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand, NodeDep, PackageId};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text above the list.
const HEAD: &str = "# Hullbreach\n\n\
    The game, its decks and its texts are released under the MIT or Apache 2.0 licence, at your choice. Its \
    images, sounds, music and fonts are made by code that is part of it, and are released under the same licences.\n\n\
    # Scripts\n\n\
    The scripts of creatures are written in Luau, which is built in. Luau is derived from Lua 5.1. \
    In the browser, a port of it to Rust replaces it.\n\n\
    Copyright (c) 2022-2025 Aleksandr Orlenko (luau-src crate). Copyright (c) 2026 luau-rs contributors. Copyright (c) \
    2019-2025 Roblox Corporation. Copyright (c) 1994-2019 Lua.org, PUC-Rio.\n\n\
    Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated \
    documentation files (the \"Software\"), to deal in the Software without restriction, including without limitation the \
    rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit \
    persons to whom the Software is furnished to do so, subject to the following conditions:\n\n\
    The above copyright notice and this permission notice shall be included in all copies or substantial portions of the \
    Software.\n\n\
    THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE \
    WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR \
    COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR \
    OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.\n\n\
    # Libraries\n\n\
    For Linux on x86-64 the game is built with these libraries, which are the work of many people. Where a library offers \
    several licences, you choose. Their texts are in the sources, on crates.io under the names below.\n";

/// The condition of dependencies that only the browser has. Where tests use one natively, it is in the metadata, too.
const BROWSER: &str = "cfg(target_family = \"wasm\")";

/// Returns the packages of the game, except the project's own, on the platform of the bundle.
fn built_in(metadata: &Metadata) -> BTreeSet<PackageId> {
    let nodes = &metadata.resolve.as_ref().expect("the lock file is read").nodes;
    let nodes: BTreeMap<&PackageId, _> = nodes.iter().map(|node| (&node.id, node)).collect();
    let game = metadata.packages.iter().find(|package| package.name.as_str() == "hullbreach").expect("there is a game");
    let (mut found, mut open) = (BTreeSet::new(), vec![&game.id]);
    while let Some(id) = open.pop() {
        if found.insert(id.clone()) {
            let is_native = |dep: &&NodeDep| {
                let mut normal = dep.dep_kinds.iter().filter(|kind| matches!(kind.kind, DependencyKind::Normal));
                normal.any(|kind| kind.target.as_ref().is_none_or(|target| target.to_string() != BROWSER))
            };
            let normal = nodes[id].deps.iter().filter(is_native);
            open.extend(normal.map(|dep| &dep.pkg));
        }
    }
    found
}

/// Returns the expected credits.
fn credits() -> String {
    let metadata = MetadataCommand::new()
        .manifest_path(root().join("Cargo.toml"))
        .features(CargoOpt::SomeFeatures(Vec::new()))
        .other_options(["--locked", "--filter-platform", "x86_64-unknown-linux-gnu"].map(str::to_owned))
        .exec()
        .expect("the workspace has metadata");
    let built_in = built_in(&metadata);
    let mut by_licence: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in metadata.packages.iter().filter(|package| package.source.is_some() && built_in.contains(&package.id))
    {
        let licence = package.license.as_deref().unwrap_or("see its sources").replace('/', " OR ").replace("  ", " ");
        by_licence.entry(licence).or_default().insert(format!("{} {}", package.name, package.version));
    }
    let mut text = HEAD.to_owned();
    for (licence, packages) in by_licence {
        let packages: Vec<String> = packages.into_iter().collect();
        text += &format!("\n# {licence}\n\n{}\n", packages.join(", "));
    }
    text
}

#[test]
fn credits_list_every_library_of_the_game() {
    let (file, wanted) = (root().join("assets/credits.txt"), credits());
    if std::env::var_os("WRITE_CREDITS").is_some() {
        std::fs::write(&file, &wanted).expect("the credits can be written");
    }
    let written = std::fs::read_to_string(&file).expect("there are credits");
    assert!(
        written == wanted,
        "assets/credits.txt is not what the lock file says: `WRITE_CREDITS=1 cargo test --test scenarios credits` updates it"
    );
    for name in ["Luau", "Lua 5.1", "bevy_winit ", "mlua ", "\n# MPL-2.0\n"] {
        assert!(written.contains(name), "{name} is missing");
    }
}
