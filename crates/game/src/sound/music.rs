//! Music and ambience: selects the pieces and renders them in the background while the game runs.

use crate::{
    files::settings::Settings,
    flow::phase::{Flow, Phase},
    sound::mood::Feeling,
    sound::outbox::Outbox,
    window::time_start::has_shown,
};
use bevy::prelude::*;
use content::{DEFAULT_SCORE, Scores};
use engine::{Deck, EventRecord, Rules};
use level::Level;
use mixer::{Command, Feel, Piece};

/// Maximum loudness of the music. For comparison, effects are played at 0.6.
const LOUDNESS: f32 = 0.8;
/// Maximum loudness of the ambience.
const BED: f32 = 0.9;
/// Relative loudness of all of them while the game is paused.
const PAUSED: f32 = 0.4;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, (choose, feel, strike).chain().run_if(resource_exists::<Scores>.and_then(has_shown)));
}

/// Selects the piece of the current page or deck.
fn choose(
    phase: Res<State<Phase>>,
    (deck, scores): (Option<Res<Deck>>, Res<Scores>),
    mut current: Local<Option<Piece>>,
    mut outbox: ResMut<Outbox>,
) {
    let piece = match phase.get() {
        Phase::Loading | Phase::StartupError => None,
        // The current piece goes on until the deck is ready.
        Phase::Briefing => return,
        Phase::Title => Some(Piece::Page("title".to_owned())),
        Phase::Tally | Phase::Ending => Some(Piece::Page("tally".to_owned())),
        Phase::Deck => deck.map(|deck| Piece::Deck(score_of(&deck.0, &scores))),
    };
    if piece != *current {
        current.clone_from(&piece);
        outbox.play(piece);
    }
}

/// Returns the score of a deck: the one whose name is a prefix of most of its floor textures.
fn score_of(level: &Level, scores: &Scores) -> String {
    let floors = (0..level.height).flat_map(|y| (0..level.width).map(move |x| level.texture(level.cell(x, y).floor)));
    let themes: Vec<&str> = floors.filter_map(|floor| Some(floor.split_once('_')?.0)).collect();
    let count = |name: &str| themes.iter().filter(|theme| **theme == name).count();
    let most = scores.names().max_by_key(|name| count(name)).filter(|name| count(name) > 0);
    most.unwrap_or(DEFAULT_SCORE).to_owned()
}

/// Passes on the mood and the loudness.
fn feel(
    (feeling, settings): (Res<Feeling>, Res<Settings>),
    flow: Option<Res<State<Flow>>>,
    mut outbox: ResMut<Outbox>,
) {
    let paused = flow.is_some_and(|flow| *flow.get() == Flow::Paused);
    let all = settings.volumes.all.part() * if paused { PAUSED } else { 1.0 };
    outbox.push(Command::Feel(Feel {
        mood: feeling.mood,
        music: LOUDNESS * settings.volumes.music.part() * all,
        bed: BED * settings.volumes.surroundings.part() * all,
        is_mono: settings.mono,
    }));
}

/// Plays the stings.
fn strike(mut reports: MessageReader<EventRecord>, rules: Option<Res<Rules>>, mut outbox: ResMut<Outbox>) {
    let Some(rules) = rules else { return reports.clear() };
    for sting in reports.read().filter_map(|report| report.what.effects(&rules).sting) {
        outbox.push(Command::Sting(sting as u8));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::given::shipped_files;
    use engine::{DamageSource, GameEvent};
    use std::path::Path;

    fn scores() -> Scores {
        Scores::read(&shipped_files()).unwrap()
    }

    #[test]
    fn each_deck_has_the_music_of_its_textures() {
        let levels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
        let score = |file: &str| {
            let bytes = std::fs::read(levels.join(file)).unwrap();
            score_of(&Level::read(file, &bytes).unwrap(), &scores())
        };
        let decks = ["deck1.ron", "deck2.ron", "deck3.ron", "deck4.ron", "secret.ron"].map(score);
        assert_eq!(decks, ["cryo", "holds", "engine", "command", "chapel"]);
        let plain = r#"(name: "", legend: { 'W': (wall: ""), '@': (thing: Player) }, map: ["WWW", "W@W", "WWW"])"#;
        assert_eq!(score_of(&Level::read("", plain.as_bytes()).unwrap(), &scores()), DEFAULT_SCORE);
    }

    #[test]
    fn every_score_is_played() {
        let (scores, rules) = (scores(), Rules::standard());
        let decks = content::read_campaign(&shipped_files(), &rules).unwrap();
        let scored = decks.iter().map(|deck| score_of(&decks.level(&deck.reference(1)).unwrap(), &scores));
        let pieces = scored.map(Piece::Deck).chain(["title", "tally"].map(|name| Piece::Page(name.to_owned())));
        let heard: Vec<String> = pieces.flat_map(|piece| piece.scores()).collect();
        let silent: Vec<&str> = scores.names().filter(|name| !heard.iter().any(|heard| heard == name)).collect();
        assert_eq!(silent, [""; 0]);
        let stings = [GameEvent::SecretFound, GameEvent::PlayerDies(DamageSource::Fire), GameEvent::LiftThrown];
        assert_eq!(stings.map(|event| event.effects(&rules).sting.map(|sting| sting as u8)), [0, 1, 2].map(Some));
    }
}
