//! The sandbox: calls scripts so that what comes of a call depends on nothing but what is handed in.

use crate::ask::{Element, Host};
#[cfg(not(target_family = "wasm"))]
use crate::machine::{End, HASTY_BYTES, MAX_BYTES, Machine};
#[cfg(target_family = "wasm")]
use crate::no_machine::{End, HASTY_BYTES, MAX_BYTES, Machine};
use crate::{memory::Memory, mistake::Mistake, script::Script};

/// Some scripts, ready to be called.
pub struct Sandbox {
    scripts: Vec<Script>,
    machine: Machine,
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// What the creature keeps; or why the call failed, and then whatever it asked is to be forgotten.
    pub kept: Result<Memory, Mistake>,
    /// The steps that it took.
    pub steps: u32,
}

impl Sandbox {
    /// A sandbox with these scripts. One that does not compile fails in each call, and the others do not mind.
    pub fn new(scripts: &[Script]) -> Sandbox {
        Sandbox { scripts: scripts.to_vec(), machine: Machine::new(scripts) }
    }

    /// What is wrong with the script of this number before it has run, if anything is.
    ///
    /// # Panics
    /// If there is no such script.
    pub fn mistake(&self, script: usize) -> Option<&Mistake> {
        self.machine.compiled(script).err()
    }

    /// Calls the script of this number for a creature that has kept a memory from its last call.
    ///
    /// # Panics
    /// If there is no such script.
    pub fn call(&mut self, script: usize, creature: &Element, memory: &Memory, host: &mut dyn Host) -> Call {
        let which = (script, &self.scripts[script]);
        match self.machine.call(which, creature, memory, host, HASTY_BYTES) {
            End::Well(memory, steps) => Call { kept: Ok(memory), steps },
            End::Badly(mistake, steps) => Call { kept: Err(mistake), steps },
            // What other calls have left over may have filled it: a machine of its own judges it for itself.
            End::Full => {
                let mut machine = Machine::new(std::slice::from_ref(which.1));
                match machine.call((0, which.1), creature, memory, host, MAX_BYTES) {
                    End::Well(memory, steps) => Call { kept: Ok(memory), steps },
                    End::Badly(mistake, steps) => Call { kept: Err(mistake), steps },
                    End::Full => {
                        let words = format!("it takes more than {} kB of memory in one call", MAX_BYTES >> 10);
                        let mistake = Mistake { file: which.1.file.clone(), line: None, words };
                        Call { kept: Err(mistake), steps: 0 }
                    }
                }
            }
        }
    }
}
