//! A pad that a file plays: its lines become the very events that a real pad sends. For tests, where no pad is at hand.
//!
//! Lines are followed in their order, also those that are added to the file while the game runs; what stands behind `#` is not read:
//!
//! ```text
//! connect
//! press South              # East, North, West, Start, Select, DPadUp, LeftTrigger2 and so on
//! release South
//! axis LeftStickX -0.5     # LeftStickY, RightStickX, RightStickY
//! wait 0.25                # seconds until the next line
//! tell here                # prints the word: all before it has been done
//! disconnect
//! ```

use bevy::{
    input::InputSystems,
    input::gamepad::{
        GamepadConnection, GamepadConnectionEvent, RawGamepadAxisChangedEvent, RawGamepadButtonChangedEvent,
        RawGamepadEvent,
    },
    prelude::*,
};
use std::{
    fs::File,
    io::{self, Read, Write},
    path::Path,
    time::Duration,
};

/// The most bytes that are taken in for a picture, and the longest line.
const MAX: u64 = 64 << 10;
/// The exit code for a line that makes no sense.
const BAD_DATA: u8 = 3;

/// The file, and the pad that it plays.
#[derive(Resource)]
pub(crate) struct PadScript {
    file: File,
    name: String,
    /// What was read and not yet followed.
    unread: Vec<u8>,
    /// The number of the line that was followed last.
    line: u32,
    waits: Duration,
    pad: Option<Entity>,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq)]
enum Line {
    Nothing,
    Connect,
    Disconnect,
    Button(GamepadButton, f32),
    Axis(GamepadAxis, f32),
    Wait(Duration),
    Tell(String),
}

impl PadScript {
    /// The script in a file.
    ///
    /// # Errors
    /// A sentence, if it cannot be opened.
    pub(crate) fn open(path: &Path) -> Result<PadScript, String> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| format!("{name} cannot be read: {error}"))?;
        Ok(PadScript { file, name, unread: Vec::new(), line: 0, waits: Duration::ZERO, pad: None })
    }

    /// The next whole line, if there is one.
    fn next(&mut self) -> Result<Option<Line>, String> {
        let Some(end) = self.unread.iter().position(|byte| *byte == b'\n') else {
            let is_too_long = self.unread.len() as u64 > MAX;
            let what = || format!("{}:{}: the line is longer than {MOST} bytes", self.name, self.line + 1);
            return if is_too_long { Err(what()) } else { Ok(None) };
        };
        let bytes: Vec<u8> = self.unread.drain(..=end).collect();
        self.line += 1;
        let line = read(&String::from_utf8_lossy(&bytes));
        line.map(Some).map_err(|what| format!("{}:{}: {what}", self.name, self.line))
    }
}

/// What a line says, or what is wrong with it.
fn read(line: &str) -> Result<Line, String> {
    let text = line.split('#').next().unwrap_or_default();
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [] => Ok(Line::Nothing),
        ["connect"] => Ok(Line::Connect),
        ["disconnect"] => Ok(Line::Disconnect),
        ["press", button] => Ok(Line::Button(named(button, &GamepadButton::all())?, 1.0)),
        ["release", button] => Ok(Line::Button(named(button, &GamepadButton::all())?, 0.0)),
        ["axis", axis, value] => Ok(Line::Axis(named(axis, &GamepadAxis::all())?, number(value, -1.0, 1.0)?)),
        ["tell", word] => Ok(Line::Tell(word.to_owned())),
        ["wait", seconds] => Ok(Line::Wait(Duration::from_secs_f32(number(seconds, 0.0, 3600.0)?))),
        _ => Err(format!(
            "'{}' is none of: connect, disconnect, press BUTTON, release BUTTON, axis AXIS VALUE, wait SECONDS, tell WORD",
            text.trim()
        )),
    }
}

/// The button or axis of a name.
fn named<T: Copy + std::fmt::Debug>(name: &str, all: &[T]) -> Result<T, String> {
    let found = all.iter().find(|known| format!("{known:?}") == name);
    let list = || all.iter().map(|known| format!("{known:?}")).collect::<Vec<_>>().join(", ");
    found.copied().ok_or_else(|| format!("there is no '{name}' on a pad, but {}", list()))
}

fn number(text: &str, least: f32, most: f32) -> Result<f32, String> {
    let found = text.parse::<f32>().ok().filter(|number| (least..=most).contains(number));
    found.ok_or_else(|| format!("'{text}' is not a number from {least} to {most}"))
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, play.before(InputSystems).run_if(resource_exists::<PadScript>));
}

