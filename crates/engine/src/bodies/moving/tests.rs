use super::*;
use crate::deck::shape::Shape;
use level::Level;
use proptest::{collection::vec, prelude::*};

/// A room for bodies that push each other, and below it a store of sleeping crates.
const MAP: &str = r#"(name: "Test", legend: { 'W': (wall: "hull"), ' ': (), '@': (thing: Player, facing: 0) },
    map: ["WWWWWWWW", "W@     W", "W      W", "W      W", "WWWWWWWW", "W      W", "W      W", "W      W", "WWWWWWWW"])"#;

/// Ticks in which all bodies separate and fall asleep before the first is driven.
const QUIET: usize = 40;

/// A body in the room: its position, its radius, and whether it is immovable.
type Begins = ((f32, f32), f32, bool);
/// The number of a body, the number of ticks, and its desired velocity for that time.
type Drive = (usize, usize, (f32, f32));

/// Creates a world in which bodies move and nothing else happens.
fn deck(room: &[Begins]) -> App {
    let mut app = App::new();
    app.insert_resource(Grid::new(&Level::read("test.ron", MAP.as_bytes()).expect("a level")));
    app.init_resource::<Gravity>();
    app.add_plugins((spatial_index::plugin, plugin));
    app.configure_sets(FixedUpdate, (Step::UpdateSpatialIndex, Step::Walk).chain());
    let store =
        (0..54).map(|number| ((1.33 + (number % 9) as f32 * 0.66, 5.33 + (number / 9) as f32 * 0.46), 0.2, true));
    for (id, ((x, y), radius, is_heavy)) in (0..).zip(room.iter().copied().chain(store)) {
        let body = body::at(Vec2::new(x, y), radius, BodyHeight::default());
        let mut entity = app.world_mut().spawn((Id(id), body));
        if is_heavy {
            entity.insert(Immovable { is_rail: false, is_fixed: false });
        }
    }
    app
}

/// Sets the velocity of the body with a number.
fn drive(app: &mut App, number: usize, to: Vec2) {
    let mut bodies = app.world_mut().query::<(&Id, &mut Velocity)>();
    let mut all = bodies.iter_mut(app.world_mut());
    let (_, mut velocity) = all.find(|(id, _)| id.0 as usize == number).expect("the body is in the room");
    velocity.set_if_neq(Velocity(to));
}

/// Runs a tick and returns the positions of all bodies.
fn tick(app: &mut App) -> Vec<(Id, Vec2)> {
    app.world_mut().run_schedule(FixedUpdate);
    let mut all = app.world_mut().query::<(&Id, &Position)>();
    all.iter(app.world()).map(|(id, at)| (*id, at.0)).collect()
}

proptest! {
    #[test]
    fn sleeping_bodies_do_not_change_the_result(
        room in vec(((1.3f32..6.7, 1.3f32..3.7), 0.2f32..0.35, prop::bool::weighted(0.2)), 2..14),
        drives in vec((0usize..14, 1usize..25, (-4.0f32..4.0, -4.0f32..4.0)), 1..8),
        wall in (1i32..7, 1i32..4),
    ) {
        let mut two = [deck(&room), deck(&room)];
        let quiet: Drive = (0, QUIET, (0.0, 0.0));
        for (number, (who, ticks, way)) in std::iter::once(quiet).chain(drives).enumerate() {
            for _ in 0..ticks {
                two.iter_mut().for_each(|app| drive(app, who % room.len(), way.into()));
                // One of the two worlds never tracks sleeping bodies.
                two[1].insert_resource(MovementSolver::default());
                let [one, other] = two.each_mut().map(tick);
                prop_assert_eq!(one, other);
            }
            two.iter_mut().for_each(|app| drive(app, who % room.len(), Vec2::ZERO));
            // Then a cell closes where bodies may be.
            if number == 3 {
                two.iter_mut().for_each(|app| app.world_mut().resource_mut::<Grid>().set(wall.into(), Shape::Solid));
            }
        }
    }
}

#[test]
fn sleeping_bodies_are_not_examined() {
    let mut app = deck(&[((2.5, 2.5), 0.3, false), ((3.2, 2.5), 0.3, false), ((5.5, 2.5), 0.3, false)]);
    (0..QUIET).for_each(|_| _ = tick(&mut app));
    assert_eq!(app.world().resource::<MovementSolver>().looked_at.len(), 0);
    // The first pushes the second; the third is too far away.
    drive(&mut app, 0, Vec2::new(2.0, 0.0));
    (0..10).for_each(|_| _ = tick(&mut app));
    assert_eq!(app.world().resource::<MovementSolver>().looked_at.len(), 2);
}
