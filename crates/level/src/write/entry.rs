//! Fields of entries in the legend and in the list of things, and preferred letters for them.

use crate::{
    model::cell::{CellShape, Hang, PaneKind, TextureIndex},
    model::direction::Direction,
    model::lamp::{Lamp, Mood},
    model::level::{Level, SKY},
    model::lock::Lock,
    model::patrol_direction::PatrolDirection,
    model::terminal::{Conduit, TableGame, TerminalGame},
    model::thing::{IdleBehaviour, ThingKind},
    write::field::Field,
    write::keys::{FloorKey, LightKey, MapKey, ThingKey},
    write::values::{colour, degrees, number},
};

/// Returns the fields of what the map draws in a cell.
pub(super) fn map_parts(level: &Level, key: &MapKey) -> Vec<Field> {
    let mut parts = shape_parts(level, key.shape, key.stairs.map(|stairs| level.stairs[stairs].name.as_str()));
    parts.extend(key.breaks.map(|breaks| Field::is("breakable", breaks)));
    if let Some(ceiling) = key.over_sky {
        parts.extend([Field::text("floor", SKY), Field::text("ceiling", level.texture(ceiling))]);
    }
    parts.extend(key.game.map(game));
    parts.extend(body_parts(level, key.thing, key.turn));
    parts
}

/// Returns the field of a terminal's game.
fn game(game: TerminalGame) -> Field {
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
            Field::ron("table", format!("({})", parts.join(", ")))
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
            let option = if centreline { "" } else { ", centreline: false" };
            Field::ron("conduit", format!("({parts}{option})"))
        }
    }
}

/// Returns the fields of the thing and the turn point in a cell.
pub(super) fn body_parts(level: &Level, thing: Option<ThingKey>, turn: Option<PatrolDirection>) -> Vec<Field> {
    let mut parts = Vec::new();
    if let Some(thing) = thing {
        parts.push(match thing.kind {
            ThingKind::Player => Field::ron("thing", "Player"),
            ThingKind::Key(key) => Field::ron("thing", format!("Key({key:?})")),
            ThingKind::Monster(index) => Field::text("monster", level.monster(index)),
            ThingKind::Pickup(index) => Field::text("pickup", level.pickup(index)),
            ThingKind::Prop(index) => Field::text("prop", level.prop(index)),
        });
        if thing.facing != 0.0 {
            parts.push(Field::number("facing", degrees(thing.facing)));
        }
        match thing.habit {
            IdleBehaviour::Post => {}
            IdleBehaviour::Ambush => parts.push(Field::is("ambush", true)),
            IdleBehaviour::Patrol => parts.push(Field::is("patrol", true)),
        }
        if thing.skill != 1 {
            parts.push(Field::number("skill", thing.skill));
        }
        if thing.waits {
            parts.push(Field::is("waits", true));
        }
    }
    parts.extend(turn.map(|to| Field::number("turn", u16::from(to.eighths()) * 45)));
    parts
}

fn shape_parts(level: &Level, shape: CellShape, stairs: Option<&str>) -> Vec<Field> {
    let texture = |what: &'static str, index: TextureIndex| Field::text(what, level.texture(index));
    let mut parts = Vec::new();
    match shape {
        CellShape::Open | CellShape::Table => {}
        CellShape::Space => parts.push(Field::is("space", true)),
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
                Some(name) => Field::text("stairs", name),
                None => texture(if is_lift { "lift" } else { "switch" }, thrown),
            });
            parts.extend(face.map(|face| Field::number("face", direction_degrees(face))));
            if matches!(shape, CellShape::Lift { secret: true, .. }) {
                parts.push(Field::is("secret", true));
            }
        }
        CellShape::Door { panel, hang, lock, locks_behind, .. } => {
            parts.push(texture("door", panel));
            if hang == Hang::Swinging {
                parts.push(Field::ron("hang", "Swinging"));
            }
            parts.extend(lock.map(|lock| Field::ron("lock", format!("{lock:?}"))));
            if locks_behind {
                parts.push(Field::is("locks_behind", true));
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
            parts.extend(way.map(|way| Field::number("push_way", direction_degrees(way))));
            parts.extend(cells.map(|cells| Field::number("push_cells", cells)));
        }
    }
    parts
}

/// Returns the fields of an entry in the layer of floors.
pub(super) fn floor_parts(level: &Level, key: &FloorKey) -> Vec<Field> {
    let floor = key.floor.map(|floor| Field::text("floor", level.texture(floor)));
    let ceiling = key.ceiling.map(|ceiling| Field::text("ceiling", level.texture(ceiling)));
    let damage_zone =
        key.damage_zone.map(|damage_zone| Field::text("damage_zone", &level.damage_zones[usize::from(damage_zone.0)]));
    let air = key.air.map(|air| Field::number("air", number(f32::from(air) / 1000.0)));
    floor.into_iter().chain(ceiling).chain(damage_zone).chain(air).collect()
}

/// Returns the fields of an entry in the layer of lights.
pub(super) fn light_parts(key: &LightKey) -> Vec<Field> {
    let own = key.light.map(Field::light);
    let lamp = key.lamp.map(|lamp| Field::ron("lamp", format!("({})", Field::join(&lamp_parts(&lamp)))));
    own.into_iter().chain(lamp).collect()
}

/// Returns the fields of a lamp.
pub(super) fn lamp_parts(lamp: &Lamp) -> Vec<Field> {
    let mut parts = vec![Field::ron("colour", colour(lamp.colour)), Field::number("reach", number(lamp.reach))];
    match lamp.mood {
        Mood::Steady => {}
        mood @ (Mood::Flicker | Mood::Pulse) => parts.push(Field::ron("mood", format!("{mood:?}"))),
    }
    if lamp.off {
        parts.push(Field::is("off", true));
    }
    parts
}

/// Returns a direction in degrees.
fn direction_degrees(direction: Direction) -> u16 {
    direction as u16 * 90
}

/// Returns the letters that authors usually choose for what is drawn, and a name whose initials are the next choice.
pub(super) fn preferred_letters<'a>(level: &'a Level, key: &MapKey, is_main_wall: bool) -> (&'static str, &'a str) {
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
        return ([")", "]", "v", "[", "(", "{", "^", "}"][usize::from(to.eighths())], "turn");
    }
    match key.shape {
        CellShape::Space => (" _", "space"),
        CellShape::Open if key.over_sky.is_some() => ("_", "void"),
        CellShape::Open => (".", "floor"),
        CellShape::Wall { .. } if is_main_wall => ("#", ""),
        CellShape::Wall { texture, overlay } if level.texture(texture) == SKY && overlay.is_none() => ("*", ""),
        // Walls have capital letters, as in the hand-drawn decks.
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

/// Returns the first letter of a name as a capital, if it is a letter from A to Z.
fn capital(name: &str) -> &'static str {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let first = name.chars().next().map_or('#', |letter| letter.to_ascii_uppercase());
    ALPHABET.find(first).map_or("", |index| &ALPHABET[index..=index])
}
