//! Cues: what is heard when something happens.

use bevy::prelude::*;
use engine::{Happening, Player, Position, Report, Rules, Sounds};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg32;
use std::borrow::Cow;

/// A sound that something makes: which one, how loud, and from where.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cue {
    /// The name of its file without the ending.
    pub(crate) name: Cow<'static, str>,
    pub(crate) loudness: f32,
    /// The player makes it, so it comes from nowhere else.
    pub(crate) own: bool,
}

impl Cue {
    pub(crate) const fn around(name: &'static str, loudness: f32) -> Cue {
        Cue { name: Cow::Borrowed(name), loudness, own: false }
    }

    pub(crate) const fn own(name: &'static str, loudness: f32) -> Cue {
        Cue { name: Cow::Borrowed(name), loudness, own: true }
    }

    /// A sound of an undead's kind.
    fn kind(name: &str, loudness: f32) -> Cue {
        Cue { name: Cow::Owned(name.to_owned()), loudness, own: false }
    }

    /// What is heard when this happens, if anything; where there is a choice, `pick` makes it. `sounds` are those of the
    /// kind of undead that it is about.
    fn of(what: Happening, sounds: Option<&Sounds>, pick: usize) -> Option<Cue> {
        Some(match what {
            Happening::Empty => Cue::own("empty", 0.5),
            Happening::DoorOpens => Cue::around("door_open", 0.7),
            Happening::DoorCloses => Cue::around("door_close", 0.7),
            Happening::DoorRefuses(_) => Cue::around("locked", 0.7),
            Happening::Unlocked(_) => Cue::around("unlock", 0.8),
            Happening::DoorLocks => Cue::around("locked", 0.8),
            Happening::DoorUnlocks => Cue::around("unlock", 0.8),
            Happening::SwitchThrown => Cue::around("switch", 0.8),
            Happening::PlateSinks => Cue::around("plate", 0.7),
            Happening::Crushed => Cue::around("crush", 0.9),
            Happening::Carried => Cue::own("teleport", 0.8),
            Happening::SecretFound => Cue::own("secret", 0.7),
            Happening::PushWallStops => Cue::around("wall_thud", 0.9),
            Happening::PushWallStuck => Cue::around("wall_thud", 0.4),
            Happening::Impact => Cue::around("ricochet", 0.4),
            Happening::BoltHits => Cue::around("bolt_hit", 0.7),
            Happening::PlayerHurt => Cue::own("hurt", 0.8),
            Happening::PlayerDies => Cue::own("death", 0.9),
            Happening::LiftThrown => Cue::around("lift", 0.9),
            Happening::Notices => {
                let all = &sounds?.notices;
                Cue::kind(all.get(pick % all.len().max(1))?, 0.9)
            }
            Happening::Strikes => Cue::kind(&sounds?.strikes, 0.7),
            Happening::MonsterHurt => Cue::kind(&sounds?.hurt, 0.8),
            Happening::MonsterDies => Cue::kind(&sounds?.dies, 0.9),
            Happening::Bursts => Cue::kind(sounds?.bursts.as_ref()?, 1.0),
            Happening::Changes => Cue::own("switch_weapon", 0.5),
            Happening::Burns => Cue::around("burn", 0.5),
            Happening::Shot | Happening::Taken => return None,
            Happening::BlowLands | Happening::MissileHits | Happening::MissileExplodes => return None,
            Happening::PropHit | Happening::PropBreaks | Happening::PropExplodes => return None,
            // A wall that moves is heard as long as it does: see `slide`.
            Happening::PushWallMoves | Happening::DeckDone | Happening::Says(_) => return None,
        })
    }

    /// What is heard of the weapon, the pickup or the prop of this number when this happens, if anything.
    fn of_thing(what: Happening, number: u16, rules: &Rules) -> Option<Cue> {
        let number = usize::from(number);
        let name = match what {
            Happening::Shot => &rules.weapons.get(number)?.1.sound,
            Happening::Taken => &rules.pickups.get(number)?.1.sound,
            Happening::BlowLands | Happening::MissileHits => rules.weapons.get(number)?.1.hit.as_ref()?,
            Happening::MissileExplodes => &rules.weapons.get(number)?.1.explosion()?.sound,
            Happening::PropHit => &rules.props.get(number)?.1.hit,
            Happening::PropBreaks => &rules.props.get(number)?.1.breaks,
            Happening::PropExplodes => &rules.props.get(number)?.1.explodes.as_ref()?.sound,
            _ => return None,
        };
        let (loudness, own) = match what {
            Happening::Shot => (0.7, true),
            Happening::Taken => (0.6, true),
            Happening::PropHit | Happening::BlowLands => (0.6, false),
            Happening::MissileHits => (0.3, false),
            _ => (1.0, false),
        };
        Some(Cue { name: Cow::Owned(name.clone()), loudness, own })
    }
}

