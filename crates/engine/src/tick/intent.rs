//! The intent: the complete input from a player, a demo or a bot for one tick.

use crate::tick::{dev_act::DevAct, tick::Step};
use bevy::prelude::*;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::f32::consts::PI;
use thiserror::Error;

/// The input for the next tick. The simulation reads it once per tick; the driver of the simulation writes it before.
///
/// Files contain only the parts that differ from the default, each after its tag: see [`Intent::write`]. A new part
/// therefore does not invalidate existing demos. In JSON, for people, the same parts have the names of the fields.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Intent {
    /// Forwards (1) or backwards (-1).
    #[serde(skip_serializing_if = "is_default")]
    pub forward: f32,
    /// To the right (1) or to the left (-1).
    #[serde(skip_serializing_if = "is_default")]
    pub strafe: f32,
    /// Turn in this tick in radians; positive is to the right.
    #[serde(skip_serializing_if = "is_default")]
    pub turn: f32,
    /// Run instead of walking.
    #[serde(skip_serializing_if = "is_default")]
    pub run: bool,
    /// Fire while it is held.
    #[serde(skip_serializing_if = "is_default")]
    pub fire: bool,
    /// Use the object in front, once per press.
    #[serde(rename = "use", skip_serializing_if = "is_default")]
    pub use_: bool,
    /// Change to another weapon. The tick that does so clears the choice, so an intent for several ticks changes
    /// weapons only once.
    #[serde(skip_serializing_if = "is_default")]
    pub weapon: Option<WeaponChoice>,
    /// Jump, once per press.
    #[serde(skip_serializing_if = "is_default")]
    pub jump: bool,
    /// Walk along a path to this point of the deck, in tiles. The walk ends at the point, or with any other input
    /// except running.
    #[serde(skip_serializing_if = "is_default")]
    pub walk_to: Option<Vec2>,
    /// Action at the terminal at which the player stands. As with weapons, one tick clears it.
    #[serde(skip_serializing_if = "is_default")]
    pub board: Option<BoardAct>,
    /// Developer act. As with weapons, one tick clears it.
    #[serde(skip_serializing_if = "is_default")]
    pub dev_act: Option<DevAct>,
}

/// An action at a terminal. Files refer to the variants by their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BoardAct {
    /// Pick a square (0 for a1, 1 for b1, 63 for h8), or slide the pebble of a position (0 to 14, row by row).
    Pick(u8),
    /// Take back the last move.
    Undo,
    /// Ask for a hint.
    Hint,
    /// Restart the game.
    Restart,
    /// Leave the terminal; the game stays as it is.
    Leave,
    /// Restart with two players instead of against the ship, or against the ship again.
    Company,
}

/// A change of weapon. Files refer to the variants by their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WeaponChoice {
    /// The weapon in this slot; if there are several, each in turn.
    Slot(u8),
    /// The next one that can be fired.
    Next,
    /// The previous weapon that can be fired.
    Previous,
}

/// Tags of the parts of an intent in files. A tag is never reused for another part or for another type.
mod tag {
    /// End of the parts.
    pub(super) const END: u8 = 0;
    pub(super) const FORWARD: u8 = 1;
    pub(super) const STRAFE: u8 = 2;
    pub(super) const TURN: u8 = 3;
    pub(super) const RUN: u8 = 4;
    pub(super) const FIRE: u8 = 5;
    pub(super) const USE: u8 = 6;
    pub(super) const WEAPON: u8 = 7;
    pub(super) const BOARD: u8 = 8;
    pub(super) const JUMP: u8 = 10;
    pub(super) const WALK_TO: u8 = 11;
    pub(super) const DEV_ACT: u8 = 12;
}

/// The reason why an intent in a file cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum IntentError {
    /// It contains a part that a later version of the game added.
    #[error("it contains the unknown input field {0}: play it with a newer version of the game")]
    UnknownPart(u8),
    /// It ends too early, or one of its values is invalid.
    #[error("it is damaged: an intent cannot be read")]
    Damaged,
}

