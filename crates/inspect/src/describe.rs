//! Descriptions: what a thing or a cell is, in words and numbers. Reading them changes nothing.

use crate::{
    target::Target,
    why::{change_line, name_of_kind},
};
use bevy::prelude::*;
use engine::{
    Air, Body, Burning, Deck, Door, Ears, Explosion, Fields, Gravity, Grid, Heading, Health, Height, Hull, Id,
    Knockback, LiftSwitch, Lighting, Monster, Pickup, Player, Position, Projectile, Prop, PushWall, Rules, Run,
    Scripted, StateChange, Terminal, Triggers, Velocity,
};
use level::{NamedAreaIndex, Trigger, TriggerAction};
use ron::ser::{PrettyConfig, to_string_pretty};
use serde::Serialize;

/// Maximum number of lines of one component.
const MAX_LINES: usize = 40;

/// A thing or a cell in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Description {
    /// What it is, such as `shambler 17 at 4.52,7.10`.
    pub title: String,
    /// Its values, one per line.
    pub lines: Vec<String>,
    /// Its position, if it still exists.
    pub at: Option<Vec2>,
    /// Arrows from a cause to an effect: the wiring of triggers, and the path of a monster.
    pub arrows: Vec<(Vec2, Vec2)>,
}

/// Describes a target in the world of a run. `changes` are the last state changes of monsters, the newest last.
pub fn describe(world: &mut World, target: Target, changes: &[StateChange]) -> Description {
    match target {
        Target::Cell(cell) => of_cell(world, cell),
        Target::Thing(id) => of_thing(world, id, changes),
    }
}

fn of_thing(world: &mut World, id: Id, changes: &[StateChange]) -> Description {
    let mut all = world.query::<(Entity, &Id)>();
    let Some((entity, _)) = all.iter(world).find(|(_, other)| **other == id) else {
        return Description { title: format!("thing {} does not exist", id.0), ..Description::default() };
    };
    let mut about = Description { title: title(world, entity, id), ..Description::default() };
    about.at = place(world, entity);
    if let Some(monster) = world.get::<Monster>(entity).copied() {
        of_monster(world, entity, &monster, &mut about);
        let own = changes.iter().filter(|change| change.id == id);
        about.lines.extend(own.rev().take(10).map(|change| format!("  {}", change_line(change, world.resource()))));
    }
    components(world, entity, &mut about.lines);
    if let Some(at) = about.at {
        let cell = of_cell(world, Grid::cell_at(at));
        about.lines.push(format!("-- {}", cell.title));
        about.lines.extend(cell.lines);
        about.arrows.extend(cell.arrows);
    }
    about
}

/// Returns the things whose name contains a word, such as `shambler 17 at 4.52,7.10`, the nearest to the player first.
pub fn things_called(world: &mut World, word: &str) -> Vec<String> {
    let mut player = world.query_filtered::<&Position, With<Player>>();
    let Ok(from) = player.single(world).map(|at| at.0) else { return Vec::new() };
    let mut all = world.query::<(Entity, &Id)>();
    let called = all.iter(world).map(|(entity, id)| (place(world, entity), *id, title(world, entity, *id)));
    let mut called: Vec<_> = called.filter(|(.., title)| title.contains(word)).collect();
    let far = |place: Option<Vec2>| place.map_or(f32::INFINITY, |at| at.distance(from));
    called.sort_by(|a, b| far(a.0).total_cmp(&far(b.0)).then(a.1.cmp(&b.1)));
    called.into_iter().map(|(.., title)| title).collect()
}

/// Returns the name of a thing with its id.
fn title(world: &World, entity: Entity, Id(id): Id) -> String {
    let rules = world.resource::<Rules>();
    let name = if world.get::<Player>(entity).is_some() {
        "player".to_owned()
    } else if let Some(monster) = world.get::<Monster>(entity) {
        name_of_kind(rules, monster.kind()).to_owned()
    } else if let Some(prop) = world.get::<Prop>(entity) {
        rules.props.get(usize::from(prop.kind())).map_or_else(String::new, |(name, _)| name.clone())
    } else if let Some(pickup) = world.get::<Pickup>(entity) {
        rules.pickups.get(usize::from(pickup.kind)).map_or_else(String::new, |(name, _)| name.clone())
    } else {
        let is = |is: bool, name: &'static str| is.then_some(name);
        let kind = is(world.get::<Door>(entity).is_some(), "door")
            .or(is(world.get::<PushWall>(entity).is_some(), "push-wall"))
            .or(is(world.get::<LiftSwitch>(entity).is_some(), "lift"))
            .or(is(world.get::<Terminal>(entity).is_some(), "terminal"))
            .or(is(world.get::<Projectile>(entity).is_some(), "projectile"))
            .or(is(world.get::<Explosion>(entity).is_some(), "explosion"));
        kind.unwrap_or("waiting thing").to_owned()
    };
    match place(world, entity) {
        Some(at) => format!("{name} {id} at {:.2},{:.2}", at.x, at.y),
        None => format!("{name} {id}"),
    }
}

