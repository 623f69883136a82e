//! Language of the game and its translations. English texts are in the code and the levels; all other languages are in
//! catalogs.

use crate::files::settings::Settings;
use bevy::prelude::*;
use content::WordsFile;
use localization::Language;
use renderer::Art;
use std::sync::Arc;

/// Returns the first of the system's or browser's preferred languages that the game supports, otherwise English.
pub(crate) fn of_machine() -> Language {
    #[cfg(not(target_family = "wasm"))]
    let locales = sys_locale::get_locales();
    #[cfg(target_family = "wasm")]
    let locales = crate::window::page::languages().into_iter();
    Language::of_locales(locales)
}

/// Current language and its catalog.
#[derive(Resource, Default)]
pub(crate) struct Spoken {
    language: Option<Language>,
    catalogue: Option<Handle<WordsFile>>,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Spoken>();
    app.add_systems(PreUpdate, (choose, speak.run_if(resource_exists::<Art>)).chain());
}

/// Returns true once the catalog of the player's language has loaded or failed to load.
pub(crate) fn is_ready(spoken: Res<Spoken>, server: Res<AssetServer>) -> bool {
    let is_there = |handle: &Handle<WordsFile>| {
        server.get_load_state(handle).is_none_or(|state| state.is_loaded() || state.is_failed())
    };
    spoken.language.is_some() && spoken.catalogue.as_ref().is_none_or(is_there)
}

/// Starts loading the catalog when the player selects another language.
fn choose(settings: Res<Settings>, server: Res<AssetServer>, mut spoken: ResMut<Spoken>) {
    if spoken.language != Some(settings.language) {
        let catalogue = settings.language.catalogue().map(|file| server.load(file));
        *spoken = Spoken { language: Some(settings.language), catalogue };
    }
}

/// Applies the catalog to all texts when it or the art has changed.
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
    // A new catalog does not change the art itself.
    art.bypass_change_detection().speak(words);
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the translations of a language that ship with the game.
    pub(crate) fn spoken_in(language: Language) -> localization::Words {
        let Some(file) = language.catalogue() else { return localization::Words::default() };
        localization::Words::read(&file, &crate::files::given::shipped_files().read(&file).unwrap()).unwrap()
    }

    #[test]
    fn each_catalog_contains_its_own_language_name() {
        for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
            assert_eq!(spoken_in(language).name(), language.own_name());
        }
    }
}
