//! Shelter: monsters that know fear leave the wind of a breach; and rails, to which nearby players can hold on.

use crate::scenario::{FORWARD, NOTHING, Scenario};
use bevy::{math::Vec2, prelude::With};
use engine::{Air, GameEvent, Height, Intent, Outcome, Player, Velocity};

/// A long hall with a window to space at its left end, which breaks after half a second. Player and monster are far
/// from it.
const HALL: &str = "
    ~~~~~~~~~~~~~~~~~~~~~~~~~~
    ~#########################
    ~K...............x.......#
    ~#######################.#
    ~~~~~~~~~~~~~~~~~~~~~~~#@#
    ~~~~~~~~~~~~~~~~~~~~~~~###";

const WORDS: &str =
    "'~': (space: true), 'K': (window: \"glass\", name: \"pane\"), 'x': (monster: \"KIND\", facing: 180),";

const FIELDS: &str = "names: [(name: \"start\", at: (24, 4))],
    triggers: [(at: \"start\", on: Step, after: 0.5, do: [Break(\"pane\")])]";

/// The player holds on.
const HOLD: Intent = Intent { use_: true, ..NOTHING };

/// Returns the position of a monster of a kind after the hall has lost its air, if it was not lost, and the number of
/// lost monsters.
fn after_the_breach(kind: &str) -> (Option<f32>, usize) {
    let mut scenario = Scenario::in_words(HALL, &WORDS.replace("KIND", kind), FIELDS);
    scenario.for_seconds(6.0, HOLD);
    let lost = scenario.count_any(GameEvent::MonsterLost);
    (scenario.undead().first().map(|undead| undead.1.0), lost)
}

#[test]
fn only_fearful_monsters_leave_the_wind() {
    let (crawler, lost) = after_the_breach("crawler");
    let (shambler, _) = after_the_breach("shambler");
    let is_behind = |crawler: f32| shambler.is_none_or(|shambler| shambler < crawler - 2.0);
    assert!(lost == 0 && crawler.is_some_and(is_behind), "{crawler:?} {shambler:?}");
}

/// A hall without anything to hold on to, except the chains in its middle.
const CHAINS: &str = "
    ~~~~~~~~~~~~~~~~~~
    ~#######K########~
    ~#..............#~
    ~#..............#~
    ~#..............#~
    ~#.....O@.......#~
    ~#..............#~
    ~#..............#~
    ~################~
    ~~~~~~~~~~~~~~~~~~";

fn chained(prop: &str) -> Scenario {
    let words = WORDS.replace("KIND", "shambler") + &format!("'O': (prop: \"{prop}\"),");
    Scenario::in_words(CHAINS, &words, &FIELDS.replace("(24, 4)", "(8, 5)"))
}

#[test]
fn rail_holds_the_player_in_the_wind() {
    let mut scenario = chained("chains");
    scenario.put_player(8.2, 5.5);
    let at = scenario.player();
    scenario.for_seconds(5.0, HOLD);
    assert_eq!((scenario.player(), scenario.outcome(), scenario.props()), (at, Outcome::Running, (1, 0)));
    let mut adrift = chained("chains");
    adrift.until(NOTHING, |scenario| scenario.outcome() == Outcome::Dead);
    let mut barrel = chained("barrel");
    barrel.until(HOLD, |scenario| scenario.outcome() == Outcome::Dead || scenario.player().1 < 4.0);
    assert!(barrel.headless.world().resource::<Air>().pressure(barrel.orientation.cell((8, 5).into())) < 1.0);
}

#[test]
fn floating_player_can_push_off_from_a_rail() {
    let words = "'O': (prop: \"chains\"), '_': (name: \"plate\"),";
    let map = "##############\n#............#\n#............#\n#@_..........#\n#........O...#\n#............#\n#............#\n##############";
    let fields = "triggers: [(at: \"plate\", on: Step, do: [Gravity(0.0)])]";
    let velocity = |scenario: &mut Scenario| {
        let world = scenario.headless.world_mut();
        let mut player = world.query_filtered::<(&Velocity, &Height), With<Player>>();
        let (velocity, height) = player.single(world).expect("a run has one player");
        (scenario.orientation.vector_as_drawn(velocity.0), height.rises)
    };
    let afloat = || {
        let mut scenario = Scenario::in_words(map, words, fields);
        scenario.until(FORWARD, |scenario| scenario.player().0 > 4.0);
        scenario
    };
    // In the open the player drifts on, whatever the input.
    let mut scenario = afloat();
    scenario.put_player(6.5, 3.5).for_seconds(0.2, Intent { forward: -1.0, ..NOTHING });
    assert!(velocity(&mut scenario).0.x > 0.5, "{:?}", velocity(&mut scenario));
    // Next to the chains the player turns back or stays.
    let mut scenario = afloat();
    scenario.put_player(9.2, 4.2).for_seconds(0.02, Intent { forward: -1.0, ..NOTHING });
    assert!(velocity(&mut scenario).0.x < -0.5, "{:?}", velocity(&mut scenario));
    let mut scenario = afloat();
    scenario.put_player(9.2, 4.0).for_seconds(0.5, HOLD);
    assert_eq!(velocity(&mut scenario), (Vec2::ZERO, 0.0));
    let mut restored = scenario.restored();
    restored.tick(HOLD);
    scenario.tick(HOLD);
    assert_eq!(restored.snapshot(), scenario.headless.snapshot());
}
