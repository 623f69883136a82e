//! Point and click: a click or touch walks to the floor, shoots at a target, or uses what is in reach. A pointer at the
//! edge of the frame turns.

use crate::{
    flow::phase::{Flow, is_at_board},
    input::action::Action,
    input::controls::{ControlOptions, TakeControls, somebody_plays},
    input::pointing::{Aim, AimAt, Pointing},
    input::presses::{Presses, TakePresses},
};
use bevy::{app::RunFixedMainLoop, input::touch::Touches, math::ops, prelude::*};
use engine::{Grid, HAND_REACH, Heading, Monster, MonsterState, Player, Position, Prop, Ray, Shape, cast};
use renderer::{Area, Automap, MapView, Reserved, Screen, SeenDeck, SeenPoint, ViewTurn};
use std::f32::consts::PI;

/// Maximum distance between a click and the body that it selects, in tiles.
const WIDE: f32 = 0.35;
/// Turn rate towards the target in radians per second, and the remaining angle in radians at which the action starts.
const AIM_TURN: f32 = 9.0;
const NEAR: f32 = 0.03;
/// Turn rate at the outermost pixel in radians per second, and the width of each edge as a share of the frame width.
const EDGE_TURN: f32 = 2.6;
const EDGE: f32 = 0.06;

/// Meaning of a click on the deck.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Deed {
    /// Walk to a point, in tiles.
    Walk(Vec2),
    /// Turn to a target and perform an action.
    Aim(AimAt, Action),
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Steering>();
    app.add_systems(RunFixedMainLoop, begin.after(TakePresses).before(TakeControls::Board));
    let plays = in_state(Flow::Running).and_then(not(is_at_board)).and_then(somebody_plays);
    app.add_systems(RunFixedMainLoop, (point, follow, steer).chain().in_set(TakeControls::Point).run_if(plays));
}

/// Updates the state of the mouse button and of touches.
fn begin(
    (pressed, buttons): (Res<Presses>, Res<ButtonInput<MouseButton>>),
    touches: Option<Res<Touches>>,
    options: Res<ControlOptions>,
    mut pointing: ResMut<Pointing>,
) {
    pointing.alone = options.mouse_alone;
    if pressed.touch || pressed.click || !pressed.inputs.is_empty() {
        pointing.finger = pressed.touch;
    }
    pointing.is_down = buttons.pressed(MouseButton::Left) || touches.is_some_and(|touches| touches.iter().count() > 0);
    if !pointing.is_down {
        pointing.held = None;
    }
    (pointing.turn, pointing.walk_to) = (0.0, None);
}

