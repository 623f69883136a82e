//! Generates the next deck in the background, so that no frame waits for it.

use bevy::prelude::*;
use content::Decks;
use ports::{Job, Jobs};
use std::task::Poll;

/// Background job that generates a deck.
#[derive(Resource)]
struct Making(Job<()>);

/// Starts generating the deck of a reference, unless it already exists or is being generated. The result is stored in
/// [`Decks`].
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
        // If this seed fails, entering the deck falls back to a proven seed.
        drop(decks.level(&deck));
    });
    world.insert_resource(Making(job));
}

/// Returns true while a deck is being generated.
pub(crate) fn is_on(world: &mut World) -> bool {
    let is_on = world.get_resource_mut::<Making>().is_some_and(|mut making| making.0.poll() == Poll::Pending);
    if !is_on {
        world.remove_resource::<Making>();
    }
    is_on
}

/// Waits until the deck that is being generated is ready.
pub(crate) fn finish(world: &mut World) {
    if let Some(mut making) = world.remove_resource::<Making>() {
        // The job has no result: it stores the deck in `Decks`.
        let _ = making.0.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use campaign::{Deck, Source};
    use std::sync::Arc;

    #[test]
    fn deck_is_generated_in_the_background_and_cached() {
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
        world.insert_resource(Decks(campaign::Decks::drawn(vec![deck])));
        ask(&mut world, &reference);
        assert!(world.contains_resource::<Making>(), "asking must not wait");
        for _ in 0..100_000 {
            if !is_on(&mut world) {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        assert!(world.resource::<Decks>().remembered(&reference).is_some(), "the deck must be cached");
        ask(&mut world, &reference);
        assert!(!is_on(&mut world), "the deck must not be generated twice");
    }
}
