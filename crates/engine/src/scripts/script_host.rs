//! The script host: what scripts can perceive, and which orders they can give.

use crate::{
    air::air::Air,
    bodies::keys::Keys,
    bodies::route::OnFoot,
    bodies::vertical_extent::VerticalRange,
    deck::grid::Grid,
    deck::paths,
    deck::ray::{self, Ray},
    machines::lighting::Lighting,
    monsters::scripted::{Pace, Wishes},
    monsters::state_machine::MonsterState,
    rules::monster_kind::MonsterKind,
    rules::rules::Rules,
    scripts::script_output::Words,
    tick::game_rng::GameRng,
    tick::id::{Id, PLAYER},
    tick::run::{Deck, Run},
    tick::tick::TICKS_PER_SECOND,
};
use bevy::{math::ops, prelude::*};
use sandbox::{Answer, Ask, Element, Host};
use std::f32::consts::TAU;

/// Maximum sight distance of creatures with scripts, in tiles.
const SIGHT: f32 = 24.0;
/// Distance that a fleeing creature looks ahead, in tiles; the number of directions follows.
const ESCAPE: f32 = 5.0;
const DIRECTIONS: u8 = 16;
/// Maximum number of messages per call, and maximum length of each message in characters.
const MAX_WORDS: usize = 8;
const MAX_LETTERS: usize = 160;
/// Number of different values that a random number can have.
const FINENESS: i32 = 1 << 30;

/// The shared perception of all scripts that are called in a tick.
pub(super) struct Around<'a> {
    pub(super) grid: &'a Grid,
    pub(super) deck: &'a Deck,
    pub(super) rules: &'a Rules,
    pub(super) run: &'a Run,
    pub(super) air: &'a Air,
    pub(super) lighting: &'a Lighting,
    /// Living creatures and objects, sorted by id.
    pub(super) seen: &'a [Seen],
}

/// A living creature or an object.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    pub(super) id: Id,
    pub(super) what: What,
    pub(super) at: Vec2,
    /// Vertical extent.
    pub(super) span: VerticalRange,
    pub(super) health: i32,
}

/// Type of a creature or object.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum What {
    Player,
    /// A monster or animal, with or without a script.
    Monster {
        kind: u16,
        state: MonsterState,
        is_undead: bool,
    },
    Pickup(u16),
    /// A corpse that will not rise again.
    Corpse,
}

impl Seen {
    fn kind<'a>(&self, rules: &'a Rules) -> &'a str {
        match self.what {
            What::Player => "player",
            What::Monster { kind, .. } => &rules.monsters[usize::from(kind)].0,
            What::Pickup(kind) => &rules.pickups[usize::from(kind)].0,
            What::Corpse => "corpse",
        }
    }

    /// Converts it to the form that scripts see.
    pub(super) fn element(&self, rules: &Rules) -> Element {
        let state = match self.what {
            What::Player => "lives",
            What::Monster { state, .. } => name(state),
            What::Pickup(_) | What::Corpse => "lies",
        };
        let (x, y) = (f64::from(self.at.x), f64::from(self.at.y));
        Element { id: self.id.0, kind: self.kind(rules).to_owned(), x, y, health: self.health, state }
    }
}

/// Returns the name of a state in scripts.
fn name(state: MonsterState) -> &'static str {
    match state {
        MonsterState::Idle => "idle",
        MonsterState::Patrol => "walk",
        MonsterState::Alert => "alert",
        MonsterState::Chase => "chase",
        MonsterState::Blocked => "blocked",
        MonsterState::Search => "search",
        MonsterState::Return => "return",
        MonsterState::Attack => "strike",
        MonsterState::Hurt => "hurt",
        MonsterState::Flee => "flee",
        MonsterState::Dying => "dying",
        MonsterState::Dead => "dead",
    }
}

/// A creature whose script is called: answers the queries of the script, and collects its orders.
pub(super) struct Caller<'a> {
    around: &'a Around<'a>,
    me: Seen,
    kind: &'a MonsterKind,
    radius: f32,
    /// The random number generator as it was before the call.
    before: &'a GameRng,
    pub(super) chance: GameRng,
    pub(super) wishes: Wishes,
    pub(super) words: Vec<Words>,
}

