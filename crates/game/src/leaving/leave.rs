//! Exiting the game: however it ends, the current deck, the recording and the settings are saved.
//!
//! The close button, Alt+F4, a signal and the menu all send the message [`AppExit`]. Any system in any schedule of a
//! frame may write it, so the saving has its own schedule after all others. A new way to exit only has to write the
//! message.

use crate::{
    campaign::{keeping, taping},
    files::saves_folder::{self, Saves},
    files::settings_file,
    flow::phase::Phase,
    leaving::keepsake,
    pages::tally,
};
use bevy::{app::MainScheduleOrder, ecs::schedule::ScheduleLabel, prelude::*};

/// Schedule after the last one of a frame, in which the game is left.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Leaving;

pub(crate) fn plugin(app: &mut App) {
    app.world_mut().resource_mut::<MainScheduleOrder>().insert_after(Last, Leaving);
    app.add_systems(Leaving, leave.run_if(on_message::<AppExit>));
}

/// Leaves the deck as "Quit to title" does, and waits until everything is written.
fn leave(world: &mut World) -> Result {
    let phase = |world: &World| world.get_resource::<State<Phase>>().map(|phase| *phase.get());
    if matches!(phase(world), Some(Phase::Deck | Phase::Tally | Phase::Briefing)) {
        // Apply the transition that the next frame would have made, for example to the tally or to the next deck.
        world.run_schedule(StateTransition);
        if phase(world) == Some(Phase::Deck) {
            tally::arrive(world);
            world.run_schedule(StateTransition);
        }
        keeping::keep_ahead(world);
    }
    if phase(world) == Some(Phase::Deck) {
        keeping::keep_left(world);
        taping::leave_run(world);
    }
    world.run_system_cached(settings_file::save)?;
    if world.contains_resource::<Saves>() {
        world.run_system_cached(saves_folder::finish)?;
    }
    keepsake::forget();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        campaign::playback, campaign::progress::Progress, campaign::run_request::Purpose, campaign::taping::Recording,
        files::demos_folder, whole_game::WholeGame,
    };
    use bevy_window::{PrimaryWindow, WindowCloseRequested};
    use campaign::Ring;
    use engine::{Outcome, Run};
    use localization::Language;
    use ports::RecordFile;
    use std::path::Path;

    /// Creates a game on its first deck that records to this file.
    fn on_deck(record: &Path) -> WholeGame {
        let mut game = WholeGame::at_title(UVec2::new(320, 180), Language::English);
        exit(&mut game);
        assert_eq!(newest(&mut game), None, "the title must not save anything");
        game.app.insert_resource(Recording::File(RecordFile::new(record.to_owned(), None)));
        for phase in [Phase::Briefing, Phase::Deck] {
            game.app.world_mut().resource_mut::<NextState<Phase>>().set(phase);
            game.pictures(4);
        }
        game.pictures(20);
        game
    }

    /// Returns the deck and the tick of the newest deck save.
    fn newest(game: &mut WholeGame) -> Option<(String, u64)> {
        let mut saves = game.app.world_mut().resource_mut::<Saves>();
        saves.shelf().0.newest(Some(Ring::Auto)).map(|(_, save)| (save.head.level, save.tick))
    }

    /// Returns the deck and the tick of the run.
    fn played(game: &WholeGame) -> Option<(String, u64)> {
        let world = game.app.world();
        Some((world.resource::<Progress>().deck.clone(), world.resource::<Run>().tick))
    }

    /// Sends the message that exits the game.
    fn exit(game: &mut WholeGame) {
        game.app.world_mut().write_message(AppExit::Success);
        game.app.update();
    }

    fn end_run(game: &mut WholeGame, outcome: Outcome) {
        game.app.world_mut().resource_mut::<Run>().outcome = outcome;
    }

    #[test]
    fn window_button_saves_the_deck_and_ends_the_recording() {
        let folder = tempfile::tempdir().unwrap();
        let record = folder.path().join("r.demo");
        let mut game = on_deck(&record);
        let entered = newest(&mut game);
        let mut windows = game.app.world_mut().query_filtered::<Entity, With<PrimaryWindow>>();
        let window = windows.single(game.app.world()).unwrap();
        game.app.world_mut().write_message(WindowCloseRequested { window });
        let ends = (0..5).any(|_| {
            game.app.update();
            game.app.should_exit().is_some()
        });
        assert!(ends, "the button must end the game");
        assert_eq!(newest(&mut game), played(&game));
        assert_ne!(newest(&mut game), entered);
        assert_eq!(demos_folder::read(&record).map(|demo| demo.ticks()).ok(), played(&game).map(|(_, tick)| tick));
    }

    #[test]
    fn deck_is_saved_at_exit_while_its_player_lives() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = on_deck(&folder.path().join("r.demo"));
        exit(&mut game);
        let on_deck = played(&game);
        assert_eq!(newest(&mut game), on_deck);
        game.pictures(5);
        game.press(KeyCode::Escape);
        exit(&mut game);
        assert_eq!(newest(&mut game), played(&game), "exit from the pause menu");
        assert_ne!(newest(&mut game), on_deck);
        game.press(KeyCode::Escape);
        game.pictures(5);
        let before = newest(&mut game);
        end_run(&mut game, Outcome::Dead);
        exit(&mut game);
        assert_eq!(newest(&mut game), before, "a dead player must not save");
        let demo = demos_folder::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/demos/1-deck1.demo"));
        let demo = demo.map_err(|trouble| trouble.what).unwrap();
        playback::play(game.app.world_mut(), demo, "demo", Purpose::Watched).unwrap();
        game.pictures(10);
        exit(&mut game);
        assert_eq!(newest(&mut game), before, "a demo must not be saved");
    }

    #[test]
    fn next_deck_is_saved_at_exit_once_the_lift_has_left() {
        let folder = tempfile::tempdir().unwrap();
        let mut game = on_deck(&folder.path().join("r.demo"));
        let done = played(&game);
        end_run(&mut game, Outcome::Lift);
        exit(&mut game);
        let next = newest(&mut game);
        assert!(next.as_ref().is_some_and(|(_, tick)| *tick == 0), "{next:?}");
        assert_ne!(next.map(|(deck, _)| deck), done.map(|(deck, _)| deck));
        assert_eq!(game.phase(), Phase::Tally);
    }
}
