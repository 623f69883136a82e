//! Mute key: toggles between silence and the previous volume.

use crate::{
    files::settings::Settings, files::settings_file, input::action::Action, input::presses::is_asked, ui::note::Note,
};
use bevy::prelude::*;
use localization::say;
use renderer::Strength;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, (toggle, settings_file::save).chain().run_if(is_asked(Action::Mute)));
}

/// Sets the master volume to 0 or back to its previous value. The change is visible in the options.
fn toggle(mut settings: ResMut<Settings>, mut before: Local<Option<Strength>>, mut commands: Commands) {
    let all = &mut settings.volumes.all;
    let is_silent = *all == Strength::NONE;
    *all = if is_silent {
        before.take().unwrap_or(Strength::FULL)
    } else {
        *before = Some(*all);
        Strength::NONE
    };
    commands.insert_resource(if is_silent { Note::new(say!("Sound on")) } else { Note::new(say!("Sound off")) });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whole_game::WholeGame;
    use localization::Language;

    #[test]
    fn mute_key_toggles_the_volume() {
        let mut game = WholeGame::at_title(UVec2::new(640, 360), Language::English);
        game.press(KeyCode::Escape);
        let all = |game: &WholeGame| game.app.world().resource::<Settings>().volumes.all;
        game.app.world_mut().resource_mut::<Settings>().volumes.all = Strength::percent(40);
        game.press(KeyCode::F8);
        assert_eq!(all(&game), Strength::NONE);
        game.press(KeyCode::F8);
        assert_eq!(all(&game), Strength::percent(40));
    }
}
