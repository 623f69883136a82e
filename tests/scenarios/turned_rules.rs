//! Rules on turned random maps: lines of sight, the cost of paths, the range of noises, and the air after a breach do not
//! depend on how the map is turned.

use crate::{
    roaming,
    scenario::{NOTHING, Scenario, level},
};
use bevy::math::{IVec2, Vec2};
use engine::{Air, Ears, Grid, Headless, Noise, Ray, Rules, Shape, Start, clear, ground_for};
use level::{Level, Symmetry};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg32;
use std::sync::Arc;

/// Number of random maps per test.
const MAPS: u64 = 12;
const SIZE: (usize, usize) = (19, 13);

/// A level in one orientation.
struct Turned {
    symmetry: Symmetry,
    level: Arc<Level>,
    grid: Grid,
}

impl Turned {
    fn of(level: &Level, symmetry: Symmetry) -> Self {
        let level = Arc::new(level.turned(symmetry));
        Turned { symmetry, grid: Grid::new(&level), level }
    }

    fn point(&self, at: Vec2) -> Vec2 {
        self.symmetry.point(at.into(), SIZE).into()
    }

    fn cell(&self, cell: IVec2) -> IVec2 {
        Grid::cell_at(self.point(Grid::middle(cell)))
    }
}

/// Calls `compare` for random maps as drawn and in each other orientation, with a generator in the same state.
fn on_turned_maps(compare: impl Fn(&Turned, &Turned, &mut Pcg32)) {
    for seed in 0..MAPS {
        let mut chance = Pcg32::seed_from_u64(seed);
        let level = level(&roaming::map(&mut chance, SIZE, b"."));
        let drawn = Turned::of(&level, Symmetry::default());
        for symmetry in &Symmetry::ALL[1..] {
            compare(&drawn, &Turned::of(&level, *symmetry), &mut chance);
        }
    }
}

fn random_cell(chance: &mut Pcg32) -> IVec2 {
    IVec2::new(chance.random_range(1..SIZE.0 as i32 - 1), chance.random_range(1..SIZE.1 as i32 - 1))
}

/// Returns a random cell that nothing fills. A noise in a wall or a pillar is heard from one of its neighbours.
fn open_cell(on: &Turned, chance: &mut Pcg32) -> IVec2 {
    loop {
        let cell = random_cell(chance);
        if on.grid.shape(cell) == Shape::Open {
            return cell;
        }
    }
}

fn cells() -> impl Iterator<Item = IVec2> {
    (0..SIZE.1 as i32).flat_map(|y| (0..SIZE.0 as i32).map(move |x| IVec2::new(x, y)))
}

#[test]
fn lines_of_sight_are_the_same_on_turned_maps() {
    on_turned_maps(|drawn, turned, chance| {
        for _ in 0..300 {
            let mut point = || random_cell(chance).as_vec2() + Vec2::new(chance.random(), chance.random());
            let (from, to) = (point(), point());
            for ray in [Ray::Sight, Ray::Shot] {
                let sees = clear(&drawn.grid, ray, from, to);
                let sees_turned = clear(&turned.grid, ray, turned.point(from), turned.point(to));
                assert_eq!(sees_turned, sees, "{ray:?} from {from} to {to}, {:?}", turned.symmetry);
            }
        }
    });
}

#[test]
fn path_costs_are_the_same_on_turned_maps() {
    let rules = Rules::standard();
    on_turned_maps(|drawn, turned, chance| {
        for _ in 0..60 {
            let (from, to) = (random_cell(chance), random_cell(chance));
            let cost = |on: &Turned| {
                let ground = ground_for(&on.grid, &on.level, &rules, None);
                ground.way(on.cell(from), on.cell(to)).map(|way| way.cost)
            };
            assert_eq!(cost(turned), cost(drawn), "from {from} to {to}, {:?}", turned.symmetry);
        }
    });
}

#[test]
fn noises_reach_the_same_cells_on_turned_maps() {
    on_turned_maps(|drawn, turned, chance| {
        let noises: Vec<(Vec2, u8)> =
            (0..4).map(|_| (Grid::middle(open_cell(drawn, chance)), chance.random_range(2..12))).collect();
        let heard = |on: &Turned| {
            let noises = noises.iter().map(|&(at, reach)| Noise { at: on.point(at), about: on.point(at), reach });
            let mut ears = Ears::default();
            ears.listen(&on.grid, &noises.collect::<Vec<_>>(), 1);
            cells().map(|cell| ears.heard_in(&on.grid, on.cell(cell))).collect::<Vec<_>>()
        };
        assert_eq!(heard(turned), heard(drawn), "{:?}", turned.symmetry);
    });
}

#[test]
fn breach_empties_the_same_cells_on_turned_maps() {
    let words = "'~': (space: true), 'K': (window: \"glass\", name: \"pane\"),";
    let map = "~~~~~~~~~~~~~~~~~~~\n~####K#############\n~#.......#........#\n~#..P....+........#\n~#.......#....#...#\n\
        ~#..#....#....#####\n~#......#.......P.#\n~#@.....#.........#\n~####.###.........#\n~#......+.........#\n\
        ~#......#.........#\n~#......#.........#\n~##################";
    let fields = "names: [(name: \"start\", at: (2, 7))], triggers: [(at: \"start\", on: Step, do: [Break(\"pane\")])]";
    let level = Scenario::level_in_words(map, words, fields);
    let pressures = |symmetry: Symmetry| {
        let turned = Turned::of(&level, symmetry);
        let mut headless = Headless::begin(&Start::on(Arc::clone(&turned.level)));
        (0..360).for_each(|_| headless.tick(NOTHING));
        let air = headless.world().resource::<Air>();
        cells().map(|cell| air.pressure(turned.cell(cell))).collect::<Vec<_>>()
    };
    let drawn = pressures(Symmetry::default());
    assert!(drawn.iter().any(|pressure| (0.05..0.95).contains(pressure)), "the air is still flowing");
    for symmetry in &Symmetry::ALL[1..] {
        let turned = pressures(*symmetry);
        let largest = turned.iter().zip(&drawn).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(largest < 1e-9, "{symmetry:?} differs by {largest}");
    }
}
