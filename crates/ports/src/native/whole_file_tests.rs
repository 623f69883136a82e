use super::*;
use tempfile::tempdir;

/// Returns the names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn file_is_replaced_and_nothing_is_left_next_to_it() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("deep/file");
    for text in ["long and old", "new"] {
        write_whole(&path, text.as_bytes()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
    assert_eq!(names(path.parent().unwrap()), ["file"]);
}

#[test]
fn folder_is_not_replaced_by_a_file() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    fs::create_dir_all(path.join("full")).unwrap();
    for refused in [write_whole(&path, b"new"), write_new(&path, b"new"), check_writable(&path)] {
        assert!(refused.is_err());
    }
    assert_eq!(names(folder.path()), ["file"]);
    assert_eq!(names(&path), ["full"]);
}

#[test]
fn unfinished_file_is_swept_away_once_it_is_old() {
    let folder = tempdir().unwrap();
    let make = |name: &str, seconds: u64| {
        let file = File::create(folder.path().join(name)).unwrap();
        file.set_modified(std::time::SystemTime::now() - Duration::from_secs(seconds)).unwrap();
    };
    make(".unfinished-old", 90);
    make(".unfinished-new", 5);
    make("quick-1.save", 90);
    sweep_unfinished(folder.path());
    assert_eq!(names(folder.path()), [".unfinished-new", "quick-1.save"]);
}

#[test]
fn new_file_replaces_nothing() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("deep/file");
    write_new(&path, b"one").unwrap();
    assert!(write_new(&path, b"two").is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists));
    assert_eq!((fs::read(&path).unwrap().as_slice(), names(path.parent().unwrap()).len()), (&b"one"[..], 1));
}

#[test]
fn check_finds_an_impossible_path_and_leaves_nothing() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("file");
    check_writable(&folder.path().join("a/b/new")).unwrap();
    assert!(names(folder.path()).is_empty());
    fs::write(&file, "old").unwrap();
    check_writable(&file).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    let long = folder.path().join("x".repeat(300));
    for impossible in [file.join("below"), folder.path().join(".."), Path::new("").to_owned(), long] {
        assert!(check_writable(&impossible).is_err(), "{}", impossible.display());
    }
    if cfg!(target_os = "linux") {
        assert!(check_writable(Path::new("/proc/none/x.demo")).is_err());
    }
}

#[test]
fn write_succeeds_where_a_folder_cannot_be_flushed() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    for kind in [io::ErrorKind::InvalidInput, io::ErrorKind::Unsupported, io::ErrorKind::Other] {
        let folder_fails = |file: &File| if file.metadata()?.is_dir() { Err(kind.into()) } else { file.sync_all() };
        write_synced(&path, kind.to_string().as_bytes(), &folder_fails).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), kind.to_string());
    }
}

