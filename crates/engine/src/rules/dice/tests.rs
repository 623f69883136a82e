use super::*;
use proptest::prelude::*;

fn parsed(text: &str) -> Expression {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns `None` for every variable.
fn nothing(_: &str) -> Option<f64> {
    None
}

/// Returns the minimum, the maximum and the mean of an expression without variables.
fn figures(text: &str) -> (f64, f64, f64) {
    let expression = parsed(text);
    let throw = expression.with(nothing).unwrap_or_else(|error| panic!("{text}: {error}"));
    let (min, max) = throw.range().expect("few outcomes");
    (min, max, throw.mean().expect("few outcomes"))
}

/// Returns the error of parsing a text, or of giving its variables no values.
fn complaint(text: &str) -> String {
    match text.parse::<Expression>().and_then(|expression| expression.with(nothing).map(|_| ())) {
        Ok(()) => panic!("`{text}` is fine"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn expressions_follow_the_rules_of_algebra() {
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
fn minimum_maximum_and_mean_are_exact() {
    for (text, figures_by_hand) in [
        ("d6", (1.0, 6.0, 3.5)),
        ("D6 + 1D6", (2.0, 12.0, 7.0)),
        ("3d6 + 2", (5.0, 20.0, 12.5)),
        ("-1d6", (-6.0, -1.0, -3.5)),
        ("d6 * d6", (1.0, 36.0, 12.25)),
        ("(d6 - 3) * (d4 - 2)", (-4.0, 6.0, 0.25)),
        ("100d1000", (100.0, 100_000.0, 50_050.0)),
        ("(d6 - d6) * 100d1000", (-500_000.0, 500_000.0, 0.0)),
        // Of the 36 pairs, 2k - 1 have k as their greater number.
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
fn variables_take_their_values_from_the_caller() {
    let damage = parsed("max(1, 3d8 - armour) + level/2");
    let values = |name: &str| [("armour", 20.0), ("level", 3.0)].into_iter().find(|(known, _)| *known == name);
    let throw = damage.with(|name| values(name).map(|(_, value)| value)).unwrap();
    assert_eq!(throw.range(), Some((2.5, 5.5)));
    // 1 way to roll 24, 3 to roll 23, 6 to roll 22; all other rolls yield the guaranteed 1.
    assert_eq!(throw.mean(), Some(1.5 + (512.0 + 3.0 + 2.0 * 3.0 + 6.0) / 512.0));
    assert_eq!(complaint("2d6 + level/2"), "column 7: the variable `level` has no value");
    let infinite = parsed("2 * hp").with(|_| Some(f64::INFINITY)).map(|_| ());
    assert_eq!(infinite.unwrap_err().to_string(), "column 5: the variable `hp` cannot be inf");
    assert!(parsed("hp").with(|_| Some(f64::NAN)).is_err());
}

#[test]
fn three_dice_match_the_theoretical_distribution() {
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
    // With 15 degrees of freedom, only 1 in 1000 seeds exceeds 37.7 by chance.
    assert!(chi_squared < 37.7, "{chi_squared}");
}

#[test]
fn same_seed_gives_same_rolls() {
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
fn expressions_with_too_many_outcomes_can_still_be_rolled() {
    let expression = parsed("abs(100d1000 - 100d1000)");
    let throw = expression.with(nothing).unwrap();
    assert_eq!((throw.range(), throw.mean()), (None, None));
    assert!((0.0..=99_900.0).contains(&throw.roll(&mut GameRng::new(1))));
    // A maximum needs no pairs, whatever the number of dice.
    let (min, max, mean) = figures("max(100d1000, 100d1000)");
    assert_eq!((min, max), (100.0, 100_000.0));
    // Nearly normal: the expected maximum of two values is deviation / sqrt(pi) above the mean.
    let deviation = (100.0 * (1e6 - 1.0) / 12.0_f64).sqrt();
    assert!((mean - 50_050.0 - deviation / std::f64::consts::PI.sqrt()).abs() < 1.0, "{mean}");
    let many = ["max(1, 100d1000)"; 11].join(" + ");
    assert_eq!(parsed(&many).with(nothing).unwrap().mean(), None);
}

#[test]
fn syntax_errors_are_reported_with_their_column() {
    for (text, what) in [
        ("", "column 1: the expression is empty"),
        ("  ", "column 3: the expression is empty"),
        ("d", "column 1: a `d` needs its number of sides"),
        ("2 + 3d", "column 6: a `d` needs its number of sides"),
        ("0d6", "column 1: the number of dice must be from 1 to 100, got 0"),
        ("101d6", "column 1: the number of dice must be from 1 to 100, got 101"),
        ("1.5d6", "column 1: the number of dice must be from 1 to 100, got 1.5"),
        ("3d0", "column 2: the number of sides must be from 1 to 1000, got 0"),
        ("3d1001", "column 2: the number of sides must be from 1 to 1000, got 1001"),
        ("1e9d1e9", "column 1: the number of dice must be from 1 to 100, got 1e9"),
        (
            "9d99999999999999999999999999",
            "column 2: the number of sides must be from 1 to 1000, got 99999999999999999999…",
        ),
        ("2d6d6", "column 4: an operator is missing before `d6`"),
        ("2d6.5", "column 4: an operator is missing before `.5`"),
        ("2 d6", "column 3: an operator is missing before `d6`"),
        ("2level", "column 2: an operator is missing before `level`"),
        ("2(3)", "column 2: an operator is missing before this `(`"),
        ("2d6 + 3 gold", "column 9: an operator is missing before `gold`"),
        ("2d6;", "column 4: ';' is not allowed in an expression"),
        ("٣d٦", "column 1: '٣' is not allowed in an expression"),
        ("é + ٣", "column 1: 'é' is not allowed in an expression"),
        ("1 + ٣", "column 5: '٣' is not allowed in an expression"),
        ("2 +", "column 4: a value is missing at the end of the expression"),
        ("2 + * 3", "column 5: a value is missing before this `*`"),
        ("()", "column 2: a value is missing before this `)`"),
        ("(1 + 2", "column 1: this `(` is never closed"),
        ("3 * (1 + (2)", "column 5: this `(` is never closed"),
        ("1 + 2)", "column 6: this `)` has no matching `(`"),
        ("1, 2", "column 2: this `,` is not between arguments of a function"),
        ("(1, 2)", "column 3: this `,` is not between arguments of a function"),
        ("1.2.3", "column 1: `1.2.3` is not a number"),
        ("1e101", "column 1: numbers must not exceed 10^100"),
        ("1e999", "column 1: numbers must not exceed 10^100"),
        ("1e60 * 1e60", "column 6: the result may exceed 10^100"),
        ("1 / 1e-99 / 1e-99", "column 11: the result may exceed 10^100"),
        ("1/0", "column 2: this is a division by 0"),
        ("0/0", "column 2: this is a division by 0"),
        ("1 / (d6 - 3)", "column 3: this may be a division by 0: the divisor is from -2 to 3"),
        ("1 / (2 * d6 - 7)", "column 3: this may be a division by 0: the divisor is from -5 to 5"),
        ("1 / abs(d6 - 3.5)", "column 3: this may be a division by 0: the divisor is from 0 to 2.5"),
        ("luck + 1", "column 1: the variable `luck` has no value"),
        ("sin(1)", "column 1: there is no function `sin`; there are `min`, `max`"),
        ("min + 1", "column 1: the function `min` needs its values in parentheses"),
        ("1 + min(2)", "column 5: `min` takes at least two values"),
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
fn deep_or_long_expressions_are_rejected() {
    let deep = format!("{}1{}", "(".repeat(10_000), ")".repeat(10_000));
    assert_eq!(complaint(&deep), "column 51: an expression must not be nested more than 50 levels deep");
    assert!(complaint(&"-".repeat(100_000)).ends_with("more than 50 levels deep"));
    assert!(complaint(&"max(".repeat(100_000)).ends_with("more than 50 levels deep"));
    assert!(complaint(&vec!["1"; 201].join("+")).ends_with("more than 200 numbers, dice and variables"));
    assert_eq!(figures(&vec!["d2"; 200].join("+")), (200.0, 400.0, 300.0));
    assert_eq!(figures(&format!("max({})", vec!["d2"; 200].join(","))).1, 2.0);
    assert_eq!(figures(&format!("{}1{}", "(".repeat(50), ")".repeat(50))), (1.0, 1.0, 1.0));
}

#[test]
fn data_files_contain_expressions_as_text() {
    let expression: Expression = ron::from_str("\"max( 1,3D8-armour )\"").unwrap();
    assert_eq!(ron::to_string(&expression).unwrap(), "\"max(1, 3d8 - armour)\"");
    let error = ron::from_str::<Expression>("\"2d6 +\"").unwrap_err();
    assert!(error.to_string().contains("column 6: a value is missing at the end"), "{error}");
}

#[test]
fn printed_text_has_no_superfluous_parentheses() {
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
fn probabilities_of_values_are_exact() {
    let chances = |text: &str| parsed(text).with(nothing).unwrap().distribution();
    let of_216 = [1.0, 3.0, 6.0, 10.0, 15.0, 21.0, 25.0, 27.0, 27.0, 25.0, 21.0, 15.0, 10.0, 6.0, 3.0, 1.0];
    let by_hand = (3..).map(f64::from).zip(of_216.map(|ways| ways / 216.0));
    assert_eq!(chances("3d6"), Some(by_hand.collect()));
    assert_eq!(chances("7"), Some(vec![(7.0, 1.0)]));
    assert_eq!(chances("max(2, d4) / 2"), Some(vec![(1.0, 0.5), (1.5, 0.25), (2.0, 0.25)]));
    assert_eq!(chances("d2 - d2"), Some(vec![(-1.0, 0.25), (0.0, 0.5), (1.0, 0.25)]));
    assert_eq!(chances("100d1000 * 100d1000"), None);
}

/// Returns a strategy for nested expressions as text, with dice that have few outcomes.
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
    fn random_bytes_do_not_make_the_dice_parser_panic(bytes: Vec<u8>) {
        let _ = String::from_utf8_lossy(&bytes).parse::<Expression>();
    }

    #[test]
    fn random_expressions_do_not_make_the_parser_panic(text in "[-+*/(),. dD0-9eéx٣_]{0,40}") {
        if let Ok(expression) = text.parse::<Expression>()
            && let Ok(throw) = expression.with(|_| Some(2.0))
        {
            prop_assert!(throw.roll(&mut GameRng::new(1)).is_finite());
        }
    }

    #[test]
    fn printed_text_parses_to_the_same_expression(text in expressions()) {
        let expression = parsed(&text);
        prop_assert_eq!(&parsed(&expression.to_string()), &expression, "{}", expression);
    }

    #[test]
    fn rolls_are_in_range_and_match_their_mean(text in expressions(), seed: u64) {
        const ROLLS: usize = 400;
        let expression = parsed(&text);
        let Ok(throw) = expression.with(|_| Some(3.0)) else { return Ok(()) };
        let mut chance = GameRng::new(seed);
        let rolls: Vec<f64> = (0..ROLLS).map(|_| throw.roll(&mut chance)).collect();
        let Some((min, max)) = throw.range() else { return Ok(()) };
        prop_assert!(rolls.iter().all(|roll| (min..=max).contains(roll)), "{}: {}..{}", text, min, max);
        let Some(mean) = throw.mean() else { return Ok(()) };
        let slack = 1e-9 * min.abs().max(max.abs());
        prop_assert!((min - slack..=max + slack).contains(&mean), "{}: {} is not the mean", text, mean);
        // By Hoeffding's inequality, this is exceeded by chance only once in 10^11 cases.
        let deviation = (max - min) * (25.0 / (2.0 * ROLLS as f64)).sqrt();
        let average = rolls.iter().sum::<f64>() / ROLLS as f64;
        prop_assert!((average - mean).abs() <= deviation + slack, "{}: {} is not {}", text, average, mean);
    }
}
