//! Other mods: when the player has chosen others, the game loads all its files again, and a mod with errors is switched
//! off.

use crate::{
    files::given::GivenFiles,
    files::loading::{Afterwards, Later},
    files::mods::Mods,
    files::settings::Settings,
    flow::page::Page,
    flow::phase::Phase,
    ui::note::Note,
};
#[cfg(target_family = "wasm")]
use bevy::asset::AssetTrackingSystems;
use bevy::prelude::*;
use campaign::Save;
use content::{Awaited, DeckContent, FileChanged, Files, LaterContent, ModChanged, TitleContent};
use localization::{Language, Said, say};
#[cfg(not(target_family = "wasm"))]
use std::path::Path;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Mods>();
    app.add_systems(OnEnter(Phase::Loading), begin_again.run_if(not(resource_exists::<Awaited>)));
    app.add_systems(OnEnter(Phase::Title), follow_choice);
    app.add_systems(OnExit(Page::Mods), follow_choice.run_if(in_state(Phase::Title)));
    app.add_systems(
        Update,
        (forget_hashes.run_if(on_message::<FileChanged>), follow_mods.run_if(on_message::<ModChanged>)),
    );
    #[cfg(target_family = "wasm")]
    app.add_systems(PreUpdate, take_from_page.before(AssetTrackingSystems));
}

/// Writes the list, and loads all files again if other mods are chosen.
pub(crate) fn follow_choice(world: &mut World) {
    let written = world.resource_mut::<Mods>().write();
    if let Err(what) = written {
        world.insert_resource(Note::new(Said::literal(what)));
    }
    if world.resource::<Mods>().differ() {
        load_again(world);
    }
}

/// Computes the hashes of the mods again when a file has changed: a save names the mods as they are now.
fn forget_hashes(mods: Res<Mods>) {
    mods.active().iter().for_each(|one| one.forget_hash());
}

/// Adopts a changed manifest, or changed maps of which a mod is made: at once at the title, otherwise when the player is
/// back there.
fn follow_mods(world: &mut World) {
    world.resource_mut::<Mods>().find();
    let is_at_title = *world.resource::<State<Phase>>().get() == Phase::Title;
    if is_at_title && *world.resource::<State<Page>>().get() != Page::Mods {
        follow_choice(world);
    }
}

/// Puts the chosen mods over the files of the game and loads all files again, followed by the title.
pub(crate) fn load_again(world: &mut World) {
    let Some(files) = world.get_resource::<Files>().cloned() else { return };
    world.resource_mut::<Mods>().apply(&files);
    // The assets are dropped before the phase begins, so that it reads their files again.
    world.remove_resource::<TitleContent>();
    world.remove_resource::<DeckContent>();
    world.remove_resource::<LaterContent>();
    world.remove_resource::<Awaited>();
    world.insert_resource(Afterwards(Phase::Title));
    world.resource_mut::<NextState<Later>>().set(Later::Waiting);
    world.resource_mut::<NextState<Page>>().set(Page::None);
    world.resource_mut::<NextState<Phase>>().set(Phase::Loading);
}

/// Starts loading the files again. The first time, that happens before the window opens.
fn begin_again(world: &mut World) {
    let Some(files) = world.get_resource::<Files>().cloned() else { return };
    content::begin_loading(world, &files);
    let chosen = world.resource::<Settings>().language;
    for file in Language::ALL.iter().chain([&chosen]).filter_map(|language| language.catalogue()) {
        world.resource::<AssetServer>().reload(file);
    }
}

/// Switches off the mod that is to blame for an error in a file, and loads the files again. Returns false if no mod is
/// on, so that the game itself is to blame.
pub(crate) fn leave_out(world: &mut World, file: Option<&str>, error: &str) -> bool {
    let Some(name) = world.get_resource_mut::<Mods>().and_then(|mut mods| mods.blame(file, error)) else {
        return false;
    };
    eprintln!("hullbreach: the mod {name} was switched off: {error}");
    world.insert_resource(Note::new(say!(
        "The mod {name} was switched off: {error}",
        name = Said::literal(name),
        error = Said::literal(error)
    )));
    load_again(world);
    true
}

/// Chooses the mods that a save needs, loads all files again, and then the save.
pub(crate) fn switch_for(world: &mut World, save: Box<Save>) {
    let needs = save.mods();
    world.resource_mut::<Mods>().choose(&needs);
    if let Some(mut given) = world.get_resource_mut::<GivenFiles>() {
        given.save = Some(save);
    } else {
        world.insert_resource(GivenFiles { save: Some(save), ..GivenFiles::default() });
    }
    load_again(world);
}

/// Uses a mod that was dropped on the window: at once at the title, otherwise when the player is back there.
#[cfg(not(target_family = "wasm"))]
pub(crate) fn use_dropped(world: &mut World, file: &Path) {
    let taken = world.resource_mut::<Mods>().give(file);
    use_taken(world, taken);
}

/// Keeps and uses archives that were dropped on the page of a browser.
#[cfg(target_family = "wasm")]
fn take_from_page(world: &mut World) {
    for (file, bytes) in crate::window::page::take_dropped() {
        let taken = world.resource_mut::<Mods>().add(&file, bytes);
        use_taken(world, taken);
    }
}

/// Uses a new mod of this name, or reports why it is not one.
fn use_taken(world: &mut World, taken: Result<String, String>) {
    let is_at_title = *world.resource::<State<Phase>>().get() == Phase::Title;
    let note: Said = match taken {
        Err(what) => Said::literal(what),
        Ok(name) if is_at_title => say!("The mod {name} is on.", name = Said::literal(name)),
        Ok(name) => say!("The mod {name} is used when you are back at the title.", name = Said::literal(name)),
    };
    world.insert_resource(Note::new(note));
    if is_at_title {
        follow_choice(world);
    }
}
