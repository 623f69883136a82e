//! Jobs: each one makes some files independently, so that several run in parallel.

use crate::{tools::framed::Framed, tools::store::Made};
use core::num::NonZero;
use std::{
    error::Error,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

/// Error of a job.
pub(crate) type FoundryError = Box<dyn Error + Send + Sync>;

/// Makes some files and images, the same ones each time.
pub(crate) type Job = Box<dyn Fn() -> Result<Vec<Product>, FoundryError> + Send + Sync>;

/// Output of a job.
pub(crate) enum Product {
    File(Made),
    /// An image for a sheet.
    Picture(Framed),
}

impl From<Made> for Product {
    fn from(made: Made) -> Self {
        Self::File(made)
    }
}

/// Runs a number of jobs, one per core at a time, and calls `tell` after each. The results are in the order of the
/// jobs, whichever finished first.
pub(crate) fn done<T: Send>(
    jobs: usize,
    job: impl Fn(usize) -> Result<Vec<T>, FoundryError> + Sync,
    tell: impl Fn() + Sync,
) -> Result<Vec<T>, FoundryError> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= jobs {
                return made;
            }
            made.push((number, job(number)));
            tell();
        }
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let mut all = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let fallen = |_| FoundryError::from("an image or a sound cannot be generated");
        workers.into_iter().map(|worker| worker.join().map_err(fallen)).collect::<Result<Vec<_>, _>>()
    })?
    .into_iter()
    .flatten()
    .collect::<Vec<_>>();
    all.sort_by_key(|(number, _)| *number);
    let made: Result<Vec<Vec<T>>, FoundryError> = all.into_iter().map(|(_, made)| made).collect();
    Ok(made?.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;

    #[test]
    fn results_keep_the_order_of_jobs() {
        let job = |number: usize| {
            thread::sleep(Duration::from_millis(20 / (number as u64 + 1)));
            Ok(vec![number])
        };
        let told = AtomicUsize::new(0);
        let tell = || {
            told.fetch_add(1, Ordering::Relaxed);
        };
        assert_eq!(done(9, job, tell).unwrap(), (0..9).collect::<Vec<_>>());
        assert_eq!(told.into_inner(), 9);
    }

    #[test]
    fn failing_job_is_reported() {
        let job = |number: usize| if number == 0 { Ok(vec![()]) } else { Err("no paint".into()) };
        assert_eq!(done(2, job, || ()).err().unwrap().to_string(), "no paint");
    }
}
