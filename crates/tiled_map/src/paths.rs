//! Relative and absolute file paths in maps, in the spelling of any operating system.

/// Returns the path of a file relative to a map's folder, with `/` as separator; `None` if it is not a file inside that
/// folder.
///
/// `folder` is the absolute path of the folder, or empty if it is unknown. Without it, absolute paths and paths that
/// leave the folder and return are rejected. The file system is not consulted, so links count as folders.
pub(crate) fn inside(folder: &str, source: &str) -> Option<String> {
    let [folder, source] = [folder, source].map(|path| path.replace('\\', "/"));
    let has_drive = |path: &str| path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    let home: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let is_absolute = source.starts_with('/') || has_drive(&source);
    // A path such as `c:x` is relative to the present folder of a drive.
    if is_absolute && (folder.is_empty() || has_drive(&source) && source.as_bytes().get(2) != Some(&b'/')) {
        return None;
    }
    let mut parts = if is_absolute { Vec::new() } else { home.clone() };
    for part in source.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    let (start, rest) = parts.split_at_checked(home.len())?;
    // On systems with drives, paths are case-insensitive.
    let is_same =
        |(one, other): (&&str, &&str)| if has_drive(&folder) { one.eq_ignore_ascii_case(other) } else { one == other };
    (!rest.is_empty() && start.iter().zip(&home).all(is_same)).then(|| rest.join("/"))
}
