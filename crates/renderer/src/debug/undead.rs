//! The monsters on the map of the debug view: their states, goals, paths, view directions and hearing.

use crate::{
    art::art::Art,
    camera::camera::Blend,
    canvas::canvas::{Align, Canvas, Colour, Lettering},
    debug::deck::{SOUND, echo},
    debug::plan::{Plan, plan},
    stage::screen::Screen,
};
use bevy::{math::ops, prelude::*};
use engine::{
    Body, Ears, Grid, Heading, Id, Monster, MonsterKind, MonsterState, Player, Position, PreviousPosition, Rules, Run,
};

/// The length of the rays that show the view direction, in tiles.
const GAZE: f32 = 2.2;
/// The minimum size of a tile in pixels for numbers next to the monsters.
const ROOM: i32 = 14;

/// Returns the letter and the colour of a state.
pub(crate) fn sign(state: MonsterState) -> (char, Colour) {
    match state {
        MonsterState::Idle => ('I', Colour::rgb(165, 175, 185)),
        MonsterState::Patrol => ('P', Colour::rgb(80, 200, 190)),
        MonsterState::Alert => ('A', Colour::rgb(255, 230, 80)),
        MonsterState::Chase => ('C', Colour::rgb(255, 140, 50)),
        MonsterState::Blocked => ('B', Colour::rgb(205, 125, 255)),
        MonsterState::Search => ('S', Colour::rgb(90, 190, 255)),
        MonsterState::Return => ('R', Colour::rgb(120, 220, 110)),
        MonsterState::Attack => ('X', Colour::rgb(255, 70, 60)),
        MonsterState::Hurt => ('H', Colour::rgb(255, 150, 180)),
        MonsterState::Flee => ('F', Colour::rgb(240, 240, 250)),
        MonsterState::Dying => ('D', Colour::rgb(150, 60, 50)),
        MonsterState::Dead => ('.', Colour::rgb(110, 60, 55)),
    }
}

/// The data to mark one monster.
struct Mark<'a> {
    at: Vec2,
    id: Id,
    monster: &'a Monster,
    kind: &'a MonsterKind,
    heading: Heading,
}

/// Marks the monsters: first the dead, then the views and paths of the living, then the living themselves.
pub(crate) fn marks(
    eye: Single<(&Position, &PreviousPosition), With<Player>>,
    monsters: Query<(&Id, &Monster, &Position, &PreviousPosition, &Heading, Has<Body>)>,
    (grid, ears, run, rules): (Res<Grid>, Res<Ears>, Res<Run>, Res<Rules>),
    (art, blend): (Option<Res<Art>>, Res<Blend>),
    mut screen: ResMut<Screen>,
) {
    let mut canvas = Canvas::new(&mut screen.0);
    let plan = plan(&canvas, *eye, *blend);
    let mut living = Vec::new();
    for (&id, monster, position, previous, &heading, lives) in monsters.iter().sort::<&Id>() {
        let Some((_, kind)) = rules.monsters.get(usize::from(monster.kind())) else { continue };
        let at = blend.between(*previous, *position);
        if lives {
            living.push(Mark { at, id, monster, kind, heading });
        } else {
            canvas.disc(plan.pixel(at), (plan.tile / 6).max(1), sign(monster.state()).1);
        }
    }
    for mark in &living {
        mark.gaze(&mut canvas, &plan);
        mark.ways(&mut canvas, &plan);
        let noises = echo(&ears, run.tick);
        if let Some((number, left)) = ears.heard(&grid, mark.at)
            && let Some(noise) = noises.get(number).filter(|noise| noise.is_heard(left, mark.kind.senses.ears))
        {
            dashes(&mut canvas, plan.pixel(noise.at), plan.pixel(mark.at), SOUND);
        }
    }
    living.iter().for_each(|mark| mark.body(&mut canvas, &plan, art.as_deref()));
}

impl Mark<'_> {
    /// Draws both edges of the view cone of an unaware monster; one ray for a monster that looks all around.
    fn gaze(&self, canvas: &mut Canvas, plan: &Plan) {
        let ahead = self.heading.direction();
        let colour = sign(self.monster.state()).1;
        if !self.monster.state().is_unaware() {
            canvas.line(plan.pixel(self.at), plan.pixel(self.at + ahead * 0.8), 2, colour);
            return;
        }
        let half = ops::acos(self.kind.senses.cone.clamp(-1.0, 1.0));
        for side in [-half, half] {
            let (sin, cos) = ops::sin_cos(side);
            let edge = self.at + Vec2::new(cos, sin).rotate(ahead) * GAZE;
            canvas.line(plan.pixel(self.at), plan.pixel(edge), 1, colour.covering(0.7));
        }
    }

    /// Draws the believed position of its target, with a solid line if it sees the target; and the next point of its
    /// own path.
    fn ways(&self, canvas: &mut Canvas, plan: &Plan) {
        let (from, colour) = (plan.pixel(self.at), sign(self.monster.state()).1);
        if let Some(goal) = self.monster.goal().map(|goal| plan.pixel(goal)) {
            if self.monster.sees() {
                canvas.line(from, goal, 1, colour);
            } else {
                dashes(canvas, from, goal, colour);
            }
            let arm = plan.tile / 3;
            canvas.line((goal.0 - arm, goal.1 - arm), (goal.0 + arm, goal.1 + arm), 2, colour);
            canvas.line((goal.0 - arm, goal.1 + arm), (goal.0 + arm, goal.1 - arm), 2, colour);
        }
        if let Some(step) = self.monster.route().map(|step| plan.pixel(step)) {
            canvas.line(from, step, 2, colour.covering(0.8));
            canvas.disc(step, (plan.tile / 5).max(1), colour);
        }
    }

    /// Draws its body with the letter of its state, and its id.
    fn body(&self, canvas: &mut Canvas, plan: &Plan, art: Option<&Art>) {
        let ((x, y), (letter, colour)) = (plan.pixel(self.at), sign(self.monster.state()));
        let radius = ((self.kind.radius * plan.tile as f32) as i32).max(2);
        let Some(art) = art.filter(|_| plan.tile >= ROOM) else {
            canvas.disc((x, y), radius, colour);
            return;
        };
        let scale = (plan.tile / 16).max(1);
        canvas.disc((x, y), radius.max(7 * scale), colour);
        let top = y - art.pen().line_height() * scale / 2;
        let ink = Lettering { shadow: None, ..Lettering::new(Colour::rgb(0, 0, 0), scale) };
        canvas.text(art.pen(), letter.encode_utf8(&mut [0; 4]), x, top, ink.aligned(Align::Centre));
        let number = Lettering::new(colour, scale);
        canvas.text(art.pen(), &self.id.0.to_string(), x + 8 * scale, top - 8 * scale, number);
    }
}

/// Draws a dashed line.
fn dashes(canvas: &mut Canvas, from: (i32, i32), to: (i32, i32), colour: Colour) {
    let way = Vec2::new((to.0 - from.0) as f32, (to.1 - from.1) as f32);
    let count = (way.length() / 8.0).clamp(1.0, 200.0) as i32;
    let point = |part: f32| (from.0 + (way.x * part) as i32, from.1 + (way.y * part) as i32);
    for dash in 0..count {
        let start = dash as f32 / count as f32;
        canvas.line(point(start), point(start + 0.5 / count as f32), 1, colour);
    }
}
