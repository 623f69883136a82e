//! Paths of files as maps spell them, on any operating system.

/// The path of a file from a map's folder, with `/` between its parts; none if it is not a file inside that folder.
///
/// `folder` is the absolute path of the folder, or empty if it is unknown: then an absolute path is not inside it, and neither is one that
/// leaves the folder and comes back. Nothing is looked up: links are taken for folders.
pub(crate) fn inside(folder: &str, source: &str) -> Option<String> {
    let [folder, source] = [folder, source].map(|path| path.replace('\\', "/"));
    let has_drive = |path: &str| path.as_bytes().get(1) == Some(&b':') && path.as_bytes()[0].is_ascii_alphabetic();
    let home: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let is_absolute = source.starts_with('/') || has_drive(&source);
    // What follows a drive without a slash is in whatever folder that drive is in.
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
    // Where there are drives, case does not count.
    let is_same =
        |(one, other): (&&str, &&str)| if has_drive(&folder) { one.eq_ignore_ascii_case(other) } else { one == other };
    (!rest.is_empty() && start.iter().zip(&home).all(is_same)).then(|| rest.join("/"))
}
