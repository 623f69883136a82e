//! Luring: monsters of some kinds go to bait that they see, unless they see their target.

use crate::{
    bodies::body::{self, Body, Position},
    deck::grid::Grid,
    deck::paths,
    monsters::monster::{Monster, Undead},
    monsters::scripted::Scripted,
    rules::rules::Rules,
    things::pickup::Pickup,
    tick::id::Id,
    tick::run::Run,
    tick::tick::{Step, ticks},
};
use bevy::prelude::*;

/// Maximum distance in tiles at which bait is noticed.
const NOSE: f32 = 6.0;
/// Ticks between two checks of one monster. The ids spread the checks over the ticks.
const PERIOD: u64 = ticks(0.25) as u64;

/// Whether each pickup kind is bait for any monster kind; most are not.
#[derive(Default)]
pub(crate) struct BaitKinds(Vec<bool>);

impl BaitKinds {
    /// Recomputes the list if the rules have changed.
    pub(crate) fn know(&mut self, rules: &Res<Rules>) {
        if rules.is_changed() || self.0.is_empty() {
            let lures = |name: &String| rules.monsters.iter().any(|(_, kind)| kind.lured_by.contains(name));
            self.0 = rules.pickups.iter().map(|(name, _)| lures(name)).collect();
        }
    }

    /// Returns true if a pickup is bait.
    pub(crate) fn has(&self, pickup: &Pickup) -> bool {
        self.0.get(usize::from(pickup.kind)).is_some_and(|is| *is)
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, notice.in_set(Step::NoticeBait).in_set(Undead));
}

/// Makes the monsters that are due notice the nearest bait to which they can walk in a straight line. Scripted monsters
/// decide in their scripts what to do about it.
fn notice(
    (grid, rules, run): (Res<Grid>, Res<Rules>, Res<Run>),
    pickups: Query<(&Id, &Pickup)>,
    mut monsters: Query<(&Id, &mut Monster, &Position, &Body), Without<Scripted>>,
    (mut kinds, mut baits): (Local<BaitKinds>, Local<Vec<(Id, Pickup)>>),
) {
    kinds.know(&rules);
    let mut are_found = false;
    let is_due = |id: Id| (run.tick + u64::from(id.0)).is_multiple_of(PERIOD);
    for (_, mut monster, at, body) in monsters.iter_mut().filter(|(id, ..)| is_due(**id)) {
        let lured_by = &monster.kind_of(&rules).lured_by;
        // A monster that knows where its target is ignores bait.
        if lured_by.is_empty() || monster.smells(run.tick) {
            continue;
        }
        // The list of baits is collected once, even if several monsters are due in this tick.
        if !std::mem::replace(&mut are_found, true) {
            baits.clear();
            for (ids, pickups) in pickups.contiguous_iter().into_iter().flatten() {
                for (id, pickup) in ids.iter().zip(pickups) {
                    if kinds.has(pickup) {
                        baits.push((*id, *pickup));
                    }
                }
            }
        }
        let near = baits.iter().filter_map(|(id, pickup)| {
            let distance = pickup.at.distance_squared(at.0);
            let is_bait = || pickup.kind_of(&rules).is_some_and(|(name, _)| lured_by.contains(name));
            (distance < NOSE * NOSE && is_bait()).then_some((distance, *id, pickup.at))
        });
        let places = near.map(|(distance, id, place)| {
            let place = body::nearest_clear(&grid, place, body.radius);
            (distance, id, place, paths::straight(&grid, at.0, place, body.radius))
        });
        let open = places.filter(|(.., is_open)| *is_open);
        if let Some((_, _, place, _)) = open.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
            && !monster.waits()
        {
            monster.hear(place);
        }
    }
}
