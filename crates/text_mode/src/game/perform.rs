//! The execution of each command.

use crate::{
    acts::event_text::{Told, named},
    acts::play::{Stop, cannot},
    acts::walk::{self, Gait},
    acts::way::Floor,
    acts::{aim, board, hand, throw},
    game::describe,
    game::dev_acts,
    game::game::Game,
    game::keeping::list,
    game::saving::{self, Keeper},
    game::targets::{self, Target, number},
    perception::things::{Sort, Thing},
    words::clean::{echo, plain_letters},
    words::compass::{Bearing, Compass},
    words::style::Style,
    words::vocabulary::{Verb, named_language, nearest},
};
use bevy::math::IVec2;
use engine::{Grid, Intent, WeaponChoice, ticks};
use localization::{Key, Language, Said, say};

/// The maximum number of cells that one command walks, and the maximum seconds that it waits.
const MAX_CELLS: u32 = 99;
const MAX_SECONDS: f32 = 60.0;
/// The distance to a creature at which `go` stops, in cells.
const BESIDE: i32 = 1;

/// The map in a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Picture {
    /// The visible area.
    View,
    /// The whole known deck.
    Known,
    /// No map, because the text needs the room.
    None,
}

/// The result of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) told: Vec<Told>,
    pub(crate) picture: Picture,
    /// The commands that were skipped, because an earlier one failed or something happened.
    pub(crate) left: Vec<String>,
    /// True if the player wants to quit.
    pub(crate) quits: bool,
}

/// Executes the commands of a message in order, until one fails or something happens.
pub(crate) fn carry_out(game: &mut Game, commands: &[Vec<String>], style: Style, keeper: Option<Keeper>) -> Outcome {
    let mut outcome = Outcome { told: Vec::new(), picture: Picture::View, left: Vec::new(), quits: false };
    for (number, words) in commands.iter().enumerate() {
        let rest = || commands[number + 1..].iter().map(|words| words.join(" ")).collect();
        outcome.picture = Picture::View;
        let mut hands = Hands { game: &mut *game, style, keeper, picture: &mut outcome.picture };
        match hands.perform(words) {
            Ok(Verb::Quit) => {
                (outcome.quits, outcome.left) = (true, rest());
                break;
            }
            Ok(_) if notices_news(game) => {}
            Ok(_) => continue,
            Err(Stop::Cannot(why)) => game.play.told.push(Told::Says(why)),
            Err(Stop::Interrupted) => {}
            Err(Stop::Over) => game.finish_run(),
        }
        outcome.left = rest();
        break;
    }
    // Number everything that the reply shows.
    notices_news(game);
    outcome.told = std::mem::take(&mut game.play.told);
    outcome
}

/// Lets a living player look around. Returns true if there is something new.
fn notices_news(game: &mut Game) -> bool {
    game.goes_on() && game.play.look_about()
}

/// The game, and the reply in progress.
struct Hands<'a> {
    game: &'a mut Game,
    style: Style,
    keeper: Option<Keeper<'a>>,
    picture: &'a mut Picture,
}

