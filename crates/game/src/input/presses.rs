//! The presses: what went down since the last picture, event by event, and what it is bound to.

use crate::{
    input::action::Action,
    input::bindings::Bindings,
    input::pad::{self, Pads},
    input::pointing::Pointing,
    input::trigger::Trigger,
};
use bevy::{
    ecs::system::SystemParam,
    input::keyboard::KeyboardInput,
    input::mouse::{MouseButtonInput, MouseScrollUnit, MouseWheel},
    input::{ButtonState, InputSystems},
    prelude::*,
};

/// The triggers that went down since the last picture. Keys that repeat while they are held count once.
#[derive(Resource, Clone, Debug, Default)]
pub(crate) struct Presses(pub(crate) Vec<Trigger>);

impl Presses {
    /// How often something went down that does this.
    pub(crate) fn of(&self, bindings: &Bindings, action: Action) -> u32 {
        self.0.iter().filter(|trigger| bindings.has(action, **trigger)).count() as u32
    }
}

/// What of a notch of the wheel has been turned: touchpads tell small parts of it. Positive is away from the player.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub(crate) struct Wheel(f32);

/// How many pixels are told as one notch by a touchpad.
const PIXELS: f32 = 40.0;
/// The most notches that count for a picture.
const MOST_NOTCHES: f32 = 8.0;

impl Wheel {
    /// Turns it; the notches that are full now.
    fn turn(&mut self, lines: f32) -> impl Iterator<Item = Trigger> {
        if lines.is_finite() {
            self.0 = (self.0 + lines).clamp(-MOST_NOTCHES, MOST_NOTCHES);
        }
        let notches = self.0.trunc();
        self.0 -= notches;
        let way = if notches > 0.0 { Trigger::WheelUp } else { Trigger::WheelDown };
        std::iter::repeat_n(way, notches.abs() as usize)
    }
}

/// The devices as the bindings tell what they do.
#[derive(SystemParam)]
pub(crate) struct Devices<'w> {
    keys: Res<'w, ButtonInput<KeyCode>>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    pub(crate) pads: Res<'w, Pads>,
    presses: Res<'w, Presses>,
    bindings: Res<'w, Bindings>,
    pub(crate) pointing: Res<'w, Pointing>,
}

impl Devices<'_> {
    /// Whether something is held that does this.
    pub(crate) fn holds(&self, action: Action) -> bool {
        let mut triggers = self.bindings.triggers(action).filter(|trigger| !self.pointing.takes(*trigger));
        let is_pointed = self.pointing.held == Some(action);
        is_pointed
            || triggers.any(|trigger| match trigger {
                Trigger::Key(key) => self.keys.pressed(key),
                Trigger::Mouse(button) => self.buttons.pressed(button),
                Trigger::Pad(button) => self.pads.held(&[button]),
                Trigger::WheelUp | Trigger::WheelDown | Trigger::Pointed(_) => false,
            })
    }

    /// How often something went down that does this.
    pub(crate) fn presses(&self, action: Action) -> u32 {
        self.actions().filter(|asked| *asked == action).count() as u32
    }

    /// What was asked for by presses, in their order.
    pub(crate) fn actions(&self) -> impl Iterator<Item = Action> {
        let triggers = self.presses.0.iter().filter(|trigger| !self.pointing.takes(**trigger));
        triggers.flat_map(|trigger| self.bindings.actions(*trigger))
    }

    /// 1 while one action is held, -1 while the other one is, else 0.
    pub(crate) fn axis(&self, more: Action, less: Action) -> f32 {
        f32::from(i8::from(self.holds(more)) - i8::from(self.holds(less)))
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Presses>().init_resource::<Wheel>().init_resource::<Bindings>().init_resource::<Pointing>();
    app.add_systems(PreUpdate, gather.after(InputSystems).after(pad::gather));
}

/// For conditions: whether something went down that does this.
pub(crate) fn is_asked(action: Action) -> impl Fn(Devices) -> bool + Clone {
    move |devices: Devices| devices.presses(action) > 0
}

pub(crate) fn gather(
    mut keys: MessageReader<KeyboardInput>,
    mut buttons: MessageReader<MouseButtonInput>,
    mut turns: MessageReader<MouseWheel>,
    pads: Res<Pads>,
    mut wheel: ResMut<Wheel>,
    mut presses: ResMut<Presses>,
) {
    presses.0.clear();
    let down = keys.read().filter(|input| input.state == ButtonState::Pressed && !input.repeat);
    presses.0.extend(down.map(|input| Trigger::Key(input.key_code)));
    let down = buttons.read().filter(|input| input.state == ButtonState::Pressed);
    presses.0.extend(down.map(|input| Trigger::Mouse(input.button)));
    for turn in turns.read() {
        let lines = if turn.unit == MouseScrollUnit::Line { turn.y } else { turn.y / PIXELS };
        presses.0.extend(wheel.turn(lines));
    }
    presses.0.extend(pads.pressed.iter().map(|&button| Trigger::Pad(button)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notch_of_the_wheel_counts_and_parts_of_one_add_up() {
        let mut wheel = Wheel::default();
        assert_eq!(wheel.turn(2.0).collect::<Vec<_>>(), [Trigger::WheelUp; 2]);
        assert_eq!(wheel.turn(-0.5).count(), 0);
        assert_eq!(wheel.turn(-0.5).collect::<Vec<_>>(), [Trigger::WheelDown]);
        assert_eq!((wheel.turn(f32::NAN).count(), wheel.turn(1e30).count()), (0, 8));
    }
}
