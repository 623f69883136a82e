//! The sandbox: a set of scripts in the VM of this target.

#[cfg(target_family = "wasm")]
use crate::vm_luau::Vm;
#[cfg(not(target_family = "wasm"))]
use crate::vm_mlua::Vm;
use crate::{
    ask::{Element, Host},
    calls::{Call, Calls},
    memory::Memory,
    script::Script,
    script_error::ScriptError,
};

/// A set of scripts, ready to be called.
pub struct Sandbox(Calls<Vm>);

impl Sandbox {
    /// Creates a sandbox with these scripts. A script that does not compile fails in each call and does not affect the
    /// others. In WebAssembly, only the thread that has created a sandbox may use it.
    pub fn new(scripts: &[Script]) -> Sandbox {
        Sandbox(Calls::new(scripts))
    }

    /// Returns the compile error of the script at this index, if there is one.
    ///
    /// # Panics
    /// If there is no such script.
    pub fn error(&self, script: usize) -> Option<&ScriptError> {
        self.0.error(script)
    }

    /// Calls the script at this index for a creature, with the memory that its last call returned.
    ///
    /// # Panics
    /// If there is no such script.
    pub fn call(&mut self, script: usize, creature: &Element, memory: &Memory, host: &mut dyn Host) -> Call {
        self.0.call(script, creature, memory, host)
    }
}
