//! Flashes: short-lived light from events, such as a shot.

use crate::{camera::camera::Blend, stage::by_id::ById, stage::options::ViewOptions};
use bevy::prelude::*;
use engine::{Explosion, Id, Player, Position, PreviousPosition, Projectile, Rules, ticks};

/// The duration of a muzzle flash, in ticks.
const MUZZLE_TICKS: u32 = ticks(0.09);
/// Its colour, and its reach in tiles.
const MUZZLE_COLOUR: [u8; 3] = [255, 190, 110];
const MUZZLE_REACH: f32 = 5.5;

/// The strength of a projectile's light, and the maximum number of projectiles that give light; these are the nearest
/// ones.
const PROJECTILE_STRENGTH: f32 = 0.8;
const MAX_BOLTS: usize = 4;

/// The colour of an explosion's light, and its reach as a multiple of the reach of the shock wave.
const BLAST_COLOUR: [u8; 3] = [255, 170, 80];
const BLAST_REACH: f32 = 2.5;

/// Light at a point, for one frame. It is added to all other light, and everything that blocks sight casts shadows in
/// it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Flash {
    /// Its position, in tiles.
    pub(crate) at: Vec2,
    /// Red, green and blue at its strongest point.
    pub(crate) colour: [u8; 3],
    /// Its reach, in tiles.
    pub(crate) reach: f32,
    /// Its remaining strength, 1 to 0.
    pub(crate) strength: f32,
}

/// The flashes of the next frame. They are cleared at its beginning, and then each source adds its own.
#[derive(Resource, Default)]
pub(crate) struct Flashes(pub(crate) Vec<Flash>);

/// Clears the flashes of the last frame.
pub(crate) fn clear(mut flashes: ResMut<Flashes>) {
    flashes.0.clear();
}

/// Scales the light of shots and explosions by the player's option, and removes invisible flashes.
pub(crate) fn weaken(options: Res<ViewOptions>, mut flashes: ResMut<Flashes>) {
    let part = options.shot_light.part();
    if part < 1.0 {
        flashes.0.iter_mut().for_each(|flash| flash.strength *= part);
        flashes.0.retain(|flash| flash.strength > 0.0);
    }
}

/// Adds the light of the player's shot.
pub(crate) fn muzzle(
    player: Single<(&Player, &Position, &PreviousPosition)>,
    rules: Option<Res<Rules>>,
    blend: Res<Blend>,
    mut flashes: ResMut<Flashes>,
) {
    let (player, position, previous) = *player;
    let flares = rules
        .is_some_and(|rules| player.weapon(&rules).is_some_and(|(_, weapon)| !weapon.is_melee() && !weapon.is_tool()));
    if flares && player.since_shot < MUZZLE_TICKS {
        let at = blend.between(*previous, *position);
        let strength = 1.0 - player.since_shot as f32 / MUZZLE_TICKS as f32;
        flashes.0.push(Flash { at, colour: MUZZLE_COLOUR, reach: MUZZLE_REACH, strength });
    }
}

/// Adds the light of the projectiles near the player, each with the light that its rules define.
pub(crate) fn projectiles(
    player: Single<&Position, With<Player>>,
    projectiles: Query<(&Id, &Projectile, &Position, &PreviousPosition)>,
    rules: Option<Res<Rules>>,
    blend: Res<Blend>,
    mut by_id: Local<ById<Flash>>,
    mut flashes: ResMut<Flashes>,
) {
    let eye = player.0;
    let nearer = |a: &Flash, b: &Flash| a.at.distance_squared(eye).total_cmp(&b.at.distance_squared(eye));
    let others = flashes.0.len();
    let Some(rules) = rules else { return };
    let shining = projectiles.iter().filter_map(|(&id, projectile, position, previous)| {
        let light = projectile.kind(&rules)?.light.as_ref()?;
        let at = blend.between(*previous, *position);
        Some((id, Flash { at, colour: light.colour, reach: light.reach, strength: PROJECTILE_STRENGTH }))
    });
    flashes.0.extend(by_id.sorted(shining));
    flashes.0[others..].sort_by(nearer);
    flashes.0.truncate(others + MAX_BOLTS);
}

