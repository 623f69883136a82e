//! Converts a graph to a level.

use crate::{
    graph::content::{Content, StepLight},
    graph::graph::{Graph, opposite},
    graph::node::DIRECTIONS,
    graph::stage::StageError,
    mapper::Mapper,
    mapper::cells::Cells,
    mapper::names::Names,
    mapper::prefabs::put_prefabs,
    mapper::theme::Theme,
};
use level::{
    Arrival, CellShape, Conduit, Direction, Lamp, Level, MonsterIndex, NamedArea, NamedAreaIndex, PickupIndex,
    PlacedTerminal, PropIndex, Repeat, Stairs, TerminalGame, TextureIndex, Thing, ThingKind, Trigger, TriggerAction,
    TriggerCause, Walker,
};

impl Mapper {
    /// Returns the level of a graph, with a name.
    pub(crate) fn map(self, graph: &Graph, name: &str) -> Result<Level, StageError> {
        graph.need_tiles()?;
        let (width, height) = (graph.width, graph.height);
        if width > level::MAX_SIDE || height > level::MAX_SIDE {
            let most = level::MAX_SIDE;
            let what = format!("a level must be at most {most} by {most} cells, got {width} by {height}");
            return Err(StageError::Invalid(what));
        }
        let Some(start) = graph.start() else {
            let what = "the map must have a start: add the content creator Start or Stairs";
            return Err(StageError::Invalid(what.to_owned()));
        };
        let theme = self.theme();
        let mut cells = Cells::new(&theme, graph);
        let mut level = Level {
            cells: (0..graph.places.len()).map(|place| cells.cell(graph, place)).collect(),
            player: thing(graph, ThingKind::Player, start),
            lamps: graph.lamps.iter().map(|&place| lamp(graph, &theme, place)).collect(),
            fog: theme.fog,
            ..Level::empty(name, width, height)
        };
        let ceiling = cells.texture(&theme.lamp_panel);
        for lamp in &level.lamps {
            let place = lamp.y * width + lamp.x;
            let own = graph.lamp_looks.get(&place).and_then(|look| look.ceiling.as_ref());
            level.cells[place].ceiling = own.map_or(ceiling, |name| cells.texture(name));
        }
        put_contents(graph, &mut level);
        put_stairs(graph, &mut level, &mut cells);
        put_step_lights(graph, &mut level);
        put_screens(graph, &mut level);
        put_vaults(graph, &mut level);
        put_prefabs(graph, &mut level);
        level.textures = cells.textures.all;
        // A pipeline with a drawn map can be invalid in ways that no seed changes.
        level.finished().map_err(StageError::Invalid)
    }
}

/// Returns a thing at a place, facing along an open direction.
fn thing(graph: &Graph, kind: ThingKind, place: usize) -> Thing {
    let (x, y) = graph.at(place);
    let open = DIRECTIONS.into_iter().find(|&way| graph.is_linked(place, way));
    Thing { facing: open.map_or(0.0, |way| f32::from(way as u16 * 90).to_radians()), ..Thing::new(kind, x, y) }
}

/// Returns a lamp of the theme at a place.
fn lamp(graph: &Graph, theme: &Theme, place: usize) -> Lamp {
    let (x, y) = graph.at(place);
    if let Some(look) = graph.lamp_looks.get(&place) {
        return Lamp { x, y, colour: look.colour, reach: look.reach, mood: look.mood, off: false };
    }
    Lamp { x, y, colour: theme.lamp, reach: theme.reach, mood: theme.mood, off: false }
}

/// Adds the contents of the places to the level, except the player and the stairs.
fn put_contents(graph: &Graph, level: &mut Level) {
    let (mut monsters, mut pickups, mut props) = (Names::default(), Names::default(), Names::default());
    for (&place, content) in &graph.contents {
        let (x, y) = graph.at(place);
        match content {
            Content::Start | Content::Stair(_) => {}
            Content::Key(key) => level.things.push(Thing::new(ThingKind::Key(*key), x, y)),
            Content::Pickup(name) => {
                let kind = ThingKind::Pickup(PickupIndex(pickups.index(name)));
                level.things.push(Thing::new(kind, x, y));
            }
            Content::Prize(name) => {
                let kind = ThingKind::Pickup(PickupIndex(pickups.index(name)));
                level.things.push(Thing { waits: true, ..Thing::new(kind, x, y) });
            }
            Content::Prop(name) => {
                let kind = ThingKind::Prop(PropIndex(props.index(name)));
                level.things.push(Thing::new(kind, x, y));
            }
            Content::Monster { name, habit, skill } => {
                let kind = ThingKind::Monster(MonsterIndex(monsters.index(name)));
                level.things.push(Thing { habit: *habit, skill: *skill, ..thing(graph, kind, place) });
            }
        }
    }
    (level.monsters, level.pickups, level.props) = (monsters.all, pickups.all, props.all);
}

