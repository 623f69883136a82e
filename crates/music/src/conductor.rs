//! The conductor: plays the music of a place, and changes between moods at a bar.

use crate::{rate::RATE, track::Track};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Length of the cross-fade between two programmes, in frames.
const FADE_FRAMES: usize = RATE as usize;
/// Level of the music while a sting plays.
const LEVEL_UNDER_STING: f32 = 0.4;
/// Speed of the level change before and after a sting: fraction of the difference per frame.
const STING_RATE: f32 = 0.0002;

/// Mood of the music. Later moods are more urgent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Mood {
    /// No enemy hunts the player.
    #[default]
    Calm,
    /// An enemy hunts the player.
    Hunted,
    /// Many enemies hunt the player, or they are near.
    Fight,
    /// As [`Mood::Fight`], while the player has little health left.
    LastStand,
}

/// The music of a place.
#[derive(Clone, Debug)]
pub struct Programme {
    /// Track for the calm mood.
    pub calm: Track,
    /// Track while the player is hunted. It has the length of the calm one, so that the two can be cross-faded at any
    /// position.
    pub hunted: Option<Track>,
    /// Track for a fight.
    pub fight: Option<Track>,
    /// Track for the last stand.
    pub last_stand: Option<Track>,
}

impl Programme {
    /// Creates a programme with one track for all moods.
    #[must_use]
    pub fn single(calm: Track) -> Self {
        Self { calm, hunted: None, fight: None, last_stand: None }
    }

    /// Returns the track of a mood, or of the most urgent mood below it that has a track.
    fn track(&self, mood: Mood) -> (Mood, &Track) {
        let tracks = [(Mood::LastStand, &self.last_stand), (Mood::Fight, &self.fight), (Mood::Hunted, &self.hunted)];
        let found =
            tracks.into_iter().filter(|(own, _)| *own <= mood).find_map(|(own, track)| Some((own, track.as_ref()?)));
        found.unwrap_or((Mood::Calm, &self.calm))
    }
}

/// A track that is playing.
#[derive(Clone)]
struct Playing {
    mood: Mood,
    track: Track,
    /// Index of the next frame.
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

/// Plays a programme frame by frame, in the requested mood.
pub struct Conductor {
    programme: Option<Arc<Programme>>,
    mood: Mood,
    now: Option<Playing>,
    /// Number of frames played of this programme, up to the end of its fade-in.
    faded_in: usize,
    /// The track to change to, the number of frames of the cross-fade that are done, and its length.
    next: Option<(Playing, usize, usize)>,
    /// The track of the previous programme that is fading out, and the number of frames left.
    fading: Option<(Playing, usize)>,
    sting: Option<Playing>,
    /// Present level of the music, which is lower during a sting.
    level: f32,
}

impl Conductor {
    /// Creates a conductor without a programme.
    #[must_use]
    pub fn new() -> Self {
        Self {
            programme: None,
            mood: Mood::Calm,
            now: None,
            faded_in: 0,
            next: None,
            fading: None,
            sting: None,
            level: 1.0,
        }
    }

    /// Starts another programme, or silence; the previous one fades out.
    pub fn play(&mut self, programme: Option<Arc<Programme>>) {
        self.fading = self.now.take().map(|playing| (playing, FADE_FRAMES));
        (self.next, self.sting, self.faded_in, self.mood) = (None, None, 0, Mood::Calm);
        self.now =
            programme.as_ref().map(|programme| Playing { mood: Mood::Calm, track: programme.calm.clone(), at: 0 });
        self.programme = programme;
    }

    /// Replaces the programme by one with more tracks, without interrupting the track that plays.
    pub fn extend(&mut self, programme: &Arc<Programme>) {
        if self.programme.as_ref().is_none_or(|own| !Arc::ptr_eq(own, programme)) {
            self.programme = Some(Arc::clone(programme));
        }
    }

    /// Changes the mood from the next bar on.
    pub fn set_mood(&mut self, mood: Mood) {
        self.mood = mood;
    }

    /// Plays a track once on top of the music.
    pub fn sting(&mut self, track: Track) {
        self.sting = Some(Playing { mood: self.mood, track, at: 0 });
    }

    /// Returns the mood that is playing or being changed to.
    #[must_use]
    pub fn heard(&self) -> Option<Mood> {
        let coming = self.next.as_ref().map(|(playing, ..)| playing.mood);
        coming.or(self.now.as_ref().map(|playing| playing.mood))
    }

    /// Returns the next frame for the left and the right ear.
    pub fn next_frame(&mut self) -> [f32; 2] {
        self.start_change_at_bar();
        let mut heard = self.music();
        if let Some((playing, left)) = &mut self.fading {
            let gain = *left as f32 / FADE_FRAMES as f32;
            add(&mut heard, playing.next(), gain);
            *left -= 1;
            if *left == 0 {
                self.fading = None;
            }
        }
        let wanted = if self.sting.is_some() { LEVEL_UNDER_STING } else { 1.0 };
        self.level += (wanted - self.level) * STING_RATE;
        heard = heard.map(|sample| sample * self.level);
        if let Some(sting) = &mut self.sting {
            add(&mut heard, sting.next(), 1.0);
            if sting.at == 0 {
                self.sting = None;
            }
        }
        heard.map(|sample| sample.clamp(-1.0, 1.0))
    }

