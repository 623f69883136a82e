//! Calls of good and bad scripts: their results, and what is left afterwards.

use crate::{
    host_tests::{Engines, call, fails, runs},
    memory::Memory,
    script::Script,
};

/// The example script of the requirements, word for word.
const EXAMPLE: &str = "function process(gameElement) game.setTarget(gameElement, 1.1, 0.5) end";

#[test]
fn example_script_sets_a_target() {
    assert_eq!(runs(EXAMPLE), ["SetTarget { who: 7, x: 1.1, y: 0.5, runs: false }"]);
}

#[test]
fn script_requests_are_answered() {
    let asked = runs(
        "function process(me)
            local fox = nearest('fox', 8)
            assert(fox.kind == 'fox' and fox.x == 3 and fox.health == 4 and creature.x == me.x)
            if can_see(fox) and path_to(fox.x, fox.y) == 5 then flee(fox) strike(fox) end
            say('yip') log(time() + light_at(1, 2) + air_at(1, 2))
            assert(nearest('nobody', 8) == nil)
        end",
    );
    let expected = [
        "Nearest { kind: \"fox\", radius: 8.0 }",
        "CanSee(9)",
        "PathTo(3.0, 4.0)",
        "Flee(9)",
        "Strike(9)",
        "Say(\"yip\")",
        "Time",
        "LightAt(1.0, 2.0)",
        "AirAt(1.0, 2.0)",
        "Log(\"15\")",
        "Nearest { kind: \"nobody\", radius: 8.0 }",
    ];
    assert_eq!(asked, expected);
}

#[test]
fn only_creature_memory_survives_a_call() {
    let script = "
        count, list = 0, {}
        local inner, locals = 0, {}
        function process()
            hidden = (hidden or 0) + 1
            local seen = #list + #locals + count + inner + hidden - 1
            count, inner = count + 1, inner + 1
            table.insert(list, 1) table.insert(locals, 1)
            creature.memory.calls = (creature.memory.calls or 0) + 1
            log(seen .. ' ' .. creature.memory.calls)
            process = nil
        end";
    let mut engines = Engines::new(&[Script::read("x.lua", script.as_bytes()).unwrap()]);
    let mut memory = Memory::default();
    for calls in 1..5 {
        let (made, asked) = call(&mut engines, 0, &memory);
        assert_eq!(asked, [format!("Log(\"0 {calls}\")")]);
        memory = made.kept.unwrap();
    }
    assert!(memory.bytes() > 0);
}

#[test]
fn scripts_cannot_reach_each_other() {
    let bad = "shared = 1 function process() shared = 2 string.rep = nil end";
    let good = "function process() log(tostring(shared) .. ('x'):rep(2)) end";
    let scripts = [bad, good].map(|text| Script::read("x.lua", text.as_bytes()).unwrap());
    let mut engines = Engines::new(&scripts);
    let (made, _) = call(&mut engines, 0, &Memory::default());
    assert!(made.kept.unwrap_err().words.contains("readonly"));
    assert_eq!(call(&mut engines, 1, &Memory::default()).1, ["Log(\"nilxx\")"]);
}

#[test]
fn endless_loops_are_stopped() {
    for script in [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "while true do pcall(error) end",
        "while true do xpcall(error, function() while true do end end) end",
        "xpcall(function() while true do end end, function() while true do end end) while true do end",
        "pcall(function() while true do end end) while true do end",
        "('a'):rep(4000):find('.-.-.-.-b$')",
        "while true do ('('):rep(4000):find('%b()') end",
        "while true do ('a'):rep(4000):find(('a'):rep(2000) .. 'b', 1, true) end",
        "local t = table.create(9000, 1) while true do table.sort(t) end",
        "while true do table.move({}, 1, 1e9, 2) end",
        "while true do table.move({}, 1, 2e9, 2) end",
        "local s = ('1'):rep(90000) while true do tonumber(s) end",
        "for i = 1, math.huge do end",
        "repeat until false",
        "local function again() return 1 end for k in again do end",
        "local t = setmetatable({}, {__index = function(t, k) return t[k + 1] end}) while true do pcall(function() return t[1] end) end",
        "local function f() return f() end while true do pcall(f) end",
        "while true do string.gsub(('x'):rep(4000), 'x', function() while true do end end) end",
    ] {
        let script = format!("function process()\n{script}\nend");
        let error = fails(&script);
        assert!(error.words.contains("10000 steps"), "{script}: {error}");
        assert!(error.line.is_some_and(|line| line >= 2), "{script}: {error}");
    }
    let error = fails("while true do end");
    assert_eq!((error.line, error.words.contains("10000 steps")), (Some(1), true), "outside of all functions");
}

