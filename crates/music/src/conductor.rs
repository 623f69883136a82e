//! The conductor: he leads from one mood to the next, on a bar.

use crate::{rate::RATE, track::Track};
use std::sync::Arc;

/// How long a piece fades that gives way to one of another programme, and how long the other one swells, in frames.
const CHANGE: usize = RATE as usize;
/// How much of the music is left under a sting.
const UNDER: f32 = 0.4;
/// How fast the music gives way to a sting and comes back: the share of the way with each frame.
const YIELDS: f32 = 0.0002;

/// What the music is like. A later one is more urgent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mood {
    /// Nobody hunts the player.
    #[default]
    Calm,
    /// Somebody does.
    Hunted,
    /// Many do, or they are near.
    Fight,
    /// They do, and he has little life left.
    LastStand,
}

/// The music of a place.
#[derive(Clone, Debug)]
pub struct Programme {
    /// Its track while nobody hunts the player.
    pub calm: Track,
    /// The same while somebody does: as long, so that one can become the other in the middle.
    pub hunted: Option<Track>,
    /// That of a fight.
    pub fight: Option<Track>,
    /// That of the last stand.
    pub last_stand: Option<Track>,
}

impl Programme {
    /// The music of a place that has one track for all moods.
    #[must_use]
    pub fn of(calm: Track) -> Self {
        Self { calm, hunted: None, fight: None, last_stand: None }
    }

    /// The track of a mood, or of the most urgent one below it that there is.
    fn track(&self, mood: Mood) -> (Mood, &Track) {
        let tracks = [(Mood::LastStand, &self.last_stand), (Mood::Fight, &self.fight), (Mood::Hunted, &self.hunted)];
        let found =
            tracks.into_iter().filter(|(own, _)| *own <= mood).find_map(|(own, track)| Some((own, track.as_ref()?)));
        found.unwrap_or((Mood::Calm, &self.calm))
    }
}

/// A track that is being played.
#[derive(Clone)]
struct Playing {
    mood: Mood,
    track: Track,
    /// The next frame.
    at: usize,
}

impl Playing {
    fn next(&mut self) -> [f32; 2] {
        let frames = self.track.frames();
        let frame = frames.get(self.at).copied().unwrap_or_default();
        self.at = if self.at + 1 < frames.len() { self.at + 1 } else { 0 };
        frame.map(|sample| f32::from(sample) / 32_768.0)
    }
}

/// Plays a programme in the mood that is wanted, frame by frame.
pub struct Conductor {
    programme: Option<Arc<Programme>>,
    mood: Mood,
    now: Option<Playing>,
    /// How many frames of this programme were played, as far as it still swells.
    swelled: usize,
    /// What follows, how much of the way to it is done, and how long it is, in frames.
    next: Option<(Playing, usize, usize)>,
    /// What gives way to another programme, and how much of its end is left.
    leaves: Option<(Playing, usize)>,
    sting: Option<Playing>,
    /// How much of the music is heard beside a sting.
    level: f32,
}

impl Conductor {
    /// A conductor of silence.
    #[must_use]
    pub fn new() -> Self {
        Self {
            programme: None,
            mood: Mood::Calm,
            now: None,
            swelled: 0,
            next: None,
            leaves: None,
            sting: None,
            level: 1.0,
        }
    }

    /// Begins another programme, or falls silent; what was played fades.
    pub fn play(&mut self, programme: Option<Arc<Programme>>) {
        self.leaves = self.now.take().map(|playing| (playing, CHANGE));
        (self.next, self.sting, self.swelled, self.mood) = (None, None, 0, Mood::Calm);
        self.now =
            programme.as_ref().map(|programme| Playing { mood: Mood::Calm, track: programme.calm.clone(), at: 0 });
        self.programme = programme;
    }

