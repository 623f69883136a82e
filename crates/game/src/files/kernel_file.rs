//! The file that keeps which kernel was the quickest at the first start, so that no later one has to time them.
//!
//! It is a cache: whatever is wrong with it, the kernels are timed again, and it is written anew. What cannot be read is put aside.

use crate::files::kept_file::KeptFile;
use bevy::log::Level;
use ports::Store;
use raycast::Kernel;
use renderer::{DrawKernel, KernelReason};
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Its name in the store.
const FILE: &str = "kernel.ron";
/// The largest file that is read, in bytes.
const MAX_BYTES: usize = 4 << 10;

/// What the file says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    /// The version of the game whose kernels were timed, the processor that they drew on, and their names.
    version: String,
    processor: String,
    kernels: Vec<String>,
    /// The quickest, and how long it took for a pixel, in nanoseconds.
    quickest: String,
    ns_per_pixel: f64,
}

impl Kept {
    /// What a trial here and now would say, but for who won.
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

/// The kernel that draws, and what is to be said of the file.
#[derive(Clone, Debug)]
pub(crate) struct Chosen {
    pub(crate) kernel: DrawKernel,
    told: Option<(Level, String)>,
}

impl Chosen {
    /// Says in the log which kernel draws and why, and what is wrong with the file.
    pub(crate) fn log(&self) {
        match &self.told {
            Some((Level::WARN, what)) => bevy::log::warn!("{what}"),
            Some((_, what)) => bevy::log::info!("{what}"),
            None => {}
        }
        bevy::log::info!("the deck is drawn by the kernel {}", self.kernel);
    }
}

/// The kernel that was asked for; for [`Kernel::Auto`] the one that the file names, or the quickest in a trial, which it then names.
/// `clock` says how much time has passed since any moment.
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
            told = Some((Level::WARN, format!("{what}: the next start times the kernels again")));
        }
    }
    Chosen { kernel, told }
}

/// The kernel that a file names, if there is such a file; or why it does not count.
fn read(file: &KeptFile) -> Result<Option<DrawKernel>, (Level, String)> {
    let broken = |what: &str| (Level::WARN, format!("{what}: the kernels are timed again"));
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
        let what = "is of another version of the game, or of another processor: the kernels are timed again";
        return Err((Level::INFO, format!("{name} {what}")));
    }
    let kernel = kernel.filter(|_| kept.ns_per_pixel.is_finite() && kept.ns_per_pixel >= 0.0);
    let kernel = kernel.ok_or_else(|| broken(&format!("{name} names no kernel of this processor and its time")))?;
    Ok(Some(DrawKernel { kernel, why: KernelReason::Kept(kept.ns_per_pixel) }))
}

/// Writes it; an error is one sentence. A file that cannot be read is put aside: it may be of a newer version.
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

    /// Chooses with a file of this path.
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
    fn the_first_start_times_the_kernels_and_the_next_one_knows() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/kernel.ron");
        let first = choose_at(&path);
        assert!(is_timed(&first) && first.told.is_none(), "{first:?}");
        let next = choose(Kernel::Auto, &store_of(&path), &mut || unreachable!("nothing is timed"));
        assert_eq!(next.kernel.kernel, first.kernel.kernel);
        assert!(matches!(next.kernel.why, KernelReason::Kept(time) if time > 0.0) && next.told.is_none(), "{next:?}");
        let asked = choose(Kernel::Plain, &store_of(&path), &mut || unreachable!("nothing is timed"));
        assert_eq!(asked.kernel.to_string(), "plain (asked for)");
    }

    #[test]
    fn broken_file_is_reported_in_a_sentence_and_put_aside() {
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
            (good.replace(&named, "quickest: \"sse9\""), Level::WARN, "names no kernel"),
            (good.replace("ns_per_pixel: ", "ns_per_pixel: -"), Level::WARN, "names no kernel"),
            (good.replace(version, "0.0.9"), Level::INFO, "another version"),
            (good.replace(&raycast::processor(), "Zilog Z80"), Level::INFO, "another processor"),
            (good.replace("\"plain\"", "\"plainer\""), Level::INFO, "another version"),
        ];
        for (text, level, what) in cases {
            assert_ne!(text, good);
            fs::write(&path, &text).unwrap();
            let chosen = choose_at(&path);
            let (said_level, said) = chosen.told.clone().unwrap_or_else(|| panic!("nothing is said of {text}"));
            assert!(said_level == level && said.contains(what) && !said.contains('\n'), "{said}");
            assert!(is_timed(&chosen), "{said}");
            assert!(choose_at(&path).told.is_none(), "it was written anew: {said}");
        }
        let aside = |number: u32| folder.path().join(format!("kernel.ron.broken{number}"));
        assert_eq!(fs::read_to_string(aside(2)).unwrap(), "(version: 7", "what cannot be read is kept");
        assert!(aside(3).exists() && !aside(4).exists(), "what can be read is replaced");
    }

    #[test]
    fn without_a_place_to_keep_it_the_kernels_are_timed_at_each_start() {
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