impl<'a> Caller<'a> {
    pub(super) fn new(
        around: &'a Around<'a>,
        me: Seen,
        kind: &'a MonsterKind,
        radius: f32,
        chance: &'a GameRng,
    ) -> Self {
        let (wishes, words) = default();
        Caller { around, me, kind, radius, before: chance, chance: chance.clone(), wishes, words }
    }

    /// Returns a point on the deck, in tiles.
    fn point(&self, x: f64, y: f64) -> Result<Vec2, String> {
        let point = Vec2::new(x as f32, y as f32);
        let size = self.around.grid.size().as_vec2();
        let is_inside = point.cmpge(Vec2::ZERO).all() && point.cmplt(size).all();
        if is_inside { Ok(point) } else { Err(format!("({x}, {y}) is outside the deck, which has {} tiles", size)) }
    }

    /// Returns a creature or an object by its id.
    fn seen(&self, id: u32) -> Result<&'a Seen, String> {
        let found = self.around.seen.binary_search_by_key(&Id(id), |seen| seen.id);
        found.map(|index| &self.around.seen[index]).map_err(|_| format!("{id} is dead or gone"))
    }

    /// Returns the nearest match of a word: a kind, `undead`, or what the creature's own kind hunts or is lured by.
    fn nearest(&self, word: &str, radius: f64) -> Result<Answer, String> {
        let Around { rules, seen, .. } = *self.around;
        let is_known = ["player", "undead", "corpse", "prey", "bait"].contains(&word)
            || rules.kind(word).is_some()
            || rules.pickup(word).is_some();
        if !is_known {
            return Err(format!("there is no kind '{word}'"));
        }
        let is_meant = |seen: &&Seen| {
            let kind = || seen.kind(rules);
            let is_thing = matches!(seen.what, What::Pickup(_));
            match word {
                "undead" => matches!(seen.what, What::Monster { is_undead: true, .. }),
                "prey" => !is_thing && self.kind.hunts.iter().any(|prey| prey == kind()),
                "bait" => is_thing && self.kind.lured_by.iter().any(|bait| bait == kind()),
                word => word == kind(),
            }
        };
        let distance = |seen: &Seen| seen.at.distance_squared(self.me.at);
        let near = seen.iter().filter(|seen| seen.id != self.me.id).filter(is_meant);
        let near = near.filter(|seen| f64::from(distance(seen)) <= radius * radius && radius >= 0.0);
        let nearest = near.min_by(|a, b| distance(a).total_cmp(&distance(b)).then(a.id.cmp(&b.id)));
        Ok(nearest.map_or(Answer::Nothing, |seen| Answer::Element(seen.element(rules))))
    }

    fn can_see(&self, other: &Seen) -> bool {
        let (from, to) = ((self.me.at, self.me.span.eyes()), (other.at, other.span.high));
        from.0.distance_squared(to.0) <= SIGHT * SIGHT && ray::clear_at(self.around.grid, Ray::Sight, from, to)
    }

    fn length_to(&self, to: Vec2) -> Option<f32> {
        let Around { grid, deck, rules, run, .. } = *self.around;
        let (level, resistances, keys, at, radius, tick) =
            (&*deck.0, &self.kind.resistances, Keys::of(&self.kind.keys), self.me.at, self.radius, run.tick);
        OnFoot { grid, level, rules, resistances, shuns: None, keys, at, radius, tick }.length_to(to)
    }

    /// Returns the point farthest from `from`, of those that can be reached in a straight line.
    fn escape(&self, from: Vec2) -> Vec2 {
        let free = |number: u8| {
            let (sin, cos) = ops::sin_cos(f32::from(number) * TAU / f32::from(DIRECTIONS));
            let way = Vec2::new(cos, sin);
            let met = ray::cast(self.around.grid, Ray::Body, self.me.at, way, ESCAPE);
            let length = met.map_or(ESCAPE, |hit| hit.distance);
            self.me.at + way * (length - self.radius).max(0.0)
        };
        let points = (0..DIRECTIONS).map(free);
        points.max_by(|a, b| a.distance(from).total_cmp(&b.distance(from))).unwrap_or(self.me.at)
    }

    /// Returns a creature that may be attacked, because the kind hunts it.
    fn prey(&self, id: u32) -> Result<Id, String> {
        let kind = self.seen(id)?.kind(self.around.rules);
        let may = self.kind.hunts.iter().any(|prey| prey == kind);
        if may { Ok(Id(id)) } else { Err(format!("a {} does not hunt {kind}", self.me.kind(self.around.rules))) }
    }

    /// Returns the brightness at a point from 0 to 1: the cell's own, or that of the brightest lamp that lights it.
    fn light_at(&self, at: Vec2) -> f64 {
        let Around { grid, deck, lighting, .. } = *self.around;
        let index = grid.index(Grid::cell_at(at)).unwrap_or_default();
        let cell = lighting.of_cell(index).unwrap_or(deck.0.cells[index].light);
        let lamps = deck.0.lamps.iter().enumerate().filter(|(number, _)| lighting.is_on(*number));
        let shines = lamps.map(|(_, lamp)| {
            let from = Vec2::new(lamp.x as f32 + 0.5, lamp.y as f32 + 0.5);
            let brightest = lamp.colour.into_iter().max().unwrap_or_default();
            f32::from(brightest) / 255.0 * (1.0 - from.distance(at) / lamp.reach).max(0.0)
        });
        f64::from(shines.fold(f32::from(cell) / 255.0, f32::max))
    }

    fn utter(&mut self, words: Words) {
        if self.words.len() < MAX_WORDS {
            self.words.push(words);
        }
    }
}

