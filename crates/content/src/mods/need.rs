//! The mods that a save or a demo needs, and what is missing.

use crate::{mods::game_mod::Mod, mods::order::is_same_name};
use engine::NeededMod;
use localization::{Said, say};
use std::sync::Arc;

/// Returns which of these mods a run with them needs: those with files that take part in it.
pub fn needs_of(mods: &[Arc<Mod>]) -> Vec<NeededMod> {
    let need = |one: &Arc<Mod>| {
        let manifest = one.manifest();
        NeededMod { name: manifest.name.clone(), version: manifest.version.clone(), hash: one.hash() }
    };
    mods.iter().filter(|one| one.plays()).map(need).collect()
}

/// Returns a sentence for each mod that is needed but missing or different, and for each one that was not there. Empty if
/// the same mods apply in the same order.
pub fn unmet(needs: &[NeededMod], mods: &[Arc<Mod>]) -> Vec<Said> {
    let have = needs_of(mods);
    let mut sentences: Vec<Said> = needs.iter().filter_map(|need| why_unmet(need, &have)).collect();
    let is_new = |other: &&NeededMod| !needs.iter().any(|need| is_same_name(&need.name, &other.name));
    let new = have.iter().filter(is_new).map(|other| Said::literal(&other.name));
    sentences.extend(new.map(|name| say!("The mod {name} was not on.", name)));
    let names = |needs: &[NeededMod]| needs.iter().map(|need| need.name.to_lowercase()).collect::<Vec<_>>();
    if sentences.is_empty() && names(needs) != names(&have) {
        sentences.push(say!("The mods had another order.").into());
    }
    sentences
}

/// Returns why a need is not met by these mods.
fn why_unmet(need: &NeededMod, have: &[NeededMod]) -> Option<Said> {
    let (name, version) = (Said::literal(&need.name), Said::literal(&need.version));
    match have.iter().find(|other| is_same_name(&other.name, &need.name)) {
        None => Some(say!("The mod {name} {version} is missing.", name, version)),
        Some(other) if other.version != need.version => {
            let found = Said::literal(&other.version);
            Some(say!("The mod {name} must have version {version}, got {found}.", name, version, found))
        }
        Some(other) if other.hash != need.hash => {
            Some(say!("The mod {name} {version} has other files than then.", name, version))
        }
        Some(_) => None,
    }
}
