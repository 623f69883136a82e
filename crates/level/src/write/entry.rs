//! Entries of the legend and of the list of things, part by part, and the letters that suit them.

use super::keys::{FloorKey, LightKey, MapKey, ThingKey};
use super::values::{colour, degrees, light, number, text};
use crate::model::{
    CellShape, Conduit, Direction, Habit, Hang, Lamp, Level, Lock, Mood, PaneKind, SKY, TableGame, TerminalGame,
    TextureIndex, ThingKind,
};

/// The parts of what is drawn in a cell of the map.
pub(super) fn map_parts(level: &Level, key: &MapKey) -> Vec<String> {
    let mut parts = shape_parts(level, key.shape, key.stairs.map(|stairs| level.stairs[stairs].name.as_str()));
    parts.extend(key.breaks.map(|breaks| match key.shape {
        CellShape::Pane { .. } => format!("breaks: {breaks}"),
        _ => format!("thin: {breaks}"),
    }));
    if let Some(ceiling) = key.over_sky {
        parts.push(format!("floor: {}, ceiling: {}", text(SKY), text(level.texture(ceiling))));
    }
    parts.extend(key.game.map(game));
    parts.extend(body_parts(level, key.thing, key.turn));
    parts
}

/// What is played in a cell.
fn game(game: TerminalGame) -> String {
    match game {
        TerminalGame::Table(TableGame { level, player_begins, undos, position }) => {
            let mut parts = vec![format!("level: {}", level.number())];
            if !player_begins {
                parts.push("begins: Ship".to_owned());
            }
            parts.extend(undos.map(|undos| format!("undos: {undos}")));
            if position != puzzles::loa::Position::start() {
                parts.push(format!("position: \"{position}\""));
            }
            format!("table: ({})", parts.join(", "))
        }
        TerminalGame::Conduit(conduit) => {
            let (parts, centreline) = match conduit {
                Conduit::Drawn(board) => {
                    let text = board.to_string();
                    let (plates, pebbles) = text.split_once(" / ").unwrap_or_default();
                    (format!("plates: \"{plates}\", pebbles: \"{pebbles}\""), board.centreline())
                }
                Conduit::Made { optimum, seed, centreline } => {
                    (format!("optimum: {optimum}, seed: {seed}"), centreline)
                }
            };
            format!("conduit: ({parts}{})", if centreline { "" } else { ", centreline: false" })
        }
    }
}

/// The parts of what stands in a cell.
pub(super) fn body_parts(level: &Level, thing: Option<ThingKey>, turn: Option<Direction>) -> Vec<String> {
    let mut parts = Vec::new();
    if let Some(thing) = thing {
        parts.push(match thing.kind {
            ThingKind::Player => "thing: Player".to_owned(),
            ThingKind::Key(key) => format!("thing: Key({key:?})"),
            ThingKind::Monster(index) => format!("monster: {}", text(level.monster(index))),
            ThingKind::Pickup(index) => format!("pickup: {}", text(level.pickup(index))),
            ThingKind::Prop(index) => format!("prop: {}", text(level.prop(index))),
        });
        if thing.facing != 0.0 {
            parts.push(format!("facing: {}", degrees(thing.facing)));
        }
        match thing.habit {
            Habit::Post => {}
            Habit::Ambush => parts.push("ambush: true".to_owned()),
            Habit::Patrol => parts.push("patrol: true".to_owned()),
        }
        if thing.skill != 1 {
            parts.push(format!("skill: {}", thing.skill));
        }
        if thing.waits {
            parts.push("waits: true".to_owned());
        }
    }
    parts.extend(turn.map(|to| format!("turn: {}", quarters(to))));
    parts
}

fn shape_parts(level: &Level, shape: CellShape, stairs: Option<&str>) -> Vec<String> {
    let texture = |what: &str, index: TextureIndex| format!("{what}: {}", text(level.texture(index)));
    let mut parts = Vec::new();
    match shape {
        CellShape::Open | CellShape::Table => {}
        CellShape::Space => parts.push("space: true".to_owned()),
        CellShape::Wall { texture: wall, overlay } => {
            parts.push(texture("wall", wall));
            parts.extend(overlay.map(|overlay| texture("overlay", overlay)));
        }
        CellShape::Lift { texture: wall, overlay, thrown, face, .. }
        | CellShape::Switch { texture: wall, overlay, thrown, face } => {
            parts.push(texture("wall", wall));
            parts.extend(overlay.map(|overlay| texture("overlay", overlay)));
            let is_lift = matches!(shape, CellShape::Lift { .. });
            parts.push(match stairs {
                Some(name) => format!("stairs: {}", text(name)),
                None => texture(if is_lift { "lift" } else { "switch" }, thrown),
            });
            parts.extend(face.map(|face| format!("face: {}", quarters(face))));
            if matches!(shape, CellShape::Lift { secret: true, .. }) {
                parts.push("secret: true".to_owned());
            }
        }
        CellShape::Door { panel, hang, lock, locks_behind, .. } => {
            parts.push(texture("door", panel));
            if hang == Hang::Swinging {
                parts.push("hang: Swinging".to_owned());
            }
            parts.extend(lock.map(|lock| format!("lock: {lock:?}")));
            if locks_behind {
                parts.push("locks_behind: true".to_owned());
            }
        }
        CellShape::Pane { texture: pane, kind, .. } => {
            let word = match kind {
                PaneKind::Window => "window",
                PaneKind::Grating => "grating",
                PaneKind::Barrier => "barrier",
            };
            parts.push(texture(word, pane));
        }
        CellShape::Pillar { texture: pillar } => parts.push(texture("pillar", pillar)),
        CellShape::Diagonal { texture: diagonal, .. } => parts.push(texture("diagonal", diagonal)),
        CellShape::Push { texture: push, way, cells, .. } => {
            parts.push(texture("push", push));
            parts.extend(way.map(|way| format!("push_way: {}", quarters(way))));
            parts.extend(cells.map(|cells| format!("push_cells: {cells}")));
        }
    }
    parts
}

