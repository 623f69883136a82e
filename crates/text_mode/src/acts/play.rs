//! The current run: advances it tick by tick, collects messages about events, and interrupts commands.

use crate::{
    acts::event_text::Told,
    perception::memory::Memory,
    perception::things::{self, Sort, Thing, bearing},
    words::clean::in_one_line,
};
use bevy::{
    math::{IVec2, Vec2},
    prelude::{Has, With, World},
};
use campaign::switched_off;
use engine::{
    Air, Body, Caption, Deck, EventRecord, GameEvent, Grid, Heading, Headless, Health, Height, Id, Intent, Outcome,
    Player, Position, Recorder, Rules, Tape, VisibleCells, Words,
};
use level::Lock;
use localization::{Said, say};

/// The range of vision, in cells.
const EYE: u32 = 32;
/// The number of ticks between looks. The player also looks when entering another cell.
const LOOKS: u64 = 6;
/// The distance at which a sound from something invisible interrupts, in tiles.
const NEAR: f32 = 8.0;
/// Sounds within this distance count as the player's own, in tiles.
const OWN: f32 = 1.6;
/// The resolution of turning and moving: mouse counts per radian, and stick notches from rest to full. Rounded intents
/// stay equal longer, which keeps demos small.
const COUNTS: f32 = 4096.0;
const NOTCHES: f32 = 32.0;

/// The reason why a command ends early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Something was seen for the first time, something nearby was heard, or the player was hurt. A message was added.
    Interrupted,
    /// The run is over: the player is dead, or has left the deck.
    Over,
    /// The command is impossible; the sentence is the reason.
    Cannot(Said),
}

/// Returns an error for an impossible command.
pub(crate) fn cannot<T>(why: impl Into<Said>) -> Result<T, Stop> {
    Err(Stop::Cannot(why.into()))
}

/// The player's present state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Own {
    pub(crate) at: Vec2,
    /// The direction of view, in radians.
    pub(crate) heading: f32,
    pub(crate) health: i32,
    pub(crate) lives: bool,
}

/// The current run.
pub(crate) struct Play {
    pub(crate) headless: Headless,
    pub(crate) memory: Memory,
    /// The messages that have not been taken yet.
    pub(crate) told: Vec<Told>,
    /// The English messages of the level that the player has read and that are not in the journal yet.
    pub(crate) read: Vec<String>,
    pub(crate) recorder: Option<Recorder>,
    /// The fixtures of the deck.
    fittings: Vec<Thing>,
    /// The cell of the last look.
    looked_from: Option<IVec2>,
}

impl Play {
    /// Creates a play of a run. A memory that does not match the deck is discarded.
    pub(crate) fn new(mut headless: Headless, memory: Option<Memory>) -> Play {
        let size = headless.world().resource::<Grid>().size();
        let memory = memory.filter(|memory| memory.fits(size)).unwrap_or_else(|| Memory::of(size));
        let fittings = things::fittings(headless.world_mut());
        let mut play =
            Play { headless, memory, told: Vec::new(), read: Vec::new(), recorder: None, fittings, looked_from: None };
        play.look_about();
        play
    }

    /// Returns the player's present state.
    pub(crate) fn own(&mut self) -> Own {
        let world = self.headless.world_mut();
        let mut players = world.query_filtered::<(&Position, &Heading, &Health, Has<Body>), With<Player>>();
        let (at, heading, health, lives) = players.single(world).expect("a run has a player");
        Own { at: at.0, heading: heading.0, health: health.0, lives }
    }

    /// Returns true if the player's feet are off the floor.
    pub(crate) fn is_in_the_air(&mut self) -> bool {
        let world = self.headless.world_mut();
        let mut players = world.query_filtered::<&Height, With<Player>>();
        players.single(world).is_ok_and(|height| height.is_in_the_air())
    }

    /// Returns the player's inventory.
    pub(crate) fn player(&mut self) -> Player {
        let world = self.headless.world_mut();
        world.query::<&Player>().single(world).expect("a run has a player").clone()
    }

    pub(crate) fn world(&self) -> &World {
        self.headless.world()
    }

    pub(crate) fn rules(&self) -> &Rules {
        self.world().resource()
    }

    pub(crate) fn grid(&self) -> &Grid {
        self.world().resource()
    }

    pub(crate) fn deck(&self) -> &Deck {
        self.world().resource()
    }

