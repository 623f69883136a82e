//! The scene: what the raycaster draws, brought up to date from the engine's world before each picture.

use crate::animation::{self, Reel};
use crate::art::Art;
use crate::decals::{self, Decals};
use crate::light::{self, Lights};
use crate::models::{self, Movers};
use crate::options::ViewOptions;
use crate::skins::Skins;
use crate::{Draw, DrawFrame, Screen, actors, bob, camera, fall, flash, map, particles, recoil, shake, things};
use bevy::prelude::*;
use engine::{Deck, Grid};
use level::SKY;
use raycast::{Air, Camera, Kernel, MAX_THREADS, Raycaster, Scene, TextureId, Textures};
use std::sync::Arc;

/// The raycaster and the deck that it shows, if there is one to show.
#[derive(Resource, Default)]
pub(crate) struct Stage {
    pub(crate) raycaster: Raycaster,
    /// The deck. Its textures are its own: overlays and marks are painted onto copies, animations go on.
    pub(crate) scene: Option<Scene>,
    pub(crate) skins: Skins,
    pub(crate) reels: Vec<Reel>,
    pub(crate) movers: Movers,
    pub(crate) lights: Lights,
    pub(crate) decals: Decals,
}

/// How many threads draw the deck, at first 1. The picture is the same with any number.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawThreads(pub usize);

impl Default for DrawThreads {
    fn default() -> Self {
        DrawThreads(1)
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<DrawThreads>();
    app.init_resource::<Stage>().init_resource::<actors::Wardrobe>();
    app.init_resource::<things::Store>();
    let deck = (build, models::follow, models::throw_switches, animation::play, decals::follow).chain();
    // Each moves the camera on from where the one before has left it.
    let eye = (camera::aim, bob::nod, recoil::throw, fall::fall, shake::shake).chain();
    // A creature is seen from the side on which the camera is.
    let sprites = (things::stock, actors::dress, things::place, actors::place, particles::place).chain();
    let light = (flash::clear, flash::muzzle, flash::bolts, flash::blasts, light::shine).chain();
    app.add_systems(DrawFrame, (deck, eye, sprites, light).chain().in_set(Draw::Scene));
    app.add_systems(DrawFrame, draw.in_set(Draw::Deck));
}

/// Builds the deck when it, or the art, is another one.
fn build(deck: Option<Res<Deck>>, grid: Option<Res<Grid>>, art: Option<Res<Art>>, mut stage: ResMut<Stage>) {
    let (Some(deck), Some(grid), Some(art)) = (deck, grid, art) else {
        stage.scene = None;
        return;
    };
    if stage.scene.is_some() && !deck.is_changed() && !art.is_changed() {
        return;
    }
    let level = &deck.0;
    let mut textures = Textures::clone(&art.textures());
    let mut reels = art.reels().to_vec();
    let skins = Skins::new(level, &art, &mut textures, &mut reels);
    let Some(mut map) = map::of_level(level, &grid, &skins) else {
        stage.scene = None;
        return;
    };
    stage.decals = Decals::new(&art, &map, &reels, &mut textures);
    stage.movers = Movers::new(level, &grid, &skins, &mut map);
    stage.lights = Lights::new(level, &grid);
    (stage.skins, stage.reels) = (skins, reels);
    stage.scene = Some(Scene {
        textures: Arc::new(textures),
        map,
        sprites: Vec::new(),
        camera: Camera::new(0.0, 0.0, 0.0, 1.0),
        air: Air { fog: level.air.colour, clear: level.air.clear, ..Air::default() },
        sky: art.texture(SKY).unwrap_or(TextureId::MISSING),
    });
}

fn draw(mut stage: ResMut<Stage>, threads: Res<DrawThreads>, options: Res<ViewOptions>, mut screen: ResMut<Screen>) {
    let Stage { raycaster, scene, .. } = &mut *stage;
    let threads = threads.0.clamp(1, MAX_THREADS);
    if raycaster.threads() != threads {
        *raycaster = Raycaster::with(Kernel::Auto, threads);
    }
    match scene {
        Some(scene) => {
            scene.air.dither = options.dither;
            raycaster.draw(scene, &mut screen.0);
        }
        None => screen.0.pixels_mut().fill(u32::from_le_bytes([0, 0, 0, 255])),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::camera::{Blend, ViewTurn};
    use crate::testing::{game, level, middle, picture, put, wait};
    use crate::{Hud, RendererPlugin};
    use engine::{Headless, Intent, Player, Position, Previous, Start, begin};
    use std::f32::consts::{FRAC_PI_2, PI};

    /// Such a run without weapon, numbers and fades.
    fn deck(map: &[&str]) -> Headless {
        let mut game = game(map);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        game
    }

    fn start(map: &[&str]) -> Start {
        Start::on(level(map))
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
    fn any_number_of_threads_draws_the_same_picture() {
        let mut game = deck(&["######", "#@+ z#", "######"]);
        let alone = picture(&mut game, 64, 36);
        for threads in [2, 3, 0, usize::MAX, 1] {
            game.world_mut().insert_resource(DrawThreads(threads));
            assert_eq!(picture(&mut game, 64, 36), alone);
        }
    }

    #[test]
    fn without_dithering_a_picture_has_fewer_colours() {
        let mut game = deck(&["########", "#@     #", "########"]);
        let colours = |game: &mut Headless| {
            let mut colours = picture(game, 64, 36).pixels().to_vec();
            colours.sort_unstable();
            colours.dedup();
            colours.len()
        };
        let dithered = colours(&mut game);
        game.world_mut().insert_resource(ViewOptions { dither: false, ..default() });
        assert!(colours(&mut game) < dithered);
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