/// Adds the light of explosions, which fades as their shock waves spread.
pub(crate) fn explosions(
    explosions: Query<(&Id, &Explosion)>,
    mut by_id: Local<ById<Flash>>,
    mut flashes: ResMut<Flashes>,
) {
    let shining = explosions.iter().map(|(&id, explosion)| {
        let (at, reach) = (explosion.at(), explosion.reach() * BLAST_REACH);
        let strength = 1.0 - explosion.front() / explosion.reach();
        (id, Flash { at, colour: BLAST_COLOUR, reach, strength })
    });
    flashes.0.extend(by_id.sorted(shining));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, game_from, level, picture};
    use engine::{Headless, Intent, Start};
    use std::sync::Arc;

    /// Returns the colours of flashes in the first tick in which a projectile flies and gives light.
    fn flying(game: &mut Headless, intent: Intent) -> Vec<[u8; 3]> {
        let flies = |game: &mut Headless| game.world_mut().query::<&Projectile>().iter(game.world()).count() > 0;
        for _ in 0..ticks(5.0) {
            game.tick(intent);
            if flies(game) {
                picture(game, 8, 8);
                let flashes = &game.world().resource::<Flashes>().0;
                return flashes.iter().map(|flash| flash.colour).filter(|colour| *colour != MUZZLE_COLOUR).collect();
            }
        }
        panic!("no projectile flies");
    }

    /// Returns the colours of the light of this weapon's projectiles.
    fn fired(weapon: &str) -> Vec<[u8; 3]> {
        let mut game = game(&["##########", "#@       #", "##########"]);
        let world = game.world_mut();
        let mut player = world.query::<&mut Player>().single_mut(world).unwrap();
        for (name, count) in [(weapon, 1), ("fuel", 9), ("nails", 9), ("rockets", 9)] {
            player.inventory.add(name.to_owned(), count);
        }
        player.held = Some(weapon.to_owned());
        flying(&mut game, Intent { fire: true, ..Intent::default() })
    }

    #[test]
    fn option_scales_the_light_of_shots() {
        let shone = |percent: u8| {
            let mut game = game(&["####", "#@ #", "####"]);
            let shot_light = crate::stage::options::Strength::percent(percent);
            game.world_mut().insert_resource(ViewOptions { shot_light, ..default() });
            (0..60).for_each(|_| game.tick(Intent::default()));
            game.tick(Intent { fire: true, ..Intent::default() });
            picture(&mut game, 8, 8);
            game.world().resource::<Flashes>().0.iter().map(|flash| flash.strength).sum::<f32>()
        };
        let all = shone(100);
        assert!(all > 0.5 && shone(0) == 0.0 && (shone(50) - all / 2.0).abs() < 1e-6);
    }

    #[test]
    fn projectiles_shine_in_their_own_colours() {
        let [red, _, blue] = fired("launcher")[0];
        assert!(red > blue, "a rocket's light must be red");
        let [red, _, blue] = fired("flamer")[0];
        assert!(red > blue, "a flame's light must be red");
        assert_eq!(fired("nailgun"), [] as [[u8; 3]; 0], "a nail must give no light");
        let level = level(&["##########", "#z     @ #", "##########"]);
        let mut rules = Rules::standard();
        let [officer, shambler] = ["officer", "shambler"].map(|name| rules.kind(name).map(usize::from).unwrap());
        rules.monsters[shambler].1.attacks = rules.monsters[officer].1.attacks.clone();
        let rules = Arc::new(rules);
        let mut game = game_from(&Start { rules, ..Start::on(level) });
        let [red, _, blue] = flying(&mut game, Intent::default())[0];
        assert!(blue > red, "an officer's projectile must be blue");
    }
}
