//! Texture kits: each deck is built from one kit with its own materials.
//!
//! All kits have the same parts, with the kit's name as prefix (`cryo_wall`, `holds_wall`), so a deck changes its look
//! by changing one word. Parts that cover much of a deck have variants (`holds_wall~2`), of which each cell shows one.

pub(crate) mod crew;
pub(crate) mod fittings;
pub(crate) mod floors;
pub(crate) mod hull;
pub(crate) mod kit;
pub(crate) mod kits;
pub(crate) mod lab;
pub(crate) mod labyrinth;
pub(crate) mod structures;
pub(crate) mod walls;

use crate::{textures::kits::kits::KITS, tools::canvas::Canvas};

/// Returns the functions that draw each texture of every kit, with the names of the kit and the texture.
pub(super) fn drawings() -> impl Iterator<Item = (&'static str, String, impl Fn() -> Canvas + Send + Sync + 'static)> {
    KITS.iter().flat_map(|kit| {
        kit.parts.iter().flat_map(move |part| {
            (0..part.variants).map(move |variant| {
                let number = if variant == 0 { String::new() } else { format!("~{}", variant + 1) };
                (kit.name, format!("{}_{}{number}", kit.name, part.name), move || {
                    (part.draw)(&kit.of(part.surface), variant)
                })
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::palette::SHINING;

    #[test]
    fn kits_have_the_same_parts_and_distinct_textures() {
        let names = |number: usize| KITS[number].parts.iter().map(|part| part.name).collect::<Vec<_>>();
        assert!((1..KITS.len()).all(|number| names(number) == names(0)), "a deck may change its kit with one word");
        let pictures: Vec<(String, Canvas)> = drawings().map(|(_, name, draw)| (name, draw())).collect();
        for (number, (name, one)) in pictures.iter().enumerate() {
            assert!(one.alphas().all(|alpha| alpha >= SHINING) && one.width() == 64 && one.height() == 64, "{name}");
            let like = pictures[number + 1..].iter().find(|(_, other)| other.pixels() == one.pixels());
            assert!(like.is_none(), "{name} is the same as {}", like.unwrap().0);
        }
    }
}
