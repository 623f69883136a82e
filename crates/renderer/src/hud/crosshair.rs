//! The crosshair: marks the middle of the frame in the style that the player has chosen.

use crate::{
    art::art::Art,
    camera::camera::FieldOfView,
    canvas::area::Area,
    canvas::canvas::{Canvas, Colour},
    hud::hud::{blend_below, is_at_board},
    stage::options::{Crosshair, CrosshairColour, Hud, ViewOptions},
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::{math::ops, prelude::*};
use engine::{AtTerminal, Deck, Grid, Heading, Load, Player, Position, Rules, Triggers, Weapon, is_usable_ahead};
use strum::VariantArray;

const SHADOW: Colour = Colour::rgb(8, 12, 16);
/// Colour of the corners around the crosshair when the use key does something, and their distance from the middle. No
/// crosshair is as wide.
const USABLE: Colour = Colour::rgb(255, 190, 60);
const USABLE_FAR: i32 = 12;

/// The systems that draw the crosshair.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct DrawCrosshair;

pub(crate) fn plugin(app: &mut App) {
    // In small frames it is drawn over the plates, and does not fade with them.
    app.configure_sets(DrawFrame, DrawCrosshair.in_set(Draw::Hud).after(blend_below).run_if(Hud::is_shown));
    app.add_systems(DrawFrame, draw.in_set(DrawCrosshair));
}

fn colour(of: CrosshairColour) -> Colour {
    match of {
        CrosshairColour::Pale => Colour::rgb(200, 255, 220),
        CrosshairColour::White => Colour::rgb(255, 255, 255),
        CrosshairColour::Yellow => Colour::rgb(255, 230, 60),
        CrosshairColour::Cyan => Colour::rgb(60, 240, 255),
        CrosshairColour::Magenta => Colour::rgb(255, 80, 240),
        CrosshairColour::Red => Colour::rgb(255, 60, 50),
    }
}

/// The effect of a weapon at its aim point.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Effect {
    /// A melee attack on the target in front of the player.
    RecentHit,
    /// A shot that hits exactly where it is aimed.
    Point,
    /// A shot that hits within this angle of the aim, in radians.
    Scatter(f32),
    /// A projectile.
    Flies,
    /// A flame that burns everything within this angle of its path, in radians.
    Burns(f32),
    /// A projectile that explodes.
    Explodes,
    /// A thrown object that lands.
    Lands,
    /// A tool that closes breaches.
    Patches,
}

impl Effect {
    fn of(weapon: &Weapon) -> Effect {
        match &weapon.load {
            Load::Bullets(_) if weapon.is_melee() => Effect::RecentHit,
            Load::Bullets(bullets) if bullets.spread > 0.0 => Effect::Scatter(bullets.spread),
            Load::Bullets(_) => Effect::Point,
            Load::Patches(_) => Effect::Patches,
            Load::Projectile(kind) if kind.explodes.is_some() => Effect::Explodes,
            Load::Projectile(kind) if kind.lands.is_some() => Effect::Lands,
            Load::Projectile(kind) if kind.pierces => Effect::Burns(kind.spread),
            Load::Projectile(_) => Effect::Flies,
        }
    }
}

