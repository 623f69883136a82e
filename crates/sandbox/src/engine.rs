//! A VM for scripts.

use crate::{
    ask::{Element, Host},
    limits::End,
    memory::Memory,
    script::Script,
    script_error::ScriptError,
};

/// A VM with compiled scripts.
pub(crate) trait Engine {
    /// Creates a VM with these scripts.
    fn new(scripts: &[Script]) -> Self;

    /// Returns the error found when a script was compiled, if there is one.
    fn error(&self, script: usize) -> Option<&ScriptError>;

    /// Calls a script, given with its index, for a creature; the call may allocate up to `bytes` bytes.
    fn call(
        &mut self,
        which: (usize, &Script),
        creature: &Element,
        memory: &Memory,
        host: &mut dyn Host,
        bytes: usize,
    ) -> End;
}
