//! The scripts' VM in WebAssembly, for which there is no C++ library: `luau`, a port of Luau to Rust. It gives the same
//! answers, memories and steps as `mlua` (`engine_tests.rs`).

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
use luau::{
    Arguments, CallbackReturn, Compiler, Error, Function, InterruptAction, InterruptHooks, Lua, LuaRef, LuaString,
    MultiValue, RegistryKey, Result, StdLib, Table, Value,
};
use luau_common::flags;
use send_wrapper::SendWrapper;
use std::{cell::RefCell, rc::Rc, sync::Arc};

/// Additional memory for the message of an error, in bytes: a call that has used everything up could not report it.
const REPORT_BYTES: usize = 64 << 10;

/// Maximum depth to which code may be nested, 1000 in Luau: a page has a small stack, and its overflow would end the page.
const MAX_NESTING: i32 = 200;

/// Returns the libraries that the prelude uses.
pub(crate) fn libraries() -> StdLib {
    StdLib::BASE | StdLib::TABLE | StdLib::STRING | StdLib::MATH
}

/// A sandboxed VM with the compiled scripts. It panics if another thread than the one that created it uses it.
pub(crate) struct Vm(SendWrapper<Machine>);

struct Machine {
    lua: Lua,
    watch: Arc<Watch>,
    /// The VM's own `xpcall`, which calls `run` with `report` as its handler.
    protect: RegistryKey,
    /// Function of the prelude that calls a script.
    run: RegistryKey,
    /// Function that notes the message of an error with its traceback.
    report: RegistryKey,
    /// Message of the error that ended the call.
    message: Rc<RefCell<Option<String>>>,
    files: Vec<std::result::Result<RegistryKey, ScriptError>>,
    /// Cost of a step of each script.
    step_costs: Vec<i64>,
    /// Memory in use between calls, right after a garbage collection, in bytes.
    baseline: usize,
}

impl Vm {
    /// Creates a VM with these scripts in a new state with [`libraries`].
    pub(crate) fn in_state(lua: Result<Lua>, scripts: &[Script]) -> Vm {
        flags::LuauRecursionLimit.set(MAX_NESTING);
        let machine = lua.and_then(|lua| Machine::new(lua, scripts));
        Vm(SendWrapper::new(machine.expect("a new Luau VM runs the prelude")))
    }
}

impl Engine for Vm {
    fn new(scripts: &[Script]) -> Vm {
        Vm::in_state(Lua::new_with_libs(libraries()), scripts)
    }

    fn error(&self, script: usize) -> Option<&ScriptError> {
        self.0.files[script].as_ref().err()
    }

    fn call(
        &mut self,
        (number, script): (usize, &Script),
        creature: &Element,
        memory: &Memory,
        host: &mut dyn Host,
        bytes: usize,
    ) -> End {
        let machine = &mut *self.0;
        machine.collect_garbage();
        host.begin();
        let file = match &machine.files[number] {
            Ok(file) => file,
            Err(error) => return End::Failure(error.clone(), 0),
        };
        machine.message.take();
        let kept = machine.run((file, machine.step_costs[number]), creature, memory, host, bytes);
        // Lift the limits, or a call that has used everything up could not even report its error.
        machine.lua.set_memory_limit(0);
        let (steps, is_full) = machine.watch.end();
        if is_full {
            return End::OutOfMemory;
        }
        let message = machine.message.take();
        match (kept, message) {
            (Ok(kept), None) => match Memory::from_table(&machine.lua.as_ref(), &kept) {
                Ok(memory) => End::Success(memory, steps),
                Err(words) => End::Failure(ScriptError::new(&script.file, None, words), steps),
            },
            (Err(error), None) if is_out_of_memory(&error) => End::OutOfMemory,
            (Err(error), None) => End::Failure(ScriptError::parse(&script.file, &error.to_string()), steps),
            (_, Some(message)) if is_memory_message(&message) => End::OutOfMemory,
            (_, Some(message)) => End::Failure(ScriptError::parse(&script.file, &message), steps),
        }
    }
}

