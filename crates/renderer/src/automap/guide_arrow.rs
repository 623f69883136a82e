//! The arrow of the guide: points along the path to the next goal, and names it.

use crate::{
    art::art::Art,
    automap::automap::Automap,
    automap::guide::{Pointer, WayOn},
    automap::key,
    automap::options::{AutomapOptions, Guide, MapView},
    camera::camera::ViewTurn,
    canvas::area::Area,
    canvas::canvas::{Align, Canvas, Lettering},
    canvas::pen::Pen,
    hud::hud::{Edges, is_at_board},
    stage::options::Hud,
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::prelude::*;
use engine::{Deck, Grid, Heading, Player, Position, Run, TICKS_PER_SECOND};
use localization::{Said, say};

/// The time without a goal after which the arrow's place says so, in ticks.
const SEARCHES: u64 = 8 * TICKS_PER_SECOND as u64;

pub(crate) fn plugin(app: &mut App) {
    // Without a run, as at the title, there is nothing to point to.
    let on_picture =
        |options: Res<AutomapOptions>, run: Option<Res<Run>>| options.guide == Guide::Picture && run.is_some();
    let shown = Hud::is_shown.and_then(on_picture).and_then(not(is_at_board));
    app.add_systems(DrawFrame, arrow.in_set(Draw::Hud).run_if(shown));
}

/// Returns the height that the caption takes on a full-screen map, in pixels.
pub(crate) fn caption_height(canvas: &Canvas, pen: &Pen) -> i32 {
    (pen.line_height() + 9) * usual_unit(canvas)
}

/// Returns the pixels per unit of the caption, unless it is too long.
fn usual_unit(canvas: &Canvas) -> i32 {
    (canvas.unit() + 1) / 2
}

/// Draws an arrow along the path, and the name of the goal, in the middle of the upper edge. A full-screen map shows the
/// path, so it has only the name.
fn arrow(
    player: Single<(&Position, &Heading), With<Player>>,
    (way, turn, art): (Res<WayOn>, Res<ViewTurn>, Option<Res<Art>>),
    (grid, deck, map): (Res<Grid>, Res<Deck>, Res<Automap>),
    mut edges: ResMut<Edges>,
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let (position, heading) = *player;
    let ahead = Heading(heading.0 + turn.0).direction();
    let mut canvas = Canvas::new(&mut screen.0);
    let (to, words) = match way.pointer(position.0, &grid, &deck) {
        Some(Pointer { to, goal, is_next: true, .. }) => (Some(to), goal),
        Some(Pointer { to, goal, cells, .. }) => {
            (Some(to), goal.then(Said::literal(format!(", {} m", (cells - 1) * 2))))
        }
        None if way.waits => (None, say!("Wait: a hatch is sealed until there is air").into()),
        // It may be found at once.
        None if way.lost < SEARCHES => return,
        None => (None, say!("Search: no way on is known").into()),
    };
    let words = art.pen().say(words);
    let fitting = canvas.width() / (art.pen().width(&words) + 6);
    let unit = usual_unit(&canvas).min(fitting).max(1);
    let (wide, line) = (art.pen().width(&words) * unit, art.pen().line_height() * unit);
    let (middle, gap) = (canvas.width() / 2, 3 * unit);
    let top = edges.top + gap;
    let above = if map.view == MapView::Whole { gap / 2 } else { line * 3 / 2 };
    let plate = Area::new(middle - wide / 2 - gap, top, wide + 2 * gap, above + line + gap);
    canvas.fill(plate, key::GROUND.covering(0.6));
    edges.top = plate.y + plate.height;
    let lettering = Lettering::new(key::WORDS, unit).aligned(Align::Centre);
    canvas.text(art.pen(), &words, middle, top + above, lettering);
    let Some(to) = to.filter(|_| map.view != MapView::Whole).and_then(|to| (to - position.0).try_normalize()) else {
        return;
    };
    // Up means ahead.
    let up = Vec2::new(ahead.perp_dot(to), -ahead.dot(to));
    let centre = Vec2::new(middle as f32, (top + gap) as f32 + line as f32 * 0.7);
    let corner = |along: f32, aside: f32| centre + (up * along + up.perp() * aside) * line as f32 * 0.75;
    // Head and shaft, so that an arrow to the side is not mistaken for its opposite.
    let outline = [(1.0, 0.0), (0.1, 0.7), (0.1, 0.25), (-0.9, 0.25), (-0.9, -0.25), (0.1, -0.25), (0.1, -0.7)];
    canvas.shape(&[&outline.map(|(along, aside)| corner(along, aside))], key::WAY);
}
