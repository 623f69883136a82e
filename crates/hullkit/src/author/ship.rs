//! `hullkit generate --ship`: generates whole ships from codes.

use crate::{
    command_line::failure::{Failure, say},
    command_line::known::read_known,
    command_line::output::{Force, Outputs},
};
use campaign::clock;
use clap::Args;
use generate::{GeneratorData, Ship, ShipCode, ShipDeck};
use level::{CellShape, Level, PaneKind, TerminalGame, ThingKind, TriggerAction};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
    path::Path,
};

/// The default danger and number of decks of a ship.
const DANGER: u8 = 2;
const DECKS: u8 = 7;

/// The options for ships.
#[derive(Args)]
pub(crate) struct OfShip {
    /// Generate a whole ship instead of decks of a pipeline: the ship with this code, or without a code that of --seed,
    /// --danger and --decks. With --out, its levels and its campaign.ron are written into that folder.
    #[arg(long, value_name = "CODE", num_args = 0..=1)]
    ship: Option<Option<String>>,
    /// Danger of the ship, from 1 (quiet) to 4 (doomed); the default is 2.
    #[arg(long, value_name = "N")]
    danger: Option<u8>,
    /// The number of decks, 5 to 9; the default is 7.
    #[arg(long, value_name = "N")]
    decks: Option<u8>,
}

impl OfShip {
    /// Rejects the options for ships when decks of a pipeline are generated.
    pub(crate) fn check(&self, is_pipeline: bool) -> Result<(), Failure> {
        if is_pipeline && (self.danger.is_some() || self.decks.is_some()) {
            return Err(Failure::arguments("--danger and --decks need --ship instead of a pipeline"));
        }
        Ok(())
    }

    /// Returns the code of the ship of this seed, or the one on the command line.
    fn code(&self, seed: Option<u64>) -> Result<ShipCode, Failure> {
        let made = match (self.ship.as_ref().and_then(Option::as_ref), seed) {
            (Some(_), _) if seed.is_some() || self.danger.is_some() || self.decks.is_some() => {
                Err("--ship: the code contains seed, danger and decks already: leave the other options out".to_owned())
            }
            (Some(code), _) => ShipCode::read(code).map_err(|what| format!("--ship {code}: {what}")),
            (None, Some(seed)) => ShipCode::new(seed, self.danger.unwrap_or(DANGER), self.decks.unwrap_or(DECKS)),
            (None, None) => Err("--ship needs a code or a seed: --ship CODE or --ship --seed N".to_owned()),
        };
        made.map_err(Failure::arguments)
    }

    /// Generates the ship, prints and writes.
    pub(crate) fn make(&self, seed: Option<u64>, out: Option<&Path>, force: Force, ascii: bool) -> Result<(), Failure> {
        let code = self.code(seed)?;
        let ship = made(code, &read_known()?)?;
        if ascii {
            let maps: Vec<String> = ship.decks.iter().map(|deck| deck.rows.join("\n")).collect();
            say(&maps.join("\n\n"))?;
        } else {
            say(&format!("{code}: the {}, danger {}, {} decks", ship.name, code.danger(), code.length()))?;
            ship.decks.iter().try_for_each(|deck| say(&in_words(deck)))?;
        }
        out.map_or(Ok(()), |folder| write_ship(&ship, folder, &Outputs::beside([], force)))
    }

    /// Generates ships from consecutive seeds, and prints how many of their decks are proved to be playable and on how
    /// many of them each system of the game occurs.
    pub(crate) fn prove(&self, seed: Option<u64>, count: u32) -> Result<(), Failure> {
        let (first, known) = (self.code(seed)?, read_known()?);
        let (mut decks, mut refused, mut systems) = (0, Vec::new(), BTreeMap::new());
        for number in 0..u64::from(count) {
            let code =
                ShipCode::new(first.seed() + number, first.danger(), first.length()).map_err(Failure::arguments)?;
            match Ship::make(code, &known) {
                Ok(ship) => {
                    decks += ship.decks.len();
                    count_systems(&ship, &mut systems);
                }
                Err(error) => refused.push(format!("{code}: {error}")),
            }
        }
        say(&format!("{count} ships from {first}: {} are proved, with {decks} decks", count as usize - refused.len()))?;
        for (system, (ships, decks)) in systems {
            say(&format!("{system:20} on {ships:6} ships, {decks:7} decks"))?;
        }
        refused.first().map_or(Ok(()), |what| {
            Err(Failure::data(format!("{} ships cannot be generated; the first: {what}", refused.len())))
        })
    }
}

