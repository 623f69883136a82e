//! The guide, an option: shows the path to the next goal through explored cells. The goal is the lift, otherwise a key,
//! otherwise an unexplored area.

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
use bevy::prelude::*;
use engine::{
    Deck, Door, Explored, Grid, Heading, Keys, LiftSwitch, NavGrid, Pickup, Player, Position, Rules, Run, Shape,
    TICKS_PER_SECOND,
};
use level::{Key, Level};
use localization::{Said, say};
use serde::{Deserialize, Serialize};
use strum::VariantArray;

/// The cost of a closed door on the path; an open cell costs 1.
const DOOR: i32 = 3;
/// The interval between path searches, in ticks.
const EVERY: u64 = TICKS_PER_SECOND as u64 / 4;
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
    /// A key.
    Key(Key),
    /// An unexplored area.
    Unseen,
}

impl Goal {
    fn words(self) -> Said {
        match self {
            Goal::Lift => say!("The lift").into(),
            Goal::Key(key) => say!("Key {key}", key = Said::literal(format!("{key:?}"))),
            Goal::Unseen => say!("Unexplored area").into(),
        }
    }
}

/// The path to the next goal, starting at the player's cell, and the tick in which it was found.
#[derive(Resource, Default, Debug)]
pub(crate) struct WayOn {
    found: Option<(Goal, Vec<IVec2>)>,
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

/// The name of stairs that lead back to the deck before.
const BACK: &str = "up";

/// Returns the exits that lead on: all but the stairs back, unless there are no others on the level.
fn onward(level: &Level, exits: impl Iterator<Item = IVec2>) -> Vec<IVec2> {
    let leads_back = |cell: &IVec2| {
        let stairs = level.stairs_at(cell.x as usize, cell.y as usize);
        stairs.is_some_and(|number| level.stairs[number].name == BACK)
    };
    let (back, on): (Vec<IVec2>, Vec<IVec2>) = exits.partition(leads_back);
    if on.is_empty() { back } else { on }
}

/// The player's knowledge about a level.
struct Known<'a> {
    grid: &'a Grid,
    explored: &'a Explored,
    /// The doors that the player's keys open.
    opened: Vec<IVec2>,
}

impl Known<'_> {
    /// Returns the cost of entering a cell; 0 for a cell that is unexplored or cannot be entered.
    fn cost(&self, cell: IVec2) -> i32 {
        match self.grid.shape(cell) {
            _ if !self.explored.knows(cell) => 0,
            Shape::Open | Shape::Diagonal { .. } => 1,
            Shape::Door { .. } | Shape::Leaves { .. } => DOOR,
            Shape::Locked { .. } if self.opened.contains(&cell) => DOOR,
            _ => 0,
        }
    }

    /// Returns the path from a cell to the nearest goal of the first kind that can be reached.
    fn way(&self, from: IVec2, lifts: &[IVec2], keys: &[(IVec2, Key)]) -> Option<(Goal, Vec<IVec2>)> {
        let size = self.grid.size();
        let cell = |index: usize| IVec2::new(index as i32 % size.x, index as i32 / size.x);
        let ground = NavGrid::new(size, |index| self.cost(cell(index)));
        let costs = ground.costs_from(ground.index(from)?);
        let reached = |cell: IVec2| ground.index(cell).and_then(|index| costs.get(&index).copied());
        let nearest = |cells: &mut dyn Iterator<Item = (IVec2, Goal)>| {
            let near = cells.filter_map(|(cell, goal)| Some((reached(cell)?, cell, goal)));
            near.min_by_key(|(cost, cell, _)| (*cost, cell.y, cell.x)).map(|(_, cell, goal)| (cell, goal))
        };
        let is_edge = |cell: IVec2| {
            let unseen = |beside: IVec2| ground.index(beside).is_some() && !self.explored.knows(beside);
            self.cost(cell) > 0 && SIDES.iter().any(|step| unseen(cell + *step))
        };
        let lift = |at: &IVec2| SIDES.map(|step| (*at + step, Goal::Lift));
        let (to, goal) = nearest(&mut lifts.iter().flat_map(lift))
            .or_else(|| nearest(&mut keys.iter().map(|(at, key)| (*at, Goal::Key(*key)))))
            .or_else(|| {
                let cells = (0..(size.x * size.y) as usize).map(cell).filter(|cell| is_edge(*cell));
                nearest(&mut cells.map(|cell| (cell, Goal::Unseen)))
            })?;
        Some((goal, ground.way(from, to)?.cells))
    }
}

/// Searches for the path from time to time.
fn find(
    (run, deck, grid, explored, rules): (Res<Run>, Res<Deck>, Res<Grid>, Res<Explored>, Res<Rules>),
    player: Option<Single<(&Position, &Player)>>,
    (doors, lifts, pickups): (Query<&Door>, Query<&LiftSwitch>, Query<&Pickup>),
    mut way: ResMut<WayOn>,
) {
    if way.at.is_some_and(|at| at <= run.tick && run.tick - at < EVERY) {
        return;
    }
    way.at = Some(run.tick);
    let Some((position, player)) = player.map(|player| *player) else { return };
    let opens = |keys: Keys, door: &Door| door.lock().and_then(|lock| lock.key()).is_some_and(|key| keys.has(key));
    let opened = doors.iter().filter(|door| opens(player.keys, door)).map(Door::cell).collect();
    let known = Known { grid: &grid, explored: &explored, opened };
    let exits = lifts.iter().filter(|lift| !lift.is_secret()).map(LiftSwitch::cell);
    let mut lifts = onward(&deck.0, exits);
    lifts.retain(|cell| explored.knows(*cell));
    let lies = |pickup: &Pickup| {
        let key = rules.pickups.get(usize::from(pickup.kind))?.1.key?;
        Some((Grid::cell_at(pickup.at), key)).filter(|(cell, key)| explored.knows(*cell) && !player.keys.has(*key))
    };
    let keys: Vec<(IVec2, Key)> = pickups.iter().filter_map(lies).collect();
    way.found = known.way(Grid::cell_at(position.0), &lifts, &keys);
}

