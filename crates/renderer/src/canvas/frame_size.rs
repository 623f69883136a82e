//! Frame sizes as they are written on a command line.

/// The maximum side of a frame, in pixels.
const MAX_SIDE: usize = 8192;

/// Parses the width and the height of a frame, in pixels, from a text such as `640x360`; each must be 1 to 8192.
///
/// # Errors
/// If the text is not such a size.
pub fn frame_size(text: &str) -> Result<(usize, usize), String> {
    let side = |part: &str| part.parse::<usize>().ok().filter(|side| (1..=MAX_SIDE).contains(side));
    let size = text.split_once(['x', 'X']).and_then(|(width, height)| Some((side(width)?, side(height)?)));
    size.ok_or_else(|| format!("`{text}` is not a size such as 640x360, each side from 1 to {MAX_SIDE}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frame_size_parses_two_numbers() {
        assert_eq!((frame_size("640x360"), frame_size("8192X1")), (Ok((640, 360)), Ok((8192, 1))));
        for wrong in
            ["", "640", "640x", "x360", "640x-1", "-5x5", "640x360x2", "0x9", "8193x1", "640x99999999999999999999"]
        {
            assert!(frame_size(wrong).is_err_and(|what| what.contains(wrong) && what.contains("such as 640x360")));
        }
    }
}
