//! A host that writes down what it is asked, and knows one fox.

use sandbox::{Answer, Ask, Call, Element, Host, Memory, Mistake, Sandbox, Script};

/// What was asked since the call began, but for chance.
#[derive(Default)]
pub(crate) struct Told(Vec<String>);

impl Host for Told {
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

/// Calls a script once; returns what came of it, and what it asked.
pub(crate) fn call(sandbox: &mut Sandbox, script: usize, memory: &Memory) -> (Call, Vec<String>) {
    let mut told = Told::default();
    let call = sandbox.call(script, &monkey(), memory, &mut told);
    (call, told.0)
}

fn call_once(text: &str) -> Result<Vec<String>, Mistake> {
    let script = Script::read("x.lua", text.as_bytes())?;
    let (call, asked) = call(&mut Sandbox::new(&[script]), 0, &Memory::default());
    call.kept.map(|_| asked)
}

/// What a script asks that runs well.
pub(crate) fn runs(text: &str) -> Vec<String> {
    call_once(text).unwrap_or_else(|mistake| panic!("{text}\n{mistake}"))
}

/// The mistake of a script that does not.
pub(crate) fn fails(text: &str) -> Mistake {
    call_once(text).expect_err(text)
}
