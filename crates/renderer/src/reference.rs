//! Golden images: fixed scenes, compared byte for byte with images that were reviewed by hand. The golden images of a
//! single effect are tested next to that effect, with [`compare`].
//!
//! With `UPDATE_PICTURES=1` in the environment, the images are written again, to be reviewed and committed.

use crate::{
    canvas::picture::{decode_png, encode_png},
    stage::draw_kernel::DrawKernel,
    stage::options::Hud,
    testing::{game, game_from, game_on, level, level_lit, picture, put, wait},
};
use bevy::prelude::*;
use engine::{
    Door, EventRecord, GameEvent, Glow, Heading, Headless, Intent, KindId, Monster, Player, Position, Projectile,
    ProjectileKind, PushWall, Rules, Start,
};
use raycast::{Frame, Kernel};
use std::{
    f32::consts::{FRAC_PI_2, FRAC_PI_4, PI},
    path::Path,
    sync::Arc,
};

/// The number of ticks from one shot to the next.
const SHOT: u32 = engine::ticks(0.3);

/// Compares a frame with the golden image of this name in `tests/golden`.
///
/// # Panics
/// If they differ. The new image is then in the temporary folder.
pub(crate) fn compare(name: &str, found: &Frame) {
    let reference = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden").join(name);
    let file = encode_png(found).unwrap();
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&reference, &file).unwrap();
    }
    let wanted = std::fs::read(&reference).map(|bytes| decode_png(&bytes).unwrap());
    let same = wanted.is_ok_and(|wanted| {
        (wanted.width(), wanted.height(), wanted.texels()) == (found.width(), found.height(), found.pixels())
    });
    if !same {
        let actual = std::env::temp_dir().join(name);
        std::fs::write(&actual, &file).unwrap();
        panic!("{} differs from {}; compare the two", actual.display(), reference.display());
    }
}

/// Starts a run on a level without the HUD and fades, whose cells have this base light.
fn deck(light: f32, map: &[&str]) -> Headless {
    let mut game = game_on(level_lit(light, map));
    game.world_mut().insert_resource(Hud { shown: false, fades: false });
    game
}

/// Returns what the player sees from a point (x, y, angle), drawn by the plain kernel.
fn view(game: &mut Headless, [x, y, angle]: [f32; 3]) -> Frame {
    put(game, x, y, angle);
    game.world_mut().insert_resource(DrawKernel::asked_or_known(Kernel::Plain));
    picture(game, 320, 180)
}

/// Opens the door in front of the player for this number of ticks.
fn open_door(game: &mut Headless, from: [f32; 3], ticks: u32) {
    put(game, from[0], from[1], from[2]);
    wait(game, ticks, Intent { use_: true, ..Intent::default() });
    let open = game.world_mut().query::<&Door>().iter(game.world()).map(Door::open).fold(0.0, f32::max);
    assert!((0.3..0.7).contains(&open), "half open: {open}");
}

/// A red and a blue room, connected by a half-open door that lets some of the red light into the blue room.
#[test]
fn lamps_and_a_half_open_door() {
    let map = [
        "#############",
        "#  @  #     #",
        "#     #     #",
        "# R   +   # #",
        "#     #     #",
        "#     # B   #",
        "#############",
    ];
    let mut game = deck(0.08, &map);
    open_door(&mut game, [5.4, 3.5, 0.0], 30);
    compare("half_open_door.png", &view(&mut game, [2.2, 4.4, -0.3]));
    compare("half_open_door_beyond.png", &view(&mut game, [11.3, 1.6, 2.6]));
}

/// A hall with cut-off corners, pillars and their shadows.
#[test]
fn a_diagonal_and_a_pillar() {
    let map = ["##########", "#   @ /###", "#      /##", "#  o *  /#", "#        #", "# o      #", "##########"];
    let mut game = deck(0.1, &map);
    compare("diagonal_and_pillar.png", &view(&mut game, [1.5, 2.5, 0.25]));
}

