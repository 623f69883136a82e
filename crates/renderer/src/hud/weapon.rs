//! The weapon in the player's hand: it swings with his steps, is thrown back by a shot and drops when he dies.

use crate::art::Art;
use crate::canvas::{Canvas, ShortText};
use crate::eye::{Blend, Gait, recoil};
use crate::hud::hud;
use crate::light::Lights;
use crate::stage::{Draw, DrawFrame, Hud, Screen, ViewOptions};
use bevy::prelude::*;
use engine::{CHANGE_TICKS, Player, Position, Previous, Rules, Run, TICKS_PER_SECOND, Table, Velocity, ticks};

/// The moments of a weapon: its pictures are its name and these, such as `pistol_fire1`.
pub(crate) const MOMENTS: [&str; 4] = ["fire1", "fire2", "fire3", "idle"];

/// The pictures of all weapons, each with the file and the entry that name it.
pub(crate) fn pictures(rules: &Rules) -> impl Iterator<Item = (&str, &str, String)> {
    rules.weapons.iter().flat_map(move |(name, weapon)| {
        let file = rules.file_of(Table::Weapons, name);
        MOMENTS.map(|moment| (file, name.as_str(), format!("{}_{moment}", weapon.sprites)))
    })
}

/// How fast the weapon drops from a dead hand: so many pixels of the HUD in the first second, and four times as many in two.
const DROP: f32 = 240.0;
/// How far below its place a weapon begins when it is taken, in pixels of the HUD.
const DEPTH: f32 = 90.0;
/// How far from the middle each of two weapons is, in pixels of the HUD.
const APART: f32 = 62.0;
/// The longest that the flash of a shot is seen.
const FLASH: u32 = ticks(0.06);
/// The least light that the weapon is seen in: the hand is never quite lost in the dark.
const LEAST_LIGHT: f32 = 0.35;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(DrawFrame, draw.in_set(Draw::Weapon).run_if(Hud::is_shown.and_then(not(hud::is_at_board))));
}

fn draw(
    player: Single<(&Player, &Position, &Previous, &Velocity)>,
    (run, rules): (Option<Res<Run>>, Option<Res<Rules>>),
    lights: Res<Lights>,
    art: Option<Res<Art>>,
    blend: Res<Blend>,
    options: Res<ViewOptions>,
    mut screen: ResMut<Screen>,
) {
    let (Some(run), Some(rules), Some(art)) = (run, rules, art) else { return };
    let (player, position, previous, velocity) = *player;
    let Some((_, weapon)) = player.weapon(&rules) else { return };
    let name = |since_shot| ShortText::of(format_args!("{}_{}", weapon.sprites, moment(since_shot, weapon.again)));
    let Some(picture) = art.picture(&name(player.since_shot)) else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let unit = canvas.unit();
    let hand = Gait::new(&run, *blend, *position, *previous, *velocity).hand() * options.weapon_bob.part();
    let thrown = recoil::weapon(blend.since(player.since_shot), weapon.recoil) * options.recoil.part();
    let dropped = if player.since_death == u32::MAX { 0.0 } else { dropped(blend.since(player.since_death)) };
    let pixels = |way: f32| (way * unit as f32).round() as i32;
    let (width, height) = (picture.width() as i32 * unit, picture.height() as i32 * unit);
    let raised = raised(blend.since(player.since_change));
    // None of this ever lifts the picture's lower edge off the frame's.
    let top = canvas.height() - height + pixels(hand.y + thrown + dropped + raised);
    let light = lights.at(position.0).map(|light| light.max(LEAST_LIGHT));
    let middle = (canvas.width() - width) / 2 + pixels(hand.x);
    if player.holds_two() {
        // The left hand fires only when there is enough for both.
        let left = art.mirrored(&name(if player.both { player.since_shot } else { u32::MAX }));
        let left = left.or(art.mirrored(&name(player.since_shot))).unwrap_or(picture);
        canvas.lit_picture(left, middle - pixels(APART), top, unit, light);
        canvas.lit_picture(picture, middle + pixels(APART), top, unit, light);
    } else {
        canvas.lit_picture(picture, middle, top, unit, light);
    }
}