/// Returns true for default values, which are left out of files.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Intent {
    /// The empty intent.
    pub const NONE: Intent = Intent {
        forward: 0.0,
        strafe: 0.0,
        turn: 0.0,
        run: false,
        fire: false,
        use_: false,
        weapon: None,
        jump: false,
        walk_to: None,
        board: None,
        dev_act: None,
    };

    /// Returns the intent with all values in their ranges, whatever a device or a file contains. NaN becomes 0, and
    /// zeros lose their sign.
    #[must_use]
    pub fn clamped(self) -> Intent {
        // Adding 0 to -0 makes it 0. Otherwise, two intents that compare as equal could lead to different worlds.
        let within = |value: f32, limit: f32| if value.is_nan() { 0.0 } else { value.clamp(-limit, limit) + 0.0 };
        let point = |point: Vec2| point.is_finite().then_some(point + 0.0);
        Intent {
            forward: within(self.forward, 1.0),
            strafe: within(self.strafe, 1.0),
            turn: within(self.turn, PI),
            walk_to: self.walk_to.and_then(point),
            dev_act: self.dev_act.and_then(DevAct::clamped),
            ..self
        }
    }

    /// Appends the encoded intent: the tag and the value of each part that differs from the default, followed by an end
    /// tag.
    ///
    /// # Errors
    /// If postcard cannot encode a value.
    pub(crate) fn write(&self, bytes: &mut Vec<u8>) -> postcard::Result<()> {
        // Destructured completely, so that no part can be forgotten.
        let Intent { forward, strafe, turn, run, fire, use_, weapon, board, jump, walk_to, dev_act } = self;
        write_part(bytes, tag::FORWARD, forward)?;
        write_part(bytes, tag::STRAFE, strafe)?;
        write_part(bytes, tag::TURN, turn)?;
        write_part(bytes, tag::RUN, run)?;
        write_part(bytes, tag::FIRE, fire)?;
        write_part(bytes, tag::USE, use_)?;
        write_part(bytes, tag::WEAPON, weapon)?;
        write_part(bytes, tag::BOARD, board)?;
        write_part(bytes, tag::JUMP, jump)?;
        write_part(bytes, tag::WALK_TO, walk_to)?;
        write_part(bytes, tag::DEV_ACT, dev_act)?;
        bytes.push(tag::END);
        Ok(())
    }

    /// Reads an intent from the front of the bytes, and removes it from them.
    ///
    /// # Errors
    /// If it contains an unknown part or cannot be decoded.
    pub(crate) fn read(bytes: &mut &[u8]) -> Result<Intent, IntentError> {
        let mut intent = Intent::default();
        loop {
            let (&tag, rest) = bytes.split_first().ok_or(IntentError::Damaged)?;
            *bytes = rest;
            match tag {
                tag::END => return Ok(intent),
                tag::FORWARD => intent.forward = read_part(bytes)?,
                tag::STRAFE => intent.strafe = read_part(bytes)?,
                tag::TURN => intent.turn = read_part(bytes)?,
                tag::RUN => intent.run = read_part(bytes)?,
                tag::FIRE => intent.fire = read_part(bytes)?,
                tag::USE => intent.use_ = read_part(bytes)?,
                tag::WEAPON => intent.weapon = read_part(bytes)?,
                tag::BOARD => intent.board = read_part(bytes)?,
                tag::JUMP => intent.jump = read_part(bytes)?,
                tag::WALK_TO => intent.walk_to = read_part(bytes)?,
                tag::DEV_ACT => intent.dev_act = read_part(bytes)?,
                unknown => return Err(IntentError::UnknownPart(unknown)),
            }
        }
    }
}

fn write_part<T: Serialize + Default + PartialEq>(bytes: &mut Vec<u8>, tag: u8, value: &T) -> postcard::Result<()> {
    if !is_default(value) {
        bytes.push(tag);
        bytes.extend(postcard::to_stdvec(value)?);
    }
    Ok(())
}

fn read_part<T: DeserializeOwned>(bytes: &mut &[u8]) -> Result<T, IntentError> {
    let (value, rest) = postcard::take_from_bytes(bytes).map_err(|_| IntentError::Damaged)?;
    *bytes = rest;
    Ok(value)
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Intent>();
    app.add_systems(FixedUpdate, tame.in_set(Step::ClampIntent));
}

