//! A `luau` VM that notices writes to memory that it has freed. Such memory is filled with a pattern, and really freed
//! after the call if it still has the pattern.

#![expect(unsafe_code, reason = "an allocator is unsafe")]

use crate::{
    ask::{Element, Host},
    engine::Engine,
    limits::End,
    memory::Memory,
    script::Script,
    script_error::ScriptError,
    vm_luau::{Vm, libraries},
};
use luau::{
    Lua,
    allocator::{LuaAllocator, SystemLuaAllocator},
};
use std::{alloc::Layout, cell::RefCell, ptr::NonNull, rc::Rc};

/// Content of freed memory. All bits are set, so that a cleared flag shows.
const FREED: u8 = 0xFF;

/// A VM whose freed memory is examined after each call.
pub(crate) struct GuardedVm {
    vm: Vm,
    freed: Freed,
}

/// Blocks of memory that the VM has freed.
#[derive(Clone, Default)]
struct Freed(Rc<RefCell<Vec<(NonNull<u8>, Layout)>>>);

impl Freed {
    /// Frees the blocks.
    fn examine(&self) {
        for (block, layout) in self.0.take() {
            // SAFETY: the block is initialised and still belongs to this list.
            let bytes = unsafe { std::slice::from_raw_parts(block.as_ptr(), layout.size()) };
            let written = bytes.iter().position(|byte| *byte != FREED);
            assert_eq!(written, None, "the VM wrote to {} bytes that it had freed", layout.size());
            // SAFETY: the block came from the system's allocator with this layout.
            unsafe { SystemLuaAllocator.deallocate(block, layout) };
        }
    }
}

// SAFETY: the blocks are those of the system's allocator, which are freed later.
unsafe impl LuaAllocator for Freed {
    unsafe fn allocate(&self, layout: Layout) -> Option<NonNull<u8>> {
        // SAFETY: the caller's promises are those of this function.
        unsafe { SystemLuaAllocator.allocate(layout) }
    }

    unsafe fn reallocate(&self, old: NonNull<u8>, from: Layout, to: Layout) -> Option<NonNull<u8>> {
        // SAFETY: the blocks do not overlap, and both are at least as large as what is copied.
        unsafe {
            let new = self.allocate(to)?;
            new.copy_from_nonoverlapping(old, from.size().min(to.size()));
            self.deallocate(old, from);
            Some(new)
        }
    }

    unsafe fn deallocate(&self, block: NonNull<u8>, layout: Layout) {
        // SAFETY: the block is this large.
        unsafe { block.write_bytes(FREED, layout.size()) };
        self.0.borrow_mut().push((block, layout));
    }
}

impl Engine for GuardedVm {
    fn new(scripts: &[Script]) -> GuardedVm {
        let freed = Freed::default();
        let vm = Vm::in_state(Lua::new_with(freed.clone(), libraries()), scripts);
        freed.examine();
        GuardedVm { vm, freed }
    }

    fn error(&self, script: usize) -> Option<&ScriptError> {
        self.vm.error(script)
    }

    fn call(
        &mut self,
        which: (usize, &Script),
        creature: &Element,
        memory: &Memory,
        host: &mut dyn Host,
        bytes: usize,
    ) -> End {
        let end = self.vm.call(which, creature, memory, host, bytes);
        self.freed.examine();
        end
    }
}
