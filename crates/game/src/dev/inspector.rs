//! The inspector: a panel that describes a thing or a cell, live.

use crate::{
    dev::time_bar::TimeBar,
    flow::dev_time::is_held,
    flow::page::Page,
    flow::phase::Flow,
    input::presses::Presses,
    ui::front::Front,
    ui::text_layout::{self, BLACK, BRIGHT, PALE},
};
use bevy::prelude::*;
use engine::{Player, Position, PreviousPosition, Run, RunBegan, StateChange};
use inspect::{Description, Target, describe, target_at, target_between};
use renderer::{Area, Art, Canvas, DebugArrows, DebugMap, Draw, DrawFrame, Lettering, Screen, SeenDeck};
use std::collections::VecDeque;

/// Maximum number of state changes that are remembered.
const MAX_CHANGES: usize = 2000;

/// What the panel shows, and the last state changes of monsters.
#[derive(Resource, Debug, Default)]
pub(crate) struct Inspector {
    pub(crate) target: Option<Target>,
    /// The target in words, as of this frame.
    about: Option<Description>,
    changes: VecDeque<StateChange>,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Inspector>();
    app.add_systems(Update, listen.run_if(resource_exists::<Messages<StateChange>>));
    app.add_observer(|_: On<RunBegan>, mut inspector: ResMut<Inspector>, run: Option<Res<Run>>| {
        let tick = run.map_or(0, |run| run.tick);
        inspector.changes.retain(|change| change.tick < tick);
    });
    let plays = || in_state(Flow::Running).and_then(in_state(Page::None)).and_then(resource_exists::<Run>);
    app.add_systems(Update, point.run_if(plays().and_then(is_held)));
    app.add_systems(DrawFrame, look_again.before(Draw::Debug).run_if(plays()));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(plays()));
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

/// What a click points at: a point on the map, or a way into the view, and whether a wall ends it.
enum Pointed {
    Map(Vec2),
    View(Vec2, Vec2, bool),
}

/// While developer tools hold the time, a click shows what it points at, on the map of F3 or in the view.
fn point(
    (pressed, bar): (Res<Presses>, Option<Res<TimeBar>>),
    (map, deck): (DebugMap, SeenDeck),
    player: Single<(&Position, &PreviousPosition), With<Player>>,
    mut commands: Commands,
) {
    let Some(pixel) = pressed.hover.filter(|_| pressed.click) else { return };
    if bar.is_some_and(|bar| bar.has(pixel)) {
        return;
    }
    let on_map = map.point(pixel, *player).map(Pointed::Map);
    let in_view = || deck.at(pixel).map(|seen| Pointed::View(seen.from, seen.at, seen.is_wall));
    let Some(pointed) = on_map.or_else(in_view) else { return };
    commands.queue(move |world: &mut World| {
        let target = match pointed {
            Pointed::Map(at) => target_at(world, at),
            Pointed::View(from, end, is_wall) => target_between(world, from, end, is_wall),
        };
        world.resource_mut::<Inspector>().target = Some(target);
    });
}

/// Describes the target for this frame, and passes its arrows on to the map.
fn look_again(world: &mut World) {
    let target = world.resource::<Inspector>().target;
    let about = target.map(|target| look(world, target));
    let arrows = about.as_ref().map_or_else(Vec::new, |about| about.arrows.clone());
    world.resource_mut::<DebugArrows>().set_if_neq(DebugArrows(arrows));
    world.resource_mut::<Inspector>().about = about;
}

fn draw(inspector: Res<Inspector>, art: Option<Res<Art>>, mut screen: ResMut<Screen>) {
    if let (Some(about), Some(art)) = (&inspector.about, art) {
        panel(&mut screen, &art, about);
    }
}

fn panel(screen: &mut Screen, art: &Art, about: &Description) {
    let mut canvas = Canvas::new(&mut screen.0);
    let (pen, size) = (art.pen(), text_layout::size(&canvas, art.pen(), 1));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{flow::dev_time::DevTime, flow::page, testing};
    use engine::Start;
    use renderer::{Blend, DebugView};

    #[test]
    fn click_on_the_map_shows_what_is_there_while_the_time_stands_still() {
        let mut app = testing::game(20, |app| {
            app.add_plugins((crate::flow::dev_time::plugin, page::plugin, plugin));
            app.init_resource::<DebugArrows>().init_resource::<Blend>();
            // The monster is five cells to the right of the player, who is in the middle of the map.
            let click = |screen: Res<Screen>, mut presses: ResMut<Presses>| {
                let (width, height) = (screen.0.width() as f32, screen.0.height() as f32);
                let hover = Vec2::new(width / 2.0 + 5.0 * (height / 22.0).floor(), height / 2.0);
                (presses.click, presses.hover) = (true, Some(hover));
            };
            app.add_systems(Update, click.before(point));
        });
        testing::play(&mut app, &Start::on(testing::level(&["########", "#@....z#", "########"])));
        app.insert_resource(DebugView { shown: true });
        let click = |app: &mut App| {
            app.update();
            app.world_mut().run_schedule(DrawFrame);
            app.world().resource::<Inspector>().about.as_ref().map(|about| about.title.clone())
        };
        assert_eq!(click(&mut app), None, "the click fires while the time goes on");
        app.world_mut().resource_mut::<DevTime>().is_stopped = true;
        let title = click(&mut app).expect("something is shown");
        assert!(title.starts_with("crawler") && title.ends_with("at 6.50,1.50"), "{title}");
    }
}
