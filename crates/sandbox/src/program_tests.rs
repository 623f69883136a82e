//! Random programs: most of them run, some fail, and all use closures, metatables, patterns and protected calls.

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// Depth up to which statements and expressions nest.
const MAX_DEPTH: u32 = 5;

const NAMES: [&str; 6] = ["a", "b", "c", "d", "t", "u"];

const NUMBERS: [&str; 22] = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "7",
    "0.5",
    "1e3",
    "-2.25",
    "255",
    "1e15",
    "1 / 0",
    "-1 / 0",
    "0 / 0",
    "0x1F",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967296",
    "-1e10",
    "1e300",
    "1e-300",
];

const TEXTS: [&str; 12] = [
    "''",
    "'x'",
    "'abc'",
    "'a,b,,c'",
    "'Hello World'",
    "'12'",
    "' 3.5 '",
    "'(a(b)c)'",
    "'k=v; w=x'",
    "'\\n\\t'",
    "'0x10'",
    "('ab'):rep(9)",
];

const PATTERNS: [&str; 12] = [
    "'a'",
    "'%a+'",
    "'(%w+)=(%w+)'",
    "'%b()'",
    "'.-'",
    "'[^,]*'",
    "'%d'",
    "'^%s*'",
    "'x?y'",
    "'%f[%w]'",
    "'('",
    "'%1'",
];

const FORMS: [&str; 14] = [
    "'%d'",
    "'%5.2f'",
    "'%s'",
    "'%q'",
    "'%x'",
    "'%*'",
    "'%g'",
    "'%c'",
    "'%-8d|%+d'",
    "'%010.3e'",
    "'%.20f'",
    "'%5s%%'",
    "'%u %i'",
    "'%'",
];

/// Functions of the library with the kinds of their arguments: number, text, pattern, table, function or any.
const FUNCTIONS: [(&str, &str); 82] = [
    ("tostring", "a"),
    ("tonumber", "a"),
    ("tonumber", "tn"),
    ("type", "a"),
    ("select", "naa"),
    ("rawlen", "S"),
    ("rawget", "Ta"),
    ("rawequal", "aa"),
    ("next", "T"),
    ("unpack", "T"),
    ("getmetatable", "a"),
    ("assert", "aa"),
    ("math.abs", "n"),
    ("math.floor", "n"),
    // The compiler of the C++ VM decides which of two wrong arguments is reported.
    ("math.fmod", "NN"),
    ("math.max", "nn"),
    ("math.clamp", "nnn"),
    ("math.sin", "n"),
    ("math.pow", "nn"),
    ("math.log", "nn"),
    ("math.sqrt", "n"),
    ("math.round", "n"),
    ("math.random", "nn"),
    ("string.byte", "tn"),
    ("string.char", "n"),
    ("string.find", "tp"),
    ("string.find", "ttnb"),
    ("string.format", "fa"),
    ("string.gsub", "tpt"),
    ("string.gsub", "tpF"),
    ("string.gsub", "tpT"),
    ("string.len", "t"),
    ("string.lower", "t"),
    ("string.match", "tp"),
    ("string.rep", "tn"),
    ("string.reverse", "t"),
    ("string.split", "tt"),
    ("string.sub", "tnn"),
    ("string.upper", "t"),
    ("table.clone", "T"),
    ("table.concat", "Tt"),
    ("table.create", "na"),
    ("table.find", "Ta"),
    ("table.freeze", "T"),
    ("table.insert", "Ta"),
    ("table.insert", "Tna"),
    ("table.move", "Tnnn"),
    ("table.pack", "aaa"),
    ("table.remove", "T"),
    ("table.sort", "T"),
    ("table.sort", "TF"),
    ("rawset", "Taa"),
    ("setmetatable", "TT"),
    ("ipairs", "T"),
    ("typeof", "a"),
    ("unpack", "Tnn"),
    ("pcall", "Fa"),
    ("math.ceil", "n"),
    ("math.deg", "n"),
    ("math.exp", "n"),
    ("math.frexp", "n"),
    ("math.ldexp", "NN"),
    ("math.min", "nn"),
    ("math.modf", "n"),
    ("math.sign", "n"),
    ("math.atan2", "NN"),
    ("string.byte", "tnn"),
    ("string.char", "nnn"),
    ("string.find", "tpn"),
    ("string.format", "faaa"),
    ("string.gmatch", "tp"),
    ("string.gsub", "tptn"),
    ("string.match", "tpn"),
    ("string.split", "t"),
    ("table.clear", "T"),
    ("table.concat", "Ttnn"),
    ("table.find", "Tan"),
    ("table.isfrozen", "T"),
    ("table.move", "TnnnT"),
    ("table.unpack", "T"),
    ("nearest", "tn"),
    ("path_to", "nn"),
];

