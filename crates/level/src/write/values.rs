//! Single values in the notation of a level's text.

use std::collections::BTreeSet;

/// Formats a number with as few digits as possible without changing its value.
pub(super) fn number(number: f32) -> String {
    // `Display` never uses exponents, and omits the point of whole numbers.
    format!("{number}")
}

/// Formats a light from 0 to 255 as a number from 0 to 1, with as few digits as possible.
pub(super) fn light(light: u8) -> String {
    let exact = f64::from(light) / 255.0;
    let texts = (0..=3).map(|digits| format!("{exact:.digits$}"));
    let is_same = |text: &String| text.parse::<f32>().is_ok_and(|number| (number * 255.0).round() as u8 == light);
    texts.into_iter().find(is_same).unwrap_or_else(|| exact.to_string())
}

/// Formats a direction in radians as degrees that convert back to the same radians.
pub(super) fn degrees(radians: f32) -> String {
    let exact = f64::from(radians).to_degrees();
    let mut texts: Vec<String> = (0..=6).map(|digits| format!("{exact:.digits$}")).collect();
    let (mut less, mut more) = (exact as f32, exact as f32);
    for _ in 0..8 {
        texts.extend([number(less), number(more)]);
        (less, more) = (less.next_down(), more.next_up());
    }
    let is_same = |text: &&String| text.parse::<f32>().is_ok_and(|degrees| degrees.to_radians() == radians);
    texts.iter().find(is_same).unwrap_or(&texts[3]).clone()
}

/// Formats a colour.
pub(super) fn colour([red, green, blue]: [u8; 3]) -> String {
    format!("({red}, {green}, {blue})")
}

/// Formats a text in quotes, with escapes where needed.
pub(super) fn text(text: &str) -> String {
    let needs_escape = text.chars().any(|letter| letter == '"' || letter == '\\' || letter.is_control());
    if needs_escape { ron::to_string(text).unwrap_or_default() } else { format!("\"{text}\"") }
}

/// Formats a name in quotes without escapes, as a raw string if needed, so that errors can report its position.
pub(super) fn name(name: &str) -> String {
    if !name.contains(['"', '\\']) {
        return format!("\"{name}\"");
    }
    let mut fence = "#".to_owned();
    while name.contains(&format!("\"{fence}")) {
        fence.push('#');
    }
    format!("r{fence}\"{name}\"{fence}")
}

/// Splits cells into rectangles, given by the upper left and the lower right cell, so that each cell is in exactly one.
pub(super) fn rectangles(cells: &[(usize, usize)]) -> Vec<((usize, usize), (usize, usize))> {
    let mut left: BTreeSet<(usize, usize)> = cells.iter().map(|&(x, y)| (y, x)).collect();
    let mut rectangles = Vec::new();
    while let Some(&(top, first)) = left.first() {
        let last = (first..).take_while(|&x| left.contains(&(top, x))).last().unwrap_or(first);
        let is_whole = |y: &usize| (first..=last).all(|x| left.contains(&(*y, x)));
        let bottom = (top..).take_while(is_whole).last().unwrap_or(top);
        for y in top..=bottom {
            for x in first..=last {
                left.remove(&(y, x));
            }
        }
        rectangles.push(((first, top), (last, bottom)));
    }
    rectangles
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn lights_and_whole_degrees_round_trip() {
        for byte in 0..=255 {
            let text = light(byte);
            assert_eq!((text.parse::<f32>().unwrap() * 255.0).round(), f32::from(byte), "{text}");
            assert!(text.len() <= 5, "{text}");
        }
        for whole in -360_i16..=360 {
            assert_eq!(degrees(f32::from(whole).to_radians()), whole.to_string());
        }
        assert_eq!(degrees(12.5_f32.to_radians()), "12.5");
    }

    #[test]
    fn names_are_written_without_escapes() {
        for (plain, written) in [("a b", "\"a b\""), ("a\\b", "r#\"a\\b\"#"), ("\"#", "r##\"\"#\"##")] {
            assert_eq!(name(plain), written);
            assert_eq!(ron::from_str::<String>(&name(plain)).unwrap(), plain);
        }
    }

    proptest! {
        #[test]
        fn degrees_round_trip(whole in -360.0_f32..360.0) {
            let radians = whole.to_radians();
            prop_assert_eq!(degrees(radians).parse::<f32>().unwrap().to_radians(), radians);
        }

        #[test]
        fn texts_and_numbers_round_trip(any: String, some: f32) {
            prop_assert_eq!(&ron::from_str::<String>(&text(&any)).unwrap(), &any);
            prop_assert_eq!(ron::from_str::<f32>(&number(some)).unwrap(), some);
        }

        #[test]
        fn rectangles_cover_each_cell_once(cells: Vec<(u8, u8)>) {
            let cells: BTreeSet<(usize, usize)> = cells.iter().map(|&(x, y)| (usize::from(x % 9), usize::from(y % 9))).collect();
            let listed: Vec<(usize, usize)> = cells.iter().copied().collect();
            let mut filled = Vec::new();
            for ((left, top), (right, bottom)) in rectangles(&listed) {
                filled.extend((top..=bottom).flat_map(|y| (left..=right).map(move |x| (x, y))));
            }
            filled.sort_unstable();
            prop_assert_eq!(filled, listed);
        }
    }
}
