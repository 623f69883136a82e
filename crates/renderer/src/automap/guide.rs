//! The guide, an option: shows the path to the next goal through explored cells. The goal is an exit that leads on,
//! otherwise a key, otherwise the unexplored area through which these can be reached, or a lever if doors are in the way.

use crate::{
    art::art::Art,
    automap::key,
    automap::map_viewport::MapViewport,
    automap::options::AutomapOptions,
    camera::camera::ViewTurn,
    canvas::area::Area,
    canvas::canvas::{Align, Canvas, Lettering},
    hud::hud::{Edges, is_at_board},
    stage::options::Hud,
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use engine::{
    Air, Body, Deck, Door, Explored, Grid, Heading, Keys, NavGrid, Pickup, Player, Position, Prop, Rules, Run, Shape,
    TICKS_PER_SECOND, Terminal, TerminalBoard, Triggers,
};
use level::{CellShape, Key, Level, Lock, Repeat, Trigger, TriggerAction, TriggerCause, Walker};
use localization::{Said, say};
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// The cost of a closed door on the path; an open cell costs 1.
const DOOR: i32 = 3;
/// The cost of a cell with a thing that is in the way.
const FURNITURE: i32 = 8;
/// Half the width in tiles that must be free along the arrow.
const BERTH: f32 = 0.25;
/// More than any path on a level costs.
const FAR: u32 = 10_000_000;
/// The interval between path searches, in ticks.
const EVERY: u64 = TICKS_PER_SECOND as u64 / 4;
/// The time without a goal after which the arrow's place says so, in ticks.
const SEARCHES: u64 = 8 * TICKS_PER_SECOND as u64;
/// How much shorter the way to another unexplored area must be before the guide gives up the one that it leads to.
const HELD: u32 = 12;
/// How many cells ahead the arrow points.
const AHEAD: usize = 3;
const SIDES: [IVec2; 4] = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];

/// Display of the path to the next goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, VariantArray)]
pub enum Guide {
    /// Nowhere.
    #[default]
    Off,
    /// On the automap.
    Map,
    /// On the automap, and as an arrow with a caption in the view.
    Picture,
}

/// The next goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// The switch of a lift that has been seen and can be reached.
    Lift,
    /// Stairs that have been seen and can be reached, except those by which the deck begins.
    Stairs,
    /// A key.
    Key(Key),
    /// A locked door whose key the player has.
    Lock(Key),
    /// A lever that has never been thrown.
    Lever,
    /// A board that has not been won.
    Board,
    /// A place that opens a locked door when the player steps on it.
    Plate,
    /// An unexplored area.
    Unseen,
}

impl Goal {
    fn words(self) -> Said {
        match self {
            Goal::Lift => say!("The lift").into(),
            Goal::Stairs => say!("The stairs").into(),
            Goal::Key(key) => say!("Key {key}", key = Said::literal(format!("{key:?}"))),
            Goal::Lock(key) => say!("Lock {key}", key = Said::literal(format!("{key:?}"))),
            Goal::Lever => say!("A lever").into(),
            Goal::Board => say!("A board").into(),
            Goal::Plate => say!("Step here").into(),
            Goal::Unseen => say!("Unexplored area").into(),
        }
    }
}

/// The path to the next goal, starting at the player's cell, the cells of things in the way, and the tick of the search.
#[derive(Resource, Default, Debug)]
pub(crate) struct WayOn {
    found: Option<(Aim, Vec<IVec2>)>,
    furnished: Vec<IVec2>,
    /// Number of ticks for which no goal has been known.
    lost: u64,
    /// True if a door that has been seen is sealed because there is no air behind it.
    waits: bool,
    at: Option<u64>,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<WayOn>();
    let is_wanted = |options: Res<AutomapOptions>, run: Option<Res<Run>>| options.guide != Guide::Off && run.is_some();
    app.add_systems(DrawFrame, find.in_set(Draw::Cells).run_if(is_wanted));
    let on_picture = |options: Res<AutomapOptions>| options.guide == Guide::Picture;
    let shown = Hud::is_shown.and_then(on_picture).and_then(not(is_at_board));
    app.add_systems(DrawFrame, arrow.in_set(Draw::Hud).run_if(shown));
}

