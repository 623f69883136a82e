//! The run that is played: it passes tick by tick, notices what happens, and says when whoever acts must stop.

use crate::{
    acts::event_text::Told,
    seen::memory::Memory,
    seen::things::{self, Sort, Thing, bearing},
    words::clean::in_one_line,
};
use bevy::{
    math::{IVec2, Vec2},
    prelude::{Has, With, World},
};
use engine::{
    Body, Caption, Deck, EventRecord, GameEvent, Grid, Heading, Headless, Health, Height, Intent, Outcome, Player,
    Position, Recorder, Rules, VisibleCells,
};
use words::{Said, say};

/// How far the eye reaches, in cells.
const EYE: u32 = 32;
/// He looks about him once in so many ticks, and whenever he comes into another cell.
const LOOKS: u64 = 6;
/// What he hears but does not see stops him if it is at most so far off, in tiles.
const NEAR: f32 = 8.0;
/// What he does himself makes its noise within this distance of him, in tiles.
const OWN: f32 = 1.6;
/// The counts of a mouse in a radian, and the notches of a stick from rest to the end: a demo is small if intents do not tremble.
const COUNTS: f32 = 4096.0;
const NOTCHES: f32 = 32.0;

/// Why what is done ends before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// Something was seen for the first time, hurt, or was heard near; it has been told.
    Interrupted,
    /// The run is over: he is dead, or the lift has left.
    Over,
    /// It cannot be done: a sentence says why.
    Cannot(Said),
}

/// It cannot be done, because of this.
pub(crate) fn cannot<T>(why: impl Into<Said>) -> Result<T, Stop> {
    Err(Stop::Cannot(why.into()))
}

/// Who plays, as he is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Own {
    pub(crate) at: Vec2,
    /// Where he looks, in radians.
    pub(crate) heading: f32,
    pub(crate) health: i32,
    pub(crate) lives: bool,
}

/// A run that is played.
pub(crate) struct Play {
    pub(crate) headless: Headless,
    pub(crate) memory: Memory,
    /// What has happened since somebody last took it out.
    pub(crate) told: Vec<Told>,
    pub(crate) recorder: Option<Recorder>,
    /// What is built in.
    fittings: Vec<Thing>,
    /// The cell from which he last looked about him.
    looked_from: Option<IVec2>,
}

impl Play {
    /// Plays a run, of which so much is remembered; what it does not fit is forgotten.
    pub(crate) fn new(mut headless: Headless, memory: Option<Memory>) -> Play {
        let size = headless.world().resource::<Grid>().size();
        let memory = memory.filter(|memory| memory.fits(size)).unwrap_or_else(|| Memory::of(size));
        let fittings = things::fittings(headless.world_mut());
        let mut play = Play { headless, memory, told: Vec::new(), recorder: None, fittings, looked_from: None };
        play.look_about();
        play
    }

    /// The player as he is.
    pub(crate) fn own(&mut self) -> Own {
        let world = self.headless.world_mut();
        let mut players = world.query_filtered::<(&Position, &Heading, &Health, Has<Body>), With<Player>>();
        let (at, heading, health, lives) = players.single(world).expect("a run has a player");
        Own { at: at.0, heading: heading.0, health: health.0, lives }
    }

    /// True if his feet are off the floor.
    pub(crate) fn is_in_the_air(&mut self) -> bool {
        let world = self.headless.world_mut();
        let mut players = world.query_filtered::<&Height, With<Player>>();
        players.single(world).is_ok_and(|height| height.is_in_the_air())
    }

    /// What the player carries.
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

    /// All things of the deck, seen or not.
    pub(crate) fn things(&mut self) -> Vec<Thing> {
        let mut all = things::movable(self.headless.world_mut());
        all.extend(self.fittings.iter().cloned());
        all
    }

    /// The cells that he sees.
    pub(crate) fn view(&mut self) -> VisibleCells {
        let cell = Grid::cell_at(self.own().at);
        self.grid().visible_from(cell, EYE)
    }

    /// The things that he sees, the nearest first.
    pub(crate) fn in_sight(&mut self) -> Vec<Thing> {
        let (own, view) = (self.own(), self.view());
        let mut seen = self.things();
        seen.retain(|thing| view.contains(thing.cell()) && thing.shows_to(own.at));
        seen.sort_by(|a, b| a.at.distance_squared(own.at).total_cmp(&b.at.distance_squared(own.at)));
        seen
    }

    /// Looks about him: remembers what he sees, and tells what is new. True if any of it makes him stop.
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

    /// One tick with this intent.
    ///
    /// # Errors
    /// If something happens in it that makes him stop.
    pub(crate) fn tick(&mut self, intent: Intent) -> Result<(), Stop> {
        if self.headless.run().outcome != Outcome::Running {
            return Err(Stop::Over);
        }
        let intent = in_notches(intent);
        let before = self.own();
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

    /// Nothing is wanted for some ticks.
    pub(crate) fn idle(&mut self, ticks: u64) -> Result<(), Stop> {
        (0..ticks).try_for_each(|_| self.tick(Intent::default()))
    }

    /// Tells what was heard and read in the last tick. True if any of it makes him stop.
    fn listen(&mut self, own: Own) -> bool {
        let heard = self.headless.uttered().iter().filter_map(|said| said.heard(own.at, self.rules()));
        let heard: Vec<Told> = heard.map(|(speaker, words)| Told::Reads(spoken(speaker, words))).collect();
        self.told.extend(heard);
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
                GameEvent::PlayerDies(_) => self.told.push(Told::Says(say!("You are dead.").into())),
                what => stops |= self.caption(own, &report, what.effects(&rules).caption, what.effects(&rules).reach),
            }
        }
        stops
    }

    /// Tells what is read of something that happened, if he notices it.
    fn caption(&mut self, own: Own, report: &EventRecord, caption: Option<Caption>, reach: f32) -> bool {
        let distance = report.at.distance(own.at);
        match caption {
            Some(Caption::Message(text)) if distance <= reach => {
                self.told.push(Told::Reads(Said::data(text)));
                false
            }
            Some(Caption::OfLevel(number)) => {
                let level = &self.deck().0;
                let names = || level.names.iter().map(|(gap, name)| (gap.clone(), Said::literal(in_one_line(name))));
                let text = level.messages.get(usize::from(number));
                let text = text.map(|text| Said::data_with(in_one_line(text), names()));
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

    /// True if he sees the cell of a point.
    fn sees(&mut self, at: Vec2) -> bool {
        self.view().contains(Grid::cell_at(at))
    }

    /// The name of the undead that is nearest to a point, if he has met it.
    fn name_at(&mut self, at: Vec2) -> Option<String> {
        let all = things::movable(self.headless.world_mut());
        let undead = all.into_iter().filter(|thing| matches!(thing.sort, Sort::Undead | Sort::Corpse));
        let nearest = undead.min_by(|a, b| a.at.distance_squared(at).total_cmp(&b.at.distance_squared(at)))?;
        self.memory.number(nearest.key).map(|_| nearest.name(&self.memory))
    }
}

/// The same intent in the steps of a mouse and a stick.
fn in_notches(intent: Intent) -> Intent {
    let steps = |value: f32, steps: f32| (value * steps).round() / steps;
    let Intent { forward, strafe, turn, .. } = intent;
    Intent { forward: steps(forward, NOTCHES), strafe: steps(strafe, NOTCHES), turn: steps(turn, COUNTS), ..intent }
        .clamped()
}

/// What somebody says, after who says it.
fn spoken(speaker: String, words: &str) -> Said {
    Said::joined([speaker, in_one_line(words)].map(Said::data), ": ")
}
