//! Stands in for the crate `inventory`, with which `bevy_reflect` lists every type of Bevy before `main`, and lists nothing.
//!
//! Half of the functions of the release program were only there to be listed, and the game never asks for the list
//! (docs/performance.md). Bevy's crates turn the feature on for each other, so it cannot be turned off. `Cargo.toml` puts this
//! crate in the other's place; it has as much of it as `bevy_reflect` uses. Who wants a type of Bevy registered registers it.

use std::iter::Empty;
use std::marker::PhantomData;

/// What could be listed.
pub trait Collect: 'static {}

/// All that was listed of a kind, to go through by its only value, [`iter`]: nothing.
#[derive(Clone, Copy, Debug)]
pub enum Listed<T> {
    /// Them.
    #[expect(non_camel_case_types, reason = "it is named as in the other crate, where it looks like a function")]
    iter,
    /// Nobody makes one.
    #[doc(hidden)]
    Never(PhantomData<T>, std::convert::Infallible),
}

pub use Listed::iter;

impl<T: Collect> IntoIterator for Listed<T> {
    type Item = &'static T;
    type IntoIter = Empty<&'static T>;

    fn into_iter(self) -> Self::IntoIter {
        std::iter::empty()
    }
}

/// Says that values of a type may be listed.
#[macro_export]
macro_rules! collect {
    ($listed:ty) => {
        impl $crate::Collect for $listed {}
    };
}

/// Would list a value.
#[macro_export]
macro_rules! submit {
    ($($value:tt)*) => {};
}
