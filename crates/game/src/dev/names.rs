//! Names of the entities outside of the deck, for debuggers: windows, screens and voices. Bevy names gamepads itself, and
//! the engine names what is on the deck.

use crate::sound::{mixing::Sounding, voice::Voice};
use bevy::prelude::*;
use bevy_window::{Monitor, Window};

/// Must be added before the window, which gets its name when it is created.
pub(crate) fn plugin(app: &mut App) {
    named::<Window>(app, |window| format!("window {}", window.title));
    named::<Monitor>(app, |screen| format!("screen {}", screen.name.as_deref().unwrap_or("without a name")));
    named::<Voice>(app, |voice| format!("voice {}", voice.sound.id));
    // Most voices have it, which says more than the number of a sound.
    named::<Sounding>(app, |sounding| format!("voice {}", sounding.take));
}

/// Names each entity that gets the component `C`. The component that says most comes last.
fn named<C: Component>(app: &mut App, word: fn(&C) -> String) {
    app.add_observer(move |added: On<Add, C>, all: Query<&C>, mut commands: Commands| {
        if let Ok(thing) = all.get(added.entity) {
            commands.entity(added.entity).try_insert(Name::new(word(thing)));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_window::WindowPlugin;

    #[test]
    fn window_that_bevy_creates_has_a_name() {
        let mut app = App::new();
        let primary_window = Some(Window { title: "Hullbreach".to_owned(), ..default() });
        app.add_plugins((plugin, WindowPlugin { primary_window, ..default() }));
        app.update();
        let mut windows = app.world_mut().query_filtered::<&Name, With<Window>>();
        let names: Vec<&str> = windows.iter(app.world()).map(Name::as_str).collect();
        assert_eq!(names, ["window Hullbreach"]);
    }
}
