//! Developer acts as lines of text, such as `give shells 20`: reading, completion and help.

use crate::words::{cell_of, id_of, names, number_of, point_of};
use bevy::prelude::*;
use engine::{
    Air, Body, Deck, DevAct, DevState, Door, Gift, Grid, Heading, Id, Monster, Player, Position, Prop, PushWall,
    Quarry, Rules, Run, Shape, SpawnKind,
};
use localization::{Key, Said, say};

/// The description of an act.
#[derive(Clone, Copy, Debug)]
pub struct ActEntry {
    /// Its word.
    pub word: &'static str,
    /// Its arguments.
    pub with: Key,
    /// Its effect, as a sentence.
    pub does: Key,
}

const fn entry(word: &'static str, with: Key, does: Key) -> ActEntry {
    ActEntry { word, with, does }
}

/// All acts, in the order in which help lists them.
pub const ACTS: [ActEntry; 11] = [
    entry("god", say!("[on | off]"), say!("Makes you invulnerable.")),
    entry("noclip", say!("[on | off]"), say!("Lets you pass through walls and bodies.")),
    entry("freeze", say!("[on | off]"), say!("Keeps all creatures from acting.")),
    entry(
        "give",
        say!("ITEM [COUNT] | keys | weapons | ammunition | health"),
        say!("Gives you items, as if you had found them."),
    ),
    entry("go", say!("X,Y | ID"), say!("Moves you to a cell, or next to a thing.")),
    entry("kill", say!("monsters | ID | player"), say!("Kills all monsters, one creature, or you.")),
    entry("spawn", say!("THING [X,Y]"), say!("Lets a monster, a prop or an item appear, by default in front of you.")),
    entry("open", say!("X,Y"), say!("Opens a door, whatever locks it, a push-wall, or a shutter.")),
    entry("break", say!("X,Y"), say!("Breaks a window, a weak wall or a prop.")),
    entry("air", say!("PERCENT [X,Y]"), say!("Sets the air pressure, by default where you are.")),
    entry("skill", say!("1 | 2 | 3 | 4"), say!("Changes the skill of this run.")),
];

/// Distances in front of the player at which things appear, in tiles: the first that is in an open cell.
const AHEAD: [f32; 3] = [1.5, 1.0, 0.0];

/// Reads an act in the world of a run. Returns it with a sentence that confirms it.
///
/// # Errors
/// If it is not an act, or if it would have no effect here; the sentence names the reason.
pub fn read_act(line: &str, world: &mut World) -> Result<(DevAct, Said), Said> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (word, rest) = words.split_first().ok_or_else(|| Said::from(say!("Say what to do: help lists the acts.")))?;
    let entry = ACTS.iter().find(|entry| entry.word.eq_ignore_ascii_case(word));
    let entry = entry.ok_or_else(|| say!("Unknown act {word}: help lists them.", word = Said::literal(*word)))?;
    let state = *world.resource::<DevState>();
    match entry.word {
        "god" => switch(entry, rest, state.god).map(|is_on| {
            let said = if is_on { say!("You are invulnerable.") } else { say!("You are vulnerable again.") };
            (DevAct::God(is_on), said.into())
        }),
        "noclip" => switch(entry, rest, state.no_clip).map(|is_on| {
            let said = if is_on { say!("Walls no longer stop you.") } else { say!("Walls stop you again.") };
            (DevAct::NoClip(is_on), said.into())
        }),
        "freeze" => switch(entry, rest, state.frozen).map(|is_on| {
            let said = if is_on { say!("All creatures are frozen.") } else { say!("The creatures act again.") };
            (DevAct::Freeze(is_on), said.into())
        }),
        "give" => give(entry, rest, world),
        "go" => go(entry, rest, world),
        "kill" => kill(entry, rest, world),
        "spawn" => spawn(entry, rest, world),
        "open" => open(entry, rest, world),
        "break" => break_(entry, rest, world),
        "air" => air(entry, rest, world),
        _ => skill(entry, rest, world),
    }
}

/// Returns the reply to an act with other arguments than it has.
fn usage<T>(entry: &ActEntry) -> Result<T, Said> {
    Err(say!("Say: {word} {with}", word = Said::literal(entry.word), with = entry.with))
}

