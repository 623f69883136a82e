//! Jobs: work that runs outside of the frame, on a thread or in slices.

use crate::native::threads;
use bevy::{ecs::resource::Resource, ecs::world::World};
use std::{
    collections::VecDeque,
    fmt::{self, Debug, Formatter},
    sync::mpsc::{Receiver, Sender, TryRecvError, channel},
    sync::{Mutex, PoisonError},
    task::Poll,
};

/// Starts jobs.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Jobs {
    /// Each job runs on a thread. Not available in browser builds.
    Threads,
    /// A job runs one slice of its work whenever its results are polled. Used in browser builds and tests.
    Slices,
}

/// Returns the number of threads that this machine can run at once, or 1 without threads.
pub fn cores() -> usize {
    threads::cores()
}

impl Default for Jobs {
    /// Returns threads where they are available, and slices otherwise.
    fn default() -> Jobs {
        if cfg!(target_family = "wasm") { Jobs::Slices } else { Jobs::Threads }
    }
}

impl Jobs {
    /// Returns the jobs of a world, or the default if it has none.
    pub fn of_world(world: &World) -> Jobs {
        world.get_resource().copied().unwrap_or_default()
    }

    /// Starts a job with one result. `name` is the name of its thread.
    pub fn spawn<T: Send + 'static>(self, name: &str, work: impl FnOnce() -> T + Send + 'static) -> Job<T> {
        let mut work = Some(work);
        self.spawn_slices(name, move || work.take().map(|work| work()))
    }

    /// Starts a job of several slices. Each call of `slice` returns the next result, and `None` at the end. On a
    /// thread, the job stops early once it has been dropped.
    pub fn spawn_slices<T: Send + 'static>(
        self,
        name: &str,
        mut slice: impl FnMut() -> Option<T> + Send + 'static,
    ) -> Job<T> {
        let half = match self {
            Jobs::Threads => {
                let (sender, results) = channel();
                let work = move || while slice().is_some_and(|result| sender.send(result).is_ok()) {};
                threads::start(name, work);
                Half::Thread(results)
            }
            Jobs::Slices => Half::Slices(Box::new(slice)),
        };
        Job(Mutex::new(half))
    }

    /// Starts a queue whose tasks run one after the other, in order.
    pub fn queue<T, D>(self, name: &str, mut work: impl FnMut(T) -> D + Send + 'static) -> JobQueue<T, D>
    where
        T: Send + 'static,
        D: Send + 'static,
    {
        let half = match self {
            Jobs::Threads => {
                let (tasks, to_do) = channel::<T>();
                let (sender, done) = channel();
                let all = move || {
                    for task in to_do {
                        if sender.send(work(task)).is_err() {
                            return;
                        }
                    }
                };
                threads::start(name, all);
                QueueHalf::Thread(tasks, done)
            }
            Jobs::Slices => QueueHalf::Slices(VecDeque::new(), Box::new(work)),
        };
        JobQueue { half: Mutex::new(half), waiting: 0 }
    }
}

/// A running job. Dropping it discards its results.
pub struct Job<T>(Mutex<Half<T>>);

enum Half<T> {
    Thread(Receiver<T>),
    Slices(Box<dyn FnMut() -> Option<T> + Send>),
    Over,
}

impl<T> Job<T> {
    /// Returns the next result if it is available, `Ready(None)` if there are no more, and `Pending` otherwise. It
    /// never blocks; without threads it runs one slice. A job that panicked has no more results.
    pub fn poll(&mut self) -> Poll<Option<T>> {
        let half = self.0.get_mut().unwrap_or_else(PoisonError::into_inner);
        let polled = match half {
            Half::Thread(results) => match results.try_recv() {
                Ok(result) => Poll::Ready(Some(result)),
                Err(TryRecvError::Empty) => Poll::Pending,
                Err(TryRecvError::Disconnected) => Poll::Ready(None),
            },
            Half::Slices(slice) => Poll::Ready(slice()),
            Half::Over => Poll::Ready(None),
        };
        if matches!(polled, Poll::Ready(None)) {
            *half = Half::Over;
        }
        polled
    }

    /// Waits for the next result, and returns `None` if no more will come.
    pub fn wait(&mut self) -> Option<T> {
        match self.0.get_mut().unwrap_or_else(PoisonError::into_inner) {
            Half::Thread(results) => results.recv().ok(),
            Half::Slices(_) | Half::Over => match self.poll() {
                Poll::Ready(result) => result,
                Poll::Pending => None,
            },
        }
    }
}

impl<T> Debug for Job<T> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        formatter.write_str("Job")
    }
}

