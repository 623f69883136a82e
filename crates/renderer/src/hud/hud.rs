//! The HUD: health, armour, keys, ammunition, and the weapons that the player can choose from.

use crate::{
    art::art::Art,
    canvas::area::Area,
    canvas::canvas::{Align, Canvas, Colour, Lettering, unit_of},
    canvas::short_text::ShortText,
    hud::face,
    hud::layout::{self, HudLayout, Parts, Reserved},
    stage::options::{Hud, Strength, ViewOptions},
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::prelude::*;
use engine::{AtTerminal, Health, MAX_HEALTH, OXYGEN_TICKS, Player, Rules, TICKS_PER_SECOND, Table, ticks};
use localization::Said;
use raycast::Texture;
use std::fmt::Display;

/// The icons that are always shown.
pub(crate) const PICTURES: [&str; 2] = ["icon_armour", "icon_health"];

/// Returns the icons of ammunition, keys and modules, each with the file and the entry that name it.
pub(crate) fn icons(rules: &Rules) -> impl Iterator<Item = (&str, &str, String)> {
    let ammunition = rules.ammunition.iter();
    let ammunition =
        ammunition.map(|(name, ammo)| (rules.file_of(Table::Ammunition, name), name.as_str(), ammo.icon.clone()));
    let carried = rules
        .pickups
        .iter()
        .filter_map(|(name, kind)| Some((rules.file_of(Table::Pickups, name), name.as_str(), kind.icon.clone()?)));
    ammunition.chain(carried)
}

/// Half of the width that weapons take at the lower edge, in HUD units of the default size.
const HALF_WEAPON: i32 = 32;

const BACK: Colour = Colour::rgb(8, 12, 16);
const EDGE: Colour = Colour::rgb(120, 150, 160);
const GOOD: Colour = Colour::rgb(110, 220, 120);
const MIDDLING: Colour = Colour::rgb(240, 190, 70);
const BAD: Colour = Colour::rgb(240, 70, 60);
const AIR: Colour = Colour::rgb(120, 190, 250);
const ROUNDS: Colour = Colour::rgb(240, 210, 130);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Below>().init_resource::<Reserved>().init_resource::<HudPlaces>().init_resource::<Edges>();
    let wanted = |options: Res<ViewOptions>| options.hud;
    let steps = (keep_below, status, face::draw, draw_carried, blend_below).chain().run_if(wanted);
    app.add_systems(DrawFrame, steps.in_set(Draw::Hud).run_if(Hud::is_shown));
    app.add_systems(DrawFrame, lay_out.before(Draw::Map));
}

/// A copy of the pixels below the HUD, if the HUD is translucent.
#[derive(Resource, Default)]
pub(crate) struct Below(Vec<u32>);

pub(crate) fn keep_below(options: Res<ViewOptions>, screen: Res<Screen>, mut below: ResMut<Below>) {
    below.0.clear();
    if options.hud_cover < Strength::FULL {
        below.0.extend_from_slice(screen.0.pixels());
    }
}

/// Blends the HUD with the pixels below it.
pub(crate) fn blend_below(options: Res<ViewOptions>, below: Res<Below>, mut screen: ResMut<Screen>) {
    let cover = u32::from(options.hud_cover.in_percent());
    for (pixel, &under) in screen.0.pixels_mut().iter_mut().zip(&below.0).filter(|(pixel, under)| pixel != under) {
        let (over, under) = (pixel.to_le_bytes(), under.to_le_bytes());
        let mixed = |part: usize| (u32::from(over[part]) * cover + u32::from(under[part]) * (100 - cover)) / 100;
        *pixel = u32::from_le_bytes([mixed(0) as u8, mixed(1) as u8, mixed(2) as u8, over[3]]);
    }
}

/// Returns true if the player is at a board, and so holds no weapon and does not aim.
pub(crate) fn is_at_board(at: Option<Res<AtTerminal>>) -> bool {
    at.is_some_and(|at| at.0.is_some())
}

/// Returns a canvas on which a HUD unit has this many pixels.
pub(super) fn canvas(screen: &mut Screen, unit: i32) -> Canvas<'_> {
    let usual = unit_of(screen.0.height());
    Canvas::new(&mut screen.0).enlarged(unit as f32 / usual as f32)
}

