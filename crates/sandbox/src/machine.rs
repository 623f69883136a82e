//! The machine: one state of Luau, closed off, with the scripts in it.

use crate::{
    ask::{Answer, Ask, Element, Host},
    dialect::tokens,
    memory::Memory,
    mistake::{Mistake, PRELUDE},
    script::Script,
};
use mlua::{
    ChunkMode, Compiler, Error, Function, IntoLuaMulti, Lua, LuaOptions, MultiValue, Result, StdLib, Value, VmState,
};
use std::{
    sync::Arc,
    sync::atomic::{AtomicBool, AtomicI64, Ordering},
};

/// So many steps a call may take: loops, calls and returns, and what the prelude counts for long texts and lists.
pub(crate) const MAX_STEPS: i64 = 10_000;

/// Between two steps so many names, numbers and signs of a script may run. A longer script has a heavier step.
const TOKENS: usize = 256;
/// A call may add so much memory, in bytes, before it is tried again in a machine of its own.
pub(crate) const HASTY_BYTES: usize = 256 << 10;
/// In a machine of its own it may add so much. What is left over of other calls can hide less than the difference, so who
/// runs out of memory does not depend on what ran before.
pub(crate) const MAX_BYTES: usize = 2 << 20;
/// With more than so much left over from earlier calls, in bytes, the machine is tidied before the next one.
const LITTER: usize = 384 << 10;

/// What each call is watched by.
#[derive(Default)]
struct Watch {
    /// The steps that are left.
    steps: AtomicI64,
    /// What each step of the machine counts as.
    burden: AtomicI64,
    /// It ran out of memory, whatever it makes of that.
    is_full: AtomicBool,
}

pub(crate) struct Machine {
    lua: Lua,
    watch: Arc<Watch>,
    /// The prelude's function that calls a script.
    run: Function,
    files: Vec<std::result::Result<Function, Mistake>>,
    /// What a step of each script counts as: a loop may hold all of it.
    burdens: Vec<i64>,
    /// The memory that it takes up between calls, when tidy, in bytes.
    tidy: usize,
}

/// How a call ended.
pub(crate) enum End {
    /// Well, with what the creature keeps and the steps that it took.
    Well(Memory, u32),
    /// Not well.
    Badly(Mistake, u32),
    /// It wants more memory than it was given.
    Full,
}

impl Watch {
    /// Takes steps away.
    fn spend(&self, lua: &Lua, steps: f64) -> Result<()> {
        // What is no number counts as more than there is.
        let steps = if steps < MAX_STEPS as f64 { steps.max(0.0) as i64 } else { MAX_STEPS };
        let left = self.steps.load(Ordering::Relaxed) - steps;
        self.steps.store(left, Ordering::Relaxed);
        if left < 0 { Err(too_many_steps(lua)) } else { Ok(()) }
    }

    /// Lets each step of the machine count as so many, if that is given; returns what it counted as before.
    fn burden(&self, steps: Option<f64>) -> i64 {
        let before = self.burden.load(Ordering::Relaxed);
        if let Some(steps) = steps {
            self.burden.store(steps.clamp(1.0, MAX_STEPS as f64) as i64, Ordering::Relaxed);
        }
        before
    }
}

/// How many letters `%b` may look at, with these letters, before it knows where an opening one is closed: up to the end of the text if
/// that is nowhere.
fn longest_span(text: &[u8], open: u8, close: u8) -> usize {
    let (mut longest, mut opened) = (0, Vec::new());
    for (at, &letter) in text.iter().enumerate() {
        if letter == close
            && let Some(from) = opened.pop()
        {
            longest = longest.max(at - from);
        }
        if letter == open {
            opened.push(at);
        }
    }
    opened.first().map_or(longest, |from| longest.max(text.len() - from))
}

fn too_many_steps(lua: &Lua) -> Error {
    let place = place(lua).map(|(file, line)| format!("{file}:{line}: ")).unwrap_or_default();
    Error::runtime(format!("{place}it takes more than {MAX_STEPS} steps: let it do less in each call"))
}

/// The script's file and line that runs now; the prelude may stand between.
fn place(lua: &Lua) -> Option<(String, usize)> {
    let place = |level| {
        lua.inspect_stack(level, |at| {
            let file = at.source().short_src.map(|file| file.into_owned());
            file.zip(at.current_line()).filter(|(file, _)| file != PRELUDE)
        })
    };
    (0..).map_while(place).flatten().next()
}

impl Machine {
    /// A machine that has read these scripts.
    pub(crate) fn new(scripts: &[Script]) -> Machine {
        Machine::try_new(scripts).expect("a new state of Luau runs the prelude")
    }

