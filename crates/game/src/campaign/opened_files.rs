//! Files that the player drops on the window, or opens from the desktop of macOS: a demo plays, a save is loaded, and
//! anything else must be a mod.

use crate::{
    campaign::keeping, campaign::playback, campaign::run_request::Purpose, files::demos_folder,
    files::given::GivenFiles, files::mod_changes, files::saves_folder::read_save, flow::phase::Phase, ui::note::Note,
};
use bevy::{asset::AssetTrackingSystems, prelude::*};
use bevy_window::FileDragAndDrop;
use localization::Said;
use std::path::Path;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, take_dropped.before(AssetTrackingSystems).run_if(on_message::<FileDragAndDrop>));
}

fn take_dropped(world: &mut World) {
    let dropped: Vec<_> = world.resource_mut::<Messages<FileDragAndDrop>>().drain().collect();
    for event in dropped {
        let FileDragAndDrop::DroppedFile { path_buf: file, .. } = event else { continue };
        let opened = match file.extension().and_then(|ending| ending.to_str()) {
            Some("demo") => open_demo(world, &file),
            Some("save") => open_save(world, &file),
            _ => {
                mod_changes::use_dropped(world, &file);
                Ok(())
            }
        };
        if let Err(what) = opened {
            world.insert_resource(Note::new(Said::literal(what)));
        }
    }
}

/// Plays a demo at once, or as soon as the game is loaded.
fn open_demo(world: &mut World, file: &Path) -> Result<(), String> {
    let demo = demos_folder::read(file).map_err(|error| error.what)?;
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    if is_loading(world) {
        world.get_resource_or_insert_with(GivenFiles::default).demo = Some((demo, name));
        return Ok(());
    }
    playback::play(world, demo, &name, Purpose::Watched).map_err(|what| format!("{name}: {what}"))
}

/// Loads a save at once, or as soon as the game is loaded.
fn open_save(world: &mut World, file: &Path) -> Result<(), String> {
    let save = read_save(file).map_err(|error| error.what)?;
    if is_loading(world) {
        world.get_resource_or_insert_with(GivenFiles::default).save = Some(Box::new(save));
    } else {
        keeping::play(world, save);
    }
    Ok(())
}

fn is_loading(world: &World) -> bool {
    *world.resource::<State<Phase>>().get() == Phase::Loading
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{campaign::playback::Playback, whole_game::WholeGame};
    use engine::Run;
    use localization::Language;

    fn drop_on_window(game: &mut WholeGame, file: &Path) {
        let window = game.window();
        game.app.world_mut().write_message(FileDragAndDrop::DroppedFile { window, path_buf: file.to_owned() });
        game.pictures(4);
    }

    #[test]
    fn dropped_demo_plays_save_loads_and_damaged_file_is_named() {
        let mut game = WholeGame::at_title(UVec2::new(320, 180), Language::English);
        for phase in [Phase::Briefing, Phase::Deck] {
            game.app.world_mut().resource_mut::<NextState<Phase>>().set(phase);
            game.pictures(4);
        }
        game.pictures(20);
        let tick = game.app.world().resource::<Run>().tick;
        game.press(KeyCode::F5);
        let written = std::fs::read_dir(game.path("saves")).unwrap().map(|file| file.unwrap().path());
        let mut saves = written.filter(|file| file.to_string_lossy().contains("quick"));
        let save = saves.next().expect("a quick save");

        let damaged = game.path("damaged.demo");
        std::fs::write(&damaged, "not a demo").unwrap();
        drop_on_window(&mut game, &damaged);
        assert!(game.written().iter().any(|written| written.text.contains("damaged.demo")));
        assert!(!game.app.world().contains_resource::<Playback>());

        let demo = game.path("demos/mine.demo");
        drop_on_window(&mut game, &demo);
        assert_eq!(game.app.world().resource::<Playback>().name, "mine");

        drop_on_window(&mut game, &save);
        assert!(!game.app.world().contains_resource::<Playback>(), "the demo must end");
        assert!(game.app.world().resource::<Run>().tick >= tick, "the run goes on where it was saved");
    }
}