    /// Starts a cross-fade at a bar if the track of another mood is needed.
    fn start_change_at_bar(&mut self) {
        let (Some(programme), Some(now), None) = (&self.programme, &self.now, &self.next) else { return };
        let (mood, track) = programme.track(self.mood);
        if mood == now.mood || !now.at.is_multiple_of(now.track.bar()) {
            return;
        }
        let at = if in_step(&now.track, track) { now.at } else { 0 };
        // Danger comes fast and fades slowly.
        let bar = now.track.bar();
        let long = if mood > now.mood { bar / 4 } else { bar };
        self.next = Some((Playing { mood, track: track.clone(), at }, 0, long.max(1)));
    }

    /// Returns the next frame of the programme.
    fn music(&mut self) -> [f32; 2] {
        let mut heard = [0.0; 2];
        let Some(now) = &mut self.now else { return heard };
        let swells = (self.faded_in as f32 / FADE_FRAMES as f32).min(1.0);
        self.faded_in = (self.faded_in + 1).min(FADE_FRAMES);
        let Some((next, done, long)) = &mut self.next else {
            add(&mut heard, now.next(), swells);
            return heard;
        };
        let part = *done as f32 / *long as f32;
        // Tracks in step are correlated, so their levels add up to 1. Otherwise the total power is constant.
        let (out, into) = if in_step(&now.track, &next.track) {
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

/// Returns true if two tracks have the same bars and length, as the layers of one score do.
fn in_step(one: &Track, other: &Track) -> bool {
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

    /// A track of four bars of a thousand frames with a constant sample.
    fn even(sample: i16) -> Track {
        Track::new(vec![[sample; 2]; 4000], 1000)
    }

    fn programme() -> Arc<Programme> {
        let fight = Track::new((0..6000).map(|index| [8192 + index; 2]).collect(), 1500);
        Arc::new(Programme { calm: even(1024), hunted: Some(even(2048)), fight: Some(fight), last_stand: None })
    }

    /// Returns the next samples of the left ear; full scale is 32 768.
    fn hear(conductor: &mut Conductor, frames: usize) -> Vec<f32> {
        (0..frames).map(|_| conductor.next_frame()[0] * 32_768.0).collect()
    }

    /// A conductor after its fade-in, at the beginning of its loop.
    fn faded_in_conductor() -> Conductor {
        let mut conductor = Conductor::new();
        conductor.play(Some(programme()));
        let bars = FADE_FRAMES.div_ceil(4000) * 4000;
        hear(&mut conductor, bars);
        conductor
    }

    #[test]
    fn mood_changes_at_the_next_bar() {
        let mut conductor = faded_in_conductor();
        hear(&mut conductor, 300);
        conductor.set_mood(Mood::Hunted);
        let rest = hear(&mut conductor, 700);
        assert!(rest.iter().all(|sample| (sample - 1024.0).abs() < 1.0), "it waits for the bar");
        let crosses = hear(&mut conductor, 250);
        assert!(crosses.windows(2).all(|pair| pair[0] <= pair[1]) && crosses[125] > 1400.0 && crosses[125] < 1700.0);
        assert!(hear(&mut conductor, 1000).iter().all(|sample| (sample - 2048.0).abs() < 1.0));
        conductor.set_mood(Mood::Calm);
        let frames = hear(&mut conductor, 3000);
        assert!((frames[749] - 2048.0).abs() < 1.0, "the next bar begins after {}", 750);
        assert!(frames[1400] > 1030.0 && frames[1400] < 2000.0 && (frames[2000] - 1024.0).abs() < 1.0);
    }

    #[test]
    fn fight_starts_at_its_beginning_and_layers_stay_in_step() {
        let mut conductor = faded_in_conductor();
        conductor.set_mood(Mood::Fight);
        let frames = hear(&mut conductor, 600);
        assert!((frames[400] - (8192.0 + 400.0)).abs() < 2.0, "{}", frames[400]);
        assert_eq!(conductor.heard(), Some(Mood::Fight));
        conductor.set_mood(Mood::LastStand);
        hear(&mut conductor, 3000);
        assert_eq!(conductor.heard(), Some(Mood::Fight), "the music has no last stand");
    }

    #[test]
    fn loops_have_no_gap_and_programmes_cross_fade() {
        let mut conductor = faded_in_conductor();
        assert!(hear(&mut conductor, 9000).iter().all(|sample| (sample - 1024.0).abs() < 1.0));
        conductor.play(None);
        let fades = hear(&mut conductor, FADE_FRAMES + 10);
        assert!(fades.windows(2).all(|pair| (pair[0] - pair[1]).abs() < 1.0) && fades[FADE_FRAMES + 5] == 0.0);
        assert_eq!(conductor.heard(), None);
    }

    #[test]
    fn music_is_quieter_during_a_sting() {
        let mut conductor = faded_in_conductor();
        conductor.sting(Track::new(vec![[0; 2]; 30_000], 30_000));
        let under = hear(&mut conductor, 30_000);
        assert!((under[29_999] - 1024.0 * LEVEL_UNDER_STING).abs() < 20.0, "{}", under[29_999]);
        assert!((hear(&mut conductor, 60_000)[59_999] - 1024.0).abs() < 5.0);
    }

    #[test]
    fn no_programme_is_silent() {
        assert!(hear(&mut Conductor::new(), 100).iter().all(|sample| *sample == 0.0));
        let mut conductor = Conductor::new();
        conductor.play(Some(Arc::new(Programme::single(Track::new(vec![], 0)))));
        conductor.set_mood(Mood::LastStand);
        assert!(hear(&mut conductor, 100).iter().all(|sample| *sample == 0.0));
    }
}