/// A queue of tasks that run in order.
pub struct JobQueue<T, D> {
    half: Mutex<QueueHalf<T, D>>,
    /// Number of tasks whose results have not been taken.
    waiting: usize,
}

enum QueueHalf<T, D> {
    Thread(Sender<T>, Receiver<D>),
    Slices(VecDeque<T>, Box<dyn FnMut(T) -> D + Send>),
}

impl<T, D> JobQueue<T, D> {
    /// Appends a task.
    pub fn push(&mut self, task: T) {
        let pushed = match self.half.get_mut().unwrap_or_else(PoisonError::into_inner) {
            QueueHalf::Thread(tasks, _) => tasks.send(task).is_ok(),
            QueueHalf::Slices(tasks, _) => {
                tasks.push_back(task);
                true
            }
        };
        self.waiting += usize::from(pushed);
    }

    /// Returns the number of tasks whose results have not been taken.
    pub fn waiting(&self) -> usize {
        self.waiting
    }

    /// Returns the results of completed tasks. Without threads it runs one task.
    pub fn poll(&mut self) -> Vec<D> {
        let done: Vec<D> = match self.half.get_mut().unwrap_or_else(PoisonError::into_inner) {
            QueueHalf::Thread(_, done) => done.try_iter().collect(),
            QueueHalf::Slices(tasks, work) => tasks.pop_front().map(work).into_iter().collect(),
        };
        self.waiting -= done.len();
        done
    }

    /// Waits until all tasks are completed, and returns their results.
    pub fn finish(&mut self) -> Vec<D> {
        let done: Vec<D> = match self.half.get_mut().unwrap_or_else(PoisonError::into_inner) {
            // A task that panicked has no result.
            QueueHalf::Thread(_, done) => done.iter().take(self.waiting).collect(),
            QueueHalf::Slices(tasks, work) => tasks.drain(..).map(work).collect(),
        };
        self.waiting = 0;
        done
    }
}

impl<T, D> Debug for JobQueue<T, D> {
    fn fmt(&self, formatter: &mut Formatter) -> fmt::Result {
        write!(formatter, "JobQueue({} waiting)", self.waiting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    /// Returns all results of a job.
    fn results<T>(mut job: Job<T>) -> Vec<T> {
        let mut list = Vec::new();
        loop {
            match job.poll() {
                Poll::Ready(Some(result)) => list.push(result),
                Poll::Ready(None) => return list,
                Poll::Pending => std::thread::sleep(Duration::from_millis(1)),
            }
        }
    }

    #[test]
    fn job_has_the_same_results_on_a_thread_and_in_slices() {
        for jobs in [Jobs::Threads, Jobs::Slices] {
            assert_eq!(results(jobs.spawn("sum", || 2 + 3)), [5], "{jobs:?}");
            let mut left = 3;
            let count_down = move || {
                left -= 1;
                (left >= 0).then_some(left)
            };
            assert_eq!(results(jobs.spawn_slices("count", count_down)), [2, 1, 0], "{jobs:?}");
        }
    }

    #[test]
    fn waiting_for_a_job_needs_no_polls() {
        for jobs in [Jobs::Threads, Jobs::Slices] {
            let mut job = jobs.spawn("slow", || std::thread::sleep(Duration::from_millis(20)));
            assert_eq!((job.wait(), job.wait(), job.poll()), (Some(()), None, Poll::Ready(None)), "{jobs:?}");
        }
    }

    #[test]
    fn slices_run_only_when_polled() {
        let mut job = Jobs::Slices.spawn_slices("never", || -> Option<u8> { panic!("no one has polled") });
        drop(Jobs::Slices.spawn("never", || panic!("no one has polled")));
        assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job.poll())).is_err());
    }

    #[test]
    fn job_that_panicked_has_no_more_results() {
        let job = Jobs::Threads.spawn("panic", || -> u8 { std::panic::resume_unwind(Box::new("panic")) });
        assert_eq!(results(job), []);
    }

    #[test]
    fn queue_does_its_tasks_in_order_and_finish_waits_for_all() {
        for jobs in [Jobs::Threads, Jobs::Slices] {
            let mut sum = 0;
            let mut queue = jobs.queue("sum", move |number: u64| {
                std::thread::sleep(Duration::from_millis(number));
                sum += number;
                sum
            });
            [1, 20, 3].into_iter().for_each(|number| queue.push(number));
            let mut done = queue.poll();
            assert!(done.len() < 3 && queue.waiting() == 3 - done.len(), "{jobs:?}");
            done.extend(queue.finish());
            assert_eq!((done, queue.waiting()), (vec![1, 21, 24], 0), "{jobs:?}");
        }
    }
}
