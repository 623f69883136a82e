//! The physical key for a letter, for terminals that report only letters.
//!
//! Walking keys are chosen by their physical position. Most scripts share no letter with an American keyboard, so each
//! letter belongs to one key. Latin layouts are recognised only if they share no walking key with the American one, as
//! in Z Q S D. For all others the terminal must report physical keys through the Kitty protocol. Arrow keys work
//! everywhere.

/// The letters of an American keyboard, row by row.
const ROWS: [&str; 4] = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// The letters on the same keys of other keyboards; spaces where they are the same or not needed.
const OTHERS: [[&str; 4]; 17] = [
    // French: Z and Q are on the keys of W and A, and digits need Shift. The apostrophe is left out, because it is W on
    // a Hebrew keyboard.
    ["&é\" ( è_çà", " z        ", "q        ", "       "],
    // Czech and Slovak.
    [" ěščřžýáí ", "          ", "         ", "       "],
    [" ľščťž    ", "          ", "         ", "       "],
    // Russian, Ukrainian and Belarusian. Other languages share their letters, but have them on other keys.
    ["          ", "йцукенгшщз", "фывапролд", "ячсмить"],
    ["          ", "йцукенгшщз", "фівапролд", "ячсмить"],
    ["          ", "йцукенгўшз", "фывапролд", "ячсміть"],
    // Greek.
    ["          ", ";ςερτυθιοπ", "ασδφγηξκλ", "ζχψωβνμ"],
    // Hebrew, Arabic and Persian.
    ["          ", "/'קראטוןםפ", "שדגכעיחלך", "זסבהנמצ"],
    ["١٢٣٤٥٦٧٨٩٠", "ضصثقفغعهخح", "شسيبلاتنم", "ئءؤرﻻىة"],
    ["۱۲۳۴۵۶۷۸۹۰", "ضصثقفغعهخح", "شسیبلاتنم", "ظطزرذدپ"],
    // Armenian and Georgian.
    ["          ", "քոեռտըւիօպ", "ասդֆգհյկլ", "զղցվբնմ"],
    ["          ", "ქწერტყუიოპ", "ასდფგჰჯკლ", "ზხცვბნმ"],
    // Hindi (InScript) and Thai (Kedmanee).
    ["१२३४५६७८९०", "ौैाीूबहगदज", "ोे्िुपरकत", "ॆंमनवलस"],
    ["ๅ/ ภถุึคตจ", "ๆไำพะัีรนย", "ฟหกดเ้่าส", "ผปแอิืท"],
    // Korean, whose keys write parts of syllables, and Japanese with kana.
    ["          ", "ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "ㅋㅌㅊㅍㅠㅜㅡ"],
    ["ぬふあうえおやゆよわ", "たていすかんなにらせ", "ちとしはきくまのり", "つさそひこみも"],
    ["ヌフアウエオヤユヨワ", "タテイスカンナニラセ", "チトシハキクマノリ", "ツサソヒコミモ"],
];

/// Letters and signs of an American keyboard that stand for another key.
const TAKEN: &str = "zq&\"'(_";

/// Returns the letter that an American keyboard has on the key that writes this small letter, or the letter itself if
/// that is unknown.
pub(super) fn place_of(letter: char) -> char {
    if letter.is_ascii() && !TAKEN.contains(letter) {
        return letter;
    }
    let of_layout = |layout: &[&str; 4]| {
        let mut pairs = layout.iter().zip(ROWS).flat_map(|(other, row)| other.chars().zip(row.chars()));
        pairs.find(|(other, _)| *other == letter).map(|(_, place)| place)
    };
    OTHERS.iter().find_map(of_layout).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walking_keys_are_found_on_each_keyboard() {
        for (letters, keyboard) in [
            ("wasdefj", "American"),
            ("zqsdefj", "French"),
            ("цфывуао", "Russian"),
            ("цфівуао", "Ukrainian"),
            ("ςασδεφξ", "Greek"),
            ("'שדגקכח", "Hebrew"),
            ("صشسيثبت", "Arabic"),
            ("صشسیثبت", "Persian"),
            ("ոասդեֆյ", "Armenian"),
            ("წასდეფჯ", "Georgian"),
            ("ㅈㅁㄴㅇㄷㄹㅓ", "Korean"),
            ("てちとしいはま", "Japanese"),
        ] {
            let places: String = letters.chars().map(place_of).collect();
            assert_eq!(places, "wasdefj", "{keyboard}");
        }
        assert_eq!("&é\"(è_ç".chars().map(place_of).collect::<String>(), "1235789");
        assert_eq!("ěščřžýáí".chars().map(place_of).collect::<String>(), "23456789");
        assert!(('a'..='y').filter(|letter| *letter != 'q').all(|letter| place_of(letter) == letter));
    }

    #[test]
    fn rows_fit_an_american_keyboard() {
        for layout in OTHERS {
            for (other, row) in layout.iter().zip(ROWS) {
                assert!(other.chars().count() <= row.len(), "{other}");
            }
        }
    }
}