#[test]
fn long_texts_and_lists_cost_extra_steps() {
    // Each of these repeats one library call, fewer times than there are steps.
    for (times, script) in [
        (100, "table.sort(list)"),
        (100, "table.insert(list, 1, 0)"),
        (20, "table.move(list, 1, 1e6, 2, {})"),
        (20, "short:find(half, 1, true)"),
        (50, "string.reverse(text)"),
        (50, "tonumber(text)"),
        (200, "path_to(1, 1)"),
    ] {
        let script = format!(
            "function process()
                local list, text = table.create(9000, 1), ('1'):rep(90000)
                local short, half = ('1'):rep(4000), ('1'):rep(2000) .. 'b'
                for _ = 1, {times} do local _ = {script} end
            end"
        );
        assert!(fails(&script).words.contains("10000 steps"), "{script}");
    }
}

#[test]
fn memory_limit_stops_a_call() {
    for script in [
        "local s = 'x' while true do s = s .. s end",
        "local t = {} while true do t[#t + 1] = table.create(100, 1) end",
        "return string.rep('x', 1e9)",
        "while true do pcall(string.rep, 'x', 1e9) end",
        "local t = {} while true do pcall(function() t[#t + 1] = ('x'):rep(1e5) .. #t end) end",
        "xpcall(string.rep, function() return 1 end, 'x', 1e9) while true do end",
        "table.create(1e6, 1)",
        "local s = 'x' for i = 1, 40 do s = table.concat({s, s}) end",
    ] {
        let script = format!("function process()\n{script}\nend");
        let error = fails(&script);
        assert!(error.words.contains("2048 kB"), "{script}: {error}");
    }
}

#[test]
fn deep_recursion_and_unusual_errors_are_reported() {
    for (script, words) in [
        ("local function f() return 1 + f() end f()", "steps"),
        ("error({})", "the message must be a string, got a table"),
        ("error(print)", "the message must be a string, got a function"),
        ("error(nil)", ""),
        ("error()", ""),
        ("error(setmetatable({}, {__tostring = function() while true do end end}))", ""),
        ("local t = nil; t.x = 1", "nil"),
        ("coroutine.wrap(function() while true do end end)()", "nil"),
        ("setmetatable(creature, { __index = error })", "readonly"),
        ("setmetatable(game, { __newindex = error })", "readonly"),
        ("setmetatable(getmetatable(''), {})", ""),
        ("creature.x = 3", "readonly"),
        ("creature.memory = {}", "readonly"),
        ("math.sin = nil", "readonly"),
        ("game.setTarget = nil", "readonly"),
        ("getmetatable('').__index = nil", ""),
        ("setmetatable(string, {})", "readonly"),
        ("creature.memory.f = print", "got a function"),
        ("creature.memory.t = creature.memory", "nest"),
        ("creature.memory.s = ('x'):rep(65000)", "64000 bytes"),
        ("game.setTarget(creature, 0/0, 1)", "x must be a finite number, got nan"),
        ("game.setTarget(creature, 1, 1/0)", "y must be a finite number, got inf"),
        ("game.setTarget(creature, -1/0, 1)", "finite"),
        ("game.setTarget(creature)", "finite"),
        ("game.setTarget(nil, 1, 1)", "must be a creature"),
        ("game.setTarget({id = 1.5}, 1, 1)", "no creature has the id 1.5"),
        ("game.setTarget({id = -1}, 1, 1)", "no creature"),
        ("strike('fox')", "must be a creature"),
        ("strike({id = 13})", "13 is dead"),
        ("path_to(-3, 1)", "outside"),
        ("nearest({}, 1)", "must be a string"),
        ("nearest('fox', 0/0)", "finite"),
    ] {
        let script = format!("function process()\n\n{script}\nend");
        let error = fails(&script);
        assert!(error.words.contains(words), "{script}: {error}");
        let has_no_line = ["memory.f", "memory.t", "memory.s", "error("].iter().any(|of| script.contains(of));
        assert!(error.line == Some(3) || has_no_line, "{script}: {error}");
    }
}

