//! The identity of rules.
//!
//! All types are destructured without `..`, so a new field forces a decision here: does the simulation read it?

use crate::{
    rules::attack::Attack,
    rules::burning_rules::BurningRules,
    rules::explosion_kind::ExplosionKind,
    rules::monster_kind::{Fear, MonsterKind, Pain, Senses},
    rules::path_rules::PathRules,
    rules::pickup_kind::PickupKind,
    rules::projectile_kind::{Landing, ProjectileKind},
    rules::prop_kind::PropKind,
    rules::push_wall_rules::PushWallRules,
    rules::rules::{NoiseRules, PlayerRules, Rules, SkillRules},
    rules::source::Table,
    rules::weapon::{Ammunition, Bullets, Load, Patches, Weapon},
    session::identity::Identity,
    session::identity::known::known,
};
use serde::Serialize;

/// Returns the identity of rules: a hash of everything that the simulation reads from them.
pub(crate) fn rules_identity(rules: &Rules) -> u64 {
    let mut identity = Identity::default();
    for (_, part) in parts(rules) {
        identity.put(&part);
    }
    known(identity.number())
}

/// Returns the identities of the parts of rules, with the main file of each part, to report what has changed. Entries
/// that a rules file changes count as part of their table.
pub(crate) fn identities_by_file(rules: &Rules) -> Vec<(String, u64)> {
    parts(rules).map(|(file, number)| (file.to_owned(), known(number))).into()
}