impl Machine {
    fn new(mut lua: Lua, scripts: &[Script]) -> Result<Machine> {
        // The garbage collector never runs during a call, so scripts cannot observe it.
        lua.gc_stop()?;
        let watch = Arc::new(Watch::new());
        let (running, matching) = (watch.clone(), watch.clone());
        let hooks =
            InterruptHooks::new()
                .on_execution(move |at| {
                    if running.spend_step() { Ok(InterruptAction::Continue) } else { Err(step_error(&at.lua())) }
                })
                .on_pattern(move |at| if matching.spend_step() { Ok(()) } else { Err(step_error(&at.lua())) });
        lua.set_interrupt_handler(hooks);
        let message = Rc::new(RefCell::new(None));
        let (protect, run, report) = {
            let protect: Function<'_> = lua.globals()?.raw_get("xpcall")?;
            let run = run_prelude(&lua, &watch)?;
            let noted = message.clone();
            let report = lua.create_function(move |lua, mut arguments: Arguments<'_>| {
                let limit = lua.set_memory_limit(0);
                lua.set_memory_limit(limit + REPORT_BYTES);
                *noted.borrow_mut() = Some(error_message(&lua, &arguments.next()?));
                arguments.finish(())
            })?;
            let keep = |function| lua.create_registry_value(function);
            (keep(protect)?, keep(run)?, keep(report)?)
        };
        let step_costs = scripts.iter().map(limits::step_cost).collect();
        let files = scripts.iter().map(|script| compile(&lua, script)).collect();
        lua.gc_collect()?;
        let baseline = lua.used_memory();
        Ok(Machine { lua, watch, protect, run, report, message, files, step_costs, baseline })
    }

    fn collect_garbage(&mut self) {
        if self.lua.used_memory() > self.baseline + MAX_GARBAGE {
            // This fails only if a finaliser does, and Luau has none.
            let _ = self.lua.gc_collect();
            self.baseline = self.baseline.max(self.lua.used_memory());
        }
    }

    /// Runs a file and its `process` function, and returns the table that the creature keeps. If that fails, `message`
    /// holds the error.
    fn run(
        &self,
        (file, step_cost): (&RegistryKey, i64),
        creature: &Element,
        memory: &Memory,
        host: &mut dyn Host,
        bytes: usize,
    ) -> Result<Table<'_>> {
        let lua = self.lua.as_ref();
        let kept = memory.to_table(&lua)?;
        let Element { id, kind, x, y, health, state } = creature;
        self.lua.scope(|scope| {
            let answer = scope.create_function_mut(|lua, arguments| answer(host, lua, arguments))?;
            let protect: Function<'_> = lua.registry_value(&self.protect)?;
            let arguments = MultiValue::from_vec(vec![
                Value::Function(lua.registry_value(&self.run)?),
                Value::Function(lua.registry_value(&self.report)?),
                Value::Function(lua.registry_value(file)?),
                Value::Function(answer),
                Value::Table(kept.try_clone()?),
                Value::Number(f64::from(*id)),
                Value::String(lua.create_string(kind)?),
                Value::Number(*x),
                Value::Number(*y),
                Value::Number(f64::from(*health)),
                Value::String(lua.create_string(state)?),
            ]);
            lua.set_memory_limit(lua.used_memory() + bytes);
            self.watch.begin(step_cost);
            let (succeeded, error) = protect.call::<(bool, Value<'_>)>(arguments)?;
            let is_reported = succeeded || self.message.borrow().is_some();
            if is_reported { Ok(()) } else { Err(Error::RuntimeError(error.to_string()?)) }
        })?;
        Ok(kept)
    }
}

/// Runs the prelude, and returns its function that calls a script.
fn run_prelude<'lua>(lua: &'lua Lua, watch: &Arc<Watch>) -> Result<Function<'lua>> {
    let (spending, costing, sealing) = (watch.clone(), watch.clone(), watch.clone());
    let spend = lua.create_function(move |lua, mut arguments| {
        if spending.spend(arguments.next()?) { arguments.finish(()) } else { Err(step_error(&lua)) }
    })?;
    let step_cost = lua.create_function(move |_, mut arguments| {
        let before = costing.set_step_cost(arguments.next()?);
        arguments.finish(before as f64)
    })?;
    let span = lua.create_function(|_, mut arguments| {
        let [text, open, close]: [LuaString<'_>; 3] = [arguments.next()?, arguments.next()?, arguments.next()?];
        arguments.finish(longest_span(text.as_bytes(), open.as_bytes(), close.as_bytes()) as f64)
    })?;
    let seal = lua.create_function(move |lua, mut arguments| {
        seal(&sealing, &lua, &arguments.next()?)?;
        arguments.finish(())
    })?;
    let libm = lua.create_table()?;
    for (name, of) in LIBM {
        let function = lua.create_function(move |_, mut arguments| {
            let number = arguments.next()?;
            arguments.finish(of(number))
        })?;
        libm.raw_set(name, function)?;
    }
    for (name, of) in LIBM_PAIRS {
        let function = lua.create_function(move |_, mut arguments| {
            let (first, second) = (arguments.next()?, arguments.next()?);
            arguments.finish(of(first, second))
        })?;
        libm.raw_set(name, function)?;
    }
    lua.load(prelude::CODE).set_name(format!("={PRELUDE}")).call((spend, step_cost, span, seal, libm))
}

