//! What the music is like on a deck: who hunts the player, how near they are, and how much life he has left.

use bevy::prelude::*;
use engine::{Health, Monster, MonsterState, Outcome, Player, Position, Rules, Run, TICKS_PER_SECOND};
use music::Mood;

/// The distance at which a hunter is half the danger that he is at one's throat, in tiles.
const HALF: f32 = 4.0;
/// From so much danger on it is a fight: one that strikes, or three that come.
const FIGHT: f32 = 1.0;
/// From so much danger on, far below that of a hunter, it is none.
const FAR: f32 = 0.1;
/// With so much health or less each fight is the last stand.
const LITTLE: i32 = 25;
/// A mood that was not renewed for so long gives way to a calmer one, in ticks.
const LASTS: u64 = 6 * TICKS_PER_SECOND as u64;

/// The mood of the deck, and when it was last called for.
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
        // A monkey that runs after a banana is no danger.
        let foes = monsters.iter().filter(|(monster, _)| monster.kind_of(&rules).is_hostile());
        mood(foes.map(|(monster, position)| danger(monster.state(), position.0.distance(at))).sum(), health)
    } else {
        return *feeling = Feeling::default();
    };
    feeling.follow(now, run.tick);
}

impl Feeling {
    /// Follows what the deck calls for in a tick: up at once, down after a while.
    fn follow(&mut self, now: Mood, tick: u64) {
        // A run that begins anew or was restored has no past.
        let over = tick < self.since || tick - self.since >= LASTS;
        if now >= self.mood || over {
            *self = Feeling { mood: now, since: tick };
        }
    }
}

/// How much danger there is of an undead in this state at so many tiles.
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

/// The mood of so much danger for somebody of so much health.
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
    fn the_more_and_the_nearer_they_are_the_more_urgent_it_is() {
        use MonsterState::*;
        let of = |hunters: &[(MonsterState, f32)], health| {
            mood(hunters.iter().map(|(state, distance)| danger(*state, *distance)).sum(), health)
        };
        assert_eq!(of(&[], 5), Mood::Calm);
        assert_eq!(of(&[(Idle, 1.0), (Patrol, 2.0), (Dead, 0.0)], 5), Mood::Calm, "they suspect nobody");
        assert_eq!(of(&[(Chase, 8.0)], 100), Mood::Hunted);
        assert_eq!(of(&[(Chase, 90.0)], 100), Mood::Calm, "too far off");
        assert_eq!(of(&[(Attack, 1.0)], 100), Mood::Fight);
        assert_eq!(of(&[(Chase, 6.0), (Chase, 6.0), (Alert, 6.0)], 100), Mood::Fight);
        assert_eq!(of(&[(Chase, 8.0)], LITTLE), Mood::LastStand);
    }

    #[test]
    fn danger_is_felt_at_once_and_forgotten_slowly() {
        let mut feeling = Feeling::default();
        let mut after = |now, tick| {
            feeling.follow(now, tick);
            feeling.mood
        };
        assert_eq!(after(Mood::Fight, 100), Mood::Fight);
        assert_eq!(after(Mood::Calm, 101), Mood::Fight);
        assert_eq!(after(Mood::Hunted, 99 + LASTS), Mood::Fight);
        assert_eq!(after(Mood::Hunted, 100 + LASTS), Mood::Hunted);
        assert_eq!(after(Mood::Calm, 5), Mood::Calm, "the deck begins anew");
    }

    #[test]
    fn who_is_seen_is_hunted_and_who_is_dead_has_no_fear() {
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
        assert_eq!(moods.last(), Some(&Mood::Calm), "it is over");
    }
}
