//! The weapon in the player's hand: it sways with steps, is kicked back by a shot, is lowered when the player switches
//! weapons, and drops on death. The animation of a shot follows the weapon's own fire rate.

use crate::{
    art::art::Art,
    camera::bob::Gait,
    camera::camera::Blend,
    camera::recoil,
    canvas::canvas::Canvas,
    canvas::short_text::ShortText,
    hud::hud,
    light::light::Lights,
    stage::options::{Hud, ViewOptions},
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::prelude::*;
use engine::{
    CHANGE_TICKS, Heading, Height, Player, Position, PreviousPosition, Rules, Run, RunBegan, TICKS_PER_SECOND, Table,
    Velocity, Weapon, ticks,
};
use raycast::Texture;

/// The maximum number of images of a shot: `pistol_fire1` to `pistol_fire7`. There may be fewer.
const MAX_FRAMES: u32 = 7;

/// Returns the images that every weapon must have, each with the file and the entry that name it.
pub(crate) fn pictures(rules: &Rules) -> impl Iterator<Item = (&str, &str, String)> {
    rules.weapons.iter().flat_map(move |(name, weapon)| {
        let file = rules.file_of(Table::Weapons, name);
        ["fire1", "idle"].map(|moment| (file, name.as_str(), format!("{}_{moment}", weapon.sprites)))
    })
}

/// How fast the weapon drops on death: this many pixels of the HUD in the first second, and four times as many in two.
const DROP: f32 = 240.0;
/// How far below its position a weapon starts when it is raised, in pixels of the HUD.
const DEPTH: f32 = 90.0;
/// The distance of each of two weapons from the middle, in pixels of the HUD.
const APART: f32 = 62.0;
/// The maximum duration of the muzzle flash, and of the image after it, in ticks.
const FLASH: u32 = ticks(0.06);
/// Weapons with a cooldown shorter than this show `BURST` images from shot to shot, and the remaining ones after the
/// trigger is released, each for `SETTLES` ticks.
const QUICK: u32 = ticks(0.2);
const BURST: u32 = 4;
const SETTLES: u32 = ticks(0.07);
/// How long the old weapon is lowered before the new one is raised, in ticks.
const LOWERS: u32 = CHANGE_TICKS / 3;
/// How far the weapon lags behind sideways movement, and how far down a jump pushes it, in pixels of the HUD per tile
/// per second; and the maximum of both.
const SWAY: Vec2 = Vec2::new(-1.6, 2.6);
const MAX_DISTANCE: f32 = 9.0;
/// The minimum light on the weapon, so that it stays visible in the dark.
const MIN_LIGHT: f32 = 0.35;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<PutAway>().add_systems(Update, follow).add_observer(begin);
    app.add_systems(DrawFrame, draw.in_set(Draw::Weapon).run_if(Hud::is_shown.and_then(not(hud::is_at_board))));
}

/// The held weapon, and the one that was held before it.
#[derive(Resource, Default)]
struct PutAway {
    held: Option<String>,
    before: Option<String>,
}

/// Forgets the previous weapon when a run begins.
fn begin(_: On<RunBegan>, player: Single<&Player>, mut hand: ResMut<PutAway>) {
    *hand = PutAway { held: player.held.clone(), before: None };
}

/// Records a change of weapon.
fn follow(player: Single<&Player>, mut hand: ResMut<PutAway>) {
    if hand.held != player.held {
        let before = std::mem::replace(&mut hand.held, player.held.clone());
        hand.before = before;
    }
}

/// The data that moves the weapon.
type Moving<'w> = (&'w Player, (&'w Position, &'w PreviousPosition), &'w Velocity, &'w Heading, &'w Height);