/// Counts for each system of the game the ships and the decks on which it occurs.
fn count_systems(ship: &Ship, systems: &mut BTreeMap<&'static str, (usize, usize)>) {
    let mut on_ship = BTreeSet::new();
    for deck in &ship.decks {
        for (system, is_there) in systems_of(&deck.level) {
            let (ships, decks) = systems.entry(system).or_default();
            *decks += usize::from(is_there);
            *ships += usize::from(is_there && on_ship.insert(system));
        }
    }
}

/// Returns for each system of the game whether a level has it.
fn systems_of(level: &Level) -> [(&'static str, bool); 14] {
    let shape = |wanted: fn(&CellShape) -> bool| level.cells.iter().any(|cell| wanted(&cell.shape));
    let action =
        |wanted: fn(&TriggerAction) -> bool| level.triggers.iter().flat_map(|trigger| &trigger.actions).any(wanted);
    let kind = |names: &[&str]| level.monsters.iter().any(|kind| names.contains(&kind.as_str()));
    let game = |is_table: bool| {
        level.terminals.iter().any(|terminal| matches!(terminal.game, TerminalGame::Table(_)) == is_table)
    };
    [
        ("board tables", game(true)),
        ("conduit locks", game(false)),
        ("weightlessness", action(|action| matches!(action, TriggerAction::Gravity(..)))),
        ("climates", !level.damage_zones.is_empty()),
        ("animals", kind(&["chicken", "fox", "monkey", "robot"])),
        ("the minotaur", kind(&["minotaur"])),
        ("screens and notes", shape(|shape| matches!(shape, CellShape::Switch { .. }))),
        ("push-walls", shape(|shape| matches!(shape, CellShape::Push { .. }))),
        ("locked doors", shape(|shape| matches!(shape, CellShape::Door { lock: Some(_), .. }))),
        ("windows", shape(|shape| matches!(shape, CellShape::Pane { kind: PaneKind::Window, .. }))),
        ("bars", shape(|shape| matches!(shape, CellShape::Pane { kind: PaneKind::Grating, .. }))),
        ("pillars", shape(|shape| matches!(shape, CellShape::Pillar { .. }))),
        ("lights that come on", action(|action| matches!(action, TriggerAction::Light(..)))),
        ("8 kinds of props", level.props.len() >= 8),
    ]
}

/// Generates the ship of a code.
fn made(code: ShipCode, known: &GeneratorData) -> Result<Ship, Failure> {
    Ship::make(code, known).map_err(|error| Failure::data(format!("{code}: {error}")))
}

/// Describes a deck in a line.
fn in_words(deck: &ShipDeck) -> String {
    let level = &deck.level;
    let undead = level.things.iter().filter(|thing| matches!(thing.kind, ThingKind::Monster(_))).count();
    format!(
        "{} ({} by {} cells, {undead} monsters, par {})",
        deck.level.name,
        level.width,
        level.height,
        clock(deck.par as u64)
    )
}

/// Writes the levels and the campaign of a ship into a folder, which is created if necessary.
fn write_ship(ship: &Ship, folder: &Path, outputs: &Outputs) -> Result<(), Failure> {
    let mut campaign = format!("// The {}, generated from the code {}.\n(\n    decks: [\n", ship.name, ship.code);
    let mut files = Vec::new();
    for (number, deck) in (1..).zip(&ship.decks) {
        let file = folder.join(format!("deck{number}.ron"));
        let level = Level { par: Some(deck.par), ..deck.level.clone() };
        files.push((file.clone(), level.write().map_err(Failure::data)?.into_bytes()));
        let to = if number == ship.decks.len() { String::new() } else { format!(", to: \"deck {}\"", number + 1) };
        let (title, level) = (&deck.level.name, content::level_reference(&file));
        // Writing to a string cannot fail.
        let _ = writeln!(
            campaign,
            "        (name: \"deck {number}\", title: {title:?}, level: {level:?}, ways: [(by: \"lift\"{to})]),"
        );
    }
    campaign.push_str("    ],\n)\n");
    let file = folder.join("campaign.ron");
    files.push((file.clone(), campaign.into_bytes()));
    outputs.write_unnamed(&files)?;
    say(&format!("{}: a campaign of {} decks", file.display(), ship.decks.len()))
}