impl<'lua> Tables for LuaRef<'lua> {
    type Table = Table<'lua>;
    type Error = Error;

    fn create(&self) -> Result<Table<'lua>> {
        self.create_table()
    }

    fn set(&self, table: &Table<'lua>, key: Plain<Table<'lua>>, value: Plain<Table<'lua>>) -> Result<()> {
        let of = |plain: Plain<Table<'lua>>| -> Result<Value<'lua>> {
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

    fn entries(&self, table: &Table<'lua>) -> Result<Entries<Table<'lua>>> {
        let of = |value: Value<'lua>| match value {
            Value::Nil => Plain::Nil,
            Value::Boolean(truth) => Plain::Boolean(truth),
            Value::Integer(number) => Plain::Number(number as f64),
            Value::Number(number) => Plain::Number(number),
            Value::String(text) => Plain::Text(text.as_bytes().to_vec()),
            Value::Table(table) => Plain::Table(table),
            other => Plain::Other(other.type_name()),
        };
        table.pairs::<Value<'lua>, Value<'lua>>().map(|pair| pair.map(|(key, value)| (of(key), of(value)))).collect()
    }
}

fn step_error(lua: &LuaRef<'_>) -> Error {
    Error::runtime(too_many_steps(place(lua)))
}

/// Returns the file and line of the script that is running, skipping frames of the prelude.
fn place(lua: &LuaRef<'_>) -> Option<(String, usize)> {
    let place = |level| {
        let found = lua.inspect_stack(level, |at| {
            let file = at.short_source().to_string();
            Some(file).zip(at.current_line()).filter(|(file, _)| file != PRELUDE)
        });
        found.ok().flatten()
    };
    (0..).map_while(place).flatten().next()
}

/// Raises errors again that scripts must not catch: the step and memory limits.
fn seal(watch: &Watch, lua: &LuaRef<'_>, error: &Value<'_>) -> Result<()> {
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
        Error::RuntimeError(words) | Error::ErrorHandlerError(words) => is_memory_message(words),
        _ => false,
    }
}

fn is_memory_message(message: &str) -> bool {
    message.lines().next().is_some_and(|line| line.ends_with(OUT_OF_MEMORY))
}

/// Returns the message of an error that ends a call, with a traceback.
fn error_message(lua: &LuaRef<'_>, error: &Value<'_>) -> String {
    match error {
        // It has the traceback of its place.
        Value::Error(error) => error.to_string(),
        error => match error.to_string() {
            Ok(words) => {
                let traceback = lua.traceback(None, 0).map(|text| text.to_str_lossy().into_owned());
                format!("{words}\n{}", traceback.unwrap_or_default())
            }
            // Its `__tostring` fails.
            Err(_) => "error in error handling".to_owned(),
        },
    }
}

fn compile(lua: &Lua, script: &Script) -> std::result::Result<RegistryKey, ScriptError> {
    if let Some(error) = &script.broken {
        return Err(error.clone());
    }
    // No constant folding: the compiler would use the machine's own functions.
    let compiler = Compiler::new().set_optimization_level(0).set_debug_level(1);
    let chunk = lua.load(&script.text).set_name(format!("={}", script.file)).set_compiler(compiler);
    let file = chunk.into_function().and_then(|file| lua.create_registry_value(file));
    file.map_err(|error| ScriptError::parse(&script.file, &error.to_string()))
}

/// Passes a request of the prelude to the host.
fn answer<'call>(
    host: &mut dyn Host,
    _: LuaRef<'call>,
    mut arguments: Arguments<'call>,
) -> Result<CallbackReturn<'call>> {
    let name: LuaString<'_> = arguments.next()?;
    let values: [Value<'_>; 3] = [arguments.next()?, arguments.next()?, arguments.next()?];
    let runs: Option<bool> = arguments.next()?;
    let text = match &values[0] {
        Value::String(text) => text.to_str_lossy(),
        _ => "".into(),
    };
    let numbers = [0, 1, 2].map(|at| match values[at] {
        Value::Number(number) => number,
        Value::Integer(number) => number as f64,
        _ => 0.0,
    });
    let request = Request { name: name.to_str()?, text: &text, numbers, runs: runs == Some(true) };
    match request.pass_to(host) {
        Ok(Answer::Nothing) => arguments.finish(true),
        Ok(Answer::Yes(truth)) => arguments.finish((true, truth)),
        Ok(Answer::Number(number)) => arguments.finish((true, number)),
        Ok(Answer::Element(Element { id, kind, x, y, health, state })) => {
            arguments.finish((true, f64::from(id), kind, x, y, f64::from(health), state))
        }
        Err(words) => arguments.finish((false, words)),
    }
}
