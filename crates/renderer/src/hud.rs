//! The HUD: crosshair, health, armour, keys, ammunition and the weapons that there are to choose from.

use crate::art::Art;
use crate::canvas::{Align, Area, Canvas, Colour, Lettering};
use crate::{Draw, DrawFrame, Screen};
use bevy::prelude::*;
use engine::{Health, MAX_HEALTH, Player, Rules, Table};

/// The icons that are always shown.
pub(crate) const PICTURES: [&str; 2] = ["icon_armour", "icon_health"];

/// The icons of ammunition, keys and modules, each with the file and the entry that name it.
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

/// What is drawn over the deck.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hud {
    /// The weapon, the flashes, the numbers and the messages.
    pub shown: bool,
    /// The deck's name when it begins, and the way to black when the lift leaves.
    pub fades: bool,
}

impl Default for Hud {
    /// All of it, as a player sees it.
    fn default() -> Self {
        Hud { shown: true, fades: true }
    }
}

impl Hud {
    /// For systems that draw only when it is shown.
    pub(crate) fn is_shown(hud: Res<Hud>) -> bool {
        hud.shown
    }

    /// For systems that draw only when decks are announced and fade out.
    pub(crate) fn does_fade(hud: Res<Hud>) -> bool {
        hud.fades
    }
}

const BACK: Colour = Colour::rgb(8, 12, 16);
const EDGE: Colour = Colour::rgb(120, 150, 160);
const GOOD: Colour = Colour::rgb(110, 220, 120);
const MIDDLING: Colour = Colour::rgb(240, 190, 70);
const BAD: Colour = Colour::rgb(240, 70, 60);
const ROUNDS: Colour = Colour::rgb(240, 210, 130);

/// How many pixels of the frame a pixel of the HUD takes: the HUD is made for 180 rows.
pub(crate) fn unit(canvas: &Canvas) -> i32 {
    unit_of(canvas.height() as usize)
}

/// How many pixels of a frame of this height a pixel of the HUD takes.
pub(crate) fn unit_of(height: usize) -> i32 {
    (height / 180).max(1) as i32
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Hud>();
    app.add_systems(DrawFrame, (crosshair, status, carried).chain().in_set(Draw::Hud).run_if(Hud::is_shown));
}

/// Four strokes round the middle, clear on light and on dark.
fn crosshair(player: Single<&Player>, art: Option<Res<Art>>, mut screen: ResMut<Screen>) {
    if art.is_none() || player.since_death != u32::MAX {
        return;
    }
    let mut canvas = Canvas::new(&mut screen.0);
    let unit = unit(&canvas);
    let (x, y) = (canvas.width() / 2, canvas.height() / 2);
    let thick = (2 * unit + 2) / 3;
    let (gap, long) = (2 * unit, 3 * unit);
    let half = thick / 2;
    let strokes = [
        Area::new(x - half, y - gap - long, thick, long),
        Area::new(x - half, y + gap, thick, long),
        Area::new(x - gap - long, y - half, long, thick),
        Area::new(x + gap, y - half, long, thick),
    ];
    for stroke in strokes {
        canvas.fill(stroke.within(-1), BACK.covering(0.5));
        canvas.fill(stroke, Colour::rgb(200, 255, 220).covering(0.9));
    }
}

/// Health to the left and ammunition to the right of the lower edge.
pub(crate) fn status(
    player: Single<(&Player, &Health)>,
    (art, rules): (Option<Res<Art>>, Option<Res<Rules>>),
    mut screen: ResMut<Screen>,
) {
    let (Some(art), Some(rules)) = (art, rules) else { return };
    let (player, health) = *player;
    let mut canvas = Canvas::new(&mut screen.0);
    let unit = unit(&canvas);
    let (wide, high, margin) = (64 * unit, 22 * unit, 4 * unit);
    let top = canvas.height() - high - margin;

    let left = Area::new(margin, top, wide, high);
    let part = health.0.clamp(0, MAX_HEALTH) as f32 / MAX_HEALTH as f32;
    let colour = if part > 0.6 {
        GOOD
    } else if part > 0.3 {
        MIDDLING
    } else {
        BAD
    };
    panel(&mut canvas, &art, left, "icon_health", &health.0.max(0).to_string(), colour);
    let bar = Area::new(left.x + 2 * unit, left.y + high - 3 * unit, wide - 4 * unit, unit);
    canvas.bar(bar, part, colour, BACK);

    if player.armour > 0 {
        let above = Area { y: left.y - high - margin / 2, ..left };
        panel(&mut canvas, &art, above, "icon_armour", &player.armour.to_string(), ROUNDS);
    }

    let right = Area { x: canvas.width() - wide - margin, ..left };
    let held = player.weapon(&rules).map(|(_, weapon)| weapon);
    let ammo = held.and_then(|weapon| Some((rules.ammo(weapon.ammo.as_ref()?)?, player.ammo(weapon)?)));
    // A weapon that needs nothing has no number.
    if let Some((ammo, rounds)) = ammo {
        let colour = if rounds == 0 { BAD } else { ROUNDS };
        panel(&mut canvas, &art, right, &ammo.icon, &rounds.to_string(), colour);
    }
    slots(&mut canvas, &art, &rules, player, Area { y: right.y - 12 * unit, height: 12 * unit, ..right });
}

