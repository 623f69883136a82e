//! The cause of death in words, for the page that reports it.

use bevy::prelude::*;
use engine::{Cause, Happening, Report, Rules};

/// What killed the player last, as one line.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct CauseOfDeath(pub(crate) String);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<CauseOfDeath>().add_systems(Update, notice);
}

fn notice(mut reports: MessageReader<Report>, rules: Option<Res<Rules>>, mut cause: ResMut<CauseOfDeath>) {
    let Some(rules) = rules else { return };
    for report in reports.read() {
        match report.what {
            Happening::PlayerLost => "You were carried out into space".clone_into(&mut cause.0),
            Happening::PlayerDies(what) => cause.0 = sentence(what, &rules),
            _ => {}
        }
    }
}

/// Returns what the page writes about a death by this cause.
fn sentence(cause: Cause, rules: &Rules) -> String {
    let kind = |number: u16| rules.monsters.get(usize::from(number)).map(|(name, _)| with_article(name));
    let named = match cause {
        Cause::Strike(id) => kind(id.0).map(|kind| format!("Torn apart by {kind}")),
        Cause::MonsterProjectile(id) => kind(id.0).map(|kind| format!("Shot by {kind}")),
        Cause::Burst(id) => kind(id.0).map(|kind| format!("{} burst too near", capitalized(&kind))),
        Cause::Prop(id) => {
            let prop = rules.props.get(usize::from(id.0));
            prop.map(|(name, _)| format!("{} blew up", capitalized(&with_article(name))))
        }
        Cause::Weapon(id) => rules.weapons.get(usize::from(id.0)).map(|(name, _)| format!("Your own {name}")),
        Cause::Explosion => Some("An explosion killed you".to_owned()),
        Cause::Fire => Some("You burned to death".to_owned()),
        Cause::Crushed => Some("A wall crushed you".to_owned()),
        Cause::Airless => Some("You ran out of air".to_owned()),
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