/// Draws the crosshair, except for a dead player or one at a board.
fn draw(
    player: Single<(&Player, &Position, &Heading)>,
    (at, art): (Option<Res<AtTerminal>>, Option<Res<Art>>),
    deck: Option<(Res<Deck>, Res<Grid>, Res<Triggers>)>,
    (options, rules, fov): (Res<ViewOptions>, Option<Res<Rules>>, Res<FieldOfView>),
    mut screen: ResMut<Screen>,
) {
    let (player, position, heading) = *player;
    if art.is_none() || player.since_death != u32::MAX || is_at_board(at) {
        return;
    }
    let mut canvas = Canvas::new(&mut screen.0).enlarged(options.crosshair_size.part());
    let colour = colour(options.crosshair_colour).covering(0.9);
    match options.crosshair {
        Crosshair::Cross => cross(&mut canvas, colour, Side::VARIANTS),
        Crosshair::Dot => dot(&mut canvas, colour),
        Crosshair::Ring => ring(&mut canvas, colour, 0.0),
        Crosshair::Weapon => {
            let weapon = rules.as_ref().and_then(|rules| player.weapon(rules));
            if let Some((_, weapon)) = weapon {
                // The angle keeps its width in the view, whatever crosshair size is chosen.
                let tile = canvas.height() as f32 / 2.0 * (4.0 / 3.0) / ops::tan(fov.0 / 2.0);
                of_effect(&mut canvas, colour, Effect::of(weapon), |angle| ops::tan(angle) * tile);
            }
        }
        Crosshair::None => {}
    }
    let ahead = |(deck, grid, triggers): (Res<Deck>, Res<Grid>, Res<Triggers>)| {
        is_usable_ahead(&deck.0, &grid, &triggers, position.0, heading.direction())
    };
    if deck.is_some_and(ahead) {
        corners(&mut canvas, USABLE.covering(0.9), USABLE_FAR);
    }
}

/// Draws the crosshair of a weapon; `wide` converts an angle to pixels from the middle.
fn of_effect(canvas: &mut Canvas, colour: Colour, effect: Effect, wide: impl Fn(f32) -> f32) {
    match effect {
        Effect::RecentHit => corners(canvas, colour, 5),
        Effect::Point => cross(canvas, colour, Side::VARIANTS),
        Effect::Scatter(angle) => ring(canvas, colour, wide(angle)),
        Effect::Flies => cross(canvas, colour, &[Side::Left, Side::Right, Side::Below]),
        Effect::Burns(angle) => {
            ring(canvas, colour, wide(angle));
            dot(canvas, colour);
        }
        Effect::Explodes => {
            corners(canvas, colour, 8);
            dot(canvas, colour);
        }
        Effect::Lands => cross(canvas, colour, &[Side::Above, Side::Below]),
        Effect::Patches => {
            corners(canvas, colour, 5);
            cross(canvas, colour, &[Side::Left, Side::Right]);
        }
    }
}

/// A stroke of a cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
enum Side {
    Above,
    Below,
    Left,
    Right,
}

/// Draws a stroke that is visible on light and dark backgrounds.
fn stroke(canvas: &mut Canvas, colour: Colour, area: Area) {
    canvas.fill(area.within(-1), SHADOW.covering(0.5));
    canvas.fill(area, colour);
}

/// Draws strokes around the middle.
fn cross(canvas: &mut Canvas, colour: Colour, sides: &[Side]) {
    let unit = canvas.unit();
    let (x, y) = (canvas.width() / 2, canvas.height() / 2);
    let thick = (2 * unit + 2) / 3;
    let (gap, long) = (2 * unit, 3 * unit);
    let half = thick / 2;
    for side in sides {
        let area = match side {
            Side::Above => Area::new(x - half, y - gap - long, thick, long),
            Side::Below => Area::new(x - half, y + gap, thick, long),
            Side::Left => Area::new(x - gap - long, y - half, long, thick),
            Side::Right => Area::new(x + gap, y - half, long, thick),
        };
        stroke(canvas, colour, area);
    }
}

/// Draws the four corners of a square whose sides are `far` units from the middle.
fn corners(canvas: &mut Canvas, colour: Colour, far: i32) {
    let unit = canvas.unit();
    let thick = (2 * unit + 2) / 3;
    let (far, long) = (far * unit, 3 * unit);
    let (x, y) = (canvas.width() / 2, canvas.height() / 2);
    for (left, top) in [(true, true), (true, false), (false, true), (false, false)] {
        let across = if left { x - far } else { x + far - long };
        let down = if top { y - far } else { y + far - long };
        let edge_x = if left { x - far } else { x + far - thick };
        let edge_y = if top { y - far } else { y + far - thick };
        stroke(canvas, colour, Area::new(across, edge_y, long, thick));
        stroke(canvas, colour, Area::new(edge_x, down, thick, long));
    }
}

fn middle(canvas: &Canvas) -> Vec2 {
    Vec2::new(canvas.width() as f32, canvas.height() as f32) / 2.0
}

