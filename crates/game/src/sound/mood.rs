//! Mood of the music on a deck: depends on the monsters that hunt the player, their distance, and the player's health.

use bevy::prelude::*;
use engine::{Health, Monster, MonsterState, Outcome, Player, Position, Rules, Run, TICKS_PER_SECOND};
use music::Mood;

/// Distance in tiles at which a hunter is half as dangerous as at distance 0.
const HALF: f32 = 4.0;
/// Minimum danger of a fight: one monster that attacks, or three that approach.
const FIGHT: f32 = 1.0;
/// Danger below which the mood is calm; far below that of a nearby hunter.
const FAR: f32 = 0.1;
/// Maximum health at which any danger means the last stand.
const LITTLE: i32 = 25;
/// Ticks after which a mood that was not renewed gives way to a calmer one.
const LASTS: u64 = 6 * TICKS_PER_SECOND as u64;

/// Current mood, and the tick at which it was last renewed.
#[derive(Resource, Default)]
pub(crate) struct Feeling {
    pub(crate) mood: Mood,
    since: u64,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Feeling>();
    app.add_systems(Update, feel);
}

fn feel(
    monsters: Query<(&Monster, &Position)>,
    player: Option<Single<(&Position, &Health), With<Player>>>,
    (run, rules): (Option<Res<Run>>, Option<Res<Rules>>),
    mut feeling: ResMut<Feeling>,
) {
    let (Some(player), Some(run), Some(rules)) = (player, run, rules) else { return *feeling = Feeling::default() };
    let (at, health) = (player.0.0, player.1.0);
    let now = if run.outcome == Outcome::Running {
        // Peaceful creatures, such as a monkey that runs after a banana, are not dangerous.
        let foes = monsters.iter().filter(|(monster, _)| monster.kind_of(&rules).is_hostile());
        mood(foes.map(|(monster, position)| danger(monster.state(), position.0.distance(at))).sum(), health)
    } else {
        return *feeling = Feeling::default();
    };
    feeling.follow(now, run.tick);
}

impl Feeling {
    /// Updates the mood in a tick: it rises immediately and falls after a while.
    fn follow(&mut self, now: Mood, tick: u64) {
        // A run that restarts or was restored has no history.
        let over = tick < self.since || tick - self.since >= LASTS;
        if now >= self.mood || over {
            *self = Feeling { mood: now, since: tick };
        }
    }
}

/// Returns the danger of a monster in this state at this distance in tiles.
fn danger(state: MonsterState, distance: f32) -> f32 {
    use MonsterState::*;
    let intent = match state {
        Attack => 2.0,
        Alert | Chase | Blocked | Hurt => 1.0,
        Search => 0.4,
        Idle | Patrol | Return | Flee | Dying | Dead => 0.0,
    };
    intent / (1.0 + distance / HALF)
}

/// Returns the mood for this danger and this health of the player.
fn mood(danger: f32, health: i32) -> Mood {
    match danger {
        danger if danger < FAR => Mood::Calm,
        _ if health <= LITTLE => Mood::LastStand,
        danger if danger >= FIGHT => Mood::Fight,
        _ => Mood::Hunted,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Headless, Intent, Start};
    use std::sync::Arc;

    #[test]
    fn mood_rises_with_number_and_proximity_of_monsters() {
        use MonsterState::*;
        let of = |hunters: &[(MonsterState, f32)], health| {
            mood(hunters.iter().map(|(state, distance)| danger(*state, *distance)).sum(), health)
        };
        assert_eq!(of(&[], 5), Mood::Calm);
        assert_eq!(of(&[(Idle, 1.0), (Patrol, 2.0), (Dead, 0.0)], 5), Mood::Calm, "they are unaware of the player");
        assert_eq!(of(&[(Chase, 8.0)], 100), Mood::Hunted);
        assert_eq!(of(&[(Chase, 90.0)], 100), Mood::Calm, "too far away");
        assert_eq!(of(&[(Attack, 1.0)], 100), Mood::Fight);
        assert_eq!(of(&[(Chase, 6.0), (Chase, 6.0), (Alert, 6.0)], 100), Mood::Fight);
        assert_eq!(of(&[(Chase, 8.0)], LITTLE), Mood::LastStand);
    }

    #[test]
    fn mood_rises_immediately_and_falls_slowly() {
        let mut feeling = Feeling::default();
        let mut after = |now, tick| {
            feeling.follow(now, tick);
            feeling.mood
        };
        assert_eq!(after(Mood::Fight, 100), Mood::Fight);
        assert_eq!(after(Mood::Calm, 101), Mood::Fight);
        assert_eq!(after(Mood::Hunted, 99 + LASTS), Mood::Fight);
        assert_eq!(after(Mood::Hunted, 100 + LASTS), Mood::Hunted);
        assert_eq!(after(Mood::Calm, 5), Mood::Calm, "the deck has restarted");
    }

    #[test]
    fn mood_follows_the_hunt_and_calms_down_after_death() {
        let text = r#"(name: "", legend: { 'W': (wall: ""), '.': (), '@': (thing: Player), 'z': (monster: "shambler", facing: 180) },
            map: ["WWWWWWWWW", "W@.....zW", "WWWWWWWWW"])"#;
        let level = level::Level::read("", text.as_bytes()).unwrap();
        let mut deck = Headless::begin(&Start::on(Arc::new(level)));
        deck.world_mut().init_resource::<Feeling>();
        let system = deck.world_mut().register_system(feel);
        let mut moods = Vec::new();
        for _ in 0..60 * TICKS_PER_SECOND {
            deck.tick(Intent::default());
            deck.world_mut().run_system(system).unwrap();
            moods.push(deck.world_mut().resource::<Feeling>().mood);
        }
        moods.dedup();
        assert_eq!(moods[0], Mood::Calm);
        assert!(
            moods.contains(&Mood::Hunted) && moods.contains(&Mood::Fight) && moods.contains(&Mood::LastStand),
            "{moods:?}"
        );
        assert_eq!(moods.last(), Some(&Mood::Calm), "death must end the fight");
    }
}
