//! Cache of the kernel benchmark: remembers the fastest kernel, so that later starts do not benchmark again.
//!
//! If anything is wrong with the file, the kernels are benchmarked again and the file is rewritten. An unreadable file
//! is renamed.

use crate::files::kept_file::KeptFile;
use bevy::log::Level;
use ports::Store;
use raycast::Kernel;
use renderer::{DrawKernel, KernelReason};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Name in the store.
const FILE: &str = "kernel.ron";
/// Maximum file size in bytes.
const MAX_BYTES: usize = 4 << 10;

/// Content of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    /// Version of the game, the processor, and the names of the benchmarked kernels.
    version: String,
    processor: String,
    kernels: Vec<String>,
    /// The fastest kernel, and its time in nanoseconds per pixel.
    quickest: String,
    ns_per_pixel: f64,
}

impl Kept {
    /// Returns the content that a benchmark on this machine would write for this winner.
    fn here(quickest: Kernel, ns_per_pixel: f64) -> Kept {
        Kept {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            processor: raycast::processor(),
            kernels: Kernel::available().map(|kernel| kernel.name().to_owned()).collect(),
            quickest: quickest.name().to_owned(),
            ns_per_pixel,
        }
    }
}

/// The selected kernel, and a log message about the file.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) kernel: DrawKernel,
    pub(crate) told: Option<(Level, String)>,
}

impl Chosen {
    /// Logs the selected kernel, why it was selected, and any problem with the file.
    pub(crate) fn log(&self) {
        match &self.told {
            Some((Level::WARN, what)) => bevy::log::warn!("{what}"),
            Some((_, what)) => bevy::log::info!("{what}"),
            None => {}
        }
        bevy::log::info!("rendering with the kernel {}", self.kernel);
    }
}

/// Returns the requested kernel. For [`Kernel::Auto`], returns the one in the file, or benchmarks the kernels and
/// writes the fastest one to the file. `clock` returns the time since a fixed moment.
pub(crate) fn choose(asked: Kernel, store: &Store, clock: &mut dyn FnMut() -> Duration) -> Chosen {
    if asked != Kernel::Auto {
        return Chosen { kernel: DrawKernel::asked_or_known(asked), told: None };
    }
    let mut told = None;
    let file = KeptFile::new(store, FILE, MAX_BYTES);
    match file.as_ref().map(read) {
        Some(Ok(Some(kernel))) => return Chosen { kernel, told: None },
        Some(Err(what)) => told = Some(what),
        Some(Ok(None)) | None => {}
    }
    let kernel = DrawKernel::asked_or_timed(Kernel::Auto, clock);
    if let (Some(file), KernelReason::Timed(trials)) = (&file, &kernel.why) {
        let kept = Kept::here(kernel.kernel, trials.first().map_or(0.0, |first| first.ns_per_pixel));
        if let Err(what) = write(file, &kept) {
            told = Some((Level::WARN, format!("{what}; the next start benchmarks the kernels again")));
        }
    }
    Chosen { kernel, told }
}

/// Returns the kernel in the file, if there is a file, or the reason why it is ignored.
fn read(file: &KeptFile) -> Result<Option<DrawKernel>, (Level, String)> {
    let broken = |what: &str| (Level::WARN, format!("{what}; benchmarking the kernels again"));
    let kept = match file.read::<Kept>() {
        Ok(Some((kept, _))) => kept,
        Ok(None) => return Ok(None),
        Err(why) => return Err(broken(why.what())),
    };
    let path = file.path();
    let name = path.display();
    let kernel = Kernel::available().find(|kernel| kernel.name() == kept.quickest);
    let here = Kept::here(kernel.unwrap_or_default(), kept.ns_per_pixel);
    if (&here.version, &here.processor, &here.kernels) != (&kept.version, &kept.processor, &kept.kernels) {
        let what = "is from another version of the game or another processor; benchmarking the kernels again";
        return Err((Level::INFO, format!("{name} {what}")));
    }
    let kernel = kernel.filter(|_| kept.ns_per_pixel.is_finite() && kept.ns_per_pixel >= 0.0);
    let kernel = kernel.ok_or_else(|| broken(&format!("{name}: no valid timing for a kernel of this CPU")))?;
    Ok(Some(DrawKernel { kernel, why: KernelReason::Kept(kept.ns_per_pixel) }))
}

