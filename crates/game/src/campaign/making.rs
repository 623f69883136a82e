//! Making the deck that comes next, beside the pictures: none waits for it.

use crate::files::decks::Decks;
use crate::flow::phase::Phase;
use bevy::prelude::*;
use bevy::tasks::{AsyncComputeTaskPool, Task};

/// The deck that is being made.
#[derive(Resource)]
struct Making(Task<()>);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, follow.run_if(in_state(Phase::Making)));
}

/// Begins to make the deck of a reference, unless that is there already or on its way. Who needs it finds it among the [`Decks`].
pub(crate) fn ask(world: &mut World, deck: &str) {
    if is_on(world) {
        return;
    }
    let Some(decks) = world.get_resource::<Decks>() else { return };
    if decks.find(deck).is_none() || decks.remembered(deck).is_some() {
        return;
    }
    let (decks, deck) = (decks.clone(), deck.to_owned());
    let task = AsyncComputeTaskPool::get_or_init(Default::default).spawn(async move {
        // If it cannot be made of this seed, whoever begins it takes one that was proved.
        drop(decks.level(&deck));
    });
    world.insert_resource(Making(task));
}

/// True while a deck is being made.
pub(crate) fn is_on(world: &mut World) -> bool {
    let is_on = world.get_resource::<Making>().is_some_and(|making| !making.0.is_finished());
    if !is_on {
        world.remove_resource::<Making>();
    }
    is_on
}

/// Goes on to the deck once it is made.
fn follow(world: &mut World) {
    if !is_on(world) {
        world.resource_mut::<NextState<Phase>>().set(Phase::Deck);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::phase;
    use bevy::state::app::StatesPlugin;
    use bevy::time::TimePlugin;
    use journey::{Deck, Source};
    use std::sync::Arc;

    #[test]
    fn a_deck_is_made_while_pictures_go_on_and_entered_once_it_is_there() {
        let text = b"(generators: [MazeGrowTree(size: (width: 30, height: 30), newest: 50, random: 50)],
            translators: [SimpleMaze(block_width: 1), FillBorder()],
            content_creators: [Stairs(stairs: [(id: \"up\", to_map: \"b\", destination: Target(location_id: \"up\"))])], mapper: MooseMaze)";
        let source = Source::of_pipeline("maze.ron", text).unwrap();
        let level =
            b"(name: \"x\", legend: {'#': (wall: \"a\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let level = Arc::new(level::Level::read("x", level).unwrap());
        let deck = Deck { source, ..Deck::of_level("maze.ron", level) };
        let reference = deck.reference(7);
        let mut app = App::new();
        app.add_plugins((TimePlugin, StatesPlugin, phase::plugin, plugin));
        app.insert_resource(Decks(journey::Decks::drawn(vec![deck])));
        ask(app.world_mut(), &reference);
        app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Making);
        let mut pictures = 0;
        while *app.world().resource::<State<Phase>>().get() != Phase::Deck {
            app.update();
            pictures += 1;
            assert!(pictures < 1_000_000, "it is never made");
        }
        assert!(app.world().resource::<Decks>().remembered(&reference).is_some(), "who enters it waits for nothing");
    }
}
