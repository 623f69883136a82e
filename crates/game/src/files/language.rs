//! The language in which the game is played, and its words: those of English stand in the code and the levels, those of all others in
//! catalogues.

use crate::files::game_folder::GameFolder;
use crate::files::settings::Settings;
use crate::ui::note::Note;
use bevy::prelude::*;
use renderer::Art;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use sys_locale::get_locales;
use words::Words;

/// The folder of the catalogues, below the game's.
const FOLDER: &str = "assets/words";

/// A language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Language {
    #[default]
    English,
    German,
}

impl Language {
    /// All of them, in the order in which they are offered.
    pub(crate) const ALL: [Language; 2] = [Language::English, Language::German];

    /// What it calls itself, so that whoever speaks it finds it in any other.
    pub(crate) fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    /// Its code of two letters, which is the name of its catalogue, too.
    fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// The first of the languages that the player's machine is set to speak and that there is; English if there is none.
    pub(crate) fn of_machine() -> Language {
        Language::of_locales(get_locales())
    }

    /// The first of these, such as `de-AT`, that there is; `C` is English.
    fn of_locales(locales: impl IntoIterator<Item = String>) -> Language {
        let named = |locale: String| {
            let code = locale.split(['-', '_', '.', '@']).next().unwrap_or_default().to_ascii_lowercase();
            let plain = matches!(code.as_str(), "c" | "posix").then_some(Language::English);
            Language::ALL.into_iter().find(|language| language.code() == code).or(plain)
        };
        locales.into_iter().find_map(named).unwrap_or_default()
    }

    /// Its words, out of its catalogue below the folder of the game.
    ///
    /// # Errors
    /// What is wrong with the catalogue, in a sentence.
    pub(crate) fn words(self, game: &Path) -> Result<Words, String> {
        if self == Language::English {
            return Ok(Words::default());
        }
        let name = format!("{FOLDER}/{}.ron", self.code());
        let text = fs::read(game.join(&name)).map_err(|error| format!("{name} cannot be read: {error}"))?;
        Words::read(&name, &text)
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, speak.run_if(resource_exists::<Art>));
}

/// Lets everything be written in the player's language, as soon as he has chosen another, or there is art to write with.
fn speak(
    (settings, game): (Res<Settings>, Res<GameFolder>),
    mut art: ResMut<Art>,
    mut spoken: Local<Option<Language>>,
    mut commands: Commands,
) {
    if *spoken == Some(settings.language) && !art.is_changed() {
        return;
    }
    *spoken = Some(settings.language);
    let words = settings.language.words(&game.path).unwrap_or_else(|what| {
        eprintln!("hullbreach: {what}");
        commands.insert_resource(Note::new(what));
        Words::default()
    });
    // No picture is another one for it.
    art.bypass_change_detection().speak(Arc::new(words));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_at_the_first_start_is_that_of_the_machine() {
        let of = |locales: &[&str]| Language::of_locales(locales.iter().map(|&locale| locale.to_owned()));
        assert_eq!(of(&["de-AT", "en-GB"]), Language::German);
        assert_eq!(of(&["de"]), Language::German);
        assert_eq!(of(&["fr-FR", "de-DE"]), Language::German, "the second choice is better than none");
        assert_eq!(of(&["C", "de-DE"]), Language::English);
        assert_eq!(of(&["en-US", "de-DE"]), Language::English);
        assert_eq!(of(&[]), Language::English);
        assert_eq!(of(&["dex", ""]), Language::English);
    }

    #[test]
    fn each_language_has_a_catalogue_that_calls_it_as_it_calls_itself() {
        let game = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            assert_eq!(language.words(&game).unwrap().name(), language.own_name());
        }
        assert!(Language::German.words(Path::new("nowhere")).is_err_and(|what| what.contains("assets/words/de.ron")));
    }
}