/// Something that the player wants, and the cell in which to stand for it.
#[derive(Clone, Copy, Debug)]
struct Aim {
    stand: IVec2,
    /// The cell of the thing itself.
    at: IVec2,
    goal: Goal,
    /// Whether the player has seen it.
    is_seen: bool,
}

/// All that leads on.
#[derive(Default)]
struct Aims {
    exits: Vec<Aim>,
    keys: Vec<Aim>,
    levers: Vec<Aim>,
    boards: Vec<Aim>,
    plates: Vec<Aim>,
}

/// The player's knowledge about a level.
struct Known<'a> {
    grid: &'a Grid,
    explored: &'a Explored,
    /// The doors that the player's keys open.
    opened: Vec<IVec2>,
    /// The cells of things in the way.
    furnished: Vec<IVec2>,
    /// The cell in which the deck begins, and the doors that the player has opened with the newest key.
    newest: (IVec2, Vec<IVec2>),
    /// The edge of the explored cells to which the guide has led so far.
    held: Option<IVec2>,
}

impl Known<'_> {
    /// Returns the cost of entering a cell; 0 for a cell that cannot be entered.
    fn cost(&self, cell: IVec2) -> i32 {
        match self.grid.shape(cell) {
            Shape::Open if self.furnished.contains(&cell) => FURNITURE,
            Shape::Open | Shape::Diagonal { .. } => 1,
            Shape::Door { .. } | Shape::Leaves { .. } => DOOR,
            Shape::Locked { .. } if self.opened.contains(&cell) => DOOR,
            _ => 0,
        }
    }

    /// Returns true for a locked door whose key the player has.
    fn is_unlocked(&self, cell: IVec2) -> bool {
        matches!(self.grid.shape(cell), Shape::Locked { key: Some(_), .. }) && self.opened.contains(&cell)
    }

    /// Returns the path from a cell to the nearest exit that has been seen and can be reached, otherwise to the nearest
    /// such key. Otherwise it leads to the unexplored area through which the path to an exit or a key is the shortest. If
    /// closed doors are in the way to all of them, levers come first. Boards and plates come last.
    fn way(&self, from: IVec2, aims: &Aims) -> Option<(Aim, Vec<IVec2>)> {
        let size = self.grid.size();
        let cell = |index: usize| IVec2::new(index as i32 % size.x, index as i32 / size.x);
        let whole = NavGrid::new(size, |index| self.cost(cell(index)));
        let seen =
            NavGrid::new(size, |index| if self.explored.knows(cell(index)) { self.cost(cell(index)) } else { 0 });
        let (start, costs) = (seen.index(from)?, seen.costs_from(seen.index(from)?));
        let nearest = |aims: &[Aim], wants_seen: bool, cost: &dyn Fn(usize) -> Option<u32>| {
            let wanted = aims.iter().filter(|aim| aim.is_seen || !wants_seen);
            let near = wanted.filter_map(|aim| Some((cost(seen.index(aim.stand)?)?, *aim)));
            near.min_by_key(|(cost, aim)| (*cost, aim.stand.y, aim.stand.x)).map(|(_, aim)| aim)
        };
        let seen_cost = |index: usize| costs.get(&index).copied();
        let reached = || costs.iter().map(|(index, cost)| (cell(*index), *index, *cost));
        let nearest_seen = |aims: &[Aim]| nearest(aims, true, &seen_cost);
        let aim = nearest_seen(&aims.exits).or_else(|| nearest_seen(&aims.keys)).or_else(|| {
            let costs_of_all = whole.costs_from(start);
            let any_cost = |index: usize| costs_of_all.get(&index).copied();
            let nearest_of_all = |aims: &[Aim]| nearest(aims, false, &any_cost);
            let Some(unseen) = nearest_of_all(&aims.exits).or_else(|| nearest_of_all(&aims.keys)) else {
                // What is behind a lock whose key the player has, or had to use, comes before levers.
                let edge = self.edge(reached(), |index| Some(if self.is_unlocked(cell(index)) { 0 } else { FAR }));
                let is_lock = |aim: &Aim| self.is_unlocked(aim.stand);
                let behind = || {
                    let is_behind = self.behind_newest()?;
                    self.edge(reached().filter(|(_, index, _)| is_behind(*index)), |_| None)
                };
                return edge.filter(is_lock).or_else(behind).or_else(|| nearest_seen(&aims.levers)).or(edge);
            };
            let ahead = whole.costs_from(seen.index(unseen.stand)?);
            self.edge(reached(), |index| ahead.get(&index).copied())
        });
        let aim = aim.or_else(|| nearest_seen(&aims.levers)).or_else(|| nearest_seen(&aims.boards));
        let aim = aim.or_else(|| nearest_seen(&aims.plates))?;
        Some((aim, seen.way(from, aim.stand)?.cells))
    }

    /// Returns which explored cells, by index, are behind the doors that the newest key has opened. Returns `None` if it
    /// has opened none.
    fn behind_newest(&self) -> Option<impl Fn(usize) -> bool> {
        let (start, doors) = &self.newest;
        let size = self.grid.size();
        let cost = |index: usize| {
            let cell = IVec2::new(index as i32 % size.x, index as i32 / size.x);
            if doors.contains(&cell) || !self.explored.knows(cell) { 0 } else { self.cost(cell) }
        };
        let cells = NavGrid::new(size, cost);
        let before = cells.costs_from(cells.index(*start).filter(|_| !doors.is_empty())?);
        Some(move |index| !before.contains_key(&index))
    }

    /// Returns the cell next to an unexplored one with the lowest sum of the cost of reaching it and the cost from there
    /// on, which is a function of its index.
    fn edge(
        &self,
        reached: impl Iterator<Item = (IVec2, usize, u32)>,
        ahead: impl Fn(usize) -> Option<u32>,
    ) -> Option<Aim> {
        let is_unseen = |cell: IVec2| !self.explored.knows(cell) && self.cost(cell) > 0;
        let edges = reached.filter(|(cell, ..)| SIDES.iter().any(|step| is_unseen(*cell + *step)));
        let total = |(cell, index, cost): (IVec2, usize, u32)| {
            let rest = ahead(index);
            // Without this, the arrow would turn round where two ways are about as long.
            let bonus = if self.held == Some(cell) { HELD } else { 0 };
            ((rest.is_none(), (cost + rest.unwrap_or(0)).saturating_sub(bonus), cell.y, cell.x), cell)
        };
        let (_, stand) = edges.map(total).min_by_key(|(total, _)| *total)?;
        let goal = match self.grid.shape(stand) {
            Shape::Locked { key: Some(key), .. } => Goal::Lock(key),
            _ => Goal::Unseen,
        };
        Some(Aim { stand, at: stand, goal, is_seen: true })
    }
}

