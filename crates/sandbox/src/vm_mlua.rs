//! The sandboxed Luau VM with the compiled scripts.

use crate::{
    ask::{Answer, Ask, Element, Host},
    dialect::tokens,
    memory::Memory,
    script::Script,
    script_error::{PRELUDE, ScriptError},
};
use mlua::{
    ChunkMode, Compiler, Error, Function, IntoLuaMulti, Lua, LuaOptions, MultiValue, Result, StdLib, Value, VmState,
};
use std::{
    sync::Arc,
    sync::atomic::{AtomicBool, AtomicI64, Ordering},
};

/// Maximum number of steps per call: loops, calls and returns, and what the prelude adds for long texts and lists.
pub(crate) const MAX_STEPS: i64 = 10_000;

/// Number of names, numbers and symbols of a script that may run between two steps. Steps of longer scripts cost more.
const TOKENS_PER_STEP: usize = 256;
/// Memory that a call may allocate in the shared VM, in bytes. A call that needs more runs again in a fresh VM.
pub(crate) const SHARED_VM_BYTES: usize = 256 << 10;
/// Memory that a call may allocate in a fresh VM, in bytes. Garbage of other calls is always smaller than the
/// difference to [`SHARED_VM_BYTES`], so whether a call runs out of memory does not depend on earlier calls.
pub(crate) const FRESH_VM_BYTES: usize = 2 << 20;
/// Garbage of earlier calls, in bytes, above which it is collected before the next call.
const MAX_GARBAGE: usize = 384 << 10;

/// Limits of the running call.
#[derive(Default)]
struct Watch {
    /// Steps left.
    steps: AtomicI64,
    /// Cost of each step of the VM, in steps.
    step_cost: AtomicI64,
    /// True once the call has run out of memory, even if the script catches the error.
    is_full: AtomicBool,
}

pub(crate) struct Vm {
    lua: Lua,
    watch: Arc<Watch>,
    /// Function of the prelude that calls a script.
    run: Function,
    files: Vec<std::result::Result<Function, ScriptError>>,
    /// Cost of a step of each script: a loop may contain all of it.
    step_costs: Vec<i64>,
    /// Memory in use between calls, right after a garbage collection, in bytes.
    baseline: usize,
}

/// Result of a call.
pub(crate) enum End {
    /// The call succeeded; holds the creature's memory and the number of steps.
    Success(Memory, u32),
    /// The call failed; holds the error and the number of steps.
    Failure(ScriptError, u32),
    /// The call needs more memory than its limit.
    OutOfMemory,
}

impl Watch {
    /// Subtracts steps.
    fn spend(&self, lua: &Lua, steps: f64) -> Result<()> {
        // NaN exceeds every limit.
        let steps = if steps < MAX_STEPS as f64 { steps.max(0.0) as i64 } else { MAX_STEPS };
        let left = self.steps.load(Ordering::Relaxed) - steps;
        self.steps.store(left, Ordering::Relaxed);
        if left < 0 { Err(too_many_steps(lua)) } else { Ok(()) }
    }

    /// Sets the cost of a step of the VM, if given, and returns the previous cost.
    fn set_step_cost(&self, steps: Option<f64>) -> i64 {
        let before = self.step_cost.load(Ordering::Relaxed);
        if let Some(steps) = steps {
            self.step_cost.store(steps.clamp(1.0, MAX_STEPS as f64) as i64, Ordering::Relaxed);
        }
        before
    }
}

/// Returns the maximum number of letters that `%b` examines with these letters before it knows where an opening one is
/// closed: up to the end of the text if it is not closed.
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
    Error::runtime(format!("{place}a call may take at most {MAX_STEPS} steps: do less work in each call"))
}

/// Returns the file and line of the script that is running, skipping frames of the prelude.
fn place(lua: &Lua) -> Option<(String, usize)> {
    let place = |level| {
        lua.inspect_stack(level, |at| {
            let file = at.source().short_src.map(|file| file.into_owned());
            file.zip(at.current_line()).filter(|(file, _)| file != PRELUDE)
        })
    };
    (0..).map_while(place).flatten().next()
}

impl Vm {
    /// Creates a VM with these scripts.
    pub(crate) fn new(scripts: &[Script]) -> Vm {
        Vm::try_new(scripts).expect("a new Luau VM runs the prelude")
    }