/// Gratings, windows behind them, and stars behind the windows.
#[test]
fn windows_behind_gratings() {
    let map = [
        "sssssssss",
        "s.......s",
        "s.......s",
        "##gg#gg##",
        "#       #",
        "#b#bb#bb#",
        "#    *  #",
        "#   @   #",
        "#########",
    ];
    let mut game = deck(0.3, &map);
    compare("windows.png", &view(&mut game, [4.0, 6.7, -FRAC_PI_2 + 0.12]));
}

/// A hall full of green fog that is open to space. A screen on its wall shows the second frame of its animation.
#[test]
fn fog_and_open_space() {
    let map = [
        "ssssssssss",
        "s........s",
        "s........s",
        "###....###",
        "#        #",
        "#        #",
        "M @      #",
        "##########",
    ];
    let mut level = level_lit(0.7, &map);
    Arc::make_mut(&mut level).fog = level::LevelFog { colour: [40, 110, 70], clear: 3.0 };
    let mut game = game_on(level);
    game.world_mut().insert_resource(Hud { shown: false, fades: false });
    wait(&mut game, 25, Intent::default());
    compare("fog_and_space.png", &view(&mut game, [6.2, 6.2, -2.2]));
}

#[test]
fn a_swinging_door_half_open() {
    let map = ["#########", "#   #   #", "#@  H * #", "#   #   #", "#########"];
    let mut game = deck(0.2, &map);
    open_door(&mut game, [3.4, 2.5, 0.0], 30);
    compare("swinging_door.png", &view(&mut game, [2.2, 2.0, 0.2]));
}

#[test]
fn a_push_wall_half_way() {
    let map = ["#########", "#   #####", "#@  P   #", "#   #   #", "#   #   #", "#########"];
    let mut game = deck(0.8, &map);
    put(&mut game, 3.4, 2.5, 0.0);
    wait(&mut game, 61, Intent { use_: true, ..Intent::default() });
    let offset = game.world_mut().query::<&PushWall>().single(game.world()).unwrap().offset();
    assert!((0.4..0.6).contains(&offset.x), "{offset}");
    compare("push_wall.png", &view(&mut game, [2.4, 2.1, 0.15]));
    compare("push_wall_beyond.png", &view(&mut game, [7.3, 4.2, -2.5]));
}

/// A creature that faces along x, seen from eight sides: first from the front, then going around it over its left.
#[test]
fn eight_directions() {
    let level = level(&["#######", "#     #", "#     #", "#  z  #", "#     #", "#@    #", "#######"]);
    let mut sheet = Frame::new(4 * 80, 2 * 60);
    for eighth in 0..8 {
        let mut game = game_on(level.clone());
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        let (middle, angle) = (Vec2::splat(3.5), -(eighth as f32) * FRAC_PI_4);
        let world = game.world_mut();
        world.query_filtered::<&mut Heading, With<Monster>>().single_mut(world).unwrap().0 = 0.0;
        let eye = middle + 1.6 * Heading(angle).direction();
        put(&mut game, eye.x, eye.y, angle + PI);
        game.world_mut().insert_resource(DrawKernel::asked_or_known(Kernel::Plain));
        let part = picture(&mut game, 80, 60);
        for (row, pixels) in part.pixels().chunks_exact(80).enumerate() {
            let start = (eighth / 4 * 60 + row) * 320 + eighth % 4 * 80;
            sheet.pixels_mut()[start..start + 80].copy_from_slice(pixels);
        }
    }
    compare("eight_directions.png", &sheet);
}

/// The view of a player who has just fired, with the whole HUD.
#[test]
fn the_hud() {
    let mut game = game(&["#########", "#@      #", "#    #  #", "#  z    #", "##+######", "#   h   #", "#########"]);
    put(&mut game, 1.5, 1.6, 0.5);
    wait(&mut game, 150, Intent::default());
    wait(&mut game, 4, Intent { fire: true, ..Intent::default() });
    game.world_mut().insert_resource(DrawKernel::asked_or_known(Kernel::Plain));
    assert!(game.world_mut().query::<&Player>().single(game.world()).unwrap().since_shot < 4);
    compare("hud.png", &picture(&mut game, 320, 180));
}

