//! Ends of games that `hullkit` runs: signals, and a terminal that closes. Every one saves the game and its recording.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// An option of `env`: the game gets hang-ups even if the tests run under `nohup`.
const HEARS_HANG_UPS: &str = "--default-signal=HUP";

/// Returns an empty folder for a test.
fn scratch(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("there is room");
    path
}

/// Waits for a limited time until something is there.
fn until<T>(what: &str, mut found: impl FnMut() -> Option<T>) -> T {
    let patience = Instant::now() + Duration::from_secs(20);
    loop {
        if let Some(found) = found() {
            return found;
        }
        assert!(Instant::now() < patience, "{what}: timeout");
        sleep(Duration::from_millis(10));
    }
}

fn send(signal: &str, process: u32) {
    let sent = Command::new("kill").args(["-s", signal, &process.to_string()]).status().expect("there is kill");
    assert!(sent.success(), "{signal}");
}

/// Returns the ticks of the newest deck save in a folder, and of the demo there.
fn kept(folder: &Path) -> (u64, u64) {
    let newest = campaign::SaveDir::new(folder).newest(Some(campaign::Ring::Auto));
    let demo = std::fs::read(folder.join("r.demo")).ok().and_then(|bytes| engine::Demo::read(&bytes).ok());
    (newest.map_or(0, |(_, save)| save.tick), demo.map_or(0, |demo| demo.ticks()))
}

/// Checks that a folder contains the game as it was left.
fn check_kept(folder: &Path, what: &str) {
    let (saved, recorded) = kept(folder);
    assert!(saved > 0 && saved == recorded, "{what}: {saved} ticks are saved, {recorded} recorded");
}

/// Returns the arguments that keep a game in a folder.
fn keeping(folder: &Path) -> [String; 5] {
    let plain = |path: PathBuf| path.to_str().expect("a plain path").to_owned();
    let demo = plain(folder.join("r.demo"));
    ["--seed=1".to_owned(), "--save-dir".to_owned(), plain(folder.to_owned()), "--record".to_owned(), demo]
}

/// Starts `hullkit text` and walks a bit. Its input stays open.
fn text(folder: &Path) -> Child {
    let mut command = Command::new("env");
    command
        .args([HEARS_HANG_UPS, env!("CARGO_BIN_EXE_hullkit"), "text", "levels/deck1.ron"])
        .args(keeping(folder))
        .current_dir(root());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("hullkit starts");
    child.stdin.as_mut().expect("it has one").write_all(b"1 go e 2\n").expect("it listens");
    let mut replies = BufReader::new(child.stdout.take().expect("it has one"));
    let mut line = String::new();
    while line != "\n" {
        line.clear();
        assert!(replies.read_line(&mut line).expect("it answers") > 0, "the process has ended");
    }
    child.stdout = Some(replies.into_inner());
    child
}

#[test]
fn text_mode_saves_and_records_on_a_signal() {
    for (signal, number) in [("HUP", 1), ("INT", 2), ("QUIT", 3), ("TERM", 15)] {
        let folder = scratch(&format!("exits-text-{signal}"));
        let mut child = text(&folder);
        send(signal, child.id());
        assert_eq!(child.wait().expect("it ends").code(), Some(128 + number), "{signal}");
        check_kept(&folder, signal);
    }
}

#[test]
fn second_signal_ends_a_blocked_game() {
    let folder = scratch("exits-hangs");
    let mut child = text(&folder);
    let mut input = child.stdin.take().expect("it has one");
    // Nothing reads the replies, so the game blocks as soon as the pipe is full. A thread of its own writes the input.
    std::thread::spawn(move || {
        for number in 2..4000 {
            if writeln!(input, "{number} help").is_err() {
                return;
            }
        }
        sleep(Duration::from_secs(60));
    });
    sleep(Duration::from_millis(1500));
    send("TERM", child.id());
    send("HUP", child.id());
    sleep(Duration::from_millis(700));
    assert!(child.try_wait().expect("it can be asked").is_none(), "two signals at once are one request");
    send("TERM", child.id());
    assert_eq!(child.wait().expect("it ends").code(), Some(128 + 15));
}

