use super::*;
use crate::deck::shape::Shape;
use level::Level;
use proptest::{collection::vec, prelude::*};

/// A room for those who push each other, and below it a store of crates that rest.
const MAP: &str = r#"(name: "Test", legend: { 'W': (wall: "hull"), ' ': (), '@': (thing: Player, facing: 0) },
    map: ["WWWWWWWW", "W@     W", "W      W", "W      W", "WWWWWWWW", "W      W", "W      W", "W      W", "WWWWWWWW"])"#;

/// So many ticks all have to part and to rest before somebody drives them.
const QUIET: usize = 40;

/// A body in the room: where, how wide, and whether it is heavy.
type Begins = ((f32, f32), f32, bool);
/// For so many ticks one of them wants to go so fast.
type Drive = (usize, usize, (f32, f32));

/// A world in which nothing happens but that bodies move.
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

/// Gives the one of a number its velocity.
fn drive(app: &mut App, number: usize, to: Vec2) {
    let mut bodies = app.world_mut().query::<(&Id, &mut Velocity)>();
    let mut all = bodies.iter_mut(app.world_mut());
    let (_, mut velocity) = all.find(|(id, _)| id.0 as usize == number).expect("it is there");
    velocity.set_if_neq(Velocity(to));
}

/// Where all stand after a tick.
fn tick(app: &mut App) -> Vec<(Id, Vec2)> {
    app.world_mut().run_schedule(FixedUpdate);
    let mut all = app.world_mut().query::<(&Id, &Position)>();
    all.iter(app.world()).map(|(id, at)| (*id, at.0)).collect()
}

proptest! {
    #[test]
    fn who_rests_is_pushed_as_if_everybody_had_been_looked_at(
        room in vec(((1.3f32..6.7, 1.3f32..3.7), 0.2f32..0.35, prop::bool::weighted(0.2)), 2..14),
        drives in vec((0usize..14, 1usize..25, (-4.0f32..4.0, -4.0f32..4.0)), 1..8),
        wall in (1i32..7, 1i32..4),
    ) {
        let mut two = [deck(&room), deck(&room)];
        let quiet: Drive = (0, QUIET, (0.0, 0.0));
        for (number, (who, ticks, way)) in std::iter::once(quiet).chain(drives).enumerate() {
            for _ in 0..ticks {
                two.iter_mut().for_each(|app| drive(app, who % room.len(), way.into()));
                // One of them never knows who rests.
                two[1].insert_resource(MovementSolver::default());
                let [one, other] = two.each_mut().map(tick);
                prop_assert_eq!(one, other);
            }
            two.iter_mut().for_each(|app| drive(app, who % room.len(), Vec2::ZERO));
            // Then something shuts, on those who are there.
            if number == 3 {
                two.iter_mut().for_each(|app| app.world_mut().resource_mut::<Grid>().set(wall.into(), Shape::Solid));
            }
        }
    }
}

#[test]
fn where_all_rest_nobody_is_looked_at() {
    let mut app = deck(&[((2.5, 2.5), 0.3, false), ((3.2, 2.5), 0.3, false), ((5.5, 2.5), 0.3, false)]);
    (0..QUIET).for_each(|_| _ = tick(&mut app));
    assert_eq!(app.world().resource::<MovementSolver>().looked_at.len(), 0);
    // The first pushes the second; the third is too far off.
    drive(&mut app, 0, Vec2::new(2.0, 0.0));
    (0..10).for_each(|_| _ = tick(&mut app));
    assert_eq!(app.world().resource::<MovementSolver>().looked_at.len(), 2);
}
