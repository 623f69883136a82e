//! Art made from code, and small levels drawn as text, for the tests.

use crate::{
    RendererPlugin,
    art::art::{Art, VIEWS},
    art::skins,
    hud::{hud, weapon},
    marks::{marks, particles},
    scene::{actors, things},
    stage::screen::{DrawFrame, Screen},
    stage::stage::Stage,
};
use bevy::prelude::*;
use engine::{Heading, Headless, Health, Intent, Player, Position, PreviousPosition, Rules, Start};
use level::{Level, TextError};
use png::{BitDepth, ColorType, Encoder};
use raycast::{Camera, Frame};
use std::{collections::BTreeMap, sync::Arc};

type Rgb = [u8; 3];

/// The textures without translucent texels.
const TEXTURES: [&str; 13] = [
    "arrow", "bars", "door", "hatch", "hull", "jamb", "panel", "pillar", "plate", "screen", "screen@2", "switch",
    "thrown",
];

/// Returns a PNG file whose texels are given by a function; `None` is a hole.
pub(crate) fn png(width: usize, height: usize, texel: impl Fn(usize, usize) -> Option<Rgb>) -> Vec<u8> {
    clear_png(width, height, |x, y| texel(x, y).map(|[r, g, b]| [r, g, b, 255]))
}

/// Returns a PNG file whose texels have alpha values.
fn clear_png(width: usize, height: usize, texel: impl Fn(usize, usize) -> Option<[u8; 4]>) -> Vec<u8> {
    let rgba = (0..width * height).flat_map(|index| texel(index % width, index / width).unwrap_or_default());
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width as u32, height as u32);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(&rgba.collect::<Vec<u8>>()).unwrap();
    file
}

/// Returns the colour with a fixed pattern of grain added.
fn rough([r, g, b]: Rgb, x: usize, y: usize) -> Option<Rgb> {
    let grain = ((x * 7 + y * 13 + x * y) % 16) as u8;
    Some([r, g, b].map(|part| part.saturating_add(grain)))
}

/// Returns a texel of a texture of 32 by 32 texels.
fn texture(name: &str, x: usize, y: usize) -> Option<Rgb> {
    match name {
        // Bricks, with every other row offset by half a brick.
        "hull" => rough(
            if y.is_multiple_of(8) || (x + y / 8 % 2 * 8).is_multiple_of(16) { [30; 3] } else { [150, 90, 70] },
            x,
            y,
        ),
        // Stripes, with a handle on the right.
        "door" if (24..27).contains(&x) && (12..20).contains(&y) => Some([220, 220, 230]),
        "door" => rough(if (x + y) % 16 < 8 { [170, 140, 30] } else { [50, 50, 55] }, x, y),
        "jamb" => rough(if x % 8 < 2 { [40; 3] } else { [90, 95, 110] }, x, y),
        "plate" => rough(if x == 0 || y == 0 { [25; 3] } else { [80, 90, 80] }, x, y),
        "panel" => rough(if x < 2 || y < 2 { [25; 3] } else { [70, 75, 100] }, x, y),
        // An F, which shows when it is mirrored or upside down.
        "switch" if (x == 10 || y == 8 || y == 15) && (10..22).contains(&x) && (8..25).contains(&y) => Some([240; 3]),
        "switch" => rough([120, 20, 20], x, y),
        "hatch" if (x % 16).abs_diff(8) < 2 || y.is_multiple_of(8) => Some([60, 50, 40]),
        "hatch" => rough([120, 110, 90], x, y),
        "pillar" => rough(if x % 8 < 4 { [150, 150, 160] } else { [110, 110, 120] }, x, y),
        // Bars, and an arrow that points to the right.
        "bars" => (x % 8 < 2 || y < 2).then_some([70, 75, 80]),
        "arrow" => (y.abs_diff(16) < 2 && (6..26).contains(&x) || x >= 20 && x + y.abs_diff(16) == 26)
            .then_some([250, 240, 60]),
        "screen" => rough([20, 30, 160], x, y),
        "screen@2" => rough([160, 30, 20], x, y),
        _ => rough([20, 120, 20], x, y),
    }
}

