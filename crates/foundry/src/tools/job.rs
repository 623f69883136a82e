//! Jobs: what makes files, each by itself, so that several are done at once.

use core::num::NonZero;
use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::store::Made;

/// What may go wrong with a job.
pub(crate) type Trouble = Box<dyn Error + Send + Sync>;

/// Makes some files, the same ones each time.
pub(crate) type Job = Box<dyn Fn() -> Result<Vec<Made>, Trouble> + Send + Sync>;

/// Does all jobs, as many at once as there are cores, and tells when each is done. The files come in the order of the jobs, whoever
/// was faster.
pub(crate) fn done(jobs: &[Job], tell: impl Fn() + Sync) -> Result<Vec<Made>, Trouble> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let Some(job) = jobs.get(number) else { return made };
            made.push((number, job()));
            tell();
        }
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let mut all = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        let fallen = |_| Trouble::from("a picture or sound cannot be made");
        workers.into_iter().map(|worker| worker.join().map_err(fallen)).collect::<Result<Vec<_>, _>>()
    })?
    .into_iter()
    .flatten()
    .collect::<Vec<_>>();
    all.sort_by_key(|(number, _)| *number);
    let files: Result<Vec<Vec<Made>>, Trouble> = all.into_iter().map(|(_, made)| made).collect();
    Ok(files?.into_iter().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::time::Duration;

    #[test]
    fn files_come_in_order_though_the_first_job_is_the_slowest() {
        let job = |number: u64| -> Job {
            Box::new(move || {
                thread::sleep(Duration::from_millis(20 / (number + 1)));
                Ok(vec![Made { path: number.to_string(), bytes: vec![] }])
            })
        };
        let (jobs, told): (Vec<Job>, _) = ((0..9).map(job).collect(), AtomicUsize::new(0));
        let tell = || {
            told.fetch_add(1, Ordering::Relaxed);
        };
        let paths: Vec<String> = done(&jobs, tell).unwrap().into_iter().map(|made| made.path).collect();
        assert_eq!(paths.concat(), "012345678");
        assert_eq!(told.into_inner(), 9);
    }

    #[test]
    fn one_that_fails_is_told() {
        let jobs: [Job; 2] = [Box::new(|| Ok(vec![])), Box::new(|| Err("no paint".into()))];
        assert_eq!(done(&jobs, || ()).err().unwrap().to_string(), "no paint");
    }
}
