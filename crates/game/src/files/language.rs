//! The language in which the game is played, and its words: those of English stand in the code and the levels, those of all others in
//! catalogues.

use crate::files::settings::Settings;
use bevy::prelude::*;
use content::WordsFile;
use renderer::Art;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use sys_locale::get_locales;

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

    /// The file of its catalogue; none for English, which is in the code and the levels.
    fn catalogue(self) -> Option<String> {
        (self != Language::English).then(|| format!("{FOLDER}/{}.ron", self.code()))
    }
}

/// The language that is spoken, and its catalogue.
#[derive(Resource, Default)]
pub(crate) struct Spoken {
    language: Option<Language>,
    catalogue: Option<Handle<WordsFile>>,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Spoken>();
    app.add_systems(PreUpdate, (choose, speak.run_if(resource_exists::<Art>)).chain());
}

/// True if the catalogue of the player's language has been loaded, or cannot be.
pub(crate) fn is_ready(spoken: Res<Spoken>, server: Res<AssetServer>) -> bool {
    let is_there = |handle: &Handle<WordsFile>| {
        server.get_load_state(handle).is_none_or(|state| state.is_loaded() || state.is_failed())
    };
    spoken.language.is_some() && spoken.catalogue.as_ref().is_none_or(is_there)
}

/// Begins to load the catalogue of the player's language when the player has chosen another one.
fn choose(settings: Res<Settings>, server: Res<AssetServer>, mut spoken: ResMut<Spoken>) {
    if spoken.language != Some(settings.language) {
        let catalogue = settings.language.catalogue().map(|file| server.load(file));
        *spoken = Spoken { language: Some(settings.language), catalogue };
    }
}

/// Lets everything be written in the player's language, as soon as its catalogue or the art is another one.
fn speak(
    spoken: Res<Spoken>,
    (catalogues, mut events): (Res<Assets<WordsFile>>, MessageReader<AssetEvent<WordsFile>>),
    mut art: ResMut<Art>,
) {
    let is_new = events.read().count() > 0;
    if !is_new && !spoken.is_changed() && !art.is_changed() {
        return;
    }
    let words = spoken.catalogue.as_ref().and_then(|handle| catalogues.get(handle));
    let words = words.map_or_else(Arc::default, |file| Arc::clone(&file.0));
    // No frame of the art is another one for it.
    art.bypass_change_detection().speak(words);
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Language {
        /// Its words, as the game comes with them.
        pub(crate) fn words(self) -> words::Words {
            let Some(file) = self.catalogue() else { return words::Words::default() };
            words::Words::read(&file, &crate::files::given::shipped_files().read(&file).unwrap()).unwrap()
        }
    }

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
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            assert_eq!(language.words().name(), language.own_name());
        }
    }
}
