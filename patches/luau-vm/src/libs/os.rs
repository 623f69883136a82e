use crate::native::NativeCallResult;
use crate::thread::Thread;

impl Thread {
    /// `luaopen_os`
    ///
    /// Hullbreach: the library is empty, because it needs clocks.
    pub unsafe fn open_os(&self) -> NativeCallResult {
        unsafe { self.register(Some(super::LUA_OSLIB_NAME), &[])? };
        Ok(1)
    }
}
