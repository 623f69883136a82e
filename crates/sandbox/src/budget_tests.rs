//! Steps bound the time of a call: whatever a function of the library examines, copies or writes is charged for.

use crate::{
    host_tests::{Engines, call, fails, runs},
    memory::Memory,
    script::Script,
};

/// Number of repetitions after which the steps must have run out, what is prepared once, and what is repeated.
const HUNGRY: &[(u32, &str, &str)] = &[
    (1, "local s = ('('):rep(4096)", "string.find(s, '%b()')"),
    (1, "local s = ('('):rep(4096)", "string.match(s, '%b()')"),
    (1, "local s = ('('):rep(4096)", "string.gsub(s, '%b()', '')"),
    (1, "local s = ('('):rep(4096)", "for _ in string.gmatch(s, '%b()') do end"),
    (1, "local s = ('('):rep(4096)", "string.gsub(s, '()(%b())', function() return nil end)"),
    (1, "local s = ('('):rep(4096)", "pcall(string.find, s, 'x?%b()y')"),
    (1, "local s = ('ab'):rep(2048)", "string.find(s, '(.-)%1x')"),
    (1, "local s, p = ('a'):rep(100), '[' .. ('b'):rep(3000) .. 'a]*x'", "string.find(s, p)"),
    (1, "local s, p = ('a'):rep(100), '%f[' .. ('b'):rep(3000) .. ']'", "string.find(s, p)"),
    (1, "local s, r = ('a'):rep(4096), ('%1'):rep(1000)", "string.gsub(s, '(x?)a', r)"),
    (16, "local s, p = ('a'):rep(4096), ('a'):rep(40) .. 'b'", "string.find(s, p, 1, true)"),
    (64, "local s = ('a,'):rep(2048)", "string.split(s, ',')"),
    (1, "local n = {} for i = 1, 200 do n[i] = 1e308 end local p = ('%.99f'):rep(200)", "string.format(p, unpack(n))"),
    (128, "", "string.format('%.99f', 1e308)"),
    (2048, "", "string.rep('', 1e9)"),
    (100, "", "string.rep('x', 100000)"),
    (512, "local t = {}", "unpack(t, 1, 256)"),
    (512, "local t = {}", "select('#', table.unpack(t, 1, 256))"),
    (4, "local t = table.create(20000, '')", "table.concat(t)"),
    (32, "local t = table.create(20000, 1)", "table.insert(t, 1, 1)"),
    (32, "local t = table.create(20000, 1)", "table.remove(t, 1)"),
    (16, "local t = table.create(20000, 1)", "table.move(t, 1, 20000, 2)"),
    (1, "local t = table.create(20000, 1) t[1] = nil", "table.find(t, 2, 2)"),
    (8, "local t = table.create(80000)", "table.clear(t)"),
    (8, "local t = table.create(80000)", "next(t)"),
    (8, "local t = table.create(80000, 1) table.clear(t)", "for _ in t do end"),
    (16, "local t = table.create(3000, 1)", "table.sort(t)"),
    (1, "local t, s = {}, ('x'):rep(1000) for i = 1, 900 do t[i] = s .. i end", "table.sort(t)"),
];

#[test]
fn steps_run_out_before_time_does() {
    for (times, first, again) in HUNGRY {
        let mistake = fails(&format!("function process()\n{first} for _ = 1, {times} do {again} end\nend"));
        assert!(mistake.words.contains("10000 steps") || mistake.words.contains("kB"), "{again}: {mistake}");
    }
}

#[test]
fn no_function_returns_or_reads_more_than_its_limit() {
    for (script, words) in [
        ("unpack({}, 1, 300)", "at most 256 values"),
        ("table.unpack({}, 1, 7999)", "at most 256 values"),
        ("string.byte(('x'):rep(300), 1, -1)", "at most 256 bytes"),
        ("table.move({}, 1 / 0, -2, 5)", "must be less than 2147483648"),
        ("table.move({}, 0 / 0, -2, 5)", "must be less than 2147483648"),
        ("string.format(('x'):rep(5000))", "at most 4096 bytes"),
    ] {
        let mistake = fails(&format!("function process()\n{script}\nend"));
        assert!(mistake.words.contains(words) && mistake.line == Some(2), "{script}: {mistake}");
    }
}

#[test]
fn step_of_a_long_script_counts_more() {
    let steps = |statements: usize| {
        let body = "x = x + 1 ".repeat(statements);
        let text = format!("function process() local x = 0 for i = 1, 10 do {body} end end");
        let script = Script::read("x.lua", text.as_bytes()).expect("a script");
        let made = call(&mut Engines::new(&[script]), 0, &Memory::default()).0;
        assert!(made.kept.is_ok(), "{statements}");
        made.steps
    };
    let (short, long) = (steps(1), steps(1000));
    assert!(short < 30 && long > 10 * short, "{short} steps, {long} steps");
}

#[test]
fn ordinary_use_of_the_library_is_cheap() {
    let asked = runs(
        "function process()
            local list = {}
            for i = 1, 40 do table.insert(list, i * 7 % 40) end
            table.sort(list)
            local found = 0
            for i = 1, 20 do found += table.find(list, i) end
            local words = string.split('a list of some words', ' ')
            for word in ('k=v, w=x'):gmatch('(%w+)=%w+') do words[#words + 1] = word end
            local text = table.concat(words, ' '):gsub('%b()', ''):gsub('[aeiou]', string.upper)
            log(string.format('%s %d %.2f', text, found, 1 / 3))
            log(select('#', unpack(list)) .. ' ' .. #{ string.byte('abc', 1, -1) })
        end",
    );
    assert_eq!(asked, ["Log(\"A lIst Of sOmE wOrds k w 230 0.33\")", "Log(\"40 3\")"]);
}

#[test]
fn burden_of_a_pattern_ends_with_it_however_it_ends() {
    // Were it not taken off again, the loop would take all steps.
    for code in [
        "pcall(string.find, text, '%b')",
        "xpcall(string.gsub, function() end, text, '%b()', function() error('x') end)",
        "text:gsub('%b()', function() for i = 1, 1000 do end end)",
        "for _ in text:gmatch('%b()') do break end",
    ] {
        runs(&format!("function process() local text = '()' .. ('x'):rep(4000) {code} for i = 1, 2000 do end end"));
    }
}
