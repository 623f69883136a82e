//! Module layers: the modules of a crate have an order, and each may only use those before it. The order is that of the
//! `mod` lines of `lib.rs` or `main.rs`; ARCHITECTURE.md contains it as a diagram.
//!
//! These tests read imports. They find all of them because outside tests every import is written as
//! `crate::folder::file::Name`.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

/// A module of a crate as the names of its folders and its file: `crate::deck::grid` is `["deck", "grid"]`, the root is
/// empty.
type Module = Vec<String>;

/// The sources of a crate, without its tests.
struct Crate {
    name: String,
    /// The text of each module: code without comments and tests.
    code: BTreeMap<Module, String>,
    /// The modules of the root in their order, and whether other crates see each.
    order: Vec<(String, bool)>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the code of a file: its own tests and its comments are left out.
fn code(text: &str) -> String {
    let own = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let own = own.split("#[cfg(test)]\npub(crate) mod tests").next().unwrap_or_default();
    own.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

impl Crate {
    fn read(name: &str) -> Crate {
        let source = root().join("crates").join(name).join("src");
        let mut code_of = BTreeMap::new();
        for path in sources(&source) {
            let inside = path.strip_prefix(&source).expect("it is inside").with_extension("");
            let mut module: Module = inside.iter().map(|part| part.to_string_lossy().into_owned()).collect();
            let is_folder = module.last().is_some_and(|last| last == "mod");
            if is_folder || module == ["lib"] || module == ["main"] {
                module.pop();
            }
            code_of.insert(module, code(&read(&path)));
        }
        let text = code_of.get(&Module::new()).expect("a crate has a root").replace("#[cfg(test)]\nmod", "test mod");
        let order = text.lines().filter_map(|line| {
            let inner = line.strip_prefix("pub ").unwrap_or(line);
            Some((inner.strip_prefix("mod ")?.strip_suffix(';')?.to_owned(), line.starts_with("pub ")))
        });
        Crate { name: name.to_owned(), order: order.collect(), code: code_of }
    }

    /// Returns all crates of the workspace.
    fn all() -> Vec<Crate> {
        let folders = root().join("crates").read_dir().expect("a folder of the repository").flatten();
        let all: Vec<_> = folders.map(|folder| Crate::read(&folder.file_name().to_string_lossy())).collect();
        assert!(all.len() > 15, "the test reads the right folder");
        all
    }

    /// Returns the paths into the crate that a module names, such as `["deck", "grid", "Grid"]`.
    fn paths(&self, module: &Module) -> Vec<Module> {
        let text = &self.code[module];
        let mut paths = own_paths(text);
        let children = self.code.keys().filter(|other| other.len() == module.len() + 1 && other.starts_with(module));
        paths.extend(children.filter(|child| names_child(text, &child[module.len()])).cloned());
        paths
    }

    /// Returns the modules that a module uses.
    fn used(&self, module: &Module) -> BTreeSet<Module> {
        let longest = |path: Module| {
            (0..=path.len()).rev().map(|end| path[..end].to_vec()).find(|own| self.code.contains_key(own))
        };
        self.paths(module).into_iter().filter_map(longest).filter(|used| used != module).collect()
    }

    /// Returns the groups of more than two modules each of which uses all others, directly or through others.
    fn cycles(&self) -> BTreeSet<Vec<&Module>> {
        let used: BTreeMap<_, _> = self.code.keys().map(|module| (module, self.used(module))).collect();
        let reached = |from: &Module| {
            let (mut reached, mut left) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(module) = left.pop() {
                left.extend(used[&module].iter().filter(|next| reached.insert((*next).clone())).cloned());
            }
            reached
        };
        let reached: BTreeMap<_, _> = self.code.keys().map(|module| (module, reached(module))).collect();
        let cycle = |module: &Module| -> Vec<&Module> {
            let is_in = |other: &&&Module| reached[module].contains(**other) && reached[**other].contains(module);
            reached.keys().filter(is_in).copied().collect()
        };
        self.code.keys().map(cycle).filter(|cycle| cycle.len() > 2).collect()
    }
}

/// Returns the source files below a folder, except files of tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in folder.read_dir().expect("a folder of the repository").flatten().map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                folders.push(path);
            } else if name.ends_with(".rs") && !name.ends_with("tests.rs") {
                found.push(path);
            }
        }
    }
    found
}

/// Returns the paths after each `crate::` of a text, with the groups of its `use` lines taken apart.
fn own_paths(text: &str) -> Vec<Module> {
    let mut paths = Vec::new();
    for (start, _) in text.match_indices("crate::").filter(|(start, _)| !text[..*start].ends_with('$')) {
        let rest = &text[start + "crate::".len()..];
        let is_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
        let head = &rest[..rest.find(|letter| !is_path(letter)).unwrap_or(rest.len())];
        match rest[head.len()..].strip_prefix('{').and_then(|group| group.split_once("};")) {
            Some((group, _)) => paths.extend(leaves(head, group)),
            None => paths.push(head.to_owned()),
        }
    }
    let split = |path: String| path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
    paths.into_iter().map(split).collect()
}

