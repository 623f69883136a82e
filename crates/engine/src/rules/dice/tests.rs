use super::*;
use proptest::prelude::*;

fn parsed(text: &str) -> Expression {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// No variable has a value.
fn nothing(_: &str) -> Option<f64> {
    None
}

/// Least, greatest and mean value of an expression without variables.
fn figures(text: &str) -> (f64, f64, f64) {
    let expression = parsed(text);
    let throw = expression.with(nothing).unwrap_or_else(|error| panic!("{text}: {error}"));
    let (min, max) = throw.range().expect("few outcomes");
    (min, max, throw.mean().expect("few outcomes"))
}

/// What is wrong with a text, either with itself or without values for its variables.
fn complaint(text: &str) -> String {
    match text.parse::<Expression>().and_then(|expression| expression.with(nothing).map(|_| ())) {
        Ok(()) => panic!("`{text}` is fine"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn algebra_is_as_at_school() {
    for (text, value) in [
        ("1 + 2 * 3", 7.0),
        ("(1 + 2) * 3", 9.0),
        ("10 - 4 - 3", 3.0),
        ("100 / 10 / 4", 2.5),
        ("-2 * -3", 6.0),
        ("2 - -2", 4.0),
        ("--7", 7.0),
        ("7 / 2", 3.5),
        ("floor(-7 / 2) + ceil(-7 / 2)", -7.0),
        ("round(2.5) + round(-2.5) + round(2.4)", 2.0),
        ("abs(-3) + min(4, 2, 3) + max(4, 2, 7)", 12.0),
        ("clamp(9, 1, 5) * 100 + clamp(-9, 1, 5) * 10 + clamp(3, 1, 5)", 513.0),
        ("clamp(3, 5, 1)", 1.0),
        (".5 + 1.25e2 + 2E-1", 125.7),
        ("\t1\n+ 1 ", 2.0),
    ] {
        assert_eq!(figures(text), (value, value, value), "{text}");
        assert_eq!(parsed(text).with(nothing).unwrap().roll(&mut GameRng::new(1)), value);
    }
}

#[test]
fn the_figures_of_dice_are_exact() {
    for (text, figures_by_hand) in [
        ("d6", (1.0, 6.0, 3.5)),
        ("D6 + 1D6", (2.0, 12.0, 7.0)),
        ("3d6 + 2", (5.0, 20.0, 12.5)),
        ("-1d6", (-6.0, -1.0, -3.5)),
        ("d6 * d6", (1.0, 36.0, 12.25)),
        ("(d6 - 3) * (d4 - 2)", (-4.0, 6.0, 0.25)),
        ("100d1000", (100.0, 100_000.0, 50_050.0)),
        ("(d6 - d6) * 100d1000", (-500_000.0, 500_000.0, 0.0)),
        // Of the 36 pairs, 2k - 1 have k for their greatest number.
        ("max(d6, d6)", (1.0, 6.0, 161.0 / 36.0)),
        ("min(d6, d6)", (1.0, 6.0, 91.0 / 36.0)),
        ("max(d2, d2, d2)", (1.0, 2.0, 15.0 / 8.0)),
        ("max(1, d6 - 3)", (1.0, 3.0, 9.0 / 6.0)),
        ("clamp(d6, 3, 4)", (3.0, 4.0, 3.5)),
        ("floor(d6 / 2)", (0.0, 3.0, 9.0 / 6.0)),
        ("6 / d3", (2.0, 6.0, 11.0 / 3.0)),
        ("d6 / (d3 - 4)", (-6.0, -1.0 / 3.0, -3.5 * 11.0 / 18.0)),
        ("abs(d6 - 4)", (0.0, 3.0, 9.0 / 6.0)),
        ("abs(d6 - 3.5)", (0.5, 2.5, 1.5)),
        ("2 - abs(d6 - 3.5)", (-0.5, 1.5, 0.5)),
    ] {
        let (min, max, mean) = figures(text);
        assert_eq!((min, max), (figures_by_hand.0, figures_by_hand.1), "{text}");
        assert!((mean - figures_by_hand.2).abs() < 1e-14 * max.abs(), "{text}: {mean}");
    }
}

#[test]
fn variables_come_from_the_game() {
    let damage = parsed("max(1, 3d8 - armour) + level/2");
    let values = |name: &str| [("armour", 20.0), ("level", 3.0)].into_iter().find(|(known, _)| *known == name);
    let throw = damage.with(|name| values(name).map(|(_, value)| value)).unwrap();
    assert_eq!(throw.range(), Some((2.5, 5.5)));
    // 1 way to roll 24, 3 to roll 23, 6 to roll 22; all else gives the 1 that is always dealt.
    assert_eq!(throw.mean(), Some(1.5 + (512.0 + 3.0 + 2.0 * 3.0 + 6.0) / 512.0));
    assert_eq!(complaint("2d6 + level/2"), "column 7: the variable `level` has no value");
    let infinite = parsed("2 * hp").with(|_| Some(f64::INFINITY)).map(|_| ());
    assert_eq!(infinite.unwrap_err().to_string(), "column 5: the variable `hp` may not be inf");
    assert!(parsed("hp").with(|_| Some(f64::NAN)).is_err());
}

#[test]
fn three_dice_fall_as_the_theory_says() {
    let sum = parsed("3d6");
    let throw = sum.with(nothing).unwrap();
    let mut chance = GameRng::new(7);
    let mut counts = [0_u32; 19];
    const ROLLS: u32 = 100_000;
    for _ in 0..ROLLS {
        counts[throw.roll(&mut chance) as usize] += 1;
    }
    let ways = |sum: usize| {
        let faces = || 1..=6_usize;
        faces()
            .flat_map(|a| faces().map(move |b| a + b))
            .filter(|pair| faces().contains(&sum.wrapping_sub(*pair)))
            .count()
    };
    assert_eq!(ways(10), 27);
    let expected = |sum| f64::from(ROLLS) * ways(sum) as f64 / 216.0;
    let chi_squared: f64 = (3..=18)
        .map(|sum| {
            let off = f64::from(counts[sum]) - expected(sum);
            off * off / expected(sum)
        })
        .sum();
    // With 15 degrees of freedom, chance alone exceeds 37.7 once in a thousand seeds.
    assert!(chi_squared < 37.7, "{chi_squared}");
}

#[test]
fn the_same_seed_rolls_the_same() {
    let expression = parsed("4d20 - d100 / 7");
    let throw = expression.with(nothing).unwrap();
    let rolls = |seed| {
        let mut chance = GameRng::new(seed);
        [(); 20].map(|()| throw.roll(&mut chance))
    };
    assert_eq!(rolls(3), rolls(3));
    assert_ne!(rolls(3), rolls(4));
}

#[test]
fn what_takes_too_many_outcomes_has_no_exact_figures_but_rolls() {
    let expression = parsed("abs(100d1000 - 100d1000)");
    let throw = expression.with(nothing).unwrap();
    assert_eq!((throw.range(), throw.mean()), (None, None));
    assert!((0.0..=99_900.0).contains(&throw.roll(&mut GameRng::new(1))));
    // A greatest value needs no pairs, whatever the number of dice.
    let (min, max, mean) = figures("max(100d1000, 100d1000)");
    assert_eq!((min, max), (100.0, 100_000.0));
    // Nearly normal: the greater of two lies the deviation over the square root of pi above the mean.
    let deviation = (100.0 * (1e6 - 1.0) / 12.0_f64).sqrt();
    assert!((mean - 50_050.0 - deviation / std::f64::consts::PI.sqrt()).abs() < 1.0, "{mean}");
    let many = ["max(1, 100d1000)"; 11].join(" + ");
    assert_eq!(parsed(&many).with(nothing).unwrap().mean(), None);
}

#[test]
fn mistakes_are_told_with_their_column() {
    for (text, what) in [
        ("", "column 1: there is no expression"),
        ("  ", "column 3: there is no expression"),
        ("d", "column 1: a `d` needs its number of sides"),
        ("2 + 3d", "column 6: a `d` needs its number of sides"),
        ("0d6", "column 1: from 1 to 100 dice are rolled at once, not 0"),
        ("101d6", "column 1: from 1 to 100 dice are rolled at once, not 101"),
        ("1.5d6", "column 1: from 1 to 100 dice are rolled at once, not 1.5"),
        ("3d0", "column 2: a die has from 1 to 1000 sides, not 0"),
        ("3d1001", "column 2: a die has from 1 to 1000 sides, not 1001"),
        ("1e9d1e9", "column 1: from 1 to 100 dice are rolled at once, not 1e9"),
        ("9d99999999999999999999999999", "column 2: a die has from 1 to 1000 sides, not 99999999999999999999…"),
        ("2d6d6", "column 4: an operator is missing before `d6`"),
        ("2d6.5", "column 4: an operator is missing before `.5`"),
        ("2 d6", "column 3: an operator is missing before `d6`"),
        ("2level", "column 2: an operator is missing before `level`"),
        ("2(3)", "column 2: an operator is missing before this `(`"),
        ("2d6 + 3 gold", "column 9: an operator is missing before `gold`"),
        ("2d6;", "column 4: ';' means nothing in an expression"),
        ("٣d٦", "column 1: '٣' means nothing in an expression"),
        ("é + ٣", "column 1: 'é' means nothing in an expression"),
        ("1 + ٣", "column 5: '٣' means nothing in an expression"),
        ("2 +", "column 4: the expression ends where a value is missing"),
        ("2 + * 3", "column 5: a value is missing before this `*`"),
        ("()", "column 2: a value is missing before this `)`"),
        ("(1 + 2", "column 1: this `(` is never closed"),
        ("3 * (1 + (2)", "column 5: this `(` is never closed"),
        ("1 + 2)", "column 6: this `)` closes nothing"),
        ("1, 2", "column 2: this `,` separates no values of a function"),
        ("(1, 2)", "column 3: this `,` separates no values of a function"),
        ("1.2.3", "column 1: `1.2.3` is not a number"),
        ("1e101", "column 1: no number may be greater than 10^100"),
        ("1e999", "column 1: no number may be greater than 10^100"),
        ("1e60 * 1e60", "column 6: the result may grow beyond 10^100"),
        ("1 / 1e-99 / 1e-99", "column 11: the result may grow beyond 10^100"),
        ("1/0", "column 2: this divides by 0"),
        ("0/0", "column 2: this divides by 0"),
        ("1 / (d6 - 3)", "column 3: this may divide by 0: the divisor lies between -2 and 3"),
        ("1 / (2 * d6 - 7)", "column 3: this may divide by 0: the divisor lies between -5 and 5"),
        ("1 / abs(d6 - 3.5)", "column 3: this may divide by 0: the divisor lies between 0 and 2.5"),
        ("luck + 1", "column 1: the variable `luck` has no value"),
        ("sin(1)", "column 1: there is no function `sin`; there are `min`, `max`"),
        ("min + 1", "column 1: the function `min` needs its values in parentheses"),
        ("1 + min(2)", "column 5: `min` takes two values or more"),
        ("floor(1, 2)", "column 1: `floor` takes one value"),
        ("clamp(1, 2)", "column 1: `clamp` takes three values"),
        ("max(1,)", "column 7: a value is missing before this `)`"),
        ("max()", "column 5: a value is missing before this `)`"),
    ] {
        let complaint = complaint(text);
        assert!(complaint.starts_with(what), "{text}: {complaint}");
    }
}

#[test]
fn nothing_is_too_deep_or_too_long() {
    let deep = format!("{}1{}", "(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(complaint(&deep), "column 51: an expression is nested at most 50 deep");
    assert!(complaint(&"-".repeat(100_000)).ends_with("at most 50 deep"));
    assert!(complaint(&"max(".repeat(100_000)).ends_with("at most 50 deep"));
    assert!(complaint(&vec!["1"; 201].join("+")).ends_with("at most 200 numbers, dice and variables"));
    assert_eq!(figures(&vec!["d2"; 200].join("+")), (200.0, 400.0, 300.0));
    assert_eq!(figures(&format!("max({})", vec!["d2"; 200].join(","))).1, 2.0);
    assert_eq!(figures(&format!("{}1{}", "(".repeat(50), ")".repeat(50))), (1.0, 1.0, 1.0));
}

#[test]
fn expressions_stand_in_data_files_as_text() {
    let expression: Expression = ron::from_str("\"max( 1,3D8-armour )\"").unwrap();
    assert_eq!(ron::to_string(&expression).unwrap(), "\"max(1, 3d8 - armour)\"");
    let error = ron::from_str::<Expression>("\"2d6 +\"").unwrap_err();
    assert!(error.to_string().contains("column 6: the expression ends"), "{error}");
}

#[test]
fn what_is_printed_needs_no_parentheses_that_algebra_does_not() {
    for (text, printed) in [
        ("((1+2))*(3*4)", "(1 + 2) * (3 * 4)"),
        ("(1+2)+(3+4)", "1 + 2 + (3 + 4)"),
        ("1-(2-3)", "1 - (2 - 3)"),
        ("-(d6)", "-d6"),
        ("-(2*3)*4", "-(2 * 3) * 4"),
        ("min(min(a,b),max(c,max(d1,2)))", "min(a, b, max(c, max(d1, 2)))"),
        ("min(max(a,1),9)", "clamp(a, 1, 9)"),
        ("1e3", "1000"),
    ] {
        assert_eq!(parsed(text).to_string(), printed);
    }
}

#[test]
fn the_chances_of_values_are_exact() {
    let chances = |text: &str| parsed(text).with(nothing).unwrap().distribution();
    let of_216 = [1.0, 3.0, 6.0, 10.0, 15.0, 21.0, 25.0, 27.0, 27.0, 25.0, 21.0, 15.0, 10.0, 6.0, 3.0, 1.0];
    let by_hand = (3..).map(f64::from).zip(of_216.map(|ways| ways / 216.0));
    assert_eq!(chances("3d6"), Some(by_hand.collect()));
    assert_eq!(chances("7"), Some(vec![(7.0, 1.0)]));
    assert_eq!(chances("max(2, d4) / 2"), Some(vec![(1.0, 0.5), (1.5, 0.25), (2.0, 0.25)]));
    assert_eq!(chances("d2 - d2"), Some(vec![(-1.0, 0.25), (0.0, 0.5), (1.0, 0.25)]));
    assert_eq!(chances("100d1000 * 100d1000"), None);
}

/// Expressions of some depth, as text, of dice that have few outcomes.
fn expressions() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (1_u32..4, 1_u32..9).prop_map(|(count, sides)| format!("{count}d{sides}")),
        (0_u32..40).prop_map(|number| (f64::from(number) / 4.0).to_string()),
        Just("level".to_owned()),
    ];
    leaf.prop_recursive(4, 12, 3, |inner| {
        prop_oneof![
            (inner.clone(), "[-+*/]", inner.clone()).prop_map(|(left, sign, right)| format!("{left} {sign} {right}")),
            (inner.clone(), "[-+*]", inner.clone()).prop_map(|(left, sign, right)| format!("({left}){sign}({right})")),
            ("floor|ceil|round|abs|-", inner.clone()).prop_map(|(name, value)| format!("{name}({value})")),
            ("min|max", inner.clone(), inner.clone()).prop_map(|(name, one, other)| format!("{name}({one}, {other})")),
            (inner.clone(), inner.clone(), inner).prop_map(|(value, low, high)| format!("clamp({value},{low},{high})")),
        ]
    })
}

proptest! {
    #[test]
    fn no_bytes_make_the_parser_panic(bytes: Vec<u8>) {
        let _ = String::from_utf8_lossy(&bytes).parse::<Expression>();
    }

    #[test]
    fn nothing_like_an_expression_makes_the_parser_panic(text in "[-+*/(),. dD0-9eéx٣_]{0,40}") {
        if let Ok(expression) = text.parse::<Expression>()
            && let Ok(throw) = expression.with(|_| Some(2.0))
        {
            prop_assert!(throw.roll(&mut GameRng::new(1)).is_finite());
        }
    }

    #[test]
    fn what_is_printed_is_parsed_to_the_same(text in expressions()) {
        let expression = parsed(&text);
        prop_assert_eq!(&parsed(&expression.to_string()), &expression, "{}", expression);
    }

    #[test]
    fn no_roll_leaves_its_range_and_rolls_gather_round_their_mean(text in expressions(), seed: u64) {
        const ROLLS: usize = 400;
        let expression = parsed(&text);
        let Ok(throw) = expression.with(|_| Some(3.0)) else { return Ok(()) };
        let mut chance = GameRng::new(seed);
        let rolls: Vec<f64> = (0..ROLLS).map(|_| throw.roll(&mut chance)).collect();
        let Some((min, max)) = throw.range() else { return Ok(()) };
        prop_assert!(rolls.iter().all(|roll| (min..=max).contains(roll)), "{}: {}..{}", text, min, max);
        let Some(mean) = throw.mean() else { return Ok(()) };
        let slack = 1e-9 * min.abs().max(max.abs());
        prop_assert!((min - slack..=max + slack).contains(&mean), "{}: {} is no mean", text, mean);
        // By Hoeffding's inequality, chance alone exceeds this once in 10^11 times.
        let deviation = (max - min) * (25.0 / (2.0 * ROLLS as f64)).sqrt();
        let average = rolls.iter().sum::<f64>() / ROLLS as f64;
        prop_assert!((average - mean).abs() <= deviation + slack, "{}: {} is not {}", text, average, mean);
    }
}