    fn try_new(scripts: &[Script]) -> Result<Machine> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH;
        let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(true))?;
        // Nothing is collected during a call: so what a script sees does not depend on it.
        lua.gc_stop();
        let watch = Arc::new(Watch { steps: AtomicI64::new(i64::MAX), burden: AtomicI64::new(1), ..Watch::default() });
        let watched = watch.clone();
        lua.set_interrupt(move |lua| {
            watched.spend(lua, watched.burden.load(Ordering::Relaxed) as f64)?;
            Ok(VmState::Continue)
        });
        let (spending, burdening, sealing) = (watch.clone(), watch.clone(), watch.clone());
        let spend = lua.create_function(move |lua, steps: f64| spending.spend(lua, steps))?;
        let burden = lua.create_function(move |_, steps: Option<f64>| Ok(burdening.burden(steps)))?;
        let span = |_: &Lua, (text, open, close): (mlua::String, mlua::String, mlua::String)| {
            let [open, close] = [open, close].map(|letter| letter.as_bytes().first().copied().unwrap_or_default());
            Ok(longest_span(&text.as_bytes(), open, close))
        };
        let span = lua.create_function(span)?;
        let seal = lua.create_function(move |lua, mistake: Value| sealing.seal(lua, &mistake))?;
        let libm = lua.create_table()?;
        for (name, of) in functions() {
            libm.raw_set(name, lua.create_function(move |_, number: f64| Ok(of(number)))?)?;
        }
        libm.raw_set("atan2", lua.create_function(|_, (y, x): (f64, f64)| Ok(libm::atan2(y, x)))?)?;
        libm.raw_set("pow", lua.create_function(|_, (base, power): (f64, f64)| Ok(libm::pow(base, power)))?)?;
        let prelude = lua.load(include_str!("prelude.luau")).set_name(format!("={PRELUDE}"));
        let run = prelude.set_mode(ChunkMode::Text).call((spend, burden, span, seal, libm))?;
        let burdens = scripts.iter().map(|script| 1 + (tokens(&script.text) / TOKENS) as i64).collect();
        let files = scripts.iter().map(|script| compile(&lua, script)).collect();
        lua.gc_collect()?;
        let tidy = lua.used_memory();
        Ok(Machine { lua, watch, run, files, burdens, tidy })
    }

    /// What is wrong with a script before it has run, if anything is.
    pub(crate) fn compiled(&self, script: usize) -> std::result::Result<&Function, &Mistake> {
        self.files[script].as_ref()
    }

    /// Calls a script for a creature; it may add so many bytes of memory.
    pub(crate) fn call(
        &mut self,
        (number, script): (usize, &Script),
        creature: &Element,
        memory: &Memory,
        host: &mut dyn Host,
        bytes: usize,
    ) -> End {
        if self.lua.used_memory() > self.tidy + LITTER {
            // It fails only if a finaliser does, and Luau has none.
            let _ = self.lua.gc_collect();
            self.tidy = self.tidy.max(self.lua.used_memory());
        }
        host.begin();
        let file = match &self.files[number] {
            Ok(file) => file,
            Err(mistake) => return End::Badly(mistake.clone(), 0),
        };
        self.watch.burden.store(self.burdens[number], Ordering::Relaxed);
        let ended = self.run(file, creature, memory, host, bytes);
        // From here on nothing counts, or a call that has used up all could not even be told so.
        let _ = self.lua.set_memory_limit(0);
        self.watch.burden.store(1, Ordering::Relaxed);
        let left = self.watch.steps.swap(i64::MAX, Ordering::Relaxed);
        let steps = u32::try_from(MAX_STEPS - left).unwrap_or(u32::MAX);
        if self.watch.is_full.swap(false, Ordering::Relaxed) {
            return End::Full;
        }
        match ended.map(|kept| Memory::of(&kept)) {
            Ok(Ok(memory)) => End::Well(memory, steps),
            Ok(Err(words)) => End::Badly(Mistake::new(&script.file, None, words), steps),
            Err(error) if is_out_of_memory(&error) => End::Full,
            Err(error) => End::Badly(Mistake::told(&script.file, &error.to_string()), steps),
        }
    }

    /// Runs a file and its function, and returns the table that the creature keeps.
    fn run(
        &self,
        file: &Function,
        creature: &Element,
        memory: &Memory,
        host: &mut dyn Host,
        bytes: usize,
    ) -> Result<mlua::Table> {
        let kept = memory.table(&self.lua)?;
        let Element { id, kind, x, y, health, state } = creature;
        self.lua.scope(|scope| {
            let answer =
                scope.create_function_mut(|lua, asked: (mlua::String, Value, Value, Value, Option<bool>)| {
                    let (name, first, second, third, runs) = asked;
                    let numbers = [as_number(&second), as_number(&third)];
                    match answer(host, &name.to_str()?, &first, numbers, runs == Some(true)) {
                        Ok(answer) => told(lua, answer),
                        Err(words) => (false, words).into_lua_multi(lua),
                    }
                })?;
            self.lua.set_memory_limit(self.lua.used_memory() + bytes)?;
            self.watch.steps.store(MAX_STEPS, Ordering::Relaxed);
            self.run.call::<()>((file, answer, &kept, *id, kind.as_str(), *x, *y, *health, *state))
        })?;
        Ok(kept)
    }
}

