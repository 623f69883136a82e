//! The second plane of a level: the player, monsters, pickups, props, turn points and lamps.

use crate::{
    export::sketch::Sketch,
    game::{Kind, eighths},
};
use level::{Direction, IdleBehaviour, Thing, ThingKind, Trigger, TriggerAction, TriggerCause};
use std::f32::consts::FRAC_PI_2;

impl Sketch<'_> {
    /// Writes everything on the floor.
    pub(crate) fn things(&mut self) {
        let level = self.level;
        let player = level.player;
        let facing = self.facing(&player);
        // The numbers of starts go north, east, south and west, and directions begin in the east.
        self.set(1, (player.x, player.y), self.game.numbers.player + (facing as u16 + 1) % 4);
        for thing in &level.things {
            if self.is_of_keeper(thing) {
                continue;
            }
            let number = match thing.kind {
                ThingKind::Monster(index) => self.monster(thing, level.monster(index)),
                _ => self.item(thing),
            };
            self.set(1, (thing.x, thing.y), number);
            if thing.waits {
                self.note(
                    (thing.x, thing.y),
                    "a map has no things that wait for a trigger: it is present from the start",
                );
            }
        }
        for turn in &level.turns {
            let number = self.game.numbers.turns + eighths(turn.to);
            self.add((turn.x, turn.y), number, "a cell of a map holds one number: the turn point is left out");
        }
        self.ends();
        for lamp in &level.lamps {
            let light = self.game.stand_ins.light_number;
            self.add((lamp.x, lamp.y), light, "a cell of a map holds one number: the lamp is left out");
        }
    }

    /// Writes a number unless the cell has one.
    fn add(&mut self, (x, y): (usize, usize), number: u16, otherwise: &str) {
        if self.map.get(1, x, y) == 0 {
            self.set(1, (x, y), number);
        } else {
            self.note((x, y), otherwise);
        }
    }

    fn facing(&mut self, thing: &Thing) -> Direction {
        Direction::from_facing(thing.facing).unwrap_or_else(|| {
            self.note(
                (thing.x, thing.y),
                "things of a map face one of four directions: it is turned to the nearest one",
            );
            Direction::ALL[(thing.facing / FRAC_PI_2).round().rem_euclid(4.0) as usize % 4]
        })
    }

    fn monster(&mut self, thing: &Thing, name: &str) -> u16 {
        let (game, at) = (self.game, (thing.x, thing.y));
        let facing = self.facing(thing);
        // Of several numbers of a monster, the one whose death has the right effect.
        let effects: Vec<TriggerAction> = self.effects_of_death(at).collect();
        let (ends, calls) =
            (effects.contains(&TriggerAction::Exit), effects.iter().any(|act| matches!(act, TriggerAction::Spawn(_))));
        let rank = |kind: &Kind| match kind {
            Kind::Monster(known) if known == name => Some(u8::from(ends || calls)),
            Kind::Keeper(known, _) if known == name => Some(if calls { 0 } else { 2 }),
            Kind::Master(known) if known == name => Some(if ends { 0 } else { 3 }),
            _ => None,
        };
        if thing.skill == 2 {
            self.note(at, "a map has no things of the second skill: it is present on the first skill, too");
        }
        if thing.habit == IdleBehaviour::Ambush {
            self.set(0, at, game.numbers.deaf);
        }
        let exact = game.guards.iter().find(|guard| guard.monster == name);
        if exact.is_none()
            && let Some((_, number)) =
                game.things.iter().filter_map(|(number, item)| Some((rank(&item.is)?, *number))).min()
        {
            return number;
        }
        let guard = exact.or_else(|| {
            self.note(at, format!("the game of the map has no '{name}': another monster replaces it"));
            let stand_in = game.guards.iter().find(|guard| guard.monster == game.stand_ins.guard);
            stand_in.or(game.guards.first())
        });
        guard.map_or(0, |guard| guard.number(facing, thing.habit == IdleBehaviour::Patrol, thing.skill))
    }

    /// Returns the actions that the death of the monster in a cell sets off.
    fn effects_of_death(&self, (x, y): (usize, usize)) -> impl Iterator<Item = TriggerAction> {
        let level = self.level;
        let deaths = level.triggers.iter().filter(|trigger| trigger.on == TriggerCause::Death);
        deaths
            .filter(move |trigger| level.place(trigger.at).has(x, y))
            .flat_map(|trigger| trigger.actions.iter().copied())
    }

    /// Returns true for a key that a monster drops when it dies, if that monster has a number of its own.
    fn is_of_keeper(&self, thing: &Thing) -> bool {
        let level = self.level;
        let ThingKind::Key(key) = thing.kind else { return false };
        let calls =
            |act: TriggerAction| matches!(act, TriggerAction::Spawn(place) if level.place(place).has(thing.x, thing.y));
        thing.waits
            && level.things.iter().any(|monster| match monster.kind {
                ThingKind::Monster(index) if self.effects_of_death((monster.x, monster.y)).any(calls) => {
                    let keeper = Kind::Keeper(level.monster(index).to_owned(), key);
                    self.game.things.values().any(|item| item.is == keeper)
                }
                _ => false,
            })
    }

    fn item(&mut self, thing: &Thing) -> u16 {
        let (game, level, at) = (self.game, self.level, (thing.x, thing.y));
        let find = |is_it: &dyn Fn(&Kind) -> bool| {
            game.things.iter().find(|(_, item)| is_it(&item.is)).map(|(number, _)| *number)
        };
        if thing.skill > 1 {
            self.note(at, "only monsters of a map depend on the skill: it is present on all skills");
        }
        match thing.kind {
            ThingKind::Key(key) => find(&|kind| *kind == Kind::Key(key)).unwrap_or_else(|| {
                self.note(at, format!("the game of the map has no key {key:?}: it is left out"));
                0
            }),
            ThingKind::Pickup(index) => {
                let name = level.pickup(index);
                let first = find(&|kind| matches!(kind, Kind::Pickup(all) if all.first().is_some_and(|it| it == name)));
                let any = || find(&|kind| matches!(kind, Kind::Pickup(all) if all.iter().any(|it| it == name)));
                let goal = || find(&|kind| matches!(kind, Kind::Goal(it) if it == name));
                first.or_else(any).or_else(goal).unwrap_or_else(|| {
                    self.note(at, format!("the game of the map has no '{name}': it is left out"));
                    0
                })
            }
            ThingKind::Prop(index) => {
                let name = level.prop(index);
                let exact = find(&|kind| matches!(kind, Kind::Prop(it) | Kind::LitProp(it) if it == name));
                let passable = || find(&|kind| matches!(kind, Kind::Decoration(it) if it == name));
                exact.or_else(passable).unwrap_or_else(|| {
                    self.note(at, format!("the game of the map has no '{name}': a solid thing replaces it"));
                    game.stand_ins.thing_number
                })
            }
            ThingKind::Player | ThingKind::Monster(_) => 0,
        }
    }

    /// Writes the cells where a step ends the deck.
    fn ends(&mut self) {
        let ends =
            |trigger: &&Trigger| trigger.on == TriggerCause::Step && trigger.actions.contains(&TriggerAction::Exit);
        for trigger in self.level.triggers.iter().filter(ends) {
            for &at in &self.level.place(trigger.at).cells {
                let (x, y) = at;
                if self.game.is_floor(self.map.get(0, x, y)) {
                    let what = "a cell of a map holds one number: the end of the episode is left out";
                    self.add(at, self.game.numbers.end, what);
                }
            }
        }
    }
}
