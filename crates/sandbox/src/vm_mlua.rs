//! The scripts' VM on machines with a C++ compiler: Luau itself, through `mlua`.

use crate::{
    ask::{Answer, Element, Host},
    engine::Engine,
    limits::{self, End, MAX_GARBAGE, OUT_OF_MEMORY, Watch, too_many_steps},
    memory::Memory,
    memory_table::{Entries, Plain, Tables},
    prelude::{self, LIBM, LIBM_PAIRS, Request, longest_span},
    script::Script,
    script_error::{PRELUDE, ScriptError},
};
use mlua::{
    ChunkMode, Compiler, Error, Function, IntoLuaMulti, Lua, LuaOptions, MultiValue, Result, StdLib, Table, Value,
    VmState,
};
use std::sync::Arc;

/// A sandboxed VM with the compiled scripts.
pub(crate) struct Vm {
    lua: Lua,
    watch: Arc<Watch>,
    /// Function of the prelude that calls a script.
    run: Function,
    files: Vec<std::result::Result<Function, ScriptError>>,
    /// Cost of a step of each script.
    step_costs: Vec<i64>,
    /// Memory in use between calls, right after a garbage collection, in bytes.
    baseline: usize,
}

impl Engine for Vm {
    fn new(scripts: &[Script]) -> Vm {
        Vm::try_new(scripts).expect("a new Luau VM runs the prelude")
    }

    fn error(&self, script: usize) -> Option<&ScriptError> {
        self.files[script].as_ref().err()
    }

    fn call(
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
        let result = self.run((file, self.step_costs[number]), creature, memory, host, bytes);
        // Lift the limits, or a call that has used everything up could not even report its error.
        let _ = self.lua.set_memory_limit(0);
        let (steps, is_full) = self.watch.end();
        if is_full {
            return End::OutOfMemory;
        }
        match result.map(|kept| Memory::from_table(&self.lua, &kept)) {
            Ok(Ok(memory)) => End::Success(memory, steps),
            Ok(Err(words)) => End::Failure(ScriptError::new(&script.file, None, words), steps),
            Err(error) if is_out_of_memory(&error) => End::OutOfMemory,
            Err(error) => End::Failure(ScriptError::parse(&script.file, &error.to_string()), steps),
        }
    }
}

impl Vm {
    fn try_new(scripts: &[Script]) -> Result<Vm> {
        let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH;
        let lua = Lua::new_with(libraries, LuaOptions::new().catch_rust_panics(true))?;
        // The garbage collector never runs during a call, so scripts cannot observe it.
        lua.gc_stop();
        let watch = Arc::new(Watch::new());
        let watched = watch.clone();
        lua.set_interrupt(move |lua| if watched.spend_step() { Ok(VmState::Continue) } else { Err(step_error(lua)) });
        let (spending, costing, sealing) = (watch.clone(), watch.clone(), watch.clone());
        let spend = lua.create_function(
            move |lua, steps: f64| {
                if spending.spend(steps) { Ok(()) } else { Err(step_error(lua)) }
            },
        )?;
        let step_cost = lua.create_function(move |_, steps: Option<f64>| Ok(costing.set_step_cost(steps)))?;
        let span = lua.create_function(|_, (text, open, close): (mlua::String, mlua::String, mlua::String)| {
            Ok(longest_span(&text.as_bytes(), &open.as_bytes(), &close.as_bytes()))
        })?;
        let seal = lua.create_function(move |lua, error: Value| seal(&sealing, lua, &error))?;
        let libm = lua.create_table()?;
        for (name, of) in LIBM {
            libm.raw_set(name, lua.create_function(move |_, number: f64| Ok(of(number)))?)?;
        }
        for (name, of) in LIBM_PAIRS {
            libm.raw_set(name, lua.create_function(move |_, (first, second): (f64, f64)| Ok(of(first, second)))?)?;
        }
        let code = lua.load(prelude::CODE).set_name(format!("={PRELUDE}"));
        let run = code.set_mode(ChunkMode::Text).call((spend, step_cost, span, seal, libm))?;
        let step_costs = scripts.iter().map(limits::step_cost).collect();
        let files = scripts.iter().map(|script| compile(&lua, script)).collect();
        lua.gc_collect()?;
        let baseline = lua.used_memory();
        Ok(Vm { lua, watch, run, files, step_costs, baseline })
    }

