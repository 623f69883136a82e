//! Letters that are composed of a base letter and a diacritical mark.

use crate::letters::glyph::{ACCENT_HEIGHT, CAP_HEIGHT, Glyph, Sheet};

/// The marks, each named by its combining character.
const MARKS: &[Sheet] = &[
    Sheet {
        letters: "\u{300}\u{301}\u{302}\u{303}\u{304}\u{306}\u{307}\u{308}\u{30a}\u{30b}\u{30c}\u{312}",
        rows: "
##. .## .###. .##.# ##### #...# ## ##.## .##. .##.## ##.## .#
.## ##. ##.## #.##. ..... .###. ## ##.## #..# ##.##. .###. ##
... ... ..... ..... ..... ..... .. ..... .##. ...... ..... ##",
    },
    Sheet {
        letters: "\u{327}\u{326}\u{328}\u{315}\u{387}",
        rows: "
.## .. ##. ## ..
##. ## ##. ## ..
... #. .## .# ..
... .. ... #. ..
... .. ... .. ##
... .. ... .. ##",
    },
    // The Greek accent before a capital, and the one between two dots.
    Sheet {
        letters: "\u{384}\u{385}",
        rows: "
.# ...#...
#. ##.#.##
.. ##...##",
    },
];

/// The composed letters of each mark, every one followed by its base.
const COMPOSED: &[(char, &str)] = &[
    ('\u{300}', "ÀA ÈE ÌI ÒO ÙU àa èe ìı òo ùu ЀЕ ЍИ ѐе ѝи"),
    (
        '\u{301}',
        "ÁA ÉE ÍI ÓO ÚU ÝY ĆC ĹL ŃN ŔR ŚS ŹZ áa ée íı óo úu ýy ćc ĺl ńn ŕr śs źz ЃГ ЌК ѓг ќк άα έε ήη ίι όο ύυ ώω",
    ),
    ('\u{302}', "ÂA ÊE ÎI ÔO ÛU ĈC ĜG ĤH ĴJ ŜS ŴW ŶY âa êe îı ôo ûu ĉc ĝg ĥh ĵȷ ŝs ŵw ŷy"),
    ('\u{303}', "ÃA ÑN ÕO ĨI ŨU ãa ñn õo ĩı ũu"),
    ('\u{304}', "ĀA ĒE ĪI ŌO ŪU āa ēe īı ōo ūu"),
    ('\u{306}', "ĂA ĔE ĞG ĬI ŎO ŬU ăa ĕe ğg ĭı ŏo ŭu ЙИ ЎУ йи ўу"),
    ('\u{307}', "ĊC ĖE ĠG İI ŻZ ċc ėe ġg żz"),
    ('\u{308}', "ÄA ËE ÏI ÖO ÜU ŸY äa ëe ïı öo üu ÿy ЁЕ ЇІ ёе їı ΪΙ ΫΥ ϊι ϋυ"),
    ('\u{30a}', "ÅA ŮU åa ůu"),
    ('\u{30b}', "ŐO ŰU őo űu"),
    ('\u{30c}', "ČC ĎD ĚE ŇN ŘR ŠS ŤT ŽZ čc ěe ňn řr šs žz"),
    ('\u{312}', "ģg"),
    ('\u{315}', "ĽL ďd ľl ťt"),
    ('\u{326}', "ĢG ĶK ĻL ŅN ŖR ȘS ȚT ķk ļl ņn ŗr șs țt"),
    ('\u{327}', "ÇC ŞS ŢT çc şs ţt"),
    ('\u{328}', "ĄA ĘE ĮI ŲU ąa ęe įi ųu"),
    ('\u{384}', "ΆΑ ΈΕ ΉΗ ΊΙ ΌΟ ΎΥ ΏΩ"),
    ('\u{385}', "ΐι ΰυ"),
    ('\u{387}', "ĿL ŀl"),
];

/// Returns every composed letter whose base is among the glyphs.
pub(crate) fn compose(bases: &[Glyph]) -> Vec<Glyph> {
    let marks: Vec<Glyph> = MARKS.iter().flat_map(Sheet::glyphs).collect();
    let pairs = COMPOSED.iter().flat_map(|(mark, letters)| letters.split(' ').map(move |pair| (*mark, pair)));
    pairs
        .filter_map(|(mark, pair)| {
            let mut pair = pair.chars();
            let (letter, base) = (pair.next()?, pair.next()?);
            let base = bases.iter().find(|glyph| glyph.letter == base)?;
            let mark = marks.iter().find(|glyph| glyph.letter == mark)?;
            Some(joined(letter, base, mark))
        })
        .collect()
}

/// Returns a base letter with its mark: centred above or below it, as a hook at its right end, before it, or after it.
/// The letter becomes wide enough for both.
fn joined(letter: char, base: &Glyph, mark: &Glyph) -> Glyph {
    let top = base.pixels.iter().map(|pixel| pixel.1).min().unwrap_or(0);
    let width = base.width.max(mark.width);
    let middle = ((width - base.width) / 2, (width - mark.width) / 2);
    let (width, base_column, mark_column, mark_row) = match mark.letter {
        '\u{315}' | '\u{387}' => (base.width + 1 + mark.width, 0, base.width + 1, 0),
        '\u{384}' => (mark.width + base.width, mark.width, 0, 0),
        '\u{328}' => (width, 0, width - mark.width, CAP_HEIGHT),
        '\u{326}' | '\u{327}' => (width, middle.0, middle.1, CAP_HEIGHT),
        _ => (width, middle.0, middle.1, top - ACCENT_HEIGHT),
    };
    let moved = |glyph: &Glyph, dx: i32, dy: i32| -> Vec<(i32, i32)> {
        glyph.pixels.iter().map(|(x, y)| (x + dx, y + dy)).collect()
    };
    let mut pixels = moved(base, base_column, 0);
    pixels.extend(moved(mark, mark_column, mark_row));
    Glyph { letter, width, pixels }
}
