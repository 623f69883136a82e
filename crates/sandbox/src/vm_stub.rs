//! Replacement of the VM for targets without Luau: it rejects every script in one sentence.

use crate::{
    ask::{Element, Host},
    memory::Memory,
    script::Script,
    script_error::ScriptError,
};

/// Memory limits, for the same interface as the Luau VM; not used here.
pub(crate) const SHARED_VM_BYTES: usize = 0;
pub(crate) const FRESH_VM_BYTES: usize = 0;

/// The errors of the scripts.
pub(crate) struct Vm(Vec<ScriptError>);

/// Result of a call.
#[expect(dead_code, reason = "the Luau VM uses all of these")]
pub(crate) enum End {
    Success(Memory, u32),
    Failure(ScriptError, u32),
    OutOfMemory,
}

impl Vm {
    /// Creates a VM that rejects these scripts. A broken script is rejected with its own error.
    pub(crate) fn new(scripts: &[Script]) -> Vm {
        Vm(scripts.iter().map(|script| script.broken.clone().unwrap_or_else(|| unsupported(script))).collect())
    }

    /// Returns the error of a script.
    pub(crate) fn compiled(&self, script: usize) -> Result<&std::convert::Infallible, &ScriptError> {
        Err(&self.0[script])
    }

    /// Rejects a call.
    pub(crate) fn call(
        &mut self,
        (number, _): (usize, &Script),
        _: &Element,
        _: &Memory,
        host: &mut dyn Host,
        _: usize,
    ) -> End {
        host.begin();
        End::Failure(self.0[number].clone(), 0)
    }
}

fn unsupported(script: &Script) -> ScriptError {
    ScriptError::new(script.file(), None, "this build cannot run scripts: the creature does nothing")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::{Answer, Ask};

    /// A host that must not be asked anything.
    struct NoHost;

    impl Host for NoHost {
        fn begin(&mut self) {}

        fn answer(&mut self, ask: Ask<'_>) -> Result<Answer, String> {
            panic!("unexpected request {ask:?}")
        }
    }

    #[test]
    fn stub_rejects_every_script() {
        let good = Script::read("fox.lua", b"function process() say('yip') end").unwrap();
        let broken = Script::broken(ScriptError::new("hen.lua", Some(3), "it is damaged"));
        let mut vm = Vm::new(&[good.clone(), broken]);
        let message = |script| vm.compiled(script).unwrap_err().to_string();
        assert_eq!(message(0), "fox.lua: this build cannot run scripts: the creature does nothing");
        assert_eq!(message(1), "hen.lua:3: it is damaged");
        let fox = Element { id: 1, kind: "fox".to_owned(), x: 0.5, y: 0.5, health: 1, state: "idle" };
        for bytes in [SHARED_VM_BYTES, FRESH_VM_BYTES] {
            let end = vm.call((0, &good), &fox, &Memory::default(), &mut NoHost, bytes);
            assert!(matches!(end, End::Failure(error, 0) if error.file == "fox.lua"));
        }
    }
}
