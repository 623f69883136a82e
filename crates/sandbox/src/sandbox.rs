//! The sandbox: calls scripts so that the result depends only on the arguments.

use crate::ask::{Element, Host};
#[cfg(not(target_family = "wasm"))]
use crate::vm::{End, FRESH_VM_BYTES, SHARED_VM_BYTES, Vm};
#[cfg(target_family = "wasm")]
use crate::vm_stub::{End, FRESH_VM_BYTES, SHARED_VM_BYTES, Vm};
use crate::{memory::Memory, script::Script, script_error::ScriptError};

/// A set of scripts, ready to be called.
pub struct Sandbox {
    scripts: Vec<Script>,
    vm: Vm,
}

/// Result of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The creature's new memory, or the error. After an error, all requests of the call must be discarded.
    pub kept: Result<Memory, ScriptError>,
    /// Number of steps that the call took.
    pub steps: u32,
}

impl Sandbox {
    /// Creates a sandbox with these scripts. A script that does not compile fails in each call and does not affect the
    /// others.
    pub fn new(scripts: &[Script]) -> Sandbox {
        Sandbox { scripts: scripts.to_vec(), vm: Vm::new(scripts) }
    }

    /// Returns the compile error of the script at this index, if there is one.
    ///
    /// # Panics
    /// If there is no such script.
    pub fn error(&self, script: usize) -> Option<&ScriptError> {
        self.vm.compiled(script).err()
    }

    /// Calls the script at this index for a creature, with the memory that its last call returned.
    ///
    /// # Panics
    /// If there is no such script.
    pub fn call(&mut self, script: usize, creature: &Element, memory: &Memory, host: &mut dyn Host) -> Call {
        let which = (script, &self.scripts[script]);
        match self.vm.call(which, creature, memory, host, SHARED_VM_BYTES) {
            End::Success(memory, steps) => Call { kept: Ok(memory), steps },
            End::Failure(error, steps) => Call { kept: Err(error), steps },
            // Garbage of other calls may have filled the VM, so a fresh one decides.
            End::OutOfMemory => {
                let mut vm = Vm::new(std::slice::from_ref(which.1));
                match vm.call((0, which.1), creature, memory, host, FRESH_VM_BYTES) {
                    End::Success(memory, steps) => Call { kept: Ok(memory), steps },
                    End::Failure(error, steps) => Call { kept: Err(error), steps },
                    End::OutOfMemory => {
                        let words = format!("a call may use at most {} kB of memory", FRESH_VM_BYTES >> 10);
                        let error = ScriptError { file: which.1.file.clone(), line: None, words };
                        Call { kept: Err(error), steps: 0 }
                    }
                }
            }
        }
    }
}
