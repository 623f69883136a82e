//! The language in which the game is played, and its words: those of English stand in the code and the levels, those of all others in
//! catalogues.

use crate::files::settings::Settings;
use bevy::prelude::*;
use content::WordsFile;
use renderer::Art;
use std::sync::Arc;
use sys_locale::get_locales;
use words::Language;

/// The first of the languages that the player's machine is set to speak and that there is; English if there is none.
pub(crate) fn of_machine() -> Language {
    Language::of_locales(get_locales())
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
pub(crate) mod tests {
    use super::*;

    /// The words of a language, as the game comes with them.
    pub(crate) fn spoken_in(language: Language) -> words::Words {
        let Some(file) = language.catalogue() else { return words::Words::default() };
        words::Words::read(&file, &crate::files::given::shipped_files().read(&file).unwrap()).unwrap()
    }

    #[test]
    fn each_language_has_a_catalogue_that_calls_it_as_it_calls_itself() {
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            assert_eq!(spoken_in(language).name(), language.own_name());
        }
    }
}