/// The moment of a weapon so many ticks after a shot, if so many pass from one to the next: it has settled when it can fire
/// again.
fn moment(since_shot: u32, again: u32) -> &'static str {
    let (flash, kick, settle) = (again / 5, again * 7 / 15, again * 4 / 5);
    if since_shot < flash.clamp(1, FLASH) {
        "fire1"
    } else if since_shot < kick {
        "fire2"
    } else if since_shot < settle {
        "fire3"
    } else {
        "idle"
    }
}

/// How far below its place a weapon is so many ticks after the player has taken it, in pixels of the HUD.
fn raised(since_change: f32) -> f32 {
    let left = 1.0 - (since_change / CHANGE_TICKS as f32).min(1.0);
    DEPTH * left * left
}

/// How far the weapon has dropped so many ticks after death, in pixels of the HUD.
fn dropped(since: f32) -> f32 {
    let seconds = since / TICKS_PER_SECOND as f32;
    (DROP * seconds * seconds).min(10_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Strength;
    use crate::reference::compare;
    use crate::testing::{die, game, picture, wait};
    use engine::{Headless, Intent};

    /// The ticks from one shot to the next.
    const SHOT: u32 = ticks(0.3);

    #[test]
    fn the_pistol_is_at_rest_again_before_it_can_fire_again() {
        assert_eq!(moment(0, SHOT), "fire1");
        assert_eq!(moment(SHOT - 1, SHOT), "idle");
        assert_eq!(moment(u32::MAX, SHOT), "idle");
        let slow: Vec<&str> = (0..120).map(|since| moment(since, 120)).collect();
        for name in MOMENTS {
            assert!(slow.contains(&name), "{name}");
        }
    }

    #[test]
    fn the_weapon_swings_is_thrown_back_and_drops() {
        let mut game = game(&["#########", "#@      #", "#  z    #", "#########"]);
        let pixels = |game: &mut Headless| picture(game, 320, 180).pixels().to_vec();
        let with = |game: &mut Headless, options: ViewOptions| {
            game.world_mut().insert_resource(options);
            pixels(game)
        };
        game.world_mut().insert_resource(Hud { fades: false, ..default() });
        let none = Strength::NONE;
        let still = ViewOptions { weapon_bob: none, ..default() };
        wait(&mut game, 60, Intent { forward: 1.0, ..Intent::default() });
        assert_ne!(with(&mut game, ViewOptions::default()), with(&mut game, still));
        wait(&mut game, 100, Intent::default());
        assert_eq!(with(&mut game, ViewOptions::default()), with(&mut game, still), "at rest it hangs still");
        game.tick(Intent { fire: true, ..Intent::default() });
        assert_ne!(with(&mut game, ViewOptions::default()), with(&mut game, ViewOptions { recoil: none, ..default() }));
        die(&mut game);
        // Until the arc of the last blow is gone, too.
        wait(&mut game, 400, Intent::default());
        let lying = pixels(&mut game);
        game.world_mut().remove_resource::<Run>();
        assert!(dropped(120.0) > 180.0 && dropped(u32::MAX as f32) < f32::MAX);
        assert_eq!(pixels(&mut game), lying, "nothing of it is left to be seen");
    }

    /// Somebody has looked at the head and the hand at both ends of a stride.
    #[test]
    fn the_pictures_of_a_stride() {
        let mut game = game(&["################", "#@             #", "################"]);
        let stride = 96; // ticks: 12 and 36 after its begin the head is highest and lowest
        wait(&mut game, stride + 12, Intent { forward: 1.0, ..Intent::default() });
        let walked = game.run().tick % u64::from(stride);
        wait(&mut game, 12 + stride - walked as u32, Intent { forward: 1.0, ..Intent::default() });
        compare("bob_up.png", &picture(&mut game, 240, 136));
        wait(&mut game, 24, Intent { forward: 1.0, ..Intent::default() });
        compare("bob_down.png", &picture(&mut game, 240, 136));
    }
}
