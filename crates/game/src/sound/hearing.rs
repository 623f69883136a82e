//! Hearing: the loudness per ear, dullness and delay of a sound for the player.

use crate::{
    files::settings::Settings,
    sound::cue::Cue,
    sound::listener::{Listener, OWN},
    sound::propagation::{Along, Ways},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use engine::{Air, Grid, Heading, Player, Position};
use mixer::{Ears, Room};
use std::time::Duration;

/// Master loudness, with headroom for many simultaneous voices.
const LOUDNESS: f32 = 0.6;
/// Clearness of a sound in almost no air.
const DULLEST: f32 = 0.05;
/// Speed of sound in tiles (of two metres) per second.
const SPEED: f32 = 343.0 / 2.0;

/// The listener and the sound settings.
#[derive(SystemParam)]
pub(crate) struct Hearing<'w, 's> {
    player: Option<Single<'w, 's, (&'static Position, &'static Heading), With<Player>>>,
    ways: Option<Res<'w, Ways>>,
    grid: Option<Res<'w, Grid>>,
    air: Option<Res<'w, Air>>,
    settings: Option<Res<'w, Settings>>,
}

impl Hearing<'_, '_> {
    /// Returns the position of the listener.
    pub(crate) fn at(&self) -> Option<Vec2> {
        self.player.as_ref().map(|player| player.0.0)
    }

    /// Returns the loudness of a cue in both ears; equal in mono.
    pub(crate) fn ears(&self, cue: &Cue, at: Vec2) -> Ears {
        let ears = self.two_ears(cue, at);
        let both = (ears.left + ears.right) / 2.0;
        let is_mono = self.settings.as_ref().is_some_and(|settings| settings.mono);
        if is_mono { Ears { left: both, right: both, ..ears } } else { ears }
    }

    fn two_ears(&self, cue: &Cue, at: Vec2) -> Ears {
        let volume = self.settings.as_ref().map_or(1.0, |settings| cue.volume(&settings.volumes));
        let loudness = cue.loudness * LOUDNESS * volume;
        let Some((listener, along)) = self.along(cue, at) else { return OWN.times(loudness) };
        let ears = listener.ears(at, along.way).times(loudness * along.loud);
        Ears { clear: along.clear.min(self.clearness(listener.at)), ..ears }
    }

    /// Returns the clearness of sounds at the listener. Thin air absorbs high frequencies.
    fn clearness(&self, at: Vec2) -> f32 {
        let pressure = self.air.as_ref().map_or(1.0, |air| air.pressure(Grid::cell_at(at)) as f32);
        (pressure * pressure).clamp(DULLEST, 1.0)
    }

    /// Returns the acoustics of the room around the listener.
    pub(crate) fn room(&self) -> Room {
        self.ways.as_ref().map_or(Room::NONE, |ways| ways.room())
    }

    /// Returns the delay with which the listener hears a cue.
    pub(crate) fn delay(&self, cue: &Cue, at: Vec2) -> Duration {
        self.along(cue, at).map_or(Duration::ZERO, |(_, along)| Duration::from_secs_f32(along.way / SPEED))
    }

    /// Returns the path of a cue to the listener, or `None` for the player's own sounds.
    fn along(&self, cue: &Cue, at: Vec2) -> Option<(Listener, Along)> {
        let player = self.player.as_ref().filter(|_| !cue.own)?;
        let listener = Listener { at: player.0.0, heading: player.1.0 };
        let straight = Along { way: at.distance(listener.at), clear: 1.0, loud: 1.0 };
        let along = self.ways.as_ref().map_or(straight, |ways| ways.along(self.grid.as_deref(), at, listener.at));
        Some((listener, along))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::settings::Volumes;
    use bevy::ecs::system::RunSystemOnce;
    use engine::Bus;
    use renderer::Strength;

    /// Returns what a listener at (1, 1) hears of a cue with these volumes.
    fn heard(cue: Cue, at: Vec2, volumes: Volumes) -> (Ears, Duration) {
        heard_with(cue, at, Settings { volumes, ..Settings::default() })
    }

    fn heard_with(cue: Cue, at: Vec2, settings: Settings) -> (Ears, Duration) {
        let level = r#"(name: "", legend: { 'W': (wall: ""), '@': (thing: Player) }, map: ["WWW", "W@W", "WWW"])"#;
        let level = std::sync::Arc::new(level::Level::read("", level.as_bytes()).unwrap());
        let mut deck = engine::Headless::begin(&engine::Start::on(level));
        deck.world_mut().insert_resource(settings);
        let hear = move |hearing: Hearing| (hearing.ears(&cue, at), hearing.delay(&cue, at));
        deck.world_mut().run_system_once(hear).unwrap()
    }

    #[test]
    fn distant_sound_is_delayed_by_the_speed_of_sound() {
        let delay = |tiles: f32| {
            heard(Cue::around("explosion", 1.0), Vec2::new(1.5 + tiles, 1.5), Volumes::default()).1.as_secs_f32()
        };
        assert!((delay(17.15) - 0.1).abs() < 1e-4 && delay(0.0) < 1e-6);
        let own = Cue { own: true, ..Cue::around("shot", 1.0) };
        assert_eq!(heard(own, Vec2::new(90.0, 1.5), Volumes::default()).1, Duration::ZERO);
    }

    #[test]
    fn distant_sounds_are_dull_in_thin_air() {
        let clear = |air: &str, own| {
            let level = format!(
                "(name: \"\", legend: {{ 'W': (wall: \"\"), '@': (thing: Player{air}) }}, map: [\"WWW\", \"W@W\", \"WWW\"])"
            );
            let level = std::sync::Arc::new(level::Level::read("", level.as_bytes()).unwrap());
            let mut deck = engine::Headless::begin(&engine::Start::on(level));
            let cue = Cue { own, ..Cue::around("explosion", 1.0) };
            let hear = move |hearing: Hearing| hearing.ears(&cue, Vec2::new(1.4, 1.4)).clear;
            deck.world_mut().run_system_once(hear).unwrap()
        };
        let [full, thin, none] = ["", ", air: 0.5", ", air: 0.0"].map(|air| clear(air, false));
        assert!((full - 1.0).abs() < 1e-6 && (0.2..0.3).contains(&thin) && none < 0.1, "{full} {thin} {none}");
        assert!((clear(", air: 0.0", true) - 1.0).abs() < 1e-6, "own sounds must stay clear through bone conduction");
    }

    #[test]
    fn mono_is_equal_in_both_ears_and_as_loud() {
        let beside = Vec2::new(1.5, 4.5);
        let ears = |mono| heard_with(Cue::around("explosion", 1.0), beside, Settings { mono, ..Settings::default() }).0;
        let (two, one) = (ears(false), ears(true));
        assert!(two.left != two.right && one.left == one.right);
        assert!((one.left + one.right - two.left - two.right).abs() < 1e-6);
    }

    #[test]
    fn each_volume_applies_to_its_own_category() {
        let silent = |volumes: Volumes| {
            let left = |bus| heard(Cue { bus, ..Cue::around("x", 1.0) }, Vec2::new(2.5, 1.5), volumes).0.left;
            [Bus::Effects, Bus::Voices, Bus::Surroundings].map(left).map(|loudness| loudness == 0.0)
        };
        let none = Strength::NONE;
        assert_eq!(silent(Volumes::default()), [false; 3]);
        assert_eq!(silent(Volumes { effects: none, ..Volumes::default() }), [true, false, false]);
        assert_eq!(silent(Volumes { voices: none, ..Volumes::default() }), [false, true, false]);
        assert_eq!(silent(Volumes { surroundings: none, ..Volumes::default() }), [false, false, true]);
        assert_eq!(silent(Volumes { all: none, ..Volumes::default() }), [true; 3]);
        assert_eq!(silent(Volumes { music: none, ..Volumes::default() }), [false; 3]);
    }
}
