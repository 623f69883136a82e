//! Music and ambience: selects the pieces and renders them in the background while the game runs.

use crate::{
    files::settings::Settings,
    flow::phase::{Flow, Phase},
    sound::limiter::Headroom,
    sound::mood::Feeling,
    sound::music_stream::MusicStream,
    window::time_start::has_shown,
};
use bevy::prelude::*;
use content::{DEFAULT_SCORE, Scores};
use engine::{Deck, EventRecord, Rules};
use level::Level;
use music::{Layer, Mood, Programme, Score, Track};
use ports::{Job, Jobs};
use std::{sync::Arc, task::Poll};

/// Maximum loudness of the music. For comparison, effects are played at 0.6.
const LOUDNESS: f32 = 0.8;
/// Maximum loudness of the ambience.
const BED: f32 = 0.9;
/// Prefix of the names of ambience scores, before the name of the deck's score.
const BEDS: &str = "bed_";
/// Relative loudness of all of them while the game is paused.
const PAUSED: f32 = 0.4;

/// Stings in the order of their scores.
const STINGS: [&str; 3] = ["sting_secret", "sting_death", "sting_lift"];

/// Piece of music.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Title,
    Tally,
    /// Music of a deck, by the name of its score.
    Deck(String),
}

/// Result of the render job.
enum Rendered {
    /// Next part of the programme.
    Programme(Arc<Programme>),
    /// Ambience of the deck.
    Bed(Track),
    /// Sting with its index.
    Sting(usize, Track),
}

/// State of the music: current piece, render job, and finished parts.
#[derive(Resource, Default)]
struct Music {
    stream: MusicStream,
    /// Ambience of the ship.
    bed: MusicStream,
    piece: Option<Piece>,
    /// One piece is rendered at a time; the next one waits for it.
    renders: Option<(Piece, Job<Rendered>)>,
    begun: bool,
    stings: [Option<Track>; STINGS.len()],
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Music>();
    app.add_systems(Startup, begin);
    app.add_systems(Update, (choose, take, feel, strike).chain().run_if(resource_exists::<Scores>.and_then(has_shown)));
}

/// Spawns the streams, which are silent until a piece is ready.
fn begin(music: Res<Music>, mut commands: Commands) {
    for stream in [&music.stream, &music.bed] {
        commands.spawn(stream.clone());
    }
}

/// Selects the piece of the current page or deck.
fn choose(phase: Res<State<Phase>>, deck: Option<Res<Deck>>, scores: Res<Scores>, mut music: ResMut<Music>) {
    let piece = match phase.get() {
        Phase::Loading | Phase::StartupError => None,
        // The current piece goes on until the deck is ready.
        Phase::Briefing => return,
        Phase::Title => Some(Piece::Title),
        Phase::Tally | Phase::Ending => Some(Piece::Tally),
        Phase::Deck => deck.map(|deck| Piece::Deck(score_of(&deck.0, &scores))),
    };
    if piece == music.piece {
        return;
    }
    music.stream.begin(None);
    music.bed.begin(None);
    (music.piece, music.begun) = (piece, false);
}

/// Returns the score of a deck: the one whose name is a prefix of most of its floor textures.
fn score_of(level: &Level, scores: &Scores) -> String {
    let floors = (0..level.height).flat_map(|y| (0..level.width).map(move |x| level.texture(level.cell(x, y).floor)));
    let themes: Vec<&str> = floors.filter_map(|floor| Some(floor.split_once('_')?.0)).collect();
    let count = |name: &str| themes.iter().filter(|theme| **theme == name).count();
    let most = scores.names().max_by_key(|name| count(name)).filter(|name| count(name) > 0);
    most.unwrap_or(DEFAULT_SCORE).to_owned()
}