/// Reads `on` or `off`; without an argument, the other one.
fn switch(entry: &ActEntry, words: &[&str], is_on: bool) -> Result<bool, Said> {
    match words {
        [] => Ok(!is_on),
        ["on"] => Ok(true),
        ["off"] => Ok(false),
        _ => usage(entry),
    }
}

/// Splits a count off the end of a name, such as `shells 20`.
fn name_and_count(words: &[&str]) -> (String, u16) {
    match words.split_last().map(|(last, name)| (last.parse(), name)) {
        Some((Ok(count), name)) if !name.is_empty() => (name.join(" "), count),
        _ => (words.join(" "), 1),
    }
}

fn give(entry: &ActEntry, words: &[&str], world: &mut World) -> Result<(DevAct, Said), Said> {
    if player_cell(world).is_none() {
        return Err(say!("You are dead.").into());
    }
    let (gift, said): (Gift, Said) = match words {
        [] => return usage(entry),
        ["keys"] => (Gift::Keys, say!("You have all keys.").into()),
        ["weapons"] => (Gift::Weapons, say!("You have all weapons.").into()),
        ["ammunition" | "ammo"] => (Gift::Ammunition, say!("You have all ammunition that you can carry.").into()),
        ["health"] => (Gift::Health, say!("You are healthy.").into()),
        words => {
            let (name, count) = name_and_count(words);
            let rules = world.resource::<Rules>();
            let Some(kind) = number_of(&rules.pickups, &name) else {
                return Err(say!("There is no item {name}.", name = Said::literal(name)));
            };
            let name = Said::data(&rules.pickups[usize::from(kind)].0);
            (Gift::Pickup(kind, count), say!("You get {count} × {name}.", count, name))
        }
    };
    Ok((DevAct::Give(gift), said))
}

fn go(entry: &ActEntry, words: &[&str], world: &mut World) -> Result<(DevAct, Said), Said> {
    let [word] = words else { return usage(entry) };
    let of_thing = |world: &mut World| {
        let id = id_of(word)?;
        world.query::<(&Id, &Position)>().iter(world).find(|(other, _)| **other == id).map(|(_, at)| at.0)
    };
    let Some(to) = point_of(word).or_else(|| of_thing(world)) else {
        return Err(say!("{word} is neither a cell such as 6,4 nor the id of a thing.", word = Said::literal(*word)));
    };
    if !world.resource::<DevState>().no_clip && !is_open(world, Grid::cell_at(to)) && point_of(word).is_some() {
        return Err(say!("There is a wall at {cell}. With noclip, you can go there.", cell = Said::literal(*word)));
    }
    Ok((DevAct::Go(to), say!("You are at {cell}.", cell = cell_words(Grid::cell_at(to)))))
}

fn kill(entry: &ActEntry, words: &[&str], world: &mut World) -> Result<(DevAct, Said), Said> {
    match words {
        ["monsters"] => Ok((DevAct::Kill(Quarry::Monsters), say!("All monsters die.").into())),
        [word] => {
            let Some(id) = id_of(word) else { return usage(entry) };
            let mut living = world.query_filtered::<(&Id, Option<&Monster>), (With<Body>, Without<Prop>)>();
            let found = living.iter(world).find(|(other, _)| **other == id).map(|(_, monster)| monster.copied());
            let Some(monster) = found else {
                return Err(say!("Nothing alive has the id {id}.", id = id.0));
            };
            let rules = world.resource::<Rules>();
            let name = |monster: Monster| Said::data(&rules.monsters[usize::from(monster.kind())].0);
            let said = match monster {
                Some(monster) => say!("{name} {id} dies.", name = name(monster).capital(), id = id.0),
                None => say!("You die.").into(),
            };
            Ok((DevAct::Kill(Quarry::One(id)), said))
        }
        _ => usage(entry),
    }
}

