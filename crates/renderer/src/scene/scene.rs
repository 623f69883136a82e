//! The scene: the raycaster's data, updated from the engine's world before each frame.

use crate::{
    art::animation::AnimatedTextures,
    art::art::Art,
    art::needs::AwaitedArt,
    art::skins::Skins,
    art::uniforms,
    light::light::Lights,
    marks::decals::Decals,
    scene::models::{self, Movers},
    scene::terminals::{self, Panels},
    scene::{actors, aim, atmosphere, blasts, goal, hull, map, outlines, reels, secrets, skybox, things},
    stage::screen::{Draw, DrawFrame},
    stage::stage::{DrawThreads, Stage},
};
use bevy::prelude::*;
use engine::{Deck, Grid, Monster, Rules, Run, RunBegan};
use raycast::{Camera, Fog, Scene};
use std::sync::Arc;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<hull::Shown>().init_resource::<outlines::Outlines>();
    app.init_resource::<Skins>().init_resource::<AnimatedTextures>().init_resource::<Movers>();
    app.init_resource::<AwaitedArt>();
    app.add_observer(uniforms::take_back)
        .init_resource::<uniforms::Worn>()
        .init_resource::<actors::Wardrobe>()
        .init_resource::<things::Store>()
        .init_resource::<Panels>();
    let cells = (
        build,
        models::follow,
        hull::follow,
        models::throw_switches,
        terminals::follow,
        reels::play,
        atmosphere::follow,
        skybox::turn,
    )
        .chain();
    let sprites = (
        things::stock,
        uniforms::hand_out,
        actors::dress,
        things::place,
        aim::lay,
        blasts::place,
        goal::lay,
        secrets::lay,
        terminals::place,
        actors::place,
        outlines::lay,
    )
        .chain();
    app.add_systems(DrawFrame, (cells.in_set(Draw::Cells), sprites.in_set(Draw::Sprites))).add_observer(begin);
}

/// Removes the level of the previous run.
fn begin(_: On<RunBegan>, mut stage: ResMut<Stage>, art: Option<ResMut<Art>>) {
    if let Some(mut art) = art {
        stage.take_down(art.bypass_change_detection());
    }
}