impl Hands<'_> {
    /// Executes one command. Returns its verb.
    fn perform(&mut self, words: &[String]) -> Result<Verb, Stop> {
        let first = words.first().map_or("", String::as_str);
        let (verb, rest) = match (Verb::named(first), Bearing::named(first)) {
            (Some(verb), _) => (verb, &words[1..]),
            // A direction on its own means `go`. A digit could be anything.
            (None, Some(_)) if number(first).is_none() => (Verb::Go, words),
            _ => {
                return cannot(say!(
                    "Unknown command {word}. Do you mean {nearest}?",
                    word = echo(first),
                    nearest = Said::literal(nearest(first, self.language_now()))
                ));
            }
        };
        if !self.game.goes_on() && !verb.works_without_life() {
            let what = if self.game.ended { say!("The game is over") } else { say!("You are dead") };
            return cannot(say!("{what}: say restart or load NAME.", what));
        }
        if is_for_feet(verb) {
            board::leave(&mut self.game.play)?;
        }
        // A save may have the name of a thing.
        let named = matches!(verb, Verb::Save | Verb::Load | Verb::Help);
        let rest = if named { rest.to_vec() } else { self.game.ship.tongue.things_in_english(rest) };
        self.act(verb, &rest)?;
        Ok(verb)
    }

    fn act(&mut self, verb: Verb, words: &[String]) -> Result<(), Stop> {
        match verb {
            Verb::Go => self.go(words, Gait::Walks),
            Verb::Run => self.go(words, Gait::Runs),
            Verb::Explore => self.explore(),
            Verb::Turn => self.turn(words),
            Verb::Look => self.look(words),
            Verb::Shoot => self.shoot(words),
            Verb::Aim => self.aim(words),
            Verb::Weapon => self.weapon(words),
            Verb::Use => self.use_(words),
            Verb::Open => self.open(words),
            Verb::Push => self.push(words),
            Verb::Take => self.take(words),
            Verb::Throw => self.throw(words),
            Verb::Jump => {
                let to = self.direction(words)?;
                walk::jump(&mut self.game.play, to)
            }
            Verb::Wait => self.wait(words),
            Verb::Map => {
                *self.picture = Picture::Known;
                Ok(())
            }
            Verb::Status => {
                let status = describe::status(self.game);
                self.say(Said::literal(status));
                Ok(())
            }
            Verb::Suit => {
                let suit = describe::suit(self.game);
                self.leaf(&suit, words, verb)
            }
            Verb::Tally => self.leaf(&self.game.counted(), words, verb),
            Verb::Briefing => self.leaf(&self.game.briefing(), words, verb),
            Verb::Inventory => {
                let tongue = self.game.tongue();
                let carried = describe::inventory(&mut self.game.play, &tongue);
                self.show(carried)
            }
            Verb::Cheat => self.cheat(words),
            Verb::Language => self.language(words),
            Verb::Help => self.show(describe::help(words.first().map(String::as_str), self.style, &self.game.tongue())),
            Verb::Save => self.save(words),
            Verb::Load => self.load(words),
            Verb::Board => self.board(words),
            Verb::Hint => board::hint(&mut self.game.play),
            Verb::Restart => {
                self.game.restart();
                Ok(())
            }
            Verb::Quit => self.say_only(say!("Goodbye.")),
        }
    }

    fn cheat(&mut self, words: &[String]) -> Result<(), Stop> {
        let told = dev_acts::cheat(&mut self.game.play, &words.join(" "))?;
        self.say_only(told)
    }

    fn language_now(&self) -> Language {
        self.game.tongue().language()
    }

    fn say(&mut self, sentence: impl Into<Said>) {
        self.game.play.told.push(Told::Says(sentence.into()));
    }

    /// Adds sentences to the reply: all of them if there is room, otherwise the one with the requested number. `verb`
    /// is the command.
    fn leaf(&mut self, sentences: &[Said], words: &[String], verb: Verb) -> Result<(), Stop> {
        let asked = words.first().map(|word| number(word).and_then(|number| usize::try_from(number).ok()).unwrap_or(0));
        let wanted = asked.or((self.style == Style::Emoji).then_some(1));
        let verb = Said::literal(verb.entry().names(self.language_now())[0]);
        let count = sentences.len();
        match wanted {
            _ if sentences.is_empty() => cannot(say!("Nothing to report yet.")),
            None => self.say_only(Said::joined(sentences, " ")),
            Some(wanted) => match sentences.get(wanted.wrapping_sub(1)) {
                Some(sentence) => self.say_only(Said::literal(format!("{wanted}/{count}: ")).then(sentence)),
                None => cannot(say!("There are {count} lines: say {verb} 1.", count, verb)),
            },
        }
    }

    /// Adds a sentence that gets the whole reply.
    fn say_only(&mut self, sentence: impl Into<Said>) -> Result<(), Stop> {
        *self.picture = Picture::None;
        self.say(sentence);
        Ok(())
    }

    /// Adds a text in the player's language that gets the whole reply.
    fn show(&mut self, text: String) -> Result<(), Stop> {
        *self.picture = Picture::None;
        self.game.play.told.push(Told::Says(Said::literal(text)));
        Ok(())
    }

    fn target(&mut self, words: &[String]) -> Result<Target, Stop> {
        targets::target(&mut self.game.play, words)
    }

    /// Returns the direction in the words of a command, if there are any words.
    fn direction(&mut self, words: &[String]) -> Result<Option<Compass>, Stop> {
        let Some(first) = words.first() else { return Ok(None) };
        match targets::direction(&mut self.game.play, first) {
            Some(to) => Ok(Some(to)),
            None => cannot(say!("Unknown direction {word}: say n, ne, left …", word = echo(first))),
        }
    }

    fn go(&mut self, words: &[String], gait: Gait) -> Result<(), Stop> {
        let play = &mut self.game.play;
        match targets::target(play, words)? {
            Target::To(_, Some(0)) => Ok(()),
            Target::To(to, cells) => walk::straight(play, to, cells.unwrap_or(1).min(MAX_CELLS), gait),
            Target::Cell(cell) => self.walk(gait, &|other| other == cell, say!("There is no known route there.")),
            Target::Thing(thing) => self.go_to(&thing, gait),
        }
    }

    /// Goes to a thing: onto it if it can be taken, otherwise next to it, and looks at it.
    fn go_to(&mut self, thing: &Thing, gait: Gait) -> Result<(), Stop> {
        let cell = thing.cell();
        let is_beside = move |other: IVec2| (other - cell).abs().element_sum() <= BESIDE;
        let face = thing.clone();
        match thing.sort {
            Sort::Pickup => return self.walk(gait, &|other| other == cell, say!("There is no known route there.")),
            Sort::Switch => {
                let shows = move |other: IVec2| face.shows_to(Grid::middle(other));
                self.walk(gait, &|other| is_beside(other) && shows(other), say!("There is no known route there."))?;
            }
            _ => self.walk(gait, &|other| is_beside(other) && other != cell, say!("There is no known route there."))?,
        }
        aim::turn_to_point(&mut self.game.play, thing.at)
    }

    /// Walks to the nearest goal cell.
    fn walk(&mut self, gait: Gait, is_goal: &dyn Fn(IVec2) -> bool, no_way: Key) -> Result<(), Stop> {
        let play = &mut self.game.play;
        let at = play.own().at;
        let floor = Floor::of(play);
        let Some(way) = floor.way(floor.cell_of(at), is_goal) else { return cannot(no_way) };
        walk::along(play, &way, gait)
    }

    fn explore(&mut self) -> Result<(), Stop> {
        let play = &mut self.game.play;
        let at = play.own().at;
        let floor = Floor::of(play);
        let way = floor.way(floor.cell_of(at), |cell| floor.is_frontier(cell));
        let Some(way) = way else {
            return cannot(say!("You have explored everything you can reach. Go to the lift, or push walls."));
        };
        walk::along(play, &way, Gait::Walks)
    }

    fn turn(&mut self, words: &[String]) -> Result<(), Stop> {
        match self.target(words)? {
            Target::To(to, _) => aim::turn_to(&mut self.game.play, to.facing()),
            Target::Cell(cell) => aim::turn_to_point(&mut self.game.play, Grid::middle(cell)),
            Target::Thing(thing) => aim::turn_to_point(&mut self.game.play, thing.at),
        }
    }

    fn look(&mut self, words: &[String]) -> Result<(), Stop> {
        let to = self.direction(words)?;
        let tongue = self.game.tongue();
        let seen = describe::look(&mut self.game.play, to, self.style, &tongue);
        self.game.play.told.push(Told::Says(Said::literal(seen)));
        Ok(())
    }

    fn shoot(&mut self, words: &[String]) -> Result<(), Stop> {
        let play = &mut self.game.play;
        aim::in_hand(play)?;
        if words.is_empty() {
            let Some(foe) = aim::nearest_foe(play) else {
                return cannot(say!("You see no enemy to shoot at. Say shoot DIRECTION."));
            };
            return aim::fire_at(play, &foe);
        }
        match targets::target(play, words)? {
            Target::To(to, shots) => {
                aim::turn_to(play, to.facing())?;
                aim::fire_ahead(play, shots.unwrap_or(1).clamp(1, aim::MAX_SHOTS))
            }
            Target::Cell(cell) => {
                aim::turn_to_point(play, Grid::middle(cell))?;
                aim::fire_ahead(play, 1)
            }
            Target::Thing(thing) => {
                self.must_see(&thing)?;
                aim::fire_at(&mut self.game.play, &thing)
            }
        }
    }

    fn must_see(&mut self, thing: &Thing) -> Result<(), Stop> {
        let play = &mut self.game.play;
        if play.in_sight().iter().any(|seen| seen.key == thing.key) {
            return Ok(());
        }
        cannot(say!("You cannot see {thing} now.", thing = named(&thing.name(&play.memory))))
    }

    fn aim(&mut self, words: &[String]) -> Result<(), Stop> {
        if words.is_empty() {
            let Some(foe) = aim::nearest_foe(&mut self.game.play) else {
                return cannot(say!("You see no enemy to aim at."));
            };
            return aim::turn_to_point(&mut self.game.play, foe.at);
        }
        if let Target::Thing(thing) = self.target(words)? {
            self.must_see(&thing)?;
        }
        self.turn(words)
    }

    fn weapon(&mut self, words: &[String]) -> Result<(), Stop> {
        let Some(word) = words.first().map(String::as_str) else {
            return cannot(say!("Say which weapon: weapon 2, weapon shotgun, weapon next."));
        };
        let choice = match plain_letters(word).as_str() {
            "next" | "naechste" => WeaponChoice::Next,
            "previous" | "vorige" => WeaponChoice::Previous,
            _ => WeaponChoice::Slot(targets::slot(&mut self.game.play, word)?),
        };
        let play = &mut self.game.play;
        let before = play.player().held;
        play.tick(Intent { weapon: Some(choice), ..Intent::default() })?;
        play.idle(u64::from(engine::CHANGE_TICKS))?;
        let held = play.player().held;
        match held.filter(|held| Some(held) != before.as_ref()) {
            Some(held) => self.say(say!("{weapon} in hand.", weapon = Said::data(held).capital())),
            None => return cannot(say!("You still hold the same weapon.")),
        }
        Ok(())
    }

    fn use_(&mut self, words: &[String]) -> Result<(), Stop> {
        let play = &mut self.game.play;
        let point = if words.is_empty() {
            match hand::beside(play, None, &[Sort::Switch, Sort::Door]) {
                Some(thing) => thing.at,
                None => return cannot(say!("There is nothing next to you to use. Go to a door or a switch first.")),
            }
        } else {
            match targets::target(play, words)? {
                Target::To(to, _) => Grid::middle(Grid::cell_at(play.own().at) + to.step()),
                Target::Cell(cell) => Grid::middle(cell),
                Target::Thing(thing) => thing.at,
            }
        };
        if !hand::use_at(play, point)? {
            return cannot(say!("Nothing happens."));
        }
        if board::at(self.game.play.headless.world_mut()).is_some() {
            return self.board(&[]);
        }
        Ok(())
    }

    /// Plays at the board and shows it.
    fn board(&mut self, words: &[String]) -> Result<(), Stop> {
        board::play_words(&mut self.game.play, words)?;
        match board::at(self.game.play.headless.world_mut()) {
            Some(terminal) => self.show(describe::board(&terminal, self.style, &self.game.tongue())),
            None => Ok(()),
        }
    }

    fn open(&mut self, words: &[String]) -> Result<(), Stop> {
        let words: Vec<String> =
            words.iter().filter(|word| !matches!(word.as_str(), "the" | "die" | "door")).cloned().collect();
        let to = self.direction(&words)?;
        hand::open(&mut self.game.play, to)
    }

    fn push(&mut self, words: &[String]) -> Result<(), Stop> {
        let words: Vec<String> =
            words.iter().filter(|word| !matches!(word.as_str(), "the" | "die" | "wall" | "wand")).cloned().collect();
        let to = self.direction(&words)?;
        let ahead = Compass::of_angle(self.game.play.own().heading);
        hand::push(&mut self.game.play, to.unwrap_or(ahead))
    }

    fn take(&mut self, words: &[String]) -> Result<(), Stop> {
        let thing = if words.is_empty() {
            let seen = self.game.play.in_sight();
            let Some(thing) = seen.into_iter().find(|thing| thing.sort == Sort::Pickup) else {
                return cannot(say!("You see nothing to pick up."));
            };
            thing
        } else {
            match self.target(words)? {
                Target::Thing(thing) if thing.sort == Sort::Pickup => thing,
                _ => return cannot(say!("You cannot pick that up.")),
            }
        };
        self.go_to(&thing, Gait::Walks)?;
        let lies = self.game.play.things().iter().any(|other| other.key == thing.key);
        if lies { cannot(say!("The {thing} is of no use to you now.", thing = Said::data(thing.kind))) } else { Ok(()) }
    }

    fn throw(&mut self, words: &[String]) -> Result<(), Stop> {
        let play = &mut self.game.play;
        let all = throw::throwable(play);
        let named = all.iter().find_map(|what| Some((what, what.named(words)?)));
        let Some((what, names)) = named.or(all.first().map(|what| (what, 0))) else {
            return cannot(say!("You have nothing to throw: pick up a ration first."));
        };
        let at = match words.get(names..) {
            None | Some([]) => None,
            Some(words) => Some(match targets::target(play, words)? {
                Target::To(to, _) => play.own().at + to.step().as_vec2(),
                Target::Cell(cell) => Grid::middle(cell),
                Target::Thing(thing) => thing.at,
            }),
        };
        throw::throw(play, what, at)
    }

    fn wait(&mut self, words: &[String]) -> Result<(), Stop> {
        let seconds = match words.first() {
            None => 1.0,
            Some(word) => match word.parse::<f32>().ok().filter(|seconds| seconds.is_finite() && *seconds >= 0.0) {
                Some(seconds) => seconds.min(MAX_SECONDS),
                None => return cannot(say!("{word} is not a number of seconds.", word = echo(word).capital())),
            },
        };
        self.game.play.idle(u64::from(ticks(seconds)))
    }

    fn save(&mut self, words: &[String]) -> Result<(), Stop> {
        let said = saving::save(self.game, self.keeper, words)?;
        self.say(said);
        Ok(())
    }

    fn load(&mut self, words: &[String]) -> Result<(), Stop> {
        match self.keeper {
            Some(keeper) if words.is_empty() => return self.say_only(list(keeper.shelf)),
            _ => {}
        }
        let said = saving::load(self.game, self.keeper, words)?;
        self.say(said);
        Ok(())
    }

    /// Switches to the language with this code or, without a code, to the next one.
    fn language(&mut self, words: &[String]) -> Result<(), Stop> {
        let tongue = self.game.tongue();
        let wanted = match words.first().map(String::as_str) {
            None => Some(tongue.next_language()),
            Some(word) => named_language(word).or_else(|| tongue.language_named(word)),
        };
        let Some(wanted) = wanted else {
            let languages = Said::literal(tongue.language_list());
            return cannot(say!("I speak {languages}: say language and a code.", languages));
        };
        let said = match wanted {
            Language::Other(_) => Said::literal(format!("{}.", tongue.name_of(wanted))),
            _ => say!("I speak English now.").into(),
        };
        self.game.language = Some(wanted);
        self.say(said);
        Ok(())
    }
}

/// Returns true for commands that the player cannot execute at a board. They leave the board first.
fn is_for_feet(verb: Verb) -> bool {
    use Verb::*;
    matches!(verb, Go | Run | Explore | Turn | Shoot | Aim | Weapon | Use | Open | Push | Take | Throw | Jump)
}
