//! The layout of the HUD on a frame: no part covers another at any size from 320 by 180 pixels on.
//!
//! Parts are stacked upwards from the lower corners: health on the left, ammunition on the right, and keys between
//! them. If a frame is too narrow for that, the HUD is drawn smaller, and keys and text move up.

use crate::canvas::area::Area;
use bevy::prelude::Resource;

/// The width of the lower edge in units: face, health, ammunition, and the margins.
const ACROSS: i32 = 178;
/// In units: the size of a panel, the margin around the HUD, and the gap between its rows.
const PANEL: [i32; 2] = [64, 22];
const MARGIN: i32 = 4;
const GAP: i32 = 2;
/// The side of the face's panel, and the distance from it to the health panel, in units.
const FACE: i32 = 34;
const BESIDE_FACE: i32 = 38;
/// The side of an icon, and the distance from one icon to the next, in units.
const ICON: i32 = 16;
const ICON_STEP: i32 = 18;
/// The width of a weapon's number, in units.
pub(super) const SLOT: i32 = 11;

/// The parts of the HUD that are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Parts {
    /// True if the art has faces, and the player is not at a board.
    pub(super) face: bool,
    pub(super) armour: bool,
    pub(super) oxygen: bool,
    /// True if the player is at a board, below whose text there is room for one row.
    pub(super) at_board: bool,
    /// The number of weapons to choose from, and the height of their numbers in pixels.
    pub(super) slots: i32,
    pub(super) numbers: i32,
    /// The number of keys and modules that are carried.
    pub(super) icons: i32,
    /// The left edge of the held weapon in pixels, which the icons do not reach.
    pub(super) weapon: Option<i32>,
    /// The size of the held weapon's name, in pixels.
    pub(super) name: Option<[i32; 2]>,
}

/// The space that other code draws on at the edges of the frame, in pixels. The HUD avoids it from the next frame on.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reserved {
    /// The number of rows at the upper edge.
    pub top: i32,
    /// The number of rows at the lower edge.
    pub foot: i32,
    /// An area at the right edge.
    pub right: Option<Area>,
}

/// The positions of the parts of the HUD, in pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct HudLayout {
    /// The number of pixels per unit.
    pub(super) unit: i32,
    pub(super) face: Option<Area>,
    pub(super) health: Area,
    pub(super) armour: Option<Area>,
    pub(super) oxygen: Option<Area>,
    /// `None` at a board, where no weapon is held.
    pub(super) ammunition: Option<Area>,
    pub(super) slots: Area,
    pub(super) name: Option<Area>,
    /// The first icon, the number of icons per row, and the number that is drawn.
    first_icon: Area,
    icons_in_row: i32,
    icons: i32,
}

impl HudLayout {
    /// Computes the layout for a frame of this size, with this number of pixels per unit.
    pub(super) fn new([width, height]: [i32; 2], unit: i32, parts: Parts, reserved: Reserved) -> HudLayout {
        let [wide, high] = PANEL.map(|side| side * unit);
        let (margin, gap) = (MARGIN * unit, GAP * unit);
        let bottom = height - reserved.foot - margin;
        let face = parts.face.then(|| Area::new(margin, bottom - FACE * unit, FACE * unit, FACE * unit));
        let left = margin + if parts.face { BESIDE_FACE * unit } else { 0 };
        let health = Area::new(left, bottom - high, wide, high);
        let second = Area { x: left + wide + margin, ..health };
        let above = |rows: i32| Area { y: health.y - rows * (high + gap), ..health };
        // At a board, the most urgent of them is next to the health.
        let (armour, oxygen, icons) = match parts.at_board {
            true if parts.oxygen => (None, Some(second), 0),
            true if parts.armour => (Some(second), None, 0),
            true => (None, None, parts.icons),
            false => {
                let oxygen = parts.oxygen.then(|| above(1 + i32::from(parts.armour)));
                (parts.armour.then(|| above(1)), oxygen, parts.icons)
            }
        };
        let right = width - margin;
        let ammunition = (!parts.at_board).then(|| Area { x: right - wide, ..health });
        let slots_wide = parts.slots * SLOT * unit;
        let mut layout = HudLayout {
            unit,
            face,
            health,
            armour,
            oxygen,
            ammunition,
            slots: Area::new(0, 0, 0, 0),
            name: None,
            first_icon: Area::new(second.x, bottom - (ICON + 3) * unit, ICON * unit, ICON * unit),
            icons_in_row: 1,
            icons: 0,
        };
        if parts.slots > 0 {
            let slots = Area::new(right - slots_wide, health.y - parts.numbers, slots_wide, parts.numbers);
            layout.slots = layout.above_others(beside(slots, reserved.right));
        }
        layout.place_icons(width, icons, parts.weapon.unwrap_or(width));
        layout.name = parts.name.map(|[wide, high]| {
            let name = Area::new(right - wide, health.y - parts.numbers - high, wide, high);
            layout.above_others(beside(name, reserved.right))
        });
        layout
    }

    /// Places the rows of the icons: between health and the held weapon or, if there is no room, above everything else.
    fn place_icons(&mut self, width: i32, icons: i32, weapon: i32) {
        let step = ICON_STEP * self.unit;
        let room_until = |end: i32| (end - self.first_icon.x) / step;
        self.icons = icons;
        self.icons_in_row = room_until(self.ammunition.map_or(width, |area| area.x).min(weapon));
        if self.icons_in_row < icons {
            // The rows above the first one must not reach the weapons.
            let end = if self.slots.width > 0 { self.slots.x } else { width };
            self.icons_in_row = self.icons_in_row.min(room_until(end));
        }
        if self.icons_in_row < icons.min(2) {
            let end = if weapon < width && weapon > 6 * step { weapon } else { width - MARGIN * self.unit };
            self.icons_in_row = ((end - MARGIN * self.unit) / step).max(1);
            let top = self.panels().map(|panel| panel.y).min().unwrap_or(0);
            self.first_icon = Area { x: MARGIN * self.unit, y: top - step, ..self.first_icon };
        }
    }