/// Builds the level when a run has begun and its images are there, and again when the art has changed, or when a kind of
/// monster appears whose images are not in memory.
fn build(
    (deck, grid, art): (Option<Res<Deck>>, Option<Res<Grid>>, Option<ResMut<Art>>),
    (rules, run, monsters): (Option<Res<Rules>>, Option<Res<Run>>, Query<&Monster>),
    (mut stage, mut awaited, threads): (ResMut<Stage>, ResMut<AwaitedArt>, Res<DrawThreads>),
    (mut skins, mut reels, mut panels): (ResMut<Skins>, ResMut<AnimatedTextures>, ResMut<Panels>),
    (mut movers, mut lights, mut decals): (ResMut<Movers>, ResMut<Lights>, ResMut<Decals>),
    (mut shown, mut outlines): (ResMut<hull::Shown>, ResMut<outlines::Outlines>),
) {
    let Some(mut art) = art else {
        stage.scene = None;
        return;
    };
    let (Some(deck), Some(grid)) = (deck, grid) else {
        stage.take_down(art.bypass_change_detection());
        awaited.set_if_neq(AwaitedArt::default());
        return;
    };
    let is_known = |monster: &Monster| stage.kinds.contains(&usize::from(monster.kind()));
    if stage.scene.is_some() && !art.is_changed() && monsters.iter().all(is_known) {
        return;
    }
    let level = &deck.0;
    // Lending textures must not mark the art as changed.
    let art = art.bypass_change_detection();
    stage.take_down(art);
    stage.kinds = monsters.iter().map(|monster| usize::from(monster.kind())).collect();
    if let (Some(rules), Some(run)) = (rules, run) {
        awaited.set_if_neq(AwaitedArt(art.hold(level, &rules, run.skill, &stage.kinds)));
        if !awaited.0.is_empty() {
            return;
        }
    }
    let (mut textures, lender) = art.lend_textures(threads.0);
    let sky = skybox::sky_of(level, art, &mut textures);
    reels.0 = art.reels().to_vec();
    *skins = Skins::new(level, art, &mut textures, &mut reels.0);
    let Some(mut map) = map::of_level(level, &grid, &skins) else {
        art.take_back(textures, &lender);
        return;
    };
    *panels = Panels::new(level, art, &skins, &mut textures, &mut map);
    let moving = reels.0.iter().map(|reel| reel.shown).chain(panels.textures());
    *decals = Decals::new(art, &map, moving.collect(), &mut textures);
    *movers = Movers::new(level, &grid, &skins, &mut map);
    *lights = Lights::new(level, &grid);
    *shown = hull::Shown::default();
    outlines.forget();
    stage.lender = Some(lender);
    stage.scene = Some(Scene {
        textures: Arc::new(textures),
        map,
        sprites: Vec::new(),
        camera: Camera::new(0.0, 0.0, 0.0, 1.0),
        fog: Fog { colour: level.fog.colour, clear: level.fog.clear, ..Fog::default() },
        sky,
        sky_turn: 0.0,
        far_levels: true,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        RendererPlugin,
        camera::camera::{Blend, ViewTurn},
        stage::options::{Hud, ViewOptions},
        stage::screen::Screen,
        testing::{game, level, middle, picture, put, wait},
    };
    use engine::{Headless, Intent, Player, Position, PreviousPosition, Start, begin};
    use std::f32::consts::{FRAC_PI_2, PI};

    /// Starts a run without the HUD and fades.
    fn deck(map: &[&str]) -> Headless {
        let mut game = game(map);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        game
    }

    fn start(map: &[&str]) -> Start {
        Start::on(level(map))
    }

    #[test]
    fn frame_is_black_without_deck_or_art() {
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
    fn next_deck_and_restart_rebuild_the_scene() {
        let mut game = deck(&["#####", "#@  #", "#####"]);
        let first = picture(&mut game, 32, 18);
        begin(game.world_mut(), &start(&["########", "#@     #", "########"]));
        assert_ne!(picture(&mut game, 32, 18), first);
        begin(game.world_mut(), &start(&["#####", "#@  #", "#####"]));
        assert_eq!(picture(&mut game, 32, 18), first);
    }

    #[test]
    fn deck_returns_the_textures_of_the_art_unchanged() {
        let mut game = deck(&["#####", "#@ >#", "#####"]);
        let art = |game: &mut Headless| game.world_mut().resource::<Art>().clone();
        assert!(!art(&mut game).holds_textures(), "the textures must not be built yet");
        let before = art(&mut game).textures();
        picture(&mut game, 32, 18);
        wait(&mut game, 240, Intent { fire: true, use_: true, ..Intent::default() });
        picture(&mut game, 32, 18);
        assert!(!art(&mut game).holds_textures(), "the level must have the textures");
        game.world_mut().remove_resource::<Deck>();
        picture(&mut game, 32, 18);
        let art = art(&mut game);
        assert!(art.holds_textures() && art.textures() == before);
    }

    #[test]
    fn released_textures_are_rebuilt_for_the_next_deck() {
        let mut game = deck(&["#####", "#@ >#", "#####"]);
        let first = picture(&mut game, 32, 18);
        let deck = game.world_mut().remove_resource::<Deck>().unwrap();
        let is_held = |game: &mut Headless| game.world_mut().resource::<Art>().holds_textures();
        let release = |game: &mut Headless| game.world_mut().resource_mut::<Art>().release_textures();
        release(&mut game);
        picture(&mut game, 32, 18);
        assert!(!is_held(&mut game), "the textures of the level must be dropped");
        game.world_mut().insert_resource(Deck(deck.0.clone()));
        assert_eq!(picture(&mut game, 32, 18), first);
        game.world_mut().remove_resource::<Deck>();
        picture(&mut game, 32, 18);
        assert!(is_held(&mut game));
        release(&mut game);
        assert!(!is_held(&mut game));
        game.world_mut().insert_resource(deck);
        assert_eq!(picture(&mut game, 32, 18), first);
    }

    #[test]
    fn opening_door_is_visible() {
        let mut game = deck(&["######", "#@+  #", "######"]);
        let shut = picture(&mut game, 32, 18);
        wait(&mut game, 60, Intent { use_: true, ..Intent::default() });
        let open = picture(&mut game, 32, 18);
        assert_ne!(open, shut);
        wait(&mut game, 600, Intent::default());
        assert_eq!(picture(&mut game, 32, 18), shut, "the door must close again");
    }

    #[test]
    fn thrown_switch_shows_its_other_texture() {
        let mut game = deck(&["####", "#@>#", "####"]);
        let [r, g, _] = middle(&picture(&mut game, 32, 18));
        assert!(r > g);
        wait(&mut game, 2, Intent { use_: true, ..Intent::default() });
        let [r, g, _] = middle(&picture(&mut game, 32, 18));
        assert!(g > r);
    }

    #[test]
    fn frame_is_interpolated_between_the_last_two_ticks() {
        let mut game = deck(&["########", "#@     #", "########"]);
        let world = game.world_mut();
        let mut player = world.query_filtered::<(&mut Position, &mut PreviousPosition), With<Player>>();
        let (mut position, mut previous) = player.single_mut(world).unwrap();
        (previous.0, position.0) = (Vec2::new(2.0, 1.5), Vec2::new(4.0, 1.5));
        let mut at = |blend: f32| {
            game.world_mut().insert_resource(Blend(blend));
            picture(&mut game, 32, 18)
        };
        let (before, between, after) = (at(0.0), at(0.5), at(1.0));
        assert_eq!(at(9.0), after, "the frame must never run ahead");
        game.world_mut().insert_resource(Blend(1.0));
        for (x, wanted) in [(2.0, before), (3.0, between), (4.0, after)] {
            put(&mut game, x, 1.5, 0.0);
            assert_eq!(picture(&mut game, 32, 18), wanted);
        }
    }

    #[test]
    fn mouse_turns_the_view_before_the_next_tick() {
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
    fn pickups_and_monsters_are_visible_until_removed() {
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
    fn any_number_of_threads_draws_the_same_frame() {
        let mut game = deck(&["######", "#@+ z#", "######"]);
        let alone = picture(&mut game, 64, 36);
        for threads in [2, 3, 0, usize::MAX, 1] {
            game.world_mut().insert_resource(DrawThreads(threads));
            assert_eq!(picture(&mut game, 64, 36), alone);
        }
    }

    #[test]
    fn frame_without_dithering_has_fewer_colours() {
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
    fn distant_floor_is_smoother_with_mipmaps() {
        let inside = format!("#{}#", " ".repeat(30));
        let middle = format!("#@{}#", " ".repeat(29));
        let wall = "#".repeat(32);
        let mut game = deck(&[&wall, &inside, &inside, &middle, &inside, &inside, &wall]);
        // The differences between neighbouring pixels on the far floor, just below the middle.
        let roughness = |game: &mut Headless| {
            let frame = picture(game, 64, 36);
            let rows = frame.pixels()[19 * 64..22 * 64].chunks(64);
            let bytes = |row: &[u32]| row.iter().map(|pixel| pixel.to_le_bytes()).collect::<Vec<_>>();
            let steps =
                |row: Vec<[u8; 4]>| row.windows(2).map(|two| u32::from(two[0][1].abs_diff(two[1][1]))).sum::<u32>();
            rows.map(|row| steps(bytes(row))).sum::<u32>()
        };
        let [smooth, rough] = [true, false].map(|far_levels| {
            game.world_mut().insert_resource(ViewOptions { far_levels, ..default() });
            roughness(&mut game)
        });
        assert!(smooth * 2 < rough, "{smooth} {rough}");
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
