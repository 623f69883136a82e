//! Ending screen, shown after the last deck.

use crate::{
    campaign::progress::Progress,
    flow::phase::Phase,
    input::action::Action,
    input::hints::Hints,
    pages::tally::{self, open_page, turns_page},
    ui::backdrop,
    ui::front::Front,
    ui::text_layout::{self, DIM, PALE, RED},
};
use bevy::prelude::*;
use content::Decks;
use localization::{Key, say};
use renderer::{Art, Canvas, DrawFrame, Screen};

/// Brightness of the dawn behind the text. Most of the image is dark.
const BRIGHT: f32 = 0.45;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(Phase::Ending), open_page);
    app.add_systems(Update, leave.run_if(in_state(Phase::Ending).and_then(turns_page)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Phase::Ending)));
}

fn leave(mut phase: ResMut<NextState<Phase>>) {
    phase.set(Phase::Title);
}

/// Returns the final texts for a campaign with this number of decks.
fn words(decks: usize) -> (Key, Key) {
    match decks {
        1 => (say!("Level complete"), say!("This was the only deck.")),
        _ => (say!("You are out"), say!("The lift stops, the doors open, and nothing moves behind them.")),
    }
}

fn draw(
    (art, hints): (Option<Res<Art>>, Hints),
    (progress, decks): (Option<Res<Progress>>, Option<Res<Decks>>),
    (time, opened): (Res<Time<Real>>, Res<tally::Opened>),
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let height = canvas.height();
    backdrop::draw_behind(&mut canvas, &art, backdrop::DAWN, BRIGHT);
    let (heading, last) = words(decks.map_or(0, |decks| decks.iter().count()));
    text_layout::line(&mut canvas, art.pen(), heading, height / 8, 3, RED);
    text_layout::line(&mut canvas, art.pen(), last, height / 4, 1, PALE);
    if let Some(progress) = progress {
        // On a small canvas, the sentence above needs two lines.
        let rows = text_layout::wrapped(&canvas, art.pen(), last, canvas.width() * 9 / 10).len() as i32;
        let below = height / 4 + rows * text_layout::line_height(&canvas, art.pen(), 1) + height / 36;
        let top = below.max(height * 8 / 20);
        let part = tally::counted(&time, &opened);
        tally::lines(&mut canvas, &art, (&progress.achieved, &progress.counts), part, top);
    }
    let words = say!("Press {key} to return to the title screen", key = hints.of(Action::MenuConfirm));
    text_layout::line(&mut canvas, art.pen(), &words, tally::foot(height), 1, DIM);
}
