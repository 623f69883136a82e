use crate::handle::RawHandle;
use crate::{VmControl, VmExit, VmResult};
use luau_common::flags;

use crate::native::{NativeCallContext, NativeCallResult, NativeFunction};
use crate::state::{
    THREAD_STATUS_BREAK, THREAD_STATUS_ERR_ERR, THREAD_STATUS_ERR_MEM, THREAD_STATUS_OK,
    THREAD_STATUS_SCHEDULED_REENTRY, THREAD_STATUS_YIELD, ThreadState,
};
use crate::thread::{LUA_COERR, LUA_COFIN, LUA_COSUS, Thread};
use crate::types::LUA_TFUNCTION;

static CO_STATUS_NAMES: [&str; 5] = ["running", "suspended", "normal", "dead", "dead"];

static CO_FUNCS: [NativeFunction; 7] = [
    NativeFunction {
        name: "create",
        function: coroutine_create,
    },
    NativeFunction {
        name: "running",
        function: coroutine_running,
    },
    NativeFunction {
        name: "status",
        function: coroutine_status,
    },
    NativeFunction {
        name: "wrap",
        function: coroutine_wrap,
    },
    NativeFunction {
        name: "yield",
        function: coroutine_yield,
    },
    NativeFunction {
        name: "isyieldable",
        function: coroutine_is_yieldable,
    },
    NativeFunction {
        name: "close",
        function: coroutine_close,
    },
];

static CO_FUNCS_WITH_FINALLY: [NativeFunction; 7] = [
    NativeFunction {
        name: "create",
        function: coroutine_create,
    },
    NativeFunction {
        name: "running",
        function: coroutine_running,
    },
    NativeFunction {
        name: "status",
        function: coroutine_status,
    },
    NativeFunction {
        name: "wrap",
        function: coroutine_wrap,
    },
    NativeFunction {
        name: "yield",
        function: coroutine_yield,
    },
    NativeFunction {
        name: "isyieldable",
        function: coroutine_is_yieldable,
    },
    NativeFunction {
        name: "finally",
        function: coroutine_finally,
    },
];

enum CoroutineResume {
    Values(usize),
    Error,
}

/// `costatus`
fn coroutine_status(ctx: NativeCallContext) -> NativeCallResult {
    let thread = ctx.raw_thread();
    unsafe {
        let co = thread.to_thread(1);
        ctx.arg(1).expected(co.is_some(), "thread")?;
        let co = co.unwrap_unchecked();

        thread.push_string(CO_STATUS_NAMES[thread.co_status(&co) as usize])?;
        Ok(1)
    }
}

/// `auxresume`
unsafe fn aux_resume(thread: &Thread, co: &Thread, narg: i32) -> VmResult<CoroutineResume> {
    unsafe {
        if co.as_ptr().as_ref().unwrap_unchecked().status != THREAD_STATUS_YIELD {
            let status = thread.co_status(co);
            if status != LUA_COSUS {
                let _ = crate::push_fstring!(
                    thread,
                    "cannot resume %s coroutine",
                    CO_STATUS_NAMES[status as usize]
                );
                return Ok(CoroutineResume::Error);
            }
        }

        if narg != 0 {
            if co.check_stack(narg) == 0 {
                return crate::error!(thread, "too many arguments to resume").map_err(Into::into);
            }
            thread.x_move(co, narg)?;
        } else if co.stack_top().offset_from(co.stack_base()) as i32
            > crate::thread::LUAI_MAX_C_STACK
        {
            return crate::error!(thread, "too many arguments to resume").map_err(Into::into);
        }

        co.as_ptr().as_mut().unwrap_unchecked().single_step =
            thread.as_ptr().as_ref().unwrap_unchecked().single_step;

        match co.resume(Some(thread), narg) {
            Ok(()) | Err(VmExit::Control(VmControl::Yield)) => {
                debug_assert_ne!(
                    co.as_ptr().as_ref().unwrap_unchecked().status,
                    THREAD_STATUS_SCHEDULED_REENTRY
                );

                let nres = co.stack_top().offset_from(co.stack_base()) as i32;
                if nres != 0 {
                    if nres + 1 > crate::thread::LUA_MIN_STACK as i32
                        && thread.check_stack(nres + 1) == 0
                    {
                        return crate::error!(thread, "too many results to resume")
                            .map_err(Into::into);
                    }
                    co.x_move(thread, nres)?;
                }
                Ok(CoroutineResume::Values(nres as usize))
            }
            Err(exit) => {
                let VmExit::Error(_) = exit else {
                    return Err(exit);
                };
                co.x_move(thread, 1)?;
                Ok(CoroutineResume::Error)
            }
        }
    }
}

