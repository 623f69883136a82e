//! Limits for the sounds.

use crate::{
    animals,
    measure::bar::{Bar, least, most},
    measure::files,
    measure::spectrum::three_partials,
    monsters,
    sounds::SOUNDS,
    sounds::role::Role,
};
use music::{
    loudness::{loudness, on_a_small_speaker},
    synth::RATE,
};
use std::path::Path;

/// Sounds of each kind of creature.
const VOICES: [&str; 5] = ["idle", "notice", "windup", "pain", "death"];

/// Measurements of one file.
struct Heard {
    name: String,
    role: Role,
    /// Index among the variants of its sound.
    take: usize,
    /// Loudness in LUFS, on any speaker and on one that begins at 250 Hz.
    full: f64,
    small: f64,
    /// Share of its energy in its three strongest partials.
    tone: f64,
}

impl Heard {
    fn lost(&self) -> (f64, String) {
        (self.full - self.small, self.name.clone())
    }
}

/// Returns all limits for the sounds in the assets folder.
pub(super) fn bars(assets: &Path) -> Result<Vec<Bar>, String> {
    let folder = assets.join("sounds");
    let heard = all(&folder)?;
    let of = |wanted: fn(Role) -> bool| heard.iter().filter(move |heard| wanted(heard.role));
    let mut bars = vec![
        Bar::most(
            "sound: lost on a small speaker by weapons and explosions, dB",
            3.0,
            most(of(Role::is_fire).map(Heard::lost)),
        ),
        Bar::most(
            "sound: lost on a small speaker by all other sounds, dB",
            6.0,
            most(of(|role| !role.is_fire()).map(Heard::lost)),
        ),
    ];
    for pair in Role::ORDER.windows(2) {
        bars.push(louder(&heard, pair[0], pair[1], "", |heard| heard.full));
        bars.push(louder(&heard, pair[0], pair[1], " above 250 Hz", |heard| heard.small));
    }
    let plain = of(|role| matches!(role, Role::Find | Role::Hit));
    let tones = plain.map(|heard| (100.0 * heard.tone, heard.name.clone()));
    bars.push(Bar::most("sound: energy of a find or hit in three partials, %", 60.0, most(tones)));
    let takes = |wanted: fn(Role) -> bool| {
        let named = of(wanted).filter(|heard| heard.take == 1);
        least(named.map(|one| (takes_of(&heard, &one.name) as f64, one.name.clone())))
    };
    bars.push(Bar::least("sound: takes of frequent sounds", 3.0, takes(|role| role.is_often() && role != Role::Step)));
    bars.push(Bar::least("sound: takes of a step on a floor", 4.0, takes(|role| role == Role::Step)));
    for kind in monsters::kinds().chain(animals::kinds()).map(|kind| kind.name) {
        let voices = VOICES.iter().filter(|voice| folder.join(format!("{kind}_{voice}.wav")).is_file());
        let missing: Vec<&str> =
            VOICES.into_iter().filter(|voice| !folder.join(format!("{kind}_{voice}.wav")).is_file()).collect();
        let lacks = if missing.is_empty() { String::new() } else { format!("lacks {}", missing.join(", ")) };
        bars.push(Bar::least(format!("{kind}: voices of its own"), 5.0, (voices.count() as f64, lacks)));
    }
    Ok(bars)
}

/// Returns every variant of every sound.
fn all(folder: &Path) -> Result<Vec<Heard>, String> {
    let mut all = Vec::new();
    for sound in SOUNDS {
        for take in 1..=sound.takes {
            let path = folder.join(format!("{}.wav", sound.file(take)));
            let samples = files::sound(&path)?;
            all.push(Heard {
                name: sound.file(take),
                role: sound.role,
                take: take as usize,
                full: loudness(&samples),
                small: loudness(&on_a_small_speaker(&samples)),
                tone: three_partials(&samples, RATE),
            });
        }
    }
    Ok(all)
}

/// Returns the number of variants of a sound.
fn takes_of(heard: &[Heard], name: &str) -> usize {
    heard.iter().filter(|other| other.name == name || other.name.starts_with(&format!("{name}~"))).count()
}

/// Returns by how much the quietest sound of one role is louder than the loudest of another.
fn louder(heard: &[Heard], over: Role, under: Role, where_: &str, level: fn(&Heard) -> f64) -> Bar {
    let of = |role: Role| {
        heard.iter().filter(move |heard| heard.role == role).map(|heard| (level(heard), heard.name.clone()))
    };
    let ((quietest, one), (loudest, other)) = (least(of(over)), most(of(under)));
    let name = format!("sound: {over:?} louder than {under:?}{where_}, dB")
        .to_lowercase()
        .replace(" hz", " Hz")
        .replace(" db", " dB");
    Bar::least(name, 0.0, (quietest - loudest, format!("{one} {quietest:.1}, {other} {loudest:.1} LUFS")))
}
