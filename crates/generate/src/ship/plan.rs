//! The plan of a ship: the order of its decks, and the monsters and items of each.
//!
//! Kinds of monsters and weapons are introduced gradually, so that each deck has something new and the last deck has
//! everything.

use crate::{
    creators::Creator,
    creators::creatures::Creatures,
    creators::finds::Finds,
    creators::hall_treasures::HallTreasures,
    creators::packs::{Pack, Packs},
    creators::screens::Screens,
    creators::supplies::Supplies,
    graph::rng::Rng,
    pipeline::pipeline::Pipeline,
    ship::code::{DANGERS, ShipCode},
    ship::frame::{Contents, Frame, LABYRINTH, frames},
    ship::story::Story,
};
use std::collections::BTreeMap;

/// Monsters of the first deck; those introduced later, in random order; and the one introduced last.
const FIRST_KINDS: [&str; 2] = ["shambler", "crawler"];
const MORE_KINDS: [&str; 4] = ["bloater", "officer", "cinder", "skeleton"];
const LAST_KINDS: [&str; 1] = ["brute"];
/// Weapons with their ammunition pickups: on the first deck, introduced later in random order, and at the end.
const FIRST_WEAPONS: [Weapon; 1] = [("shotgun", Some("shells"))];
const MORE_WEAPONS: [Weapon; 3] = [("nailgun", Some("nails")), ("flamer", Some("fuel")), ("patcher", None)];
const LAST_WEAPONS: [Weapon; 1] = [("launcher", Some("rockets"))];
/// Other valuable items; one on each deck.
const GIFTS: [&str; 8] =
    ["vest", "pistol", "heat module", "filter module", "insulator module", "thermal module", "relic", "serum"];
/// Further items on the last deck, for the fight against the guards of its lift.
const LAST_GIFTS: [&str; 3] = ["serum", "vest", "medkit"];
/// Maximum number of introduced kinds on a deck, in addition to the first.
const MAX_KINDS: usize = 4;
/// By danger: monsters per thousand tiles on the first deck, and health relative to the estimated cost, in percent.
const CROWDS: [(i64, i64); 4] = [(13, 150), (17, 120), (22, 100), (28, 80)];
/// Growth of the number of monsters up to the last deck, in percent.
const GROWTH: i64 = 80;
/// Ammunition relative to the estimated cost, in percent.
const AMMUNITION: i64 = 120;
/// By danger: guards of the lift on the last deck.
const KEEPERS: [&[&str]; 4] = [
    &["brute", "shambler", "shambler"],
    &["brute", "officer", "shambler"],
    &["brute", "brute", "officer", "officer", "cinder"],
    &["brute", "brute", "brute", "officer", "officer", "skeleton", "crawler", "crawler"],
];

/// Monster that hunts on that deck.
const HUNTER: &str = "minotaur";

/// A weapon's pickup and its ammunition pickup.
type Weapon = (&'static str, Option<&'static str>);

/// The plan of a deck.
pub(super) struct DeckPlan {
    /// Name of the deck, without its number.
    pub(super) name: String,
    /// Names in the gaps of its texts, by gap.
    pub(super) names: BTreeMap<String, String>,
    pub(super) theme: String,
    pub(super) pipeline: Pipeline,
}

/// Returns the name of a ship and the plans of its decks in order.
pub(super) fn plan(code: ShipCode) -> (String, Vec<DeckPlan>) {
    // No stage of a deck has this number, so this stream is not used by any deck.
    let mut rng = Rng::new(code.number(), 0, usize::MAX >> 1);
    let count = usize::from(code.length());
    let kinds = in_any_order(&mut rng, &FIRST_KINDS, &MORE_KINDS, &LAST_KINDS);
    let weapons = in_any_order(&mut rng, &FIRST_WEAPONS, &MORE_WEAPONS, &LAST_WEAPONS);
    let mut gifts = GIFTS.to_vec();
    rng.shuffle(&mut gifts);
    let mut story = Story::new(&mut rng);
    let mut decks = Vec::new();
    let frames = chosen(&mut rng, count);
    let mut rooms = systems(&mut rng, &frames, story.plot());
    for (number, frame) in frames.into_iter().enumerate() {
        let before = if number == 0 { 0 } else { come_in(kinds.len(), FIRST_KINDS.len(), number - 1, count) };
        let met = come_in(kinds.len(), FIRST_KINDS.len(), number, count);
        let found = come_in(weapons.len(), FIRST_WEAPONS.len(), number, count);
        let found_before = if number == 0 { 0 } else { come_in(weapons.len(), FIRST_WEAPONS.len(), number - 1, count) };
        let news = News { kinds: &kinds[before..met], weapons: &weapons[found_before..found] };
        let name = frame.titles[rng.below(frame.titles.len())].clone();
        let texts = story.of_deck(&mut rng, (number, count), &frame.theme, &news);
        let mut finds: Vec<String> = news.weapons.iter().map(|(weapon, _)| (*weapon).to_owned()).collect();
        finds.push(gifts[number % gifts.len()].to_owned());
        if number + 1 == count {
            finds.extend(LAST_GIFTS.map(str::to_owned));
        }
        let contents = Contents {
            turned: number % 2 == 1,
            finds: Finds { pickups: finds, from: 10, to: 60 },
            packs: packs(&mut rng, code, news.kinds, (&frame.theme, number + 1 == count)),
            screens: Screens { texts },
            treasures: HallTreasures { treasure_sets: vec!["basic_goodies".to_owned()] },
            moves: (3 + number as i64 / 2, 4 + number as i64),
            fights: fights(code, (number, count), &kinds[..met], &weapons[..found]),
            rooms: std::mem::take(&mut rooms[number]),
        };
        let theme = frame.theme.clone();
        let pipeline = frame.pipeline(title(number + 1, &name), contents);
        decks.push(DeckPlan { name, names: story.names().clone(), theme, pipeline });
    }
    (story.ship().to_owned(), decks)
}

