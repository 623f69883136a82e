//! Making the deck that comes next, beside the pictures: none waits for it.

use bevy::prelude::*;
use content::Decks;
use ports::{Job, Jobs};
use std::task::Poll;

/// The deck that is being made.
#[derive(Resource)]
struct Making(Job<()>);

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
    let job = Jobs::of_world(world).spawn("deck", move || {
        // If it cannot be made of this seed, whoever begins it takes one that was proved.
        drop(decks.level(&deck));
    });
    world.insert_resource(Making(job));
}

/// True while a deck is being made.
pub(crate) fn is_on(world: &mut World) -> bool {
    let is_on = world.get_resource_mut::<Making>().is_some_and(|mut making| making.0.poll() == Poll::Pending);
    if !is_on {
        world.remove_resource::<Making>();
    }
    is_on
}

/// Waits until the deck that is being made is there.
pub(crate) fn finish(world: &mut World) {
    if let Some(mut making) = world.remove_resource::<Making>() {
        // It has no result: the deck is among the decks.
        let _ = making.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use journey::{Deck, Source};
    use std::sync::Arc;

    #[test]
    fn a_deck_is_made_beside_the_pictures_and_is_there_for_whoever_enters_it() {
        let text = b"(generators: [MazeGrowTree(size: (width: 30, height: 30), newest: 50, random: 50)],
            translators: [SimpleMaze(block_width: 1), FillBorder()],
            content_creators: [Stairs(stairs: [(id: \"up\", to_map: \"b\", destination: Target(location_id: \"up\"))])], mapper: MooseMaze)";
        let source = Source::of_pipeline("maze.ron", text).unwrap();
        let level =
            b"(name: \"x\", legend: {'#': (wall: \"a\"), '@': (thing: Player)}, map: [\"###\", \"#@#\", \"###\"])";
        let level = Arc::new(level::Level::read("x", level).unwrap());
        let deck = Deck { source, ..Deck::of_level("maze.ron", level) };
        let reference = deck.reference(7);
        let mut world = World::new();
        world.insert_resource(Decks(journey::Decks::drawn(vec![deck])));
        ask(&mut world, &reference);
        assert!(world.contains_resource::<Making>(), "who asked waits for nothing");
        for _ in 0..100_000 {
            if !is_on(&mut world) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        assert!(world.resource::<Decks>().remembered(&reference).is_some(), "who enters it finds it there");
        ask(&mut world, &reference);
        assert!(!is_on(&mut world), "it is not made twice");
    }
}