/// Follows the lines whose time has come; the game ends if one makes no sense.
fn play(
    mut script: ResMut<PadScript>,
    time: Res<Time<Real>>,
    mut connections: MessageWriter<GamepadConnectionEvent>,
    mut events: MessageWriter<RawGamepadEvent>,
    mut exit: MessageWriter<AppExit>,
    mut commands: Commands,
) {
    let script = &mut *script;
    // What cannot be read now may be readable for the next picture.
    let _ = Read::by_ref(&mut script.file).take(MAX).read_to_end(&mut script.unread);
    script.waits = script.waits.saturating_sub(time.delta());
    while script.waits.is_zero() {
        let line = match script.next() {
            Ok(Some(line)) => line,
            Ok(None) => return,
            Err(what) => {
                eprintln!("hullbreach: {what}");
                exit.write(AppExit::from_code(BAD_DATA));
                return commands.remove_resource::<PadScript>();
            }
        };
        let pad = *script.pad.get_or_insert_with(|| commands.spawn_empty().id());
        match line {
            Line::Nothing => {}
            Line::Wait(time) => script.waits = time,
            // If nobody listens any more there is nobody to tell that, either.
            Line::Tell(word) => drop(writeln!(io::stdout(), "pad: {word}")),
            Line::Button(button, value) => {
                events.write(RawGamepadButtonChangedEvent::new(pad, button, value).into());
            }
            Line::Axis(axis, value) => {
                events.write(RawGamepadAxisChangedEvent::new(pad, axis, value).into());
            }
            Line::Connect | Line::Disconnect => {
                let here =
                    GamepadConnection::Connected { name: "script".to_owned(), vendor_id: None, product_id: None };
                let connection = if line == Line::Connect { here } else { GamepadConnection::Disconnected };
                let event = GamepadConnectionEvent::new(pad, connection);
                events.write(event.clone().into());
                connections.write(event);
                // The pad is there from the next picture on, as a real one is that has just been plugged in.
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::pad::{self, Pads};
    use bevy::{
        input::InputPlugin,
        time::{TimePlugin, TimeUpdateStrategy},
    };

    #[test]
    fn each_kind_of_line_is_read() {
        let lines = [
            "",
            "# all",
            "connect",
            " press South # A",
            "release DPadUp",
            "axis LeftStickX -0.5",
            "wait 0.25",
            "tell here",
        ];
        let read: Vec<Line> = lines.iter().map(|line| read(line).unwrap()).collect();
        let wanted = [
            Line::Nothing,
            Line::Nothing,
            Line::Connect,
            Line::Button(GamepadButton::South, 1.0),
            Line::Button(GamepadButton::DPadUp, 0.0),
            Line::Axis(GamepadAxis::LeftStickX, -0.5),
            Line::Wait(Duration::from_millis(250)),
            Line::Tell("here".to_owned()),
        ];
        assert_eq!(read, wanted);
    }

    #[test]
    fn what_makes_no_sense_is_told_in_a_sentence() {
        for (line, what) in [
            ("jump", "'jump' is none of: connect"),
            ("press", "is none of"),
            ("press A", "there is no 'A' on a pad, but South, East"),
            ("axis LeftStickX 2", "'2' is not a number from -1 to 1"),
            ("axis LeftStickX NaN", "'NaN' is not a number"),
            ("wait -1", "'-1' is not a number from 0 to 3600"),
        ] {
            let told = read(line).unwrap_err();
            assert!(told.contains(what), "{told}");
        }
    }

    #[test]
    fn a_file_plays_a_pad_also_by_lines_that_are_added_later() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        let mut app = App::new();
        app.add_plugins((TimePlugin, InputPlugin, pad::plugin, plugin));
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
        app.insert_resource(PadScript::open(file.path()).unwrap());
        let mut seen = |text: &str, pictures: u32| {
            file.write_all(text.as_bytes()).unwrap();
            let mut pressed = Vec::new();
            for _ in 0..pictures {
                app.update();
                pressed.extend(app.world().resource::<Pads>().pressed.clone());
            }
            pressed
        };
        use GamepadButton::{East, North, South};
        assert_eq!(seen("connect\npress South\nrelease South\npre", 4), [South], "a line that is not whole waits");
        assert_eq!(seen("ss East\nwait 0.1\npress North\n", 6), [East]);
        assert_eq!(seen("", 8), [North]);
        assert_eq!(seen("jump\n", 2), []);
        assert!(app.should_exit().is_some_and(|exit| exit.is_error()));
    }
}
