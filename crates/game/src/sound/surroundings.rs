//! Occasional ambient sounds with a position: the hull creaks, water drips from ducts, screens and lamps hum.

use crate::sound::cue::{Cue, Cues, Hear, SINGLE, SoundChance};
use bevy::prelude::*;
use engine::{Air, Bus, Deck, Player, Position, Run, TICKS_PER_SECOND};
use level::{CellShape, Level};
use rand::{Rng, RngExt};

/// Average number of seconds between two sounds. If the selected sound has no source nearby, it is skipped.
const APART: f32 = 6.0;
/// Maximum distance of a source along each axis, in cells.
const FAR: i32 = 9;
/// Loudness of these sounds.
const LOUDNESS: f32 = 0.8;
/// If more ticks than these pass at once, the deck has restarted or was restored.
const JUMP: u64 = 60;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, sound.in_set(Hear));
}

fn sound(
    (deck, run, air): (Option<Res<Deck>>, Option<Res<Run>>, Option<Res<Air>>),
    player: Option<Single<&Position, With<Player>>>,
    mut seen: Local<u64>,
    mut cues: ResMut<Cues>,
    mut chance: ResMut<SoundChance>,
) {
    let (Some(deck), Some(run), Some(player)) = (deck, run, player) else { return };
    let passed = run.tick.checked_sub(*seen).filter(|passed| *passed <= JUMP).unwrap_or(0);
    *seen = run.tick;
    if passed == 0 || !chance.0.random_bool(f64::from(passed as f32 / (APART * TICKS_PER_SECOND as f32)).min(1.0)) {
        return;
    }
    let name = SINGLE[chance.0.next_u32() as usize % SINGLE.len()];
    let here = player.0.floor().as_ivec2();
    let Some(at) = somewhere(name, &deck.0, here, chance.0.next_u32() as usize) else { return };
    let cue = Cue { bus: Bus::Surroundings, weight: 0, ..Cue::around(name, LOUDNESS) };
    let heard = air.map_or(cue.clone(), |air| cue.through(&air, [player.0].into_iter()));
    if heard.loudness > LOUDNESS / 2.0 {
        cues.0.push((heard, at));
    }
}

/// Returns the middle of a cell near `here` that contains a source of this sound, if any. `pick` selects one.
fn somewhere(name: &str, level: &Level, here: IVec2, pick: usize) -> Option<Vec2> {
    let steps = (-FAR..=FAR).flat_map(|y| (-FAR..=FAR).map(move |x| IVec2::new(x, y)));
    let cells: Vec<IVec2> = steps.map(|step| here + step).filter(|cell| is_at(name, level, *cell)).collect();
    Some(cells.get(pick % cells.len().max(1))?.as_vec2() + 0.5)
}

/// Returns true if a cell contains a source of this sound.
fn is_at(name: &str, level: &Level, cell: IVec2) -> bool {
    let Some(shape) = level.shape_at(cell.x, cell.y) else { return false };
    let ceiling = || level.texture(level.cell(cell.x as usize, cell.y as usize).ceiling);
    match (name, shape) {
        ("creak", CellShape::Wall { .. }) => true,
        ("screen_hum", CellShape::Wall { texture, .. }) => ["screen", "notice"].contains(&level.texture(texture)),
        ("drip", CellShape::Open) => ceiling().ends_with("duct"),
        ("lamp_buzz", CellShape::Open) => ceiling().ends_with("lamp"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Headless, Intent, Start};
    use std::{collections::BTreeMap, sync::Arc};

    /// Returns the sounds of some minutes in a room with these cells, and their positions.
    fn heard(legend: &str, map: &[&str]) -> BTreeMap<String, Vec<Vec2>> {
        let text = format!(
            "(name: \"\", base: (ceiling: \"panel\"), legend: {{ '#': (wall: \"hull\"), '.': (), '@': (thing: Player), {legend} }}, map: {map:?})"
        );
        let level = Level::read("", text.as_bytes()).unwrap();
        let mut deck = Headless::begin(&Start::on(Arc::new(level)));
        deck.world_mut().init_resource::<Cues>();
        deck.world_mut().init_resource::<SoundChance>();
        let system = deck.world_mut().register_system(sound);
        for _ in 0..180 * TICKS_PER_SECOND {
            deck.tick(Intent::default());
            deck.world_mut().run_system(system).unwrap();
        }
        let mut heard: BTreeMap<String, Vec<Vec2>> = BTreeMap::new();
        for (cue, at) in deck.world_mut().resource_mut::<Cues>().0.drain(..) {
            heard.entry(cue.name.into_owned()).or_default().push(at);
        }
        heard
    }

    #[test]
    fn ambient_sounds_come_from_their_sources() {
        let map = ["######", "#@.dL#", "##S###"];
        let legend = "'d': (ceiling: \"cryo_duct\"), 'L': (ceiling: \"cryo_lamp\"), 'S': (wall: \"screen\")";
        let heard = heard(legend, &map);
        let names: Vec<&str> = heard.keys().map(String::as_str).collect();
        assert_eq!(names, ["creak", "drip", "lamp_buzz", "screen_hum"]);
        let only = |name: &str, x: f32, y: f32| heard[name].iter().all(|at| *at == Vec2::new(x, y));
        assert!(only("drip", 3.5, 1.5) && only("lamp_buzz", 4.5, 1.5) && only("screen_hum", 2.5, 2.5));
        assert!(heard["creak"].len() > 2);
    }

    #[test]
    fn ambient_sounds_need_a_source() {
        let names = |map: &[&str]| {
            let heard = heard("'S': (wall: \"screen\")", map);
            heard.into_keys().collect::<Vec<_>>()
        };
        assert_eq!(names(&["####", "#@.#", "####"]), ["creak"]);
        assert_eq!(names(&["#S##", "#@.#", "####"]), ["creak", "screen_hum"], "a screen must be audible");
    }

    #[test]
    fn hull_is_inaudible_in_space() {
        let heard = heard("' ': (space: true)", &["####", "#@ #", "####"]);
        assert!(heard.is_empty(), "{heard:?}");
    }
}