const OPERATORS: [&str; 15] = ["+", "-", "*", "/", "//", "%", "..", "==", "~=", "<", "<=", ">", "and", "or", ".."];

/// Writes a program.
struct Writer {
    rng: Pcg32,
    text: String,
}

/// Returns the random program of a seed.
pub(crate) fn program(seed: u64) -> String {
    let mut writer = Writer { rng: Pcg32::seed_from_u64(seed), text: String::new() };
    writer.line("function process(me)");
    writer.line("local a, b, c, d = 3, 'two', nil, creature.memory.d");
    writer.line("local t, u = { 5, 1, 4, x = 2 }, setmetatable({}, { __index = function(_, k) return k end })");
    for _ in 0..writer.rng.random_range(2..9) {
        // Otherwise the first error would end nearly every program.
        writer.line("do local ok, why = pcall(function()");
        writer.statement(1);
        writer.line("end) log(`{ok} {why}`) end");
    }
    writer.statement(0);
    writer.line("creature.memory.a, creature.memory.b, creature.memory.d = tostring(a), tostring(b), tostring(d)");
    writer.line("creature.memory.t = #t");
    writer.line("log(`{a} {b} {c} {d} {t} {u}`)");
    writer.line("end");
    writer.text
}

impl Writer {
    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.rng.random_range(0..of.len())]
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..self.rng.random_range(1..4) {
            self.statement(depth + 1);
        }
    }

    fn statement(&mut self, depth: u32) {
        let kind: u32 = self.rng.random_range(0..if depth < MAX_DEPTH { 21 } else { 8 });
        let name = self.one(&NAMES);
        match kind {
            0..8 => self.simple(kind, name),
            8..18 => self.compound(kind, name, depth),
            _ => self.definition(kind, name),
        }
    }

    /// Writes a statement without others in it.
    fn simple(&mut self, kind: u32, name: &str) {
        match kind {
            0..4 => {
                let value = self.any(1);
                self.line(&format!("{name} = {value}"));
            }
            4 => {
                let (operator, value) = (self.one(&["+=", "..=", "-=", "*="]), self.any(2));
                self.line(&format!("{name} {operator} {value}"));
            }
            5 => {
                let (key, value) = (self.key(), self.any(2));
                let table = self.one(&["t", "u", "creature.memory"]);
                self.line(&format!("{table}[{key}] = {value}"));
            }
            6 => {
                let value = self.any(1);
                self.line(&format!("log(tostring({value}))"));
            }
            _ => {
                let call = self.call(1);
                self.line(&call);
            }
        }
    }

    /// Writes a statement with a block.
    fn compound(&mut self, kind: u32, name: &str, depth: u32) {
        match kind {
            8..11 => {
                let condition = self.any(2);
                self.nested(&format!("if {condition} then"), depth, "end");
            }
            11 => {
                let (first, last) = (self.one(&["1", "0", "-2"]), self.one(&["3", "5", "0", "60"]));
                self.nested(&format!("for i = {first}, {last} do local {name} = i"), depth, "end");
            }
            12 => {
                // The head of a loop may contain neither `if` nor `function`.
                let table = self.one(&["t", "u", "b", "{ 1, 2, x = 3 }", "string.split('a b', ' ')"]);
                let (walk, names) = match self.rng.random_range(0..4) {
                    0 => (format!("pairs({table})"), "k, v"),
                    1 => (format!("ipairs({table})"), "k, v"),
                    2 => (table.to_owned(), "k, v"),
                    _ => (format!("string.gmatch({}, {})", self.one(&TEXTS), self.one(&PATTERNS)), "k"),
                };
                self.nested(&format!("for {names} in {walk} do local {name} = k"), depth, "end");
            }
            13 => {
                let limit = self.rng.random_range(1..30);
                self.nested(&format!("do local n = 0 while n < {limit} do n += 1"), depth, "end end");
            }
            14..17 => {
                self.nested("do local ok, why = pcall(function()", depth, "end)");
                self.line(&format!("{name} = `{{ok}} {{type(why)}}` end"));
            }
            _ => {
                let function = self.function(2);
                self.nested("do local ok, why = xpcall(function()", depth, &format!("end, {function})"));
                self.line(&format!("{name} = `{{ok}} {{why}}` end"));
            }
        }
    }

    /// Writes a metatable, an error or a function that calls itself.
    fn definition(&mut self, kind: u32, name: &str) {
        match kind {
            18 => {
                let (event, function) = (
                    self.one(&[
                        "__index",
                        "__add",
                        "__call",
                        "__eq",
                        "__lt",
                        "__len",
                        "__tostring",
                        "__newindex",
                        "__concat",
                    ]),
                    self.function(2),
                );
                self.line(&format!("{name} = setmetatable({{}}, {{ {event} = {function} }})"));
            }
            19 => {
                let value = self.any(2);
                let raise = self.one(&["error", "if a then error", "if not b then error"]);
                let end = if raise == "error" { "" } else { " end" };
                self.line(&format!("do {raise}({value}){end} end"));
            }
            _ => {
                let (again, value) = (self.rng.random_range(1..40), self.any(2));
                self.line(&format!("do local function f(n) if n < 1 then return {value} end return f(n - 1), n end"));
                self.line(&format!("{name} = f({again}) end"));
            }
        }
    }

    fn nested(&mut self, begin: &str, depth: u32, end: &str) {
        self.line(begin);
        self.block(depth);
        self.line(end);
    }

    /// Writes a key that is not a table: such keys have no fixed order, and neither have the steps of a loop over them.
    fn key(&mut self) -> String {
        match self.rng.random_range(0..3) {
            0 => format!("tostring({})", self.any(2)),
            1 => self.one(&NUMBERS).to_owned(),
            _ => self.one(&TEXTS).to_owned(),
        }
    }

    fn number(&mut self, depth: u32) -> String {
        match self.rng.random_range(0..6) {
            0 if depth < MAX_DEPTH => self.any(depth + 1),
            1 => self.one(&["a", "#t", "d", "me.x", "i"]).to_owned(),
            _ => self.one(&NUMBERS).to_owned(),
        }
    }

    fn words(&mut self, depth: u32) -> String {
        match self.rng.random_range(0..6) {
            0 if depth < MAX_DEPTH => self.any(depth + 1),
            1 => self.one(&["b", "me.kind", "`{a}{b}`"]).to_owned(),
            _ => self.one(&TEXTS).to_owned(),
        }
    }

    fn table(&mut self, depth: u32) -> String {
        match self.rng.random_range(0..5) {
            0 | 1 => self.one(&["t", "u"]).to_owned(),
            2 => "{}".to_owned(),
            3 => format!("{{ {}, {}, x = {} }}", self.any(depth + 1), self.any(depth + 1), self.any(depth + 1)),
            _ => format!("{{ {}, {}, {} }}", self.number(depth + 1), self.number(depth + 1), self.number(depth + 1)),
        }
    }

    fn function(&mut self, depth: u32) -> String {
        let value = self.any(depth + 1);
        match self.rng.random_range(0..4) {
            0 => format!("function(x, y) return {value} end"),
            1 => "function(x, y) return tostring(x) < tostring(y) end".to_owned(),
            2 => format!("function(...) a = {value} return ... end"),
            _ => format!("function(x) if x then error({value}) end return select('#', x) end"),
        }
    }

    fn call(&mut self, depth: u32) -> String {
        let (name, kinds) = FUNCTIONS[self.rng.random_range(0..FUNCTIONS.len())];
        let arguments: Vec<String> = kinds
            .chars()
            .map(|kind| match kind {
                'n' | 't' | 'T' | 'F' if self.rng.random_range(0..16) == 0 => self.any(depth + 1),
                'n' => self.number(depth + 1),
                'S' => self.one(&["{}", "{ 1, 2 }"]).to_owned(),
                'N' => self.one(&NUMBERS).to_owned(),
                't' => self.words(depth + 1),
                'p' => self.one(&PATTERNS).to_owned(),
                'f' => self.one(&FORMS).to_owned(),
                'b' => "true".to_owned(),
                'T' => self.table(depth + 1),
                'F' => self.function(depth + 1),
                _ => self.any(depth + 1),
            })
            .collect();
        format!("{name}({})", arguments.join(", "))
    }

    fn any(&mut self, depth: u32) -> String {
        let kind = self.rng.random_range(0..if depth < MAX_DEPTH { 17 } else { 6 });
        match kind {
            0 => self.one(&NAMES).to_owned(),
            1 => self.one(&NUMBERS).to_owned(),
            2 => self.one(&TEXTS).to_owned(),
            3 => self.one(&["nil", "true", "false"]).to_owned(),
            4 => self.one(&["t.x", "t[1]", "u[2]", "me.health", "t[#t]", "creature.memory.a"]).to_owned(),
            5 => self.one(&["{}", "me", "print", "math.huge"]).to_owned(),
            6..9 => format!("({} {} {})", self.any(depth + 1), self.one(&OPERATORS), self.any(depth + 1)),
            9 => format!("({} {} {})", self.number(depth + 1), self.one(&OPERATORS[..6]), self.number(depth + 1)),
            10 => format!("({}{})", self.one(&["-", "not ", "#"]), self.any(depth + 1)),
            11 | 12 => self.call(depth + 1),
            13 => self.table(depth + 1),
            14 => self.function(depth + 1),
            15 => format!("(if {} then {} else {})", self.any(depth + 1), self.any(depth + 1), self.any(depth + 1)),
            _ => format!("`{{ {} }}{{ {} }}`", self.any(depth + 1), self.number(depth + 1)),
        }
    }
}
