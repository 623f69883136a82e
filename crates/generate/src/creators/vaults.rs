//! Vaults: optional rooms whose doors are sealed by a conduit lock.

use crate::{
    creators::hall_treasures::some_of,
    graph::content::{Content, Vault},
    graph::graph::Graph,
    graph::measure::{UNREACHED, distances},
    graph::node::{DIRECTIONS, Kind},
    graph::stage::{Stage, StageError, Work, check_range},
};
use level::Lock;
use serde::Deserialize;

/// Seals doors of optional rooms, places a conduit lock next to each that opens it, and places treasures inside. If not
/// enough doors fit, there are fewer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Vaults {
    /// Maximum number of vaults.
    pub(crate) count: i64,
    /// Minimum and maximum number of moves that solve their boards.
    pub(crate) moves: (i64, i64),
    /// Names of the treasure sets; each vault gets some of their items.
    #[serde(default, alias = "treasure_set")]
    pub(crate) treasure_sets: Vec<String>,
}

/// Minimum size of a vault in tiles, and maximum size in percent of the map.
const MIN_TILES: usize = 9;
const MAX_PERCENT: usize = 15;
/// Maximum number of treasures per vault.
const MAX_TREASURES: usize = 6;
/// Maximum distance of a panel from its door, in steps.
const MAX_PANEL_STEPS: u32 = 6;

impl Stage for Vaults {
    fn check(&self) -> Result<(), String> {
        check_range("count", self.count, 0..=16)?;
        check_range("fewest `moves`", self.moves.0, 1..=i64::from(level::MAX_OPTIMUM))?;
        check_range("most `moves`", self.moves.1, self.moves.0..=i64::from(level::MAX_OPTIMUM))
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), StageError> {
        graph.need_tiles()?;
        let treasures = work.known.treasures(&self.treasure_sets)?;
        let Some(start) = graph.start() else {
            return Err(StageError::Invalid("the player's start must be placed before the vaults".to_owned()));
        };
        let mut doors: Vec<usize> =
            (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Door(None)).collect();
        work.rng.shuffle(&mut doors);
        let mut left = self.count;
        let mut inside = vec![false; graph.places.len()];
        for door in doors {
            if left == 0 {
                break;
            }
            // Vaults must not be nested.
            if graph.neighbours(door).any(|place| inside[place]) {
                continue;
            }
            let Some((panel, mut floor)) = vault_behind(graph, start, door, &inside) else { continue };
            left -= 1;
            floor.iter().for_each(|&place| inside[place] = true);
            graph.places[door].kind = Kind::Door(Some(Lock::Sealed));
            graph.places[panel].kind = Kind::Panel;
            let moves = work.rng.between(self.moves.0 as usize, self.moves.1 as usize) as u8;
            graph.vaults.push(Vault { door, panel, moves, seed: work.rng.number() });
            floor.retain(|&place| graph.is_free(place));
            work.rng.shuffle(&mut floor);
            floor.truncate(MAX_TREASURES);
            let items = some_of(&treasures, floor.len(), &mut work.rng);
            for (place, item) in floor.into_iter().zip(items) {
                graph.contents.insert(place, Content::Pickup(item));
            }
        }
        Ok(())
    }
}

/// Returns the wall for the panel and the floor of the vault behind a door, if the area behind the door is optional.
fn vault_behind(graph: &mut Graph, start: usize, door: usize, inside: &[bool]) -> Option<(usize, Vec<usize>)> {
    graph.places[door].kind = Kind::Wall;
    let before = distances(graph, start);
    graph.places[door].kind = Kind::Door(None);
    let all = distances(graph, start);
    let ways = all.iter().filter(|&&distance| distance != UNREACHED).count();
    let behind: Vec<usize> = (0..all.len())
        .filter(|&place| place != door && all[place] != UNREACHED && before[place] == UNREACHED)
        .collect();
    if behind.len() < MIN_TILES
        || behind.len() * 100 > ways * MAX_PERCENT
        || !behind.iter().all(|&place| is_idle(graph, place))
    {
        return None;
    }
    let may_hang = |place: usize| before[place] != UNREACHED && !inside[place];
    let panel = panel_beside(graph, door, may_hang)?;
    Some((panel, behind))
}

/// Returns true for a place that leads to nothing required and that is not already closed off.
fn is_idle(graph: &Graph, place: usize) -> bool {
    let is_way_on = |way| matches!(graph.neighbour_kind(place, way), Kind::Lift(_) | Kind::Screen(_) | Kind::Panel);
    matches!(graph.kind(place), Kind::Floor | Kind::Door(None))
        && !DIRECTIONS.into_iter().any(is_way_on)
        && !matches!(graph.contents.get(&place), Some(Content::Key(_) | Content::Stair(_) | Content::Start))
}

/// Returns a wall for the panel near the door, outside of the door and of all other vaults.
fn panel_beside(graph: &Graph, door: usize, may_hang: impl Fn(usize) -> bool) -> Option<usize> {
    let outside = graph.neighbours(door).find(|&place| may_hang(place))?;
    let steps = distances(graph, outside);
    let mut walls: Vec<(u32, usize)> = Vec::new();
    for place in (0..graph.places.len()).filter(|&place| may_hang(place) && steps[place] <= MAX_PANEL_STEPS) {
        for wall in DIRECTIONS.into_iter().filter_map(|way| graph.neighbour(place, way)) {
            let is_wall = graph.kind(wall) == Kind::Wall;
            // The panel shows on all sides of its wall, so it must not face another room.
            let is_alone =
                DIRECTIONS.into_iter().filter(|&way| graph.neighbour_kind(wall, way).is_walkable()).count() == 1;
            if is_wall && is_alone && graph.is_free(place) {
                walls.push((steps[place], wall));
            }
        }
    }
    walls.into_iter().min().map(|(_, wall)| wall)
}
