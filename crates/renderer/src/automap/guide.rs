//! The guide, an option: shows the path to the next goal through explored cells. The goal is an exit that leads on,
//! otherwise a key, otherwise the unexplored area through which these can be reached, or a lever if doors are in the way.

use crate::{
    automap::key,
    automap::map_viewport::MapViewport,
    automap::options::AutomapOptions,
    canvas::canvas::Canvas,
    stage::screen::{Draw, DrawFrame},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use engine::{
    Air, Body, Deck, Door, Explored, Grid, Keys, NavGrid, Pickup, Player, Position, Prop, Rules, Run, Shape,
    TICKS_PER_SECOND, Terminal, TerminalBoard, Triggers,
};
use level::{CellShape, Key, Level, Lock, Repeat, Trigger, TriggerAction, TriggerCause, Walker};
use localization::{Said, say};

/// The cost of a closed door on the path; an open cell costs 1.
const DOOR: i32 = 3;
/// The cost of a cell with a thing that is in the way.
const FURNITURE: i32 = 8;
/// Half the width in tiles that must be free along the arrow.
const BERTH: f32 = 0.25;
/// The number of cells of an area that is worth exploring.
const FEW: usize = 4;
/// The interval between path searches, in ticks.
const EVERY: u64 = TICKS_PER_SECOND as u64 / 4;
/// How much shorter the way to another unexplored area must be before the guide gives up the one that it leads to.
const HELD: u32 = 12;
/// How many cells ahead the arrow points.
const AHEAD: usize = 3;
const SIDES: [IVec2; 4] = [IVec2::X, IVec2::Y, IVec2::NEG_X, IVec2::NEG_Y];

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
    /// An unexplored area on the way to this key.
    Towards(Key),
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
            Goal::Towards(key) => say!("Towards key {key}", key = Said::literal(format!("{key:?}"))),
        }
    }
}

/// The path to the next goal, starting at the player's cell, the cells of things in the way, and the tick of the search.
#[derive(Resource, Default, Debug)]
pub(crate) struct WayOn {
    found: Option<(Aim, Vec<IVec2>)>,
    furnished: Vec<IVec2>,
    /// Number of ticks for which no goal has been known.
    pub(crate) lost: u64,
    /// True if a door that has been seen is sealed because there is no air behind it.
    pub(crate) waits: bool,
    at: Option<u64>,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<WayOn>();
    let is_wanted = |options: Res<AutomapOptions>, run: Option<Res<Run>>| options.guide.is_on_map() && run.is_some();
    app.add_systems(DrawFrame, find.in_set(Draw::Cells).run_if(is_wanted));
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

    /// Returns the locked doors whose keys the player has.
    fn unlocked(&self) -> Vec<Aim> {
        let aim = |&at: &IVec2| match self.grid.shape(at) {
            Shape::Locked { key: Some(key), .. } => {
                Some(Aim { stand: at, at, goal: Goal::Lock(key), is_seen: self.explored.knows(at) })
            }
            _ => None,
        };
        self.opened.iter().filter_map(aim).collect()
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
                // A lock whose key the player has, and what the newest key has opened, come before levers.
                let behind = || {
                    let is_behind = self.behind_newest()?;
                    self.edge(reached().filter(|(_, index, _)| is_behind(*index)), |_| None)
                };
                let far = |aim: &Aim| seen.index(aim.stand).and_then(seen_cost);
                let unlocked = nearest_seen(&self.unlocked()).into_iter().chain(behind()).min_by_key(far);
                return unlocked.or_else(|| nearest_seen(&aims.levers)).or_else(|| self.edge(reached(), |_| None));
            };
            let ahead = whole.costs_from(seen.index(unseen.stand)?);
            let edge = self.edge(reached(), |index| ahead.get(&index).copied())?;
            match (edge.goal, unseen.goal) {
                (Goal::Unseen, Goal::Key(key)) => Some(Aim { goal: Goal::Towards(key), ..edge }),
                _ => Some(edge),
            }
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

    /// Returns true if an unexplored cell belongs to an area of only a few, such as a corner behind a pillar.
    fn is_corner(&self, cell: IVec2) -> bool {
        let mut area = vec![cell];
        let mut next = 0;
        while next < area.len() && area.len() < FEW {
            let beyond = SIDES.map(|step| area[next] + step);
            next += 1;
            let is_new = |cell: &IVec2| !area.contains(cell) && !self.explored.knows(*cell) && self.cost(*cell) > 0;
            let new: Vec<IVec2> = beyond.into_iter().filter(is_new).collect();
            area.extend(new);
        }
        area.len() < FEW
    }

    /// Returns the cell next to an unexplored one with the lowest sum of the cost of reaching it and the cost from there
    /// on, which is a function of its index. Without that cost, small corners come last.
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
            let beyond = || SIDES.iter().map(|step| cell + *step).filter(|beyond| is_unseen(*beyond));
            let is_corner = rest.is_none() && beyond().all(|beyond| self.is_corner(beyond));
            let total = (cost + rest.unwrap_or(0)).saturating_sub(bonus);
            ((rest.is_none(), is_corner, total, cell.y, cell.x), cell)
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
    pub(crate) fn pointer(&self, from: Vec2, grid: &Grid, deck: &Deck) -> Option<Pointer> {
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

#[cfg(test)]
#[path = "guide_tests.rs"]
mod tests;