#[test]
fn invalid_script_file_is_reported_when_called() {
    for (text, line, words) in [
        ("", None, "must define a function process"),
        ("process = 3", None, "must define a function process"),
        ("function process( end", Some(1), ""),
        ("\n\nlocal x = = 2", Some(3), ""),
        ("x = 2 ^ 0.5", Some(1), "math.pow"),
        ("\u{1b}Lua", Some(1), ""),
    ] {
        let error = fails(text);
        assert!(error.line == line && error.words.contains(words), "{text}: {error}");
    }
    let deep = format!("x = {}1{}", "(".repeat(5000), ")".repeat(5000));
    assert!(!fails(&deep).words.is_empty());
    let error = Script::read("fox.lua", b"a = 1\nb = '\xff'").unwrap_err();
    assert_eq!(error.to_string(), "fox.lua:2: a byte that is not UTF-8; save the file as UTF-8 text");
    let mut engines = Engines::new(&[Script::broken(error.clone())]);
    assert_eq!(
        call(&mut engines, 0, &Memory::default()).0.kept,
        Err(error),
        "it fails in each call without affecting the others"
    );
    let large = Script::read("fox.lua", &vec![b' '; 10 << 20]).unwrap_err();
    assert_eq!(large.to_string(), "fox.lua: a script must be at most 256 kB, got 10240 kB");
}

#[test]
fn failed_call_does_not_affect_the_next_one() {
    let script = "function process()
        local calls = (creature.memory.calls or 0) + 1
        creature.memory.calls = calls
        if calls == 2 then local s = 'x' while true do s = s .. s end end
        log(calls)
    end";
    let mut engines = Engines::new(&[Script::read("x.lua", script.as_bytes()).unwrap()]);
    let first = call(&mut engines, 0, &Memory::default()).0.kept.unwrap();
    assert!(call(&mut engines, 0, &first).0.kept.is_err());
    let again = call(&mut engines, 0, &Memory::default());
    assert_eq!((again.0.kept.unwrap(), again.1), (first, vec!["Log(\"1\")".to_owned()]));
}

#[test]
fn call_does_not_depend_on_other_calls() {
    // 300 kB: more than a call may allocate in the shared VM, less than in a fresh one.
    let script = "function process() local s = ('x'):rep(300000) log(#s) end";
    let waste = "function process() for i = 1, 200 do local t = {} for j = 1, 20 do t[j] = {i} end end end";
    let scripts = [script, waste].map(|text| Script::read("x.lua", text.as_bytes()).unwrap());
    let mut fresh = Engines::new(&scripts);
    let alone = call(&mut fresh, 0, &Memory::default());
    assert_eq!(alone.1, ["Log(\"300000\")"]);
    let mut used = Engines::new(&scripts);
    for _ in 0..300 {
        assert!(call(&mut used, 1, &Memory::default()).0.kept.is_ok());
    }
    assert_eq!(call(&mut used, 0, &Memory::default()), alone);
}