impl Watch {
    /// Raises again the mistakes that nobody may catch.
    fn seal(&self, lua: &Lua, mistake: &Value) -> Result<()> {
        let is_full = match mistake {
            Value::String(words) => words.as_bytes().ends_with(b"not enough memory"),
            Value::Error(error) => is_out_of_memory(error),
            _ => false,
        };
        if is_full || self.is_full.load(Ordering::Relaxed) {
            self.is_full.store(true, Ordering::Relaxed);
            return Err(Error::runtime("not enough memory"));
        }
        self.spend(lua, 0.0)
    }
}

fn is_out_of_memory(error: &Error) -> bool {
    match error {
        Error::MemoryError(_) => true,
        Error::CallbackError { cause, .. } => is_out_of_memory(cause),
        Error::RuntimeError(words) => words.lines().next().is_some_and(|line| line.ends_with("not enough memory")),
        _ => false,
    }
}

fn compile(lua: &Lua, script: &Script) -> std::result::Result<Function, Mistake> {
    if let Some(mistake) = &script.broken {
        return Err(mistake.clone());
    }
    // Nothing is worked out beforehand, since the compiler would ask the machine.
    let compiler = Compiler::new().set_optimization_level(0).set_debug_level(1);
    let chunk = lua.load(&script.text).set_name(format!("={}", script.file)).set_mode(ChunkMode::Text);
    let file = chunk.set_compiler(compiler).into_function();
    file.map_err(|error| Mistake::told(&script.file, &error.to_string()))
}

/// The functions of one number that the machine's own library may answer otherwise.
fn functions() -> [(&'static str, fn(f64) -> f64); 12] {
    [
        ("sin", libm::sin),
        ("cos", libm::cos),
        ("tan", libm::tan),
        ("asin", libm::asin),
        ("acos", libm::acos),
        ("atan", libm::atan),
        ("sinh", libm::sinh),
        ("cosh", libm::cosh),
        ("tanh", libm::tanh),
        ("exp", libm::exp),
        ("log", libm::log),
        ("log10", libm::log10),
    ]
}

/// What the prelude has passed on, answered.
fn answer(
    host: &mut dyn Host,
    name: &str,
    first: &Value,
    numbers: [f64; 2],
    runs: bool,
) -> std::result::Result<Answer, String> {
    let text = first.as_string().map(mlua::String::to_string_lossy).unwrap_or_default();
    let (x, y) = (as_number(first), numbers[0]);
    let who = || {
        let is_one = x >= 0.0 && x <= f64::from(u32::MAX) && x.fract() == 0.0;
        if is_one { Ok(x as u32) } else { Err(format!("no creature has the number {x}")) }
    };
    host.answer(match name {
        "setTarget" => Ask::SetTarget { who: who()?, x: numbers[0], y: numbers[1], runs },
        "nearest" => Ask::Nearest { kind: &text, radius: numbers[0] },
        "can_see" => Ask::CanSee(who()?),
        "path_to" => Ask::PathTo(x, y),
        "flee" => Ask::Flee(who()?),
        "strike" => Ask::Strike(who()?),
        "say" => Ask::Say(&text),
        "light_at" => Ask::LightAt(x, y),
        "air_at" => Ask::AirAt(x, y),
        "random" => Ask::Random,
        "time" => Ask::Time,
        "log" => Ask::Log(&text),
        unknown => return Err(format!("the prelude asks '{unknown}', which nobody answers")),
    })
}

fn as_number(value: &Value) -> f64 {
    value.as_number().or_else(|| value.as_integer().map(|whole| whole as f64)).unwrap_or_default()
}

fn told(lua: &Lua, answer: Answer) -> Result<MultiValue> {
    match answer {
        Answer::Nothing => true.into_lua_multi(lua),
        Answer::Yes(truth) => (true, truth).into_lua_multi(lua),
        Answer::Number(number) => (true, number).into_lua_multi(lua),
        Answer::Element(Element { id, kind, x, y, health, state }) => {
            (true, id, kind, x, y, health, state).into_lua_multi(lua)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::longest_span;

    #[test]
    fn longest_span_is_that_of_the_letter_that_is_closed_last() {
        for (text, open, close, span) in [
            ("", '(', ')', 0),
            ("a(b)c", '(', ')', 2),
            ("((b))()", '(', ')', 4),
            ("(()", '(', ')', 3),
            ("x)(xx", '(', ')', 3),
            ("'a'", '\'', '\'', 2),
            ("xyzzy", '(', ')', 0),
        ] {
            assert_eq!(longest_span(text.as_bytes(), open as u8, close as u8), span, "{text}");
        }
    }
}