/// Returns the position of a thing.
fn place(world: &World, entity: Entity) -> Option<Vec2> {
    let of_door = || world.get::<Door>(entity).map(|door| Grid::middle(door.cell()));
    let of_wall = || world.get::<PushWall>(entity).map(|wall| Grid::middle(wall.home()) + wall.offset());
    let of_lift = || world.get::<LiftSwitch>(entity).map(|lift| Grid::middle(lift.cell()));
    let of_terminal = || world.get::<Terminal>(entity).map(|terminal| Grid::middle(terminal.cell()));
    let of_pickup = || world.get::<Pickup>(entity).map(|pickup| pickup.at);
    let own = world.get::<Position>(entity).map(|at| at.0);
    own.or_else(of_door).or_else(of_wall).or_else(of_lift).or_else(of_terminal).or_else(of_pickup)
}

/// Adds what a monster does and why.
fn of_monster(world: &World, entity: Entity, monster: &Monster, about: &mut Description) {
    let (tick, rules) = (world.resource::<Run>().tick, world.resource::<Rules>());
    let kind = monster.kind_of(rules);
    let ticks = monster.age(tick);
    about.lines.push(format!(
        "{:?} for {ticks} ticks; {}",
        monster.state(),
        if monster.sees() { "sees its target" } else { "does not see its target" }
    ));
    let Some(at) = about.at else { return };
    if let Some(goal) = monster.goal() {
        about.lines.push(format!("goal {:.2},{:.2}", goal.x, goal.y));
        about.arrows.push((at, goal));
    }
    if let Some(next) = monster.route() {
        about.lines.push(format!("next point of its path {:.2},{:.2}", next.x, next.y));
        about.arrows.push((at, next));
    }
    let (grid, ears, fields) = (world.resource::<Grid>(), world.resource::<Ears>(), world.resource::<Fields>());
    if let Some((steps, is_new)) = fields.to_player(grid, Grid::cell_at(at)) {
        about.lines.push(format!("{steps} cells to the player{}", if is_new { "" } else { " (old search)" }));
    }
    about.lines.push(match ears.heard(grid, at) {
        Some((noise, left)) => format!("heard noise {noise} of the last tick with noises, {left} cells left"),
        None => "hears nothing".to_owned(),
    });
    about.lines.push(format!("attack {:?}", monster.attack_of(kind)).chars().take(200).collect());
    if let Some(target) = world.get::<Scripted>(entity).and_then(Scripted::target) {
        about.lines.push(format!("its script walks to {:.2},{:.2}", target.x, target.y));
        about.arrows.push((at, target));
    }
}

/// Adds all components of a thing.
fn components(world: &World, entity: Entity, lines: &mut Vec<String>) {
    add::<Health>(world, entity, "health", lines);
    add::<Body>(world, entity, "body", lines);
    add::<Velocity>(world, entity, "velocity", lines);
    add::<Knockback>(world, entity, "knockback", lines);
    add::<Heading>(world, entity, "heading", lines);
    add::<Height>(world, entity, "height", lines);
    add::<Burning>(world, entity, "burning", lines);
    add::<Player>(world, entity, "player", lines);
    add::<Monster>(world, entity, "monster", lines);
    add::<Scripted>(world, entity, "script", lines);
    add::<Prop>(world, entity, "prop", lines);
    add::<Door>(world, entity, "door", lines);
    add::<PushWall>(world, entity, "push-wall", lines);
    add::<LiftSwitch>(world, entity, "lift", lines);
    add::<Pickup>(world, entity, "pickup", lines);
    add::<Projectile>(world, entity, "projectile", lines);
    add::<Explosion>(world, entity, "explosion", lines);
    add::<Terminal>(world, entity, "terminal", lines);
}

fn add<C: Component + Serialize>(world: &World, entity: Entity, name: &str, lines: &mut Vec<String>) {
    let Some(component) = world.get::<C>(entity) else { return };
    let pretty = PrettyConfig::new().depth_limit(2).indentor("").compact_arrays(true);
    // Everything in a snapshot can be written.
    let Ok(text) = to_string_pretty(component, pretty) else { return };
    let parts: Vec<&str> = text.lines().map(|line| line.trim().trim_end_matches(',')).collect();
    let parts: Vec<&str> = parts.into_iter().filter(|line| !matches!(*line, "" | "(" | ")" | "{" | "}")).collect();
    match parts.as_slice() {
        [one] => lines.push(format!("{name}: {one}")),
        many => {
            lines.push(format!("{name}:"));
            lines.extend(many.iter().take(MAX_LINES).map(|line| format!("  {line}")));
        }
    }
}