/// Searches for the path from time to time.
fn find(
    (run, grid, explored, air): (Res<Run>, Res<Grid>, Res<Explored>, Option<Res<Air>>),
    player: Option<Single<(&Position, &Player)>>,
    doors: Query<&Door>,
    furniture: Query<&Position, (With<Prop>, With<Body>)>,
    sights: Sights,
    mut way: ResMut<WayOn>,
) {
    if way.at.is_some_and(|at| at <= run.tick && run.tick - at < EVERY) {
        return;
    }
    way.at = Some(run.tick);
    let Some((position, player)) = player.map(|player| *player) else { return };
    let opens = |keys: Keys, door: &Door| door.lock().and_then(|lock| lock.key()).is_some_and(|key| keys.has(key));
    let opened = doors.iter().filter(|door| opens(player.keys, door)).map(Door::cell).collect();
    let furnished: Vec<IVec2> = furniture.iter().map(|at| Grid::cell_at(at.0)).collect();
    let newest = sights.opened_with_newest(&grid, player.keys);
    let held = way.found.as_ref().map(|(aim, _)| aim.stand);
    let known = Known { grid: &grid, explored: &explored, opened, furnished, newest, held };
    way.found = known.way(Grid::cell_at(position.0), &sights.aims(&known, player.keys));
    way.furnished = known.furnished;
    let is_sealed = |door: &Door| door.lock() == Some(Lock::Sealed) && explored.knows(door.cell());
    way.lost = if way.found.is_some() { 0 } else { way.lost + EVERY };
    way.waits = air.is_some_and(|air| doors.iter().any(|door| is_sealed(door) && air.is_next_to_vacuum(door.cell())));
}