/// Returns the paths of a `use` group, each with what stands before the group.
fn leaves(head: &str, group: &str) -> Vec<String> {
    let (mut depth, mut paths) = (0, Vec::new());
    let parts = group.split(|letter| {
        depth += i32::from(letter == '{') - i32::from(letter == '}');
        letter == ',' && depth == 0
    });
    for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
        match part.split_once('{') {
            Some((more, inner)) => paths.extend(leaves(&format!("{head}{more}"), inner.trim_end_matches('}'))),
            None => paths.push(format!("{head}{part}")),
        }
    }
    paths
}

/// Returns whether a text names something of its child module: `child::name`.
fn names_child(text: &str, child: &str) -> bool {
    let is_start =
        |before: &str| !before.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':');
    text.match_indices(&format!("{child}::")).any(|(start, _)| is_start(&text[..start]))
}

/// Returns the lines that hide an import from these tests: those with `super::`, and re-exports unless they are
/// allowed.
fn hidden_imports(code: &str, may_reexport: bool) -> Vec<&str> {
    let is_hidden = |line: &&str| {
        let is_reexport = line.starts_with("pub") && line.split(' ').take(2).any(|word| word == "use");
        (is_reexport && !may_reexport) || line.contains("super::")
    };
    code.lines().map(str::trim).filter(is_hidden).collect()
}

#[test]
fn module_uses_only_modules_before_it() {
    for krate in Crate::all() {
        let rank = |name: &str| krate.order.iter().position(|(other, _)| other == name);
        for module in krate.code.keys() {
            // The root may use everything. Modules without a `mod` line in the root are tests.
            let Some(own) = module.first().and_then(|name| rank(name)) else { continue };
            for path in krate.paths(module) {
                // What is defined in the root ranks above all modules.
                let is_before = path.first().and_then(|used| rank(used)).is_some_and(|used| used <= own);
                assert!(is_before, "{}: {} uses {}, a later module", krate.name, module.join("::"), path.join("::"));
            }
        }
    }
}

#[test]
fn no_cycle_of_imports_has_more_than_two_files() {
    for krate in Crate::all() {
        let cycles = krate.cycles();
        assert!(cycles.is_empty(), "{}: these files use each other: {cycles:#?}", krate.name);
    }
}

#[test]
fn imports_are_full_paths_and_only_public_modules_reexport() {
    for krate in Crate::all() {
        for (module, code) in &krate.code {
            let is_public = krate.order.iter().any(|(name, is_public)| *is_public && [name.clone()] == module[..]);
            let hidden = hidden_imports(code, module.is_empty() || is_public);
            assert!(
                hidden.is_empty(),
                "{}: {}: write `use crate::folder::file::Name`, not {hidden:?}",
                krate.name,
                module.join("::")
            );
        }
    }
}

#[test]
fn architecture_page_contains_the_modules() {
    let page = read(&root().join("ARCHITECTURE.md"));
    for krate in Crate::all().into_iter().filter(|krate| krate.order.len() > 1) {
        let drawn = krate.order.iter().map(|(name, _)| &**name).collect::<Vec<_>>().join(" → ");
        assert!(page.contains(&drawn), "ARCHITECTURE.md does not draw the modules of {}: {drawn}", krate.name);
    }
}

#[test]
fn each_folder_has_a_module_comment() {
    let is_of_game = |path: &PathBuf| path.ends_with("mod.rs") && path.iter().any(|part| part == "src");
    for path in sources(&root().join("crates")).into_iter().filter(is_of_game) {
        let lines = read(&path).lines().take_while(|line| line.starts_with("//!")).count();
        assert!(lines >= 2, "{}: describe in at least two lines what belongs there and what does not", path.display());
    }
}

#[test]
fn super_and_reexports_are_recognised() {
    let text = "use super::Lanes;\npub(crate) use four::Four;\npub use five::Five;\nuse crate::lanes::Lanes;\n\
                pub fn used() {}\n// super::\n#[cfg(test)]\nmod tests {\n    use super::*;\n}\n";
    assert_eq!(
        hidden_imports(&code(text), false),
        ["use super::Lanes;", "pub(crate) use four::Four;", "pub use five::Five;"]
    );
    assert_eq!(hidden_imports(&code(text), true), ["use super::Lanes;"]);
}

#[test]
fn paths_of_nested_groups_are_found() {
    let paths = own_paths("use crate::{a::B, c::{d::{E, F}, g}};\nlet x = crate::h::I::new();\n");
    let paths: Vec<_> = paths.iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["a::B", "c::d::E", "c::d::F", "c::g", "h::I::new"]);
}

#[test]
fn cycle_of_three_files_is_found() {
    let uses = [("one", "use crate::two::Two;"), ("two", "crate::three::three()"), ("three", "use crate::one::One;")];
    let code = uses.map(|(module, text)| (vec![module.to_owned()], text.to_owned())).into();
    let krate = Crate { name: "example".to_owned(), code, order: Vec::new() };
    assert_eq!(krate.cycles().into_iter().map(|cycle| cycle.len()).collect::<Vec<_>>(), [3]);
}