/// Things that can be shot: monsters and props. Dead or broken ones are filtered out by [`place`].
type Targets<'w, 's> = Query<'w, 's, (Entity, &'static Position, Option<&'static Monster>, Option<&'static Prop>)>;

/// Returns the position of a target, unless it is dead or broken.
fn place(target: (&Position, Option<&Monster>, Option<&Prop>)) -> Option<Vec2> {
    let (at, monster, prop) = target;
    let is_up = |monster: &Monster| !matches!(monster.state(), MonsterState::Dying | MonsterState::Dead);
    (monster.is_some_and(is_up) || prop.is_some_and(|prop| !prop.is_wreck())).then_some(at.0)
}

/// Returns the meaning of a click on this point of the deck, given the targets.
fn deed(seen: SeenPoint, grid: &Grid, targets: impl Iterator<Item = (Entity, Vec2)>) -> Deed {
    let (towards, far) = (seen.at - seen.from).normalize_and_length();
    let slack = if seen.is_wall { 0.0 } else { WIDE };
    let meant = |(target, at): (Entity, Vec2)| {
        let (along, aside) = ((at - seen.from).dot(towards), towards.perp_dot(at - seen.from).abs());
        (along > 0.0 && along < far + slack && aside < WIDE).then_some((target, along))
    };
    if let Some((target, _)) = targets.filter_map(meant).min_by(|one, other| one.1.total_cmp(&other.1)) {
        return Deed::Aim(AimAt::Body(target), Action::Fire);
    }
    let Some(hit) = cast(grid, Ray::Body, seen.from, towards, far).filter(|hit| hit.distance < far + 0.1) else {
        return Deed::Walk(seen.at);
    };
    let foot = seen.from + towards * hit.distance;
    match grid.shape(hit.cell) {
        _ if hit.distance <= HAND_REACH && (seen.is_wall || hit.distance < far) => {
            Deed::Aim(AimAt::Point(foot), Action::Use)
        }
        // A click on a table means the table, not the floor behind it.
        Shape::Table => Deed::Walk(foot),
        _ => Deed::Walk(seen.at),
    }
}

/// Handles a click on the deck.
fn point(
    (pressed, map): (Res<Presses>, Res<Automap>),
    (deck, grid): (SeenDeck, Option<Res<Grid>>),
    targets: Targets,
    mut pointing: ResMut<Pointing>,
) {
    if !pointing.is_on() || !pressed.click || map.view == MapView::Whole {
        return;
    }
    let Some((seen, grid)) = pressed.pointer.and_then(|place| deck.at(place)).zip(grid) else { return };
    let standing = targets.iter().filter_map(|(target, at, monster, prop)| Some((target, place((at, monster, prop))?)));
    (pointing.aim, pointing.walk_to) = match deed(seen, &grid, standing) {
        Deed::Walk(to) => (None, Some(to)),
        Deed::Aim(at, action) => (Some(Aim { at, action, done: false }), None),
    };
}

/// Turns to the target, and performs the action once the player faces it and as long as the button is held.
fn follow(
    (time, turned): (Res<Time>, Res<ViewTurn>),
    player: Option<Single<(&Position, &Heading), With<Player>>>,
    targets: Targets,
    mut pointing: ResMut<Pointing>,
    mut presses: ResMut<Presses>,
) {
    let (Some(player), Some(aim)) = (player, pointing.aim) else { return };
    let at = match aim.at {
        AimAt::Point(at) => Some(at),
        AimAt::Body(body) => targets.get(body).ok().and_then(|(_, at, monster, prop)| place((at, monster, prop))),
    };
    let Some(at) = at.filter(|_| pointing.is_down || !aim.done) else {
        (pointing.aim, pointing.held) = (None, None);
        return;
    };
    let (from, heading) = *player;
    let way = at - from.0;
    let off = (ops::atan2(way.y, way.x) - heading.0 - turned.0 + PI).rem_euclid(2.0 * PI) - PI;
    let most = AIM_TURN * time.delta_secs();
    pointing.turn += off.clamp(-most, most);
    let looks = off.abs() < NEAR;
    if looks && !aim.done {
        presses.ask(aim.action);
        pointing.aim = Some(Aim { done: true, ..aim });
    }
    pointing.held = Some(aim.action).filter(|_| looks && pointing.is_down);
}

/// True if a pointer at the edge turns: only if it was moved there, not if it has clicked there.
#[derive(Resource, Default)]
struct Steering(bool);

/// Returns true if a pointer is over the buttons at the right edge.
fn is_over(buttons: Option<Area>, hover: Vec2) -> bool {
    let point = Area::new(hover.x as i32, hover.y as i32, 1, 1);
    buttons.is_some_and(|buttons| buttons.overlaps(point))
}

/// Turns while the pointer is at the left or right edge, except over the buttons there.
fn steer(
    (pressed, screen, time): (Res<Presses>, Res<Screen>, Res<Time>),
    reserved: Option<Res<Reserved>>,
    mut pointing: ResMut<Pointing>,
    mut steering: ResMut<Steering>,
) {
    steering.0 = pointing.alone && !pressed.click && (pressed.pointer.is_some() || steering.0);
    let Some(hover) = pressed.hover.filter(|_| steering.0 && pointing.aim.is_none()) else { return };
    if is_over(reserved.and_then(|reserved| reserved.right), hover) {
        return;
    }
    let x = hover.x / screen.0.width() as f32;
    pointing.turn += edge(x) * EDGE_TURN * time.delta_secs();
}

/// Returns the share of the turn rate at a position across the frame (0 to 1), from -1 (left) to 1 (right).
fn edge(x: f32) -> f32 {
    let right = ((x - 1.0 + EDGE) / EDGE).clamp(0.0, 1.0);
    let left = ((EDGE - x) / EDGE).clamp(0.0, 1.0);
    right - left
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{input::controls, testing};
    use bevy::input::mouse::MouseMotion;
    use engine::{Intent, Start};

    /// Creates a game without a window for the mouse alone, with a monster behind the player, who looks along x.
    fn game() -> App {
        let mut app = testing::game(20, |app| {
            app.add_plugins((controls::plugin, plugin));
            app.init_resource::<Automap>().init_resource::<ViewTurn>();
            app.insert_resource(ControlOptions { mouse_alone: true, ..default() });
        });
        testing::play(&mut app, &Start::on(testing::level(&["########", "#......#", "#z..@..#", "########"])));
        app
    }

    fn heading(app: &mut App) -> f32 {
        app.world_mut().query_filtered::<&Heading, With<Player>>().single(app.world()).unwrap().0
    }

    #[test]
    fn mouse_alone_mode_neither_turns_by_motion_nor_fires() {
        let mut app = game();
        let before = heading(&mut app);
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
        for _ in 0..5 {
            app.world_mut().write_message(MouseMotion { delta: Vec2::new(100.0, 0.0) });
            app.update();
            assert!(!app.world().resource::<Intent>().fire);
        }
        assert_eq!(heading(&mut app), before);
    }

    #[test]
    fn holding_a_click_on_a_target_turns_to_it_and_shoots() {
        let mut app = game();
        let crawler = app.world_mut().query_filtered::<Entity, With<Monster>>().single(app.world()).unwrap();
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
        app.world_mut().resource_mut::<Pointing>().aim =
            Some(Aim { at: AimAt::Body(crawler), action: Action::Fire, done: false });
        let mut fired = Vec::new();
        for _ in 0..40 {
            app.update();
            let off = (heading(&mut app).abs() - PI).abs();
            fired.push((app.world().resource::<Intent>().fire, off < 0.2));
        }
        assert!(!fired[0].0 && fired.iter().any(|(fires, _)| *fires), "{fired:?}");
        assert!(fired.iter().all(|(fires, looks)| !fires || *looks), "must face it first: {fired:?}");
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().release(MouseButton::Left);
        for _ in 0..3 {
            app.update();
        }
        assert!(!app.world().resource::<Intent>().fire && app.world().resource::<Pointing>().aim.is_none());
    }

    #[test]
    fn walk_destination_is_sent_in_one_tick_only() {
        let mut app = game();
        let goes = |app: &mut App| {
            app.update();
            app.world().resource::<Intent>().walk_to
        };
        app.add_systems(
            RunFixedMainLoop,
            (|mut pointing: ResMut<Pointing>, mut done: Local<bool>| {
                pointing.walk_to = (!std::mem::replace(&mut *done, true)).then_some(Vec2::new(5.5, 1.5));
            })
            .in_set(TakeControls::Point),
        );
        assert_eq!([goes(&mut app), goes(&mut app)], [Some(Vec2::new(5.5, 1.5)), None]);
        let walks = app.world_mut().query::<&Player>().single(app.world()).unwrap().walk.target();
        assert_eq!(walks, Some(Vec2::new(5.5, 1.5)));
    }

    fn grid() -> Grid {
        let level =
            b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '+': (door: \"door\"), '@': (thing: Player)},
            map: [\"########\", \"#@..+..#\", \"#...####\", \"########\"])";
        Grid::new(&level::Level::read("x", level).unwrap())
    }

    fn seen(at: (f32, f32), is_wall: bool) -> SeenPoint {
        SeenPoint { from: Vec2::new(1.5, 1.5), at: at.into(), is_wall }
    }

    #[test]
    fn click_walks_or_uses_depending_on_its_target() {
        let (grid, nobody) = (grid(), std::iter::empty);
        assert_eq!(deed(seen((3.5, 1.5), false), &grid, nobody()), Deed::Walk(Vec2::new(3.5, 1.5)), "the floor");
        assert_eq!(deed(seen((4.45, 1.5), true), &grid, nobody()), Deed::Walk(Vec2::new(4.45, 1.5)), "a far door");
        let near = SeenPoint { from: Vec2::new(3.5, 1.5), ..seen((4.45, 1.5), true) };
        let used = deed(near, &grid, nobody());
        assert!(matches!(used, Deed::Aim(AimAt::Point(at), Action::Use) if at.x > 4.3 && at.x < 4.6), "{used:?}");
        let before = SeenPoint { at: Vec2::new(4.1, 1.5), is_wall: false, ..near };
        assert_eq!(deed(before, &grid, nobody()), Deed::Walk(before.at), "the floor in front of it");
    }

    #[test]
    fn click_on_a_target_shoots_and_click_in_front_walks() {
        let grid = grid();
        let mut world = World::new();
        let [one, other] = [3.0, 3.6].map(|x| (world.spawn_empty().id(), Vec2::new(x, 1.6)));
        let both = || [other, one].into_iter();
        let shot = Deed::Aim(AimAt::Body(one.0), Action::Fire);
        assert_eq!(deed(seen((4.45, 1.5), true), &grid, both()), shot);
        assert_eq!(deed(seen((2.9, 1.5), false), &grid, both()), shot, "at the target's feet");
        assert_eq!(deed(seen((2.2, 1.5), false), &grid, both()), Deed::Walk(Vec2::new(2.2, 1.5)));
        assert_eq!(deed(seen((3.5, 2.8), false), &grid, both()), Deed::Walk(Vec2::new(3.5, 2.8)), "next to them");
        assert_eq!(deed(seen((2.0, 1.5), true), &grid, both()), Deed::Walk(Vec2::new(2.0, 1.5)), "behind a wall");
    }

    #[test]
    fn only_the_area_of_the_buttons_counts_as_theirs() {
        let buttons = Some(Area::new(560, 0, 80, 200));
        let over = [(636.0, 100.0), (636.0, 250.0), (4.0, 100.0)].map(|(x, y)| is_over(buttons, Vec2::new(x, y)));
        assert_eq!(over, [true, false, false]);
        assert!(!is_over(None, Vec2::new(636.0, 100.0)));
    }

    #[test]
    fn only_edges_turn_and_outermost_pixels_turn_fastest() {
        assert_eq!([-0.1, 0.0, 0.5, 1.0, 1.3].map(edge), [-1.0, -1.0, 0.0, 1.0, 1.0]);
        assert!(edge(EDGE) == 0.0 && edge(EDGE / 2.0) < -0.4 && edge(1.0 - EDGE / 2.0) > 0.4);
    }
}