/// Computes the layout of the HUD for this frame.
fn lay_out(
    player: Option<Single<&Player>>,
    (art, rules, at): (Option<Res<Art>>, Option<Res<Rules>>, Option<Res<AtTerminal>>),
    (options, reserved, hud): (Res<ViewOptions>, Res<Reserved>, Res<Hud>),
    screen: Res<Screen>,
    (mut places, mut edges): (ResMut<HudPlaces>, ResMut<Edges>),
) {
    let size = [screen.0.width(), screen.0.height()].map(|side| side as i32);
    *edges = Edges { top: reserved.top, foot: size[1] - reserved.foot };
    places.0 = None;
    let (Some(player), Some(art), Some(rules)) = (player, art, rules) else { return };
    if !options.hud || !hud.shown {
        return;
    }
    let at_board = is_at_board(at);
    let wanted = unit_of(screen.0.height()) as f32 * options.hud_size.part();
    let unit = layout::unit(size, at_board, wanted.round() as i32);
    let count = carried(&player, &rules, &art).count() as i32;
    let parts = Parts {
        face: !at_board && face::is_in(&art),
        armour: player.armour > 0,
        oxygen: player.oxygen < OXYGEN_TICKS,
        at_board,
        // With a single weapon there is nothing to choose.
        slots: Some(owned(&player, &rules).count() as i32).filter(|count| *count > 1 && !at_board).unwrap_or(0),
        // In a small frame, the numbers need the height of their letters, and so does their plate.
        numbers: (12 * unit).max(art.pen().line_height()),
        icons: count,
        weapon: (!at_board).then(|| size[0] / 2 - HALF_WEAPON * unit_of(screen.0.height())),
        name: weapon_name(&player, &rules).filter(|_| !at_board).map(|(name, _)| {
            let scale = (unit / 2).max(1);
            [art.pen().width(&art.pen().say(Said::data(name))) * scale, art.pen().line_height() * scale]
        }),
    };
    let layout = HudLayout::new(size, unit, parts, *reserved);
    edges.foot = edges.foot.min(layout.top());
    places.0 = Some(layout);
}

/// The layout of the HUD in this frame, if it is shown.
#[derive(Resource, Default)]
pub(crate) struct HudPlaces(Option<HudLayout>);

impl HudPlaces {
    /// Returns the area of the face, if it is shown, and the number of pixels per unit.
    pub(super) fn face(&self) -> Option<(Area, i32)> {
        let layout = self.0.as_ref()?;
        Some((layout.face?, layout.unit))
    }
}

/// The range of rows for messages: below the contents of the upper edge, and above the HUD.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Edges {
    /// The row below the contents of the upper edge; messages that have been drawn are part of them.
    pub top: i32,
    /// The row of the HUD's upper edge.
    pub foot: i32,
}

/// Draws health at the left and ammunition at the right of the lower edge.
pub(crate) fn status(
    player: Single<(&Player, &Health)>,
    (art, rules, places): (Option<Res<Art>>, Option<Res<Rules>>, Res<HudPlaces>),
    mut screen: ResMut<Screen>,
) {
    let (Some(art), Some(rules), Some(layout)) = (art, rules, &places.0) else { return };
    let (player, health) = *player;
    let mut canvas = canvas(&mut screen, layout.unit);
    let unit = canvas.unit();
    let left = layout.health;
    let part = health.0.clamp(0, MAX_HEALTH) as f32 / MAX_HEALTH as f32;
    let colour = if part > 0.6 {
        GOOD
    } else if part > 0.3 {
        MIDDLING
    } else {
        BAD
    };
    panel(&mut canvas, &art, left, "icon_health", health.0.max(0), colour);
    let bar = Area::new(left.x + 2 * unit, left.y + left.height - 3 * unit, left.width - 4 * unit, unit);
    canvas.bar(bar, part, colour, BACK);
    if let Some(area) = layout.armour {
        panel(&mut canvas, &art, area, "icon_armour", player.armour, ROUNDS);
    }
    if let Some(area) = layout.oxygen {
        oxygen(&mut canvas, &art, area, player.oxygen);
    }
    let Some(right) = layout.ammunition else { return };
    let held = player.weapon(&rules).map(|(_, weapon)| weapon);
    let ammo = held.and_then(|weapon| Some((rules.ammo(weapon.ammo.as_ref()?)?, player.ammo(weapon)?)));
    // A weapon without ammunition has no number.
    if let Some((ammo, rounds)) = ammo {
        let colour = if rounds == 0 { BAD } else { ROUNDS };
        panel(&mut canvas, &art, right, &ammo.icon, rounds, colour);
    }
    if layout.slots.width > 0 {
        slots(&mut canvas, &art, &rules, player, layout.slots);
    }
    if let (Some((name, colour)), Some(area)) = (weapon_name(player, &rules), layout.name) {
        let lettering = Lettering::new(colour, (unit / 2).max(1));
        canvas.text(art.pen(), &art.pen().say(Said::data(name)), area.x, area.y, lettering);
    }
}

