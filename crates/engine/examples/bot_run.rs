//! Lets the bot play a small deck without a window, and prints what happened: `cargo run -p engine --example bot_run`.

use engine::{Headless, Outcome, Start, bot::Bot};
use level::{Level, TextError};
use std::sync::Arc;

const DECK: &str = r#"(
    name: "Airlock",
    legend: {
        'W': (wall: "hull"),
        '.': (),
        '+': (door: "door"),
        '@': (thing: Player, facing: 0),
        'z': (monster: "shambler", facing: 180),
        'L': (wall: "lift_switch", lift: "lift_switch_on"),
    },
    map: [
        "WWWWWWWWWWW",
        "W@..+...z.L",
        "WWWWWWWWWWW",
    ],
)"#;

fn main() -> Result<(), TextError> {
    let level = Level::read("airlock.ron", DECK.as_bytes())?;
    let mut run = Headless::begin(&Start::on(Arc::new(level)));
    let mut bot = Bot::new(1);
    // At most one minute of game time.
    for tick in 0..engine::ticks(60.0) {
        let intent = bot.intent(run.world_mut());
        run.tick(intent);
        run.events().iter().for_each(|event| println!("tick {tick}: {event:?}"));
        if run.run().outcome != Outcome::Running {
            break;
        }
    }
    println!("The run ended: {:?}.", run.run());
    Ok(())
}
