//! The place of a key on the keyboard, by the letter that it writes: for terminals that report letters only.
//!
//! Walking keys are meant by their place. Other scripts have no letter in common with an American keyboard, so each letter has one place. Among
//! Latin layouts only those are told apart that share no walking key with it, as Z Q S D. For others the terminal must report places itself,
//! by the Kitty protocol; arrows work everywhere.

/// The letters of an American keyboard, row by row.
const ROWS: [&str; 4] = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];

/// The letters in the same places on other keyboards; blanks where they are the same, or nobody needs them.
const OTHERS: [[&str; 4]; 17] = [
    // French: its Z and Q are where W and A are, and its digits need Shift. An apostrophe is rather the W of a Hebrew keyboard.
    ["&é\" ( è_çà", " z        ", "q        ", "       "],
    // Czech and Slovak.
    [" ěščřžýáí ", "          ", "         ", "       "],
    [" ľščťž    ", "          ", "         ", "       "],
    // Russian, Ukrainian and Belarusian: others share their letters and have them elsewhere.
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

/// Letters and signs of an American keyboard that mean another place.
const TAKEN: &str = "zq&\"'(_";

/// Returns the letter that an American keyboard has in the place of the key that writes this small letter; the letter itself if that is not
/// known.
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
    fn walking_keys_of_each_keyboard_are_in_their_places() {
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
    fn rows_are_no_longer_than_those_of_an_american_keyboard() {
        for layout in OTHERS {
            for (other, row) in layout.iter().zip(ROWS) {
                assert!(other.chars().count() <= row.len(), "{other}");
            }
        }
    }
}
