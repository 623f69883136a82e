//! Text of the cause of death.

use bevy::prelude::*;
use engine::{DamageSource, Deck, EventRecord, GameEvent, Rules, Run, called};
use localization::{Said, say};

/// Last cause of the player's death, as one line.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct CauseOfDeath(pub(crate) Said);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<CauseOfDeath>().add_systems(Update, notice);
}

fn notice(
    mut reports: MessageReader<EventRecord>,
    (rules, deck, run): (Option<Res<Rules>>, Option<Res<Deck>>, Option<Res<Run>>),
    mut cause: ResMut<CauseOfDeath>,
) {
    let Some(rules) = rules else { return };
    let deck = deck.zip(run);
    for report in reports.read() {
        match report.what {
            GameEvent::PlayerLost => cause.0 = say!("You were blown out into space").into(),
            GameEvent::PlayerDies(what) => {
                let name = deck.as_ref().and_then(|(deck, run)| called(&deck.0, &rules, run.skill, report.by?));
                cause.0 = sentence(what, name, &rules);
            }
            _ => {}
        }
    }
}

/// Returns the text for a cause of death; `name` is the killer's own name, if it has one.
fn sentence(cause: DamageSource, name: Option<&str>, rules: &Rules) -> Said {
    let kind = |number: u16| {
        let kind = rules.monsters.get(usize::from(number)).map(|(name, _)| with_article(name));
        name.map(str::to_owned).or(kind)
    };
    let named = match cause {
        DamageSource::Strike(id) => kind(id.0).map(|kind| say!("Torn apart by {monster}", monster = Said::data(kind))),
        DamageSource::MonsterProjectile(id) => {
            kind(id.0).map(|kind| say!("Shot by {monster}", monster = Said::data(kind)))
        }
        DamageSource::Burst(_) if name.is_some() => {
            name.map(|name| say!("Killed when {monster} burst", monster = Said::data(name)))
        }
        DamageSource::Burst(id) => {
            let kind = rules.monsters.get(usize::from(id.0));
            kind.map(|(name, _)| say!("Killed by a bursting {monster}", monster = Said::data(name)))
        }
        DamageSource::Prop(id) => {
            let prop = rules.props.get(usize::from(id.0));
            prop.map(|(name, _)| say!("Blown up by {thing}", thing = Said::data(with_article(name))))
        }
        DamageSource::Weapon(id) => {
            let weapon = rules.weapons.get(usize::from(id.0));
            weapon.map(|(name, _)| say!("Killed by your own {weapon}", weapon = Said::data(name)))
        }
        DamageSource::Explosion => Some(say!("Killed by an explosion").into()),
        DamageSource::Fire => Some(say!("You burned to death").into()),
        DamageSource::Crushed => Some(say!("Crushed by a wall").into()),
        DamageSource::Airless => Some(say!("You ran out of air").into()),
    };
    named.unwrap_or_else(|| say!("You died").into())
}

fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn killer_with_a_name_of_its_own_is_named() {
        let rules = Rules::standard();
        let brute = engine::KindId(rules.kind("brute").unwrap());
        let told = |cause, name| sentence(cause, name, &rules).english();
        assert_eq!(told(DamageSource::Strike(brute), None), "Torn apart by a brute");
        let makk = Some("Makk, cargo master");
        assert_eq!(told(DamageSource::Strike(brute), makk), "Torn apart by Makk, cargo master");
        assert_eq!(told(DamageSource::Burst(brute), makk), "Killed when Makk, cargo master burst");
        assert_eq!(told(DamageSource::Crushed, None), "Crushed by a wall");
    }
}
