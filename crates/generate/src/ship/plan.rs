//! The plan of a ship: which decks follow each other, and what is met and found on each.
//!
//! Kinds of undead and weapons come in one after the other, so that each deck has something new and the last has had everything.

use crate::{
    creators::Creator,
    creators::creatures::Creatures,
    creators::finds::Finds,
    creators::hall_treasures::HallTreasures,
    creators::packs::{Pack, Packs},
    creators::screens::Screens,
    creators::supplies::Supplies,
    graph::chance::Chance,
    pipeline::pipeline::Pipeline,
    ship::code::{DANGERS, ShipCode},
    ship::frame::{Contents, Frame, frames},
    ship::story::Story,
};
use std::collections::BTreeMap;

/// The undead whom one meets on the first deck; those who come in between, in any order; and the one who comes last.
const FIRST_KINDS: [&str; 2] = ["shambler", "crawler"];
const MORE_KINDS: [&str; 4] = ["bloater", "officer", "cinder", "skeleton"];
const LAST_KINDS: [&str; 1] = ["brute"];
/// The weapons, with the pickup that is their ammunition: on the first deck, in between in any order, at the end.
const FIRST_WEAPONS: [Weapon; 1] = [("shotgun", Some("shells"))];
const MORE_WEAPONS: [Weapon; 3] = [("nailgun", Some("nails")), ("flamer", Some("fuel")), ("patcher", None)];
const LAST_WEAPONS: [Weapon; 1] = [("launcher", Some("rockets"))];
/// What else is worth a way; one on each deck.
const GIFTS: [&str; 8] =
    ["vest", "pistol", "heat module", "filter module", "insulator module", "thermal module", "relic", "serum"];
/// So many of the kinds that have come in are met on a deck beside the first.
const MOST_KINDS: usize = 4;
/// By danger: undead on a thousand tiles of the first deck, and how much of the health that they cost is laid out, in per cent.
const CROWDS: [(i64, i64); 4] = [(13, 150), (17, 120), (22, 100), (28, 80)];
/// So much larger is the crowd of the last deck, in per cent.
const GROWTH: i64 = 80;
/// How much of the ammunition that the undead cost is laid out, in per cent.
const AMMUNITION: i64 = 120;
/// By danger: who keeps the lift of the last deck.
const KEEPERS: [&[&str]; 4] = [
    &["brute", "shambler", "shambler"],
    &["brute", "brute", "officer"],
    &["brute", "brute", "officer", "officer", "cinder"],
    &["brute", "brute", "brute", "officer", "officer", "skeleton", "crawler", "crawler"],
];

/// The theme of the deck that every ship has beside the first and the last.
const LABYRINTH: &str = "labyrinth";
/// Who hunts there.
const HUNTER: &str = "minotaur";

/// A weapon's pickup and that of its ammunition.
type Weapon = (&'static str, Option<&'static str>);

/// What is planned for a deck.
pub(super) struct DeckPlan {
    /// What it is called without its number.
    pub(super) name: String,
    /// The names in the gaps of what is read on it, by gap.
    pub(super) names: BTreeMap<String, String>,
    pub(super) theme: String,
    pub(super) pipeline: Pipeline,
}

/// The plan of a ship: its name, and its decks from the first to the last.
pub(super) fn plan(code: ShipCode) -> (String, Vec<DeckPlan>) {
    // No stage of a deck has this number, so no deck draws from this stream.
    let mut chance = Chance::new(code.number(), 0, usize::MAX >> 1);
    let count = usize::from(code.length());
    let kinds = in_any_order(&mut chance, &FIRST_KINDS, &MORE_KINDS, &LAST_KINDS);
    let weapons = in_any_order(&mut chance, &FIRST_WEAPONS, &MORE_WEAPONS, &LAST_WEAPONS);
    let mut gifts = GIFTS.to_vec();
    chance.shuffle(&mut gifts);
    let mut story = Story::new(&mut chance);
    let mut decks = Vec::new();
    for (number, frame) in chosen(&mut chance, count).into_iter().enumerate() {
        let before = if number == 0 { 0 } else { come_in(kinds.len(), FIRST_KINDS.len(), number - 1, count) };
        let met = come_in(kinds.len(), FIRST_KINDS.len(), number, count);
        let found = come_in(weapons.len(), FIRST_WEAPONS.len(), number, count);
        let found_before = if number == 0 { 0 } else { come_in(weapons.len(), FIRST_WEAPONS.len(), number - 1, count) };
        let news = News { kinds: &kinds[before..met], weapons: &weapons[found_before..found] };
        let name = frame.titles[chance.below(frame.titles.len())].clone();
        let texts = story.of_deck(&mut chance, (number, count), &frame.theme, &news);
        let mut finds: Vec<String> = news.weapons.iter().map(|(weapon, _)| (*weapon).to_owned()).collect();
        finds.push(gifts[number % gifts.len()].to_owned());
        let contents = Contents {
            turned: number % 2 == 1,
            finds: Finds { pickups: finds, from: 10, to: 60 },
            packs: packs(&mut chance, code, news.kinds, (&frame.theme, number + 1 == count)),
            screens: Screens { texts },
            treasures: HallTreasures { treasure_sets: vec!["basic_goodies".to_owned()] },
            moves: (3 + number as i64 / 2, 4 + number as i64),
            fights: fights(code, (number, count), &kinds[..met], &weapons[..found]),
        };
        let theme = frame.theme.clone();
        let pipeline = frame.pipeline(title(number + 1, &name), contents);
        decks.push(DeckPlan { name, names: story.names().clone(), theme, pipeline });
    }
    (story.ship().to_owned(), decks)
}

