//! Shows the log output and the errors of creature scripts to their authors, and to players which mods were switched off.

use crate::{files::watched::Watched, ui::note::Note};
use ::campaign::switched_off;
use bevy::prelude::*;
use engine::{Rules, Utterance, Words};
use localization::Said;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, show);
}

/// Prints script logs to the terminal, and also shows them on the screen if the files are watched.
fn show(
    mut uttered: MessageReader<Utterance>,
    watched: Option<Res<Watched>>,
    rules: Option<Res<Rules>>,
    mut commands: Commands,
) {
    for Utterance { by, kind, words, .. } in uttered.read() {
        let text = match words {
            Words::Failed(diagnostic) => diagnostic.to_string(),
            Words::Logged(words) if watched.is_some() => {
                let kind = rules.as_ref().and_then(|rules| rules.monsters.get(usize::from(*kind)));
                format!("{} {}: {words}", kind.map_or("creature", |(name, _)| name), by.0)
            }
            Words::SwitchedOff(name, excess) => {
                let told = switched_off(name, *excess);
                eprintln!("hullbreach: {}", told.english());
                commands.insert_resource(Note::new(told));
                continue;
            }
            Words::Logged(_) | Words::Said(_) => continue,
        };
        eprintln!("hullbreach: {text}");
        if watched.is_some() {
            commands.insert_resource(Note::new(Said::literal(text)));
        }
    }
}