/// `interruptThread`
unsafe fn interrupt_thread(thread: &Thread, co: &Thread) -> NativeCallResult {
    unsafe {
        let global = thread.global();
        if let Some(hook) = global.debug_interrupt_callback() {
            thread.call_hook(
                |thread, debug| hook(thread, debug).map_err(Into::into),
                co.as_ptr().cast(),
            )?;
        }

        thread.break_current()
    }
}

unsafe fn finalized_resume_error<const WRAP: bool>(thread: &Thread) -> NativeCallResult {
    unsafe {
        if WRAP {
            if thread.is_string(-1) != 0 {
                thread.push_where(1)?;
                thread.insert(-2);
                thread.concat(2)?;
            }
            thread.error().map_err(Into::into)
        } else {
            thread.push_boolean(0)?;
            thread.insert(-2);
            Ok(2)
        }
    }
}

unsafe fn finalized_resume_success<const WRAP: bool>(
    thread: &Thread,
    co: &Thread,
) -> NativeCallResult {
    unsafe {
        let result_count = co.stack_top().offset_from(co.stack_base()) as i32;
        if result_count + 1 > crate::thread::LUA_MIN_STACK as i32
            && thread.check_stack(result_count + 1) == 0
        {
            return crate::error!(thread, "too many results to resume").map_err(Into::into);
        }

        if !WRAP {
            thread.push_boolean(1)?;
        }
        if result_count != 0 {
            co.x_move(thread, result_count)?;
        }

        Ok(result_count as usize + usize::from(!WRAP))
    }
}

unsafe fn finalized_resume_finish<const WRAP: bool>(
    thread: &Thread,
    co: &Thread,
    status: i32,
) -> NativeCallResult {
    unsafe {
        if status == crate::state::LUA_YIELD {
            return finalized_resume_success::<WRAP>(thread, co);
        }

        if status == crate::state::LUA_BREAK {
            return interrupt_thread(thread, co);
        }

        if status == co.status() && co.has_finalizers() {
            if WRAP {
                return crate::error!(thread, "cannot run finalizers from a wrapped coroutine")
                    .map_err(Into::into);
            }

            thread.prepare_finalize(co)?;
            return thread.run_finalizers(false, true);
        }

        if status == crate::state::LUA_OK {
            return finalized_resume_success::<WRAP>(thread, co);
        }

        co.x_move(thread, 1)?;
        finalized_resume_error::<WRAP>(thread)
    }
}

unsafe fn aux_resume_finalized<const WRAP: bool>(
    thread: &Thread,
    co: &Thread,
    narg: i32,
) -> NativeCallResult {
    unsafe {
        if co.status() != crate::state::LUA_YIELD {
            let status = thread.co_status(co);
            if status != LUA_COSUS {
                crate::push_fstring!(
                    thread,
                    "cannot resume %s coroutine",
                    CO_STATUS_NAMES[status as usize]
                )?;
                return finalized_resume_error::<WRAP>(thread);
            }
        }

        if narg != 0 {
            if co.check_stack(narg) == 0 {
                return crate::error!(thread, "too many arguments to resume").map_err(Into::into);
            }
            thread.x_move(co, narg)?;
        } else if co.stack_top().offset_from(co.stack_base()) as i32
            > crate::thread::LUAI_MAX_C_STACK
        {
            return crate::error!(thread, "too many arguments to resume").map_err(Into::into);
        }

        co.as_ptr().as_mut().unwrap_unchecked().single_step =
            thread.as_ptr().as_ref().unwrap_unchecked().single_step;

        let status = match co.resume(Some(thread), narg) {
            Ok(()) => crate::state::LUA_OK,
            Err(VmExit::Control(VmControl::Yield)) => crate::state::LUA_YIELD,
            Err(VmExit::Control(VmControl::Break)) => crate::state::LUA_BREAK,
            Err(VmExit::Error(error)) => error.status(),
        };
        finalized_resume_finish::<WRAP>(thread, co, status)
    }
}

