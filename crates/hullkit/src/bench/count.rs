//! `hullkit bench count`: benchmarks filling, writing and reading counted sets, with adding one by one as the baseline.

use crate::command_line::failure::{Failure, say};
use clap::Args;
use level::CountedSet;
use serde::Serialize;
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// The number of times that each set is filled, alternately one by one and in bulk. The best times count.
const ROUNDS: usize = 3;
/// The number of times that an archive is written and read. The best times count.
const ARCHIVE_ROUNDS: usize = 200;

/// The sets: their names and the count of each item.
const SETS: [(&str, [u64; 6]); 3] = [
    ("2 850 000 in 6", [1_000_000, 750_000, 500_000, 350_000, 200_000, 50_000]),
    ("6 in 6", [1; 6]),
    ("10^12 in 6", [400_000_000_000, 300_000_000_000, 200_000_000_000, 99_999_999_999, 1, 0]),
];
/// The number of sets that are filled. Filling the last one would take hours.
const FILLED: usize = 2;
const ITEMS: [&str; 6] = ["Ale", "Bow", "Crown", "Dagger", "Emerald", "Flask"];

/// Times filling counted sets one by one and in bulk, and writing and reading them as text (JSON and RON) and as the
/// binary archive of saves.
#[derive(Args)]
pub(crate) struct Count {
    /// Print one JSON object: adds, one_by_one_seconds, bulk_seconds, ratio, archives.
    #[arg(long)]
    json: bool,
}

/// The printed results.
#[derive(Serialize)]
struct Figures {
    /// The number of additions one by one.
    adds: u64,
    one_by_one_seconds: f64,
    bulk_seconds: f64,
    /// The time of adding one by one, divided by that of adding in bulk.
    ratio: f64,
    archives: Vec<Archive>,
}

/// A set in a file format.
#[derive(Serialize)]
struct Archive {
    set: &'static str,
    format: &'static str,
    bytes: usize,
    write_us: f64,
    read_us: f64,
    /// The size and the reading time relative to the binary archive.
    size_ratio: f64,
    read_ratio: f64,
}

/// A file format.
struct Format {
    name: &'static str,
    write: fn(&CountedSet<String>) -> Result<Vec<u8>, String>,
    read: fn(&[u8]) -> Result<CountedSet<String>, String>,
}

/// The formats. The others are compared with the binary one, which is first.
const FORMATS: [Format; 3] = [
    Format {
        name: "postcard",
        write: |set| postcard::to_stdvec(set).map_err(|error| error.to_string()),
        read: |bytes| postcard::from_bytes(bytes).map_err(|error| error.to_string()),
    },
    Format {
        name: "RON",
        write: |set| ron::to_string(set).map(String::into_bytes).map_err(|error| error.to_string()),
        read: |bytes| ron::de::from_bytes(bytes).map_err(|error| error.to_string()),
    },
    Format {
        name: "JSON",
        write: |set| serde_json::to_vec(set).map_err(|error| error.to_string()),
        read: |bytes| serde_json::from_slice(bytes).map_err(|error| error.to_string()),
    },
];

impl Count {
    /// Measures and prints.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let (mut one_by_one, mut bulk) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            let (time, singly) = timed(|| SETS[..FILLED].iter().map(|(_, counts)| filled_singly(counts)).collect());
            one_by_one = one_by_one.min(time);
            let (time, at_once) = timed(|| SETS[..FILLED].iter().map(|(_, counts)| filled(counts)).collect());
            bulk = bulk.min(time);
            let (singly, at_once): (Vec<CountedSet<&str>>, Vec<CountedSet<&str>>) = (singly, at_once);
            if singly != at_once {
                return Err(Failure::data("adding one by one and in bulk give different sets"));
            }
        }
        let (one_by_one_seconds, bulk_seconds) = (one_by_one.as_secs_f64(), bulk.as_secs_f64().max(1e-9));
        let archives = SETS.iter().map(|(name, counts)| archived(name, counts)).collect::<Result<Vec<_>, _>>();
        let figures = Figures {
            adds: SETS[..FILLED].iter().flat_map(|(_, counts)| counts).sum(),
            one_by_one_seconds,
            bulk_seconds,
            ratio: one_by_one_seconds / bulk_seconds,
            archives: archives.map_err(Failure::data)?.into_iter().flatten().collect(),
        };
        say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.text() })
    }
}

impl Figures {
    /// Returns the results for people.
    fn text(&self) -> String {
        let Figures { adds, one_by_one_seconds, bulk_seconds, ratio, archives } = self;
        let first = format!(
            "{adds} adds one by one: {:.2} ms; in bulk: {:.2} µs; ratio {ratio:.0}",
            one_by_one_seconds * 1e3,
            bulk_seconds * 1e6
        );
        let lines = archives.iter().map(|archive| {
            let Archive { set, format, bytes, write_us, read_us, size_ratio, read_ratio } = archive;
            format!(
                "{set:<15} {format:<9} {bytes:>4} bytes ({size_ratio:.2} times postcard), written in {write_us:.2} µs, read in \
                 {read_us:.2} µs ({read_ratio:.2} times postcard)"
            )
        });
        std::iter::once(first).chain(lines).collect::<Vec<_>>().join("\n")
    }
}

/// Runs a piece of work. Returns its time and its result.
fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let began = Instant::now();
    let result = black_box(work());
    (began.elapsed(), result)
}

/// Returns a set that was filled one by one.
fn filled_singly(counts: &[u64; 6]) -> CountedSet<&'static str> {
    let mut set = CountedSet::default();
    for (item, &count) in ITEMS.into_iter().zip(counts) {
        (0..count).for_each(|_| set.add(black_box(item), 1));
    }
    set
}

/// Returns a set that was filled in bulk.
fn filled(counts: &[u64; 6]) -> CountedSet<&'static str> {
    let mut set = CountedSet::default();
    set.add_all(ITEMS.into_iter().zip(counts.iter().copied()));
    set
}

/// Writes and reads a set in all formats.
///
/// # Errors
/// If a format cannot write or read the set, or reads a different one.
fn archived(name: &'static str, counts: &[u64; 6]) -> Result<Vec<Archive>, String> {
    let mut set = CountedSet::default();
    set.add_all(ITEMS.into_iter().map(str::to_owned).zip(counts.iter().copied()));
    let mut archives: Vec<Archive> = Vec::new();
    for Format { name: format, write, read } in FORMATS {
        let (mut bytes, mut written, mut read_in) = (Vec::new(), Duration::MAX, Duration::MAX);
        for _ in 0..ARCHIVE_ROUNDS {
            let (time, result) = timed(|| write(&set));
            (bytes, written) = (result?, written.min(time));
            let (time, again) = timed(|| read(&bytes));
            read_in = read_in.min(time);
            if again? != set {
                return Err(format!("{format} reads a different set than it wrote"));
            }
        }
        // A coarse clock may not advance in the meantime.
        let micros = |time: Duration| (time.as_secs_f64() * 1e6).max(1e-3);
        let (bytes, write_us, read_us) = (bytes.len(), micros(written), micros(read_in));
        let (size, time) = archives.first().map_or((bytes, read_us), |binary| (binary.bytes, binary.read_us));
        let (size_ratio, read_ratio) = (bytes as f64 / size as f64, read_us / time);
        archives.push(Archive { set: name, format, bytes, write_us, read_us, size_ratio, read_ratio });
    }
    Ok(archives)
}
