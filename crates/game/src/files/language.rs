//! Language of the game and its translations. English texts are in the code and the levels; all other languages are in
//! catalogs.

use crate::{files::settings::Settings, flow::phase::Phase};
use bevy::prelude::*;
use content::{FileChanged, Files, WordsFile, other_translations};
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

/// The languages that players can select, each with its name for itself.
#[derive(Resource)]
pub(crate) struct Languages(Vec<(Language, String)>);

impl Default for Languages {
    fn default() -> Languages {
        Languages(Language::ALL.map(|language| (language, language.own_name().to_owned())).into())
    }
}

impl Languages {
    /// Adds the languages that mods have.
    fn with_mods(files: &Files) -> Languages {
        let mut all = Languages::default();
        // An error is reported when the catalogue is loaded.
        let others = other_translations(files).unwrap_or_default().into_iter();
        all.0.extend(others.map(|translation| (translation.language, translation.words.name().to_owned())));
        all
    }

    /// Returns a language's name for itself. Without its mod, it is the code of the language.
    pub(crate) fn name(&self, language: Language) -> String {
        let known = self.0.iter().find(|(other, _)| *other == language);
        known.map_or_else(|| language.own_name().to_owned(), |(_, name)| name.clone())
    }

    /// Returns the language a number of steps after this one, wrapping around at the ends.
    pub(crate) fn after(&self, language: Language, steps: i32) -> Language {
        let at = self.0.iter().position(|(other, _)| *other == language).unwrap_or(0) as i32;
        self.0[at.saturating_add(steps).rem_euclid(self.0.len() as i32) as usize].0
    }

    fn has(&self, language: Language) -> bool {
        self.0.iter().any(|(other, _)| *other == language)
    }
}

/// Current language and its catalog.
#[derive(Resource, Default)]
pub(crate) struct Spoken {
    language: Option<Language>,
    catalogue: Option<Handle<WordsFile>>,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Spoken>().init_resource::<Languages>();
    app.add_systems(OnEnter(Phase::Loading), find);
    app.add_systems(Update, find_new.run_if(resource_exists::<Files>));
    app.add_systems(PreUpdate, (choose, speak.run_if(resource_exists::<Art>)).chain());
}

/// Returns true once the catalog of the player's language has loaded or failed to load.
pub(crate) fn is_ready(spoken: Res<Spoken>, server: Res<AssetServer>) -> bool {
    let is_there = |handle: &Handle<WordsFile>| {
        server.get_load_state(handle).is_none_or(|state| state.is_loaded() || state.is_failed())
    };
    spoken.language.is_some() && spoken.catalogue.as_ref().is_none_or(is_there)
}

/// Finds the languages of the mods that are on.
fn find(files: Option<Res<Files>>, mut languages: ResMut<Languages>, mut spoken: ResMut<Spoken>) {
    if let Some(files) = files {
        *languages = Languages::with_mods(&files);
    }
    // The mod with the present language may be gone or new.
    *spoken = Spoken::default();
}

/// Finds a language that is added to or removed from a mod while the game runs.
fn find_new(
    mut changed: MessageReader<FileChanged>,
    files: Res<Files>,
    mut languages: ResMut<Languages>,
    mut spoken: ResMut<Spoken>,
) {
    if !changed.read().any(|FileChanged(name)| Language::of_catalogue(name).is_some()) {
        return;
    }
    let now = Languages::with_mods(&files);
    if now.0 != languages.0 {
        *languages = now;
        *spoken = Spoken::default();
    }
}

/// Starts loading the catalog when the player selects another language. Without the mod that has it, texts are English.
fn choose(
    settings: Res<Settings>,
    (server, languages): (Res<AssetServer>, Res<Languages>),
    mut spoken: ResMut<Spoken>,
) {
    if spoken.language != Some(settings.language) {
        let is_there = languages.has(settings.language);
        let catalogue = settings.language.catalogue().filter(|_| is_there).map(|file| server.load(file));
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
