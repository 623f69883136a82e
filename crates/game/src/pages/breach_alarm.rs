//! The alarm of a breach: while the wind pulls the player, it says in large letters what to hold. Behind glass, where
//! nothing pulls, it is silent.

use crate::{
    flow::phase::Flow,
    input::action::Action,
    input::hints::Hints,
    ui::front::Front,
    ui::text_layout::{self, BLACK, BRIGHT, RED},
};
use bevy::prelude::*;
use engine::{Air, Player, Position, Run, TICKS_PER_SECOND, ticks};
use localization::say;
use renderer::{Area, Art, Canvas, DrawFrame, Edges, Screen};

/// Wind, in tiles per second, from which it pulls the player away.
const PULLS: f32 = 0.5;
/// Minimum time for which the alarm is shown, in ticks: the wind through a small airlock lasts a quarter of a second.
const STAYS: u64 = ticks(1.5) as u64;
/// Number of colour changes per second: slow enough for players who are sensitive to flashes.
const CHANGES: f32 = 2.0;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Flow::Running)));
}

/// Returns true if the wind pulls a living player.
fn pulls(air: &Air, player: &Player, position: &Position) -> bool {
    player.since_death == u32::MAX && air.wind(position.0).length() >= PULLS
}

/// Returns the first row of the alarm's text: in the upper half of the frame, below messages that end at `words_end`.
fn top(height: i32, line: i32, words_end: i32) -> i32 {
    (words_end + line / 2).clamp(height / 4, height / 2)
}

fn draw(
    player: Option<Single<(&Player, &Position)>>,
    (air, run): (Option<Res<Air>>, Option<Res<Run>>),
    (art, hints, edges): (Option<Res<Art>>, Hints, Option<Res<Edges>>),
    mut began: Local<Option<u64>>,
    mut screen: ResMut<Screen>,
) {
    let (Some(player), Some(air), Some(run), Some(art)) = (player, air, run, art) else { return };
    let (player, position) = player.into_inner();
    // A tick in the future belongs to another run.
    let stays = began.is_some_and(|began| began <= run.tick && run.tick - began < STAYS);
    if pulls(&air, player, position) {
        *began = began.filter(|_| stays).or(Some(run.tick));
    } else if !stays || player.since_death != u32::MAX {
        *began = None;
        return;
    }
    let (mut canvas, pen) = (Canvas::new(&mut screen.0), art.pen());
    let line = text_layout::line_height(&canvas, pen, 2);
    let top = top(canvas.height(), line, edges.map_or(0, |edges| edges.top));
    canvas.fill(Area::new(0, top - line / 4, canvas.width(), line * 3 / 2), BLACK.covering(0.55));
    let changes = (run.tick as f32 / TICKS_PER_SECOND as f32 * CHANGES) as u64;
    let is_red = changes.is_multiple_of(2);
    let words = say!("Hull breach! Hold {key} at a wall.", key = hints.of(Action::Use));
    text_layout::line(&mut canvas, pen, &words, top, 2, if is_red { RED } else { BRIGHT });
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Headless, Intent, Start};
    use level::Level;
    use std::sync::Arc;

    /// Returns whether the wind ever pulls a player in this cell of the first row of rooms, after the pane breaks in the
    /// left room; the right one is behind glass.
    fn is_pulled(x: usize) -> bool {
        let row = |x: usize| {
            (1..10)
                .map(|at| {
                    if at == x {
                        '@'
                    } else if at == 5 {
                        'I'
                    } else {
                        '.'
                    }
                })
                .collect::<String>()
        };
        let text = format!(
            r#"(name: "x", legend: {{'W': (wall: "hull"), '.': (), '@': (thing: Player), '~': (space: true),
            'K': (window: "glass", name: "pane"), 'I': (window: "glass", breakable: false)}},
            names: [(name: "start", at: ({x}, 2))], triggers: [(at: "start", on: Step, after: 0.5, do: [Break("pane")])],
            map: ["~~~~~~~~~~~", "WWWKWWWWWWW", "W{}W", "WWWWWWWWWWW"])"#,
            row(x)
        );
        let mut game = Headless::begin(&Start::on(Arc::new(Level::read("x", text.as_bytes()).unwrap())));
        (0..240).any(|_| {
            game.tick(Intent { use_: true, ..Intent::default() });
            let world = game.world_mut();
            let mut players = world.query::<(&Player, &Position)>();
            let (player, position) = players.single(world).unwrap();
            pulls(world.resource::<Air>(), player, position)
        })
    }

    #[test]
    fn alarm_is_drawn_below_the_story_lines() {
        assert_eq!(top(360, 24, 20), 90, "in its usual place if there are no messages");
        assert_eq!(top(360, 24, 110), 122, "its plate begins a quarter of a line below them");
        assert_eq!(top(360, 24, 300), 180, "never in the lower half");
    }

    #[test]
    fn alarm_is_only_for_a_player_in_the_wind() {
        assert!(is_pulled(2), "in the room with the broken pane");
        assert!(!is_pulled(7), "behind glass");
    }
}
