//! Gamepad script for tests: the lines of a file are sent as the same events as those of a real gamepad.
//!
//! Lines are executed in order, including those that are appended while the game runs. Text after `#` is ignored:
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

use crate::flow::exit_code::BAD_DATA;
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

/// Maximum number of bytes read per frame, and maximum line length.
const MAX: u64 = 64 << 10;

/// The script file and its gamepad.
#[derive(Resource)]
pub(crate) struct PadScript {
    file: File,
    name: String,
    /// Bytes that were read but not executed yet.
    unread: Vec<u8>,
    /// Number of the last executed line.
    line: u32,
    waits: Duration,
    pad: Option<Entity>,
}

/// Parsed line.
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
    /// Opens a script file.
    ///
    /// # Errors
    /// Returns a message if it cannot be opened.
    pub(crate) fn open(path: &Path) -> Result<PadScript, String> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| format!("{name} cannot be read: {error}"))?;
        Ok(PadScript { file, name, unread: Vec::new(), line: 0, waits: Duration::ZERO, pad: None })
    }

    /// Returns the next complete line, if there is one.
    fn next(&mut self) -> Result<Option<Line>, String> {
        let Some(end) = self.unread.iter().position(|byte| *byte == b'\n') else {
            let is_too_long = self.unread.len() as u64 > MAX;
            let what = || format!("{}:{}: the line is longer than {MAX} bytes", self.name, self.line + 1);
            return if is_too_long { Err(what()) } else { Ok(None) };
        };
        let bytes: Vec<u8> = self.unread.drain(..=end).collect();
        self.line += 1;
        let line = read(&String::from_utf8_lossy(&bytes));
        line.map(Some).map_err(|what| format!("{}:{}: {what}", self.name, self.line))
    }
}

/// Parses a line.
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
            "'{}' must be one of: connect, disconnect, press BUTTON, release BUTTON, axis AXIS VALUE, \
             wait SECONDS, tell WORD",
            text.trim()
        )),
    }
}

/// Returns the button or axis with this name.
fn named<T: Copy + std::fmt::Debug>(name: &str, all: &[T]) -> Result<T, String> {
    let found = all.iter().find(|known| format!("{known:?}") == name);
    let list = || all.iter().map(|known| format!("{known:?}")).collect::<Vec<_>>().join(", ");
    found.copied().ok_or_else(|| format!("a gamepad has no '{name}'; use one of {}", list()))
}

fn number(text: &str, least: f32, most: f32) -> Result<f32, String> {
    let found = text.parse::<f32>().ok().filter(|number| (least..=most).contains(number));
    found.ok_or_else(|| format!("number must be from {least} to {most}, got '{text}'"))
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, play.before(InputSystems).run_if(resource_exists::<PadScript>));
}

/// Executes the lines that are due. The game exits at an invalid line.
fn play(
    mut script: ResMut<PadScript>,
    time: Res<Time<Real>>,
    mut connections: MessageWriter<GamepadConnectionEvent>,
    mut events: MessageWriter<RawGamepadEvent>,
    mut exit: MessageWriter<AppExit>,
    mut commands: Commands,
) {
    let script = &mut *script;
    // Ignore the error: the file may become readable by the next frame.
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
            // Ignore a closed stdout.
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
                // The gamepad exists from the next frame on, like a real one that was just connected.
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
    fn every_kind_of_line_is_parsed() {
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
    fn invalid_lines_are_reported() {
        for (line, what) in [
            ("jump", "'jump' must be one of: connect"),
            ("press", "must be one of"),
            ("press A", "a gamepad has no 'A'; use one of South, East"),
            ("axis LeftStickX 2", "number must be from -1 to 1, got '2'"),
            ("axis LeftStickX NaN", "got 'NaN'"),
            ("wait -1", "number must be from 0 to 3600, got '-1'"),
        ] {
            let told = read(line).unwrap_err();
            assert!(told.contains(what), "{told}");
        }
    }

    #[test]
    fn script_plays_a_gamepad_even_by_appended_lines() {
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
        assert_eq!(seen("connect\npress South\nrelease South\npre", 4), [South], "an incomplete line must wait");
        assert_eq!(seen("ss East\nwait 0.1\npress North\n", 6), [East]);
        assert_eq!(seen("", 8), [North]);
        assert_eq!(seen("jump\n", 2), []);
        assert!(app.should_exit().is_some_and(|exit| exit.is_error()));
    }
}