fn spawn(entry: &ActEntry, words: &[&str], world: &mut World) -> Result<(DevAct, Said), Said> {
    let (cell, words) = match words.split_last() {
        Some((last, name)) if last.contains(',') => (Some(cell_or(last)?), name),
        _ => (None, words),
    };
    if words.is_empty() {
        return usage(entry);
    }
    let name = words.join(" ");
    let rules = world.resource::<Rules>();
    let monster =
        number_of(&rules.monsters, &name).map(|kind| (SpawnKind::Monster(kind), &rules.monsters[usize::from(kind)].0));
    let prop = || number_of(&rules.props, &name).map(|kind| (SpawnKind::Prop(kind), &rules.props[usize::from(kind)].0));
    let item =
        || number_of(&rules.pickups, &name).map(|kind| (SpawnKind::Pickup(kind), &rules.pickups[usize::from(kind)].0));
    let Some((kind, name)) = monster.or_else(prop).or_else(item) else {
        return Err(say!("There is no thing {name}.", name = Said::literal(name)));
    };
    let name = Said::data(name).capital();
    let Some(cell) = cell.or_else(|| cell_ahead(world)) else {
        return Err(say!("There is no room in front of you.").into());
    };
    if !is_open(world, cell) {
        return Err(say!("There is no room at {cell}.", cell = cell_words(cell)));
    }
    Ok((DevAct::Spawn(kind, cell), say!("{name} appears at {cell}.", name, cell = cell_words(cell))))
}

fn open(entry: &ActEntry, words: &[&str], world: &mut World) -> Result<(DevAct, Said), Said> {
    let [word] = words else { return usage(entry) };
    let cell = cell_or(word)?;
    let is_door = world.query::<&Door>().iter(world).any(|door| door.cell() == cell);
    let is_wall = world.query::<&PushWall>().iter(world).any(|wall| wall.home() == cell);
    let grid = world.resource::<Grid>();
    let is_sealed =
        world.get_resource::<engine::Hull>().zip(grid.index(cell)).is_some_and(|(hull, index)| hull.is_sealed(index));
    let said = match (is_door, is_wall, is_sealed) {
        (true, ..) => say!("The door at {cell} opens.", cell = cell_words(cell)),
        (_, true, _) => say!("The push-wall at {cell} moves.", cell = cell_words(cell)),
        (.., true) => say!("The shutter at {cell} opens.", cell = cell_words(cell)),
        _ => return Err(say!("There is nothing to open at {cell}.", cell = cell_words(cell))),
    };
    Ok((DevAct::Open(cell), said))
}

fn break_(entry: &ActEntry, words: &[&str], world: &mut World) -> Result<(DevAct, Said), Said> {
    let [word] = words else { return usage(entry) };
    let cell = cell_or(word)?;
    let mut props = world.query_filtered::<(&Position, &Prop), With<Body>>();
    let rules = world.resource::<Rules>();
    let breaks = |prop: &Prop| rules.props[usize::from(prop.kind())].1.health.is_some();
    let is_prop = props.iter(world).any(|(at, prop)| Grid::cell_at(at.0) == cell && breaks(prop));
    let is_weak = world.resource::<Deck>().0.is_fragile(cell.x, cell.y);
    if !is_prop && !is_weak {
        return Err(say!("There is nothing to break at {cell}.", cell = cell_words(cell)));
    }
    Ok((DevAct::Break(cell), say!("It breaks at {cell}.", cell = cell_words(cell))))
}

fn air(entry: &ActEntry, words: &[&str], world: &mut World) -> Result<(DevAct, Said), Said> {
    let (percent, cell) = match words {
        [percent] => (percent, player_cell(world)),
        [percent, cell] => (percent, Some(cell_or(cell)?)),
        _ => return usage(entry),
    };
    let percent = percent.trim_end_matches('%').parse().ok().filter(|percent: &u8| *percent <= 100);
    let (Some(percent), Some(cell)) = (percent, cell) else { return usage(entry) };
    if world.resource::<Air>().passage(cell) == engine::Passage::Space {
        return Err(say!("There is only space at {cell}.", cell = cell_words(cell)));
    }
    let said = say!("The air pressure at {cell} is {percent} %.", cell = cell_words(cell), percent);
    Ok((DevAct::Air(cell, percent), said))
}

