//! The scene: what the raycaster draws, brought up to date from the engine's world before each picture.

use crate::art::Art;
use crate::decals::{self, Decals};
use crate::{Draw, DrawFrame, Screen, actors, camera, particles};
use bevy::prelude::*;
use engine::{Deck, Door, Grid, LiftSwitch, Shape};
use level::{CellShape, Level, TextureIndex};
use raycast::{Air, Camera, Cell, CellKind, Edge, Light, Map, Model, Raycaster, Scene, TextureId};
use std::sync::Arc;

/// The raycaster and the deck that it shows, if there is one to show.
#[derive(Resource, Default)]
pub(crate) struct Stage {
    pub(crate) raycaster: Raycaster,
    /// Its textures are the art's, until a system changes some for this deck: `Arc::make_mut` gives it its own.
    pub(crate) scene: Option<Scene>,
    pub(crate) decals: Decals,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Stage>();
    let follow =
        (build, slide_doors, show_switches, decals::follow, actors::place, particles::place, camera::aim).chain();
    app.add_systems(DrawFrame, follow.in_set(Draw::Scene));
    app.add_systems(DrawFrame, draw.in_set(Draw::Deck));
}

/// Builds the deck when it, or the art, is another one.
fn build(deck: Option<Res<Deck>>, art: Option<Res<Art>>, mut stage: ResMut<Stage>) {
    let (Some(deck), Some(art)) = (deck, art) else {
        stage.scene = None;
        return;
    };
    if stage.scene.is_some() && !deck.is_changed() && !art.is_changed() {
        return;
    }
    stage.scene = map(&deck.0, &art).map(|map| Scene {
        textures: art.textures(),
        map,
        sprites: Vec::new(),
        camera: Camera::new(0.0, 0.0, 0.0, 1.0),
        air: Air::default(),
        sky: TextureId::MISSING,
    });
    let Stage { scene, decals, .. } = &mut *stage;
    if let Some(scene) = scene {
        *decals = Decals::new(&art, &scene.map, Arc::make_mut(&mut scene.textures));
    }
}

/// The level as the raycaster's map; none if its cells do not fit its size.
fn map(level: &Level, art: &Art) -> Option<Map> {
    let cell = |cell: &level::Cell| {
        let kind = match cell.shape {
            CellShape::Wall { texture, .. }
            | CellShape::Lift { texture, .. }
            | CellShape::Pillar { texture }
            | CellShape::Push { texture } => CellKind::Wall([texture_of(level, art, texture); 4]),
            CellShape::Open | CellShape::Door { .. } | CellShape::Pane { .. } | CellShape::Diagonal { .. } => {
                CellKind::Open
            }
        };
        let [floor, ceiling] = [cell.floor, cell.ceiling].map(|texture| texture_of(level, art, texture));
        Cell { kind, floor, ceiling, light: Light::even([seen(cell.light); 3]) }
    };
    let mut map = Map::new(level.width, level.height, level.cells.iter().map(cell).collect()).ok()?;
    hang_doors(level, art, &mut map);
    Some(map)
}

/// A cell's light as it is seen: the eye makes out more in the dark than the numbers say.
fn seen(light: u8) -> u8 {
    let light = f32::from(light) / 255.0;
    (light * (1.5 - 0.5 * light) * 255.0) as u8
}

/// Puts a model into the cell of each door, and its jambs onto the walls beside it.
fn hang_doors(level: &Level, art: &Art, map: &mut Map) {
    for y in 0..level.height {
        for x in 0..level.width {
            let CellShape::Door { panel, jamb, along, .. } = level.cell(x, y).shape else { continue };
            let panel = texture_of(level, art, panel);
            let Some(number) = map.push_model(Model { edges: vec![slid(along, panel, 0.0)], rounds: Vec::new() })
            else {
                return;
            };
            if let Some(cell) = map.cell_mut(x, y) {
                cell.kind = CellKind::Model(number);
            }
            // North, east, south and west of the door, and the faces there that look at it.
            for (x, y, side) in [(x, y.wrapping_sub(1), 2), (x + 1, y, 3), (x, y + 1, 0), (x.wrapping_sub(1), y, 1)] {
                if let Some(CellKind::Wall(faces)) = map.cell_mut(x, y).map(|cell| &mut cell.kind) {
                    faces[side] = texture_of(level, art, jamb);
                }
            }
        }
    }
}