/// What the guide leads to.
#[derive(SystemParam)]
struct Sights<'w, 's> {
    deck: Res<'w, Deck>,
    rules: Res<'w, Rules>,
    triggers: Res<'w, Triggers>,
    pickups: Query<'w, 's, &'static Pickup>,
    terminals: Query<'w, 's, &'static Terminal>,
}

impl Sights<'_, '_> {
    /// Returns the cell in which the deck begins, and the doors that were locked with the newest key of these and are not
    /// any more.
    fn opened_with_newest(&self, grid: &Grid, has: Keys) -> (IVec2, Vec<IVec2>) {
        let level = &self.deck.0;
        let at = |index: usize| IVec2::new((index % level.width) as i32, (index / level.width) as i32);
        let is_open = |cell: IVec2| !matches!(grid.shape(cell), Shape::Locked { .. });
        let doors = level.cells.iter().enumerate().filter_map(|(index, cell)| match cell.shape {
            CellShape::Door { lock: Some(lock), .. } if is_open(at(index)) => Some((lock.key()?, at(index))),
            _ => None,
        });
        let doors: Vec<(Key, IVec2)> = doors.filter(|(key, _)| has.has(*key)).collect();
        let newest = doors.iter().map(|(key, _)| *key).max();
        let opened = doors.into_iter().filter(|(key, _)| Some(*key) == newest).map(|(_, cell)| cell).collect();
        (IVec2::new(level.player.x as i32, level.player.y as i32), opened)
    }

    /// Returns the exits that lead on, the keys that the player does not have, and the levers and boards that are left.
    fn aims(&self, Known { grid, explored, .. }: &Known, has: Keys) -> Aims {
        let level = &self.deck.0;
        let key = |pickup: &Pickup| {
            let key = self.rules.pickups.get(usize::from(pickup.kind))?.1.key.filter(|key| !has.has(*key))?;
            let stand = Grid::cell_at(pickup.at);
            Some(Aim { stand, at: stand, goal: Goal::Key(key), is_seen: explored.knows(stand) })
        };
        let mut aims = Aims { keys: self.pickups.iter().filter_map(key).collect(), ..Aims::default() };
        let leads_on = level.exits();
        for (index, cell) in level.cells.iter().enumerate() {
            let (x, y) = (index % level.width, index / level.width);
            let (list, goal) = match cell.shape {
                CellShape::Lift { secret: false, .. } if leads_on.contains(&index) => {
                    (&mut aims.exits, if level.stairs_at(x, y).is_some() { Goal::Stairs } else { Goal::Lift })
                }
                CellShape::Switch { .. } if self.is_wanted(grid, (x, y)) => (&mut aims.levers, Goal::Lever),
                _ => continue,
            };
            let at = IVec2::new(x as i32, y as i32);
            let faces = cell.shape.face().map_or(SIDES.to_vec(), |face| vec![face.step().into()]);
            let is_seen = explored.knows(at);
            list.extend(faces.into_iter().map(|side| Aim { stand: at + side, at, goal, is_seen }));
        }
        let is_of_use = |at: &IVec2| is_of_use(level, grid, (at.x as usize, at.y as usize));
        let is_open = |terminal: &&Terminal| match &terminal.board {
            TerminalBoard::Table(board) => board.table.game().outcome().is_none(),
            TerminalBoard::Conduit(board) => !board.is_solved(),
        };
        for at in self.terminals.iter().filter(is_open).map(Terminal::cell).filter(is_of_use) {
            let is_seen = explored.knows(at);
            aims.boards.extend(SIDES.map(|side| Aim { stand: at + side, at, goal: Goal::Board, is_seen }));
        }
        for (number, trigger) in level.triggers.iter().enumerate() {
            let is_stepped_on = trigger.on == TriggerCause::Step && trigger.by != Walker::Undead;
            if is_stepped_on && !self.triggers.was_used(number) && opens_locked(level, grid, trigger) {
                let cells = level.place(trigger.at).cells.iter().map(|&(x, y)| IVec2::new(x as i32, y as i32));
                let aim = |at: IVec2| Aim { stand: at, at, goal: Goal::Plate, is_seen: explored.knows(at) };
                aims.plates.extend(cells.map(aim));
            }
        }
        aims
    }

