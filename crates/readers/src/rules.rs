//! Readers of rules: tables, formulas, scripts, and campaigns.

use crate::{oracle::checked, seeds::files};
use campaign::Campaign;
use engine::{Filter, GameRng, Rules, Tables, dice::Expression};
use generate::read_treasure_sets;
use sandbox::{Answer, Ask, Element, Host, Memory, Sandbox, Script};
use std::sync::LazyLock;

/// Value of all variables of a formula.
const VALUE: f64 = 3.0;
/// Number of calls of a script.
const CALLS: usize = 2;

/// The tables of the game.
static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::standard().expect("files of the game"));

/// Reads a table as if it were any of the game's.
pub(crate) fn table(bytes: &[u8]) {
    for file in Tables::FILES {
        checked(Tables::check_file(file, file, bytes));
    }
    checked(read_treasure_sets("treasure_sets.ron", bytes));
}

pub(crate) fn tables() -> Vec<Vec<u8>> {
    let names = ["monsters", "weapons", "pickups", "props", "treasure_sets"].map(|name| format!("assets/{name}.ron"));
    files(&names.each_ref().map(String::as_str))
}

/// Reads rules.
pub(crate) fn rules(bytes: &[u8]) {
    checked(Rules::read("rules.ron", bytes, &TABLES));
}

pub(crate) fn rules_files() -> Vec<Vec<u8>> {
    files(&["assets/rules", "mods/examples/overtime/assets/rules"])
}

/// Reads filters of elements.
pub(crate) fn filter(bytes: &[u8]) {
    checked(Filter::read_xml("filter.xml", bytes));
    if let Ok(text) = str::from_utf8(bytes) {
        checked(text.parse::<Filter>());
    }
}

pub(crate) fn filters() -> Vec<Vec<u8>> {
    vec![
        br#"<filters><filter id="vest"><set from="kinetic" to="kinetic" value="0.5"/></filter></filters>"#.to_vec(),
        br#"<filter><!-- 1 --><set from="heat" to="cold" value="-1e3"/><set from="cold" to="heat" value="2"/></filter>"#
            .to_vec(),
        b"kinetic:kinetic=0.5,heat:cold=2".to_vec(),
    ]
}

/// Reads a formula. What was read is written and read again, rolled, and its bounds are computed.
pub(crate) fn formula(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let Some(formula) = checked(text.parse::<Expression>()) else { return };
    let written = formula.to_string();
    let again: Expression = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(again.to_string(), written, "a formula must not change when it is written");
    let Some(throw) = checked(formula.with(|_| Some(VALUE))) else { return };
    let rolled = throw.roll(&mut GameRng::new(1));
    assert!(rolled.is_finite(), "{text} is {rolled}");
    if let Some((low, high)) = throw.range() {
        assert!(low <= rolled && rolled <= high, "{text} is {rolled}, out of {low} to {high}");
    }
    drop((throw.mean(), throw.distribution()));
}

pub(crate) fn formulas() -> Vec<Vec<u8>> {
    let formulas = ["1d6", "2d8+3", "max(1, 3d4 - armour) * 2", "clamp(d20, 2, 10) / 2", "floor(1.5 * (level + 2d2))"];
    formulas.map(|formula| formula.as_bytes().to_vec()).into()
}

/// Reads a script, compiles it and calls it as a creature's.
pub(crate) fn script(bytes: &[u8]) {
    let Some(script) = checked(Script::read("script.lua", bytes)) else { return };
    let mut sandbox = Sandbox::new(&[script]);
    if let Some(error) = sandbox.error(0) {
        return crate::oracle::check_message(error);
    }
    let creature = Element { id: 1, kind: "fox".to_owned(), x: 2.5, y: 2.5, health: 10, state: "idle" };
    let mut memory = Memory::default();
    for _ in 0..CALLS {
        let Some(kept) = checked(sandbox.call(0, &creature, &memory, &mut Meadow).kept) else { return };
        assert!(kept.is_valid(), "a script must leave valid memory");
        memory = kept;
    }
}

pub(crate) fn scripts() -> Vec<Vec<u8>> {
    files(&["assets/scripts", "mods/examples/kennel/assets/scripts"])
}

/// A world with a creature of each kind.
struct Meadow;

impl Host for Meadow {
    fn begin(&mut self) {}

    fn answer(&mut self, ask: Ask<'_>) -> Result<Answer, String> {
        Ok(match ask {
            Ask::Nearest { kind, .. } => {
                Answer::Element(Element { id: 2, kind: kind.to_owned(), x: 4.5, y: 2.5, health: 5, state: "idle" })
            }
            Ask::CanSee(_) => Answer::Yes(true),
            Ask::PathTo(..) | Ask::LightAt(..) | Ask::AirAt(..) | Ask::Random | Ask::Time => Answer::Number(0.5),
            Ask::SetTarget { .. } | Ask::Flee(_) | Ask::Strike(_) | Ask::Say(_) | Ask::Log(_) => Answer::Nothing,
        })
    }
}

/// Reads a campaign.
pub(crate) fn campaign(bytes: &[u8]) {
    checked(Campaign::read("campaign.ron", bytes));
}

pub(crate) fn campaigns() -> Vec<Vec<u8>> {
    files(&["assets/campaign.ron", "mods/examples/overtime/assets/campaigns"])
}
