//! Keys: the contents of a cell on each layer. Cells with equal keys have the same letter.

use crate::{
    check::{air, neighbours},
    model::cell::{Cell, CellShape, DamageZoneIndex, PaneKind, TextureIndex},
    model::lamp::Lamp,
    model::level::{Level, SKY},
    model::patrol_direction::PatrolDirection,
    model::terminal::TerminalGame,
    model::thing::{IdleBehaviour, Thing, ThingKind},
};
use std::collections::BTreeMap;

/// Values that the text defines once for all cells, in `base`.
#[derive(Clone, Copy)]
pub(super) struct BaseValues {
    pub(super) floor: TextureIndex,
    pub(super) ceiling: TextureIndex,
    pub(super) light: u8,
}

impl BaseValues {
    /// Returns the most frequent values.
    pub(super) fn of(level: &Level) -> Self {
        let most = |of: &dyn Fn(usize) -> u32| {
            let mut counts: BTreeMap<u32, usize> = BTreeMap::new();
            for cell in 0..level.cells.len() {
                // Cells over the stars get their textures from their own entry.
                let is_drawn = is_outside(level, cell) || has_sky_floor(level, cell);
                *counts.entry(of(cell)).or_default() += usize::from(!is_drawn);
            }
            counts.into_iter().max_by_key(|(_, count)| *count).map_or(0, |(value, _)| value)
        };
        BaseValues {
            floor: TextureIndex(most(&|cell| u32::from(level.cells[cell].floor.0)) as u16),
            ceiling: TextureIndex(most(&|cell| u32::from(level.cells[cell].ceiling.0)) as u16),
            light: most(&|cell| u32::from(level.cells[cell].light)) as u8,
        }
    }
}

/// Returns true for open cells with a floor of sky, which shows the stars.
fn has_sky_floor(level: &Level, cell: usize) -> bool {
    level.cells[cell].shape == CellShape::Open && level.texture(level.cells[cell].floor) == SKY
}

/// Returns true for cells that the text calls space. On the border these are read as a wall of sky.
fn is_outside(level: &Level, cell: usize) -> bool {
    let Cell { shape, floor, ceiling, .. } = level.cells[cell];
    let (x, y) = (cell % level.width, cell / level.width);
    let is_border = x == 0 || y == 0 || x + 1 == level.width || y + 1 == level.height;
    let is_sky_wall = matches!(shape, CellShape::Wall { overlay: None, .. })
        && level.is_space(cell)
        && !level.cells[cell].can_break()
        && [floor, ceiling].map(|texture| level.texture(texture)) == [SKY; 2];
    shape == CellShape::Space || is_border && is_sky_wall
}

/// Returns whether a wall or a window breaks if the text must define it, and `None` if that is the default.
fn breaks(level: &Level, cell: usize) -> Option<bool> {
    let here = level.cells[cell].can_break();
    let default = match level.cells[cell].shape {
        CellShape::Pane { along, kind: PaneKind::Window, .. } => {
            neighbours::faces_space(level, cell % level.width, cell / level.width, along)
        }
        _ => false,
    };
    (here != default).then_some(here)
}

/// Contents of a cell on the map layer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MapKey {
    pub(super) shape: CellShape,
    /// Ceiling of an open cell with a floor of sky.
    pub(super) over_sky: Option<TextureIndex>,
    /// Whether shots break what fills the cell, if the text must define it.
    pub(super) breaks: Option<bool>,
    /// Game of the terminal.
    pub(super) game: Option<TerminalGame>,
    /// Index of the stairs.
    pub(super) stairs: Option<usize>,
    pub(super) thing: Option<ThingKey>,
    pub(super) turn: Option<PatrolDirection>,
}

/// A thing without its position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ThingKey {
    pub(super) kind: ThingKind,
    pub(super) facing: f32,
    pub(super) habit: IdleBehaviour,
    pub(super) skill: u8,
    pub(super) waits: bool,
}

impl ThingKey {
    fn of(thing: &Thing) -> Self {
        let Thing { kind, facing, habit, skill, waits, .. } = *thing;
        ThingKey { kind, facing, habit, skill, waits }
    }
}

impl MapKey {
    /// Returns true if there is a thing or a turn point.
    pub(super) fn has_body(&self) -> bool {
        self.thing.is_some() || self.turn.is_some()
    }

