//! The machine of targets that have no Luau: it refuses every script in one sentence.

use crate::{
    ask::{Element, Host},
    memory::Memory,
    mistake::Mistake,
    script::Script,
};

/// The memory limits of the other machine; this one takes none.
pub(crate) const HASTY_BYTES: usize = 0;
pub(crate) const MAX_BYTES: usize = 0;

/// What is wrong with each script.
pub(crate) struct Machine(Vec<Mistake>);

/// How a call ended.
#[expect(dead_code, reason = "the other machine ends a call in each of these ways")]
pub(crate) enum End {
    Well(Memory, u32),
    Badly(Mistake, u32),
    Full,
}

impl Machine {
    /// A machine that refuses these scripts. One that is broken is refused for what is wrong with it.
    pub(crate) fn new(scripts: &[Script]) -> Machine {
        Machine(scripts.iter().map(|script| script.broken.clone().unwrap_or_else(|| refusal(script))).collect())
    }

    /// What is wrong with a script before it has run.
    pub(crate) fn compiled(&self, script: usize) -> Result<&std::convert::Infallible, &Mistake> {
        Err(&self.0[script])
    }

    /// Refuses a call.
    pub(crate) fn call(
        &mut self,
        (number, _): (usize, &Script),
        _: &Element,
        _: &Memory,
        host: &mut dyn Host,
        _: usize,
    ) -> End {
        host.begin();
        End::Badly(self.0[number].clone(), 0)
    }
}

fn refusal(script: &Script) -> Mistake {
    Mistake::new(script.file(), None, "this build of the game runs no scripts: the creature does nothing")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Answer, Ask};

    /// Nobody asks it anything.
    struct Nobody;

    impl Host for Nobody {
        fn begin(&mut self) {}

        fn answer(&mut self, ask: Ask<'_>) -> Result<Answer, String> {
            panic!("it is asked {ask:?}")
        }
    }

    #[test]
    fn every_script_is_refused_in_one_sentence() {
        let good = Script::read("fox.lua", b"function process() say('yip') end").unwrap();
        let broken = Script::broken(Mistake::new("hen.lua", Some(3), "it is damaged"));
        let mut machine = Machine::new(&[good.clone(), broken]);
        let told = |script| machine.compiled(script).unwrap_err().to_string();
        assert_eq!(told(0), "fox.lua: this build of the game runs no scripts: the creature does nothing");
        assert_eq!(told(1), "hen.lua:3: it is damaged");
        let fox = Element { id: 1, kind: "fox".to_owned(), x: 0.5, y: 0.5, health: 1, state: "idle" };
        for bytes in [HASTY_BYTES, MAX_BYTES] {
            let end = machine.call((0, &good), &fox, &Memory::default(), &mut Nobody, bytes);
            assert!(matches!(end, End::Badly(mistake, 0) if mistake.file == "fox.lua"));
        }
    }
}