    /// Returns true for a switch that has not been thrown and may be of use, and for one that has closed a door again.
    fn is_wanted(&self, grid: &Grid, (x, y): (usize, usize)) -> bool {
        let level = &self.deck.0;
        let has_closed = |trigger: &Trigger| {
            trigger.repeat == Repeat::Toggle && level.place(trigger.at).has(x, y) && opens_locked(level, grid, trigger)
        };
        let is_untried = self.triggers.is_untried(level, x, y);
        is_of_use(level, grid, (x, y)) && (is_untried || level.triggers.iter().any(has_closed))
    }
}

/// Returns true if a trigger opens or unlocks a door that is locked at present.
fn opens_locked(level: &Level, grid: &Grid, trigger: &Trigger) -> bool {
    let is_locked =
        |&(x, y): &(usize, usize)| matches!(grid.shape(IVec2::new(x as i32, y as i32)), Shape::Locked { .. });
    let doors = trigger.actions.iter().filter_map(|act| match act {
        TriggerAction::Open(doors) | TriggerAction::Unlock(doors) => Some(*doors),
        _ => None,
    });
    doors.flat_map(|doors| &level.place(doors).cells).any(is_locked)
}

/// Returns false for a lever or a board that opens nothing but doors that are not locked any more. A switch that ends the
/// deck is of no use either, because using it by chance would take a decision from the player.
fn is_of_use(level: &Level, grid: &Grid, (x, y): (usize, usize)) -> bool {
    let (mut opens, mut is_left) = (false, false);
    for trigger in level.triggers.iter().filter(|trigger| level.place(trigger.at).has(x, y)) {
        is_left |= opens_locked(level, grid, trigger);
        for act in &trigger.actions {
            match act {
                TriggerAction::Exit | TriggerAction::SecretExit => return false,
                TriggerAction::Open(_) | TriggerAction::Unlock(_) => opens = true,
                TriggerAction::Lamps(..) | TriggerAction::Light(..) | TriggerAction::Say(_) => {}
                TriggerAction::Spawn(_) | TriggerAction::Wake(_) => {}
                // It may change the way.
                _ => is_left = true,
            }
        }
    }
    is_left || !opens
}

/// Returns the point to walk to along a path: the middle of the furthest of its next cells to which a straight line is
/// free, so that it leads neither through corners nor through things, bars or doors that are not on the path.
fn next(from: Vec2, cells: &[IVec2], grid: &Grid, furnished: &[IVec2]) -> Option<Vec2> {
    let is_free = |to: Vec2| {
        let steps = (from.distance(to) * 8.0) as u32 + 1;
        let own = Grid::cell_at(from);
        let holds = |at: Vec2| {
            let cell = Grid::cell_at(at);
            let is_in_way = cell != own && cell != Grid::cell_at(to) && furnished.contains(&cell);
            !is_in_way && (cells.contains(&cell) || grid.shape(cell) == Shape::Open)
        };
        let wide = (to - from).normalize_or_zero().perp() * BERTH;
        (0..=steps).map(|step| from.lerp(to, step as f32 / steps as f32)).all(|at| holds(at + wide) && holds(at - wide))
    };
    let ahead = cells.iter().take(AHEAD + 1).skip(1).map(|cell| Grid::middle(*cell));
    ahead.rev().find(|to| is_free(*to)).or(cells.get(1).or(cells.last()).map(|cell| Grid::middle(*cell)))
}

/// Where the guide leads a player.
#[derive(Clone, Debug, PartialEq)]
pub struct Pointer {
    /// The point to walk to in a straight line; the goal itself if it is next to the player. In tiles.
    pub to: Vec2,
    /// Whether the goal is next to the player or in the player's cell.
    pub is_next: bool,
    /// What the goal is, for players.
    pub goal: Said,
    /// Length of the path, in cells.
    pub cells: usize,
}

