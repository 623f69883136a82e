//! Files that are downloaded while the game runs, in a page of a browser. A deck whose images are not there yet waits
//! behind a bar; elsewhere all files are there from the beginning.

use crate::{files::loading, flow::phase::Phase, ui::front::Front};
use bevy::prelude::*;
use renderer::{AwaitedArt, DrawFrame, Screen};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::Deck).and_then(is_awaited)));
    #[cfg(target_family = "wasm")]
    app.add_systems(Update, ask.run_if(resource_exists_and_changed::<AwaitedArt>));
}

/// Run condition: true while the deck waits for a download.
pub(crate) fn is_awaited(awaited: Option<Res<AwaitedArt>>) -> bool {
    awaited.is_some_and(|awaited| !awaited.0.is_empty())
}

/// Asks the page to download the files for the deck before all others.
#[cfg(target_family = "wasm")]
fn ask(awaited: Res<AwaitedArt>) {
    let names = awaited.0.iter().map(|name| format!("assets/{name}"));
    crate::window::page::need(names.collect());
}

#[cfg(target_family = "wasm")]
fn share() -> f32 {
    crate::window::page::needed_share()
}

#[cfg(not(target_family = "wasm"))]
fn share() -> f32 {
    0.0
}

fn draw(mut screen: ResMut<Screen>) {
    loading::draw_bar(&mut screen.0, share());
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::state::app::StatesPlugin;

    #[test]
    fn bar_covers_the_deck_until_its_images_are_there() {
        let mut app = App::new();
        app.add_plugins((StatesPlugin, crate::flow::phase::plugin, plugin)).init_resource::<Screen>();
        app.insert_resource(State::new(Phase::Deck));
        let mut is_covered = |files: &[&str]| {
            app.insert_resource(AwaitedArt(files.iter().map(|&file| file.to_owned()).collect()));
            app.world_mut().resource_mut::<Screen>().0.pixels_mut().fill(7);
            app.world_mut().run_schedule(DrawFrame);
            app.world().resource::<Screen>().0.pixels().iter().all(|&pixel| pixel != 7)
        };
        assert_eq!([is_covered(&["sheets/cryo.png"]), is_covered(&[])], [true, false]);
    }
}