/// Adds an entrance and a wall with stairs for each of the stairs.
fn put_stairs(graph: &Graph, level: &mut Level, cells: &mut Cells) {
    for (&place, content) in &graph.contents {
        let Content::Stair(number) = content else { continue };
        let Thing { x, y, facing, .. } = thing(graph, ThingKind::Player, place);
        let stair = &graph.stairs[*number];
        level.arrivals.push(Arrival { name: stair.id.clone(), x, y, facing });
        let open = DIRECTIONS.into_iter().find(|&way| graph.is_linked(place, way));
        let Some(open) = open else { continue };
        // Opposite to the open side, or next to it, because two dead ends may be back to back.
        let neighbour = DIRECTIONS.into_iter().filter(|way| ![open, opposite(open)].contains(way));
        let mut walls = std::iter::once(opposite(open))
            .chain(neighbour)
            .filter(|&way| !graph.is_linked(place, way))
            .filter_map(|way| Some((way, graph.neighbour(place, way)?)));
        let is_free = |wall: usize| !matches!(level.cells[wall].shape, CellShape::Lift { .. });
        if let Some((way, wall)) = walls.find(|(_, wall)| is_free(*wall)) {
            level.cells[wall].shape = cells.stairs(wall_texture(level, wall), opposite(way), stair.going);
            let (x, y) = graph.at(wall);
            level.stairs.push(Stairs { y, x, name: stair.id.clone() });
        }
    }
}

/// Returns the texture of a wall.
fn wall_texture(level: &Level, wall: usize) -> Option<TextureIndex> {
    match level.cells[wall].shape {
        CellShape::Wall { texture, .. } => Some(texture),
        _ => None,
    }
}

/// Adds triggers for the lights that come on where the player walks.
fn put_step_lights(graph: &Graph, level: &mut Level) {
    level.places.reserve(graph.step_lights.len());
    level.triggers.reserve(graph.step_lights.len());
    for (number, StepLight { place, neighbour, light }) in graph.step_lights.iter().enumerate() {
        let (x, y) = graph.at(*place);
        let is_among = |way: Direction| neighbour & 1 << way as u8 != 0;
        // Row by row, which is the order in levels.
        let all = [
            (is_among(Direction::North), (x, y.wrapping_sub(1))),
            (is_among(Direction::West), (x.wrapping_sub(1), y)),
            (true, (x, y)),
            (is_among(Direction::East), (x + 1, y)),
            (is_among(Direction::South), (x, y + 1)),
        ];
        let mut cells = Vec::with_capacity(1 + neighbour.count_ones() as usize);
        cells.extend(all.into_iter().filter(|(is_among, _)| *is_among).map(|(_, cell)| cell));
        level.places.push(NamedArea { name: format!("light {}", number + 1), cells });
        let at = NamedAreaIndex(number as u16);
        let actions = vec![TriggerAction::Light(at, Some(*light))];
        level.triggers.push(Trigger {
            at,
            on: TriggerCause::Step,
            by: Walker::Player,
            repeat: Repeat::Once,
            after: 0.0,
            actions,
        });
    }
}

/// Adds triggers that show the texts of screens.
fn put_screens(graph: &Graph, level: &mut Level) {
    for (number, screen) in graph.screens.iter().enumerate() {
        let at = NamedAreaIndex(level.places.len() as u16);
        level.places.push(NamedArea { name: format!("screen {}", number + 1), cells: vec![graph.at(screen.wall)] });
        let message = level.messages.iter().position(|text| *text == screen.text).unwrap_or_else(|| {
            level.messages.push(screen.text.clone());
            level.messages.len() - 1
        });
        let actions = vec![TriggerAction::Say(message as u16)];
        level.triggers.push(Trigger {
            at,
            on: TriggerCause::Use,
            by: Walker::Player,
            repeat: Repeat::Always,
            after: 0.0,
            actions,
        });
    }
}

/// Adds conduit locks for the panels of vaults, which open the vaults' doors.
fn put_vaults(graph: &Graph, level: &mut Level) {
    for (number, vault) in graph.vaults.iter().enumerate() {
        let (x, y) = graph.at(vault.panel);
        let game = Conduit::Made { optimum: vault.moves, seed: vault.seed, centreline: true };
        level.terminals.push(PlacedTerminal { x, y, game: TerminalGame::Conduit(game) });
        let [at, door] = [("conduit", vault.panel), ("vault", vault.door)].map(|(what, place)| {
            level.places.push(NamedArea { name: format!("{what} {}", number + 1), cells: vec![graph.at(place)] });
            NamedAreaIndex(level.places.len() as u16 - 1)
        });
        let actions = vec![TriggerAction::Open(door), TriggerAction::Say(level.messages.len() as u16)];
        level.messages.push("The current finds its way, and a door opens nearby.".to_owned());
        level.triggers.push(Trigger {
            at,
            on: TriggerCause::Solved,
            by: Walker::Player,
            repeat: Repeat::Once,
            after: 0.0,
            actions,
        });
    }
}
