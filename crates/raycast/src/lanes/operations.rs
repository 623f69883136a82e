//! Macros for functions of [`crate::lanes::lanes::Lanes`] that are alike for all kinds of registers.

/// Defines operations of [`Lanes`](crate::lanes::lanes::Lanes) whose operands are registers. The result is a register
/// (`Self`) or a set of lanes (`u32`). `unsafe` comes first if the instructions are unsafe to call.
macro_rules! operations {
    (unsafe $kind:ident: $($name:ident($($operand:ident),+) = $result:expr;)+) => {
        // SAFETY: lanes exist only if the processor has the instructions.
        operations! { $kind: $($name($($operand),+) = unsafe { $result };)+ }
    };
    (Self: $($name:ident($one:ident $(, $other:ident)*) = $result:expr;)+) => { $(
        #[inline(always)]
        fn $name(self $(, $other: Self)*) -> Self {
            let ($one, $(Self($other),)*) = (self.0, $($other,)*);
            Self($result)
        }
    )+ };
    (u32: $($name:ident($one:ident, $other:ident) = $result:expr;)+) => { $(
        #[inline(always)]
        fn $name(self, $other: Self) -> u32 {
            let ($one, Self($other)) = (self.0, $other);
            $result
        }
    )+ };
}

/// Defines [`Lanes::detect`](crate::lanes::lanes::Lanes::detect) and
/// [`Lanes::apart`](crate::lanes::lanes::Lanes::apart) for lanes that need these processor features. An empty list
/// means that every processor of the architecture has the instructions.
macro_rules! needs {
    () => {
        fn detect() -> Option<Token<Self>> {
            // SAFETY: every processor that this is compiled for has the instructions.
            Some(unsafe { Token::new() })
        }
        #[inline(always)]
        fn apart(token: Token<Self>, work: impl Work<Self>) {
            #[inline(never)]
            fn apart<L>(token: Token<L>, work: impl Work<L>) {
                work.run(token);
            }
            apart(token, work);
        }
    };
    ($($feature:tt),+) => {
        fn detect() -> Option<Token<Self>> {
            // A virtual machine may expose the first feature without the others.
            let has_all = $(std::arch::is_x86_feature_detected!($feature))&&+;
            // SAFETY: the processor has all of them.
            if has_all { Some(unsafe { Token::new() }) } else { None }
        }
        #[inline(always)]
        fn apart(token: Token<Self>, work: impl Work<Self>) {
            #[target_feature($(enable = $feature),+)]
            #[inline(never)]
            fn apart<L>(token: Token<L>, work: impl Work<L>) {
                work.run(token);
            }
            // SAFETY: a token exists only if `detect` has found these features.
            unsafe { apart(token, work) }
        }
    };
}

#[cfg(target_arch = "x86_64")]
/// Defines the gathers of lanes that read texels with this instruction, or one by one.
macro_rules! gathers {
    ($from:ident, $index:ident => $all:expr) => {
        #[inline(always)]
        unsafe fn gather(from: *const u32, index: Self) -> Self {
            let ($from, Self($index)) = (from.cast(), index);
            // SAFETY: the caller guarantees a readable number at each index.
            unsafe { if GATHERS { Self($all) } else { Self::one_by_one(from, index.numbers()) } }
        }
        #[inline(always)]
        unsafe fn gather_both([one, other]: [*const u32; 2], index: Self) -> [Self; 2] {
            // SAFETY: the caller guarantees two readable numbers at each index.
            unsafe {
                if GATHERS {
                    return [Self::gather(one, index), Self::gather(other, index)];
                }
                let indices = index.numbers();
                [Self::one_by_one(one, indices), Self::one_by_one(other, indices)]
            }
        }
    };
}