    /// Returns all things of the deck, seen or not.
    pub(crate) fn things(&mut self) -> Vec<Thing> {
        let mut all = things::movable(self.headless.world_mut());
        all.extend(self.fittings.iter().cloned());
        all
    }

    /// Returns the visible cells.
    pub(crate) fn view(&mut self) -> VisibleCells {
        let cell = Grid::cell_at(self.own().at);
        self.grid().visible_from(cell, EYE)
    }

    /// Returns the visible things, the nearest first.
    pub(crate) fn in_sight(&mut self) -> Vec<Thing> {
        let (own, view) = (self.own(), self.view());
        let mut seen = self.things();
        seen.retain(|thing| view.contains(thing.cell()) && thing.shows_to(own.at));
        seen.sort_by(|a, b| a.at.distance_squared(own.at).total_cmp(&b.at.distance_squared(own.at)));
        seen
    }

    /// Looks around: remembers visible cells and adds messages about new things. Returns true if one of them
    /// interrupts.
    pub(crate) fn look_about(&mut self) -> bool {
        let (own, view) = (self.own(), self.view());
        self.looked_from = Some(Grid::cell_at(own.at));
        view.cells().for_each(|cell| self.memory.see(cell));
        let mut stops = false;
        for thing in self.in_sight().into_iter().filter(|thing| thing.sort.is_spoken_of()) {
            if self.memory.meet(thing.key, &thing.kind) && thing.sort.is_news() {
                let (compass, cells) = bearing(own.at, thing.at);
                self.told.push(Told::Sees(thing.name(&self.memory), compass, cells));
                stops = true;
            }
        }
        stops
    }

    /// Simulates one tick with this intent.
    ///
    /// # Errors
    /// If an event in it interrupts.
    pub(crate) fn tick(&mut self, intent: Intent) -> Result<(), Stop> {
        if self.headless.run().outcome != Outcome::Running {
            return Err(Stop::Over);
        }
        let intent = in_notches(intent);
        let before = self.own();
        // After developer tools have gone back, the run takes another course from here.
        let discarded = self.last_known_tick() - self.headless.run().tick;
        if discarded > 0 && self.recorder.as_mut().is_some_and(|recorder| !recorder.take_back(discarded)) {
            self.recorder = None;
        }
        self.headless.tick(intent);
        if let Some(recorder) = &mut self.recorder {
            recorder.record(intent, self.headless.world_mut());
        }
        let own = self.own();
        let mut stops = self.listen(own);
        if own.health < before.health {
            self.told.push(Told::Hurt(before.health - own.health));
            stops = true;
        }
        let is_elsewhere = self.looked_from != Some(Grid::cell_at(own.at));
        if is_elsewhere || self.headless.run().tick.is_multiple_of(LOOKS) {
            stops |= self.look_about();
        }
        match self.headless.run().outcome {
            Outcome::Running if stops => Err(Stop::Interrupted),
            Outcome::Running => Ok(()),
            _ => Err(Stop::Over),
        }
    }

    /// Returns the last tick that is known, which is later than the present one if the run was moved back.
    pub(crate) fn last_known_tick(&self) -> u64 {
        let tick = self.headless.run().tick;
        let tape = self.world().get_resource::<Tape>();
        tape.and_then(|tape| tape.last_minute.span()).map_or(tick, |(_, end)| end.max(tick))
    }

    /// Simulates some ticks without input.
    pub(crate) fn idle(&mut self, ticks: u64) -> Result<(), Stop> {
        (0..ticks).try_for_each(|_| self.tick(Intent::default()))
    }

    /// Adds messages about the sounds and texts of the last tick. Returns true if one of them interrupts.
    fn listen(&mut self, own: Own) -> bool {
        let heard = self.headless.uttered().iter().filter_map(|said| said.heard(own.at, self.rules()));
        let heard: Vec<Told> = heard.map(|(speaker, words)| Told::Reads(spoken(speaker, words))).collect();
        self.told.extend(heard);
        let off = self.headless.uttered().iter().filter_map(|said| match &said.words {
            Words::SwitchedOff(name, excess) => Some(Told::Says(switched_off(name, *excess))),
            _ => None,
        });
        let off: Vec<Told> = off.collect();
        // A list of what is seen may fill the whole reply.
        self.told.splice(0..0, off);
        let reports = self.headless.events().to_vec();
        if reports.is_empty() {
            return false;
        }
        let rules = self.rules().clone();
        let mut stops = false;
        for report in reports {
            match report.what {
                GameEvent::MonsterHurt(_) => {
                    let name = self.name_at(report.at);
                    self.told.extend(name.map(Told::Hits));
                }
                GameEvent::MonsterDies(_) => {
                    let name = self.name_at(report.at);
                    self.told.extend(name.map(Told::Falls));
                }
                GameEvent::Misses(_) => {
                    let name = self.name_at(report.at);
                    self.told.extend(name.map(Told::Misses));
                }
                GameEvent::PlayerDies(_) => self.told.push(Told::Says(match self.called(report.by) {
                    Some(name) => say!("You are dead. It was {name}.", name = Said::data(name)),
                    None => say!("You are dead.").into(),
                })),
                what => stops |= self.caption(own, &report, what.effects(&rules).caption, what.effects(&rules).reach),
            }
        }
        stops
    }