/// Draws how many seconds of oxygen the suit has left.
fn oxygen(canvas: &mut Canvas, art: &Art, area: Area, left: u32) {
    let unit = canvas.unit();
    let colour = if left * 3 > OXYGEN_TICKS { AIR } else { BAD };
    canvas.fill(area, BACK.covering(0.6));
    canvas.outline(area, (unit / 2).max(1), EDGE.covering(0.35));
    canvas.text(art.pen(), "O2", area.x + 4 * unit, area.y + 2 * unit, Lettering::new(colour, unit));
    let seconds = ShortText::of(format_args!("{}", left.div_ceil(TICKS_PER_SECOND)));
    let lettering = Lettering::new(colour, unit).aligned(Align::Right);
    canvas.text(art.pen(), &seconds, area.x + area.width - 4 * unit, area.y + 2 * unit, lettering);
    let bar = Area::new(area.x + 2 * unit, area.y + area.height - 3 * unit, area.width - 4 * unit, unit);
    canvas.bar(bar, left as f32 / OXYGEN_TICKS as f32, colour, BACK);
}

/// Returns the weapons that the player has, from the last to the first: their indices in the rules, and the numbers of
/// their keys.
fn owned<'a>(player: &'a Player, rules: &'a Rules) -> impl Iterator<Item = (u16, u8)> + 'a {
    let weapons = rules.weapons.iter().enumerate().rev();
    let owned = weapons.filter(|(_, (name, _))| player.inventory.count(name) > 0);
    owned.map(|(number, (_, weapon))| (number as u16, weapon.slot))
}

/// Draws the numbers of the player's weapons. Weapons that can fire are opaque, and the held one is highlighted.
fn slots(canvas: &mut Canvas, art: &Art, rules: &Rules, player: &Player, area: Area) {
    let unit = canvas.unit();
    let held = player.weapon(rules).map(|(number, _)| number);
    let mut x = area.x + area.width - 3 * unit;
    canvas.fill(area, BACK.covering(0.6));
    for (number, slot) in owned(player, rules) {
        let colour = if Some(number) == held { GOOD } else { EDGE };
        let clear = if player.can_fire(rules, number) { 1.0 } else { 0.35 };
        let lettering = Lettering::new(colour.covering(clear), (unit / 2).max(1)).aligned(Align::Right);
        canvas.text(art.pen(), &ShortText::of(format_args!("{slot}")), x, area.y, lettering);
        x -= layout::SLOT * unit;
    }
}

/// How long the name of a newly selected weapon is shown, and how long it takes to fade out, in ticks.
const NAMED: u32 = ticks(1.5);
const GOES: u32 = ticks(0.4);

/// Returns the name of a newly selected weapon and its colour, while it is shown.
fn weapon_name<'a>(player: &Player, rules: &'a Rules) -> Option<(&'a str, Colour)> {
    let left = NAMED.saturating_sub(player.since_change);
    let (number, _) = player.weapon(rules).filter(|_| left > 0)?;
    let colour = ROUNDS.covering((left as f32 / GOES as f32).min(1.0));
    Some((&rules.weapons[usize::from(number)].0, colour))
}

/// Returns the icons of the player's keys and modules.
fn carried<'a>(player: &'a Player, rules: &'a Rules, art: &'a Art) -> impl Iterator<Item = &'a Texture> {
    let has = move |is_key: bool| {
        let kinds = rules.pickups.iter().filter(move |(_, kind)| kind.key.is_some() == is_key);
        kinds.filter(move |(name, kind)| player.has(name, kind))
    };
    has(true).chain(has(false)).filter_map(|(_, kind)| art.picture(kind.icon.as_ref()?))
}

