//! The inspector: a panel that describes a thing or a cell, live.

use crate::{
    flow::page::Page,
    flow::phase::Flow,
    ui::front::Front,
    ui::text_layout::{self, BLACK, BRIGHT, PALE},
};
use bevy::prelude::*;
use engine::{Run, RunBegan, StateChange};
use inspect::{Description, Target, describe};
use renderer::{Area, Art, Canvas, DrawFrame, Lettering, Screen};
use std::collections::VecDeque;

/// Maximum number of state changes that are remembered.
const MAX_CHANGES: usize = 2000;

/// What the panel shows, and the last state changes of monsters.
#[derive(Resource, Debug, Default)]
pub(crate) struct Inspector {
    pub(crate) target: Option<Target>,
    changes: VecDeque<StateChange>,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Inspector>();
    app.add_systems(Update, listen.run_if(resource_exists::<Messages<StateChange>>));
    app.add_observer(|_: On<RunBegan>, mut inspector: ResMut<Inspector>, run: Option<Res<Run>>| {
        let tick = run.map_or(0, |run| run.tick);
        inspector.changes.retain(|change| change.tick < tick);
    });
    let is_shown = |inspector: Res<Inspector>, run: Option<Res<Run>>| inspector.target.is_some() && run.is_some();
    let is_shown = in_state(Flow::Running).and_then(in_state(Page::None)).and_then(is_shown);
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(is_shown));
}

fn listen(mut changes: MessageReader<StateChange>, mut inspector: ResMut<Inspector>) {
    inspector.changes.extend(changes.read().copied());
    let over = inspector.changes.len().saturating_sub(MAX_CHANGES);
    inspector.changes.drain(..over);
}

/// Describes the target as it is now.
pub(crate) fn look(world: &mut World, target: Target) -> Description {
    world.resource_scope(|world, mut inspector: Mut<Inspector>| {
        describe(world, target, inspector.changes.make_contiguous())
    })
}

fn draw(world: &mut World) {
    let Some(target) = world.resource::<Inspector>().target else { return };
    let about = look(world, target);
    if world.contains_resource::<Art>() {
        world.resource_scope(|world, art: Mut<Art>| panel(&mut world.resource_mut::<Screen>(), &art, &about));
    }
}

fn panel(screen: &mut Screen, art: &Art, about: &Description) {
    let mut canvas = Canvas::new(&mut screen.0);
    let (pen, size) = (art.pen(), text_layout::size(&canvas, 1));
    let high = text_layout::line_height(&canvas, pen, 1);
    let width = canvas.width() / 2;
    let left = canvas.width() - width;
    let rows = (canvas.height() / high - 2).max(1) as usize;
    let shown = about.lines.len().min(rows);
    canvas.fill(Area::new(left, 0, width, high * (shown as i32 + 1)), BLACK.covering(0.8));
    let lines = std::iter::once((&about.title, BRIGHT)).chain(about.lines.iter().map(|line| (line, PALE)));
    for (row, (line, colour)) in (0..).zip(lines.take(shown + 1)) {
        let line = text_layout::shortened(pen, line, (width - 8 * size) / size);
        canvas.text(pen, &line, left + 4 * size, row * high, Lettering::new(colour, size));
    }
}