fn draw(
    player: Single<Moving>,
    (run, rules): (Option<Res<Run>>, Option<Res<Rules>>),
    (lights, put_away): (Res<Lights>, Res<PutAway>),
    art: Option<Res<Art>>,
    blend: Res<Blend>,
    options: Res<ViewOptions>,
    mut screen: ResMut<Screen>,
) {
    let (Some(run), Some(rules), Some(art)) = (run, rules, art) else { return };
    let (player, (position, previous), velocity, heading, height) = *player;
    let Some(hand) = Hand::of(player, &put_away, &rules, blend.since(player.since_change)) else { return };
    let Some(picture) = hand.picture(&art, hand.since_shot) else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let unit = canvas.unit();
    let gait = Gait::new(&run, *blend, *position, *previous, *velocity).hand() + sway(*velocity, *heading, *height);
    let swing = gait * options.weapon_bob.part();
    let thrown = recoil::weapon(blend.since(hand.since_shot), hand.weapon.recoil) * options.recoil.part();
    let dropped = if player.since_death == u32::MAX { 0.0 } else { dropped(blend.since(player.since_death)) };
    let pixels = |way: f32| (way * unit as f32).round() as i32;
    let (width, tall) = (picture.width() as i32 * unit, picture.height() as i32 * unit);
    // None of these offsets may lift the image's lower edge above that of the frame.
    let top = canvas.height() - tall + pixels(swing.y + thrown + dropped + hand.down);
    let light = lights.at(position.0).map(|light| light.max(MIN_LIGHT));
    let middle = (canvas.width() - width) / 2 + pixels(swing.x);
    if hand.two {
        // The left hand fires only if there is ammunition for both.
        let left = hand.mirrored(&art, if player.both { hand.since_shot } else { u32::MAX }).unwrap_or(picture);
        canvas.lit_picture(left, middle - pixels(APART), top, unit, light);
        canvas.lit_picture(picture, middle + pixels(APART), top, unit, light);
    } else {
        canvas.lit_picture(picture, middle, top, unit, light);
    }
}

/// The visible weapon: the held one, or the previous one while it is lowered.
struct Hand<'a> {
    weapon: &'a Weapon,
    /// True if the player has one in each hand.
    two: bool,
    /// The number of ticks since its last shot; `u32::MAX` if there was none.
    since_shot: u32,
    /// How far below its position it is, in pixels of the HUD.
    down: f32,
}

impl<'a> Hand<'a> {
    /// Returns the visible weapon this number of ticks after a change.
    fn of(player: &Player, put_away: &PutAway, rules: &'a Rules, since_change: f32) -> Option<Hand<'a>> {
        let lowers = LOWERS as f32;
        let before = put_away.before.as_deref().filter(|_| since_change < lowers).and_then(|name| {
            let weapon = &rules.weapons[usize::from(rules.weapon(name)?)].1;
            let part = since_change / lowers;
            let two = player.inventory.count(name) > 1;
            Some(Hand { weapon, two, since_shot: u32::MAX, down: DEPTH * part * part })
        });
        before.or_else(|| {
            let (_, weapon) = player.weapon(rules)?;
            let begins = if put_away.before.is_some() { lowers } else { 0.0 };
            let down = raised((since_change - begins).max(0.0), CHANGE_TICKS as f32 - begins);
            Some(Hand { weapon, two: player.holds_two(), since_shot: player.since_shot, down })
        })
    }

    /// Returns its image this number of ticks after a shot.
    fn picture<'b>(&self, art: &'b Art, since_shot: u32) -> Option<&'b Texture> {
        art.picture(&self.name(art, since_shot))
    }

    /// Returns the mirrored image for the left hand.
    fn mirrored<'b>(&self, art: &'b Art, since_shot: u32) -> Option<&'b Texture> {
        art.mirrored(&self.name(art, since_shot))
    }

    /// Returns the name of its image this number of ticks after a shot.
    fn name(&self, art: &Art, since_shot: u32) -> ShortText {
        let sprites = &self.weapon.sprites;
        let shot = |frame: u32| ShortText::of(format_args!("{sprites}_fire{frame}"));
        let frames = (1..=MAX_FRAMES).take_while(|frame| art.sprite(&shot(*frame)).is_some()).count() as u32;
        match frame(since_shot, self.weapon.cooldown, frames) {
            0 => ShortText::of(format_args!("{sprites}_idle")),
            frame => shot(frame),
        }
    }
}

