//! Vaults: rooms off the way whose doors a conduit lock keeps shut.

use crate::{
    creators::hall_treasures::some_of,
    graph::content::{Content, Vault},
    graph::graph::Graph,
    graph::measure::{UNREACHED, distances},
    graph::place::{DIRECTIONS, Kind},
    graph::stage::{Stage, Trouble, Work, check_range},
};
use level::Lock;
use serde::Deserialize;

/// Seals doors behind which nothing lies that one needs, hangs a conduit lock beside each that opens it, and lays treasures behind them.
/// If no more doors fit, there are fewer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Vaults {
    /// The greatest number of vaults.
    pub(crate) count: i64,
    /// How many moves their boards need, the fewest and the most.
    pub(crate) moves: (i64, i64),
    /// The names of the sets of treasures, of which each vault gets some.
    #[serde(default, alias = "treasure_set")]
    pub(crate) treasure_sets: Vec<String>,
}

/// A vault has so many tiles at least, and so many of a hundred of the map at most.
const LEAST: usize = 9;
const MOST: usize = 15;
/// So many treasures lie in a vault at most.
const TREASURES: usize = 6;
/// A panel hangs so many steps from its door at most.
const NEAR: u32 = 6;

impl Stage for Vaults {
    fn check(&self) -> Result<(), String> {
        check_range("count", self.count, 0..=16)?;
        check_range("fewest `moves`", self.moves.0, 1..=i64::from(level::MAX_OPTIMUM))?;
        check_range("most `moves`", self.moves.1, self.moves.0..=i64::from(level::MAX_OPTIMUM))
    }

    fn run(&self, graph: &mut Graph, work: &mut Work) -> Result<(), Trouble> {
        graph.need_tiles()?;
        let treasures = work.known.treasures(&self.treasure_sets)?;
        let Some(start) = graph.start() else {
            return Err(Trouble::Wrong("the player's start must be put before the vaults".to_owned()));
        };
        let mut doors: Vec<usize> =
            (0..graph.places.len()).filter(|&place| graph.kind(place) == Kind::Door(None)).collect();
        work.chance.shuffle(&mut doors);
        let mut left = self.count;
        let mut inside = vec![false; graph.places.len()];
        for door in doors {
            if left == 0 {
                break;
            }
            // No vault lies behind another.
            if graph.neighbours(door).any(|place| inside[place]) {
                continue;
            }
            let Some((panel, mut floor)) = vault_behind(graph, start, door, &inside) else { continue };
            left -= 1;
            floor.iter().for_each(|&place| inside[place] = true);
            graph.places[door].kind = Kind::Door(Some(Lock::Sealed));
            graph.places[panel].kind = Kind::Panel;
            let moves = work.chance.between(self.moves.0 as usize, self.moves.1 as usize) as u8;
            graph.vaults.push(Vault { door, panel, moves, seed: work.chance.number() });
            floor.retain(|&place| graph.is_free(place));
            work.chance.shuffle(&mut floor);
            floor.truncate(TREASURES);
            let items = some_of(&treasures, floor.len(), &mut work.chance);
            for (place, item) in floor.into_iter().zip(items) {
                graph.contents.insert(place, Content::Pickup(item));
            }
        }
        Ok(())
    }
}

/// The wall for the panel and the ways of the vault behind a door, if what lies there is a vault: nobody needs to go there.
fn vault_behind(graph: &mut Graph, start: usize, door: usize, inside: &[bool]) -> Option<(usize, Vec<usize>)> {
    graph.places[door].kind = Kind::Wall;
    let before = distances(graph, start);
    graph.places[door].kind = Kind::Door(None);
    let all = distances(graph, start);
    let ways = all.iter().filter(|&&distance| distance != UNREACHED).count();
    let behind: Vec<usize> = (0..all.len())
        .filter(|&place| place != door && all[place] != UNREACHED && before[place] == UNREACHED)
        .collect();
    if behind.len() < LEAST || behind.len() * 100 > ways * MOST || !behind.iter().all(|&place| is_idle(graph, place)) {
        return None;
    }
    let may_hang = |place: usize| before[place] != UNREACHED && !inside[place];
    let panel = panel_beside(graph, door, may_hang)?;
    Some((panel, behind))
}

/// True for a way that leads to nothing which one needs, and that nothing else keeps shut.
fn is_idle(graph: &Graph, place: usize) -> bool {
    let is_way_on = |way| matches!(graph.kind_beside(place, way), Kind::Lift(_) | Kind::Screen(_) | Kind::Panel);
    matches!(graph.kind(place), Kind::Floor | Kind::Door(None))
        && !DIRECTIONS.into_iter().any(is_way_on)
        && !matches!(graph.contents.get(&place), Some(Content::Key(_) | Content::Stair(_) | Content::Start))
}

/// A wall before the door at which somebody can stand where it may hang: where one comes without the door, and in no other vault.
fn panel_beside(graph: &Graph, door: usize, may_hang: impl Fn(usize) -> bool) -> Option<usize> {
    let outside = graph.neighbours(door).find(|&place| may_hang(place))?;
    let steps = distances(graph, outside);
    let mut walls: Vec<(u32, usize)> = Vec::new();
    for place in (0..graph.places.len()).filter(|&place| may_hang(place) && steps[place] <= NEAR) {
        for wall in DIRECTIONS.into_iter().filter_map(|way| graph.beside(place, way)) {
            let is_wall = graph.kind(wall) == Kind::Wall;
            // Its picture shows on all sides: none may look into another room.
            let is_alone = DIRECTIONS.into_iter().filter(|&way| graph.kind_beside(wall, way).is_way()).count() == 1;
            if is_wall && is_alone && graph.is_free(place) {
                walls.push((steps[place], wall));
            }
        }
    }
    walls.into_iter().min().map(|(_, wall)| wall)
}
