//! The exports. `no_mangle` is unsafe because two functions of one program could have the same name; this crate is the
//! only one in its module.

use crate::instance::{Arriving, Instance, with};
use mixer::{Part, Piece, Rendering};
use music::{Score, Track};
use std::sync::Arc;

/// Makes room for bytes, and returns their address.
#[unsafe(no_mangle)]
pub extern "C" fn bytes(count: usize) -> *mut u8 {
    with(|instance| {
        instance.bytes.clear();
        instance.bytes.resize(count, 0);
        instance.bytes.as_mut_ptr()
    })
}

/// Makes room for samples, and returns their address.
#[unsafe(no_mangle)]
pub extern "C" fn samples(count: usize) -> *mut i16 {
    with(|instance| {
        instance.samples.clear();
        instance.samples.resize(count, 0);
        instance.samples.as_mut_ptr()
    })
}

/// Carries out the commands in the bytes.
#[unsafe(no_mangle)]
pub extern "C" fn obey() {
    with(Instance::obey);
}

/// Adds the samples as a sound.
#[unsafe(no_mangle)]
pub extern "C" fn add_sound(sound: u32, rate: u32) {
    with(|instance| instance.mixer.add_sound(sound, instance.samples.as_slice().into(), rate));
}

/// Begins a part of the piece with a number; `part` is its index in [`Part::ALL`]. Its frames follow.
#[unsafe(no_mangle)]
pub extern "C" fn begin_part(number: u32, part: usize, bar: usize, frames: usize) {
    let part = Part::ALL.get(part).copied();
    with(|instance| {
        let arriving = |part| Arriving { number, part, bar, frames: Vec::with_capacity(frames), count: frames };
        instance.arriving = part.map(arriving);
    });
}

/// Appends the samples to the part.
#[unsafe(no_mangle)]
pub extern "C" fn add_frames() {
    with(Instance::arrive);
}

/// Mixes frames, and returns their address: first the left ear, then the right one.
#[unsafe(no_mangle)]
pub extern "C" fn mix(frames: usize) -> *const f32 {
    with(|instance| {
        instance.mix(frames);
        instance.mixed.as_ptr()
    })
}

/// Returns the number of voices that could not start because their sound had not been added.
#[unsafe(no_mangle)]
pub extern "C" fn missing() -> u32 {
    with(|instance| instance.mixer.missing())
}

/// Returns the number of voices that play or fade.
#[unsafe(no_mangle)]
pub extern "C" fn voices() -> usize {
    with(|instance| instance.mixer.voices())
}

/// Returns the maximum output since the last call.
#[unsafe(no_mangle)]
pub extern "C" fn take_loudest() -> f32 {
    with(|instance| instance.mixer.take_loudest())
}

/// Reads a score: the bytes are its name, whose length is given, and its text. Returns true if it is valid.
#[unsafe(no_mangle)]
pub extern "C" fn add_score(name: usize) -> bool {
    with(|instance| {
        let Some((name, text)) = instance.bytes.split_at_checked(name) else { return false };
        let Ok(score) = Score::read(text) else { return false };
        instance.scores.insert(String::from_utf8_lossy(name).into_owned(), score);
        true
    })
}

/// Begins to render a piece; the bytes are the name of its score.
#[unsafe(no_mangle)]
pub extern "C" fn begin_piece(is_deck: bool) {
    with(|instance| {
        let name = instance.text();
        let piece = if is_deck { Piece::Deck(name) } else { Piece::Page(name) };
        instance.rendering = Some(Rendering::new(piece, Arc::new(std::mem::take(&mut instance.scores))));
    });
}

/// Renders the next part of the piece, and returns its index in [`Part::ALL`], or -1 at the end.
#[unsafe(no_mangle)]
pub extern "C" fn render() -> i32 {
    with(Instance::render)
}

/// Returns the address of the rendered frames, two samples each.
#[unsafe(no_mangle)]
pub extern "C" fn rendered() -> *const [i16; 2] {
    with(|instance| instance.rendered.as_ref().map_or(std::ptr::null(), |track| track.frames().as_ptr()))
}

/// Returns the number of rendered frames.
#[unsafe(no_mangle)]
pub extern "C" fn rendered_frames() -> usize {
    with(|instance| instance.rendered.as_ref().map_or(0, |track| track.frames().len()))
}

/// Returns the length of a bar of the rendered frames.
#[unsafe(no_mangle)]
pub extern "C" fn rendered_bar() -> usize {
    with(|instance| instance.rendered.as_ref().map_or(0, Track::bar))
}
