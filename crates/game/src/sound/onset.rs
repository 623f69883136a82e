//! When a distant sound begins at the output of the mixer, the one that plays into the device: later by the time that sound takes.

#[cfg(test)]
mod tests {
    use crate::{
        files::given::shipped_files,
        sound::cue::{Cue, Cues, SoundChance},
        sound::mixer,
        sound::variants::Takes,
        sound::voice::Voice,
        sound::voices::Voices,
    };
    use bevy::prelude::*;
    use bevy_audio::Decodable;
    use content::Sounds;
    use engine::{Headless, Start};
    use level::Level;
    use rodio::Player;
    use std::{num::NonZero, sync::Arc};

    /// The rate of the output, in frames per second, and its channels.
    const RATE: u32 = 44_100;
    const CHANNELS: u16 = 2;
    /// The part of its greatest loudness from which a sound is heard.
    const HEARD: f32 = 0.02;
    /// The speed of sound in cells of two metres per second.
    const CELLS_PER_SECOND: f32 = 171.5;

    /// When an explosion is heard that happens now at some cells from the player in a hall, in seconds. The seed decides its pitch.
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
        let level = Arc::new(Level::read("", text.as_bytes()).expect("it is a level"));
        let mut deck = Headless::begin(&Start::on(level));
        let world = deck.world_mut();
        world.insert_resource(Time::<Real>::default());
        world.insert_resource(sounds.clone());
        world.init_resource::<Takes>();
        world.insert_resource(SoundChance(rand::SeedableRng::seed_from_u64(seed)));
        world.init_resource::<Voices>();
        world.insert_resource(Cues(vec![(Cue::around("explosion", 1.0), Vec2::new(1.5 + cells, 4.5))]));
        world.run_system_cached(mixer::begin).expect("it runs");
        let voice = world.query::<&Voice>().single(world).expect("one voice");
        let (mixer, output) = rodio::mixer::mixer(
            NonZero::new(CHANNELS).expect("it has channels"),
            NonZero::new(RATE).expect("it has a rate"),
        );
        let player = Player::connect_new(&mixer);
        player.set_speed(voice.speed);
        player.append(voice.decoder());
        let samples = usize::from(CHANNELS) * RATE as usize / 2;
        let heard: Vec<f32> = output.take(samples).map(f32::abs).collect();
        let loudest = heard.iter().copied().fold(0.0, f32::max);
        assert!(loudest > 0.0, "it is heard in half a second");
        let first = heard.iter().position(|sample| *sample > HEARD * loudest).expect("the loudest is heard");
        (first / usize::from(CHANNELS)) as f32 / RATE as f32
    }

    #[test]
    fn explosion_is_heard_later_by_its_distance_at_any_pitch() {
        let sounds = Sounds::read(&shipped_files()).expect("they are whole");
        for seed in 0..4 {
            // What is nearer than a cell sounds from all around, and so begins otherwise.
            let near = onset(&sounds, 1.0, seed);
            for cells in [5.0, 14.0] {
                let late = onset(&sounds, cells, seed) - near;
                let expected = (cells - 1.0) / CELLS_PER_SECOND;
                assert!((late - expected).abs() < 1e-3, "{cells} cells: {late} s, not {expected} s");
            }
        }
    }
}