/// Describes a cell: its shape, air, gravity, light and triggers.
fn of_cell(world: &mut World, cell: IVec2) -> Description {
    let (grid, deck) = (world.resource::<Grid>(), world.resource::<Deck>());
    let at = Grid::middle(cell);
    let mut about =
        Description { title: format!("cell {},{}", cell.x, cell.y), at: Some(at), ..Description::default() };
    let Some(index) = grid.index(cell) else {
        about.lines.push("outside of the level".to_owned());
        return about;
    };
    let own = &deck.0.cells[index];
    about.lines.push(format!("shape {:?}", grid.shape(cell)));
    let light = world.resource::<Lighting>().of_cell(index).unwrap_or(own.light);
    about.lines.push(format!("light {light}, gravity {:.2}", world.resource::<Gravity>().share(grid, at)));
    let air = world.resource::<Air>();
    let wind = air.wind(at);
    about.lines.push(format!(
        "air {:.3}, wind {:.2},{:.2}, {:?}",
        air.pressure(cell),
        wind.x,
        wind.y,
        air.passage(cell)
    ));
    let hull = world.resource::<Hull>();
    let states =
        [(hull.is_cracked(index), "cracked"), (hull.is_broken(index), "broken"), (hull.is_sealed(index), "sealed")];
    about.lines.extend(states.into_iter().filter(|(is, _)| *is).map(|(_, name)| format!("hull {name}")));
    triggers(world, cell, &mut about);
    let mut things = world.query::<(Entity, &Id)>();
    let here: Vec<(Entity, Id)> = things.iter(world).map(|(entity, id)| (entity, *id)).collect();
    let mut here: Vec<(Id, String)> = here
        .into_iter()
        .filter(|(entity, _)| place(world, *entity).is_some_and(|at| Grid::cell_at(at) == cell))
        .map(|(entity, id)| (id, title(world, entity, id)))
        .collect();
    here.sort_by_key(|(id, _)| *id);
    about.lines.extend(here.into_iter().map(|(_, title)| title));
    about
}

/// Adds the triggers of which a cell is the cause or a place, with arrows from causes to places.
fn triggers(world: &World, cell: IVec2, about: &mut Description) {
    let (level, state) = (&world.resource::<Deck>().0, world.resource::<Triggers>());
    let (Ok(x), Ok(y)) = (usize::try_from(cell.x), usize::try_from(cell.y)) else { return };
    let middle = |index: NamedAreaIndex| {
        let cells = &level.place(index).cells;
        let sum: Vec2 = cells.iter().map(|(x, y)| Vec2::new(*x as f32 + 0.5, *y as f32 + 0.5)).sum();
        sum / cells.len().max(1) as f32
    };
    let concerns = |trigger: &Trigger| {
        let places = trigger.actions.iter().flat_map(|action| places(*action));
        places.chain([trigger.at]).any(|index| level.place(index).has(x, y))
    };
    for (number, trigger) in level.triggers.iter().enumerate().filter(|(_, trigger)| concerns(trigger)) {
        let name = |index: NamedAreaIndex| level.place(index).name.clone();
        let used = if state.was_used(number) { ", has fired" } else { "" };
        about.lines.push(format!(
            "trigger {number}: {:?} at {}{used}, after {} s",
            trigger.on,
            name(trigger.at),
            trigger.after
        ));
        for action in &trigger.actions {
            let kind = format!("{action:?}");
            let kind = kind.split('(').next().unwrap_or_default();
            let at: Vec<String> = places(*action).into_iter().map(name).collect();
            about.lines.push(format!("  {kind} {}", at.join(" to ")));
            about.arrows.extend(places(*action).into_iter().map(|place| (middle(trigger.at), middle(place))));
        }
    }
}

