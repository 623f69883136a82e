//! Cues: the sounds of events.

use crate::{files::settings::Volumes, sound::steps::step_at};
use bevy::prelude::*;
use engine::{Air, Bus, Deck, Effects, EventRecord, GameEvent, Grid, Passage, Player, Position, Rules, Sound};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::borrow::Cow;

/// Sound of an event: which one, how loud, and whether the player makes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cue {
    /// Name of the sound file without extension.
    pub(crate) name: Cow<'static, str>,
    pub(crate) loudness: f32,
    /// True if the player makes the sound, so that it has no direction.
    pub(crate) own: bool,
    /// Volume category.
    pub(crate) bus: Bus,
    /// Priority from 0 (steps) to 4 (the player's own pain).
    pub(crate) weight: u8,
}

impl Cue {
    /// Creates a sound with a position, in the category of effects and with normal priority.
    pub(crate) const fn around(name: &'static str, loudness: f32) -> Cue {
        Cue::new(Cow::Borrowed(name), loudness)
    }

    pub(crate) const fn new(name: Cow<'static, str>, loudness: f32) -> Cue {
        Cue { name, loudness, own: false, bus: Bus::Effects, weight: 2 }
    }

    /// Attenuates the sound by the lowest air pressure of these places: that of the source and that of the listener.
    pub(crate) fn through(self, air: &Air, places: impl Iterator<Item = Vec2>) -> Cue {
        let thinnest = places.map(|at| pressure_about(air, at)).fold(1.0, f32::min);
        Cue { loudness: self.loudness * thinnest, ..self }
    }

    /// Returns the player's volume for this category, from 0 to 1.
    pub(crate) fn volume(&self, volumes: &Volumes) -> f32 {
        let of_kind = match self.bus {
            Bus::Effects => volumes.effects,
            Bus::Voices => volumes.voices,
            Bus::Surroundings => volumes.surroundings,
        };
        volumes.all.part() * of_kind.part()
    }

    /// Creates the cue of a sound. If it has several files, `pick` selects one.
    fn of(sound: Sound, pick: usize) -> Option<Cue> {
        let Sound { name: _, loudness, own, bus, weight } = sound;
        Some(Cue { name: Cow::Owned(sound.file(pick)?.to_owned()), loudness, own, bus, weight })
    }
}

/// Returns the air pressure around a sound source, from 0 to 1. A source in a wall sounds into the adjacent cells.
fn pressure_about(air: &Air, at: Vec2) -> f32 {
    let cell = Grid::cell_at(at);
    let beside = [IVec2::ZERO, IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];
    let about = if air.passage(cell) == Passage::Shut { &beside[..] } else { &beside[..1] };
    about.iter().map(|step| air.pressure(cell + *step) as f32).fold(0.0, f32::max)
}

/// Sounds up to this loudness are not played.
const SILENT: f32 = 0.02;

/// Occasional sounds of the ship, in addition to the ambient bed.
pub(crate) const SINGLE: [&str; 4] = ["creak", "drip", "screen_hum", "lamp_buzz"];

/// Maximum distance between a crush event and the death that it caused, in tiles.
const CRUSHED: f32 = 0.1;

/// Cues that are waiting for a voice.
#[derive(Resource, Default)]
pub(crate) struct Cues(pub(crate) Vec<(Cue, Vec2)>);

/// RNG of the sound system, separate from that of the engine, whose state sounds must not affect.
#[derive(Resource)]
pub(crate) struct SoundChance(pub(crate) Pcg32);

impl Default for SoundChance {
    fn default() -> Self {
        SoundChance(Pcg32::seed_from_u64(0))
    }
}

/// System set of all systems that add cues. The mixer runs after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Hear;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Cues>().init_resource::<SoundChance>();
    app.add_systems(Update, hear_reports.in_set(Hear));
}

