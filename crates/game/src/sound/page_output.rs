//! Output of the port `Mixer` in a page: messages to the mixer in an AudioWorklet; see `web/sound.js`.

use crate::window::page;
use bevy::prelude::*;
use content::{Files, Scores, Sound, Sounds};
use mixer::{Command, Piece};
use std::{
    num::NonZero,
    sync::{Mutex, PoisonError},
};

/// Sounds that the page has decoded and the game has not taken.
static DECODED: Mutex<Vec<(String, Sound)>> = Mutex::new(Vec::new());

/// Sends messages to the page.
#[derive(Resource)]
pub(crate) struct Output;

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(Output);
    app.add_systems(PreUpdate, take_decoded.run_if(resource_exists::<Sounds>));
}

/// Notes that the page has decoded a sound, and returns its number.
pub(crate) fn note_decoded(name: &str, count: u32, rate: u32) -> u32 {
    let sound = Sound::elsewhere(count as usize, NonZero::new(rate).unwrap_or(NonZero::<u32>::MIN));
    let id = sound.id;
    DECODED.lock().unwrap_or_else(PoisonError::into_inner).push((name.to_owned(), sound));
    id
}

/// Adds the sounds that the page has decoded, except for those that mods replace.
fn take_decoded(mut sounds: ResMut<Sounds>) {
    let decoded = std::mem::take(&mut *DECODED.lock().unwrap_or_else(PoisonError::into_inner));
    for (name, sound) in decoded {
        if !sounds.has(&name) {
            sounds.put(&name, sound);
        }
    }
}

impl Output {
    /// Returns true if the mixer plays. Browsers allow sound after the first click or key.
    pub(crate) fn is_on(&self) -> bool {
        page::is_sound_on()
    }

    /// Adds a sound, unless the page has it: it decodes the sounds of the game itself.
    pub(crate) fn add(&self, sound: &Sound) {
        if !sound.samples.is_empty() {
            page::add_sound(sound.id, &sound.samples, sound.rate.get());
        }
    }

    /// Sends commands.
    pub(crate) fn send(&self, commands: &[Command]) {
        if commands.is_empty() {
            return;
        }
        // Commands consist of numbers, which can always be written.
        if let Ok(bytes) = postcard::to_stdvec(commands) {
            page::send_commands(&bytes);
        }
    }

    /// Renders a piece of music in a worker, instead of the previous one.
    pub(crate) fn render(&mut self, number: u32, piece: Option<&Piece>, scores: &Scores, files: &Files) {
        let Some(piece) = piece else { return page::end_music() };
        let (names, texts): (Vec<String>, Vec<String>) = piece
            .scores()
            .into_iter()
            .filter_map(|name| {
                let bytes = files.read(&Scores::file(&name)).ok().filter(|_| scores.named(&name).is_some())?;
                Some((name, String::from_utf8(bytes).ok()?))
            })
            .unzip();
        page::render_music(number, matches!(piece, Piece::Deck(_)), piece.name(), names, texts);
    }
}