/// Writes the file. An unreadable file is renamed, because it may be from a newer version.
fn write(file: &KeptFile, kept: &Kept) -> Result<(), String> {
    file.update::<Kept>(|_| {
        let text = ron::ser::to_string_pretty(kept, ron::ser::PrettyConfig::default());
        text.map(|text| text + "\n").map_err(|error| error.to_string())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ports::{Clock, Folders};
    use std::{fs, path::Path};

    /// Selects a kernel with a file of this path.
    fn choose_at(path: &Path) -> Chosen {
        let clock = Clock::of_machine();
        choose(Kernel::Auto, &store_of(path), &mut || clock.now())
    }

    fn store_of(path: &Path) -> Store {
        Store::in_folder(path.parent().unwrap())
    }

    fn is_timed(chosen: &Chosen) -> bool {
        matches!(chosen.kernel.why, KernelReason::Timed(_))
    }

    #[test]
    fn first_start_benchmarks_kernels_and_the_next_one_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/kernel.ron");
        let first = choose_at(&path);
        assert!(is_timed(&first) && first.told.is_none(), "{first:?}");
        let next = choose(Kernel::Auto, &store_of(&path), &mut || unreachable!("no benchmark must run"));
        assert_eq!(next.kernel.kernel, first.kernel.kernel);
        assert!(matches!(next.kernel.why, KernelReason::Kept(time) if time > 0.0) && next.told.is_none(), "{next:?}");
        let asked = choose(Kernel::Plain, &store_of(&path), &mut || unreachable!("no benchmark must run"));
        assert_eq!(asked.kernel.to_string(), "plain (requested)");
    }

    #[test]
    fn broken_cache_is_reported_and_renamed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kernel.ron");
        choose_at(&path);
        let good = fs::read_to_string(&path).unwrap();
        let version = env!("CARGO_PKG_VERSION");
        let quickest: Kept = level::read_ron("good", good.as_bytes(), MAX_BYTES).unwrap();
        let named = format!("quickest: \"{}\"", quickest.quickest);
        let cases = [
            (String::new(), Level::WARN, "kernel.ron"),
            ("(version: 7".to_owned(), Level::WARN, "kernel.ron"),
            ("x".repeat(MAX_BYTES + 1), Level::WARN, "more than 4096 bytes"),
            (good.replace(&named, "quickest: \"sse9\""), Level::WARN, "no valid timing"),
            (good.replace("ns_per_pixel: ", "ns_per_pixel: -"), Level::WARN, "no valid timing"),
            (good.replace(version, "0.0.9"), Level::INFO, "another version"),
            (good.replace(&raycast::processor(), "Zilog Z80"), Level::INFO, "another processor"),
            (good.replace("\"plain\"", "\"plainer\""), Level::INFO, "another version"),
        ];
        for (text, level, what) in cases {
            assert_ne!(text, good);
            fs::write(&path, &text).unwrap();
            let chosen = choose_at(&path);
            let (said_level, said) = chosen.told.clone().unwrap_or_else(|| panic!("no message about {text}"));
            assert!(said_level == level && said.contains(what) && !said.contains('\n'), "{said}");
            assert!(is_timed(&chosen), "{said}");
            assert!(choose_at(&path).told.is_none(), "the file must have been rewritten: {said}");
        }
        let aside = |number: u32| folder.path().join(format!("kernel.ron.broken{number}"));
        assert_eq!(fs::read_to_string(aside(2)).unwrap(), "(version: 7", "an unreadable file must be kept");
        assert!(aside(3).exists() && !aside(4).exists(), "a readable file must be replaced");
    }

    #[test]
    fn kernels_are_benchmarked_at_each_start_without_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        let chosen = choose_at(&file.join("kernel.ron"));
        assert!(is_timed(&chosen) && chosen.told.is_some_and(|(_, what)| what.contains("cannot be")));
        let clock = Clock::of_machine();
        let nowhere = choose(Kernel::Auto, &Store::on_disk(Folders::default()), &mut || clock.now());
        assert!(is_timed(&nowhere) && nowhere.told.is_none());
    }
}