/// What a level calls the deck of a number, from 1, and a name.
pub(super) fn title(number: usize, name: &str) -> String {
    format!("Deck {number}: {name}")
}

/// What is met and found on a deck for the first time.
pub(super) struct News<'a> {
    pub(super) kinds: &'a [&'static str],
    pub(super) weapons: &'a [Weapon],
}

/// The frames of so many decks: the first, the last, and between them the labyrinth and any of the others, none twice.
fn chosen(chance: &mut Chance, count: usize) -> Vec<Frame> {
    let mut all = frames();
    let (Some(last), first) = (all.pop(), all.remove(0)) else { return Vec::new() };
    chance.shuffle(&mut all);
    // A stable sort: the labyrinth comes before the others, which stay in the order that was drawn.
    all.sort_by_key(|frame| frame.theme != LABYRINTH);
    all.truncate(count - 2);
    chance.shuffle(&mut all);
    std::iter::once(first).chain(all).chain([last]).collect()
}

/// Some things, those in the middle in any order.
fn in_any_order<T: Copy>(chance: &mut Chance, first: &[T], more: &[T], last: &[T]) -> Vec<T> {
    let mut middle = more.to_vec();
    chance.shuffle(&mut middle);
    [first, &middle, last].concat()
}

/// How many of `all` things have come in on the deck of a number, if so many are there from the first and all on the last.
fn come_in(all: usize, first: usize, number: usize, count: usize) -> usize {
    first + ((all - first) * number).div_ceil(count - 1)
}

/// The packs of a deck: whoever is met there first comes with others of his kind, somebody hunts in the labyrinth, and somebody keeps
/// the last lift.
fn packs(chance: &mut Chance, code: ShipCode, kinds: &[&str], (theme, is_last): (&str, bool)) -> Packs {
    let danger = usize::from(code.danger());
    let mut packs: Vec<Pack> = Vec::new();
    for kind in kinds {
        // A brute is a pack by himself.
        let most = if LAST_KINDS.contains(kind) { 1 } else { 1 + danger.div_ceil(2) };
        let kinds = vec![(*kind).to_owned(); chance.between(1, most)];
        packs.push(Pack { kinds, from: 25, to: 90, at_lift: false });
    }
    if theme == LABYRINTH {
        packs.push(Pack { kinds: vec![HUNTER.to_owned()], from: 40, to: 100, at_lift: false });
    }
    if is_last {
        let kinds = KEEPERS[danger - usize::from(*DANGERS.start())].iter().map(|&kind| kind.to_owned()).collect();
        packs.push(Pack { kinds, from: 0, to: 100, at_lift: true });
    }
    Packs { packs }
}

/// The undead of a deck and what the fights with them cost.
fn fights(code: ShipCode, (number, count): (usize, usize), met: &[&str], found: &[Weapon]) -> Vec<Creator> {
    let (crowd, health) = CROWDS[usize::from(code.danger() - DANGERS.start())];
    let per_thousand = crowd * (100 + GROWTH * number as i64 / (count as i64 - 1)) / 100;
    let mut kinds: Vec<String> = vec![met[0].to_owned()];
    kinds.extend(met[1..].iter().rev().take(MOST_KINDS).map(|&kind| kind.to_owned()));
    let mut ammunition = vec!["clip".to_owned()];
    ammunition.extend(found.iter().filter_map(|(_, ammunition)| ammunition.map(str::to_owned)));
    let medicine = vec!["medkit".to_owned()];
    vec![
        Creator::Creatures(Creatures { kinds, per_thousand, count: 0, nearest: 9 }),
        Creator::Supplies(Supplies { ammunition, health: Vec::new(), percent: AMMUNITION }),
        Creator::Supplies(Supplies { ammunition: Vec::new(), health: medicine, percent: health }),
    ]
}
