//! Moods: the brightness of a lamp at a tick, and the perceived brightness of a cell's own light.

use crate::{
    canvas::hash::hash,
    stage::options::{Strength, ViewOptions},
};
use bevy::math::ops;
use engine::ticks;
use level::Mood;
use std::f32::consts::TAU;

/// The full brightness of a lamp.
pub(crate) const FULL: u16 = 256;

/// The period of a pulse, in ticks.
const PULSE: u64 = ticks(2.0) as u64;
/// The step of a pulse's brightness. Finer steps would change the frame more often without being visible.
const PULSE_STEP: u16 = 8;
/// The minimum brightness of a pulsing and of a flickering lamp.
const PULSE_LEAST: u16 = 40;
const FLICKER_LEAST: u16 = 72;
/// How often a flickering lamp chooses whether it flickers at all, and how often it then chooses its brightness, in
/// ticks.
const REST: u64 = ticks(0.7) as u64;
const FLICKER: u64 = ticks(0.06) as u64;

/// Returns the brightness of a lamp of this mood, scaled by the player's flicker and pulse options.
pub(crate) fn seen_brightness(mood: Mood, place: [usize; 2], tick: u64, options: &ViewOptions) -> u16 {
    let wanted = match mood {
        Mood::Steady => Strength::FULL,
        Mood::Flicker => options.flicker,
        Mood::Pulse => options.pulse,
    };
    FULL - u16::try_from(u32::from(FULL - brightness(mood, place, tick)) * u32::from(wanted.in_percent()) / 100)
        .unwrap_or(FULL)
}

/// Returns the brightness of a lamp of this mood, 0 to [`FULL`]. Lamps at different positions flicker at different
/// times.
fn brightness(mood: Mood, place: [usize; 2], tick: u64) -> u16 {
    match mood {
        Mood::Steady => FULL,
        Mood::Pulse => {
            let way = 0.5 - 0.5 * ops::cos((tick % PULSE) as f32 / PULSE as f32 * TAU);
            let steps = (f32::from((FULL - PULSE_LEAST) / PULSE_STEP) * way).round() as u16;
            PULSE_LEAST + steps * PULSE_STEP
        }
        Mood::Flicker => {
            let lamp = hash(hash(place[0] as u32) ^ place[1] as u32);
            let is_restless = hash(lamp.wrapping_add((tick / REST) as u32)) % 5 < 3;
            match hash(!lamp ^ hash((tick / FLICKER) as u32)) {
                dark if is_restless && dark % 3 == 0 => FLICKER_LEAST + (dark >> 8) as u16 % 48,
                dim if is_restless && dim % 3 == 1 => 160 + (dim >> 8) as u16 % 64,
                _ => FULL,
            }
        }
    }
}

/// Returns the perceived brightness of a cell's own light, which is raised in the dark.
pub(crate) fn seen(light: u8) -> u8 {
    let light = f32::from(light) / 255.0;
    (light * (1.5 - 0.5 * light) * 255.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn over_ten_seconds(mood: Mood, place: [usize; 2]) -> Vec<u16> {
        (0..u64::from(ticks(10.0))).map(|tick| brightness(mood, place, tick)).collect()
    }

    #[test]
    fn options_scale_flicker_and_pulse() {
        let none = ViewOptions { flicker: Strength::NONE, pulse: Strength::NONE, ..ViewOptions::default() };
        let half = ViewOptions { pulse: Strength::percent(50), ..none };
        for tick in 0..u64::from(ticks(10.0)) {
            for mood in [Mood::Flicker, Mood::Pulse] {
                assert_eq!(seen_brightness(mood, [3, 4], tick, &none), FULL);
                let all = seen_brightness(mood, [3, 4], tick, &ViewOptions::default());
                assert_eq!(all, brightness(mood, [3, 4], tick));
            }
            let (all, some) =
                (brightness(Mood::Pulse, [3, 4], tick), seen_brightness(Mood::Pulse, [3, 4], tick, &half));
            assert!((FULL - all) / 2 == FULL - some);
        }
    }

    #[test]
    fn steady_lamp_has_constant_brightness() {
        assert!(over_ten_seconds(Mood::Steady, [3, 4]).iter().all(|&light| light == FULL));
    }

    #[test]
    fn pulse_rises_and_falls_smoothly() {
        let pulse = over_ten_seconds(Mood::Pulse, [3, 4]);
        assert!(pulse.windows(2).all(|pair| pair[0].abs_diff(pair[1]) <= PULSE_STEP));
        assert_eq!((pulse[0], pulse[120], pulse[240]), (PULSE_LEAST, FULL, PULSE_LEAST));
    }

    #[test]
    fn flicker_has_no_rhythm_and_never_goes_out() {
        let flicker = over_ten_seconds(Mood::Flicker, [3, 4]);
        assert!(flicker.iter().all(|light| (FLICKER_LEAST..=FULL).contains(light)));
        assert!(flicker.iter().filter(|&&light| light < 128).count() > 60, "the lamp must often be dark");
        assert!(flicker.iter().filter(|&&light| light == FULL).count() > 400, "it must mostly be bright");
        let dips: Vec<usize> = (1..flicker.len()).filter(|&i| flicker[i] < 128 && flicker[i - 1] >= 128).collect();
        let gaps: std::collections::BTreeSet<usize> = dips.windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.len() > 5, "{gaps:?}");
        assert_ne!(flicker, over_ten_seconds(Mood::Flicker, [4, 3]));
    }

    #[test]
    fn own_light_of_a_cell_is_raised_in_the_dark() {
        assert_eq!((seen(0), seen(255)), (0, 255));
        assert!(seen(64) > 80 && seen(200) < 225);
    }
}