fn parts(rules: &Rules) -> [(&'static str, u64); 6] {
    let Rules {
        // For people only.
        name: _,
        sources: _,
        // The same kinds as below.
        unscaled: _,
        skills,
        unaware,
        player: PlayerRules { walk, run, armour },
        burning: BurningRules { every, damage },
        push_walls: PushWallRules { speed, cells, every: crushes_every, damage: crushes },
        noises: NoiseRules { shot, running, walking, door, cry, impact, ambush },
        pathfinding: PathRules { max_cost, hazard_cost },
        monsters,
        ammunition,
        weapons,
        pickups,
        props,
        damage_zones,
        scripts,
        script_mods,
    } = rules;
    let part = |put: &dyn Fn(&mut Identity)| {
        let mut identity = Identity::default();
        put(&mut identity);
        identity.number()
    };
    let rest = part(&|identity| {
        identity.put_each(skills, |identity, skill| {
            let SkillRules {
                name: _,
                reaction,
                speed,
                damage,
                spread,
                lead,
                attackers,
                breach_grace,
                free_hints,
                respite,
                burst_relief,
                boards_close,
            } = skill;
            identity.put(&(reaction, speed, damage, spread, lead, attackers));
            put_later(identity, "breach_grace", breach_grace);
            put_later(identity, "free_hints", free_hints);
            put_later(identity, "respite", respite);
            put_later(identity, "burst_relief", burst_relief);
            put_later(identity, "boards_close", boards_close);
        });
        identity.put(&(unaware, walk, run, armour)).put(&(every, damage));
        identity.put(&(speed, cells, crushes_every, crushes)).put(&(shot, running, walking, door, cry));
        identity.put(&(max_cost, hazard_cost)).put(damage_zones);
        put_later(identity, "impact", impact);
        put_later(identity, "ambush", ambush);
    });
    let weapons = part(&|identity| {
        identity.put_each(ammunition, |identity, (name, Ammunition { limit, icon: _ })| {
            identity.put(&(name, limit));
        });
        identity.put_each(weapons, |identity, (name, weapon)| put_weapon(identity, name, weapon));
    });
    [
        ("the file of rules", rest),
        (
            Table::Monsters.file(),
            part(&|identity| {
                identity.put_each(monsters, |identity, (name, kind)| put_monster(identity, name, kind));
            }),
        ),
        (Table::Weapons.file(), weapons),
        (
            Table::Pickups.file(),
            part(&|identity| {
                identity.put_each(pickups, |identity, (name, kind)| put_pickup(identity, name, kind));
            }),
        ),
        (
            Table::Props.file(),
            part(&|identity| {
                identity.put_each(props, |identity, (name, kind)| put_prop(identity, name, kind));
            }),
        ),
        (
            "scripts",
            part(&|identity| {
                identity.put(scripts);
                if !script_mods.is_empty() {
                    // The budgets depend on which scripts belong together, and not on the names of the mods.
                    identity.put(&owners(rules));
                }
            }),
        ),
    ]
}

/// Adds a number that rules did not have in an earlier version, unless it is its default, 0. Rules of that version keep
/// their identity, and demos and saves with them. The name keeps numbers apart, because any of them may be missing.
fn put_later<T: Serialize + Default + PartialEq>(identity: &mut Identity, name: &str, number: &T) {
    if *number != T::default() {
        identity.put(&(name, number));
    }
}

/// Returns for each script the index of the first script of the same mod; `None` for scripts of the game.
fn owners(rules: &Rules) -> Vec<Option<usize>> {
    let of = |script: usize| rules.mod_of_script(script);
    let first = |script: usize| (0..=script).find(|other| of(script).is_some() && of(*other) == of(script));
    (0..rules.scripts.len()).map(first).collect()
}

fn put_monster(identity: &mut Identity, name: &str, kind: &MonsterKind) {
    let MonsterKind {
        // Visible and audible only.
        sprites: _,
        sounds: _,
        health,
        radius,
        tall,
        speed,
        amble,
        senses: Senses { cone, near, ears, reaction, scent, search },
        attacks,
        pain: Pain { chance, lasts },
        dying,
        rises,
        flees,
        bursts,
        drops,
        script,
        hunts,
        lured_by,
        keys,
        cleans,
        resistances,
    } = kind;
    identity.put(&(name, health, radius, tall, speed, amble)).put(&(cone, near, ears, reaction, scent, search));
    identity.put_each(attacks, |identity, attack| {
        let Attack { reach, damage, chance, wind_up, rest, projectile } = attack;
        identity.put(&(reach, damage, chance, wind_up, rest)).put_some(projectile.as_ref(), put_projectile);
    });
    identity.put(&(chance, lasts, dying, rises));
    identity.put_some(flees.as_ref(), |identity, Fear { below, lasts }| {
        identity.put(&(below, lasts));
    });
    identity.put_some(bursts.as_ref(), put_explosion);
    identity.put(&(drops, script, hunts, lured_by, keys, cleans, resistances));
}

fn put_weapon(identity: &mut Identity, name: &str, weapon: &Weapon) {
    let Weapon {
        // Visible and audible only.
        sprites: _,
        sound: _,
        hit: _,
        recoil: _,
        slot,
        ammo,
        uses,
        cooldown,
        mode,
        noise,
        dual_wield,
        damage,
        filter,
        push,
        burn_ticks,
        load,
    } = weapon;
    identity.put(&(name, slot, ammo, uses, cooldown, mode, noise, dual_wield)).put(&(damage, filter, push, burn_ticks));
    match load {
        Load::Bullets(Bullets { count, spread, reach }) => {
            identity.put(&(0_u8, count, spread, reach));
        }
        Load::Projectile(projectile) => put_projectile(identity.put(&1_u8), projectile),
        Load::Patches(Patches { reach }) => {
            identity.put(&(2_u8, reach));
        }
    }
}

fn put_projectile(identity: &mut Identity, projectile: &ProjectileKind) {
    // Its looks and its light are visible only.
    let ProjectileKind { sprites: _, light: _, speed, radius, spread, reach, pierces, explodes, lands } = projectile;
    identity.put(&(speed, radius, spread, reach, pierces)).put_some(explodes.as_ref(), put_explosion);
    identity.put_some(lands.as_ref(), |identity, Landing { pickup, noise }| {
        identity.put(&(pickup, noise));
    });
}

fn put_explosion(identity: &mut Identity, explosion: &ExplosionKind) {
    let ExplosionKind { sound: _, reach, speed, damage, push, burn_ticks, noise } = explosion;
    identity.put(&(reach, speed, damage, push, burn_ticks, noise));
}

fn put_pickup(identity: &mut Identity, name: &str, kind: &PickupKind) {
    let PickupKind {
        // Visible, audible and readable only.
        sprite: _,
        icon: _,
        sound: _,
        caption: _,
        health,
        health_limit,
        armour,
        armour_limit,
        gives,
        damage_taken,
        damage_dealt,
        key,
        treasure,
    } = kind;
    identity.put(&(name, health, health_limit, armour, armour_limit, gives, damage_taken, damage_dealt, key, treasure));
}

fn put_prop(identity: &mut Identity, name: &str, kind: &PropKind) {
    // Visible and audible only: `sprites`, `hit` and `breaks`.
    let PropKind { sprites: _, hit: _, breaks: _, health, radius, tall, rail, resistances, fuse, explodes, drops } =
        kind;
    identity.put(&(name, health, radius, tall, rail, resistances, fuse)).put_some(explodes.as_ref(), put_explosion);
    identity.put(drops);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_numbers_have_identities_of_their_own() {
        let identity = |change: &dyn Fn(&mut SkillRules)| {
            let mut rules = Rules::standard();
            (rules.skills[0].breach_grace, rules.skills[0].free_hints) = (0, false);
            change(&mut rules.skills[0]);
            rules_identity(&rules)
        };
        let (grace, hints) = (identity(&|skill| skill.breach_grace = 1), identity(&|skill| skill.free_hints = true));
        assert_ne!(grace, hints, "a grace of one tick is not the same as free hints");
    }
}