/// The numbers of the weapons that the player has: those that he can fire are clear, and the one in his hand is marked.
fn slots(canvas: &mut Canvas, art: &Art, rules: &Rules, player: &Player, area: Area) {
    let unit = unit(canvas);
    let held = player.weapon(rules).map(|(number, _)| number);
    let owned = (0..).zip(&rules.weapons).filter(|(_, (name, _))| player.inventory.count(name) > 0);
    let mut x = area.x + area.width - 3 * unit;
    let mut owned: Vec<(u16, u8)> = owned.map(|(number, (_, weapon))| (number, weapon.slot)).collect();
    if owned.len() < 2 {
        return; // there is nothing to choose
    }
    owned.reverse();
    let wide = owned.len() as i32 * 11 * unit;
    canvas.fill(Area { x: area.x + area.width - wide, width: wide, ..area }, BACK.covering(0.6));
    for (number, slot) in owned {
        let colour = if Some(number) == held { GOOD } else { EDGE };
        let clear = if player.can_fire(rules, number) { 1.0 } else { 0.35 };
        let lettering = Lettering::new(colour.covering(clear), (unit / 2).max(1)).aligned(Align::Right);
        canvas.text(art.font(), &slot.to_string(), x, area.y, lettering);
        x -= 11 * unit;
    }
}

/// The keys that the player has found and the modules that he wears, beside his health.
fn carried(player: Single<&Player>, (art, rules): (Option<Res<Art>>, Option<Res<Rules>>), mut screen: ResMut<Screen>) {
    let (Some(art), Some(rules)) = (art, rules) else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let unit = unit(&canvas);
    let (keys, modules): (Vec<_>, Vec<_>) =
        rules.pickups.iter().filter(|(name, kind)| player.has(name, kind)).partition(|(_, kind)| kind.key.is_some());
    let icons = keys.iter().chain(&modules).filter_map(|(_, kind)| art.picture(kind.icon.as_ref()?));
    for (number, icon) in (0..).zip(icons) {
        canvas.picture(icon, (72 + number * 18) * unit, canvas.height() - 23 * unit, unit, 1.0);
    }
}

/// A panel with an icon on the left and a number on the right.
fn panel(canvas: &mut Canvas, art: &Art, area: Area, icon: &str, number: &str, colour: Colour) {
    let unit = unit(canvas);
    canvas.fill(area, BACK.covering(0.6));
    canvas.outline(area, (unit / 2).max(1), EDGE.covering(0.35));
    if let Some(icon) = art.picture(icon) {
        canvas.picture(icon, area.x + 3 * unit, area.y + 2 * unit, unit, 1.0);
    }
    let lettering = Lettering::new(colour, unit).aligned(Align::Right);
    canvas.text(art.font(), number, area.x + area.width - 4 * unit, area.y + 2 * unit, lettering);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{die, game, picture, wait};
    use engine::Intent;

    #[test]
    fn the_hud_is_drawn_at_any_size_and_can_be_left_out() {
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
        assert!((155..165).any(|x| changed(x, 90)), "the crosshair");
        assert!((130..190).any(|x| changed(x, 175)), "the weapon");
        assert!(!(0..320).any(|x| changed(x, 60)), "and nothing else");
    }

    #[test]
    fn the_dead_have_no_crosshair() {
        let mut game = game(&["######", "#@z  #", "######"]);
        let strokes = |game: &mut engine::Headless| {
            let mut with = |shown| {
                game.world_mut().insert_resource(Hud { shown, fades: false });
                picture(game, 320, 180)
            };
            let (with, without) = (with(true), with(false));
            // The veil of death lies over all of it; the crosshair stands out from what is beside it.
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

    #[test]
    fn a_module_that_is_worn_is_shown_beside_the_health() {
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

    #[test]
    fn the_numbers_follow_the_player() {
        let mut game = game(&["####", "#@ #", "####"]);
        wait(&mut game, 400, Intent::default());
        let before = picture(&mut game, 320, 180);
        let world = game.world_mut();
        let mut player = world.query_filtered::<&mut Health, With<Player>>();
        player.single_mut(world).unwrap().0 = -20;
        let after = picture(&mut game, 320, 180);
        let changed = |part: std::ops::Range<usize>| part.clone().any(|x| before.pixel(x, 165) != after.pixel(x, 165));
        assert!(changed(0..80) && !changed(240..320));
    }
}
