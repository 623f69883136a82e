//! Sounds of monsters without an event: unaware ones mutter, attacking ones wind up for a blow, and scripted ones
//! speak.

use crate::sound::cue::{Cue, Cues, Hear, SoundChance};
use bevy::prelude::*;
use engine::{
    Bus, Monster, MonsterKind, MonsterState, Player, Position, Rules, Run, TICKS_PER_SECOND, Utterance, Words,
};
use rand::{Rng, RngExt};
use std::borrow::Cow;

/// Average number of seconds between two mutters of an unaware monster.
const MUTTERS: f32 = 9.0;
/// Maximum distance of an audible mutter or wind-up, in tiles.
const REACH: f32 = 12.0;
/// If more ticks than these pass at once, the deck has restarted or was restored, and the ticks in between are silent.
const JUMP: u64 = 60;

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<Utterance>().add_systems(Update, (speak, utter).in_set(Hear));
}

/// Plays the cry of creatures whose scripts speak.
fn utter(
    mut uttered: MessageReader<Utterance>,
    rules: Option<Res<Rules>>,
    player: Query<&Position, With<Player>>,
    mut cues: ResMut<Cues>,
    mut chance: ResMut<SoundChance>,
) {
    let Some(rules) = rules else { return uttered.clear() };
    for Utterance { kind, at, .. } in uttered.read().filter(|uttered| matches!(uttered.words, Words::Said(_))) {
        let Some((_, kind)) = rules.monsters.get(usize::from(*kind)) else { continue };
        if player.iter().any(|player| player.0.distance(*at) > REACH) {
            continue;
        }
        let cries = &kind.sounds.notices;
        let Some(name) = cries.get(chance.0.next_u32() as usize % cries.len().max(1)) else { continue };
        let cue = Cue { bus: Bus::Voices, ..Cue::new(Cow::Owned(name.clone()), 0.9) };
        cues.0.push((cue, *at));
    }
}

fn speak(
    monsters: Query<(&Monster, &Position)>,
    player: Query<&Position, With<Player>>,
    (run, rules): (Option<Res<Run>>, Option<Res<Rules>>),
    mut seen: Local<u64>,
    mut cues: ResMut<Cues>,
    mut chance: ResMut<SoundChance>,
) {
    let (Some(run), Some(rules)) = (run, rules) else { return };
    let passed = run.tick.checked_sub(*seen).filter(|passed| *passed <= JUMP).unwrap_or(0) as u32;
    *seen = run.tick;
    if passed == 0 {
        return;
    }
    for (monster, at) in &monsters {
        let Some((_, kind)) = rules.monsters.get(usize::from(monster.kind())) else { continue };
        if player.iter().any(|player| player.0.distance(at.0) > REACH) {
            continue;
        }
        let mutters = chance.0.random_bool(f64::from(passed as f32 / (MUTTERS * TICKS_PER_SECOND as f32)).min(1.0));
        let said = says(kind, monster, monster.age(run.tick), passed, mutters);
        cues.0.extend(said.map(|cue| (cue, at.0)));
    }
}

/// Returns the sound of a monster that is in its state for `age` ticks, of which `passed` are new. `mutters` allows a
/// mutter now.
fn says(kind: &MonsterKind, monster: &Monster, age: u32, passed: u32, mutters: bool) -> Option<Cue> {
    use MonsterState::{Attack, Idle, Patrol, Return, Search};
    let cue = |name: &Option<String>, loudness: f32, weight: u8| {
        let cue = Cue::new(Cow::Owned(name.clone()?), loudness);
        Some(Cue { bus: Bus::Voices, weight, ..cue })
    };
    match monster.state() {
        // Each blow starts with a wind-up.
        Attack if age % monster.attack_of(kind).cycle().max(1) < passed => cue(&kind.sounds.winds_up, 0.8, 3),
        Idle | Patrol | Search | Return if mutters => cue(&kind.sounds.idles, 0.9, 0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::ecs::system::RunSystemOnce;
    use engine::{Headless, Intent, Start};
    use std::sync::Arc;

    /// Returns the sounds of a shambler with this direction at the other end of a room, in this number of seconds.
    fn heard(facing: u32, seconds: u32) -> Vec<String> {
        let text = format!(
            r#"(name: "", legend: {{ 'W': (wall: ""), '.': (), '@': (thing: Player), 'z': (monster: "shambler", facing: {facing}) }},
            map: ["WWWWWWWW", "W@....zW", "WWWWWWWW"])"#
        );
        let level = level::Level::read("", text.as_bytes()).unwrap();
        let mut deck = Headless::begin(&Start::on(Arc::new(level)));
        deck.world_mut().init_resource::<Cues>();
        deck.world_mut().init_resource::<SoundChance>();
        let system = deck.world_mut().register_system(speak);
        for _ in 0..seconds * TICKS_PER_SECOND {
            deck.tick(Intent::default());
            deck.world_mut().run_system(system).unwrap();
        }
        let cues = std::mem::take(&mut deck.world_mut().resource_mut::<Cues>().0);
        cues.into_iter().map(|(cue, _)| cue.name.into_owned()).collect()
    }

    #[test]
    fn unaware_monsters_mutter_and_attackers_wind_up() {
        let calm = heard(0, 60);
        assert!(calm.len() > 2 && calm.iter().all(|name| name == "shambler_idle"), "{calm:?}");
        let hunts = heard(180, 12);
        assert!(hunts.iter().filter(|name| *name == "shambler_windup").count() >= 3, "{hunts:?}");
    }

    #[test]
    fn monsters_are_silent_without_a_deck() {
        let mut world = World::new();
        world.init_resource::<Cues>();
        world.init_resource::<SoundChance>();
        world.run_system_once(speak).unwrap();
        assert!(world.resource::<Cues>().0.is_empty());
    }
}