/// The panel of a door that is open so far.
fn slid(along: level::Axis, texture: TextureId, open: f32) -> Edge {
    let [from, to] = match along {
        level::Axis::X => [[open, 0.5], [1.0, 0.5]],
        level::Axis::Y => [[0.5, 1.0], [0.5, open]],
    };
    let across = match along {
        level::Axis::X => [0.0, 1.0 - open],
        level::Axis::Y => [1.0 - open, 0.0],
    };
    Edge { from, to, texture, across, clear: false }
}

/// The raycaster's number of a texture; one that the art lacks shows that it is missing.
fn texture_of(level: &Level, art: &Art, index: TextureIndex) -> TextureId {
    art.texture(level.texture(index)).unwrap_or(TextureId::MISSING)
}

/// What stands in a cell of the scene.
fn kind_at(scene: &mut Scene, cell: IVec2) -> Option<&mut CellKind> {
    let (x, y) = (usize::try_from(cell.x).ok()?, usize::try_from(cell.y).ok()?);
    scene.map.cell_mut(x, y).map(|cell| &mut cell.kind)
}

fn slide_doors(doors: Query<&Door>, grid: Option<Res<Grid>>, mut stage: ResMut<Stage>) {
    let (Some(scene), Some(grid)) = (&mut stage.scene, grid) else { return };
    for door in &doors {
        let (open, along) = match grid.shape(door.cell()) {
            Shape::Door { open, along } => (open, along),
            Shape::Leaves { turn, along } => (turn.abs(), along),
            _ => continue,
        };
        if let Some(&mut CellKind::Model(number)) = kind_at(scene, door.cell())
            && let Some(edge) =
                scene.map.models_mut().get_mut(usize::from(number)).and_then(|model| model.edges.first_mut())
        {
            *edge = slid(along, edge.texture, open);
        }
    }
}

fn show_switches(
    switches: Query<&LiftSwitch>,
    deck: Option<Res<Deck>>,
    art: Option<Res<Art>>,
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(deck), Some(art)) = (&mut stage.scene, deck, art) else { return };
    for switch in &switches {
        let cell = switch.cell();
        let shape = deck.0.cells.get((cell.y * deck.0.width as i32 + cell.x) as usize).map(|cell| cell.shape);
        if let (Some(CellKind::Wall(faces)), Some(CellShape::Lift { texture, overlay: None, thrown })) =
            (kind_at(scene, cell), shape)
        {
            *faces = [texture_of(&deck.0, &art, if switch.since_thrown().is_some() { thrown } else { texture }); 4];
        }
    }
}