/// `auxresumecont`
unsafe fn aux_resume_cont(thread: &Thread, co: &Thread) -> VmResult<CoroutineResume> {
    unsafe {
        let status = co.as_ptr().as_ref().unwrap_unchecked().status;
        if matches!(status, x if x == THREAD_STATUS_OK || x == THREAD_STATUS_YIELD) {
            let nres = co.stack_top().offset_from(co.stack_base()) as i32;
            if thread.check_stack(nres + 1) == 0 {
                return crate::error!(thread, "too many results to resume").map_err(Into::into);
            }
            co.x_move(thread, nres)?;
            Ok(CoroutineResume::Values(nres as usize))
        } else {
            thread.raw_check_stack(2)?;
            co.x_move(thread, 1)?;
            Ok(CoroutineResume::Error)
        }
    }
}

/// `coresumefinish`
unsafe fn coroutine_resume_finish(thread: &Thread, result: CoroutineResume) -> NativeCallResult {
    unsafe {
        match result {
            CoroutineResume::Values(count) => {
                let count_i32 = i32::try_from(count).expect("coroutine result count fits in i32");
                thread.push_boolean(1)?;
                thread.insert(-(count_i32 + 1));
                Ok(count + 1)
            }
            CoroutineResume::Error => {
                thread.push_boolean(0)?;
                thread.insert(-2);
                Ok(2)
            }
        }
    }
}

/// `auxwrapfinish`
unsafe fn aux_wrap_finish(thread: &Thread, result: CoroutineResume) -> NativeCallResult {
    unsafe {
        match result {
            CoroutineResume::Values(count) => Ok(count),
            CoroutineResume::Error => {
                if thread.is_string(-1) != 0 {
                    thread.push_where(1)?;
                    thread.insert(-2);
                    thread.concat(2)?;
                }
                thread.error().map_err(Into::into)
            }
        }
    }
}

/// `coresumey`
fn coroutine_resume_yieldable(ctx: NativeCallContext) -> NativeCallResult {
    let thread = ctx.raw_thread();
    unsafe {
        let co = thread.to_thread(1);
        ctx.arg(1).expected(co.is_some(), "thread")?;
        let co = co.unwrap_unchecked();
        let narg = thread.get_top() - 1;
        if flags::DebugLuauCoroutineFinally.get() {
            return aux_resume_finalized::<false>(thread, &co, narg);
        }

        let result = match aux_resume(thread, &co, narg) {
            Ok(result) => result,
            Err(VmExit::Control(VmControl::Break)) => return interrupt_thread(thread, &co),
            Err(exit) => return Err(exit),
        };

        coroutine_resume_finish(thread, result)
    }
}

/// `coresumecont`
fn coroutine_resume_cont(ctx: NativeCallContext, status: i32) -> NativeCallResult {
    let thread = ctx.raw_thread();
    unsafe {
        if flags::DebugLuauCoroutineFinally.get() {
            if status != crate::state::LUA_OK {
                thread.push_boolean(0)?;
                thread.insert(-2);
                return Ok(2);
            }

            let co = thread.to_thread(1);
            ctx.arg(1).expected(co.is_some(), "thread")?;
            let co = co.unwrap_unchecked();
            if thread.get_top() == 1 {
                return finalized_resume_finish::<false>(thread, &co, co.status());
            }
            return thread.run_finalizers(false, true);
        }

        let co = thread.to_thread(1);
        ctx.arg(1).expected(co.is_some(), "thread")?;
        let co = co.unwrap_unchecked();

        if co.as_ptr().as_ref().unwrap_unchecked().status == THREAD_STATUS_BREAK {
            return interrupt_thread(thread, &co);
        }

        let result = aux_resume_cont(thread, &co)?;
        coroutine_resume_finish(thread, result)
    }
}