    /// Returns the panels that are present, without icons and text.
    fn panels(&self) -> impl Iterator<Item = Area> {
        let slots = Some(self.slots).filter(|slots| slots.width > 0);
        [self.face, Some(self.health), self.armour, self.oxygen, self.ammunition, slots].into_iter().flatten()
    }

    /// Returns the icons, in rows from the bottom.
    pub(super) fn icons(&self) -> impl Iterator<Item = Area> {
        let (first, in_row, step) = (self.first_icon, self.icons_in_row, ICON_STEP * self.unit);
        let place =
            move |number| Area { x: first.x + number % in_row * step, y: first.y - number / in_row * step, ..first };
        (0..self.icons).map(place)
    }

    /// Moves an area up until it covers nothing else.
    fn above_others(&self, mut area: Area) -> Area {
        while let Some(other) = self.panels().chain(self.icons()).find(|other| area.overlaps(*other)) {
            area.y = other.y - area.height;
        }
        area
    }

    /// Returns the top row of the HUD.
    pub(super) fn top(&self) -> i32 {
        self.panels().chain(self.icons()).chain(self.name).map(|area| area.y).min().unwrap_or(0)
    }
}

/// Moves an area to the left of another one if they overlap.
fn beside(area: Area, other: Option<Area>) -> Area {
    match other.filter(|other| area.overlaps(*other)) {
        Some(other) => Area { x: other.x - area.width, ..area },
        None => area,
    }
}

/// Returns the number of pixels per unit of the HUD, at most `wanted`. It is lower if the frame is too narrow, and at a
/// board, whose text leaves less room.
pub(super) fn unit([width, height]: [i32; 2], at_board: bool, wanted: i32) -> i32 {
    let most = if at_board { (width / 320).min(height / 180) } else { width / ACROSS };
    wanted.min(most).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::canvas::unit_of;

    /// Frame sizes from the smallest to the largest, including portrait ones.
    const SIZES: [[i32; 2]; 14] = [
        [320, 180],
        [320, 600],
        [320, 4320],
        [400, 180],
        [600, 800],
        [640, 360],
        [641, 361],
        [853, 360],
        [1080, 1920],
        [1280, 720],
        [2560, 1080],
        [3840, 2160],
        [7680, 180],
        [7680, 4320],
    ];

    fn all_parts() -> impl Iterator<Item = Parts> {
        let flags = (0..16).map(|bits: u32| [0, 1, 2, 3].map(|bit| bits >> bit & 1 == 1));
        flags.flat_map(|[face, armour, oxygen, at_board]| {
            let numbers = [(0, 0), (2, 3), (9, 6), (9, 40)].into_iter();
            numbers.map(move |(slots, icons)| Parts {
                face: face && !at_board,
                armour,
                oxygen,
                at_board,
                slots: if at_board { 0 } else { slots },
                numbers: 16,
                icons,
                weapon: None,
                name: Some([150, 16]).filter(|_| !at_board),
            })
        })
    }

    #[test]
    fn hud_parts_never_overlap_at_any_size() {
        for size @ [width, height] in SIZES {
            for (times, parts) in
                [50, 100, 150, 300].into_iter().flat_map(|times| all_parts().map(move |it| (times, it)))
            {
                for reserved in [
                    Reserved::default(),
                    Reserved { top: 0, foot: 20, right: Some(Area::new(width - 60, 0, 60, height - height / 5)) },
                ] {
                    let unit = unit(size, parts.at_board, unit_of(height as usize) * times / 100);
                    let parts = Parts { numbers: (12 * unit).max(16), ..parts };
                    let layout = HudLayout::new(size, unit, parts, reserved);
                    let boxes: Vec<Area> = layout.panels().chain(layout.icons()).chain(layout.name).collect();
                    for (number, one) in boxes.iter().enumerate() {
                        let others = &boxes[number + 1..];
                        let covered = others.iter().find(|other| one.overlaps(**other));
                        assert_eq!(covered, None, "{one:?} at {size:?}, unit {unit}: {parts:?}");
                        let is_in_view = one.x >= 0 && one.x + one.width <= width && one.y + one.height <= height;
                        assert!(is_in_view, "{one:?} at {size:?}, unit {unit}: {parts:?}");
                    }
                    assert!(layout.health.y > height / 3, "{size:?}: {layout:?}");
                }
            }
        }
    }

    #[test]
    fn icons_do_not_cover_the_weapon_in_wide_frames() {
        for (size, icons) in [[640, 360], [1280, 720], [2560, 1080]].into_iter().flat_map(|size| [(size, 1), (size, 7)])
        {
            let unit = unit(size, false, unit_of(size[1] as usize));
            let weapon = size[0] / 2 - 32 * unit;
            let parts = Parts { face: true, armour: true, slots: 5, numbers: 12 * unit, icons, ..Parts::default() };
            let layout = HudLayout::new(size, unit, Parts { weapon: Some(weapon), ..parts }, Reserved::default());
            assert_eq!(layout.icons().count(), icons as usize);
            assert!(layout.icons().all(|icon| icon.x + icon.width <= weapon), "{size:?}: {layout:?}");
        }
    }

    #[test]
    fn hud_is_one_row_at_a_board() {
        for parts in all_parts().filter(|parts| parts.at_board && parts.icons <= 6) {
            let layout = HudLayout::new([320, 180], 1, parts, Reserved::default());
            assert_eq!(layout.top(), layout.health.y, "{parts:?}");
        }
    }
}