    /// Goes on with a programme of which there is more now; what is played of it goes on.
    pub fn extend(&mut self, programme: &Arc<Programme>) {
        if self.programme.as_ref().is_none_or(|own| !Arc::ptr_eq(own, programme)) {
            self.programme = Some(Arc::clone(programme));
        }
    }

    /// Changes the mood, from the next bar on.
    pub fn feel(&mut self, mood: Mood) {
        self.mood = mood;
    }

    /// Plays a track once over the others.
    pub fn sting(&mut self, track: Track) {
        self.sting = Some(Playing { mood: self.mood, track, at: 0 });
    }

    /// Which mood is heard, or is on its way.
    #[must_use]
    pub fn heard(&self) -> Option<Mood> {
        let coming = self.next.as_ref().map(|(playing, ..)| playing.mood);
        coming.or(self.now.as_ref().map(|playing| playing.mood))
    }

    /// What the left and the right ear hear next.
    pub fn next_frame(&mut self) -> [f32; 2] {
        self.turn_on_a_bar();
        let mut heard = self.music();
        if let Some((playing, left)) = &mut self.leaves {
            let gain = *left as f32 / CHANGE as f32;
            add(&mut heard, playing.next(), gain);
            *left -= 1;
            if *left == 0 {
                self.leaves = None;
            }
        }
        let wanted = if self.sting.is_some() { UNDER } else { 1.0 };
        self.level += (wanted - self.level) * YIELDS;
        heard = heard.map(|sample| sample * self.level);
        if let Some(sting) = &mut self.sting {
            add(&mut heard, sting.next(), 1.0);
            if sting.at == 0 {
                self.sting = None;
            }
        }
        heard.map(|sample| sample.clamp(-1.0, 1.0))
    }

    /// Begins to cross over if another mood is wanted and a bar begins.
    fn turn_on_a_bar(&mut self) {
        let (Some(programme), Some(now), None) = (&self.programme, &self.now, &self.next) else { return };
        let (mood, track) = programme.track(self.mood);
        if mood == now.mood || !now.at.is_multiple_of(now.track.bar()) {
            return;
        }
        let at = if kin(&now.track, track) { now.at } else { 0 };
        // Danger comes fast, and goes slowly.
        let bar = now.track.bar();
        let long = if mood > now.mood { bar / 4 } else { bar };
        self.next = Some((Playing { mood, track: track.clone(), at }, 0, long.max(1)));
    }

    /// What is heard of the programme.
    fn music(&mut self) -> [f32; 2] {
        let mut heard = [0.0; 2];
        let Some(now) = &mut self.now else { return heard };
        let swells = (self.swelled as f32 / CHANGE as f32).min(1.0);
        self.swelled = (self.swelled + 1).min(CHANGE);
        let Some((next, done, long)) = &mut self.next else {
            add(&mut heard, now.next(), swells);
            return heard;
        };
        let part = *done as f32 / *long as f32;
        // What plays in step adds up by itself; else the power of both stays the same.
        let (out, into) = if kin(&now.track, &next.track) {
            (1.0 - part, part)
        } else {
            (libm::sqrtf(1.0 - part), libm::sqrtf(part))
        };
        add(&mut heard, now.next(), out * swells);
        add(&mut heard, next.next(), into * swells);
        *done += 1;
        if done >= long {
            self.now = self.next.take().map(|(next, ..)| next);
        }
        heard
    }
}

impl Default for Conductor {
    fn default() -> Self {
        Self::new()
    }
}

/// Whether two tracks run in step: then they are layers of one score.
fn kin(one: &Track, other: &Track) -> bool {
    one.bar() == other.bar() && one.frames().len() == other.frames().len()
}