/// Renders the selected piece and plays its finished parts.
fn take(scores: Res<Scores>, jobs: Option<Res<Jobs>>, mut music: ResMut<Music>) {
    if music.renders.is_some() {
        if !music.receive() {
            return;
        }
        music.renders = None;
    }
    if let Some(piece) = music.piece.clone().filter(|_| !music.begun) {
        let jobs = jobs.map_or_else(Jobs::default, |jobs| *jobs);
        let mut rendering = Rendering::new(piece.clone(), scores.clone());
        music.renders = Some((piece, jobs.spawn_slices("music", move || rendering.slice())));
    }
}

impl Music {
    /// Receives the next rendered part, if any. Returns true once the piece is complete.
    fn receive(&mut self) -> bool {
        let Some((piece, job)) = &mut self.renders else { return true };
        let is_wanted = self.piece.as_ref() == Some(piece);
        match job.poll() {
            Poll::Pending => return false,
            Poll::Ready(None) => {
                // Do not retry a failed render.
                self.begun |= is_wanted;
                return true;
            }
            Poll::Ready(Some(Rendered::Sting(number, track))) => self.stings[number] = Some(track),
            Poll::Ready(Some(_)) if !is_wanted => {}
            Poll::Ready(Some(Rendered::Bed(track))) => self.bed.begin(Some(Arc::new(Programme::single(track)))),
            Poll::Ready(Some(Rendered::Programme(programme))) if self.begun => self.stream.extend(programme),
            Poll::Ready(Some(Rendered::Programme(programme))) => {
                self.begun = true;
                self.stream.begin(Some(programme));
            }
        }
        false
    }
}

impl Piece {
    /// Returns the name of the score.
    fn name(&self) -> &str {
        match self {
            Piece::Title => "title",
            Piece::Tally => "tally",
            Piece::Deck(name) => name,
        }
    }

    /// Returns the name of the matching ambience score. A deck has ambience if a score of this name exists.
    fn bed(&self) -> String {
        format!("{BEDS}{}", self.name())
    }
}

/// Scores that every deck uses in fights and last stands, in addition to its own score and the stings.
const FIGHTS: [&str; 2] = ["fight", "last_stand"];

/// Piece that is being rendered, in the order in which its parts are needed.
struct Rendering {
    piece: Piece,
    scores: Scores,
    /// Parts rendered so far.
    programme: Option<Programme>,
    /// Number of finished slices.
    slices: usize,
}

impl Rendering {
    fn new(piece: Piece, scores: Scores) -> Rendering {
        Rendering { piece, scores, programme: None, slices: 0 }
    }

    /// Renders the next part. Returns `None` if the piece is complete or has no score.
    fn slice(&mut self) -> Option<Rendered> {
        let score = self.scores.named(self.piece.name())?;
        let in_its_key = |name: &str| {
            self.scores.named(name).map(|other| Track::render(other, Layer::Hunted, nearest(other, score)))
        };
        let Some(programme) = &mut self.programme else {
            let first = Programme::single(Track::render(score, Layer::Calm, 0));
            self.programme = Some(first.clone());
            return Some(Rendered::Programme(Arc::new(first)));
        };
        if !matches!(self.piece, Piece::Deck(_)) {
            return None;
        }
        self.slices += 1;
        match self.slices {
            1 => {
                let bed = self.scores.named(&self.piece.bed());
                if let Some(bed) = bed {
                    return Some(Rendered::Bed(Track::render(bed, Layer::Calm, 0)));
                }
            }
            2 => programme.hunted = score.has_layers().then(|| Track::render(score, Layer::Hunted, 0)),
            3 => programme.fight = in_its_key(FIGHTS[0]),
            4 => programme.last_stand = in_its_key(FIGHTS[1]),
            sting => {
                let number = sting - 5;
                return Some(Rendered::Sting(number, in_its_key(STINGS.get(number)?)?));
            }
        }
        Some(Rendered::Programme(Arc::new(programme.clone())))
    }
}

/// Returns the number of semitones that moves a score into the key of another one: at most half an octave.
fn nearest(score: &Score, other: &Score) -> i32 {
    (other.key() - score.key() + 6).rem_euclid(12) - 6
}