    /// Returns the key without a thing and a turn point.
    pub(super) fn bare(self) -> MapKey {
        MapKey { thing: None, turn: None, ..self }
    }
}

/// Contents of a cell on the layer of floors: values that differ from the base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FloorKey {
    pub(super) floor: Option<TextureIndex>,
    pub(super) ceiling: Option<TextureIndex>,
    pub(super) damage_zone: Option<DamageZoneIndex>,
    /// Pressure of the section, in thousandths, if the text must define it.
    pub(super) air: Option<u16>,
}

/// Contents of a cell on the layer of lights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LightKey {
    pub(super) light: Option<u8>,
    /// Lamp, with its position set to (0, 0).
    pub(super) lamp: Option<Lamp>,
}

/// Keys of all cells, row by row.
pub(super) struct Keys {
    pub(super) map: Vec<Option<MapKey>>,
    /// `None` leaves the cell as the map layer defines it.
    pub(super) floors: Vec<Option<FloorKey>>,
    pub(super) lights: Vec<Option<LightKey>>,
}

impl Keys {
    pub(super) fn of(level: &Level, base: BaseValues) -> Keys {
        let map_key = |cell: usize| MapKey {
            shape: if is_outside(level, cell) {
                CellShape::Space
            } else {
                without_derived_fields(level.cells[cell].shape)
            },
            over_sky: has_sky_floor(level, cell).then_some(level.cells[cell].ceiling),
            breaks: breaks(level, cell),
            game: None,
            stairs: level.stairs_at(cell % level.width, cell / level.width),
            thing: None,
            turn: None,
        };
        let mut map: Vec<MapKey> = (0..level.cells.len()).map(map_key).collect();
        for thing in level.things.iter().chain([&level.player]) {
            map[thing.y * level.width + thing.x].thing = Some(ThingKey::of(thing));
        }
        for terminal in &level.terminals {
            map[terminal.y * level.width + terminal.x].game = Some(terminal.game);
        }
        for turn in &level.turns {
            map[turn.y * level.width + turn.x].turn = Some(turn.to);
        }
        let mut airs = vec![None; level.cells.len()];
        air::unusual(level).into_iter().for_each(|(cell, air)| airs[cell] = Some(air));
        let floor_key = |cell: usize| {
            let of = level.cells[cell];
            let is_usual = |texture: TextureIndex, base: TextureIndex| match map[cell] {
                MapKey { shape: CellShape::Space, .. } => level.texture(texture) == SKY,
                MapKey { over_sky, .. } => over_sky.is_some() || texture == base,
            };
            let floor = (!is_usual(of.floor, base.floor)).then_some(of.floor);
            let ceiling = (!is_usual(of.ceiling, base.ceiling)).then_some(of.ceiling);
            let key = FloorKey { floor, ceiling, damage_zone: of.damage_zone, air: airs[cell] };
            (key != FloorKey { floor: None, ceiling: None, damage_zone: None, air: None }).then_some(key)
        };
        let floors = (0..level.cells.len()).map(floor_key).collect();
        let light = |light: u8| (light != base.light).then_some(LightKey { light: Some(light), lamp: None });
        let mut lights: Vec<Option<LightKey>> = level.cells.iter().map(|cell| light(cell.light)).collect();
        for lamp in &level.lamps {
            let key = &mut lights[lamp.y * level.width + lamp.x];
            let light = key.and_then(|key| key.light);
            *key = Some(LightKey { light, lamp: Some(Lamp { x: 0, y: 0, ..*lamp }) });
        }
        Keys { map: map.into_iter().map(Some).collect(), floors, lights }
    }
}

/// Returns a shape with derived fields set to fixed values.
fn without_derived_fields(mut shape: CellShape) -> CellShape {
    use crate::model::cell::{Axis, Corner};
    match &mut shape {
        CellShape::Door { along, locks_later, .. } => (*along, *locks_later) = (Axis::X, false),
        CellShape::Pane { along, .. } => *along = Axis::X,
        CellShape::Diagonal { corner, .. } => *corner = Corner::NorthWest,
        CellShape::Push { secret, .. } => *secret = true,
        _ => {}
    }
    shape
}