/// A wall with bullet holes, a moment after the last shot, and a floor on which a monster has died.
#[test]
fn marks_and_sparks() {
    let mut game = deck(0.9, &["########", "#      #", "#      #", "#@     #", "#      #", "#      #", "########"]);
    put(&mut game, 4.6, 3.5, -0.25);
    let mut happens = |what, x, y| {
        game.world_mut().write_message(EventRecord { towards: Vec2::X, ..EventRecord::new(what, Vec2::new(x, y)) });
        game.tick(Intent::default());
    };
    happens(GameEvent::MonsterDies(KindId(0)), 5.7, 2.6);
    happens(GameEvent::MonsterHurt(KindId(0)), 6.2, 3.9);
    wait(&mut game, 260, Intent::default());
    for _ in 0..3 {
        wait(&mut game, SHOT, Intent { fire: true, turn: 0.05 / SHOT as f32, ..Intent::default() });
    }
    wait(&mut game, 11, Intent { fire: true, ..Intent::default() });
    compare("marks_and_sparks.png", &view(&mut game, [4.6, 3.5, -0.1]));
}

/// A monster that shoots in a dark hall: its bolt in flight, and the light that the bolt casts.
#[test]
fn a_bolt_flies() {
    let level = level_lit(0.15, &["##########", "#        #", "#  z   @ #", "#        #", "##########"]);
    let mut rules = Rules::standard();
    let shambler = rules.kind("shambler").map(usize::from).unwrap();
    let projectile = ProjectileKind {
        sprites: "bolt".to_owned(),
        speed: 6.0,
        radius: 0.1,
        spread: 0.0,
        reach: 100.0,
        pierces: false,
        explodes: None,
        lands: None,
        light: Some(Glow { colour: [90, 170, 255], reach: 3.0 }),
    };
    let attack = &mut rules.monsters[shambler].1.attacks[0];
    (attack.reach, attack.projectile) = (9.0, Some(projectile));
    let mut game = game_from(&Start { rules: Arc::new(rules), ..Start::on(level) });
    game.world_mut().insert_resource(Hud { shown: false, fades: false });
    put(&mut game, 7.5, 2.5, PI);
    let flies_by = |game: &mut Headless| {
        let world = game.world_mut();
        world.query_filtered::<&Position, With<Projectile>>().iter(world).any(|at| at.0.x > 5.2)
    };
    let ticks = (0..300)
        .take_while(|_| {
            !flies_by(&mut game) && {
                game.tick(Intent::default());
                true
            }
        })
        .count();
    assert!(ticks < 300, "the monster does not shoot");
    compare("bolt.png", &view(&mut game, [7.5, 3.2, PI + 0.3]));
}

/// A bolt that has just hit a wall, next to the mark of an earlier one, and a body that bursts in a corner.
#[test]
fn a_bolt_burns_out_and_a_body_bursts() {
    let mut game = deck(0.5, &["########", "#      #", "#      #", "#@     #", "#      #", "#      #", "########"]);
    put(&mut game, 1.5, 3.5, 0.0);
    let happens = |game: &mut Headless, what, x, y| {
        game.world_mut().write_message(EventRecord { towards: Vec2::X, ..EventRecord::new(what, Vec2::new(x, y)) });
        game.tick(Intent::default());
    };
    happens(&mut game, GameEvent::MonsterProjectileHits(KindId(0)), 6.99, 2.9);
    happens(&mut game, GameEvent::Bursts(KindId(0)), 6.2, 5.3);
    wait(&mut game, 300, Intent::default());
    happens(&mut game, GameEvent::MonsterProjectileHits(KindId(0)), 6.99, 3.7);
    happens(&mut game, GameEvent::Bursts(KindId(0)), 5.4, 4.7);
    wait(&mut game, 12, Intent::default());
    compare("bolt_hit_and_burst.png", &view(&mut game, [3.5, 3.5, 0.15]));
}