/// Returns which of `frames` images of a shot, counted from 1, is shown this number of ticks after the shot, or 0 if
/// the weapon is idle. `cooldown` is in ticks. Slow weapons are idle before they can fire again.
fn frame(since_shot: u32, cooldown: u32, frames: u32) -> u32 {
    let shown = if cooldown < QUICK {
        let beat = (cooldown / BURST).max(1);
        since_shot.checked_sub(beat * BURST).map_or(since_shot / beat, |since| BURST + since / SETTLES)
    } else {
        let settled = cooldown * 9 / 10;
        let flash = (settled / frames.max(1)).clamp(1, FLASH);
        // The flash and the image after it are short; the others share the remaining time.
        match (since_shot / flash, frames) {
            (shown @ 0..2, _) => shown,
            (_, 3..) if since_shot < settled => {
                2 + (since_shot - 2 * flash) * (frames - 2) / (settled - 2 * flash).max(1)
            }
            _ => frames,
        }
    };
    if shown < frames { shown + 1 } else { 0 }
}

/// Returns the offset of the weapon for a player who moves and jumps like this, in pixels of the HUD: to the right, and
/// down.
fn sway(velocity: Velocity, heading: Heading, height: Height) -> Vec2 {
    let aside = velocity.0.dot(heading.direction().perp());
    let way = SWAY * Vec2::new(aside, (height.rises as f32).max(0.0));
    way.clamp(Vec2::splat(-MAX_DISTANCE), Vec2::splat(MAX_DISTANCE))
}

/// Returns how far below its position a weapon is that has been raised for this many of `whole` ticks, in pixels of the
/// HUD.
fn raised(since: f32, whole: f32) -> f32 {
    let left = 1.0 - (since / whole).min(1.0);
    DEPTH * left * left
}