/// Returns for each deck the rooms that it must have: on each ship there is a table, weightlessness, the climate of an
/// element, animals, and the set piece of its plot, each on a random deck.
fn systems(rng: &mut Rng, frames: &[Frame], plot: usize) -> Vec<Vec<String>> {
    let mut rooms = vec![Vec::new(); frames.len()];
    let mut decks: Vec<usize> = (0..frames.len()).filter(|&deck| frames[deck].theme != LABYRINTH).collect();
    rng.shuffle(&mut decks);
    let set_piece = format!("plot {}", plot + 1);
    let wanted = ["table", "weightless", "climate", "creatures", "creatures", set_piece.as_str()];
    for (word, &deck) in wanted.into_iter().zip(decks.iter().cycle()) {
        rooms[deck].push(word.to_owned());
    }
    rooms
}

/// Returns what a level calls the deck with this number, from 1, and this name.
pub(super) fn title(number: usize, name: &str) -> String {
    format!("Deck {number}: {name}")
}

/// Monsters and weapons that are introduced on a deck.
pub(super) struct News<'a> {
    pub(super) kinds: &'a [&'static str],
    pub(super) weapons: &'a [Weapon],
}

/// Returns the frames of `count` decks: the first, the last, and between them the labyrinth and distinct others.
fn chosen(rng: &mut Rng, count: usize) -> Vec<Frame> {
    let mut all = frames();
    let (Some(last), first) = (all.pop(), all.remove(0)) else { return Vec::new() };
    rng.shuffle(&mut all);
    // The sort is stable: the labyrinth comes first, and the others keep their random order.
    all.sort_by_key(|frame| frame.theme != LABYRINTH);
    all.truncate(count - 2);
    rng.shuffle(&mut all);
    std::iter::once(first).chain(all).chain([last]).collect()
}

/// Concatenates some items, those in the middle in random order.
fn in_any_order<T: Copy>(rng: &mut Rng, first: &[T], more: &[T], last: &[T]) -> Vec<T> {
    let mut middle = more.to_vec();
    rng.shuffle(&mut middle);
    [first, &middle, last].concat()
}

/// Returns how many of `all` items have been introduced on a deck, if `first` exist from the beginning and all exist on
/// the last deck.
fn come_in(all: usize, first: usize, number: usize, count: usize) -> usize {
    first + ((all - first) * number).div_ceil(count - 1)
}

/// Returns the packs of a deck: new kinds with others of their kind, the hunter of the labyrinth, and the guards of the
/// last lift.
fn packs(rng: &mut Rng, code: ShipCode, kinds: &[&str], (theme, is_last): (&str, bool)) -> Packs {
    let danger = usize::from(code.danger());
    let mut packs: Vec<Pack> = Vec::new();
    for kind in kinds {
        // A brute is a pack on its own.
        let most = if LAST_KINDS.contains(kind) { 1 } else { 1 + danger.div_ceil(2) };
        let kinds = vec![(*kind).to_owned(); rng.between(1, most)];
        packs.push(Pack { kinds, from: 25, to: 90, at_lift: false, on_way: false });
    }
    if theme == LABYRINTH {
        packs.push(Pack { kinds: vec![HUNTER.to_owned()], from: 65, to: 100, at_lift: false, on_way: false });
    }
    if is_last {
        let kinds = KEEPERS[danger - usize::from(*DANGERS.start())].iter().map(|&kind| kind.to_owned()).collect();
        packs.push(Pack { kinds, from: 0, to: 100, at_lift: true, on_way: false });
    }
    Packs { packs }
}

/// Returns the monsters of a deck and the supplies for the fights.
fn fights(code: ShipCode, (number, count): (usize, usize), met: &[&str], found: &[Weapon]) -> Vec<Creator> {
    let (crowd, health) = CROWDS[usize::from(code.danger() - DANGERS.start())];
    let per_thousand = crowd * (100 + GROWTH * number as i64 / (count as i64 - 1)) / 100;
    let mut kinds: Vec<String> = vec![met[0].to_owned()];
    kinds.extend(met[1..].iter().rev().take(MAX_KINDS).map(|&kind| kind.to_owned()));
    let mut ammunition = vec!["clip".to_owned()];
    ammunition.extend(found.iter().filter_map(|(_, ammunition)| ammunition.map(str::to_owned)));
    let medicine = vec!["medkit".to_owned()];
    vec![
        Creator::Creatures(Creatures { kinds, per_thousand, count: 0, nearest: 9 }),
        Creator::Supplies(Supplies { ammunition, health: Vec::new(), percent: AMMUNITION }),
        Creator::Supplies(Supplies { ammunition: Vec::new(), health: medicine, percent: health }),
    ]
}