/// Returns a texel of a sprite of 32 by 32 texels: a figure, or a box on the floor.
fn sprite(name: &str, x: usize, y: usize) -> Option<Rgb> {
    let (dx, dy) = (x.abs_diff(16), y.abs_diff(8));
    // An eye and an arm that move to the left and around to the back from view to view.
    if let Some(view) = name.strip_prefix("shambler_stand.").and_then(|view| view.parse::<usize>().ok()) {
        let (eye, arm) = ([16, 13, 11, 99, 99][view - 1], [16, 10, 5, 9, 16][view - 1]);
        if y.abs_diff(7) < 2 && x.abs_diff(eye) < 2 {
            return Some([250, 230, 40]);
        } else if y.abs_diff(17) < 2 && (arm..16).contains(&x) {
            return Some([200, 60, 40]);
        }
    }
    if name.starts_with("shambler") {
        let head = dx * dx + dy * dy < 30;
        let body = y >= 12 && dx < 9 - y / 8;
        if head {
            rough([90, 140, 80], x, y)
        } else if body {
            rough([110, 80, 60], x, y)
        } else {
            None
        }
    } else if name.starts_with("bolt") {
        let away = dx * dx + y.abs_diff(16).pow(2);
        (away < 12 || name == "bolt2" && away.is_multiple_of(9) && away < 30).then_some([150, 220, 255])
    } else if name.ends_with("_idle") || name.contains("_fire") {
        (dx < 3 + y / 8 && y > 8).then_some([90, 90, 100])
    } else {
        (y >= 22 && dx < 8).then_some([200, 60, 60])
    }
}

/// The colour of blood, which nothing else uses.
pub(crate) const BLOOD: Rgb = [140, 0, 0];

/// Returns true within the circle that fills a square.
fn round(side: usize, x: usize, y: usize) -> bool {
    let (dx, dy) = ((2 * x + 1).abs_diff(side), (2 * y + 1).abs_diff(side));
    dx * dx + dy * dy < side * side
}

/// Returns the art that the game ships with.
pub(crate) fn shipped_art() -> Art {
    Art::from_files(&shipped_files()).unwrap()
}

/// Returns the files of that art, with their names relative to the assets folder.
pub(crate) fn shipped_files() -> BTreeMap<String, Vec<u8>> {
    let assets = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets");
    let mut files = BTreeMap::from([("uniforms.ron".to_owned(), std::fs::read(assets.join("uniforms.ron")).unwrap())]);
    for folder in ["fonts", "sheets", "textures", "sprites", "pictures", "skies"] {
        for entry in std::fs::read_dir(assets.join(folder)).into_iter().flatten() {
            let path = entry.unwrap().path();
            let name = format!("{folder}/{}", path.file_name().unwrap().to_str().unwrap());
            files.insert(name, std::fs::read(path).unwrap());
        }
    }
    files
}

/// Returns the test art: the textures `hull`, `door`, `jamb` and so on, and all sprites.
pub(crate) fn art() -> Art {
    Art::from_files(&files()).unwrap()
}

