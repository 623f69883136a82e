//! The order in which mods apply.

use crate::mods::game_mod::Mod;
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap},
    sync::Arc,
};

/// Mods in the order in which they apply, and those that cannot apply.
#[derive(Clone, Debug, Default)]
pub struct Ordered {
    /// The mods; later ones have priority.
    pub mods: Vec<Arc<Mod>>,
    /// A sentence for each mod that was left out.
    pub left_out: Vec<String>,
}

/// Brings mods into the order in which they apply. That is the given order, except that a mod comes after those that it
/// requires or wants to follow. A mod is left out if another one has its name, or if one that it requires is missing.
pub fn in_order(given: Vec<Arc<Mod>>) -> Ordered {
    let mut left_out = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    let mut mods: Vec<Arc<Mod>> = Vec::new();
    for one in given {
        match places.get(&folded(one.name())).map(|&place| &mods[place]) {
            Some(other) => left_out.push(format!(
                "{}: it is not used, because {} has the same name '{}'",
                one.path().display(),
                other.path().display(),
                other.name()
            )),
            None => {
                places.insert(folded(one.name()), mods.len());
                mods.push(one);
            }
        }
    }
    leave_out_needy(&mut mods, &mut left_out);
    Ordered { mods: sorted(mods, &mut left_out), left_out }
}

/// Returns a name for comparisons: two mods must not have names that differ at most in case.
fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// Returns true if two names differ at most in case.
pub(crate) fn is_same_name(one: &str, other: &str) -> bool {
    folded(one) == folded(other)
}

/// Removes the mods that require a missing one. Leaving out a mod may leave another one without what it requires.
fn leave_out_needy(mods: &mut Vec<Arc<Mod>>, left_out: &mut Vec<String>) {
    let mut names: BTreeSet<String> = mods.iter().map(|one| folded(one.name())).collect();
    while let Some((index, name)) = mods.iter().enumerate().find_map(|(index, one)| {
        let missing = one.manifest().requires.iter().find(|name| !names.contains(&folded(name)));
        missing.map(|name| (index, name.clone()))
    }) {
        let one = mods.remove(index);
        names.remove(&folded(one.name()));
        left_out.push(format!("{}: it is not used, because it requires the mod '{name}'", one.path().display()));
    }
}

/// Sorts mods so that each comes after those before which it must not come, and otherwise keeps their order.
fn sorted(mods: Vec<Arc<Mod>>, left_out: &mut Vec<String>) -> Vec<Arc<Mod>> {
    let places: BTreeMap<String, usize> =
        mods.iter().enumerate().map(|(place, one)| (folded(one.name()), place)).collect();
    // For each mod, those before it that are not sorted yet, and those that wait for it.
    let mut before: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); mods.len()];
    let mut after: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); mods.len()];
    for (place, one) in mods.iter().enumerate() {
        let names = one.manifest().requires.iter().chain(&one.manifest().after);
        for &other in names.filter_map(|name| places.get(&folded(name))) {
            before[place].insert(other);
            after[other].insert(place);
        }
    }
    let mut ready: BinaryHeap<Reverse<usize>> =
        before.iter().enumerate().filter(|(_, before)| before.is_empty()).map(|(place, _)| Reverse(place)).collect();
    let mut sorted = Vec::with_capacity(mods.len());
    while let Some(Reverse(place)) = ready.pop() {
        sorted.push(Arc::clone(&mods[place]));
        for &next in &after[place] {
            before[next].remove(&place);
            if before[next].is_empty() {
                ready.push(Reverse(next));
            }
        }
    }
    let waiting = mods.iter().zip(&before).filter(|(_, before)| !before.is_empty());
    let names: Vec<&str> = waiting.map(|(one, _)| one.name()).collect();
    if !names.is_empty() {
        left_out.push(format!("{}: they are not used, because each must come after another one", names.join(", ")));
    }
    sorted
}
