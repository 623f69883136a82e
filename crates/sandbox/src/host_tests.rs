//! A host that records the requests of scripts, in a world with one fox, and calls of scripts in both VMs.

#[cfg(not(target_family = "wasm"))]
use crate::vm_mlua;
use crate::{
    ask::{Answer, Ask, Element, Host},
    calls::{Call, Calls},
    engine::Engine,
    guard_tests::GuardedVm,
    memory::Memory,
    script::Script,
    script_error::ScriptError,
};

/// Requests since the call began, without [`Ask::Random`].
#[derive(Default)]
struct Recorder(Vec<String>);

impl Host for Recorder {
    fn begin(&mut self) {
        self.0.clear();
    }

    fn answer(&mut self, ask: Ask<'_>) -> Result<Answer, String> {
        if ask == Ask::Random {
            return Ok(Answer::Number(0.25));
        }
        self.0.push(format!("{ask:?}"));
        match ask {
            Ask::Nearest { kind: "fox", .. } => Ok(Answer::Element(fox())),
            Ask::CanSee(9) => Ok(Answer::Yes(true)),
            Ask::PathTo(x, _) if x < 0.0 => Err("the place is outside".to_owned()),
            Ask::PathTo(..) | Ask::LightAt(..) | Ask::AirAt(..) | Ask::Time => Ok(Answer::Number(5.0)),
            Ask::Strike(13) => Err("creature 13 is dead".to_owned()),
            _ => Ok(Answer::Nothing),
        }
    }
}

fn fox() -> Element {
    Element { id: 9, kind: "fox".to_owned(), x: 3.0, y: 4.0, health: 4, state: "idle" }
}

fn monkey() -> Element {
    Element { id: 7, kind: "monkey".to_owned(), x: 1.5, y: 2.5, health: 20, state: "idle" }
}

/// The same scripts in each VM of this target.
pub(crate) struct Engines {
    #[cfg(not(target_family = "wasm"))]
    mlua: Calls<vm_mlua::Vm>,
    luau: Calls<GuardedVm>,
    scripts: Vec<Script>,
}

impl Engines {
    pub(crate) fn new(scripts: &[Script]) -> Engines {
        Engines {
            #[cfg(not(target_family = "wasm"))]
            mlua: Calls::new(scripts),
            luau: Calls::new(scripts),
            scripts: scripts.to_vec(),
        }
    }

    /// Calls a script once in each VM; returns the results with the requests.
    pub(crate) fn call(&mut self, script: usize, memory: &Memory) -> Vec<(Call, Vec<String>)> {
        vec![
            #[cfg(not(target_family = "wasm"))]
            recorded(&mut self.mlua, script, memory),
            recorded(&mut self.luau, script, memory),
        ]
    }
}

fn recorded(calls: &mut Calls<impl Engine>, script: usize, memory: &Memory) -> (Call, Vec<String>) {
    let mut recorder = Recorder::default();
    let call = calls.call(script, &monkey(), memory, &mut recorder);
    (call, recorder.0)
}

/// Calls a script once in each VM; returns the result and the requests, which must be alike.
pub(crate) fn call(engines: &mut Engines, script: usize, memory: &Memory) -> (Call, Vec<String>) {
    let mut results = engines.call(script, memory);
    let last = results.pop().expect("there is a VM");
    for other in results {
        assert!(are_alike(&other, &last), "{:?}\nmlua: {other:?}\nluau: {last:?}", engines.scripts[script]);
    }
    last
}

/// Returns true if both VMs have given the same result, except for the known differences.
pub(crate) fn are_alike(mlua: &(Call, Vec<String>), luau: &(Call, Vec<String>)) -> bool {
    mlua == luau || matches!((&mlua.0.kept, &luau.0.kept), (Err(one), Err(other)) if known_difference(one, other))
}

fn known_difference(mlua: &ScriptError, luau: &ScriptError) -> bool {
    let both = |words| mlua.words.contains(words) && mlua == luau;
    // `luau` frees the memory in which texts are made.
    mlua.words.contains("kB of memory")
        // The order of such keys is that of addresses, so the steps until one is found differ.
        || both("the keys of a table in a loop must be")
        || luau.words.ends_with("got 'invalid token'")
}

fn call_once(text: &str) -> Result<Vec<String>, ScriptError> {
    let script = Script::read("x.lua", text.as_bytes())?;
    let (call, asked) = call(&mut Engines::new(&[script]), 0, &Memory::default());
    call.kept.map(|_| asked)
}

/// Returns the requests of a script that must succeed.
pub(crate) fn runs(text: &str) -> Vec<String> {
    call_once(text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Returns the error of a script that must fail.
pub(crate) fn fails(text: &str) -> ScriptError {
    call_once(text).expect_err(text)
}