/// Returns the places of an action.
fn places(action: TriggerAction) -> Vec<NamedAreaIndex> {
    use TriggerAction::*;
    match action {
        Open(at)
        | Close(at)
        | Lock(at)
        | Unlock(at)
        | Push(at)
        | Light(at, _)
        | Lamps(at, _)
        | Wake(at)
        | Spawn(at)
        | Vent(at)
        | Seal(at)
        | Break(at) => vec![at],
        Teleport(from, to) | Drop(from, to) => vec![from, to],
        Gravity(at, _) => at.into_iter().collect(),
        Say(_) | Exit | SecretExit => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::{target_ahead, target_at, target_between};
    use crate::watch::Watch;
    use engine::{Headless, Intent, Start};
    use level::Level;
    use std::sync::Arc;

    fn game() -> Headless {
        let text = br#"(name: "x", legend: {'H': (wall: "hull"), '.': (), '@': (thing: Player), '+': (door: "door"),
            'z': (monster: "shambler", facing: 180), 'c': (prop: "crate"), 'a': (pickup: "clip"),
            's': (name: "plate"), 'd': (door: "door", name: "gate")},
            map: ["HHHHHHHHHH", "H@..s.az.H", "HHHHHH+HHH", "H.c.d...zH", "HHHHHHHHHH"],
            triggers: [(at: "plate", on: Step, do: [Open("gate")])])"#;
        let level = Level::read("x", text).unwrap_or_else(|error| panic!("{error}"));
        Headless::begin(&Start::on(Arc::new(level)))
    }

    #[test]
    fn looking_changes_nothing() {
        let (mut looked_at, mut other) = (game(), game());
        let watch = Watch::read("health of player < 50 and door at 6,2 opens and air at 1,1 > 0").unwrap();
        let mut changes = Vec::new();
        for tick in 0..600 {
            let intent = Intent { forward: 1.0, fire: tick % 50 == 0, ..Intent::default() };
            looked_at.tick(intent);
            other.tick(intent);
            changes.extend_from_slice(looked_at.changes());
            let events = looked_at.events().to_vec();
            let world = looked_at.world_mut();
            if tick % 20 == 0 {
                (0..30).for_each(|id| drop(describe(world, Target::Thing(Id(id)), &changes)));
                for (x, y) in (-1..6).flat_map(|y| (-1..11).map(move |x| (x, y))) {
                    describe(world, Target::Cell(IVec2::new(x, y)), &changes);
                }
                target_ahead(world);
                target_between(world, Vec2::new(1.5, 1.5), Vec2::new(7.5, 1.5), false);
                target_at(world, Vec2::new(7.5, 1.5));
                things_called(world, "e");
            }
            watch.holds(world, &events);
        }
        assert_eq!(looked_at.snapshot(), other.snapshot());
    }

    #[test]
    fn descriptions_have_the_values_and_the_wiring() {
        let mut game = game();
        let mut changes = Vec::new();
        for _ in 0..240 {
            game.tick(Intent::default());
            changes.extend_from_slice(game.changes());
        }
        let world = game.world_mut();
        let mut monsters = world.query::<(&Id, &Monster)>();
        let id = monsters.iter(world).map(|(id, _)| *id).min().unwrap();
        let about = describe(world, Target::Thing(id), &changes);
        let text = about.lines.join("\n");
        assert!(about.title.starts_with("shambler ") && text.contains("Idle -> Alert (sees)"), "{about:?}");
        assert!(text.contains("health: ") && text.contains("monster:") && text.contains("air 1.000"), "{text}");
        assert!(!about.arrows.is_empty(), "it goes to the player");
        let plate = describe(world, Target::Cell(IVec2::new(4, 1)), &changes);
        assert!(plate.lines.iter().any(|line| line.starts_with("trigger 0: Step at plate")), "{plate:?}");
        assert_eq!(plate.arrows, [(Vec2::new(4.5, 1.5), Vec2::new(4.5, 3.5))]);
        let player = describe(world, Target::Thing(Id(0)), &changes);
        assert!(player.lines.iter().any(|line| line.contains("inventory")), "{player:?}");
        let nothing = describe(world, Target::Thing(Id(9999)), &changes);
        assert_eq!(nothing.title, "thing 9999 does not exist");
    }

    #[test]
    fn things_are_found_by_pointing_and_by_name() {
        let mut game = game();
        let world = game.world_mut();
        let shamblers = things_called(world, "shambler");
        let (near, far) = (&shamblers[0], &shamblers[1]);
        assert!(near.ends_with("at 7.50,1.50") && far.ends_with("at 8.50,3.50"), "{shamblers:?}");
        let Target::Thing(id) = target_at(world, Vec2::new(7.6, 1.3)) else { panic!("the monster is there") };
        assert_eq!(describe(world, Target::Thing(id), &[]).title, *near);
        let eye = Vec2::new(1.5, 1.5);
        assert_eq!(target_between(world, eye, Vec2::new(7.2, 1.5), false), Target::Thing(id));
        assert_eq!(target_between(world, eye, Vec2::new(4.5, 1.5), false), Target::Cell(IVec2::new(4, 1)));
        assert_eq!(target_between(world, eye, Vec2::new(4.5, 2.0), true), Target::Cell(IVec2::new(4, 2)));
        assert_eq!(target_at(world, Vec2::new(4.9, 3.1)), Target::Cell(IVec2::new(4, 3)));
    }
}