/// Returns the files of the test art.
pub(crate) fn files() -> BTreeMap<String, Vec<u8>> {
    let font = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/fonts/hullbreach.ttf");
    let mut files = BTreeMap::from([("fonts/hullbreach.ttf".to_owned(), std::fs::read(font).unwrap())]);
    for name in TEXTURES {
        files.insert(format!("textures/{name}.png"), png(32, 32, |x, y| texture(name, x, y)));
    }
    let glass = |x: usize, y: usize| Some([120, 200, 210, if x < 2 || y < 2 || x == y { 200 } else { 50 }]);
    files.insert("textures/glass.png".to_owned(), clear_png(32, 32, glass));
    let stars = |x: usize, y: usize| {
        Some(if (x * x * 7 + y * 131 + x * y).is_multiple_of(41) { [230, 230, 255] } else { [4, 4, 24] })
    };
    files.insert("skies/nebula.png".to_owned(), png(256, 128, stars));
    let poses: Vec<String> = Rules::standard().monsters.iter().flat_map(|(_, kind)| actors::poses(kind)).collect();
    let rules = Rules::standard();
    let arms = weapon::pictures(&rules).chain(things::things(&rules)).map(|(.., name)| name);
    let arms: Vec<String> = arms.collect();
    let names =
        poses.iter().map(String::as_str).chain(things::SPRITES).chain(arms.iter().map(String::as_str)).chain(["bolt2"]);
    for name in names {
        files.insert(format!("sprites/{name}.png"), png(32, 32, |x, y| sprite(name, x, y)));
    }
    // Marks are plain; the tests distinguish them by colour.
    for name in marks::PICTURES {
        let (side, colour) = match name {
            "mark_bullet1" | "mark_bullet2" => (8, [0; 3]),
            "mark_scorch" => (32, [20; 3]),
            _ => (32, BLOOD),
        };
        files.insert(format!("textures/{name}.png"), png(side, side, |x, y| round(side, x, y).then_some(colour)));
    }
    // The plates of locks are plain, too: each letter and state has its own colour.
    for (number, name) in skins::PLATES.into_iter().enumerate() {
        let colour = [30 * number as u8, 200, 255 - 30 * number as u8];
        files.insert(format!("textures/{name}.png"), png(32, 32, |x, y| round(32, x, y).then_some(colour)));
    }
    for name in particles::PICTURES {
        let colour = match &name[..5] {
            "blood" => BLOOD,
            "smoke" => [150; 3],
            "bolt_" => [120, 200, 255],
            "burst" => [170, 220, 40],
            _ => [250, 240, 120],
        };
        files.insert(format!("sprites/{name}.png"), png(16, 16, |x, y| round(16, x, y).then_some(colour)));
    }
    // The standing pose is drawn from the front to the back; the other sides mirror these.
    files.remove("sprites/shambler_stand.png");
    for name in (1..=VIEWS).map(|side| format!("shambler_stand.{side}")) {
        files.insert(format!("sprites/{name}.png"), png(32, 32, |x, y| sprite(&name, x, y)));
    }
    let icons = hud::icons(&rules).map(|(.., name)| name);
    for name in icons.chain(hud::PICTURES.map(str::to_owned)) {
        let icon = |x: usize, y: usize| (x.abs_diff(8) < 5 && y.abs_diff(8) < 7).then_some([200, 90, 90]);
        files.insert(format!("sprites/{name}.png"), png(16, 16, icon));
    }
    files
}

/// Builds a level: `#` is a wall, `+` a door, `>` a lift switch, `@` the player, `z` a shambler, `h` a medkit, `a` a
/// clip; see the legend for more.
pub(crate) fn level(map: &[&str]) -> Arc<Level> {
    level_lit(0.9, map)
}

/// Reads such a level, if it is valid.
pub(crate) fn read(map: &[&str]) -> Result<Arc<Level>, TextError> {
    read_lit(0.9, map)
}

/// Builds such a level whose cells have this base light, 0 to 1.
pub(crate) fn level_lit(light: f32, map: &[&str]) -> Arc<Level> {
    read_lit(light, map).unwrap()
}

/// Builds such a level with this floor texture.
pub(crate) fn level_on(floor: &str, map: &[&str]) -> Arc<Level> {
    read_with(&format!("light: 0.9, floor: {floor:?}"), map).unwrap()
}

fn read_lit(light: f32, map: &[&str]) -> Result<Arc<Level>, TextError> {
    read_with(&format!("light: {light}"), map)
}

