//! The cause of death in words, for the page that reports it.

use bevy::prelude::*;
use engine::{DamageSource, EventRecord, GameEvent, Rules};

/// What killed the player last, as one line.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct CauseOfDeath(pub(crate) String);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<CauseOfDeath>().add_systems(Update, notice);
}

fn notice(mut reports: MessageReader<EventRecord>, rules: Option<Res<Rules>>, mut cause: ResMut<CauseOfDeath>) {
    let Some(rules) = rules else { return };
    for report in reports.read() {
        match report.what {
            GameEvent::PlayerLost => "You were carried out into space".clone_into(&mut cause.0),
            GameEvent::PlayerDies(what) => cause.0 = sentence(what, &rules),
            _ => {}
        }
    }
}

/// Returns what the page writes about a death by this cause.
fn sentence(cause: DamageSource, rules: &Rules) -> String {
    let kind = |number: u16| rules.monsters.get(usize::from(number)).map(|(name, _)| with_article(name));
    let named = match cause {
        DamageSource::Strike(id) => kind(id.0).map(|kind| format!("Torn apart by {kind}")),
        DamageSource::MonsterProjectile(id) => kind(id.0).map(|kind| format!("Shot by {kind}")),
        DamageSource::Burst(id) => kind(id.0).map(|kind| format!("{} burst too near", capitalized(&kind))),
        DamageSource::Prop(id) => {
            let prop = rules.props.get(usize::from(id.0));
            prop.map(|(name, _)| format!("{} blew up", capitalized(&with_article(name))))
        }
        DamageSource::Weapon(id) => rules.weapons.get(usize::from(id.0)).map(|(name, _)| format!("Your own {name}")),
        DamageSource::Explosion => Some("An explosion killed you".to_owned()),
        DamageSource::Fire => Some("You burned to death".to_owned()),
        DamageSource::Crushed => Some("A wall crushed you".to_owned()),
        DamageSource::Airless => Some("You ran out of air".to_owned()),
    };
    named.unwrap_or_else(|| "You died".to_owned())
}

fn with_article(name: &str) -> String {
    let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {name}")
}

fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
