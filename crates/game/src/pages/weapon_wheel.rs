//! Draws the weapon wheel over the running deck.

use crate::{
    flow::phase::Flow,
    input::weapon_wheel::WeaponWheel,
    ui::front::Front,
    ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE},
};
use bevy::prelude::*;
use engine::{Player, Rules};
use localization::Said;
use renderer::{Align, Area, Art, Canvas, DrawFrame, Lettering, Screen};

/// Distance of the names from the middle, as a part of the height of the frame, and of its width if that is less.
const RADIUS: f32 = 0.3;

pub(crate) fn plugin(app: &mut App) {
    let is_open = |wheel: Res<WeaponWheel>| wheel.is_open();
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Flow::Running).and_then(is_open)));
}

fn draw(
    (art, wheel): (Option<Res<Art>>, Res<WeaponWheel>),
    (player, rules): (Option<Single<&Player>>, Option<Res<Rules>>),
    mut screen: ResMut<Screen>,
) {
    let (Some(art), Some(player), Some(rules)) = (art, player, rules) else { return };
    let (mut canvas, pen) = (Canvas::new(&mut screen.0), art.pen());
    let middle = Vec2::new(canvas.width() as f32, canvas.height() as f32) / 2.0;
    let radius = Vec2::new((middle.x * 0.6).min(middle.y * 1.2), middle.y * RADIUS * 2.0);
    let (size, line) = (text_layout::size(&canvas, pen, 1), text_layout::line_height(&canvas, pen, 1));
    canvas.tint(BLACK.covering(0.4));
    for (number, slot) in wheel.slots.iter().enumerate() {
        let place = middle + wheel.direction(number) * Vec2::new(1.0, -1.0) * radius;
        let can_fire = rules
            .weapons
            .iter()
            .enumerate()
            .any(|(index, (_, weapon))| weapon.slot == *slot && player.can_fire(&rules, index as u16));
        let colour = match (wheel.pointed() == Some(number), can_fire) {
            (true, _) => BRIGHT,
            (false, true) => PALE,
            (false, false) => DIM,
        };
        let own =
            rules.weapons.iter().filter(|(name, weapon)| weapon.slot == *slot && player.inventory.count(name) > 0);
        let mut lines = vec![slot.to_string()];
        for (name, weapon) in own {
            let rounds = player.ammo(weapon).map(|rounds| format!(" {rounds}")).unwrap_or_default();
            lines.push(format!("{}{rounds}", pen.say(Said::data(name))));
        }
        let wide = lines.iter().map(|text| pen.width(text) * size).max().unwrap_or(0) + 2 * line;
        let (left, top) = (place.x as i32 - wide / 2, place.y as i32 - line * lines.len() as i32 / 2);
        canvas.fill(Area::new(left, top, wide, line * lines.len() as i32), BLACK.covering(0.7));
        for (row, text) in (0..).zip(&lines) {
            let lettering = Lettering::new(colour, size).aligned(Align::Centre);
            canvas.text(pen, text, place.x as i32, top + row * line, lettering);
        }
    }
}
