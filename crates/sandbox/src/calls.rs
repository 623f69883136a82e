//! Calls of scripts whose results depend only on the arguments.

use crate::{
    ask::{Element, Host},
    engine::Engine,
    limits::{End, FRESH_VM_BYTES, MAX_STEPS, SHARED_VM_BYTES},
    memory::Memory,
    script::Script,
    script_error::ScriptError,
};

/// Result of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The creature's new memory, or the error. After an error, all requests of the call must be discarded.
    pub kept: Result<Memory, ScriptError>,
    /// Number of steps that the call took.
    pub steps: u32,
}

/// Scripts in a VM of either kind.
pub(crate) struct Calls<E> {
    scripts: Vec<Script>,
    vm: E,
}

impl<E: Engine> Calls<E> {
    pub(crate) fn new(scripts: &[Script]) -> Calls<E> {
        Calls { scripts: scripts.to_vec(), vm: E::new(scripts) }
    }

    pub(crate) fn error(&self, script: usize) -> Option<&ScriptError> {
        self.vm.error(script)
    }

    pub(crate) fn call(&mut self, script: usize, creature: &Element, memory: &Memory, host: &mut dyn Host) -> Call {
        let which = (script, &self.scripts[script]);
        match self.vm.call(which, creature, memory, host, SHARED_VM_BYTES) {
            End::Success(memory, steps) => Call { kept: Ok(memory), steps },
            End::Failure(error, steps) => Call { kept: Err(error), steps },
            // Garbage of other calls may have filled the VM, so a fresh one decides.
            End::OutOfMemory => {
                let mut vm = E::new(std::slice::from_ref(which.1));
                match vm.call((0, which.1), creature, memory, host, FRESH_VM_BYTES) {
                    End::Success(memory, steps) => Call { kept: Ok(memory), steps },
                    End::Failure(error, steps) => Call { kept: Err(error), steps },
                    End::OutOfMemory => {
                        let words = format!("a call may use at most {} kB of memory", FRESH_VM_BYTES >> 10);
                        let error = ScriptError { file: which.1.file.clone(), line: None, words };
                        // It took an unknown number of steps.
                        Call { kept: Err(error), steps: MAX_STEPS as u32 }
                    }
                }
            }
        }
    }
}
