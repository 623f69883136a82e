//! Output files in special places: devices, links, file modes, other running games, and paths that cannot be written.
#![cfg(unix)]

use crate::command::{plain, root};
use serde_json::Value;
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    os::unix::fs::{FileTypeExt, PermissionsExt, symlink},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

const DECK: &str = "levels/deck1.ron";

/// Returns the command `hullkit` in the game folder, not yet started. Saves go into this folder.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hullkit"));
    command.args(arguments).current_dir(root());
    command.env("XDG_DATA_HOME", folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the command with this input.
fn output(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = command(folder, arguments).spawn().expect("hullkit starts");
    // A program that rejects its arguments does not read its input.
    let _ = child.stdin.take().expect("it has one").write_all(input.as_bytes());
    child.wait_with_output().expect("it ends")
}

fn hullkit(folder: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = output(folder, arguments, input);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("hullkit prints text");
    (output.status.code().expect("hullkit ends by itself"), text(output.stdout), text(output.stderr))
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn save_goes_through_a_pipe_and_a_link_and_keeps_modes() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let run = |path: &Path| hullkit(folder.path(), &["run", DECK, "--seconds", "1", "--save", plain(path)], "");
    assert!(Command::new("mkfifo").arg(file("p.save")).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = file("p.save");
        move || fs::read(pipe).unwrap()
    });
    assert_eq!(run(&file("p.save")).0, 0);
    assert!(reader.join().unwrap().starts_with(b"\x89PNG"));
    assert!(fs::symlink_metadata(file("p.save")).unwrap().file_type().is_fifo());
    symlink("dot/x.save", file("l.save")).unwrap();
    assert_eq!(run(&file("l.save")).0, 0);
    assert!(file("l.save").is_symlink() && file("dot/x.save").is_file());
    fs::write(file("o.save"), "old").unwrap();
    fs::set_permissions(file("o.save"), fs::Permissions::from_mode(0o664)).unwrap();
    assert_eq!(run(&file("o.save")).0, 0);
    assert_eq!(fs::metadata(file("o.save")).unwrap().permissions().mode() & 0o777, 0o664);
    symlink("loop.save", file("loop.save")).unwrap();
    let (code, stdout, stderr) = run(&file("loop.save"));
    assert_eq!((code, stdout.as_str(), stderr.lines().count()), (5, "", 1), "{stderr}");
    assert!(stderr.ends_with("loop.save: cannot be written: its links form a loop\n"), "{stderr}");
}

#[test]
fn recording_gets_the_next_number_and_replaces_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let demo = file("a.demo");
    for name in ["a.demo", "a-2.demo"] {
        let run = ["run", DECK, "--seconds", "1", "--record", plain(&demo)];
        let (code, stdout, stderr) = hullkit(folder.path(), &run, "");
        assert_eq!((code, stderr.as_str()), (0, ""));
        let said: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(said["recorded"], plain(&file(name)));
    }
    fs::write(file("t-2.demo"), "mine").unwrap();
    let demo = file("t.demo");
    let arguments = ["text", DECK, "--save-dir", plain(folder.path()), "--record", plain(&demo)];
    let (code, _, stderr) = hullkit(folder.path(), &arguments, "1 wait 1\n2 restart\n3 wait 1\n4 quit\n");
    assert_eq!((code, stderr.as_str()), (0, ""));
    assert_eq!(fs::read_to_string(file("t-2.demo")).unwrap(), "mine");
    assert!(file("t.demo").is_file() && file("t-3.demo").is_file(), "{:?}", names(folder.path()));
    let (code, _, stderr) = hullkit(folder.path(), &arguments, "1 wait 1\n2 quit\n");
    assert_eq!((code, stderr.lines().count()), (0, 1), "{stderr}");
    assert!(stderr.contains("t.demo already exists") && stderr.trim().ends_with("t-4.demo"), "{stderr}");
    assert!(file("t-4.demo").is_file());
}

#[test]
fn unwritable_path_is_reported_before_the_game_begins() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let below = file.join("y.demo");
    for path in [plain(&below), plain(folder.path()), "/proc/x/y.demo"] {
        let commands: [&[&str]; 3] = [
            &["run", DECK, "--seconds", "1", "--record", path],
            &["run", DECK, "--seconds", "1", "--save", path],
            &["text", DECK, "--save-dir", plain(folder.path()), "--record", path],
        ];
        for arguments in commands {
            let (code, stdout, stderr) = hullkit(folder.path(), arguments, "1 status\n");
            assert_eq!((code, stdout.as_str(), stderr.lines().count()), (5, "", 1), "{arguments:?}: {stderr}");
            assert!(stderr.starts_with(path) && stderr.contains("cannot be written"), "{stderr}");
        }
    }
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn demo_that_cannot_be_written_at_the_end_is_written_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let gone = folder.path().join("gone");
    fs::create_dir(&gone).unwrap();
    let demo = gone.join("x.demo");
    let arguments = ["text", DECK, "--save-dir", plain(folder.path()), "--record", plain(&demo)];
    let mut game = Game::begin(folder.path(), &arguments);
    game.say("1 wait 1");
    fs::remove_dir(&gone).unwrap();
    fs::write(&gone, "in its way").unwrap();
    drop(game.child.stdin.take());
    let ended = game.child.wait_with_output().unwrap();
    let stderr = String::from_utf8(ended.stderr).unwrap();
    let saved = folder.path().join("hullbreach/demos/x.demo");
    assert_eq!(ended.status.code(), Some(5));
    assert!(stderr.starts_with(plain(&demo)) && stderr.contains(plain(&saved)), "{stderr}");
    assert!(saved.is_file());
}

