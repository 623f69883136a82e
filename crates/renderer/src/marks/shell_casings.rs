//! Shell casings: ejected by a weapon when it is fired or pumped. They fall, rebound and lie on the floor for a moment.

use crate::marks::particles::{ParticleKind, Particles, Throw};
use bevy::{math::ops, prelude::*};
use engine::{EventRecord, GameEvent, Grid, Heading, Player, Position, Rules, Run, RunBegan, Weapon, ticks};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;

/// The point at which a casing leaves the weapon: the distance to the right of the player's middle, within the body,
/// and the height, in tiles.
const ASIDE: f32 = 0.16;
const HIGH: f32 = 0.4;
/// Its lifetime, in ticks.
const LIFE: u32 = ticks(2.5);
/// The time at which a shell leaves a shotgun, as a share of the cooldown: the pump is then all the way back.
const PUMPED: f32 = 0.6;

/// The casings that are still to be ejected.
#[derive(Resource, Default)]
struct Due(Vec<Case>);

/// A casing that will be ejected at a tick.
struct Case {
    kind: ParticleKind,
    tick: u64,
    /// 1 from the right hand, -1 from the left.
    side: f32,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Due>().add_systems(Update, (load, throw).chain());
    app.add_observer(|_: On<RunBegan>, mut due: ResMut<Due>| due.0.clear());
}

/// Returns what a weapon ejects, and how many ticks after the shot.
fn case_of(weapon: &Weapon) -> Option<(ParticleKind, u64)> {
    match weapon.ammo.as_deref()? {
        "rounds" => Some((ParticleKind::Case, 0)),
        "shells" => Some((ParticleKind::Shell, (weapon.cooldown as f32 * PUMPED) as u64)),
        _ => None,
    }
}

/// Schedules casings for the shots of this tick.
fn load(
    mut reports: MessageReader<EventRecord>,
    player: Single<&Player>,
    (run, rules): (Option<Res<Run>>, Option<Res<Rules>>),
    mut due: ResMut<Due>,
) {
    let (Some(run), Some(rules)) = (run, rules) else { return };
    for report in reports.read() {
        let GameEvent::Shot(weapon) = report.what else { continue };
        let Some((kind, later)) = weapon.of(&rules).and_then(case_of) else { continue };
        let hands: &[f32] = if player.both { &[1.0, -1.0] } else { &[1.0] };
        due.0.extend(hands.iter().map(|&side| Case { kind, tick: run.tick + later, side }));
    }
}

/// Ejects the casings that are due, at the player's present position.
fn throw(
    player: Single<(&Position, &Heading), With<Player>>,
    (run, grid): (Option<Res<Run>>, Option<Res<Grid>>),
    mut due: ResMut<Due>,
    mut particles: ResMut<Particles>,
) {
    let (Some(run), Some(grid)) = (run, grid) else { return };
    let (position, heading) = *player;
    due.0.retain(|case| {
        if case.tick > run.tick {
            return true;
        }
        let mut dice = Pcg32::seed_from_u64(case.tick ^ u64::from(case.side.to_bits()) << 32);
        let right = heading.direction().perp() * case.side;
        let (sin, cos) = ops::sin_cos(dice.random_range(-0.3..0.3_f32));
        let throw = Throw {
            at: position.0 + right * ASIDE,
            height: HIGH,
            way: Vec2::new(cos, sin).rotate((right + heading.direction() * 0.9).normalize()),
            speed: dice.random_range(0.7..1.2),
            rise: dice.random_range(0.9..1.5),
            life: LIFE,
        };
        particles.launch(&grid, case.kind, throw, run.tick);
        false
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, wait};
    use engine::{Headless, Intent};

    /// Returns the casings that have been ejected this number of ticks after a shot with the weapon of this name.
    fn thrown(weapon: &str, after: u32) -> Vec<ParticleKind> {
        let mut game = game(&["#######", "#@    #", "#######"]);
        let world: &mut World = game.world_mut();
        let mut player = world.query::<&mut Player>().single_mut(world).unwrap();
        let ammo = Rules::standard().weapons.iter().find(|(name, _)| name == weapon).unwrap().1.ammo.clone();
        player.inventory.set(weapon.to_owned(), 1);
        player.inventory.add(ammo.unwrap(), 9);
        player.held = Some(weapon.to_owned());
        game.tick(Intent { fire: true, ..Intent::default() });
        wait(&mut game, after, Intent::default());
        cases(&game)
    }

    fn cases(game: &Headless) -> Vec<ParticleKind> {
        let kinds = game.world().resource::<Particles>().kinds();
        kinds.filter(|kind| matches!(kind, ParticleKind::Case | ParticleKind::Shell)).collect()
    }

    #[test]
    fn pistol_ejects_at_once_and_shotgun_when_pumped() {
        assert_eq!(thrown("pistol", 1), [ParticleKind::Case]);
        assert_eq!(thrown("shotgun", ticks(0.3)), []);
        assert_eq!(thrown("shotgun", ticks(0.7)), [ParticleKind::Shell]);
        assert_eq!(thrown("nailgun", ticks(0.7)), []);
    }
}
