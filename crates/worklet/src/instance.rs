//! The state of the module: the mixer, and what the caller has written for it.

use mixer::{Command, Mixer, Part, Rendering};
use music::{Score, Track};
use std::{cell::RefCell, collections::BTreeMap};

/// Number of frames that an AudioWorklet asks for.
const QUANTUM: usize = 128;

/// State of an instance. An instance runs on one thread.
#[derive(Default)]
pub(crate) struct Instance {
    pub(crate) mixer: Mixer,
    /// Bytes that the caller has written.
    pub(crate) bytes: Vec<u8>,
    /// Samples that the caller has written.
    pub(crate) samples: Vec<i16>,
    /// Part of a piece of which not all frames have arrived.
    pub(crate) arriving: Option<Arriving>,
    /// Mixed frames: first those of the left ear, then those of the right.
    pub(crate) mixed: Vec<f32>,
    pub(crate) scores: BTreeMap<String, Score>,
    pub(crate) rendering: Option<Rendering>,
    pub(crate) rendered: Option<Track>,
}

/// Part of a piece of which not all frames have arrived.
pub(crate) struct Arriving {
    pub(crate) number: u32,
    pub(crate) part: Part,
    pub(crate) bar: usize,
    pub(crate) frames: Vec<[i16; 2]>,
    /// Number of frames of the complete part.
    pub(crate) count: usize,
}

thread_local! {
    static INSTANCE: RefCell<Instance> = RefCell::default();
}

pub(crate) fn with<T>(act: impl FnOnce(&mut Instance) -> T) -> T {
    INSTANCE.with_borrow_mut(act)
}

impl Instance {
    /// Carries out the commands in the bytes. Invalid bytes are ignored.
    pub(crate) fn obey(&mut self) {
        if let Ok(commands) = postcard::from_bytes::<Vec<Command>>(&self.bytes) {
            commands.into_iter().for_each(|command| self.mixer.obey(command));
        }
    }

    /// Adds the samples to the part that is arriving, and plays it once it is complete.
    pub(crate) fn arrive(&mut self) {
        let Some(arriving) = &mut self.arriving else { return };
        arriving.frames.extend(self.samples.as_chunks().0);
        if arriving.frames.len() >= arriving.count
            && let Some(Arriving { number, part, bar, frames, .. }) = self.arriving.take()
        {
            self.mixer.add_part(number, part, Track::new(frames, bar));
        }
    }

    pub(crate) fn mix(&mut self, frames: usize) {
        let mut block = [[0.0; 2]; QUANTUM];
        let block = &mut block[..frames.min(QUANTUM)];
        self.mixer.mix(block);
        self.mixed.clear();
        for ear in [0, 1] {
            self.mixed.extend(block.iter().map(|frame| frame[ear]));
        }
    }

    /// Returns the text in the bytes.
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// Renders the next part of the piece, and returns its index in [`Part::ALL`], or -1 at the end.
    pub(crate) fn render(&mut self) -> i32 {
        self.rendered = None;
        let Some((part, track)) = self.rendering.as_mut().and_then(Iterator::next) else { return -1 };
        self.rendered = Some(track);
        Part::ALL.iter().position(|other| *other == part).map_or(-1, |index| index as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mixer::{Ears, Feel, Start};

    fn obeying(instance: &mut Instance, commands: &[Command]) {
        instance.bytes = postcard::to_stdvec(commands).unwrap();
        instance.obey();
    }

    #[test]
    fn commands_and_samples_of_the_page_are_heard() {
        let mut page = Instance { samples: vec![16_384; 300], ..Instance::default() };
        page.mixer.add_sound(3, page.samples.as_slice().into(), mixer::RATE);
        let ears = Ears { left: 0.5, right: 0.25, clear: 1.0 };
        obeying(&mut page, &[Command::Start { voice: u64::MAX, sound: 3, start: Start::with(ears) }]);
        page.mix(QUANTUM);
        assert_eq!((page.mixed[0], page.mixed[QUANTUM], page.mixed.len()), (0.25, 0.125, 2 * QUANTUM));
        obeying(&mut page, &[Command::Stop { voice: u64::MAX }]);
        page.mix(QUANTUM);
        assert_eq!(page.mixed, [0.0; 2 * QUANTUM]);
    }

    #[test]
    fn music_that_arrives_in_pieces_plays_once_it_is_complete() {
        let mut page = Instance::default();
        let feel = Feel { music: 1.0, ..Feel::default() };
        obeying(&mut page, &[Command::Piece(4), Command::Feel(feel)]);
        page.arriving = Some(Arriving { number: 4, part: Part::Calm, bar: 10, frames: Vec::new(), count: 10 });
        let mut loudest = || {
            page.samples = vec![8192; 10];
            page.arrive();
            (0..1000).for_each(|_| page.mix(QUANTUM));
            page.mixer.take_loudest()
        };
        assert_eq!(loudest(), 0.0);
        assert!((loudest() - 0.25).abs() < 0.001);
    }

    #[test]
    fn damaged_commands_are_ignored() {
        let mut page = Instance::default();
        let start =
            Command::Start { voice: 1, sound: 1, start: Start::with(Ears { left: 1.0, right: 1.0, clear: 1.0 }) };
        let good = postcard::to_stdvec(&[start, Command::Sting(1), Command::Piece(1)]).unwrap();
        for end in 0..good.len() {
            page.bytes = good[..end].to_vec();
            page.obey();
        }
        for place in 0..good.len() {
            for value in [0, 0x7f, 0xff] {
                page.bytes.clone_from(&good);
                page.bytes[place] = value;
                page.obey();
                page.mix(QUANTUM);
            }
        }
    }
}