/// Returns where the guide leads the player of a run at this tick, whether it is displayed or not. Returns `None` if no
/// goal is known.
pub fn guide_pointer(world: &mut World) -> Option<Pointer> {
    world.init_resource::<WayOn>();
    world.run_system_cached(find).ok()?;
    let at = world.query_filtered::<&Position, With<Player>>().single(world).ok()?.0;
    world.resource::<WayOn>().pointer(at, world.resource(), world.resource())
}

impl WayOn {
    /// Returns where the arrow points from a position.
    fn pointer(&self, from: Vec2, grid: &Grid, deck: &Deck) -> Option<Pointer> {
        let (aim, cells) = self.found.as_ref()?;
        let is_next = cells.len() <= 1;
        let to = if is_next { Grid::middle(aim.at) } else { next(from, cells, grid, &self.furnished)? };
        let own = deck.0.called_at(aim.at.x as usize, aim.at.y as usize).filter(|_| aim.goal == Goal::Lever);
        let goal = own.map_or_else(|| aim.goal.words(), |name| Said::data(name.to_owned()));
        Some(Pointer { to, is_next, goal, cells: cells.len() })
    }

    /// Draws the path on the map.
    pub(crate) fn draw(&self, canvas: &mut Canvas, sheet: &MapViewport) {
        let Some((_, cells)) = &self.found else { return };
        let thick = (sheet.tile / 7.0).clamp(1.0, 8.0);
        for cell in cells.iter().skip(1) {
            canvas.round(sheet.pixel(Grid::middle(*cell)), thick, key::WAY);
        }
        if let Some(last) = cells.last() {
            canvas.ring(sheet.pixel(Grid::middle(*last)), thick * 2.5, (thick / 2.0).max(1.0), key::WAY);
        }
    }
}

/// Draws an arrow along the path, and the name of the goal, in the middle of the upper edge.
fn arrow(
    player: Single<(&Position, &Heading), With<Player>>,
    (way, turn, art): (Res<WayOn>, Res<ViewTurn>, Option<Res<Art>>),
    (grid, deck): (Res<Grid>, Res<Deck>),
    mut edges: ResMut<Edges>,
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let (position, heading) = *player;
    let ahead = Heading(heading.0 + turn.0).direction();
    let mut canvas = Canvas::new(&mut screen.0);
    let (to, words) = match way.pointer(position.0, &grid, &deck) {
        Some(Pointer { to, goal, is_next: true, .. }) => (Some(to), goal),
        Some(Pointer { to, goal, cells, .. }) => {
            (Some(to), goal.then(Said::literal(format!(", {} m", (cells - 1) * 2))))
        }
        None if way.waits => (None, say!("Wait: a hatch is sealed until there is air").into()),
        // It may be found at once.
        None if way.lost < SEARCHES => return,
        None => (None, say!("Search: no way on is known").into()),
    };
    let words = art.pen().say(words);
    let fitting = canvas.width() / (art.pen().width(&words) + 6);
    let unit = ((canvas.unit() + 1) / 2).min(fitting).max(1);
    let (wide, line) = (art.pen().width(&words) * unit, art.pen().line_height() * unit);
    let (middle, gap) = (canvas.width() / 2, 3 * unit);
    let top = edges.top + gap;
    let plate = Area::new(middle - wide / 2 - gap, top, wide + 2 * gap, line * 2 + gap);
    canvas.fill(plate, key::GROUND.covering(0.6));
    edges.top = plate.y + plate.height;
    let lettering = Lettering::new(key::WORDS, unit).aligned(Align::Centre);
    canvas.text(art.pen(), &words, middle, top + line, lettering);
    let Some(to) = to.and_then(|to| (to - position.0).try_normalize()) else { return };
    // Up means ahead.
    let up = Vec2::new(ahead.perp_dot(to), -ahead.dot(to));
    let centre = Vec2::new(middle as f32, (top + gap + line / 2) as f32);
    let corner = |along: f32, aside: f32| centre + (up * along + up.perp() * aside) * line as f32 * 0.5;
    canvas.shape(&[&[corner(1.0, 0.0), corner(-0.8, 0.7), corner(-0.4, 0.0), corner(-0.8, -0.7)]], key::WAY);
}

#[cfg(test)]
#[path = "guide_tests.rs"]
mod tests;