/// `auxwrapy`
fn coroutine_wrap_yieldable(ctx: NativeCallContext) -> NativeCallResult {
    let thread = ctx.raw_thread();
    unsafe {
        let co = thread
            .to_thread(crate::thread::upvalue_index(1))
            .unwrap_unchecked();
        if flags::DebugLuauCoroutineFinally.get() {
            return aux_resume_finalized::<true>(thread, &co, thread.get_top());
        }

        let result = match aux_resume(thread, &co, thread.get_top()) {
            Ok(result) => result,
            Err(VmExit::Control(VmControl::Break)) => return interrupt_thread(thread, &co),
            Err(exit) => return Err(exit),
        };

        aux_wrap_finish(thread, result)
    }
}

/// `auxwrapcont`
fn coroutine_wrap_cont(ctx: NativeCallContext, _status: i32) -> NativeCallResult {
    let thread = ctx.raw_thread();
    unsafe {
        let co = thread
            .to_thread(crate::thread::upvalue_index(1))
            .unwrap_unchecked();

        if flags::DebugLuauCoroutineFinally.get() {
            return finalized_resume_finish::<true>(thread, &co, co.status());
        }

        if co.as_ptr().as_ref().unwrap_unchecked().status == THREAD_STATUS_BREAK {
            return interrupt_thread(thread, &co);
        }

        let result = aux_resume_cont(thread, &co)?;
        aux_wrap_finish(thread, result)
    }
}

/// `cocreate`
fn coroutine_create(ctx: NativeCallContext) -> NativeCallResult {
    let thread = ctx.raw_thread();
    unsafe {
        thread.check_type(1, LUA_TFUNCTION)?;
        let new_thread = thread.new_thread()?;
        thread.x_push(&new_thread, 1)?;
        Ok(1)
    }
}

/// `cowrap`
fn coroutine_wrap(ctx: NativeCallContext) -> NativeCallResult {
    let thread = ctx.raw_thread();
    coroutine_create(NativeCallContext::new(thread))?;
    unsafe {
        thread.push_native_closure_k(
            coroutine_wrap_yieldable,
            None,
            1,
            Some(coroutine_wrap_cont),
        )?
    };
    Ok(1)
}

/// `coyield`
fn coroutine_yield(ctx: NativeCallContext) -> NativeCallResult {
    let thread = ctx.raw_thread();
    let nres = unsafe { thread.get_top() };
    unsafe { thread.yield_current(nres) }
}

/// `corunning`
fn coroutine_running(ctx: NativeCallContext) -> NativeCallResult {
    let thread = ctx.raw_thread();
    if unsafe { thread.push_thread()? } != 0 {
        unsafe { thread.push_nil()? };
    }
    Ok(1)
}

/// `coyieldable`
fn coroutine_is_yieldable(ctx: NativeCallContext) -> NativeCallResult {
    let thread = ctx.raw_thread();
    unsafe { thread.push_boolean(thread.is_yieldable())? };
    Ok(1)
}

/// `coclose`
fn coroutine_close(ctx: NativeCallContext) -> NativeCallResult {
    let thread = ctx.raw_thread();
    unsafe {
        let co = thread.to_thread(1);
        ctx.arg(1).expected(co.is_some(), "thread")?;
        let co = co.unwrap_unchecked();

        let status = thread.co_status(&co);
        if status != LUA_COFIN && status != LUA_COERR && status != LUA_COSUS {
            return crate::error!(
                thread,
                "cannot close %s coroutine",
                CO_STATUS_NAMES[status as usize]
            )
            .map_err(Into::into);
        }

        if matches!(
            co.as_ptr().as_ref().unwrap_unchecked().status,
            x if x == THREAD_STATUS_OK || x == THREAD_STATUS_YIELD
        ) {
            thread.push_boolean(1)?;
            co.reset()?;
            Ok(1)
        } else {
            thread.push_boolean(0)?;

            if co.as_ptr().as_ref().unwrap_unchecked().status == THREAD_STATUS_ERR_MEM {
                thread.push_string(crate::state::LUA_MEMERRMSG)?;
            } else if co.as_ptr().as_ref().unwrap_unchecked().status == THREAD_STATUS_ERR_ERR {
                thread.push_string(crate::state::LUA_ERRERRMSG)?;
            } else if co.get_top() != 0 {
                co.x_move(thread, 1)?;
            }

            co.reset()?;
            Ok(2)
        }
    }
}

