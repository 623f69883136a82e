//! A player who follows the arrow of the guide, as people do who play a level for the first time.

use bevy::{math::Vec2, prelude::With};
use engine::{DevAct, Gift, Headless, Intent, Lead, Player, Position, TICKS_PER_SECOND, bot::Bot};
use renderer::guide_pointer;

/// Interval at which the player gets ammunition, in ticks.
const SUPPLY: u64 = 5 * TICKS_PER_SECOND as u64;
/// The player is reported as stuck after this many ticks within this distance in tiles.
const STUCK: u64 = 15 * TICKS_PER_SECOND as u64;
const NEAR: f32 = 2.0;
/// Number of ticks between two uses.
const USES: u64 = TICKS_PER_SECOND as u64;
/// A missing goal is reported after this many ticks: the next one may be seen at once.
const LOST: u64 = 4 * TICKS_PER_SECOND as u64;

/// Fights like the bot, but goes only where the guide leads. It cannot die and has all weapons, so that a run shows how
/// well the guide leads, and not how well it fights. Each change of the goal is a line on stderr.
pub(crate) struct Guided {
    bot: Bot,
    /// The last goal that was reported.
    goal: Option<String>,
    /// The tick in which it last used something.
    used: u64,
    /// Number of ticks without a goal.
    lost: u64,
    /// Where the player was when it last left its surroundings, and the tick.
    anchor: (Vec2, u64),
}

impl Guided {
    pub(crate) fn new(seed: u64) -> Guided {
        Guided { bot: Bot::new(seed), goal: None, used: 0, lost: 0, anchor: (Vec2::ZERO, 0) }
    }

    /// Returns the intent of the next tick.
    pub(crate) fn intent(&mut self, headless: &mut Headless) -> Intent {
        let tick = headless.run().tick;
        let world = headless.world_mut();
        let at = world.query_filtered::<&Position, With<Player>>().single(world).map(|at| at.0);
        let pointer = guide_pointer(world);
        self.lost = if pointer.is_some() { 0 } else { self.lost + 1 };
        let goal = pointer.as_ref().map(|pointer| pointer.goal.english());
        let goal = goal.or_else(|| (self.lost > LOST).then(|| "no goal".to_owned()));
        if let Ok(at) = at {
            self.report(tick, at, goal);
        }
        // A switch must not be thrown back at once.
        let rests = tick < self.used + USES;
        let lead = pointer.filter(|pointer| !pointer.is_next || !rests);
        let lead = lead.map(|pointer| Lead { to: pointer.to, uses: pointer.is_next });
        let dev_act = match tick {
            0 => Some(DevAct::God(true)),
            1 => Some(DevAct::Give(Gift::Weapons)),
            _ if tick % SUPPLY == 2 => Some(DevAct::Give(Gift::Ammunition)),
            _ => None,
        };
        let intent = self.bot.follow(world, lead);
        if intent.use_ {
            self.used = tick;
        }
        Intent { dev_act, ..intent }
    }

    /// Reports a new goal, and a player who does not get on.
    fn report(&mut self, tick: u64, at: Vec2, goal: Option<String>) {
        let seconds = tick as f32 / TICKS_PER_SECOND as f32;
        if let Some(goal) = goal.filter(|goal| self.goal.as_ref() != Some(goal)) {
            eprintln!("{seconds:.1} s at {:.1},{:.1}: {goal}", at.x, at.y);
            self.goal = Some(goal);
        }
        if self.anchor.0.distance(at) > NEAR {
            self.anchor = (at, tick);
        } else if tick == self.anchor.1 + STUCK {
            eprintln!("{seconds:.1} s at {:.1},{:.1}: stuck for {} s", at.x, at.y, STUCK / u64::from(TICKS_PER_SECOND));
        }
    }
}