/// The parts of what is drawn in the layer of floors.
pub(super) fn floor_parts(level: &Level, key: &FloorKey) -> Vec<String> {
    let floor = key.floor.map(|floor| format!("floor: {}", text(level.texture(floor))));
    let ceiling = key.ceiling.map(|ceiling| format!("ceiling: {}", text(level.texture(ceiling))));
    let climate = key.climate.map(|climate| format!("climate: {}", text(&level.climates[usize::from(climate.0)])));
    let air = key.air.map(|air| format!("air: {}", number(f32::from(air) / 1000.0)));
    floor.into_iter().chain(ceiling).chain(climate).chain(air).collect()
}

/// The parts of what is drawn in the layer of lights.
pub(super) fn light_parts(key: &LightKey) -> Vec<String> {
    let own = key.light.map(|own| format!("light: {}", light(own)));
    let lamp = key.lamp.map(|lamp| {
        let Lamp { reach, mood, off, .. } = lamp;
        let mut parts = vec![format!("colour: {}, reach: {}", colour(lamp.colour), number(reach))];
        match mood {
            Mood::Steady => {}
            Mood::Flicker | Mood::Pulse => parts.push(format!("mood: {mood:?}")),
        }
        if off {
            parts.push("off: true".to_owned());
        }
        format!("lamp: ({})", parts.join(", "))
    });
    own.into_iter().chain(lamp).collect()
}

/// A direction in degrees.
fn quarters(direction: Direction) -> u16 {
    direction as u16 * 90
}

/// The letters that authors are used to for what is drawn, and a name with initials that would do.
pub(super) fn wishes<'a>(level: &'a Level, key: &MapKey, is_main_wall: bool) -> (&'static str, &'a str) {
    let lock = |lock: Option<Lock>| match lock {
        Some(Lock::A) => "1",
        Some(Lock::B) => "2",
        Some(Lock::C) => "3",
        Some(Lock::Sealed) => "4567890",
        None => "",
    };
    if let Some(thing) = key.thing {
        return match thing.kind {
            ThingKind::Player => ("@", ""),
            ThingKind::Key(key) => (["a", "b", "c"][key as usize], "key"),
            ThingKind::Monster(index) => ("", level.monster(index)),
            ThingKind::Pickup(index) => ("", level.pickup(index)),
            ThingKind::Prop(index) => ("", level.prop(index)),
        };
    }
    if let Some(to) = key.turn {
        return ([")", "v", "(", "^"][to as usize], "turn");
    }
    match key.shape {
        CellShape::Space => (" _", "space"),
        CellShape::Open if key.over_sky.is_some() => ("_", "void"),
        CellShape::Open => (".", "floor"),
        CellShape::Wall { .. } if is_main_wall => ("#", ""),
        CellShape::Wall { texture, overlay } if level.texture(texture) == SKY && overlay.is_none() => ("*", ""),
        // Capitals are the walls', as in the decks that people drew.
        CellShape::Wall { texture, .. } => (capital(level.texture(texture)), level.texture(texture)),
        CellShape::Lift { .. } if key.stairs.is_some() => ("/=", "stairs"),
        CellShape::Lift { secret: true, .. } => ("<", "lift"),
        CellShape::Lift { .. } => (">", "lift"),
        CellShape::Switch { .. } => ("!", "switch"),
        CellShape::Door { lock: Some(Lock::Sealed), panel, .. } => ("4567890", level.texture(panel)),
        CellShape::Door { lock: of @ Some(_), panel, .. } => (lock(of), level.texture(panel)),
        CellShape::Door { hang: Hang::Swinging, panel, .. } => ("H", level.texture(panel)),
        CellShape::Door { panel, .. } => ("+", level.texture(panel)),
        CellShape::Pane { kind: PaneKind::Window, .. } => ("w", "window"),
        CellShape::Pane { kind: PaneKind::Grating, .. } => ("&", "grating"),
        CellShape::Pane { kind: PaneKind::Barrier, .. } => ("_", "barrier"),
        CellShape::Pillar { .. } => ("p", "pillar"),
        CellShape::Diagonal { .. } => ("d", "diagonal"),
        CellShape::Push { .. } => ("%?", "push"),
        CellShape::Table => ("T", "table"),
    }
}

/// The first letter of a name as a capital, if it is one of the alphabet.
fn capital(name: &str) -> &'static str {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let first = name.chars().next().map_or('#', |letter| letter.to_ascii_uppercase());
    ALPHABET.find(first).map_or("", |index| &ALPHABET[index..=index])
}