fn coroutine_close_yieldable(ctx: NativeCallContext) -> NativeCallResult {
    let thread = ctx.raw_thread();
    unsafe {
        let co = thread.to_thread(1);
        ctx.arg(1).expected(co.is_some(), "thread")?;
        let co = co.unwrap_unchecked();

        let status = thread.co_status(&co);
        if status != LUA_COFIN && status != LUA_COERR && status != LUA_COSUS {
            return crate::error!(
                thread,
                "cannot close %s coroutine",
                CO_STATUS_NAMES[status as usize]
            )
            .map_err(Into::into);
        }

        if matches!(co.status(), x if x == i32::from(THREAD_STATUS_OK) || x == i32::from(THREAD_STATUS_YIELD))
        {
            if co.has_finalizers() {
                thread.prepare_finalize_state(&co, true)?;
                co.reset()?;
                return thread.run_finalizers(true, true);
            }

            thread.push_boolean(1)?;
            co.reset()?;
            Ok(1)
        } else {
            debug_assert!(!co.has_finalizers());
            thread.push_boolean(0)?;

            if co.status() == THREAD_STATUS_ERR_MEM as i32 {
                thread.push_string(crate::state::LUA_MEMERRMSG)?;
            } else if co.status() == THREAD_STATUS_ERR_ERR as i32 {
                thread.push_string(crate::state::LUA_ERRERRMSG)?;
            } else if co.get_top() != 0 {
                co.x_move(thread, 1)?;
            }

            co.reset()?;
            Ok(2)
        }
    }
}

fn coroutine_close_cont(ctx: NativeCallContext, status: i32) -> NativeCallResult {
    let thread = ctx.raw_thread();
    unsafe {
        if status != crate::state::LUA_OK {
            thread.push_boolean(0)?;
            thread.insert(-2);
            return Ok(2);
        }

        thread.run_finalizers(true, true)
    }
}

fn coroutine_finally(ctx: NativeCallContext) -> NativeCallResult {
    let thread = ctx.raw_thread();
    unsafe {
        let co = thread.to_thread(1);
        ctx.arg(1).expected(co.is_some(), "thread")?;
        let co = co.unwrap_unchecked();

        if thread.is_none_or_nil(2) != 0 {
            return crate::error!(thread, "missing argument #%d", 2).map_err(Into::into);
        }

        thread.add_finalizer(&co, 2)?;
        Ok(0)
    }
}

impl Thread {
    /// `luaopen_coroutine`
    pub unsafe fn open_coroutine(&self) -> NativeCallResult {
        unsafe {
            self.register(
                Some(super::LUA_COLIB_NAME),
                if flags::DebugLuauCoroutineFinally.get() {
                    &CO_FUNCS_WITH_FINALLY[..]
                } else {
                    &CO_FUNCS[..]
                },
            )?
        };
        unsafe {
            self.push_native_closure_k(
                coroutine_resume_yieldable,
                Some("resume"),
                0,
                Some(coroutine_resume_cont),
            )?;
            self.raw_set_field(-2, "resume")?;

            if flags::DebugLuauCoroutineFinally.get() {
                self.push_native_closure_k(
                    coroutine_close_yieldable,
                    Some("close"),
                    0,
                    Some(coroutine_close_cont),
                )?;
                self.raw_set_field(-2, "close")?;
            }
        }
        Ok(1)
    }
}
