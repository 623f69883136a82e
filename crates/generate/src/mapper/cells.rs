//! Converts places to cells of a level.

use crate::{
    graph::content::Going,
    graph::graph::Graph,
    graph::node::{DIRECTIONS, Kind},
    mapper::names::Names,
    mapper::theme::Theme,
};
use level::{Axis, Cell, CellShape, Direction, PaneKind, SKY, TextureIndex};

/// One in this many walls has a rare texture, if the theme has any.
const RARE: u64 = 11;

/// Texture of a wall, and its overlay.
type Look = (TextureIndex, Option<TextureIndex>);

/// Returns true for places with floor of their own.
fn is_floor(kind: Kind) -> bool {
    matches!(kind, Kind::Floor | Kind::Pillar | Kind::Furniture | Kind::Grating | Kind::Table)
}

/// Textures of a theme, as indices of the level.
pub(super) struct Cells<'a> {
    theme: &'a Theme,
    pub(super) textures: Names,
    walls: Vec<TextureIndex>,
    rare: Vec<Look>,
    floors: Vec<TextureIndex>,
    ceilings: Vec<TextureIndex>,
    sky: TextureIndex,
    /// True if the map has rooms.
    has_rooms: bool,
}

impl<'a> Cells<'a> {
    pub(super) fn new(theme: &'a Theme, graph: &Graph) -> Self {
        let mut textures = Names::default();
        let mut texture = |name: &str| TextureIndex(textures.index(name));
        let walls = theme.walls.iter().map(|name| texture(name)).collect();
        let floors = theme.floors.iter().map(|name| texture(name)).collect();
        let ceilings = theme.ceilings.iter().map(|name| texture(name)).collect();
        let sky = texture(SKY);
        let rare = theme.rare.iter();
        let rare = rare.map(|(wall, overlay)| (texture(wall), overlay.map(&mut texture))).collect();
        let has_rooms = graph.places.iter().any(|place| place.room != 0);
        Cells { theme, textures, walls, rare, floors, ceilings, sky, has_rooms }
    }

    pub(super) fn texture(&mut self, name: &str) -> TextureIndex {
        TextureIndex(self.textures.index(name))
    }

    /// Returns the cell of a place.
    pub(super) fn cell(&mut self, graph: &Graph, place: usize) -> Cell {
        let kind = graph.kind(place);
        let room = usize::from(graph.places[place].room);
        let mut floor = self.floors[room % self.floors.len()];
        let (mut ceiling, mut light) = (self.ceilings[room % self.ceilings.len()], self.theme.light);
        if let Some(dress) = graph.dress.get(place) {
            floor = dress.floor.as_ref().map_or(floor, |name| self.texture(name));
            ceiling = dress.ceiling.as_ref().map_or(ceiling, |name| self.texture(name));
            light = dress.light.unwrap_or(light);
        }
        let cell = Cell { shape: CellShape::Open, floor, ceiling, light, damage_zone: None, breaks: None, air: None };
        // The border of a level must be wall, so void there becomes a wall with stars.
        if kind == Kind::Void && DIRECTIONS.into_iter().all(|way| graph.neighbour(place, way).is_some()) {
            return Cell { shape: CellShape::Space, floor: self.sky, ceiling: self.sky, ..cell };
        }
        Cell {
            shape: self.shape(graph, place, kind),
            floor: if is_floor(kind) { floor } else { self.floors[0] },
            ..cell
        }
    }