fn skill(entry: &ActEntry, words: &[&str], world: &mut World) -> Result<(DevAct, Said), Said> {
    let [word] = words else { return usage(entry) };
    let Some(skill) = word.parse().ok().filter(|skill| (1..=4).contains(skill)) else { return usage(entry) };
    let name = Said::data(&world.resource::<Rules>().skill(skill).name);
    let before = world.resource::<Run>().skill;
    if before == skill {
        return Err(say!("The skill is {name} already.", name));
    }
    Ok((DevAct::Skill(skill), say!("The skill is now {name}.", name)))
}

fn cell_or(word: &str) -> Result<IVec2, Said> {
    cell_of(word).ok_or_else(|| say!("{word} must be a cell such as 6,4.", word = Said::literal(word)))
}

fn cell_words(cell: IVec2) -> Said {
    Said::literal(format!("{},{}", cell.x, cell.y))
}

fn is_open(world: &World, cell: IVec2) -> bool {
    matches!(world.resource::<Grid>().shape(cell), Shape::Open | Shape::Space)
}

/// Returns the cell of a living player.
fn player_cell(world: &mut World) -> Option<IVec2> {
    let mut player = world.query_filtered::<&Position, (With<Player>, With<Body>)>();
    player.single(world).ok().map(|at| Grid::cell_at(at.0))
}

/// Returns the open cell in front of the player.
fn cell_ahead(world: &mut World) -> Option<IVec2> {
    let mut player = world.query_filtered::<(&Position, &Heading), With<Player>>();
    let (at, heading) = player.single(world).ok()?;
    let cells = AHEAD.map(|distance| Grid::cell_at(at.0 + heading.direction() * distance));
    cells.into_iter().find(|cell| is_open(world, *cell))
}

/// Returns the whole lines that begin with a line, sorted.
pub fn complete(line: &str, world: &World) -> Vec<String> {
    let line = line.trim_start();
    let Some((word, typed)) = line.split_once(' ') else {
        let words = ACTS.iter().map(|entry| entry.word).chain(["help"]);
        return words.filter(|word| word.starts_with(line)).map(str::to_owned).collect();
    };
    let rules = world.resource::<Rules>();
    let all: Vec<&str> = match word {
        "god" | "noclip" | "freeze" => vec!["on", "off"],
        "give" => ["ammunition", "health", "keys", "weapons"].into_iter().chain(names(&rules.pickups)).collect(),
        "kill" => vec!["monsters", "player"],
        "spawn" => names(&rules.monsters).chain(names(&rules.props)).chain(names(&rules.pickups)).collect(),
        "help" => ACTS.iter().map(|entry| entry.word).collect(),
        _ => Vec::new(),
    };
    let mut all: Vec<&str> = all.into_iter().filter(|name| name.starts_with(typed)).collect();
    all.sort_unstable();
    all.dedup();
    all.into_iter().map(|name| format!("{word} {name}")).collect()
}