fn tame(mut intent: ResMut<Intent>) {
    *intent = intent.clamped();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tick::dev_act::Gift;
    use proptest::prelude::*;

    /// An intent with a non-default value for every part; a new part cannot be left out.
    const ALL: Intent = Intent {
        forward: 1.0,
        strafe: -0.5,
        turn: 0.25,
        run: true,
        fire: true,
        use_: true,
        weapon: Some(WeaponChoice::Slot(3)),
        board: Some(BoardAct::Pick(9)),
        jump: true,
        walk_to: Some(Vec2::new(1.0, -0.5)),
        dev_act: Some(DevAct::Air(IVec2::new(2, -1), 50)),
    };

    /// The encoding of [`ALL`]: tags and values, followed by the end tag.
    const ALL_IN_A_FILE: &[u8] = &[
        1, 0, 0, 0x80, 0x3f, 2, 0, 0, 0, 0xbf, 3, 0, 0, 0x80, 0x3e, 4, 1, 5, 1, 6, 1, 7, 1, 0, 3, 8, 1, 0, 9, 10, 1,
        11, 1, 0, 0, 0x80, 0x3f, 0, 0, 0, 0xbf, 12, 1, 9, 4, 1, 50, 0,
    ];

    fn written(intent: &Intent) -> Vec<u8> {
        let mut bytes = Vec::new();
        intent.write(&mut bytes).expect("an intent can be written");
        bytes
    }

    #[test]
    fn clamped_intents_are_finite_and_at_most_full_speed() {
        let nowhere = Some(Vec2::new(1.0, f32::NAN));
        let wild = Intent { forward: 9.0, strafe: f32::NAN, turn: f32::INFINITY, walk_to: nowhere, ..default() };
        assert_eq!(wild.clamped(), Intent { forward: 1.0, strafe: 0.0, turn: PI, ..default() });
    }

    #[test]
    fn clamped_zeros_have_no_sign() {
        let corner = Some(Vec2::new(-0.0, 0.0));
        let still = Intent { forward: -0.0, strafe: -0.0, turn: -0.0, walk_to: corner, ..default() }.clamped();
        let x = still.walk_to.unwrap().x;
        assert_eq!([still.forward, still.strafe, still.turn, x].map(f32::to_bits), [0; 4]);
    }

    #[test]
    fn tags_of_parts_never_change() {
        assert_eq!(written(&ALL), ALL_IN_A_FILE);
        assert_eq!(Intent::read(&mut &*ALL_IN_A_FILE), Ok(ALL));
        let choices = [WeaponChoice::Slot(3), WeaponChoice::Next, WeaponChoice::Previous];
        let bytes = choices.map(|choice| written(&Intent { weapon: Some(choice), ..default() }));
        assert_eq!(bytes, [vec![7, 1, 0, 3, 0], vec![7, 1, 1, 0], vec![7, 1, 2, 0]]);
        let acts = [BoardAct::Undo, BoardAct::Hint, BoardAct::Restart, BoardAct::Leave, BoardAct::Company];
        let bytes = acts.map(|act| written(&Intent { board: Some(act), ..default() }));
        assert_eq!(bytes, [1, 2, 3, 4, 5].map(|act| [8, 1, act, 0]));
        let acts = [DevAct::God(true), DevAct::NoClip(true), DevAct::Freeze(true), DevAct::Give(Gift::Health)];
        let bytes = acts.map(|act| written(&Intent { dev_act: Some(act), ..default() }));
        assert_eq!(bytes, [[0, 1], [1, 1], [2, 1], [3, 4]].map(|[act, value]| [12, 1, act, value, 0]));
    }

    #[test]
    fn default_parts_take_no_space() {
        assert_eq!(written(&Intent::default()), [tag::END]);
        assert_eq!(written(&Intent { fire: true, ..default() }), [tag::FIRE, 1, tag::END]);
    }

    #[test]
    fn unknown_tags_are_rejected() {
        let error = Intent::read(&mut &[tag::FIRE, 1, 200, 1, tag::END][..]);
        assert_eq!(error, Err(IntentError::UnknownPart(200)));
    }

    #[test]
    fn truncated_intents_are_rejected() {
        for length in 0..ALL_IN_A_FILE.len() {
            assert_eq!(Intent::read(&mut &ALL_IN_A_FILE[..length]), Err(IntentError::Damaged), "{length} bytes");
        }
    }

    proptest! {
        #[test]
        fn random_intent_bytes_do_not_cause_panics(bytes: Vec<u8>) {
            let mut rest = &*bytes;
            if let Ok(intent) = Intent::read(&mut rest) {
                let clamped = intent.clamped();
                prop_assert_eq!(Intent::read(&mut &*written(&clamped)), Ok(clamped));
            }
        }
    }
}
