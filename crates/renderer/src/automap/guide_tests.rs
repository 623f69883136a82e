//! Tests of the guide.

use super::*;
use crate::{
    automap::options::Guide,
    testing::{game, game_on, picture, wait},
};
use engine::{Headless, Intent};

fn goal(game: &mut Headless) -> Option<(Goal, Vec<IVec2>)> {
    game.world_mut().insert_resource(AutomapOptions { guide: Guide::Picture, ..AutomapOptions::default() });
    game.world_mut().resource_mut::<WayOn>().at = None;
    picture(game, 320, 180);
    let found = game.world_mut().resource_mut::<WayOn>().found.take();
    found.map(|(aim, cells)| (aim.goal, cells))
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
fn guide_does_not_lead_back_up_the_stairs() {
    let text = "(name: \"\", legend: {'#': (wall: \"wall\"), '.': (), '@': (thing: Player),
        'u': (wall: \"wall\", stairs: \"up\"), 'v': (wall: \"wall\", stairs: \"down\")}, map: [\"#########\", \"MAP\", \"#########\"])";
    let on = |map: &str| {
        let level = Level::read("stairs", text.replace("MAP", map).as_bytes()).unwrap();
        let mut game = game_on(level.into());
        wait(&mut game, 20, Intent::default());
        goal(&mut game).map(|(goal, cells)| (goal, cells.len()))
    };
    assert_eq!(on("u@.....v#"), Some((Goal::Stairs, 6)), "the stairs down");
    assert_eq!(on("u@......#"), Some((Goal::Stairs, 1)), "the only ones");
}

#[test]
fn guide_prefers_lifts_to_keys_and_keys_to_unexplored_cells() {
    let mut game = game(&["##########", "#@   +   #", "##########"]);
    wait(&mut game, 20, Intent::default());
    let world = game.world();
    let known = Known {
        grid: world.resource(),
        explored: world.resource(),
        opened: Vec::new(),
        furnished: Vec::new(),
        newest: default(),
        held: None,
    };
    let aim = |x: i32, goal: Goal| Aim { stand: IVec2::new(x, 1), at: IVec2::new(x, 1), goal, is_seen: x < 5 };
    let found = |exits: &[Aim], keys: &[Aim]| {
        let aims = Aims { exits: exits.to_vec(), keys: keys.to_vec(), ..Aims::default() };
        known.way(IVec2::ONE, &aims).map(|(aim, way)| (aim.goal, way.len()))
    };
    let (lift, key) = (Goal::Lift, Goal::Key(Key::A));
    assert_eq!(found(&[aim(4, lift)], &[aim(3, key)]), Some((lift, 4)));
    assert_eq!(found(&[aim(8, lift)], &[aim(3, key)]), Some((key, 3)), "the lift is not seen");
    assert_eq!(found(&[], &[]), Some((Goal::Unseen, 5)));
}

#[test]
fn guide_leads_to_a_lock_whose_key_the_player_has() {
    let text = "(name: \"\", legend: {'#': (wall: \"wall\"), ' ': (), '@': (thing: Player),
        'k': (pickup: \"key b\"), 'D': (door: \"hatch\", lock: B), '>': (wall: \"switch\", lift: \"thrown\")},
        map: [\"##########\", \"#@k   D  >\", \"##########\"])";
    let level = Level::read("lock", text.as_bytes()).unwrap();
    let mut game = game_on(level.into());
    wait(&mut game, 20, Intent::default());
    assert_eq!(goal(&mut game).map(|(goal, _)| goal), Some(Goal::Key(Key::B)));
    wait(&mut game, 60, Intent { forward: 1.0, ..Intent::default() });
    let (goal, cells) = goal(&mut game).expect("a path to the lock");
    assert_eq!((goal, cells.last()), (Goal::Lock(Key::B), Some(&IVec2::new(6, 1))));
}

#[test]
fn guide_explores_what_the_newest_key_has_opened_before_it_names_levers() {
    // The way on is behind a sealed door that the lever next to the start does not open.
    let text = "(name: \"\", legend: {'#': (wall: \"wall\"), ' ': (), '@': (thing: Player),
        'k': (pickup: \"key b\"), 'B': (door: \"hatch\", lock: B), '+': (door: \"hatch\"), 'S': (door: \"hatch\", lock: Sealed),
        '!': (wall: \"wall\", overlay: \"off\", switch: \"on\", face: 90, name: \"lever\"), '>': (wall: \"switch\", lift: \"thrown\")},
        triggers: [(at: \"lever\", on: Use, do: [Gravity(1.0)])],
        map: [\"#!###########\", \"#@k  B  + S >\", \"#############\"])";
    let level = Level::read("newest", text.as_bytes()).unwrap();
    let mut game = game_on(level.into());
    wait(&mut game, 60, Intent { forward: 1.0, ..Intent::default() });
    assert_eq!(goal(&mut game).map(|(goal, _)| goal), Some(Goal::Lock(Key::B)));
    wait(&mut game, 120, Intent { forward: 1.0, use_: true, ..Intent::default() });
    let (goal, cells) = goal(&mut game).expect("a path behind the lock");
    assert_eq!((goal, cells.last()), (Goal::Unseen, Some(&IVec2::new(8, 1))), "not the lever behind the player");
}

#[test]
fn guide_explores_behind_the_opened_lock_before_one_that_is_farther() {
    let text = "(name: \"\", legend: {'#': (wall: \"wall\"), ' ': (), '@': (thing: Player),
        'k': (pickup: \"key b\"), 'B': (door: \"hatch\", lock: B), '+': (door: \"hatch\"), 'S': (door: \"hatch\", lock: Sealed),
        '>': (wall: \"switch\", lift: \"thrown\")},
        map: [\"#################\", \"#  B @k  B  + S >\", \"#################\"])";
    let mut game = game_on(Level::read("locks", text.as_bytes()).unwrap().into());
    wait(&mut game, 60, Intent { forward: 1.0, ..Intent::default() });
    wait(&mut game, 120, Intent { forward: 1.0, use_: true, ..Intent::default() });
    let (goal, cells) = goal(&mut game).expect("a path behind the lock");
    assert_eq!((goal, cells.last()), (Goal::Unseen, Some(&IVec2::new(12, 1))), "not the lock behind the player");
}

#[test]
fn guide_leads_to_an_unlocked_door_behind_which_all_was_seen() {
    // The player looks through bars in the same wall.
    let text = "(name: \"\", legend: {'#': (wall: \"wall\"), ' ': (), '@': (thing: Player), 'k': (pickup: \"key b\"),
        'B': (door: \"hatch\", lock: B), '&': (grating: \"bars\")},
        map: [\"########\", \"#@k B  #\", \"#   #  #\", \"#   &  #\", \"########\"])";
    let mut game = game_on(Level::read("bars", text.as_bytes()).unwrap().into());
    wait(&mut game, 60, Intent { forward: 1.0, ..Intent::default() });
    assert_eq!(goal(&mut game).map(|(goal, _)| goal), Some(Goal::Lock(Key::B)));
}

#[test]
fn guide_leaves_corners_for_later() {
    let mut game = game(&["##############", "## +@    +   #", "##########   #", "##############"]);
    wait(&mut game, 240, Intent { turn: 1.0, ..Intent::default() });
    let (goal, cells) = goal(&mut game).expect("an unexplored area");
    assert_eq!((goal, cells.last()), (Goal::Unseen, Some(&IVec2::new(9, 1))), "not the closet of one cell");
}

#[test]
fn arrow_is_left_out_where_there_is_no_run() {
    let mut game = game(&["#####", "#@  #", "#####"]);
    wait(&mut game, 20, Intent::default());
    goal(&mut game);
    game.world_mut().remove_resource::<Run>();
    game.world_mut().remove_resource::<Deck>();
    picture(&mut game, 320, 180);
}

#[test]
fn guide_names_the_key_to_which_an_unexplored_area_leads() {
    let mut game = game(&["##########", "#@   +   #", "##########"]);
    wait(&mut game, 20, Intent::default());
    let world = game.world();
    let (grid, explored) = (world.resource(), world.resource());
    let (opened, furnished, newest) = (Vec::new(), Vec::new(), default());
    let known = Known { grid, explored, opened, furnished, newest, held: None };
    let at = IVec2::new(8, 1);
    let key = Aim { stand: at, at, goal: Goal::Key(Key::C), is_seen: false };
    let aims = Aims { keys: vec![key], ..Aims::default() };
    let (aim, cells) = known.way(IVec2::ONE, &aims).expect("a path");
    assert_eq!((aim.goal, cells.len()), (Goal::Towards(Key::C), 5));
    assert_eq!(aim.goal.words().english(), "Towards key C");
}

#[test]
fn guide_leads_to_levers_and_boards_if_the_way_on_is_closed() {
    let text = "(name: \"\", legend: {'#': (wall: \"wall\"), ' ': (), '@': (thing: Player),
        'D': (door: \"hatch\", lock: Sealed, name: \"hatch\"), '!': (wall: \"wall\", overlay: \"off\", switch: \"on\", face: 90, name: \"lever\"),
        '>': (wall: \"switch\", lift: \"thrown\")}, triggers: [(at: \"lever\", on: Use, do: [Open(\"hatch\")])],
        map: [\"###!######\", \"#@    D  >\", \"##########\"])";
    let level = Level::read("lever", text.as_bytes()).unwrap();
    let mut game = game_on(level.into());
    wait(&mut game, 20, Intent::default());
    assert_eq!(goal(&mut game).map(|(goal, cells)| (goal, cells.len())), Some((Goal::Lever, 3)));
    let mut game = crate::testing::game(&["#C#####", "#@    #", "#######"]);
    wait(&mut game, 20, Intent::default());
    assert_eq!(goal(&mut game).map(|(goal, _)| goal), Some(Goal::Board), "nothing else is left");
}

#[test]
fn guide_forgets_levers_that_were_thrown_once_and_those_that_end_the_deck() {
    // The lever springs back at once; the other one is an exit.
    let text = "(name: \"\", legend: {'#': (wall: \"wall\"), ' ': (), '@': (thing: Player),
        '!': (wall: \"wall\", overlay: \"off\", switch: \"on\", face: 180, name: \"pump\"),
        '?': (wall: \"wall\", overlay: \"off\", switch: \"on\", face: 90, name: \"chair\")},
        triggers: [(at: \"pump\", on: Use, repeat: Always, do: [Say(\"It sighs.\")]), (at: \"chair\", on: Use, do: [SecretExit])],
        map: [\"####?##\", \"#  @ !#\", \"#######\"])";
    let level = Level::read("levers", text.as_bytes()).unwrap();
    let mut game = game_on(level.into());
    wait(&mut game, 20, Intent::default());
    assert_eq!(goal(&mut game).map(|(goal, cells)| (goal, cells.len())), Some((Goal::Lever, 2)), "the pump");
    wait(&mut game, 30, Intent { forward: 1.0, ..Intent::default() });
    wait(&mut game, 60, Intent { use_: true, ..Intent::default() });
    assert_eq!(goal(&mut game), None);
}

#[test]
fn guide_ignores_levers_whose_door_is_open_already() {
    let text = "(name: \"\", legend: {'#': (wall: \"wall\"), ' ': (), '@': (thing: Player), 'D': (door: \"hatch\", LOCK name: \"hatch\"),
        '!': (wall: \"wall\", overlay: \"off\", switch: \"on\", face: 90, name: \"lever\")},
        triggers: [(at: \"lever\", on: Use, do: [Say(\"Clank.\"), Open(\"hatch\")])], map: [\"###!###\", \"#@  D #\", \"#######\"])";
    for (lock, wanted) in [("lock: Sealed,", Goal::Lever), ("", Goal::Unseen)] {
        let level = Level::read("hatch", text.replace("LOCK", lock).as_bytes()).unwrap();
        let mut game = game_on(level.into());
        wait(&mut game, 20, Intent::default());
        assert_eq!(goal(&mut game).map(|(goal, _)| goal), Some(wanted), "{lock}");
    }
}

#[test]
fn guide_leads_to_plates_that_open_the_way_if_nothing_else_does() {
    let text = "(name: \"\", legend: {'#': (wall: \"wall\"), ' ': (), '@': (thing: Player), '_': (name: \"plate\"),
        'D': (door: \"hatch\", lock: Sealed, name: \"hatch\")}, triggers: [(at: \"plate\", on: Step, do: [Open(\"hatch\")])],
        map: [\"#########\", \"#@ _  D #\", \"#########\"])";
    let level = Level::read("plate", text.as_bytes()).unwrap();
    let mut game = game_on(level.into());
    wait(&mut game, 20, Intent::default());
    assert_eq!(goal(&mut game).map(|(goal, cells)| (goal, cells.len())), Some((Goal::Plate, 3)));
    wait(&mut game, 90, Intent { forward: 1.0, ..Intent::default() });
    assert_ne!(goal(&mut game).map(|(goal, _)| goal), Some(Goal::Plate), "it has been stepped on");
}

#[test]
fn guide_leads_back_to_a_lever_that_has_closed_its_door_again() {
    let text = "(name: \"\", legend: {'#': (wall: \"wall\"), ' ': (), '@': (thing: Player, facing: 270),
        'D': (door: \"hatch\", lock: Sealed, name: \"hatch\"),
        '!': (wall: \"wall\", overlay: \"off\", switch: \"on\", face: 90, name: \"lever\")},
        triggers: [(at: \"lever\", on: Use, repeat: Toggle, do: [Open(\"hatch\")])], map: [\"#!#####\", \"#@  D #\", \"#######\"])";
    let level = Level::read("toggle", text.as_bytes()).unwrap();
    let mut game = game_on(level.into());
    wait(&mut game, 20, Intent::default());
    let mut after_use = |is_pressed: bool| {
        wait(&mut game, 1, Intent { use_: is_pressed, ..Intent::default() });
        wait(&mut game, 300, Intent::default());
        goal(&mut game).map(|(goal, _)| goal)
    };
    assert_eq!(after_use(false), Some(Goal::Lever));
    assert_eq!(after_use(true), None, "the hatch is open, and all is seen");
    assert_eq!(after_use(true), Some(Goal::Lever), "the hatch is sealed again");
}

#[test]
fn guide_leads_to_the_side_on_which_stairs_are_used() {
    // Only the stairs' right side works.
    let text = "(name: \"\", legend: {'#': (wall: \"wall\"), '.': (), '@': (thing: Player),
        'v': (wall: \"wall\", stairs: \"down\", overlay: \"switch_off\", face: 0)},
        map: [\"#########\", \"#...v...#\", \"#@#####.#\", \"#.......#\", \"#########\"])";
    let level = Level::read("stairs", text.as_bytes()).unwrap();
    let mut game = game_on(level.into());
    wait(&mut game, 20, Intent::default());
    let (goal, cells) = goal(&mut game).unwrap();
    assert_ne!(goal, Goal::Stairs, "only the back is seen");
    assert_eq!(cells.last().map(|cell| cell.y), Some(3), "and the way to the front leads round");
}

#[test]
fn guide_explores_towards_the_exit() {
    // Both doors are unexplored, the upper one is nearer, and the lift is behind the lower one.
    let rows = ["#########", "# #######", "#+#######", "#@#######", "# #######", "# #######", "# +    >#", "#########"];
    let mut game = game(&rows);
    wait(&mut game, 20, Intent::default());
    let (goal, cells) = goal(&mut game).unwrap();
    assert_eq!((goal, cells.last()), (Goal::Unseen, Some(&IVec2::new(2, 6))));
}

#[test]
fn guide_keeps_its_goal_while_another_is_little_nearer() {
    let mut game = game(&["####################", "#  +      @     +  #", "####################"]);
    wait(&mut game, 20, Intent::default());
    let goal_column = |game: &mut Headless| {
        game.world_mut().insert_resource(AutomapOptions { guide: Guide::Picture, ..AutomapOptions::default() });
        picture(game, 320, 180);
        let way = game.world().resource::<WayOn>();
        way.found.as_ref().map(|(aim, _)| aim.stand.x)
    };
    assert_eq!(goal_column(&mut game), Some(16), "the right door is one cell nearer");
    wait(&mut game, 120, Intent { forward: -1.0, ..Intent::default() });
    assert_eq!(goal_column(&mut game), Some(16), "although the left door is nearer now");
}

#[test]
fn switches_have_the_name_that_the_level_gives_them() {
    let text = "(name: \"\", legend: {'#': (wall: \"wall\"), ' ': (), '@': (thing: Player),
        'D': (door: \"hatch\", lock: Sealed, name: \"hatch\"), '!': (wall: \"wall\", overlay: \"off\", switch: \"on\", face: 90, name: \"helm\")},
        called: [(at: \"helm\", name: \"Ship's helm\")], triggers: [(at: \"helm\", on: Use, do: [Open(\"hatch\")])],
        map: [\"###!###\", \"#@  D #\", \"#######\"])";
    let level = Level::read("helm", text.as_bytes()).unwrap();
    let mut game = game_on(level.into());
    wait(&mut game, 20, Intent::default());
    let pointer = guide_pointer(game.world_mut()).expect("the helm is seen");
    assert_eq!((pointer.goal.english(), pointer.is_next, pointer.cells), ("Ship's helm".to_owned(), false, 3));
}

#[test]
fn arrow_points_neither_round_corners_nor_through_things() {
    let game = game(&["######", "#@   #", "#### #", "#### #", "######"]);
    let grid = game.world().resource::<Grid>();
    let cells: Vec<IVec2> = [(2, 1), (3, 1), (4, 1), (4, 2), (4, 3)].map(IVec2::from).to_vec();
    let ahead = |from: IVec2, furnished: &[IVec2]| {
        let at = cells.iter().position(|cell| *cell == from).expect("it is on the path");
        next(Grid::middle(from), &cells[at..], grid, furnished).map(Grid::cell_at)
    };
    assert_eq!(ahead(IVec2::new(3, 1), &[]), Some(IVec2::new(4, 1)), "the corner comes first");
    assert_eq!(ahead(IVec2::new(4, 1), &[]), Some(IVec2::new(4, 3)));
    assert_eq!(ahead(IVec2::new(4, 1), &[IVec2::new(4, 2)]), Some(IVec2::new(4, 2)), "what is in the way");
}

#[test]
fn guide_says_that_a_hatch_is_sealed_until_there_is_air() {
    let text = "(name: \"\", legend: {'#': (wall: \"wall\"), ' ': (), '@': (thing: Player),
        'D': (door: \"hatch\", lock: Sealed), 'v': (AIR)}, map: [\"#######\", \"#@ Dvv#\", \"#######\"])";
    for (air, waits) in [("air: 0", true), ("air: 1", false)] {
        let level = Level::read("hatch", text.replace("AIR", air).as_bytes()).unwrap();
        let mut game = game_on(level.into());
        wait(&mut game, 20, Intent::default());
        assert_eq!((goal(&mut game), game.world().resource::<WayOn>().waits), (None, waits), "{air}");
    }
}
