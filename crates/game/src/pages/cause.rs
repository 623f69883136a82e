//! The cause of death, in words: what happened near the player just before he died.

use bevy::prelude::*;
use engine::{Happening, Player, Report, Rules, Run, RunBegan, ticks};
use std::collections::VecDeque;
use words::{Said, say};

/// What killed the player last.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Cause(pub(crate) Said);

/// What happened of late that may kill, with its tick; the newest last.
#[derive(Resource, Debug, Default)]
struct Suspects(VecDeque<(u64, Report)>);

/// How long before a death its cause may lie, and how far from the player, in tiles.
const LONG: u64 = ticks(0.5) as u64;
const NEAR: f32 = 4.0;
/// The most that is remembered.
const MOST: usize = 64;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Cause>().init_resource::<Suspects>();
    app.add_systems(Update, notice);
    app.add_observer(|_: On<RunBegan>, mut suspects: ResMut<Suspects>| suspects.0.clear());
}

fn notice(
    mut reports: MessageReader<Report>,
    (run, rules): (Option<Res<Run>>, Option<Res<Rules>>),
    player: Query<&Player>,
    mut suspects: ResMut<Suspects>,
    mut cause: ResMut<Cause>,
) {
    let (Some(run), Some(rules)) = (run, rules) else { return };
    for report in reports.read() {
        let is_airless = player.single().is_ok_and(|player| player.oxygen == 0);
        match report.what {
            Happening::PlayerLost => cause.0 = say!("You were carried out into space").into(),
            Happening::PlayerDies if is_airless => cause.0 = say!("You ran out of air").into(),
            Happening::PlayerDies => cause.0 = of_death(report, run.tick, &suspects.0, &rules),
            _ if what_killed(report.what, &rules).is_some() => suspects.0.push_back((run.tick, *report)),
            _ => {}
        }
    }
    let surplus = suspects.0.len().saturating_sub(MOST);
    suspects.0.drain(..surplus);
}

/// What the newest suspect near a death has done.
fn of_death(death: &Report, tick: u64, suspects: &VecDeque<(u64, Report)>, rules: &Rules) -> Said {
    let is_near =
        |(when, suspect): &&(u64, Report)| tick.saturating_sub(*when) <= LONG && suspect.at.distance(death.at) <= NEAR;
    let found = suspects.iter().rev().filter(is_near).find_map(|(_, suspect)| what_killed(suspect.what, rules));
    found.unwrap_or_else(|| say!("You died").into())
}

/// What is said if this was the cause; none if it cannot kill.
fn what_killed(what: Happening, rules: &Rules) -> Option<Said> {
    let kind = |number: u16| rules.monsters.get(usize::from(number)).map(|(name, _)| with_article(name));
    match what {
        Happening::Strikes(id) => Some(say!("Torn apart by {monster}", monster = Said::data(kind(id.0)?))),
        Happening::MonsterProjectileHits(id) => Some(say!("Shot by {monster}", monster = Said::data(kind(id.0)?))),
        Happening::Bursts(id) => Some(say!("{monster} burst too near", monster = Said::data(capital(&kind(id.0)?)))),
        Happening::PropExplodes(id) => {
            let (name, _) = rules.props.get(usize::from(id.0))?;
            Some(say!("{thing} blew up", thing = Said::data(capital(&with_article(name)))))
        }
        Happening::ProjectileExplodes(id) => {
            let (name, _) = rules.weapons.get(usize::from(id.0))?;
            Some(say!("Your own {weapon}", weapon = Said::data(name)))
        }
        Happening::Burns => Some(say!("You burned to death").into()),
        Happening::Crushed => Some(say!("A wall crushed you").into()),
        _ => None,
    }
}

fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{KindId, PropId};

    fn said(suspects: &[(u64, Happening, f32)]) -> Said {
        let rules = Rules::standard();
        let at = |what, x| Report::new(what, Vec2::new(x, 0.0));
        let suspects = suspects.iter().map(|&(tick, what, x)| (tick, at(what, x))).collect();
        of_death(&at(Happening::PlayerDies, 0.0), 1000, &suspects, &rules)
    }

    #[test]
    fn a_death_is_told_by_what_happened_near_it_last() {
        let rules = Rules::standard();
        let kind = |name| KindId(rules.kind(name).unwrap());
        let barrel = rules.props.iter().position(|(name, _)| name == "barrel").unwrap();
        let barrel = Happening::PropExplodes(PropId(barrel as u16));
        let [brute, officer] = ["brute", "officer"].map(kind);
        assert_eq!(said(&[]), "You died");
        assert_eq!(said(&[(999, Happening::Strikes(brute), 1.0)]), "Torn apart by a brute");
        assert_eq!(said(&[(999, Happening::MonsterProjectileHits(officer), 0.5)]), "Shot by an officer");
        assert_eq!(said(&[(990, Happening::Strikes(brute), 1.0), (999, barrel, 2.0)]), "A barrel blew up");
        assert_eq!(said(&[(900, barrel, 2.0)]), "You died", "that was long ago");
        assert_eq!(said(&[(999, barrel, 9.0)]), "You died", "that was far away");
        assert_eq!(said(&[(999, Happening::Burns, 0.0)]), "You burned to death");
    }
}