/// Scripts cannot detect which machine they run on.
#[test]
fn machine_dependent_features_are_missing() {
    let shows = |code: &str| {
        let asked = runs(&format!("function process() log({code}) end"));
        asked[0].trim_start_matches("Log(\"").trim_end_matches("\")").to_owned()
    };
    for gone in [
        "loadstring",
        "require",
        "collectgarbage",
        "gcinfo",
        "getfenv",
        "setfenv",
        "newproxy",
        "os",
        "io",
        "debug",
        "coroutine",
        "buffer",
        "_G",
        "shared",
        "math.randomseed",
        "math.noise",
        "string.pack",
        "dofile",
        "load",
    ] {
        assert_eq!(shows(&format!("tostring({gone})")), "nil", "{gone}");
    }
    assert_eq!(
        shows("tostring({}) .. tostring(print) .. string.format('%s %*', {}, print) .. `{ {1} }`"),
        "tablefunctiontable functiontable"
    );
    assert_eq!(shows("tostring(0/0) .. tostring(-(0/0))"), "nannan");
    assert_eq!(shows("math.pow(2, 10)"), "1024");
    assert_eq!(shows("math.random(3, 3) + math.random()"), "3.25");
    let order = "function process() local t = {[{}] = 1, a = 2} ";
    for walk in [
        "for k in pairs(t) do end",
        "for k in t do end",
        "for k in next, t do end",
        "next(t)",
        "for k, v in ipairs(t) do end pairs(t)",
    ] {
        let error = fails(&format!("{order}\n{walk} end"));
        assert!(error.words.contains("in a loop must be") && error.line == Some(2), "{walk}: {error}");
    }
    let weak =
        "function process() local t = setmetatable({}, {__mode = 'kv'}) for i = 1, 50 do t[i] = {} end log(#t) end";
    assert_eq!(runs(weak), ["Log(\"50\")"]);
}

#[test]
fn ordinary_luau_works() {
    let requests = runs(
        "local Animal = {} Animal.__index = Animal
        function Animal.new(name: string) return setmetatable({name = name}, Animal) end
        function Animal:greet() return `{self.name} says {('yip'):upper()}` end
        function process(me)
            local list = {3, 1, 2} table.sort(list, function(a, b) return a > b end)
            local total = 0
            for _, n in list do total += n end
            for i, n in ipairs(list) do total += i * n end
            for k, v in pairs({a = 1, b = 2}) do total += v end
            for word in ('a b c'):gmatch('%a') do total += #word end
            local ok, why = pcall(error, 'no') assert(not ok and why == 'no')
            local ok, why = pcall(game.setTarget, me, 0/0, 1) assert(not ok)
            log(Animal.new('Fox'):greet() .. ' ' .. total .. ' ' .. select('#', unpack(list)))
        end",
    );
    assert_eq!(requests, ["Log(\"Fox says YIP 22 3\")"]);
}

#[test]
fn script_error_contains_the_line() {
    let error = fails("local x = {}\nfunction process()\n  x = x.y.z\nend");
    assert_eq!(error.to_string(), "x.lua:3: attempt to index nil with 'z'");
    let error = fails("function process()\n  string.rep()\nend");
    assert_eq!((error.line, error.words.contains("rep")), (Some(2), true), "{error}");
}

#[test]
fn equal_calls_take_equal_steps() {
    let mut engines = Engines::new(&[Script::read("x.lua", EXAMPLE.as_bytes()).unwrap()]);
    let steps: Vec<u32> = (0..5).map(|_| call(&mut engines, 0, &Memory::default()).0.steps).collect();
    assert!(steps[0] > 0 && steps.iter().all(|other| *other == steps[0]), "{steps:?}");
}

#[test]
fn math_functions_are_those_of_libm() {
    // Compare all digits of each function: the C libraries of machines differ in the last one.
    let script = "function process()
        for i = 100, 400 do
            local a = i / 401
            log(math.sin(a) .. ' ' .. math.sinh(a) .. ' ' .. math.tanh(a) .. ' ' .. math.acos(a) .. ' ' .. math.pow(a, a))
        end
    end";
    let line = |i: i32| {
        let a = f64::from(i) / 401.0;
        let (sin, sinh, tanh) = (libm::sin(a), libm::sinh(a), libm::tanh(a));
        format!("Log(\"{sin} {sinh} {tanh} {} {}\")", libm::acos(a), libm::pow(a, a))
    };
    assert_eq!(runs(script), (100..=400).map(line).collect::<Vec<String>>());
}