fn add(heard: &mut [f32; 2], frame: [f32; 2], gain: f32) {
    for (ear, sample) in heard.iter_mut().zip(frame) {
        *ear += sample * gain;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A track of four bars of a thousand frames, the same all along.
    fn even(sample: i16) -> Track {
        Track::new(vec![[sample; 2]; 4000], 1000)
    }

    fn programme() -> Arc<Programme> {
        let fight = Track::new((0..6000).map(|index| [8192 + index; 2]).collect(), 1500);
        Arc::new(Programme { calm: even(1024), hunted: Some(even(2048)), fight: Some(fight), last_stand: None })
    }

    /// So many frames of the left ear, in sixteenths of a thousandth of full scale.
    fn hear(conductor: &mut Conductor, frames: usize) -> Vec<f32> {
        (0..frames).map(|_| conductor.next_frame()[0] * 32_768.0).collect()
    }

    /// One that has played long enough to be as loud as it gets, and is at the beginning of its loop.
    fn in_full() -> Conductor {
        let mut conductor = Conductor::new();
        conductor.play(Some(programme()));
        let bars = CHANGE.div_ceil(4000) * 4000;
        hear(&mut conductor, bars);
        conductor
    }

    #[test]
    fn the_mood_crosses_over_on_a_bar_and_not_before() {
        let mut conductor = in_full();
        hear(&mut conductor, 300);
        conductor.feel(Mood::Hunted);
        let rest = hear(&mut conductor, 700);
        assert!(rest.iter().all(|sample| (sample - 1024.0).abs() < 1.0), "it waits for the bar");
        let crosses = hear(&mut conductor, 250);
        assert!(crosses.windows(2).all(|pair| pair[0] <= pair[1]) && crosses[125] > 1400.0 && crosses[125] < 1700.0);
        assert!(hear(&mut conductor, 1000).iter().all(|sample| (sample - 2048.0).abs() < 1.0));
        conductor.feel(Mood::Calm);
        let frames = hear(&mut conductor, 3000);
        assert!((frames[749] - 2048.0).abs() < 1.0, "the next bar begins after {}", 750);
        assert!(frames[1400] > 1030.0 && frames[1400] < 2000.0 && (frames[2000] - 1024.0).abs() < 1.0);
    }

    #[test]
    fn a_fight_begins_at_its_own_beginning_and_layers_go_on_where_they_are() {
        let mut conductor = in_full();
        conductor.feel(Mood::Fight);
        let frames = hear(&mut conductor, 600);
        assert!((frames[400] - (8192.0 + 400.0)).abs() < 2.0, "{}", frames[400]);
        assert_eq!(conductor.heard(), Some(Mood::Fight));
        conductor.feel(Mood::LastStand);
        hear(&mut conductor, 3000);
        assert_eq!(conductor.heard(), Some(Mood::Fight), "there is no last stand here");
    }

    #[test]
    fn it_loops_without_a_gap_and_changes_programmes_without_a_jump() {
        let mut conductor = in_full();
        assert!(hear(&mut conductor, 9000).iter().all(|sample| (sample - 1024.0).abs() < 1.0));
        conductor.play(None);
        let fades = hear(&mut conductor, CHANGE + 10);
        assert!(fades.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 1.0) && fades[CHANGE + 5] == 0.0);
        assert_eq!(conductor.heard(), None);
    }

    #[test]
    fn the_music_gives_way_to_a_sting_and_comes_back() {
        let mut conductor = in_full();
        conductor.sting(Track::new(vec![[0; 2]; 30_000], 30_000));
        let under = hear(&mut conductor, 30_000);
        assert!((under[29_999] - 1024.0 * UNDER).abs() < 20.0, "{}", under[29_999]);
        assert!((hear(&mut conductor, 60_000)[59_999] - 1024.0).abs() < 5.0);
    }

    #[test]
    fn without_a_programme_there_is_silence() {
        assert!(hear(&mut Conductor::new(), 100).iter().all(|sample| *sample == 0.0));
        let mut conductor = Conductor::new();
        conductor.play(Some(Arc::new(Programme::of(Track::new(vec![], 0)))));
        conductor.feel(Mood::LastStand);
        assert!(hear(&mut conductor, 100).iter().all(|sample| *sample == 0.0));
    }
}