    fn try_new(scripts: &[Script]) -> Result<Vm> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH;
        let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(true))?;
        // The garbage collector never runs during a call, so scripts cannot observe it.
        lua.gc_stop();
        let watch =
            Arc::new(Watch { steps: AtomicI64::new(i64::MAX), step_cost: AtomicI64::new(1), ..Watch::default() });
        let watched = watch.clone();
        lua.set_interrupt(move |lua| {
            watched.spend(lua, watched.step_cost.load(Ordering::Relaxed) as f64)?;
            Ok(VmState::Continue)
        });
        let (spending, costing, sealing) = (watch.clone(), watch.clone(), watch.clone());
        let spend = lua.create_function(move |lua, steps: f64| spending.spend(lua, steps))?;
        let step_cost = lua.create_function(move |_, steps: Option<f64>| Ok(costing.set_step_cost(steps)))?;
        let span = |_: &Lua, (text, open, close): (mlua::String, mlua::String, mlua::String)| {
            let [open, close] = [open, close].map(|letter| letter.as_bytes().first().copied().unwrap_or_default());
            Ok(longest_span(&text.as_bytes(), open, close))
        };
        let span = lua.create_function(span)?;
        let seal = lua.create_function(move |lua, error: Value| sealing.seal(lua, &error))?;
        let libm = lua.create_table()?;
        for (name, of) in libm_functions() {
            libm.raw_set(name, lua.create_function(move |_, number: f64| Ok(of(number)))?)?;
        }
        libm.raw_set("atan2", lua.create_function(|_, (y, x): (f64, f64)| Ok(libm::atan2(y, x)))?)?;
        libm.raw_set("pow", lua.create_function(|_, (base, power): (f64, f64)| Ok(libm::pow(base, power)))?)?;
        let prelude = lua.load(include_str!("prelude.luau")).set_name(format!("={PRELUDE}"));
        let run = prelude.set_mode(ChunkMode::Text).call((spend, step_cost, span, seal, libm))?;
        let step_costs = scripts.iter().map(|script| 1 + (tokens(&script.text) / TOKENS_PER_STEP) as i64).collect();
        let files = scripts.iter().map(|script| compile(&lua, script)).collect();
        lua.gc_collect()?;
        let baseline = lua.used_memory();
        Ok(Vm { lua, watch, run, files, step_costs, baseline })
    }

    /// Returns the compiled script, or the error found when it was compiled.
    pub(crate) fn compiled(&self, script: usize) -> std::result::Result<&Function, &ScriptError> {
        self.files[script].as_ref()
    }

    /// Calls a script for a creature; the call may allocate up to `bytes` bytes.
    pub(crate) fn call(
        &mut self,
        (number, script): (usize, &Script),
        creature: &Element,
        memory: &Memory,
        host: &mut dyn Host,
        bytes: usize,
    ) -> End {
        if self.lua.used_memory() > self.baseline + MAX_GARBAGE {
            // This fails only if a finaliser does, and Luau has none.
            let _ = self.lua.gc_collect();
            self.baseline = self.baseline.max(self.lua.used_memory());
        }
        host.begin();
        let file = match &self.files[number] {
            Ok(file) => file,
            Err(error) => return End::Failure(error.clone(), 0),
        };
        self.watch.step_cost.store(self.step_costs[number], Ordering::Relaxed);
        let result = self.run(file, creature, memory, host, bytes);
        // Lift the limits, or a call that has used everything up could not even report its error.
        let _ = self.lua.set_memory_limit(0);
        self.watch.step_cost.store(1, Ordering::Relaxed);
        let left = self.watch.steps.swap(i64::MAX, Ordering::Relaxed);
        let steps = u32::try_from(MAX_STEPS - left).unwrap_or(u32::MAX);
        if self.watch.is_full.swap(false, Ordering::Relaxed) {
            return End::OutOfMemory;
        }
        match result.map(|kept| Memory::from_table(&kept)) {
            Ok(Ok(memory)) => End::Success(memory, steps),
            Ok(Err(words)) => End::Failure(ScriptError::new(&script.file, None, words), steps),
            Err(error) if is_out_of_memory(&error) => End::OutOfMemory,
            Err(error) => End::Failure(ScriptError::parse(&script.file, &error.to_string()), steps),
        }
    }

    /// Runs a file and its `process` function, and returns the table that the creature keeps.
    fn run(
        &self,
        file: &Function,
        creature: &Element,
        memory: &Memory,
        host: &mut dyn Host,
        bytes: usize,
    ) -> Result<mlua::Table> {
        let kept = memory.to_table(&self.lua)?;
        let Element { id, kind, x, y, health, state } = creature;
        self.lua.scope(|scope| {
            let answer =
                scope.create_function_mut(|lua, asked: (mlua::String, Value, Value, Value, Option<bool>)| {
                    let (name, first, second, third, runs) = asked;
                    let numbers = [as_number(&second), as_number(&third)];
                    match answer(host, &name.to_str()?, &first, numbers, runs == Some(true)) {
                        Ok(answer) => answer_values(lua, answer),
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
    /// Raises errors again that scripts must not catch: the step and memory limits.
    fn seal(&self, lua: &Lua, error: &Value) -> Result<()> {
        let is_full = match error {
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

fn compile(lua: &Lua, script: &Script) -> std::result::Result<Function, ScriptError> {
    if let Some(error) = &script.broken {
        return Err(error.clone());
    }
    // No constant folding: the compiler would use the machine's own functions.
    let compiler = Compiler::new().set_optimization_level(0).set_debug_level(1);
    let chunk = lua.load(&script.text).set_name(format!("={}", script.file)).set_mode(ChunkMode::Text);
    let file = chunk.set_compiler(compiler).into_function();
    file.map_err(|error| ScriptError::parse(&script.file, &error.to_string()))
}

/// Functions of one number whose results differ between the C libraries of machines.
fn libm_functions() -> [(&'static str, fn(f64) -> f64); 12] {
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

/// Passes a request of the prelude to the host and returns the answer.
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
        if is_one { Ok(x as u32) } else { Err(format!("no creature has the id {x}")) }
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
        unknown => return Err(format!("internal error: the prelude calls the unknown host function '{unknown}'")),
    })
}

fn as_number(value: &Value) -> f64 {
    value.as_number().or_else(|| value.as_integer().map(|whole| whole as f64)).unwrap_or_default()
}

fn answer_values(lua: &Lua, answer: Answer) -> Result<MultiValue> {
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
    fn longest_span_ends_where_the_last_letter_is_closed() {
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