/// Returns a text as one line of limited length.
fn short(words: &str) -> String {
    words.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(MAX_LETTERS).collect()
}

impl Host for Caller<'_> {
    fn begin(&mut self) {
        self.chance = self.before.clone();
        (self.wishes, self.words) = default();
    }

    fn answer(&mut self, ask: Ask<'_>) -> Result<Answer, String> {
        match ask {
            Ask::SetTarget { who, x, y, runs } => {
                if Id(who) != self.me.id {
                    return Err("a script can only move its own creature".to_owned());
                }
                self.wishes.target = Some((self.point(x, y)?, if runs { Pace::Runs } else { Pace::Walks }));
                Ok(Answer::Nothing)
            }
            Ask::Nearest { kind, radius } => self.nearest(kind, radius),
            Ask::CanSee(other) => Ok(Answer::Yes(self.can_see(self.seen(other)?))),
            Ask::PathTo(x, y) => {
                let to = self.point(x, y)?;
                let length = paths::cost(self.around.grid, Grid::cell_at(to)).and_then(|_| self.length_to(to));
                Ok(length.map_or(Answer::Nothing, |length| Answer::Number(f64::from(length))))
            }
            Ask::Flee(other) => {
                self.wishes.target = Some((self.escape(self.seen(other)?.at), Pace::Flees));
                Ok(Answer::Nothing)
            }
            Ask::Strike(other) => {
                self.wishes.prey = Some(self.prey(other)?);
                Ok(Answer::Nothing)
            }
            Ask::Say(words) => {
                self.utter(Words::Said(short(words)));
                Ok(Answer::Nothing)
            }
            Ask::Log(words) => {
                self.utter(Words::Logged(short(words)));
                Ok(Answer::Nothing)
            }
            Ask::LightAt(x, y) => Ok(Answer::Number(self.light_at(self.point(x, y)?))),
            Ask::AirAt(x, y) => Ok(Answer::Number(self.around.air.pressure(Grid::cell_at(self.point(x, y)?)))),
            Ask::Random => Ok(Answer::Number(f64::from(self.chance.roll(0..=FINENESS - 1)) / f64::from(FINENESS))),
            Ask::Time => Ok(Answer::Number(self.around.run.tick as f64 / f64::from(TICKS_PER_SECOND))),
        }
    }
}

/// Returns the player in the form that scripts see.
pub(super) fn player(at: Vec2, span: VerticalRange, health: i32) -> Seen {
    Seen { id: PLAYER, what: What::Player, at, span, health }
}
