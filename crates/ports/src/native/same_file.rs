//! Comparison of paths: whether two paths refer to the same file.

use std::{fs, path::Path};

/// Returns true if writing to one path would change the file of the other one: the paths are equal, or they refer to
/// the same file through links, hard links or a different spelling. Devices and pipes are never the same, because they
/// are written through.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    match (fs::metadata(one), fs::metadata(other)) {
        (Ok(data), Ok(_)) => data.is_file() && same_file::is_same_file(one, other).unwrap_or(false),
        // Neither file exists, or a path is invalid.
        (Err(_), Err(_)) => {
            std::path::absolute(one).is_ok_and(|one| std::path::absolute(other).is_ok_and(|it| it == one))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    #[test]
    fn file_is_the_same_by_any_spelling_and_no_copy_is() {
        let folder = tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        fs::write(file("a.ron"), "text").unwrap();
        fs::write(file("copy.ron"), "text").unwrap();
        fs::create_dir(file("deep")).unwrap();
        fs::hard_link(file("a.ron"), file("hard.ron")).unwrap();
        for same in ["a.ron", "./a.ron", "deep/../a.ron", "hard.ron"] {
            assert!(is_same_file(&file("a.ron"), &file(same)), "{same}");
        }
        // True only on file systems that do not distinguish upper and lower case.
        assert_eq!(is_same_file(&file("a.ron"), &file("A.RON")), file("A.RON").exists());
        assert!(!is_same_file(&file("a.ron"), &file("copy.ron")));
        assert!(!is_same_file(&file("a.ron"), &file("new.ron")));
        assert!(is_same_file(&file("new.ron"), &file("./new.ron")));
    }

    #[cfg(unix)]
    #[test]
    fn link_counts_as_its_target() {
        let folder = tempdir().unwrap();
        let (file, link) = (folder.path().join("a.ron"), folder.path().join("link.ron"));
        fs::write(&file, "text").unwrap();
        std::os::unix::fs::symlink("a.ron", &link).unwrap();
        assert!(is_same_file(&file, &link) && is_same_file(&link, &file));
        assert!(!is_same_file(Path::new("/dev/null"), Path::new("/dev/null")), "a device is written through");
    }
}
