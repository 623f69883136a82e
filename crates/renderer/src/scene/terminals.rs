//! Terminals: a conduit lock shows its board on its wall, and a table is drawn in its cell.

use crate::{
    art::art::Art,
    art::skins::Skins,
    board::face::{FACE_SIDE, face},
    stage::by_id::ById,
    stage::stage::Stage,
};
use bevy::prelude::*;
use engine::{Id, Terminal, TerminalBoard};
use level::{CellShape, Level, TerminalGame};
use puzzles::panguru::Board;
use raycast::{CellKind, Map, Sprite, Texture, TextureId, Textures};
use std::sync::Arc;

/// The sprite of a table.
pub(crate) const TABLE: &str = "holo_table";
/// The suffix of the texture that a lock's wall shows once the lock is solved, if the art has such a texture.
const SOLVED: &str = "_open";

/// The walls with locks.
#[derive(Resource, Default)]
pub(crate) struct Panels {
    panels: Vec<Panel>,
    table: Option<TextureId>,
}

/// The wall of a lock.
struct Panel {
    cell: IVec2,
    /// The image that the wall shows around the board, and the one when the lock is solved.
    wall: Texture,
    open: Option<Texture>,
    /// The texture onto which the face is painted.
    texture: TextureId,
    /// The board that it shows.
    shown: Option<Board>,
}

impl Panels {
    /// Creates the panels of a level whose map has just been built: each gets a texture of its own.
    pub(crate) fn new(level: &Level, art: &Art, skins: &Skins, textures: &mut Textures, map: &mut Map) -> Panels {
        let mut panels = Vec::new();
        let locks = level.terminals.iter().filter(|terminal| matches!(terminal.game, TerminalGame::Conduit(_)));
        for terminal in locks {
            let (x, y) = (terminal.x, terminal.y);
            let CellShape::Wall { texture, overlay } = level.cell(x, y).shape else { continue };
            let name = level.texture(texture);
            let (Some(&wall), Ok(panel)) = (art.surface(name).first(), blank(textures)) else { continue };
            let Some(CellKind::Wall(faces)) = map.cell_mut(x, y).map(|cell| &mut cell.kind) else { continue };
            let own = skins.under(texture, overlay, x, y);
            // A face with the jamb of a door gets no panel.
            faces.iter_mut().filter(|face| **face == own).for_each(|face| *face = panel);
            let open = art.surface(&format!("{name}{SOLVED}")).first().copied().cloned();
            let cell = IVec2::new(x as i32, y as i32);
            panels.push(Panel { cell, wall: wall.clone(), open, texture: panel, shown: None });
        }
        Panels { panels, table: art.sprite(TABLE) }
    }

    /// Returns the textures that change and therefore cannot have marks.
    pub(crate) fn textures(&self) -> impl Iterator<Item = TextureId> {
        self.panels.iter().map(|panel| panel.texture)
    }
}

/// Adds a texture of the size of a face.
fn blank(textures: &mut Textures) -> Result<TextureId, raycast::TextureError> {
    let rgba = vec![255; FACE_SIDE * FACE_SIDE * 4];
    textures.push(&Texture::new(FACE_SIDE, FACE_SIDE, &rgba)?)
}

/// Paints the faces of the locks whose boards have changed.
pub(crate) fn follow(terminals: Query<&Terminal>, mut panels: ResMut<Panels>, mut stage: ResMut<Stage>) {
    let Some(scene) = &mut stage.scene else { return };
    for terminal in &terminals {
        let TerminalBoard::Conduit(lock) = &terminal.board else { continue };
        let is_its = |panel: &&mut Panel| panel.cell == terminal.cell() && panel.shown != Some(lock.board);
        let Some(panel) = panels.bypass_change_detection().panels.iter_mut().find(is_its) else { continue };
        let picture = match &panel.open {
            Some(open) if lock.is_solved() => face(open, None),
            _ => face(&panel.wall, Some(&lock.board)),
        };
        panel.shown = Some(lock.board);
        if let Some(picture) = picture {
            Arc::make_mut(&mut scene.textures).paint(panel.texture, &picture, 0, 0);
        }
    }
}

/// Adds a sprite for each table.
pub(crate) fn place(
    terminals: Query<(&Id, &Terminal)>,
    panels: Res<Panels>,
    mut by_id: Local<ById<Sprite>>,
    mut stage: ResMut<Stage>,
) {
    let (Some(scene), Some(table)) = (&mut stage.scene, panels.table) else { return };
    let tables = terminals.iter().filter(|(_, terminal)| matches!(terminal.board, TerminalBoard::Table(_)));
    let sprites = tables.map(|(&id, terminal)| {
        let at = terminal.cell().as_vec2() + 0.5;
        (id, Sprite::new(at.x, at.y, table))
    });
    scene.sprites.extend(by_id.sorted(sprites));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        stage::options::Hud,
        testing::{game, picture, put},
    };
    use engine::{BoardAct, Headless, Intent};

    /// Starts a run without the HUD in which the player stands in front of a lock in a wall.
    fn at_lock() -> Headless {
        let mut game = game(&["######", "#@  C#", "######"]);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        put(&mut game, 3.3, 1.5, 0.0);
        game.tick(Intent { use_: true, ..Intent::default() });
        game
    }

    fn board(game: &mut Headless) -> Board {
        let terminal = game.world_mut().query::<&Terminal>().single(game.world()).unwrap();
        let TerminalBoard::Conduit(lock) = &terminal.board else { panic!("no lock") };
        lock.board
    }

    fn slide(game: &mut Headless, position: usize) {
        game.tick(Intent { board: Some(BoardAct::Pick(position as u8)), ..Intent::default() });
    }

    #[test]
    fn wall_of_a_lock_shows_and_follows_its_board() {
        let mut game = at_lock();
        let (before, first) = (picture(&mut game, 96, 54), board(&mut game));
        let position = first.moves().next().unwrap();
        slide(&mut game, position);
        assert_ne!(board(&mut game), first);
        let after = picture(&mut game, 96, 54);
        assert_ne!(after, before);
        slide(&mut game, first.hole());
        assert_eq!((board(&mut game), picture(&mut game, 96, 54) == before), (first, true));
    }

    #[test]
    fn lock_is_painted_only_when_its_board_changes() {
        let mut game = at_lock();
        picture(&mut game, 8, 8);
        // Painting it again would remove this mark.
        let panel = game.world().resource::<Panels>().textures().next().unwrap();
        let red = Texture::new(1, 1, &[255, 0, 0, 255]).unwrap();
        let mut stage = game.world_mut().resource_mut::<Stage>();
        let textures = &mut stage.scene.as_mut().unwrap().textures;
        Arc::make_mut(textures).paint(panel, &red, 64, 64);
        let painted = Textures::clone(textures);
        for _ in 0..3 {
            game.tick(Intent::default());
            picture(&mut game, 8, 8);
        }
        assert!(*game.world().resource::<Stage>().scene.as_ref().unwrap().textures == painted);
    }

    #[test]
    fn lock_changes_only_its_own_wall() {
        let mut game = at_lock();
        let other_way = |game: &mut Headless| {
            put(game, 2.5, 1.5, std::f32::consts::PI);
            picture(game, 32, 18)
        };
        let before = other_way(&mut game);
        put(&mut game, 3.3, 1.5, 0.0);
        let position = board(&mut game).moves().next().unwrap();
        slide(&mut game, position);
        assert_eq!(other_way(&mut game), before);
    }
}