/// A text-mode game that is played line by line.
struct Game {
    child: Child,
    replies: BufReader<std::process::ChildStdout>,
}

impl Game {
    fn begin(folder: &Path, arguments: &[&str]) -> Game {
        let mut child = command(folder, arguments).spawn().expect("hullkit starts");
        let replies = BufReader::new(child.stdout.take().expect("it has one"));
        Game { child, replies }
    }

    fn send(&mut self, line: &str) {
        self.child.stdin.as_mut().expect("it listens").write_all(format!("{line}\n").as_bytes()).expect("it listens");
    }

    fn reply(&mut self) -> String {
        let mut reply = String::new();
        while !reply.ends_with("\n\n") {
            assert!(self.replies.read_line(&mut reply).expect("it answers") > 0, "the process has ended: {reply}");
        }
        reply
    }

    fn say(&mut self, line: &str) -> String {
        self.send(line);
        self.reply()
    }
}

#[test]
fn saves_of_two_games_in_one_folder_all_exist() {
    let folder = tempfile::tempdir().unwrap();
    let saves = folder.path().join("saves");
    let arguments = ["text", DECK, "--ascii", "--save-dir", plain(&saves)];
    let mut games = [(); 2].map(|()| Game::begin(folder.path(), &arguments));
    games.iter_mut().for_each(|game| drop(game.say("1 status")));
    for number in 2..=6 {
        for (who, game) in games.iter_mut().enumerate() {
            game.send(&format!("{number} save game {who} {number}"));
        }
        for game in &mut games {
            let reply = game.reply();
            assert!(reply.contains("Saved as"), "{reply}");
        }
    }
    let listed = games[0].say("7 load");
    for who in 0..2 {
        for number in 2..=6 {
            assert!(listed.contains(&format!("game {who} {number}")), "{listed}");
        }
    }
    let slots: Vec<String> = (1..=10).map(|number| format!("slot-{number:02}.save")).collect();
    let found: Vec<String> = names(&saves).into_iter().filter(|name| !name.starts_with("deck-")).collect();
    assert_eq!(found, slots, "no other files are left");
    for mut game in games {
        game.child.kill().unwrap();
        game.child.wait().unwrap();
    }
}

/// Builds a library in which flushing a folder fails, as on some network file systems.
fn library_without_folder_sync(folder: &Path) -> PathBuf {
    let (source, library) = (folder.join("sync.c"), folder.join("sync.so"));
    let text = "#include <errno.h>\n#include <sys/stat.h>\n#include <sys/syscall.h>\n#include <unistd.h>\n\
        int fsync(int fd) { struct stat s; if (fstat(fd, &s) == 0 && S_ISDIR(s.st_mode)) { errno = EINVAL; return -1; } \
        return syscall(SYS_fsync, fd); }\n";
    fs::write(&source, text).expect("there is room");
    let cc = Command::new("cc").args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).status();
    assert!(cc.expect("the linker that builds the game is there").success());
    library
}

#[cfg(target_os = "linux")]
#[test]
fn save_succeeds_if_its_folder_cannot_be_flushed() {
    let folder = tempfile::tempdir().unwrap();
    let library = library_without_folder_sync(folder.path());
    let [save, demo] = ["x.save", "x.demo"].map(|name| folder.path().join(name));
    let run = ["run", DECK, "--bot", "--seconds", "2", "--save", plain(&save), "--record", plain(&demo)];
    let ran = command(folder.path(), &run).env("LD_PRELOAD", &library).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(save.is_file() && demo.is_file());
    let saves = folder.path().join("saves");
    let mut talk = command(folder.path(), &["text", DECK, "--save-dir", plain(&saves)]);
    let mut talk = talk.env("LD_PRELOAD", &library).spawn().unwrap();
    talk.stdin.take().unwrap().write_all(b"1 save it\n2 quit\n").unwrap();
    let said = String::from_utf8(talk.wait_with_output().unwrap().stdout).unwrap();
    assert!(said.contains("Saved as") && !said.contains("Cannot save"), "{said}");
}