/// Draws these icons next to the health.
fn draw_carried(
    player: Single<&Player>,
    (art, rules, places): (Option<Res<Art>>, Option<Res<Rules>>, Res<HudPlaces>),
    mut screen: ResMut<Screen>,
) {
    let (Some(art), Some(rules), Some(layout)) = (art, rules, &places.0) else { return };
    let mut canvas = canvas(&mut screen, layout.unit);
    let unit = canvas.unit();
    for (icon, area) in carried(&player, &rules, &art).zip(layout.icons()) {
        canvas.picture(icon, area.x, area.y, unit, 1.0);
    }
}

/// Draws a panel with an icon on the left and a number on the right.
fn panel(canvas: &mut Canvas, art: &Art, area: Area, icon: &str, number: impl Display, colour: Colour) {
    let unit = canvas.unit();
    canvas.fill(area, BACK.covering(0.6));
    canvas.outline(area, (unit / 2).max(1), EDGE.covering(0.35));
    if let Some(icon) = art.picture(icon) {
        canvas.picture(icon, area.x + 3 * unit, area.y + 2 * unit, unit, 1.0);
    }
    let lettering = Lettering::new(colour, unit).aligned(Align::Right);
    let number = ShortText::of(format_args!("{number}"));
    canvas.text(art.pen(), &number, area.x + area.width - 4 * unit, area.y + 2 * unit, lettering);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, picture, wait};
    use engine::{Headless, Intent};
    use raycast::Frame;

    #[test]
    fn hud_draws_at_any_size_and_can_be_hidden() {
        let mut game = game(&["####", "#@ #", "####"]);
        wait(&mut game, 400, Intent::default());
        for (width, height) in [(1, 1), (3, 200), (200, 3), (320, 180), (641, 361)] {
            picture(&mut game, width, height);
        }
        let with = picture(&mut game, 320, 180);
        game.world_mut().insert_resource(Hud { shown: false, fades: true });
        let without = picture(&mut game, 320, 180);
        let changed = |x: usize, y: usize| with.pixel(x, y) != without.pixel(x, y);
        assert!((0..80).any(|x| changed(x, 165)) && (240..320).any(|x| changed(x, 165)), "health and ammunition");
        assert!((150..170).any(|x| changed(x, 90)), "the crosshair");
        assert!((130..190).any(|x| changed(x, 175)), "the weapon");
        assert!(!(0..320).any(|x| changed(x, 60)), "nothing else may change");
    }

    #[test]
    fn worn_modules_are_shown_next_to_the_health() {
        let mut game = game(&["####", "#@ #", "####"]);
        wait(&mut game, 400, Intent::default());
        let before = picture(&mut game, 320, 180);
        let world = game.world_mut();
        let mut player = world.query::<&mut Player>();
        player.single_mut(world).unwrap().inventory.add("heat module".to_owned(), 1);
        let after = picture(&mut game, 320, 180);
        let changed = |x: usize| before.pixel(x, 165) != after.pixel(x, 165);
        assert!((72..88).any(changed) && !(88..320).any(changed));
    }

    /// Starts a run on a level in which only the HUD's numbers change.
    fn quiet() -> Headless {
        let mut game = game(&["####", "#@ #", "####"]);
        wait(&mut game, 400, Intent::default());
        game
    }

    /// Returns a frame with this health and this many rounds for the pistol.
    fn with(game: &mut Headless, health: i32, rounds: u64, (width, height): (usize, usize)) -> Frame {
        let world = game.world_mut();
        let (mut player, mut left) = world.query::<(&mut Player, &mut Health)>().single_mut(world).unwrap();
        left.0 = health;
        player.inventory.set("rounds".to_owned(), rounds);
        picture(game, width, height)
    }

    /// Returns how many pixels of an area have exactly this colour.
    fn count(frame: &Frame, Area { x, y, width, height }: Area, colour: Colour) -> usize {
        let mut pixel = Frame::new(1, 1);
        Canvas::new(&mut pixel).tint(colour);
        let places = (x..x + width).flat_map(|x| (y..y + height).map(move |y| (x as usize, y as usize)));
        places.filter(|&(x, y)| frame.pixel(x, y) == Some(pixel.pixels()[0])).count()
    }

    /// In a frame of 320 by 180: the numbers of health and of ammunition, and the bar below the health.
    const HEALTH: Area = Area::new(24, 156, 44, 16);
    const AMMUNITION: Area = Area::new(272, 156, 44, 16);
    const BAR: Area = Area::new(6, 173, 60, 1);

    #[test]
    fn health_bar_shows_amount_and_warning_colour() {
        let mut game = quiet();
        for (health, colour, long) in
            [(100, GOOD, 60), (61, GOOD, 37), (60, MIDDLING, 36), (31, MIDDLING, 19), (20, BAD, 12)]
        {
            let frame = with(&mut game, health, 9, (320, 180));
            assert_eq!(count(&frame, BAR, colour), long, "{health}");
            for other in [GOOD, MIDDLING, BAD] {
                assert_eq!(count(&frame, HEALTH, other) > 0, other == colour, "{health}");
            }
        }
        let dead = with(&mut game, -20, 9, (320, 180));
        assert!([GOOD, MIDDLING, BAD].into_iter().all(|colour| count(&dead, BAR, colour) == 0));
        assert_eq!(dead, with(&mut game, 0, 9, (320, 180)), "health must not be shown below 0");
    }

    #[test]
    fn name_of_a_selected_weapon_is_shown_for_a_while() {
        let mut game = quiet();
        let mut words = |since: u32| {
            let world = game.world_mut();
            world.query::<&mut Player>().single_mut(world).unwrap().since_change = since;
            count(&with(&mut game, 50, 9, (320, 180)), Area::new(240, 110, 80, 44), ROUNDS)
        };
        let counts = [0, NAMED - GOES, NAMED, u32::MAX].map(&mut words);
        assert!(counts[0] > 20 && counts[1] == counts[0] && counts[2..] == [0, 0], "{counts:?}");
    }

    #[test]
    fn ammunition_is_that_of_the_held_weapon_and_red_at_zero() {
        let mut game = quiet();
        let [some, fewer, none] = [20, 9, 0].map(|rounds| with(&mut game, 50, rounds, (320, 180)));
        let inked = |frame: &Frame, colour| count(frame, AMMUNITION, colour);
        assert!(inked(&some, ROUNDS) > inked(&fewer, ROUNDS) && inked(&fewer, ROUNDS) > 0, "two digits and one");
        assert!(inked(&fewer, BAD) == 0 && inked(&none, BAD) > 0 && inked(&none, ROUNDS) == 0);
        let differ = |x: usize| (0..180).any(|y| some.pixel(x, y) != fewer.pixel(x, y));
        assert!(!(0..240).any(differ), "nothing else may change");
    }

    #[test]
    fn hud_grows_with_the_frame() {
        let mut game = quiet();
        let [small, large] = [(320, 180), (1280, 720)];
        let icon = Colour::rgb(200, 90, 90); // the colour of the health icon in the test art
        let [one, four] = [small, large].map(|size| with(&mut game, 80, 9, size));
        let left = |scale: i32| Area::new(0, 150 * scale, 24 * scale, 30 * scale);
        assert_eq!(count(&one, left(1), icon) * 16, count(&four, left(4), icon));
        assert!(count(&one, left(1), icon) > 0);
        let [few, many] = [(&one, 1), (&four, 4)]
            .map(|(frame, scale)| count(frame, Area::new(24 * scale, 156 * scale, 44 * scale, 16 * scale), GOOD));
        assert_eq!(few * 16, many, "the numbers must grow, too");
    }

    #[test]
    fn options_set_size_and_opacity_of_the_hud() {
        let mut game = quiet();
        let mut seen = |options: ViewOptions| {
            game.world_mut().insert_resource(options);
            with(&mut game, 80, 9, (640, 360))
        };
        let plain = seen(ViewOptions::default());
        let icon = Colour::rgb(200, 90, 90);
        let whole = Area::new(0, 200, 300, 160);
        let large = seen(ViewOptions { hud_size: crate::stage::options::Percent::new(150), ..default() });
        assert_eq!(count(&plain, whole, icon) * 9, count(&large, whole, icon) * 4);
        let none = seen(ViewOptions { hud: false, ..default() });
        assert_eq!(count(&none, whole, icon), 0);
        assert_eq!(seen(ViewOptions { hud_cover: Strength::NONE, ..default() }), none);
        let half = seen(ViewOptions { hud_cover: Strength::percent(50), ..default() });
        let between = |at: usize| {
            let [plain, none, half] = [&plain, &none, &half].map(|frame| frame.pixels()[at].to_le_bytes()[1]);
            half.abs_diff(((u16::from(plain) + u16::from(none)) / 2) as u8) <= 1
        };
        assert!((0..640 * 360).all(between) && half != plain && half != none);
    }
}