    /// Runs a file and its `process` function, and returns the table that the creature keeps.
    fn run(
        &self,
        (file, step_cost): (&Function, i64),
        creature: &Element,
        memory: &Memory,
        host: &mut dyn Host,
        bytes: usize,
    ) -> Result<Table> {
        let kept = memory.to_table(&self.lua)?;
        let Element { id, kind, x, y, health, state } = creature;
        self.lua.scope(|scope| {
            let answer =
                scope.create_function_mut(|lua, asked: (mlua::String, Value, Value, Value, Option<bool>)| {
                    let (name, first, second, third, runs) = asked;
                    let request = Request {
                        name: &name.to_str()?,
                        text: &first.as_string().map(mlua::String::to_string_lossy).unwrap_or_default(),
                        numbers: [&first, &second, &third].map(as_number),
                        runs: runs == Some(true),
                    };
                    match request.pass_to(host) {
                        Ok(answer) => answer_values(lua, answer),
                        Err(words) => (false, words).into_lua_multi(lua),
                    }
                })?;
            self.lua.set_memory_limit(self.lua.used_memory() + bytes)?;
            self.watch.begin(step_cost);
            self.run.call::<()>((file, answer, &kept, *id, kind.as_str(), *x, *y, *health, *state))
        })?;
        Ok(kept)
    }
}

impl Tables for Lua {
    type Table = Table;
    type Error = Error;

    fn create(&self) -> Result<Table> {
        self.create_table()
    }

    fn set(&self, table: &Table, key: Plain<Table>, value: Plain<Table>) -> Result<()> {
        let of = |plain: Plain<Table>| -> Result<Value> {
            Ok(match plain {
                Plain::Nil | Plain::Other(_) => Value::Nil,
                Plain::Boolean(truth) => Value::Boolean(truth),
                Plain::Number(number) => Value::Number(number),
                Plain::Text(bytes) => Value::String(self.create_string(bytes)?),
                Plain::Table(table) => Value::Table(table),
            })
        };
        table.raw_set(of(key)?, of(value)?)
    }

    fn entries(&self, table: &Table) -> Result<Entries<Table>> {
        let of = |value: Value| match value {
            Value::Nil => Plain::Nil,
            Value::Boolean(truth) => Plain::Boolean(truth),
            Value::Integer(number) => Plain::Number(number as f64),
            Value::Number(number) => Plain::Number(number),
            Value::String(text) => Plain::Text(text.as_bytes().to_vec()),
            Value::Table(table) => Plain::Table(table),
            other => Plain::Other(other.type_name()),
        };
        table.pairs::<Value, Value>().map(|pair| pair.map(|(key, value)| (of(key), of(value)))).collect()
    }
}

fn step_error(lua: &Lua) -> Error {
    Error::runtime(too_many_steps(place(lua)))
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

/// Raises errors again that scripts must not catch: the step and memory limits.
fn seal(watch: &Watch, lua: &Lua, error: &Value) -> Result<()> {
    let is_full = match error {
        Value::String(words) => words.as_bytes().ends_with(OUT_OF_MEMORY.as_bytes()),
        Value::Error(error) => is_out_of_memory(error),
        _ => false,
    };
    if watch.is_full(is_full) {
        return Err(Error::runtime(OUT_OF_MEMORY));
    }
    if watch.spend(0.0) { Ok(()) } else { Err(step_error(lua)) }
}

fn is_out_of_memory(error: &Error) -> bool {
    match error {
        Error::MemoryError(_) => true,
        Error::CallbackError { cause, .. } => is_out_of_memory(cause),
        Error::RuntimeError(words) => words.lines().next().is_some_and(|line| line.ends_with(OUT_OF_MEMORY)),
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
