//! The level on the map of the debug view: the cells, the paths to the player, and the noises.

use crate::{
    art::art::Art,
    camera::camera::Blend,
    canvas::canvas::{Align, Canvas, Colour, Lettering},
    debug::plan::{PALE, Plan, plan},
    stage::screen::Screen,
};
use bevy::prelude::*;
use engine::{Ears, Fields, Grid, Noise, Player, Position, PreviousPosition, Run, Shape, outline, ticks};

/// How long the last noises are shown, in ticks.
const ECHO: u64 = ticks(1.5) as u64;
/// The distance from the player at which the colours of paths reach the end of their scale, in cells.
const FAR: f32 = 32.0;
/// The minimum size of a tile in pixels for numbers to fit into it.
const ROOM: i32 = 24;

const SOLID: Colour = Colour::rgb(92, 98, 104);
const DOOR: Colour = Colour::rgb(255, 170, 60);
const PANE: Colour = Colour::rgb(130, 220, 240);
const OTHER: Colour = Colour::rgb(120, 126, 132);
const PUSHED: Colour = Colour::rgb(220, 130, 220);
pub(crate) const SOUND: Colour = Colour::rgb(90, 200, 255);
const UNSETTLED: Colour = Colour::rgb(0, 0, 0);

/// The legend of the marks on the map that are not letters.
pub(crate) const MARKS: [(&str, Colour); 6] = [
    ("cross: goal", PALE),
    ("dot: next step", PALE),
    ("diamond: noise", PALE),
    ("frame: heard", SOUND),
    ("fire to ice: path to you", Colour::rgb(235, 110, 40)),
    ("stroke: old path", PALE),
];

type Eye<'w, 's> = Single<'w, 's, (&'static Position, &'static PreviousPosition), With<Player>>;

/// Draws the cells in their present state.
pub(crate) fn walls(eye: Eye, grid: Res<Grid>, blend: Res<Blend>, mut screen: ResMut<Screen>) {
    let mut canvas = Canvas::new(&mut screen.0);
    let plan = plan(&canvas, *eye, *blend);
    let thick = (plan.tile / 8).max(1);
    for cell in plan.cells(&grid) {
        let (shape, corner) = (grid.shape(cell), cell.as_vec2());
        let colour = match shape {
            Shape::Open | Shape::Space => continue,
            Shape::Solid => {
                canvas.fill(plan.cell(cell), SOLID);
                continue;
            }
            Shape::Door { .. } | Shape::Leaves { .. } | Shape::Locked { .. } => DOOR,
            Shape::Pane { .. } => PANE,
            Shape::PushWall { .. } => PUSHED,
            Shape::Pillar | Shape::Table | Shape::Diagonal { .. } => OTHER,
        };
        let outline = outline(shape);
        for edge in outline.edges() {
            canvas.line(plan.pixel(corner + edge.from), plan.pixel(corner + edge.to), thick, colour);
        }
        if let Some(circle) = outline.circle {
            canvas.disc(plan.pixel(corner + circle.middle), (circle.radius * plan.tile as f32) as i32, colour);
        }
    }
}

/// Returns the colour of a cell at this distance from the player, in cells: from fire to ice.
fn heat(distance: u16) -> Colour {
    let part = (f32::from(distance) / FAR).min(1.0);
    let stops = [[255.0, 225.0, 120.0], [235.0, 110.0, 40.0], [150.0, 40.0, 90.0], [40.0, 40.0, 110.0]];
    let at = part * (stops.len() - 1) as f32;
    let first = (at as usize).min(stops.len() - 2);
    let [r, g, b] =
        std::array::from_fn(|c| stops[first][c] + (stops[first + 1][c] - stops[first][c]) * (at - first as f32));
    Colour::rgb(r as u8, g as u8, b as u8)
}

/// Draws the path distance of cells from the player for monsters, and marks the cells that the present search has not
/// reached.
pub(crate) fn ways(
    eye: Eye,
    (grid, fields): (Res<Grid>, Res<Fields>),
    blend: Res<Blend>,
    art: Option<Res<Art>>,
    mut screen: ResMut<Screen>,
) {
    let mut canvas = Canvas::new(&mut screen.0);
    let plan = plan(&canvas, *eye, *blend);
    for cell in plan.cells(&grid) {
        let Some((distance, is_new)) = fields.to_player(&grid, cell) else { continue };
        let area = plan.cell(cell);
        // Every other ring is darker, because cells of equal colour would run together.
        canvas.fill(area.within(1), heat(distance).covering(if distance % 2 == 0 { 0.6 } else { 0.45 }));
        if !is_new {
            let (right, bottom) = (area.x + area.width - 2, area.y + area.height - 2);
            canvas.line((area.x + 1, bottom), (right, area.y + 1), 2, UNSETTLED.covering(0.7));
        }
        if plan.tile >= ROOM
            && let Some(art) = &art
        {
            let middle = (area.x + area.width / 2, area.y + (area.height - art.pen().line_height()) / 2);
            let lettering = Lettering::new(PALE.covering(0.6), 1).aligned(Align::Centre);
            canvas.text(art.pen(), &distance.to_string(), middle.0, middle.1, lettering);
        }
    }
}

/// Returns the last noises, if they are still shown.
pub(crate) fn echo(ears: &Ears, tick: u64) -> &[Noise] {
    let (noises, heard) = ears.last();
    if (heard..heard + ECHO).contains(&tick) { noises } else { &[] }
}

/// Draws where the last noises were made, and the cells that they reached: the louder, the bluer.
pub(crate) fn sounds(
    eye: Eye,
    (grid, ears, run): (Res<Grid>, Res<Ears>, Res<Run>),
    blend: Res<Blend>,
    mut screen: ResMut<Screen>,
) {
    let mut canvas = Canvas::new(&mut screen.0);
    let plan = plan(&canvas, *eye, *blend);
    let noises = echo(&ears, run.tick);
    if noises.is_empty() {
        return;
    }
    for cell in plan.cells(&grid) {
        if let Some((_, left)) = ears.heard_in(&grid, cell) {
            let cover = 0.35 + f32::from(left).min(12.0) / 24.0;
            canvas.outline(plan.cell(cell).within(1), (plan.tile / 10).max(1), SOUND.covering(cover));
        }
    }
    for noise in noises {
        ring(&mut canvas, &plan, noise.at);
    }
}

/// Draws a diamond around a position.
fn ring(canvas: &mut Canvas, plan: &Plan, at: Vec2) {
    let ((x, y), half) = (plan.pixel(at), plan.tile * 3 / 5);
    let corners = [(x - half, y), (x, y - half), (x + half, y), (x, y + half)];
    (0..4).for_each(|number| canvas.line(corners[number], corners[(number + 1) % 4], 2, PALE));
}