fn read_with(base: &str, map: &[&str]) -> Result<Arc<Level>, TextError> {
    let legend = r#"{ '#': (wall: "hull"), '+': (door: "door"), '>': (wall: "switch", lift: "thrown"), ' ': (),
        '@': (thing: Player, facing: 0), 'z': (monster: "shambler", facing: 0), 'h': (pickup: "medkit"), 'a': (pickup: "clip"), 'k': (prop: "crate"), 'q': (prop: "barrel"),
        'H': (door: "hatch", hang: Swinging), 'g': (window: "glass"), 'b': (grating: "bars"), 'o': (pillar: "pillar"),
        'C': (wall: "hull", conduit: (optimum: 5, seed: 1)), 'T': (table: ()),
        '/': (diagonal: "switch"), 'P': (push: "switch"), 's': (wall: "sky"), '.': (floor: "sky", ceiling: "sky"),
        'A': (wall: "hull", overlay: "arrow"), 'M': (wall: "screen"), 'W': (wall: "screen", overlay: "arrow"),
        '<': (wall: "hull", overlay: "switch", lift: "arrow"),
        '*': (lamp: ()), 'R': (lamp: (colour: (255, 50, 30), reach: 6)), 'B': (lamp: (colour: (60, 110, 255), reach: 6)),
        'F': (lamp: (mood: Flicker)), 'U': (lamp: (mood: Pulse)) }"#;
    let text = format!(r#"(name: "Test deck", base: ({base}), legend: {legend}, map: {map:?})"#);
    Level::read("test.ron", text.as_bytes()).map(Arc::new)
}

/// Starts a run on such a level, with the renderer and the test art.
pub(crate) fn game(map: &[&str]) -> Headless {
    game_on(level(map))
}

/// Starts a run on a level, with the renderer and the test art.
pub(crate) fn game_on(level: Arc<Level>) -> Headless {
    game_from(&Start::on(level))
}

/// Starts a run, with the renderer and the test art.
pub(crate) fn game_from(start: &Start) -> Headless {
    let mut game = Headless::begin_with(start, |app| {
        app.add_plugins(RendererPlugin);
    });
    game.world_mut().insert_resource(art());
    game.tick(Intent::default());
    game
}

/// Runs this number of ticks with the same intent.
pub(crate) fn wait(game: &mut Headless, ticks: u32, intent: Intent) {
    for _ in 0..ticks {
        game.tick(intent);
    }
}

/// Moves the player to a point, looking along an angle in radians, without interpolation from the old position.
pub(crate) fn put(game: &mut Headless, x: f32, y: f32, angle: f32) {
    let world = game.world_mut();
    let mut player = world.query_filtered::<(&mut Position, &mut PreviousPosition, &mut Heading), With<Player>>();
    let (mut position, mut previous, mut heading) = player.single_mut(world).unwrap();
    (position.0, previous.0, heading.0) = (Vec2::new(x, y), Vec2::new(x, y), angle);
}

/// Pretends that the player was hurt in this tick.
pub(crate) fn hurt(game: &mut Headless) {
    let world = game.world_mut();
    world.query::<&mut Player>().single_mut(world).unwrap().since_hurt = 0;
}

/// Sends an event at a position, caused by a hit in this direction, and runs a tick.
pub(crate) fn happens(game: &mut Headless, what: engine::GameEvent, at: Vec2, towards: Vec2) {
    game.world_mut().write_message(engine::EventRecord { towards, ..engine::EventRecord::new(what, at) });
    game.tick(Intent::default());
}

/// Waits at a health of 1 until a monster kills the player; returns in the first tick after death.
pub(crate) fn die(game: &mut Headless) {
    for _ in 0..600 {
        let world = game.world_mut();
        let mut player = world.query::<(&Player, &mut Health)>();
        let (player, mut health) = player.single_mut(world).unwrap();
        if player.since_death != u32::MAX {
            return;
        }
        health.0 = 1;
        game.tick(Intent::default());
    }
    panic!("no monster kills the player");
}

/// Returns the camera of the frame that would be drawn now.
pub(crate) fn camera(game: &mut Headless) -> Camera {
    picture(game, 8, 8);
    game.world().resource::<Stage>().scene.as_ref().unwrap().camera
}

/// Draws a frame of this size and returns it.
pub(crate) fn picture(game: &mut Headless, width: usize, height: usize) -> Frame {
    let world = game.world_mut();
    world.resource_mut::<Screen>().0.resize(width, height);
    world.run_schedule(DrawFrame);
    world.resource::<Screen>().0.clone()
}

/// Returns the pixel in the middle as red, green, blue.
pub(crate) fn middle(frame: &Frame) -> Rgb {
    let [r, g, b, _] = frame.pixel(frame.width() / 2, frame.height() / 2).unwrap().to_le_bytes();
    [r, g, b]
}
