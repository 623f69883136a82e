//! The worker pool: threads that wait to share the work of a frame, so that no frame has to start any.
#![allow(unsafe_code, reason = "waiting threads borrow work that lives only as long as a call")]

use std::{
    hint::spin_loop,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread::JoinHandle,
};

/// The maximum number of threads that share a frame.
pub const MAX_THREADS: usize = 64;

/// The number of times a thread spins for new work, or for the others to finish, before it blocks or yields: some tens
/// of microseconds.
const PATIENCE: u32 = 20_000;

/// Work: a function of the thread's index and the part's index.
type Work<'a> = dyn Fn(usize, usize) + Sync + 'a;

/// Threads that wait for work.
#[derive(Debug, Default)]
pub(crate) struct WorkerPool {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    orders: Mutex<Orders>,
    /// Signals new work, or the end of the pool.
    wake: Condvar,
    /// The number of orders so far.
    number: AtomicUsize,
    /// The next part of the work to take.
    next: AtomicUsize,
    /// The number of threads that are still working.
    busy: AtomicUsize,
    /// True if a part of the work panicked.
    failed: AtomicBool,
}

#[derive(Debug, Default)]
struct Orders {
    work: Option<Lent>,
    parts: usize,
    is_over: bool,
}

/// Work that the workers borrow until `busy` is 0.
#[derive(Clone, Copy, Debug)]
struct Lent(*const Work<'static>);

// SAFETY: the work is `Sync`, and `WorkerPool::share` keeps it alive until every thread is done with it.
unsafe impl Send for Lent {}

impl WorkerPool {
    /// Creates a pool of 1 to [`MAX_THREADS`] threads, including the calling one.
    ///
    /// There are fewer if the system cannot start all of them.
    pub(crate) fn new(threads: usize) -> Self {
        let shared = Arc::<Shared>::default();
        let start = |number: usize| {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new().name("raycast".to_owned()).spawn(move || serve(&shared, number)).ok()
        };
        let threads = (1..threads.min(MAX_THREADS)).map_while(start).collect();
        WorkerPool { shared, threads }
    }

    /// Returns the number of threads, including the calling one.
    pub(crate) fn size(&self) -> usize {
        self.threads.len() + 1
    }

    /// Runs all parts of some work, each exactly once, and returns when all are done.
    ///
    /// # Panics
    /// If a part panics.
    pub(crate) fn share(&self, parts: usize, work: &Work<'_>) {
        if self.threads.is_empty() {
            return (0..parts).for_each(|part| work(0, part));
        }
        let shared = &*self.shared;
        let pointer: *const Work<'_> = work;
        // SAFETY: only the lifetime changes. The work lives until this function returns. It returns only after `busy`
        // is 0 again, and from then on no thread accesses the work.
        let lent = Lent(unsafe { std::mem::transmute::<*const Work<'_>, *const Work<'static>>(pointer) });
        {
            let mut orders = shared.orders();
            shared.next.store(0, Ordering::Relaxed);
            shared.busy.store(self.threads.len(), Ordering::Relaxed);
            (orders.work, orders.parts) = (Some(lent), parts);
            shared.number.fetch_add(1, Ordering::Release);
        }
        shared.wake.notify_all();
        // The other threads must be waited for even if a part panics here.
        let own = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| shared.take_parts(0, parts, work)));
        let mut looked = 0;
        while shared.busy.load(Ordering::Acquire) > 0 {
            looked += 1;
            if looked < PATIENCE { spin_loop() } else { std::thread::yield_now() }
        }
        if let Err(panic) = own {
            std::panic::resume_unwind(panic);
        }
        assert!(!shared.failed.swap(false, Ordering::Relaxed), "a thread of the raycaster panicked");
    }
}

impl Drop for WorkerPool {
    fn drop(&mut self) {
        self.shared.orders().is_over = true;
        self.shared.number.fetch_add(1, Ordering::Release);
        self.shared.wake.notify_all();
        for thread in self.threads.drain(..) {
            // Ignore the result: workers catch their panics.
            drop(thread.join());
        }
    }
}

impl Shared {
    fn orders(&self) -> MutexGuard<'_, Orders> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs one part after another until none is left.
    fn take_parts(&self, thread: usize, parts: usize, work: &Work<'_>) {
        loop {
            let part = self.next.fetch_add(1, Ordering::Relaxed);
            if part >= parts {
                return;
            }
            work(thread, part);
        }
    }

    /// Waits for an order after the last one; returns `None` when the pool ends.
    fn wait(&self, last: &mut usize) -> Option<(Lent, usize)> {
        for _ in 0..PATIENCE {
            if self.number.load(Ordering::Acquire) != *last {
                break;
            }
            spin_loop();
        }
        let mut orders = self.orders();
        while self.number.load(Ordering::Acquire) == *last {
            orders = self.wake.wait(orders).unwrap_or_else(PoisonError::into_inner);
        }
        *last = self.number.load(Ordering::Acquire);
        if orders.is_over { None } else { orders.work.map(|work| (work, orders.parts)) }
    }
}

/// Runs a worker thread.
fn serve(shared: &Shared, thread: usize) {
    let mut last = 0;
    while let Some((lent, parts)) = shared.wait(&mut last) {
        // SAFETY: the work lives until `busy` is 0, and this thread has not counted down yet.
        let work = unsafe { &*lent.0 };
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| shared.take_parts(thread, parts, work)));
        if done.is_err() {
            shared.failed.store(true, Ordering::Relaxed);
        }
        shared.busy.fetch_sub(1, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn share_runs_every_part_once_with_any_thread_count() {
        for threads in [1, 2, 3, 7] {
            let workers = WorkerPool::new(threads);
            // WebAssembly has no threads.
            assert_eq!(workers.size(), if cfg!(target_family = "wasm") { 1 } else { threads });
            for parts in [0, 1, 2, 50] {
                let done: Vec<AtomicUsize> = (0..parts).map(|_| AtomicUsize::new(0)).collect();
                workers.share(parts, &|thread, part| {
                    assert!(thread < threads);
                    done[part].fetch_add(1, Ordering::Relaxed);
                });
                assert!(done.iter().all(|count| count.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    #[cfg_attr(not(panic = "unwind"), ignore = "a panic ends the program")]
    fn panic_reaches_the_caller_and_the_pool_stays_usable() {
        let workers = WorkerPool::new(2);
        for _ in 0..20 {
            let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                workers.share(8, &|_, part| assert!(part != 3, "part 3 fails on purpose"));
            }));
            assert!(caught.is_err());
            workers.share(8, &|_, _| ());
        }
    }
}