/// Who dies so near to where somebody is crushed is he, in tiles.
const CRUSHED: f32 = 0.1;

/// Cues that wait to be given a voice.
#[derive(Resource, Default)]
pub(crate) struct Cues(pub(crate) Vec<(Cue, Vec2)>);

/// What is only heard has a chance of its own: it must not touch the engine's.
#[derive(Resource)]
pub(crate) struct SoundChance(pub(crate) Pcg32);

impl Default for SoundChance {
    fn default() -> Self {
        SoundChance(Pcg32::seed_from_u64(0))
    }
}

/// Whatever adds cues; the voices come after it.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Hear;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Cues>().init_resource::<SoundChance>();
    app.add_systems(Update, hear_reports.in_set(Hear));
}

fn hear_reports(
    mut reports: MessageReader<Report>,
    rules: Option<Res<Rules>>,
    player: Query<&Position, With<Player>>,
    mut cues: ResMut<Cues>,
    mut chance: ResMut<SoundChance>,
) {
    let of_kind = |number: u16| rules.as_ref()?.monsters.get(usize::from(number)).map(|(_, kind)| &kind.sounds);
    let reports: Vec<&Report> = reports.read().collect();
    let is_in = |at: Vec2, what| reports.iter().any(|other| other.what == what && other.at.distance(at) < CRUSHED);
    let mut whined = false;
    for report in reports.iter().copied() {
        // Of the pellets of one shot the ear hears one.
        if report.what == Happening::Impact && std::mem::replace(&mut whined, true) {
            continue;
        }
        if matches!(report.what, Happening::MonsterDies | Happening::PlayerDies) && is_in(report.at, Happening::Crushed)
        {
            cues.0.push((Cue::around("squelch", 0.9), report.at));
        }
        let of_thing = || Cue::of_thing(report.what, report.kind?, rules.as_ref()?);
        let cue = Cue::of(report.what, report.kind.and_then(of_kind), chance.0.next_u32() as usize).or_else(of_thing);
        let carries = |cue: &Cue| cue.own || player.iter().all(|at| at.0.distance(report.at) < report.what.reach());
        cues.0.extend(cue.filter(carries).map(|cue| (cue, report.at)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::sound_file::SOUNDS;
    use level::{Key, Lock};
    use std::path::Path;

    /// The sounds of one kind, each with a name of its own.
    fn voice() -> Sounds {
        let name = |name: &str| format!("ghoul_{name}");
        Sounds {
            notices: vec![name("cry1"), name("cry2")],
            strikes: name("strikes"),
            hurt: name("hurt"),
            dies: name("dies"),
            bursts: Some(name("bursts")),
        }
    }

    #[test]
    fn what_the_player_does_is_his_own_sound_and_all_else_has_a_place() {
        let own = |what| Cue::of(what, Some(&voice()), 0).map(|cue| cue.own);
        for what in [Happening::Changes, Happening::Empty, Happening::PlayerHurt] {
            assert_eq!(own(what), Some(true), "{what:?}");
        }
        for what in [Happening::DoorOpens, Happening::Notices, Happening::MonsterDies, Happening::BoltHits] {
            assert_eq!(own(what), Some(false), "{what:?}");
        }
        assert_eq!(own(Happening::DeckDone), None);
    }

    #[test]
    fn what_is_too_far_off_is_not_heard() {
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
        for (distance, heard) in [(3.0, 1), (Happening::DoorOpens.reach() + 1.0, 1), (6.0, 2)] {
            let at = Vec2::new(1.5 + distance, 1.5);
            world.write_message(Report { what: Happening::DoorOpens, at, towards: Vec2::ZERO, kind: None });
            world.run_system_cached(hear_reports).unwrap();
            assert_eq!(world.resource::<Cues>().0.len(), heard, "{distance} tiles off");
        }
    }

    #[test]
    fn each_kind_has_its_own_voice_and_cries_differ() {
        let heard = |what, pick| Cue::of(what, Some(&voice()), pick).map(|cue| cue.name.into_owned());
        let cries = [0, 1, 2].map(|pick| heard(Happening::Notices, pick).unwrap());
        assert_eq!(cries, ["ghoul_cry1", "ghoul_cry2", "ghoul_cry1"]);
        for (what, name) in [
            (Happening::Strikes, "ghoul_strikes"),
            (Happening::MonsterHurt, "ghoul_hurt"),
            (Happening::MonsterDies, "ghoul_dies"),
            (Happening::Bursts, "ghoul_bursts"),
        ] {
            assert_eq!(heard(what, 7).as_deref(), Some(name));
            assert_eq!(Cue::of(what, None, 7), None);
        }
        let silent = Sounds { notices: Vec::new(), bursts: None, ..voice() };
        assert_eq!([Happening::Notices, Happening::Bursts].map(|what| Cue::of(what, Some(&silent), 3)), [None, None]);
    }

    #[test]
    fn weapons_pickups_and_props_sound_as_the_rules_say() {
        let rules = Rules::standard();
        let heard = |what, number: Option<u16>| {
            let cue = Cue::of_thing(what, number.unwrap(), &rules)?;
            Some((cue.name.into_owned(), cue.own))
        };
        assert_eq!(heard(Happening::Shot, rules.weapon("shotgun")), Some(("shotgun_shot".to_owned(), true)));
        assert_eq!(heard(Happening::Taken, rules.pickup("vest")), Some(("pickup_armour".to_owned(), true)));
        assert_eq!(heard(Happening::MissileExplodes, rules.weapon("launcher")), Some(("explosion".to_owned(), false)));
        assert_eq!(heard(Happening::MissileHits, rules.weapon("nailgun")), Some(("nail_hit".to_owned(), false)));
        assert_eq!(heard(Happening::MissileHits, rules.weapon("flamer")), None, "flames only lick");
        assert_eq!(heard(Happening::BlowLands, rules.weapon("wrench")), Some(("wrench_hit".to_owned(), false)));
        assert_eq!(heard(Happening::PropBreaks, rules.prop("crate")), Some(("crate_break".to_owned(), false)));
        assert_eq!(heard(Happening::Shot, Some(u16::MAX)), None);
    }

    #[test]
    fn the_kind_that_is_reported_is_the_one_that_is_heard() {
        let mut app = App::new();
        app.add_message::<Report>().add_plugins(plugin);
        let mut rules = Rules::standard();
        let number = rules.kind("shambler").unwrap();
        rules.monsters[usize::from(number)].1.sounds = voice();
        app.insert_resource(rules);
        let report = |kind| Report { what: Happening::Strikes, at: Vec2::X, towards: Vec2::X, kind };
        for kind in [Some(number), Some(u16::MAX), None] {
            app.world_mut().write_message(report(kind));
        }
        app.update();
        let heard: Vec<_> =
            app.world().resource::<Cues>().0.iter().map(|(cue, at)| (cue.name.to_string(), *at)).collect();
        assert_eq!(heard, [("ghoul_strikes".to_owned(), Vec2::X)]);
    }

    /// The sounds of these reports, all of one picture, by their names.
    fn heard(reports: &[Report]) -> Vec<String> {
        let mut app = App::new();
        app.add_message::<Report>().add_plugins(plugin).insert_resource(Rules::standard());
        for report in reports {
            app.world_mut().write_message(*report);
        }
        app.update();
        app.world().resource::<Cues>().0.iter().map(|(cue, _)| cue.name.to_string()).collect()
    }

    fn report(what: Happening, at: Vec2) -> Report {
        Report { what, at, towards: Vec2::ZERO, kind: None }
    }

    #[test]
    fn who_is_crushed_to_death_is_heard_to_be() {
        let crushed = report(Happening::Crushed, Vec2::new(2.0, 3.0));
        let dies = |x| report(Happening::PlayerDies, Vec2::new(x, 3.0));
        assert_eq!(heard(&[crushed, dies(2.01)]), ["crush", "squelch", "death"]);
        assert_eq!(heard(&[crushed, dies(4.0)]), ["crush", "death"], "somebody else died, elsewhere");
        assert_eq!(heard(&[crushed]), ["crush"]);
    }

    #[test]
    fn a_wall_that_stops_thuds() {
        let [moves, stops] = [Happening::PushWallMoves, Happening::PushWallStops].map(|what| report(what, Vec2::ONE));
        assert_eq!(heard(&[moves]), [] as [&str; 0], "it is heard as long as it moves, see `slide`");
        assert_eq!(heard(&[stops]), ["wall_thud"]);
    }

    #[test]
    fn of_all_the_pellets_of_a_shot_one_whines() {
        assert_eq!(heard(&[report(Happening::Impact, Vec2::ONE); 7]), ["ricochet"]);
    }

    /// What comes after this in the list of all that can happen, so that nothing new is left out of it.
    fn after(what: Happening) -> Option<Happening> {
        use Happening::*;
        Some(match what {
            Shot => Empty,
            Empty => Changes,
            Changes => BlowLands,
            BlowLands => MissileHits,
            MissileHits => MissileExplodes,
            MissileExplodes => PropHit,
            PropHit => PropBreaks,
            PropBreaks => PropExplodes,
            PropExplodes => Burns,
            Burns => Impact,
            Impact => DoorOpens,
            DoorOpens => DoorCloses,
            DoorCloses => DoorRefuses(Lock::A),
            DoorRefuses(_) => Unlocked(Key::A),
            Unlocked(_) => DoorLocks,
            DoorLocks => DoorUnlocks,
            DoorUnlocks => PushWallMoves,
            PushWallMoves => PushWallStops,
            PushWallStops => PushWallStuck,
            PushWallStuck => Notices,
            Notices => Strikes,
            Strikes => BoltHits,
            BoltHits => Bursts,
            Bursts => MonsterHurt,
            MonsterHurt => MonsterDies,
            MonsterDies => PlayerHurt,
            PlayerHurt => PlayerDies,
            PlayerDies => Taken,
            Taken => SwitchThrown,
            SwitchThrown => PlateSinks,
            PlateSinks => Says(0),
            Says(_) => Carried,
            Carried => Crushed,
            Crushed => SecretFound,
            SecretFound => LiftThrown,
            LiftThrown => DeckDone,
            DeckDone => return None,
        })
    }

    /// The number, in the rules, of somebody or something to which this can happen.
    fn whom(what: Happening, rules: &Rules) -> Option<u16> {
        match what {
            Happening::Shot | Happening::Changes => rules.weapon("pistol"),
            Happening::BlowLands => rules.weapon("wrench"),
            Happening::MissileHits => rules.weapon("nailgun"),
            Happening::MissileExplodes => rules.weapon("launcher"),
            Happening::Taken => rules.pickup("medkit"),
            Happening::PropHit | Happening::PropBreaks => rules.prop("crate"),
            Happening::PropExplodes => rules.prop("barrel"),
            Happening::Notices | Happening::Strikes | Happening::MonsterHurt => rules.kind("shambler"),
            Happening::MonsterDies => rules.kind("shambler"),
            Happening::Bursts => rules.kind("bloater"),
            _ => None,
        }
    }

    #[test]
    fn each_event_has_a_sound_of_its_own_and_its_file_is_there() {
        let (rules, sounds) = (Rules::standard(), Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/sounds"));
        let mut names = Vec::new();
        for what in std::iter::successors(Some(Happening::Shot), |&what| after(what)) {
            let is_silent = matches!(what, Happening::PushWallMoves | Happening::Says(_) | Happening::DeckDone);
            let heard = heard(&[Report { kind: whom(what, &rules), ..report(what, Vec2::ONE) }]);
            assert_eq!(heard.len(), usize::from(!is_silent), "{what:?}: {heard:?}");
            names.extend(heard);
        }
        for name in names.iter().map(String::as_str).chain(SOUNDS) {
            assert!(sounds.join(format!("{name}.wav")).is_file(), "{name}");
        }
        let of_rules = |name: &str| !rules.missing_sounds(|sound| sound != name).is_empty();
        for name in names.iter().filter(|name| !of_rules(name)) {
            assert!(SOUNDS.contains(&name.as_str()), "{name} is asked for before it is played");
        }
    }
}