fn dot(canvas: &mut Canvas, colour: Colour) {
    let (at, unit) = (middle(canvas), canvas.unit() as f32);
    canvas.round(at, 1.2 * unit + 1.0, SHADOW.covering(0.5));
    canvas.round(at, 1.2 * unit, colour);
}

/// Draws a ring with this radius in pixels around the middle, or with the minimum radius.
fn ring(canvas: &mut Canvas, colour: Colour, wide: f32) {
    let (at, unit) = (middle(canvas), canvas.unit() as f32);
    let wide = wide.max(4.5 * unit);
    canvas.ring(at, wide + 1.0, unit.max(1.0) + 2.0, SHADOW.covering(0.5));
    canvas.ring(at, wide, unit.max(1.0), colour);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        stage::options::Percent,
        testing::{die, game, game_on, picture, wait},
    };
    use engine::{Headless, Intent};
    use std::collections::BTreeSet;

    fn quiet() -> Headless {
        let mut game = game(&["####", "#@ #", "####"]);
        wait(&mut game, 400, Intent::default());
        game
    }

    /// Returns the pixels near the middle that a crosshair changes.
    fn drawn(game: &mut Headless, options: ViewOptions) -> BTreeSet<(usize, usize)> {
        let mut seen = |crosshair| {
            game.world_mut().insert_resource(ViewOptions { crosshair, ..options });
            picture(game, 320, 180)
        };
        let (with, without) = (seen(options.crosshair), seen(Crosshair::None));
        let places = (0..320).flat_map(|x| (0..180).map(move |y| (x, y)));
        places.filter(|&(x, y)| with.pixel(x, y) != without.pixel(x, y)).collect()
    }

    #[test]
    fn options_set_the_shape_size_and_colour_of_the_crosshair() {
        let mut game = quiet();
        let mut of = |crosshair, percent| {
            let crosshair_size = Percent::new(percent);
            drawn(&mut game, ViewOptions { crosshair, crosshair_size, ..default() })
        };
        assert!(of(Crosshair::None, 100).is_empty());
        let [cross, dot, ring] = [Crosshair::Cross, Crosshair::Dot, Crosshair::Ring].map(|kind| of(kind, 100));
        assert!(dot.contains(&(160, 90)) && !cross.contains(&(160, 90)) && !ring.contains(&(160, 90)));
        assert!(dot.len() < ring.len() && cross != ring);
        for crosshair in [Crosshair::Cross, Crosshair::Dot, Crosshair::Ring] {
            assert!(of(crosshair, 300).len() > 2 * of(crosshair, 100).len(), "{crosshair:?}");
        }
        let pictures = CrosshairColour::VARIANTS.iter().map(|&crosshair_colour| {
            game.world_mut().insert_resource(ViewOptions { crosshair_colour, ..default() });
            picture(&mut game, 320, 180).pixels().to_vec()
        });
        assert_eq!(pictures.into_iter().collect::<BTreeSet<_>>().len(), 6);
    }

    #[test]
    fn each_weapon_has_its_own_crosshair_and_scatter_sets_the_ring() {
        let mut game = quiet();
        let rules = game.world().resource::<Rules>().clone();
        let mut of = |weapon: &str| {
            let world = game.world_mut();
            let mut player = world.query::<&mut Player>().single_mut(world).unwrap();
            player.held = Some(weapon.to_owned());
            drawn(&mut game, ViewOptions { crosshair: Crosshair::Weapon, ..default() })
        };
        let all: Vec<_> = rules.weapons.iter().map(|(name, _)| (name, of(name))).collect();
        assert!(all.len() >= 8, "the game has at least eight weapons");
        for (number, (name, one)) in all.iter().enumerate() {
            assert!(!one.is_empty(), "{name}");
            for (other, another) in &all[..number] {
                assert_ne!(one, another, "{name} and {other}");
            }
        }
        // Six degrees, in a frame with 160 columns per 45 degrees on each side.
        let shotgun = of("shotgun");
        let widest = shotgun.iter().map(|&(x, _)| x).max().unwrap();
        assert!(widest.abs_diff(160 + (160.0 * ops::tan(6_f32.to_radians())) as usize) <= 3, "{widest}");
    }

    #[test]
    fn dead_player_has_no_crosshair() {
        let mut game = game(&["######", "#@z  #", "######"]);
        let strokes = |game: &mut Headless| {
            let mut with = |shown| {
                game.world_mut().insert_resource(Hud { shown, fades: false });
                picture(game, 320, 180)
            };
            let (with, without) = (with(true), with(false));
            // The death tint covers the whole middle; a crosshair would differ from its surroundings.
            let change = |x: usize| {
                let [here, bare] = [&with, &without].map(|frame| frame.pixel(x, 90).unwrap().to_le_bytes()[1]);
                i32::from(here) - i32::from(bare)
            };
            (155..158).map(change).max().unwrap() - (140..150).map(change).max().unwrap()
        };
        assert!(strokes(&mut game) > 20);
        die(&mut game);
        wait(&mut game, 200, Intent::default());
        assert!(strokes(&mut game) <= 8);
    }

    /// Returns the ranges of columns and rows in which the crosshair is drawn.
    fn crosshair_of(game: &mut Headless, (width, height): (usize, usize)) -> [(usize, usize); 2] {
        let with = picture(game, width, height);
        game.world_mut().insert_resource(Hud { shown: false, ..default() });
        let without = picture(game, width, height);
        game.world_mut().insert_resource(Hud::default());
        let near = |x: usize, y: usize| x.abs_diff(width / 2) < height / 8 && y.abs_diff(height / 2) < height / 8;
        let places = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        let drawn: Vec<(usize, usize)> =
            places.filter(|&(x, y)| near(x, y) && with.pixel(x, y) != without.pixel(x, y)).collect();
        assert!(!drawn.contains(&(width / 2, height / 2)), "the aim point must be visible");
        let ends = |of: fn(&(usize, usize)) -> usize| {
            (drawn.iter().map(of).min().unwrap(), drawn.iter().map(of).max().unwrap())
        };
        [ends(|place| place.0), ends(|place| place.1)]
    }

    #[test]
    fn crosshair_is_centred_and_leaves_the_middle_free() {
        let mut game = quiet();
        let [(left, right), (top, bottom)] = crosshair_of(&mut game, (320, 180));
        // The middle is between two pixels.
        assert_eq!((left + right, top + bottom), (159 + 160, 89 + 90));
        assert!((8..20).contains(&(right - left)) && right - left == bottom - top);
    }

    #[test]
    fn corners_show_that_a_screen_in_reach_can_be_read_once() {
        let text = r#"(name: "x", legend: { 'W': (wall: "hull"), '@': (thing: Player), ' ': (),
            'S': (wall: "hull", overlay: "sign", name: "plate") },
            map: ["WWWWW", "W@  S", "WWWWW"],
            triggers: [(at: "plate", on: Use, do: [Say("Pod 31.")])])"#;
        let level = level::Level::read("x.ron", text.as_bytes()).unwrap();
        let mut game = game_on(std::sync::Arc::new(level));
        wait(&mut game, 400, Intent::default());
        let corner = |game: &mut Headless| {
            let frame = picture(game, 320, 180);
            let [red, _, blue, _] =
                frame.pixel(160 - USABLE_FAR as usize, 90 - USABLE_FAR as usize).unwrap().to_le_bytes();
            red > 150 && blue < 120
        };
        assert!(!corner(&mut game), "three cells away");
        wait(&mut game, 120, Intent { forward: 1.0, ..Intent::default() });
        assert!(corner(&mut game));
        wait(&mut game, 2, Intent { use_: true, ..Intent::default() });
        wait(&mut game, 400, Intent::default());
        assert!(!corner(&mut game), "it has been read");
    }

    #[test]
    fn crosshair_grows_with_the_frame() {
        let mut game = quiet();
        let wide = |size| crosshair_of(&mut game, size)[0];
        let [(left, right), (far_left, far_right)] = [(320, 180), (1280, 720)].map(wide);
        assert!(far_right - far_left > 3 * (right - left));
    }
}
