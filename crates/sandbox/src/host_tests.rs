//! A host that records the requests of scripts, in a world with one fox.

use sandbox::{Answer, Ask, Call, Element, Host, Memory, Sandbox, Script, ScriptError};

/// Requests since the call began, without [`Ask::Random`].
#[derive(Default)]
pub(crate) struct Recorder(Vec<String>);

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

/// Calls a script once; returns the result and the requests.
pub(crate) fn call(sandbox: &mut Sandbox, script: usize, memory: &Memory) -> (Call, Vec<String>) {
    let mut recorder = Recorder::default();
    let call = sandbox.call(script, &monkey(), memory, &mut recorder);
    (call, recorder.0)
}

fn call_once(text: &str) -> Result<Vec<String>, ScriptError> {
    let script = Script::read("x.lua", text.as_bytes())?;
    let (call, asked) = call(&mut Sandbox::new(&[script]), 0, &Memory::default());
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
