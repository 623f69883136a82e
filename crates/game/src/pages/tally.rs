//! The tally: what was achieved on a deck, once the lift has left it.

use crate::campaign::progress;
use crate::flow::phase::{Flow, Phase};
use crate::input::just_pressed::JustPressed;
use crate::input::pad::Device;
use crate::ui::front::Front;
use crate::ui::text_layout::{self, BLACK, DIM, PALE, RED};
use bevy::prelude::*;
use engine::{Deck, Run, Tape};
use journey::Achieved;
use renderer::{Art, Canvas, DeckName, DrawFrame, Screen};
use std::time::Duration;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Opened>();
    app.add_systems(OnEnter(Phase::Tally), open_page);
    app.add_systems(Update, arrive.run_if(in_state(Flow::Running)));
    app.add_systems(Update, progress::go_on.run_if(in_state(Phase::Tally).and_then(turns_page)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::Tally)));
}

/// A demo that ends in the lift leads nowhere.
fn arrive(run: Option<Res<Run>>, tape: Option<Res<Tape>>, mut phase: ResMut<NextState<Phase>>) {
    let is_own = tape.is_none_or(|tape| tape.replay.is_none());
    if is_own && run.is_some_and(|run| run.outcome.is_done()) {
        phase.set(Phase::Tally);
    }
}

/// When the page that is shown was opened, after the start of the game.
#[derive(Resource, Default)]
pub(crate) struct Opened(Duration);

/// So long a page stays at least: whoever still fires in the lift must not miss it.
const SHORTEST: Duration = Duration::from_millis(500);

/// Notes that a page is opened.
pub(crate) fn open_page(time: Res<Time<Real>>, mut opened: ResMut<Opened>) {
    opened.0 = time.elapsed();
}

/// True once the player has had enough of the page.
pub(crate) fn turns_page(pressed: Res<JustPressed>, time: Res<Time<Real>>, opened: Res<Opened>) -> bool {
    (pressed.confirm() || pressed.fire()) && time.elapsed() >= opened.0 + SHORTEST
}

fn draw(
    (run, deck): (Option<Res<Run>>, Option<Res<Deck>>),
    name: Option<Res<DeckName>>,
    (art, device): (Option<Res<Art>>, Res<Device>),
    mut screen: ResMut<Screen>,
) {
    let (Some(run), Some(deck), Some(name), Some(art)) = (run, deck, name, art) else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let height = canvas.height();
    canvas.tint(BLACK);
    text_layout::line(&mut canvas, art.font(), &name.0, height / 8, 3, RED);
    lines(&mut canvas, &art, &Achieved::of(&run, &deck.0), height * 3 / 10);
    let words = device.words("Press Enter or fire to go on", "Press A to go on");
    text_layout::line(&mut canvas, art.font(), words, foot(height), 1, DIM);
}

/// What was achieved, line by line below each other, from `top` downwards; what stands at the page's foot keeps its room.
pub(crate) fn lines(canvas: &mut Canvas, art: &Art, achieved: &Achieved, top: i32) {
    let lines = achieved.lines();
    let step = step(top, foot(canvas.height()), text_layout::line_height(canvas, art.font(), 2), lines.len());
    for (line, text) in (0..).zip(lines) {
        text_layout::line(canvas, art.font(), &text, top + line * step, 2, PALE);
    }
}

/// Where the line at the foot of a page begins, on a frame of this height.
pub(crate) fn foot(height: i32) -> i32 {
    height * 17 / 20
}

/// From one line to the next: a little more than a line's height, or less if so many would run into the foot.
fn step(top: i32, foot: i32, height: i32, count: usize) -> i32 {
    (height * 6 / 5).min((foot - top) / count.max(1) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_lines_of_a_tally_end_above_the_foot_of_the_page() {
        for (height, line) in [(180, 32), (360, 32), (720, 64), (1080, 96)] {
            for top in [height * 3 / 10, height * 7 / 20] {
                for count in 0..6 {
                    assert!(top + step(top, foot(height), line, count) * count as i32 <= foot(height));
                }
            }
        }
        assert_eq!(step(108, foot(360), 32, 5), 38, "usually there is room for more than they need");
    }
}
