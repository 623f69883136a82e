//! Both VMs give the same answers, memories, steps and errors. `calls_tests` and `budget_tests`, too, call each script in
//! both VMs.

use crate::{
    host_tests::{Engines, call, fails, runs},
    memory::Memory,
    program_tests::program,
    script::Script,
};
use std::{fs, path::Path};

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Calls each script a number of times in both VMs, with the memory of its last call.
fn play(scripts: &[Script], calls: usize) {
    let mut engines = Engines::new(scripts);
    for script in 0..scripts.len() {
        let mut memory = Memory::default();
        for _ in 0..calls {
            if let Ok(kept) = call(&mut engines, script, &memory).0.kept {
                memory = kept;
            }
        }
    }
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "reads files")]
fn shipped_scripts_play_the_same_in_both_engines() {
    let files = fs::read_dir(root().join("assets/scripts")).expect("there are scripts");
    let files = files.map(|file| file.expect("the folder can be read").path());
    let scripts: Vec<_> = files.filter(|file| file.extension().is_some_and(|ending| ending == "lua")).collect();
    assert!(scripts.len() >= 5, "{scripts:?}");
    let read = |file: &Path| Script::read("x.lua", &fs::read(file).expect("it can be read")).expect("it is a script");
    play(&scripts.iter().map(|file| read(file)).collect::<Vec<_>>(), 20);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "reads files")]
fn examples_of_the_docs_play_the_same_in_both_engines() {
    let page = fs::read_to_string(root().join("docs/scripting.md")).expect("there is a page");
    let examples = page.split("```lua\n").skip(1).filter_map(|rest| rest.split("```").next());
    let scripts: Vec<_> =
        examples.map(|text| Script::read("x.lua", text.as_bytes()).expect("it is a script")).collect();
    assert!(scripts.len() >= 5);
    play(&scripts, 20);
}

/// Plays the random programs of these seeds.
fn play_random(seeds: std::ops::Range<u64>) {
    let texts: Vec<String> = seeds.map(program).collect();
    let scripts: Vec<Script> =
        texts.iter().map(|text| Script::read("x.lua", text.as_bytes()).unwrap_or_else(Script::broken)).collect();
    let mut engines = Engines::new(&scripts);
    let mut succeeded = 0;
    for script in 0..scripts.len() {
        succeeded += usize::from(call(&mut engines, script, &Memory::default()).0.kept.is_ok());
    }
    assert!(succeeded > texts.len() / 3, "only {succeeded} of {} programs succeed", texts.len());
}

#[test]
fn random_programs_play_the_same_in_both_engines() {
    play_random(0..100);
}

#[test]
#[ignore = "takes seconds; ./check --long runs it"]
fn thousand_random_programs_play_the_same_in_both_engines() {
    play_random(100..1100);
}

#[test]
fn nested_protected_calls_do_not_use_freed_frames() {
    for _ in 0..3 {
        let mut engines = Engines::new(&[Script::read(
            "x.lua",
            b"function process() local function f() while true do pcall(f) end end f() end",
        )
        .expect("it is a script")]);
        assert!(call(&mut engines, 0, &Memory::default()).0.kept.is_err());
    }
}

#[test]
fn separator_may_be_longer_than_the_text() {
    assert_eq!(runs("function process() log(table.concat(('x'):split('abc'), '|')) end"), ["Log(\"x\")"]);
}

#[test]
fn numbers_that_fit_no_integer_are_converted_alike() {
    let asked = runs(
        "function process()
            for _, number in { 1 / 0, -1 / 0, 0 / 0, 2147483648, -2147483649, 1e300 } do
                log(#string.rep('x', number) .. ' ' .. ('abc'):sub(number) .. ' ' .. ('abc'):sub(1, number))
            end
            log(string.format('%d %x %d', 1e300, 1e300, -1e300))
        end",
    );
    let (last, others) = asked.split_last().expect("it logs");
    assert_eq!(last, "Log(\"-9223372036854775808 0 -9223372036854775808\")");
    assert!(others.len() == 6 && others.iter().all(|line| line == "Log(\"0 abc \")"), "{others:?}");
}

#[test]
fn nesting_is_limited_before_the_stack_overflows() {
    for (begin, middle, end) in [
        ("x = ", "(", "1)"),
        ("x = ", "{", "}"),
        ("x = ", "- ", "1"),
        ("x = ", "not ", "1"),
        ("x = 1", " + 1", ""),
        ("x = 1", " .. 1", ""),
        ("x = 1", " and 1 or 2", ""),
        ("x = y", ".y", ""),
        ("x = y", "[1]", ""),
        ("y", "()", ""),
        ("y", ":z()", ""),
        ("x = ", "`{", "1}`"),
        ("x = ", "function() return ", " end"),
        ("x = ", "if x then ", "1 else 2"),
        ("x = ", "if x then 1 else", "if 1 then 2 else 3"),
        ("", "do ", "end "),
        ("", "if x then ", "end "),
        ("", "while x do ", "end "),
        ("", "for i = 1, 2 do ", "end "),
        ("", "for i in x do ", "end "),
        ("", "repeat ", "until x "),
        ("", "function f() ", "end "),
        ("", "if x then else", "if x then end"),
        ("local x: ", "{", "number}"),
        ("local x: ", "(", "number)"),
        ("local x: number", "?", ""),
        ("local x: number", " | number", ""),
        ("local x: ", "() -> ", "number"),
        ("local x: ", "y<", "number>"),
        ("y", " {}", ""),
        ("y", " ''", ""),
        ("y(", "y(", "))"),
        ("x = ", "y[", "1]"),
    ] {
        for depth in [50, 4000] {
            let code = format!("{begin}{}{}\nfunction process() end", middle.repeat(depth), end.repeat(depth));
            let script = Script::read("x.lua", code.as_bytes()).unwrap_or_else(Script::broken);
            let results = Engines::new(&[script]).call(0, &Memory::default());
            let fail: Vec<bool> = results.iter().map(|result| result.0.kept.is_err()).collect();
            assert!(fail.iter().all(|fails| *fails == fail[0]), "{depth} times {middle}: {results:?}");
        }
    }
}

#[test]
fn clamp_rejects_limits_that_are_not_numbers() {
    for limits in ["0 / 0, 1", "1, 0 / 0", "0 / 0, 0 / 0"] {
        let error = fails(&format!("function process()\nlog(math.clamp(2, {limits})) end"));
        assert!(error.line == Some(2) && error.words.contains("max must be greater"), "{error}");
    }
}

#[test]
fn positions_before_the_text_are_its_start() {
    let asked =
        runs("function process() log(`{string.byte('abc', 1, -9)} {('abc'):sub(-9, 1)} {('abc'):find('a', -9)}`) end");
    assert_eq!(asked, ["Log(\"nil a 1\")"]);
}