fn draw(mut stage: ResMut<Stage>, mut screen: ResMut<Screen>) {
    let Stage { raycaster, scene, .. } = &mut *stage;
    match scene {
        Some(scene) => raycaster.draw(scene, &mut screen.0),
        None => screen.0.pixels_mut().fill(u32::from_le_bytes([0, 0, 0, 255])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::{Blend, ViewTurn};
    use crate::testing::{game, level, middle, picture, put, wait};
    use crate::{Hud, RendererPlugin};
    use engine::{Headless, Intent, Loadout, Player, Position, Previous, Start, begin};
    use std::f32::consts::{FRAC_PI_2, PI};

    /// Such a run without weapon, numbers and fades.
    fn deck(map: &[&str]) -> Headless {
        let mut game = game(map);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        game
    }

    fn start(map: &[&str]) -> Start {
        Start { level: level(map), seed: 1, loadout: Loadout::default() }
    }

    #[test]
    fn without_deck_or_art_the_picture_is_black() {
        let mut app = App::new();
        app.add_plugins(RendererPlugin);
        app.world_mut().run_schedule(DrawFrame);
        assert_eq!(middle(&app.world().resource::<Screen>().0), [0; 3]);
        let start = start(&["###", "#@#", "###"]);
        let mut game = Headless::begin_with(&start, |app| {
            app.add_plugins(RendererPlugin);
        });
        assert!(picture(&mut game, 8, 8).pixels().iter().all(|&pixel| pixel == 0xff00_0000));
    }

    #[test]
    fn the_next_deck_is_another_picture_and_so_is_a_restart_after_it() {
        let mut game = deck(&["#####", "#@  #", "#####"]);
        let first = picture(&mut game, 32, 18);
        begin(game.world_mut(), &start(&["########", "#@     #", "########"]));
        assert_ne!(picture(&mut game, 32, 18), first);
        begin(game.world_mut(), &start(&["#####", "#@  #", "#####"]));
        assert_eq!(picture(&mut game, 32, 18), first);
    }

    #[test]
    fn a_door_that_opens_is_seen_to_open() {
        let mut game = deck(&["######", "#@+  #", "######"]);
        let shut = picture(&mut game, 32, 18);
        wait(&mut game, 60, Intent { use_: true, ..Intent::default() });
        let open = picture(&mut game, 32, 18);
        assert_ne!(open, shut);
        wait(&mut game, 600, Intent::default());
        assert_eq!(picture(&mut game, 32, 18), shut, "and it closes again");
    }

    #[test]
    fn a_thrown_switch_shows_its_other_texture() {
        let mut game = deck(&["####", "#@>#", "####"]);
        let [r, g, _] = middle(&picture(&mut game, 32, 18));
        assert!(r > g);
        wait(&mut game, 2, Intent { use_: true, ..Intent::default() });
        let [r, g, _] = middle(&picture(&mut game, 32, 18));
        assert!(g > r);
    }

    #[test]
    fn the_picture_lies_between_the_last_two_ticks() {
        let mut game = deck(&["########", "#@     #", "########"]);
        let world = game.world_mut();
        let mut player = world.query_filtered::<(&mut Position, &mut Previous), With<Player>>();
        let (mut position, mut previous) = player.single_mut(world).unwrap();
        (previous.0, position.0) = (Vec2::new(2.0, 1.5), Vec2::new(4.0, 1.5));
        let mut at = |blend: f32| {
            game.world_mut().insert_resource(Blend(blend));
            picture(&mut game, 32, 18)
        };
        let (before, between, after) = (at(0.0), at(0.5), at(1.0));
        assert_eq!(at(9.0), after, "it never runs ahead");
        game.world_mut().insert_resource(Blend(1.0));
        for (x, wanted) in [(2.0, before), (3.0, between), (4.0, after)] {
            put(&mut game, x, 1.5, 0.0);
            assert_eq!(picture(&mut game, 32, 18), wanted);
        }
    }

    #[test]
    fn the_mouse_turns_the_view_before_the_next_tick() {
        let mut game = deck(&["#####", "#@ >#", "#####"]);
        put(&mut game, 2.5, 1.5, FRAC_PI_2);
        let ahead = picture(&mut game, 32, 18);
        game.world_mut().insert_resource(ViewTurn(-FRAC_PI_2));
        let turned = picture(&mut game, 32, 18);
        assert_ne!(turned, ahead);
        game.world_mut().insert_resource(ViewTurn(0.0));
        put(&mut game, 2.5, 1.5, 0.0);
        assert_eq!(picture(&mut game, 32, 18), turned);
    }

    #[test]
    fn what_stands_on_the_deck_is_seen_until_it_is_taken() {
        let mut game = deck(&["######", "#@ a #", "######"]);
        let with = picture(&mut game, 64, 36);
        let walk = Intent { forward: 1.0, ..Intent::default() };
        wait(&mut game, 90, walk);
        put(&mut game, 1.5, 1.5, 0.0);
        assert_ne!(picture(&mut game, 64, 36), with);
        let mut game = deck(&["######", "#@ z #", "######"]);
        put(&mut game, 1.5, 1.5, 0.0);
        let near = picture(&mut game, 64, 36);
        put(&mut game, 1.5, 1.5, PI);
        assert_ne!(picture(&mut game, 64, 36), near);
    }

    #[test]
    fn a_tick_draws_nothing() {
        let mut game = deck(&["###", "#@#", "###"]);
        let first = picture(&mut game, 8, 8);
        game.world_mut().resource_mut::<Screen>().0.pixels_mut().fill(7);
        wait(&mut game, 10, Intent::default());
        assert!(game.world().resource::<Screen>().0.pixels().iter().all(|&pixel| pixel == 7));
        assert_eq!(picture(&mut game, 8, 8), first);
    }
}
