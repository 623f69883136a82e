//! Test of the onset of distant sounds at the output of the mixer, which feeds the device: it is delayed by the travel
//! time.

#[cfg(test)]
mod tests {
    use crate::{
        files::given::shipped_files,
        sound::cue::{Cue, Cues, SoundChance},
        sound::mixing,
        sound::variants::Takes,
        sound::voice::Voice,
        sound::voices::Voices,
    };
    use bevy::prelude::*;
    use content::Sounds;
    use engine::{Headless, Start};
    use level::Level;
    use mixer::{Command, Mixer, RATE};
    use std::sync::Arc;

    /// Share of the maximum level from which a sound is audible.
    const HEARD: f32 = 0.02;
    /// Speed of sound in cells (of two metres) per second.
    const CELLS_PER_SECOND: f32 = 171.5;

    /// Returns the onset in seconds of an explosion at a distance from the player in a hall. The seed selects its
    /// pitch.
    fn onset(sounds: &Sounds, cells: f32, seed: u64) -> f32 {
        let rows: Vec<String> = (0..9)
            .map(|row| match row {
                0 | 8 => "W".repeat(20),
                4 => format!("W@{}W", ".".repeat(17)),
                _ => format!("W{}W", ".".repeat(18)),
            })
            .collect();
        let text =
            format!("(name: \"\", legend: {{ 'W': (wall: \"\"), '.': (), '@': (thing: Player) }}, map: {rows:?})");
        let level = Arc::new(Level::read("", text.as_bytes()).expect("the level is valid"));
        let mut deck = Headless::begin(&Start::on(level));
        let world = deck.world_mut();
        world.insert_resource(Time::<Real>::default());
        world.insert_resource(sounds.clone());
        world.init_resource::<Takes>();
        world.insert_resource(SoundChance(rand::SeedableRng::seed_from_u64(seed)));
        world.init_resource::<Voices>();
        world.insert_resource(Cues(vec![(Cue::around("explosion", 1.0), Vec2::new(1.5 + cells, 4.5))]));
        world.run_system_cached(mixing::begin).expect("the mixer must run");
        let voice = world.query::<&Voice>().single(world).expect("one voice");
        let mut mixer = Mixer::new();
        mixer.add_sound(voice.sound.id, voice.sound.samples.clone(), voice.sound.rate.get());
        mixer.obey(Command::Start { voice: 1, sound: voice.sound.id, start: voice.start });
        let mut frames = vec![[0.0; 2]; RATE as usize / 2];
        mixer.mix(&mut frames);
        let heard: Vec<f32> = frames.iter().map(|[left, right]| left.abs().max(right.abs())).collect();
        let loudest = heard.iter().copied().fold(0.0, f32::max);
        assert!(loudest > 0.0, "it must be audible within half a second");
        let first = heard.iter().position(|sample| *sample > HEARD * loudest).expect("the maximum is audible");
        first as f32 / RATE as f32
    }

    #[test]
    fn explosion_is_delayed_by_its_distance_at_any_pitch() {
        let sounds = Sounds::read(&shipped_files()).expect("the sounds are valid");
        for seed in 0..4 {
            // A source within one cell is heard from all sides and so has a different onset.
            let near = onset(&sounds, 1.0, seed);
            for cells in [5.0, 14.0] {
                let late = onset(&sounds, cells, seed) - near;
                let expected = (cells - 1.0) / CELLS_PER_SECOND;
                assert!((late - expected).abs() < 1e-3, "{cells} cells: {late} s, not {expected} s");
            }
        }
    }
}