/// Passes the mood and the loudness to the conductor. Loud sounds on the deck duck the music.
fn feel(
    (feeling, settings, headroom): (Res<Feeling>, Res<Settings>, Res<Headroom>),
    flow: Option<Res<State<Flow>>>,
    music: Res<Music>,
) {
    let paused = flow.is_some_and(|flow| *flow.get() == Flow::Paused);
    let paused = if paused { PAUSED } else { 1.0 };
    let all = settings.volumes.all.part() * paused * headroom.beside();
    music.stream.feel(feeling.mood, LOUDNESS * settings.volumes.music.part() * all, settings.mono);
    music.bed.feel(Mood::Calm, BED * settings.volumes.surroundings.part() * all, settings.mono);
}

/// Plays the stings.
fn strike(mut reports: MessageReader<EventRecord>, rules: Option<Res<Rules>>, music: Res<Music>) {
    let Some(rules) = rules else { return reports.clear() };
    for sting in reports.read().filter_map(|report| report.what.effects(&rules).sting) {
        if let Some(track) = &music.stings[sting as usize] {
            music.stream.sting(track.clone());
        }
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

    /// Returns the names of the scores that play on a deck with this score when these events happen.
    fn played(score: &str, happens: &[GameEvent]) -> Vec<String> {
        let piece = Piece::Deck(score.to_owned());
        let rules = Rules::standard();
        let stings = happens.iter().filter_map(|what| Some(STINGS[what.effects(&rules).sting? as usize]));
        let others = FIGHTS.into_iter().chain(stings).map(str::to_owned);
        [piece.name().to_owned(), piece.bed()].into_iter().chain(others).collect()
    }

    #[test]
    fn every_score_is_played() {
        let (scores, rules) = (scores(), Rules::standard());
        let decks = content::read_campaign(&shipped_files(), &rules).unwrap();
        let mut heard = vec![Piece::Title.name().to_owned(), Piece::Tally.name().to_owned()];
        for deck in decks.iter().map(|deck| deck.reference(1)) {
            let score = score_of(&decks.level(&deck).unwrap(), &scores);
            heard.extend(played(
                &score,
                &[GameEvent::SecretFound, GameEvent::PlayerDies(DamageSource::Fire), GameEvent::LiftThrown],
            ));
        }
        let silent: Vec<&str> = scores.names().filter(|name| !heard.iter().any(|heard| heard == name)).collect();
        assert_eq!(silent, [""; 0]);
    }

    #[test]
    fn pieces_are_transposed_by_the_shorter_interval() {
        let scores = scores();
        let fight = scores.named("fight").unwrap();
        for name in scores.names() {
            let score = scores.named(name).unwrap();
            let moved = nearest(fight, score);
            assert!((-6..6).contains(&moved), "{name}: {moved}");
            assert_eq!((fight.key() + moved).rem_euclid(12), score.key().rem_euclid(12), "{name}");
        }
    }

    #[test]
    fn parts_are_rendered_in_playing_order() {
        let rendered = |piece: Piece| {
            let mut rendering = Rendering::new(piece, scores());
            std::iter::from_fn(|| rendering.slice()).collect::<Vec<_>>()
        };
        assert!(matches!(&rendered(Piece::Title)[..], [Rendered::Programme(all)] if all.fight.is_none()));
        assert!(rendered(Piece::Deck("no such score".to_owned())).is_empty());
        let deck = rendered(Piece::Deck("cryo".to_owned()));
        assert!(matches!(&deck[0], Rendered::Programme(first) if first.hunted.is_none() && first.fight.is_none()));
        let mut programmes = deck.iter().filter_map(|part| match part {
            Rendered::Programme(programme) => Some([programme.hunted.is_some(), programme.fight.is_some()]),
            _ => None,
        });
        assert_eq!(programmes.next_back(), Some([true, true]));
        let stings = deck.iter().filter_map(|part| match part {
            Rendered::Sting(number, _) => Some(*number),
            _ => None,
        });
        assert_eq!(stings.collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(deck.iter().filter(|part| matches!(part, Rendered::Bed(_))).count(), 1);
    }
}