#[test]
fn hang_up_is_ignored_by_a_game_under_nohup() {
    let folder = scratch("exits-nohup");
    let mut command = Command::new("nohup");
    command.arg(env!("CARGO_BIN_EXE_hullkit")).args(["text", "levels/deck1.ron"]).args(keeping(&folder));
    command.current_dir(root()).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().expect("there is nohup");
    let mut input = child.stdin.take().expect("it has one");
    let mut replies = BufReader::new(child.stdout.take().expect("it has one"));
    let mut reply = String::new();
    for line in ["1 go e 1\n", "2 go e 1\n"] {
        input.write_all(line.as_bytes()).expect("it listens");
        assert!(replies.read_line(&mut reply).expect("it answers") > 0, "the process has ended");
        send("HUP", child.id());
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn bot_run_saves_and_records_on_a_signal() {
    let folder = scratch("exits-run");
    let (save, demo) = (folder.join("x.save"), folder.join("x.demo"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    command
        .args(["run", "levels/deck1.ron", "--bot", "--seconds", "100000", "--trace", "monsters", "--save"])
        .arg(&save);
    command.arg("--record").arg(&demo).current_dir(root()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("hullkit starts");
    let mut traced = [0];
    child.stderr.as_mut().expect("it has one").read_exact(&mut traced).expect("the run has begun");
    send("TERM", child.id());
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(128 + 15));
    let summary: serde_json::Value = serde_json::from_slice(&ended.stdout).expect("it prints how far it came");
    let save = campaign::Save::read(&std::fs::read(save).expect("it is saved")).expect("it is whole");
    let demo = engine::Demo::read(&std::fs::read(demo).expect("it is recorded")).expect("it is whole");
    assert_eq!((summary["ticks"].as_u64(), demo.ticks()), (Some(save.tick), save.tick));
}

/// A game in a terminal that the program `script` creates, and a shell around it that reports the modes of the
/// terminal.
struct InTerminal {
    script: Child,
    folder: PathBuf,
    told: Vec<u8>,
}

impl InTerminal {
    /// Starts a game in a folder of this name and plays for a moment.
    fn open(name: &str) -> InTerminal {
        let folder = scratch(name);
        let (kit, here) = (env!("CARGO_BIN_EXE_hullkit"), folder.display());
        let game = format!("'{kit}' terminal levels/deck1.ron --colours 16 {}", keeping(&folder).join(" "));
        let line = format!(
            "stty cols 40 rows 12; stty -g >'{here}/before'; sh -c 'echo $$ >{here}/pid; exec env {HEARS_HANG_UPS} {}'; \
             echo $? >'{here}/code'; stty -g >'{here}/after'",
            game.replace('\'', "")
        );
        let mut command = Command::new("script");
        command.args(["--quiet", "--command", &line, "/dev/null"]).current_dir(root());
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let script = command.spawn().expect("script comes with bsdutils");
        let mut game = InTerminal { script, folder, told: Vec::new() };
        game.wait_for("▀");
        // Wait until there is more to save than the deck as it was entered.
        until("the first save", || Some(()).filter(|()| kept(&game.folder).0 > 0));
        sleep(Duration::from_millis(100));
        game
    }

    fn wait_for(&mut self, text: &str) {
        let mut bytes = [0; 4096];
        while !String::from_utf8_lossy(&self.told).contains(text) {
            let count = self.script.stdout.as_mut().expect("it has one").read(&mut bytes).expect("it can be read");
            assert!(count > 0, "it ended without {text}: {}", String::from_utf8_lossy(&self.told));
            self.told.extend_from_slice(&bytes[..count]);
        }
    }

    fn pid(&self) -> u32 {
        self.file("pid").parse().expect("a number")
    }

    fn file(&self, name: &str) -> String {
        let path = self.folder.join(name);
        until(name, || std::fs::read_to_string(&path).ok().filter(|text| text.ends_with('\n'))).trim().to_owned()
    }

    /// Waits for the end, checks that the terminal is restored, and returns the exit code.
    fn end(&mut self, what: &str) -> String {
        let mut rest = Vec::new();
        self.script.stdout.take().expect("it has one").read_to_end(&mut rest).expect("it can be read");
        self.told.extend_from_slice(&rest);
        self.script.wait().expect("it ends");
        assert_eq!(self.file("after"), self.file("before"), "{what}: the modes of the terminal");
        let told = String::from_utf8_lossy(&self.told).into_owned();
        let modes = [
            ("?1049h", "?1049l"),
            ("?25l", "?25h"),
            ("?1003h", "?1003l"),
            ("?1004h", "?1004l"),
            ("?2004h", "?2004l"),
            ("?7l", "?7h"),
        ];
        for (taken, given_back) in modes {
            let last = |sequence: &str| told.rfind(sequence).unwrap_or_else(|| panic!("{what}: no {sequence}"));
            assert!(last(taken) < last(given_back), "{what}: {given_back} must be last");
        }
        assert!(told.rfind('▀') < told.rfind("?1049l"), "{what}: nothing is drawn over the shell");
        self.file("code")
    }
}

#[test]
fn terminal_is_restored_and_game_saved_on_a_signal() {
    let signals =
        [("HUP", 129), ("INT", 130), ("QUIT", 131), ("TERM", 143), ("VTALRM", 154), ("IO", 157), ("RTMIN", 162)];
    for (signal, code) in signals {
        let mut game = InTerminal::open(&format!("exits-terminal-{signal}"));
        send(signal, game.pid());
        assert_eq!(game.end(signal), code.to_string());
        check_kept(&game.folder, signal);
    }
}

#[test]
fn terminal_is_restored_after_a_crash() {
    for signal in ["ABRT", "SEGV"] {
        let mut game = InTerminal::open(&format!("exits-terminal-{signal}"));
        send(signal, game.pid());
        let code: u32 = game.end(signal).parse().expect("a number");
        assert!(code > 128, "{signal} must not count as success: {code}");
    }
}

#[test]
fn closed_terminal_leaves_a_save_and_a_recording() {
    let mut game = InTerminal::open("exits-terminal-gone");
    game.script.kill().expect("it can be killed");
    game.script.wait().expect("it is gone");
    until("what is kept", || {
        let (saved, recorded) = kept(&game.folder);
        // On a busy machine, the first tick may not have been played. The demo is only written at the end.
        Some(()).filter(|()| game.folder.join("r.demo").exists() && saved == recorded)
    });
}

#[test]
fn terminal_is_restored_while_the_game_is_stopped() {
    let mut game = InTerminal::open("exits-terminal-stop");
    let pid = game.pid();
    let state = || {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it is there");
        stat.rsplit_once(") ").and_then(|(_, rest)| rest.chars().next()).expect("it has a state")
    };
    let taken = String::from_utf8_lossy(&game.told).matches("?1049h").count();
    send("TSTP", pid);
    game.wait_for("?1049l");
    until("the stop", || Some(()).filter(|()| state() == 'T'));
    game.told.clear();
    send("CONT", pid);
    game.wait_for("?1049h");
    game.wait_for("▀");
    assert_eq!(taken, 1);
    send("TERM", pid);
    assert_eq!(game.end("TERM after a stop"), "143");
    check_kept(&game.folder, "TERM after a stop");
}
