//! Music and the surroundings: which piece is played when, rendered beside the game while it goes on.

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

/// How loud the music is at most, beside effects that are played at six tenths.
const LOUDNESS: f32 = 0.8;
/// How loud the surroundings are at most.
const BED: f32 = 0.9;
/// What the name of a deck's surroundings begins with, before that of its score.
const BEDS: &str = "bed_";
/// How loud they all are while the game is paused, as a part of that.
const PAUSED: f32 = 0.4;

/// The stings, in the order of their scores.
const STINGS: [&str; 3] = ["sting_secret", "sting_death", "sting_lift"];

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Title,
    Tally,
    /// The music of a deck, by the name of its score.
    Deck(String),
}

/// What comes from the job that renders.
enum Rendered {
    /// There is more of the programme.
    Programme(Arc<Programme>),
    /// What the ship is heard to do on this deck.
    Bed(Track),
    /// A sting, by its number.
    Sting(usize, Track),
}

/// The music: what is played, what is being rendered, and what is ready.
#[derive(Resource, Default)]
struct Music {
    stream: MusicStream,
    /// What the ship is heard to do.
    bed: MusicStream,
    piece: Option<Piece>,
    /// One piece is rendered at a time; what else is wanted waits until that is done.
    renders: Option<(Piece, Job<Rendered>)>,
    begun: bool,
    stings: [Option<Track>; STINGS.len()],
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Music>();
    app.add_systems(Startup, begin);
    app.add_systems(Update, (choose, take, feel, strike).chain().run_if(resource_exists::<Scores>.and_then(has_shown)));
}

/// Lets the streams sound, though there is nothing to be heard yet.
fn begin(music: Res<Music>, mut commands: Commands) {
    for stream in [&music.stream, &music.bed] {
        commands.spawn(stream.clone());
    }
}

/// Chooses the piece of the page that is shown or of the deck that is played.
fn choose(phase: Res<State<Phase>>, deck: Option<Res<Deck>>, scores: Res<Scores>, mut music: ResMut<Music>) {
    let piece = match phase.get() {
        Phase::Loading | Phase::StartupError => None,
        // What plays goes on until the deck is there.
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

/// The score of a deck: the one with whose name the names of most of its floors begin.
fn score_of(level: &Level, scores: &Scores) -> String {
    let floors = (0..level.height).flat_map(|y| (0..level.width).map(move |x| level.texture(level.cell(x, y).floor)));
    let themes: Vec<&str> = floors.filter_map(|floor| Some(floor.split_once('_')?.0)).collect();
    let count = |name: &str| themes.iter().filter(|theme| **theme == name).count();
    let most = scores.names().max_by_key(|name| count(name)).filter(|name| count(name) > 0);
    most.unwrap_or(DEFAULT_SCORE).to_owned()
}

/// Has the piece rendered that is wanted, and plays what of it is ready.
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
    /// Takes what has been rendered next, if anything; true once there is no more to come.
    fn receive(&mut self) -> bool {
        let Some((piece, job)) = &mut self.renders else { return true };
        let is_wanted = self.piece.as_ref() == Some(piece);
        match job.poll() {
            Poll::Pending => return false,
            Poll::Ready(None) => {
                // Even if nothing came of it, it is not tried again and again.
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
    /// The name of its score.
    fn name(&self) -> &str {
        match self {
            Piece::Title => "title",
            Piece::Tally => "tally",
            Piece::Deck(name) => name,
        }
    }

    /// The name of the score of the surroundings that belong to it; a deck has some if there is one of that name.
    fn bed(&self) -> String {
        format!("{BEDS}{}", self.name())
    }
}

/// The scores that are played on every deck, besides its own and the stings, once it comes to a fight and to the worst.
const FIGHTS: [&str; 2] = ["fight", "last_stand"];

/// A piece that is being rendered, what is heard first first.
struct Rendering {
    piece: Piece,
    scores: Scores,
    /// What is rendered so far.
    programme: Option<Programme>,
    /// The number of slices that are done.
    slices: usize,
}

impl Rendering {
    fn new(piece: Piece, scores: Scores) -> Rendering {
        Rendering { piece, scores, programme: None, slices: 0 }
    }

    /// Renders the next part; nothing if there is no more, or no score of the name.
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

/// How many semitones a score is to be played higher to be in the key of another: half an octave at most.
fn nearest(score: &Score, other: &Score) -> i32 {
    (other.key() - score.key() + 6).rem_euclid(12) - 6
}

/// Hands the mood of the deck to the conductor, and how loud he is to play: what is loud on the deck is heard over the music.
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
    fn a_deck_has_the_music_of_its_walls_and_each_of_ours_has_another() {
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

    /// The names of the scores that are played on a deck of this score in which these things happen.
    fn played(score: &str, happens: &[GameEvent]) -> Vec<String> {
        let piece = Piece::Deck(score.to_owned());
        let rules = Rules::standard();
        let stings = happens.iter().filter_map(|what| Some(STINGS[what.effects(&rules).sting? as usize]));
        let others = FIGHTS.into_iter().chain(stings).map(str::to_owned);
        [piece.name().to_owned(), piece.bed()].into_iter().chain(others).collect()
    }

    #[test]
    fn no_score_lies_there_that_is_never_played() {
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
    fn what_follows_a_deck_is_moved_into_its_key_by_the_shorter_way() {
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
    fn what_is_heard_first_is_rendered_first() {
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
