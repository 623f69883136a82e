//! The order in which mods apply.

use crate::mods::game_mod::Mod;
use std::sync::Arc;

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
    let mut mods: Vec<Arc<Mod>> = Vec::new();
    for one in given {
        match mods.iter().find(|other| is_same_name(other.name(), one.name())) {
            Some(other) => left_out.push(format!(
                "{}: it is not used, because {} has the same name '{}'",
                one.path().display(),
                other.path().display(),
                other.name()
            )),
            None => mods.push(one),
        }
    }
    // Leaving out a mod may leave another one without what it requires.
    loop {
        let missing = mods.iter().enumerate().find_map(|(index, one)| {
            let has = |name: &&String| mods.iter().any(|other| is_same_name(other.name(), name));
            Some((index, one.manifest().requires.iter().find(|name| !has(name))?.clone()))
        });
        let Some((index, name)) = missing else { break };
        let one = mods.remove(index);
        left_out.push(format!("{}: it is not used, because it requires the mod '{name}'", one.path().display()));
    }
    Ordered { mods: sorted(mods, &mut left_out), left_out }
}

/// Returns true if two names differ at most in case.
pub(crate) fn is_same_name(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

/// Sorts mods so that each comes after those before which it must not come, and otherwise keeps their order.
fn sorted(mut rest: Vec<Arc<Mod>>, left_out: &mut Vec<String>) -> Vec<Arc<Mod>> {
    let mut sorted = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let waits = |one: &Arc<Mod>| {
            let before = one.manifest().requires.iter().chain(&one.manifest().after);
            before.into_iter().any(|name| rest.iter().any(|other| is_same_name(other.name(), name)))
        };
        if let Some(next) = rest.iter().position(|one| !waits(one)) {
            sorted.push(rest.remove(next));
        } else {
            let names: Vec<&str> = rest.iter().map(|one| one.name()).collect();
            left_out.push(format!("{}: they are not used, because each must come after another one", names.join(", ")));
            break;
        }
    }
    sorted
}
