//! The program `hullkit` as users run it: one file per kind of command.

mod bench;
mod bench_ticks;
mod body;
mod breach;
mod byte_order_mark;
mod command;
mod commands;
mod count;
mod damage;
mod demos;
mod dice;
mod exits;
mod files;
mod generate;
mod import;
mod lines;
mod lints;
mod lua;
mod mods;
mod outputs;
mod own_levels;
mod pack;
mod path;
mod puzzles;
mod queue;
mod samples;
mod saves;
mod serve;
mod sight;
mod terminal;
mod text;
mod tiled;
mod wolf;

#[test]
fn each_file_of_tests_is_compiled() {
    let (folder, own) = (concat!(env!("CARGO_MANIFEST_DIR"), "/tests"), include_str!("main.rs"));
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let module = name.strip_suffix(".rs").filter(|name| *name != "main");
        assert!(module.is_none_or(|module| own.contains(&format!("\nmod {module};\n"))), "{name} is not in main.rs");
    }
}