fn hear_reports(
    mut reports: MessageReader<EventRecord>,
    (rules, deck, air): (Option<Res<Rules>>, Option<Res<Deck>>, Option<Res<Air>>),
    player: Query<&Position, With<Player>>,
    mut cues: ResMut<Cues>,
    mut chance: ResMut<SoundChance>,
) {
    let Some(rules) = rules else { return reports.clear() };
    let reports: Vec<&EventRecord> = reports.read().collect();
    let is_in = |at: Vec2, what| reports.iter().any(|other| other.what == what && other.at.distance(at) < CRUSHED);
    let mut whined = false;
    for report in reports.iter().copied() {
        // Only one pellet of a shot is audible.
        if report.what == GameEvent::Impact && std::mem::replace(&mut whined, true) {
            continue;
        }
        let dies = matches!(report.what, GameEvent::MonsterDies(_) | GameEvent::PlayerDies(_));
        if dies && is_in(report.at, GameEvent::Crushed) {
            cues.0.push((Cue::around("squelch", 0.9), report.at));
        }
        let Effects { sound, reach, .. } = report.what.effects(&rules);
        let mut cue = sound.and_then(|sound| Cue::of(sound, chance.0.next_u32() as usize));
        if let (GameEvent::Footstep(..), Some(cue), Some(deck)) = (report.what, &mut cue, &deck) {
            cue.name = Cow::Borrowed(step_at(&deck.0, report.at.x, report.at.y));
        }
        let carries = |cue: &Cue| cue.own || player.iter().all(|at| at.0.distance(report.at) < reach);
        let heard = cue.filter(carries).map(|cue| match &air {
            Some(air) if !cue.own => cue.through(air, player.iter().map(|at| at.0).chain([report.at])),
            _ => cue,
        });
        cues.0.extend(heard.filter(|cue| cue.loudness > SILENT).map(|cue| (cue, report.at)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use content::SOUNDS;
    use engine::{DamageSource, Foot, Gait, KindId, PickupId, PropId, Sounds, WeaponId};
    use std::path::Path;
    use strum::IntoEnumIterator;

    /// Returns the sounds of one kind, each with a unique name.
    fn voice() -> Sounds {
        let name = |name: &str| format!("ghoul_{name}");
        Sounds {
            idles: None,
            winds_up: None,
            notices: vec![name("cry1"), name("cry2")],
            strikes: name("strikes"),
            hurt: name("hurt"),
            dies: name("dies"),
        }
    }

    /// Returns the game's rules with other sounds for shamblers, and the id of the shamblers.
    fn with_voice(sounds: Sounds) -> (Rules, KindId) {
        let mut rules = Rules::standard();
        let number = rules.kind("shambler").unwrap();
        rules.monsters[usize::from(number)].1.sounds = sounds;
        (rules, KindId(number))
    }

    /// Returns the cue of an event under these rules.
    fn cue(what: GameEvent, rules: &Rules, pick: usize) -> Option<Cue> {
        Cue::of(what.effects(rules).sound?, pick)
    }

    #[test]
    fn only_sounds_of_the_player_have_no_position() {
        let (rules, kind) = with_voice(voice());
        let own = |what| cue(what, &rules, 0).map(|cue| cue.own);
        for what in [GameEvent::Changes(WeaponId(0)), GameEvent::Empty, GameEvent::PlayerHurt] {
            assert_eq!(own(what), Some(true), "{what:?}");
        }
        let around = [GameEvent::Notices(kind), GameEvent::MonsterDies(kind), GameEvent::MonsterProjectileHits(kind)];
        for what in around.into_iter().chain([GameEvent::DoorOpens]) {
            assert_eq!(own(what), Some(false), "{what:?}");
        }
        assert_eq!(own(GameEvent::DeckDone), None);
    }

    #[test]
    fn sounds_beyond_their_reach_are_inaudible() {
        let row = format!("#@{}#", ".".repeat(60));
        let border = "#".repeat(row.len());
        let text = format!(
            r##"(name: "", legend: {{ '#': (wall: ""), '.': (), '@': (thing: Player) }}, map: {:?})"##,
            [&border, &row, &border]
        );
        let level = level::Level::read("", text.as_bytes()).unwrap();
        let mut deck = engine::Headless::begin(&engine::Start::on(std::sync::Arc::new(level)));
        let world = deck.world_mut();
        world.init_resource::<Cues>();
        world.init_resource::<SoundChance>();
        let reach = GameEvent::DoorOpens.effects(&Rules::standard()).reach;
        for (distance, heard) in [(3.0, 1), (reach + 1.0, 1), (6.0, 2)] {
            world.write_message(EventRecord::new(GameEvent::DoorOpens, Vec2::new(1.5 + distance, 1.5)));
            world.run_system_cached(hear_reports).unwrap();
            assert_eq!(world.resource::<Cues>().0.len(), heard, "{distance} tiles off");
        }
    }

    #[test]
    fn switch_in_a_wall_is_audible_only_with_air_in_front() {
        let heard = |cell: &str| {
            let text = format!(
                "(name: \"\", legend: {{ '#': (wall: \"\"), '.': ({cell}), '@': (thing: Player{}) }}, map: [\"####\", \"#@.#\", \"####\"])",
                if cell.is_empty() { String::new() } else { format!(", {cell}") }
            );
            let level = level::Level::read("", text.as_bytes()).unwrap();
            let mut deck = engine::Headless::begin(&engine::Start::on(std::sync::Arc::new(level)));
            let world = deck.world_mut();
            world.init_resource::<Cues>();
            world.init_resource::<SoundChance>();
            world.write_message(EventRecord::new(GameEvent::SwitchThrown, Vec2::new(3.5, 1.5)));
            world.run_system_cached(hear_reports).unwrap();
            world.resource::<Cues>().0.len()
        };
        assert_eq!([heard(""), heard("air: 0.0")], [1, 0]);
    }

    #[test]
    fn each_kind_has_its_own_voice_and_several_cries() {
        let (rules, kind) = with_voice(voice());
        let heard = |what, pick| cue(what, &rules, pick).map(|cue| cue.name.into_owned());
        let cries = [0, 1, 2].map(|pick| heard(GameEvent::Notices(kind), pick).unwrap());
        assert_eq!(cries, ["ghoul_cry1", "ghoul_cry2", "ghoul_cry1"]);
        let says = |what: fn(KindId) -> GameEvent, name: &str| {
            assert_eq!(heard(what(kind), 7).as_deref(), Some(name));
            assert_eq!(heard(what(KindId(u16::MAX)), 7), None);
        };
        says(GameEvent::Strikes, "ghoul_strikes");
        says(GameEvent::MonsterHurt, "ghoul_hurt");
        says(GameEvent::MonsterDies, "ghoul_dies");
        let (rules, kind) = with_voice(Sounds { notices: Vec::new(), ..voice() });
        assert_eq!([GameEvent::Notices(kind), GameEvent::Bursts(kind)].map(|what| cue(what, &rules, 3)), [None, None]);
    }

    #[test]
    fn volume_and_weight_depend_on_the_event_not_on_the_file() {
        let (rules, kind) = with_voice(Sounds { hurt: "door_step_lift".to_owned(), ..voice() });
        let heard = |what| cue(what, &rules, 0).map(|cue| (cue.bus, cue.weight));
        assert_eq!(heard(GameEvent::MonsterHurt(kind)), Some((Bus::Voices, 2)));
        assert_eq!(heard(GameEvent::Notices(kind)), Some((Bus::Voices, 2)));
        assert_eq!(heard(GameEvent::Strikes(kind)), Some((Bus::Effects, 2)));
        assert_eq!(heard(GameEvent::PlayerHurt), Some((Bus::Voices, 4)));
        assert_eq!(heard(GameEvent::DoorOpens), Some((Bus::Effects, 1)));
        assert_eq!(heard(GameEvent::Footstep(Gait::Walks, Foot::Left)), Some((Bus::Effects, 0)));
    }

    #[test]
    fn rules_define_sounds_of_weapons_pickups_and_props() {
        let rules = Rules::standard();
        let heard = |what| cue(what, &rules, 0).map(|cue| (cue.name.into_owned(), cue.own));
        let weapon = |name| WeaponId(rules.weapon(name).unwrap());
        let own = |name: &str| Some((name.to_owned(), true));
        let around = |name: &str| Some((name.to_owned(), false));
        assert_eq!(heard(GameEvent::Shot(weapon("shotgun"))), own("shotgun_shot"));
        assert_eq!(heard(GameEvent::Taken(PickupId(rules.pickup("vest").unwrap()))), own("pickup_armour"));
        assert_eq!(heard(GameEvent::ProjectileExplodes(weapon("launcher"))), around("explosion"));
        assert_eq!(heard(GameEvent::ProjectileHits(weapon("nailgun"))), around("nail_hit"));
        assert_eq!(heard(GameEvent::ProjectileHits(weapon("flamer"))), None, "flames are silent when they hit");
        assert_eq!(heard(GameEvent::MeleeLands(weapon("wrench"))), around("wrench_hit"));
        assert_eq!(heard(GameEvent::PropBreaks(PropId(rules.prop("crate").unwrap()))), around("crate_break"));
        assert_eq!(heard(GameEvent::Shot(WeaponId(u16::MAX))), None);
    }

    /// Returns the names of the sounds of these events, which all happen in one frame.
    fn heard(reports: &[EventRecord], rules: Rules) -> Vec<String> {
        let mut app = App::new();
        app.add_message::<EventRecord>().add_plugins(plugin).insert_resource(rules);
        for report in reports {
            app.world_mut().write_message(*report);
        }
        app.update();
        app.world().resource::<Cues>().0.iter().map(|(cue, _)| cue.name.to_string()).collect()
    }

    #[test]
    fn sound_belongs_to_the_reported_kind() {
        let (rules, kind) = with_voice(voice());
        let strikes = [kind, KindId(u16::MAX)].map(|kind| EventRecord::new(GameEvent::Strikes(kind), Vec2::X));
        assert_eq!(heard(&strikes, rules), ["ghoul_strikes"]);
    }

    #[test]
    fn death_by_crushing_squelches() {
        let heard = |reports: &[EventRecord]| heard(reports, Rules::standard());
        let crushed = EventRecord::new(GameEvent::Crushed, Vec2::new(2.0, 3.0));
        let dies = |x| EventRecord::new(GameEvent::PlayerDies(DamageSource::Fire), Vec2::new(x, 3.0));
        assert_eq!(heard(&[crushed, dies(2.01)]), ["crush", "squelch", "death"]);
        assert_eq!(heard(&[crushed, dies(4.0)]), ["crush", "death"], "another death elsewhere has no squelch");
        assert_eq!(heard(&[crushed]), ["crush"]);
    }

    #[test]
    fn push_wall_thuds_when_it_stops() {
        let heard = |what| heard(&[EventRecord::new(what, Vec2::ONE)], Rules::standard());
        assert_eq!(heard(GameEvent::PushWallMoves), [] as [&str; 0], "its sound loops while it moves");
        assert_eq!(heard(GameEvent::PushWallStops), ["wall_thud"]);
    }

    #[test]
    fn only_one_pellet_of_a_shot_is_audible() {
        let impacts = [EventRecord::new(GameEvent::Impact, Vec2::ONE); 7];
        assert_eq!(heard(&impacts, Rules::standard()), ["ricochet"]);
    }

    #[test]
    fn footstep_depends_on_the_floor() {
        let text = r#"(name: "", base: (floor: "grate"), legend: { 'W': (wall: ""), '@': (thing: Player) }, map: ["WWW", "W@W", "WWW"])"#;
        let deck = Deck(std::sync::Arc::new(level::Level::read("", text.as_bytes()).unwrap()));
        let mut app = App::new();
        app.add_message::<EventRecord>().add_plugins(plugin).insert_resource(Rules::standard()).insert_resource(deck);
        let step = GameEvent::Footstep(Gait::Walks, Foot::Left);
        app.world_mut().write_message(EventRecord::new(step, Vec2::new(1.5, 1.5)));
        app.update();
        assert_eq!(app.world().resource::<Cues>().0[0].0.name, "step_grate");
    }

    /// Returns all possible events. Events of a kind or a thing use one that has all sounds.
    fn everything(rules: &Rules) -> impl Iterator<Item = GameEvent> {
        use GameEvent::*;
        let kind = |name| KindId(rules.kind(name).unwrap());
        let weapon = |name| WeaponId(rules.weapon(name).unwrap());
        let prop = |name| PropId(rules.prop(name).unwrap());
        GameEvent::iter().map(move |what| match what {
            MeleeLands(_) => MeleeLands(weapon("wrench")),
            ProjectileHits(_) => ProjectileHits(weapon("nailgun")),
            ProjectileExplodes(_) => ProjectileExplodes(weapon("launcher")),
            PropHit(_) => PropHit(prop("crate")),
            PropBreaks(_) => PropBreaks(prop("crate")),
            PropExplodes(_) => PropExplodes(prop("barrel")),
            Bursts(_) => Bursts(kind("bloater")),
            other => other,
        })
    }

    #[test]
    fn each_event_has_its_own_sound_file() {
        let (rules, sounds) = (Rules::standard(), Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/sounds"));
        let mut names = Vec::new();
        for what in everything(&rules) {
            let is_silent = matches!(
                what,
                GameEvent::PushWallMoves | GameEvent::Says(_) | GameEvent::MonsterLost(_) | GameEvent::DeckDone
            );
            let heard = heard(&[EventRecord::new(what, Vec2::ONE)], Rules::standard());
            assert_eq!(heard.len(), usize::from(!is_silent), "{what:?}: {heard:?}");
            names.extend(heard);
        }
        for name in names.iter().map(String::as_str).chain(SOUNDS) {
            assert!(sounds.join(format!("{name}.wav")).is_file(), "{name}");
        }
        let of_rules = |name: &str| !rules.missing_sounds(|sound| sound != name).is_empty();
        for name in names.iter().filter(|name| !of_rules(name)) {
            assert!(SOUNDS.contains(&name.as_str()), "{name} must be listed in SOUNDS to be loaded");
        }
    }
}