/// Returns how far the weapon has dropped this number of ticks after death, in pixels of the HUD.
fn dropped(since: f32) -> f32 {
    let seconds = since / TICKS_PER_SECOND as f32;
    (DROP * seconds * seconds).min(10_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        reference::compare,
        stage::options::Strength,
        testing::{die, game, picture, wait},
    };
    use engine::{Headless, Intent};

    /// The number of ticks from one shot to the next.
    const SHOT: u32 = ticks(0.3);

    #[test]
    fn shot_animation_ends_before_the_next_shot() {
        let seen = |cooldown: u32, frames: u32| {
            let mut seen: Vec<u32> = (0..cooldown).map(|since| frame(since, cooldown, frames)).collect();
            assert!(seen.iter().filter(|frame| **frame == 1).count() <= FLASH as usize, "the flash must be short");
            seen.dedup();
            seen
        };
        for again in [SHOT, ticks(0.9), ticks(20.0)] {
            assert_eq!(seen(again, 7), [1, 2, 3, 4, 5, 6, 7, 0], "{again}");
            assert_eq!(seen(again, 3), [1, 2, 3, 0], "with fewer images, too");
            assert_eq!(seen(again, 1), [1, 0]);
            assert_eq!(frame(u32::MAX, again, 7), 0);
        }
    }

    #[test]
    fn rapid_fire_repeats_its_burst_and_settles_on_release() {
        for cooldown in [5, ticks(0.07), ticks(0.1)] {
            let mut seen: Vec<u32> = (0..cooldown).map(|since| frame(since, cooldown, 7)).collect();
            seen.dedup();
            assert_eq!(seen[..4], [1, 2, 3, 4], "{cooldown}");
            let mut seen: Vec<u32> = (0..100).map(|since| frame(since, cooldown, 7)).collect();
            seen.dedup();
            assert_eq!(seen, [1, 2, 3, 4, 5, 6, 7, 0], "{cooldown}");
            assert_eq!(frame(u32::MAX, cooldown, 7), 0);
        }
    }

    #[test]
    fn old_weapon_is_lowered_before_the_new_one_is_raised() {
        let rules = Rules::standard();
        let mut player = Player::default();
        player.held.replace("shotgun".to_owned());
        let hands = |before: Option<&str>| {
            let put_away = PutAway { held: player.held.clone(), before: before.map(str::to_owned) };
            let hand = |since: u32| Hand::of(&player, &put_away, &rules, since as f32).unwrap();
            let seen = (0..=CHANGE_TICKS).map(hand).map(|hand| (hand.weapon.sprites.clone(), hand.down));
            seen.collect::<Vec<_>>()
        };
        let changed = hands(Some("pistol"));
        let (old, new) = changed.split_at(LOWERS as usize);
        assert!(old.iter().all(|(name, _)| name == "pistol") && new.iter().all(|(name, _)| name == "shotgun"));
        assert!(old.is_sorted_by(|one, two| one.1 < two.1) && new.is_sorted_by(|one, two| one.1 > two.1));
        assert_eq!((old[0].1, new[0].1, new[new.len() - 1].1), (0.0, DEPTH, 0.0));
        assert!(hands(None).iter().all(|(name, _)| name == "shotgun"), "the first weapon must only be raised");
        assert!(hands(Some("crossbow")).iter().all(|(name, _)| name == "shotgun"), "an unknown weapon is hidden");
    }

    #[test]
    fn weapon_lags_behind_sideways_movement_and_never_rises() {
        let (right, still) = (Velocity(Vec2::new(0.0, 3.0)), Height::default());
        assert!(sway(right, Heading(0.0), still).x < -3.0 && sway(Velocity(-right.0), Heading(0.0), still).x > 3.0);
        assert_eq!(sway(right, Heading(std::f32::consts::FRAC_PI_2), still).x.round(), 0.0, "straight on");
        let leaping = |rises: f64| sway(Velocity::default(), Heading(0.0), Height { rises, ..still }).y;
        assert!(leaping(2.0) > 3.0 && leaping(-9.0) <= 0.0 && leaping(1e9) <= MAX_DISTANCE);
    }

    #[test]
    fn weapon_sways_recoils_and_drops() {
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
        assert_eq!(with(&mut game, ViewOptions::default()), with(&mut game, still), "the weapon must be still at rest");
        game.tick(Intent { fire: true, ..Intent::default() });
        assert_ne!(with(&mut game, ViewOptions::default()), with(&mut game, ViewOptions { recoil: none, ..default() }));
        die(&mut game);
        // Until the damage indicator is gone, too.
        wait(&mut game, 400, Intent::default());
        let lying = pixels(&mut game);
        game.world_mut().remove_resource::<Run>();
        assert!(dropped(120.0) > 180.0 && dropped(u32::MAX as f32) < f32::MAX);
        assert_eq!(pixels(&mut game), lying, "the weapon must be out of sight");
    }

    /// Golden images of the head and the hand at both ends of a stride.
    #[test]
    fn stride_looks_like_the_golden_images() {
        let mut game = game(&["################", "#@             #", "################"]);
        let stride = 96; // ticks; the head is highest after 12 and lowest after 36
        wait(&mut game, stride + 12, Intent { forward: 1.0, ..Intent::default() });
        let walked = game.run().tick % u64::from(stride);
        wait(&mut game, 12 + stride - walked as u32, Intent { forward: 1.0, ..Intent::default() });
        compare("bob_up.png", &picture(&mut game, 240, 136));
        wait(&mut game, 24, Intent { forward: 1.0, ..Intent::default() });
        compare("bob_down.png", &picture(&mut game, 240, 136));
    }
}