/// Returns the help on an act, or a line for each of them.
pub fn help(word: Option<&str>) -> Vec<Said> {
    let is_asked = |entry: &&ActEntry| word.is_none_or(|word| entry.word == word);
    let line = |entry: &ActEntry| {
        let name = Said::joined([Said::literal(entry.word), entry.with.into()], " ");
        Said::joined([name, entry.does.into()], ": ")
    };
    ACTS.iter().filter(is_asked).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Headless, Start};
    use level::Level;
    use std::sync::Arc;

    fn game() -> Headless {
        let text = br#"(name: "x", legend: {'H': (wall: "hull"), '.': (), '@': (thing: Player), '+': (door: "door"),
            'z': (monster: "shambler"), 'W': (window: "glass"), '~': (space: true)},
            map: ["HHHHHHH", "~W@.+zH", "HHHHHHH"])"#;
        let level = Level::read("x", text).unwrap_or_else(|error| panic!("{error}"));
        Headless::begin(&Start::on(Arc::new(level)))
    }

    fn read(line: &str) -> Result<DevAct, String> {
        read_act(line, game().world_mut()).map(|(act, _)| act).map_err(|why| why.english())
    }

    #[test]
    fn lines_are_acts() {
        let rules = Rules::standard();
        let pickup = |name| number_of(&rules.pickups, name).unwrap();
        let monster = SpawnKind::Monster(number_of(&rules.monsters, "shambler").unwrap());
        for (line, act) in [
            ("god", DevAct::God(true)),
            ("  God   off ", DevAct::God(false)),
            ("noclip on", DevAct::NoClip(true)),
            ("freeze", DevAct::Freeze(true)),
            ("give clip 3", DevAct::Give(Gift::Pickup(pickup("clip"), 3))),
            ("give Thermal Module", DevAct::Give(Gift::Pickup(pickup("thermal module"), 1))),
            ("give ammo", DevAct::Give(Gift::Ammunition)),
            ("go 3,1", DevAct::Go(Vec2::new(3.5, 1.5))),
            ("go 3.25,1", DevAct::Go(Vec2::new(3.25, 1.5))),
            ("kill monsters", DevAct::Kill(Quarry::Monsters)),
            ("kill player", DevAct::Kill(Quarry::One(Id(0)))),
            ("spawn shambler", DevAct::Spawn(monster, IVec2::new(3, 1))),
            ("spawn shambler 3,1", DevAct::Spawn(monster, IVec2::new(3, 1))),
            ("open 4,1", DevAct::Open(IVec2::new(4, 1))),
            ("break 1,1", DevAct::Break(IVec2::new(1, 1))),
            ("air 40%", DevAct::Air(IVec2::new(2, 1), 40)),
            ("air 0 5,1", DevAct::Air(IVec2::new(5, 1), 0)),
            ("skill 4", DevAct::Skill(4)),
        ] {
            assert_eq!(read(line), Ok(act), "{line}");
        }
    }

    #[test]
    fn acts_without_effect_are_refused_with_a_reason() {
        for (line, why) in [
            ("", "Say what to do"),
            ("fly", "Unknown act fly"),
            ("god maybe", "Say: god [on | off]"),
            ("give", "Say: give ITEM"),
            ("give crown jewels 3", "There is no item crown jewels."),
            ("go 0,0", "There is a wall at 0,0."),
            ("go there", "there is neither a cell"),
            ("kill 999", "Nothing alive has the id 999."),
            ("spawn 3,1", "Say: spawn"),
            ("spawn dragon 3,1", "There is no thing dragon."),
            ("spawn shambler 0,0", "There is no room at 0,0."),
            ("open 3,1", "There is nothing to open at 3,1."),
            ("break 0,2", "There is nothing to break at 0,2."),
            ("break 99,-1", "There is nothing to break at 99,-1."),
            ("air 101", "Say: air PERCENT"),
            ("air 50 0,1", "There is only space at 0,1."),
            ("skill 2", "already"),
            ("skill 5", "Say: skill"),
        ] {
            let said = read(line).unwrap_err();
            assert!(said.contains(why), "{line}: {said}");
        }
    }

    #[test]
    fn every_act_has_help_and_is_completed() {
        let game = game();
        for entry in ACTS {
            assert!(help(Some(entry.word))[0].english().starts_with(&format!("{} ", entry.word)));
            assert!(complete(&entry.word[..2], game.world()).contains(&entry.word.to_owned()));
        }
        assert_eq!(help(None).len(), ACTS.len());
        assert_eq!(complete("give thermal", game.world()), ["give thermal module"]);
        assert!(complete("spawn sh", game.world()).contains(&"spawn shambler".to_owned()));
        assert!(complete("jump hi", game.world()).is_empty());
    }

    #[test]
    fn random_lines_do_not_panic() {
        let mut game = game();
        let words =
            ["god", "go", "air", "spawn", "give", "1,1", "-9,9999999999", "shambler", "100", "ü", "kill", "open"];
        for one in words {
            for two in words {
                for three in ["", "70000", "3,1", "NaN,1e99"] {
                    if let Ok((act, _)) = read_act(&format!("{one} {two} {three}"), game.world_mut()) {
                        game.tick(engine::Intent { dev_act: Some(act), ..engine::Intent::default() });
                    }
                }
            }
        }
        game.snapshot();
    }
}