impl WayOn {
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
    mut edges: ResMut<Edges>,
    mut screen: ResMut<Screen>,
) {
    let (Some(art), Some((goal, cells))) = (art, &way.found) else { return };
    let (position, heading) = *player;
    let ahead = Heading(heading.0 + turn.0).direction();
    let next = cells.get(AHEAD).or(cells.last()).map_or(position.0, |cell| Grid::middle(*cell));
    let to = (next - position.0).normalize_or(ahead);
    let mut canvas = Canvas::new(&mut screen.0);
    let distance = Said::literal(format!(", {} m", cells.len().saturating_sub(1) * 2));
    let words = art.pen().say(goal.words().then(distance));
    let fitting = canvas.width() / (art.pen().width(&words) + 6);
    let unit = ((canvas.unit() + 1) / 2).min(fitting).max(1);
    let (wide, line) = (art.pen().width(&words) * unit, art.pen().line_height() * unit);
    let (middle, gap) = (canvas.width() / 2, 3 * unit);
    let top = edges.top + gap;
    let plate = Area::new(middle - wide / 2 - gap, top, wide + 2 * gap, line * 2 + gap);
    canvas.fill(plate, key::GROUND.covering(0.6));
    edges.top = plate.y + plate.height;
    // Up means ahead.
    let up = Vec2::new(ahead.perp_dot(to), -ahead.dot(to));
    let centre = Vec2::new(middle as f32, (top + gap + line / 2) as f32);
    let corner = |along: f32, aside: f32| centre + (up * along + up.perp() * aside) * line as f32 * 0.5;
    canvas.shape(&[&[corner(1.0, 0.0), corner(-0.8, 0.7), corner(-0.4, 0.0), corner(-0.8, -0.7)]], key::WAY);
    let lettering = Lettering::new(key::WORDS, unit).aligned(Align::Centre);
    canvas.text(art.pen(), &words, middle, top + line, lettering);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{game, picture, wait};
    use engine::{Headless, Intent};

    fn goal(game: &mut Headless) -> Option<(Goal, Vec<IVec2>)> {
        game.world_mut().insert_resource(AutomapOptions { guide: Guide::Picture, ..AutomapOptions::default() });
        game.world_mut().resource_mut::<WayOn>().at = None;
        picture(game, 320, 180);
        game.world_mut().resource_mut::<WayOn>().found.take()
    }

    #[test]
    fn guide_leads_to_unexplored_cells_through_explored_ones() {
        let mut game = game(&["##########", "#@   +   #", "##########"]);
        wait(&mut game, 20, Intent::default());
        let (goal, cells) = goal(&mut game).unwrap();
        assert_eq!((goal, cells.last()), (Goal::Unseen, Some(&IVec2::new(5, 1))), "the door");
        let explored = game.world().resource::<Explored>().clone();
        assert!(cells.iter().all(|cell| explored.knows(*cell)) && cells.first() == Some(&IVec2::new(1, 1)));
    }

    #[test]
    fn guide_has_no_goal_if_all_is_explored_without_a_lift() {
        let mut game = game(&["######", "#@   #", "######"]);
        wait(&mut game, 20, Intent::default());
        assert_eq!(goal(&mut game), None);
    }

    #[test]
    fn guide_ignores_the_stairs_back_unless_there_is_no_other_exit() {
        let exits = |map: &str| {
            let text = format!(
                "(name: \"x\", legend: {{'#': (wall: \"a\"), '.': (), '@': (thing: Player), 'u': (wall: \"a\", stairs: \"up\"),
                    'd': (wall: \"a\", stairs: \"down\")}}, map: [\"#####\", {map:?}, \"#####\"])"
            );
            let level = Level::read("x", text.as_bytes()).unwrap();
            onward(&level, [IVec2::new(0, 1), IVec2::new(4, 1)].into_iter())
        };
        assert_eq!(exits("u@..d"), [IVec2::new(4, 1)]);
        assert_eq!(exits("u@..u").len(), 2);
    }

    #[test]
    fn guide_prefers_lifts_to_keys_and_keys_to_unexplored_cells() {
        let mut game = game(&["##########", "#@   +   #", "##########"]);
        wait(&mut game, 20, Intent::default());
        let world = game.world();
        let known = Known { grid: world.resource(), explored: world.resource(), opened: Vec::new() };
        let (from, key) = (IVec2::ONE, (IVec2::new(3, 1), Key::A));
        let found =
            |lifts: &[IVec2], keys: &[(IVec2, Key)]| known.way(from, lifts, keys).map(|(goal, way)| (goal, way.len()));
        assert_eq!(found(&[IVec2::new(4, 0)], &[key]), Some((Goal::Lift, 4)), "the switch is in the wall");
        assert_eq!(found(&[IVec2::new(8, 0)], &[key]), Some((Goal::Key(Key::A), 3)), "the lift cannot be reached");
        assert_eq!(found(&[], &[]), Some((Goal::Unseen, 5)));
    }
}