    fn shape(&mut self, graph: &Graph, place: usize, kind: Kind) -> CellShape {
        // The axis of doors and windows is derived from their neighbours when the level is complete.
        let along = Axis::X;
        match kind {
            Kind::Void => CellShape::Wall { texture: self.sky, overlay: None },
            Kind::Wall => {
                let (texture, overlay) = self.wall(graph, place);
                CellShape::Wall { texture, overlay }
            }
            Kind::Floor | Kind::Furniture => CellShape::Open,
            Kind::Table => CellShape::Table,
            Kind::Grating => {
                let texture = graph.dress.get(place).and_then(|dress| dress.wall.as_deref()).unwrap_or("bars");
                let (texture, jamb) = (self.texture(texture), self.texture(&self.theme.jamb));
                CellShape::Pane { texture, jamb, along, kind: PaneKind::Grating }
            }
            Kind::Door(lock) => CellShape::Door {
                panel: self.texture(&self.theme.door),
                jamb: self.texture(&self.theme.jamb),
                along,
                hang: self.theme.hang,
                lock,
                locks_behind: false,
                locks_later: false,
            },
            Kind::Window => {
                let (texture, jamb) = (self.texture("glass"), self.texture(&self.theme.jamb));
                CellShape::Pane { texture, jamb, along, kind: PaneKind::Window }
            }
            Kind::Push(way) => {
                CellShape::Push { texture: self.texture(&self.theme.push), way: Some(way), cells: None, secret: true }
            }
            Kind::Lift(face) => self.lift(face),
            Kind::Pillar => {
                let texture = graph.dress.get(place).and_then(|dress| dress.wall.as_ref());
                CellShape::Pillar { texture: self.texture(texture.unwrap_or(&self.theme.pillar)) }
            }
            Kind::Screen(face) => self.screen(graph, place, face),
            Kind::Panel => CellShape::Wall { texture: self.texture("conduit"), overlay: None },
        }
    }

    /// Returns a wall with the lift's switch on one side.
    pub(super) fn lift(&mut self, face: Direction) -> CellShape {
        CellShape::Lift {
            texture: self.texture("lift"),
            overlay: Some(self.texture("switch_off")),
            thrown: self.texture("switch_on"),
            face: Some(face),
            secret: false,
        }
    }

    /// Returns a wall with a screen on one side, or with chalk for a text that begins with `Chalk`.
    fn screen(&mut self, graph: &Graph, place: usize, face: Direction) -> CellShape {
        let screen = graph.screens.iter().find(|screen| screen.wall == place);
        let own = screen.and_then(|screen| screen.overlay.as_deref());
        let is_chalk = screen.is_some_and(|screen| screen.text.starts_with("Chalk"));
        let screen = self.texture(own.unwrap_or(if is_chalk { "chalk_text" } else { "notice" }));
        let (texture, _) = self.wall(graph, place);
        CellShape::Switch { texture, overlay: Some(screen), thrown: screen, face: Some(face) }
    }

    /// Returns a wall of this texture with stairs on one side.
    pub(super) fn stairs(&mut self, wall: Option<TextureIndex>, face: Direction, going: Going) -> CellShape {
        let stairs = self.texture(if going == Going::Up { "stairs_up" } else { "stairs_down" });
        CellShape::Lift {
            texture: wall.unwrap_or(self.walls[0]),
            overlay: Some(stairs),
            thrown: stairs,
            face: Some(face),
            secret: false,
        }
    }

    /// Returns the texture of a wall: that of the first room next to it, or occasionally a rare one.
    fn wall(&mut self, graph: &Graph, place: usize) -> Look {
        if let Some(dress) = graph.dress.get(place)
            && let Some(wall) = &dress.wall
        {
            return (self.texture(wall), dress.overlay.as_ref().map(|name| self.texture(name)));
        }
        // A pseudo-random number derived from the place.
        let drawn = (place as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        if !self.rare.is_empty() && drawn.is_multiple_of(RARE) {
            return self.rare[(drawn / RARE) as usize % self.rare.len()];
        }
        if !self.has_rooms {
            return (self.walls[0], None);
        }
        let rooms = DIRECTIONS.into_iter().filter_map(|way| graph.neighbour(place, way));
        let room = rooms.map(|neighbour| graph.places[neighbour].room).find(|room| *room != 0).unwrap_or(0);
        (self.walls[usize::from(room) % self.walls.len()], None)
    }
}