    /// Adds a message about the caption of an event, if the player notices it.
    fn caption(&mut self, own: Own, report: &EventRecord, caption: Option<Caption>, reach: f32) -> bool {
        let distance = report.at.distance(own.at);
        match caption {
            Some(Caption::Message(text)) if distance <= reach => {
                let is_sealed = report.what == GameEvent::DoorRefuses(Lock::Sealed);
                let air = self.headless.world().get_resource::<Air>();
                if is_sealed && air.is_some_and(|air| air.is_next_to_vacuum(Grid::cell_at(report.at))) {
                    self.told.push(Told::Reads(say!("Sealed: no air behind it").into()));
                    return false;
                }
                let cell = Grid::cell_at(report.at);
                let stairs = self.deck().0.stairs_at(cell.x as usize, cell.y as usize);
                if report.what == GameEvent::LiftThrown && stairs.is_some() {
                    self.told.push(Told::Reads(say!("You take the stairs").into()));
                    return false;
                }
                self.told.push(Told::Reads(Said::data(text)));
                false
            }
            Some(Caption::OfLevel(number)) => {
                let level = &self.deck().0;
                let names = || level.names.iter().map(|(gap, name)| (gap.clone(), Said::literal(in_one_line(name))));
                let text = level.messages.get(usize::from(number));
                let shown = text.map(|text| Said::data_with(in_one_line(text), names()));
                let (text, read) = (shown, text.cloned());
                self.read.extend(read);
                self.told.extend(text.map(Told::Reads));
                false
            }
            Some(Caption::Heard(what)) if distance <= OWN && report.about.is_some() => {
                self.told.push(Told::Reads(Said::data(what)));
                false
            }
            Some(Caption::Heard(what)) if distance <= reach.min(NEAR) && !self.sees(report.at) => {
                let (compass, cells) = bearing(own.at, report.at);
                self.told.push(Told::Hears(what, compass, cells));
                true
            }
            _ => false,
        }
    }

    /// Returns true if the player sees the cell of a point.
    fn sees(&mut self, at: Vec2) -> bool {
        self.view().contains(Grid::cell_at(at))
    }

    /// Returns the name of the monster nearest to a point, if the player has met it.
    /// Returns the own name of a creature, if it has one.
    fn called(&self, id: Option<Id>) -> Option<String> {
        let (world, skill) = (self.headless.world(), self.headless.run().skill);
        engine::called(&world.resource::<Deck>().0, world.resource::<Rules>(), skill, id?).map(str::to_owned)
    }

    fn name_at(&mut self, at: Vec2) -> Option<String> {
        let all = things::movable(self.headless.world_mut());
        let undead = all.into_iter().filter(|thing| matches!(thing.sort, Sort::Undead | Sort::Corpse));
        let nearest = undead.min_by(|a, b| a.at.distance_squared(at).total_cmp(&b.at.distance_squared(at)))?;
        self.memory.number(nearest.key).map(|_| nearest.name(&self.memory))
    }
}

/// Rounds an intent to the resolution of a mouse and a stick.
fn in_notches(intent: Intent) -> Intent {
    let steps = |value: f32, steps: f32| (value * steps).round() / steps;
    let Intent { forward, strafe, turn, .. } = intent;
    Intent { forward: steps(forward, NOTCHES), strafe: steps(strafe, NOTCHES), turn: steps(turn, COUNTS), ..intent }
        .clamped()
}

/// Returns an utterance after the name of its speaker.
fn spoken(speaker: String, words: &str) -> Said {
    Said::joined([speaker, in_one_line(words)].map(Said::data), ": ")
}