#[test]
fn file_that_cannot_reach_the_disk_is_not_put_in_place() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("file");
    write_whole(&path, b"old").unwrap();
    assert!(write_synced(&path, b"new", &|_| Err(io::ErrorKind::StorageFull.into())).is_err());
    assert_eq!((fs::read(&path).unwrap().as_slice(), names(folder.path()).len()), (&b"old"[..], 1));
    write_synced(&path, b"new", &|_| Err(io::ErrorKind::InvalidInput.into())).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new", "a file system without flushing");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::{
        os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink},
        os::unix::net::UnixListener,
        process::Command,
    };

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().mode() & 0o7777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    fn pipe(folder: &Path) -> PathBuf {
        let pipe = folder.join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        pipe
    }

    #[test]
    fn link_stays_a_link_and_its_target_is_written() {
        let folder = tempdir().unwrap();
        let (real, link) = (folder.path().join("real"), folder.path().join("link"));
        fs::write(&real, "old").unwrap();
        symlink(&real, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(real).unwrap(), "new");
    }

    #[test]
    fn link_to_a_missing_file_stays_and_the_file_is_created() {
        let folder = tempdir().unwrap();
        let link = |name: &str, to: &str| symlink(to, folder.path().join(name)).unwrap();
        link("first", "second");
        link("second", "dot/real");
        link("folder", "elsewhere");
        write_whole(&folder.path().join("first"), b"new").unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("dot/real")).unwrap(), "new");
        assert!(folder.path().join("first").is_symlink() && folder.path().join("second").is_symlink());
        write_whole(&folder.path().join("folder/x"), b"new").unwrap();
        assert!(folder.path().join("folder").is_symlink() && folder.path().join("elsewhere/x").is_file());
    }

    #[test]
    fn links_that_form_a_loop_are_rejected() {
        let folder = tempdir().unwrap();
        let one = folder.path().join("one");
        symlink("two", &one).unwrap();
        symlink("one", folder.path().join("two")).unwrap();
        assert_eq!(write_whole(&one, b"new").unwrap_err().to_string(), "its links form a loop");
        assert_eq!(names(folder.path()), ["one", "two"]);
    }

    #[test]
    fn pipe_is_written_through_and_stays_a_pipe() {
        let folder = tempdir().unwrap();
        let pipe = pipe(folder.path());
        let link = folder.path().join("link");
        symlink("pipe", &link).unwrap();
        // More than the buffer of a pipe.
        let bytes: Vec<u8> = (0..200_000_u32).map(|number| number as u8).collect();
        for path in [&pipe, &link] {
            let reader = std::thread::spawn({
                let pipe = pipe.clone();
                move || fs::read(pipe).unwrap()
            });
            write_whole(path, &bytes).unwrap();
            assert_eq!(reader.join().unwrap(), bytes);
        }
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo() && link.is_symlink());
    }

    #[test]
    fn pipe_without_a_reader_is_rejected() {
        let folder = tempdir().unwrap();
        let pipe = pipe(folder.path());
        assert_eq!(write_whole(&pipe, b"new").unwrap_err().to_string(), "it is a pipe without a reader");
        let reader = OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
        let told = write_whole(&pipe, &vec![0; 1 << 20]).unwrap_err().to_string();
        assert_eq!(told, "the reader does not accept data");
        drop(reader);
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
    }

    #[test]
    fn socket_is_refused_and_stays() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("socket");
        let _socket = UnixListener::bind(&path).unwrap();
        assert_eq!(write_whole(&path, b"new").unwrap_err().to_string(), "it is a socket, not a file");
        assert!(fs::symlink_metadata(&path).unwrap().file_type().is_socket());
    }

    #[test]
    fn new_file_gets_its_mode_from_the_umask() {
        let folder = tempdir().unwrap();
        let (plain, ours, fresh) = (folder.path().join("a"), folder.path().join("b"), folder.path().join("c"));
        fs::write(&plain, "").unwrap();
        write_whole(&ours, b"new").unwrap();
        write_new(&fresh, b"new").unwrap();
        assert_eq!((mode(&ours), mode(&fresh)), (mode(&plain), mode(&plain)));
    }

    #[test]
    fn existing_file_keeps_its_mode_and_owner() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        // Only the superuser can change the owner; for other users it is the same anyway.
        let _ = std::os::unix::fs::chown(&path, Some(1234), Some(4321));
        let owner = |data: &Metadata| (data.uid(), data.gid());
        let before = owner(&fs::metadata(&path).unwrap());
        for wanted in [0o644, 0o664, 0o640, 0o600] {
            set_mode(&path, wanted);
            write_whole(&path, b"new").unwrap();
            assert_eq!((mode(&path), owner(&fs::metadata(&path).unwrap())), (wanted, before));
        }
    }

    /// Returns true if file modes do not restrict this user.
    fn is_superuser(folder: &Path) -> bool {
        fs::metadata(folder).unwrap().uid() == 0
    }

    #[test]
    fn write_protected_file_is_refused() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        set_mode(&path, 0o444);
        if !is_superuser(folder.path()) {
            assert!(write_whole(&path, b"new").is_err_and(|error| error.kind() == io::ErrorKind::PermissionDenied));
            assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        }
    }

    #[test]
    fn file_in_a_closed_folder_is_written_in_place() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old and long").unwrap();
        let (inode, closed) = (fs::metadata(&path).unwrap().ino(), folder.path());
        set_mode(closed, 0o555);
        write_whole(&path, b"new").unwrap();
        let refused = write_whole(&closed.join("other"), b"new");
        set_mode(closed, 0o755);
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        if !is_superuser(closed) {
            assert_eq!(fs::metadata(&path).unwrap().ino(), inode);
            assert!(refused.is_err_and(|error| error.to_string().contains("does not accept new files")));
        }
    }

    #[test]
    fn file_in_place_gets_its_old_content_back_after_a_failure() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        let (file, old) = (OpenOptions::new().write(true).open(&path).unwrap(), fs::metadata(&path).unwrap());
        assert!(overwrite(file, &path, &old, b"newer", &|_| Err(io::ErrorKind::StorageFull.into())).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }
}
