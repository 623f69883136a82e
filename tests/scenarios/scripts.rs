//! Scripts: creatures that are controlled by scripts.

use crate::{
    scenario::{NOTHING, Scenario},
    scenario_builder::ScenarioBuilder,
};
use bevy::prelude::Vec2;
use engine::{
    Headless, Id, MonsterState, Rules, Script, ScriptError, Scripted, Scripts, Snapshot, SnapshotError, Utterance,
    Words,
};

/// Returns a scenario in which hounds run a script, and hunt dummies and the player.
fn setting(map: &str, script: &str) -> ScenarioBuilder {
    let script = Script::read("mind.lua", script.as_bytes()).expect("a script");
    ScenarioBuilder::on(map).change(|rules| {
        rules.set_script("mind", script);
        let hound = usize::from(rules.kind("hound").expect("the scenario rules have hounds"));
        let hound = &mut rules.monsters[hound].1;
        hound.script = Some("mind".to_owned());
        hound.hunts = vec!["dummy".to_owned(), "player".to_owned()];
        hound.lured_by = vec!["medkit".to_owned()];
        let dummy = usize::from(rules.kind("dummy").expect("the scenario rules have dummies"));
        rules.monsters[dummy].1.health = 7;
    })
}

fn scenario(map: &str, script: &str) -> Scenario {
    setting(map, script).begin()
}

/// Waits for some seconds and returns all script output of this time.
fn uttered(scenario: &mut Scenario, seconds: f32) -> Vec<Utterance> {
    let mut all = Vec::new();
    for _ in 0..engine::ticks(seconds) {
        scenario.tick(NOTHING);
        all.extend(scenario.headless.uttered().iter().cloned());
    }
    all
}

/// Returns the log messages of scripts within some seconds.
fn logged(scenario: &mut Scenario, seconds: f32) -> Vec<String> {
    let all = uttered(scenario, seconds).into_iter();
    all.map(|utterance| match utterance.words {
        Words::Logged(words) => words,
        other => panic!("{other:?}"),
    })
    .collect()
}

/// Returns the only script error that is reported within some seconds.
fn diagnostic(scenario: &mut Scenario, seconds: f32) -> ScriptError {
    match uttered(scenario, seconds).as_slice() {
        [Utterance { words: Words::Failed(diagnostic), .. }] => diagnostic.clone(),
        other => panic!("{other:?}"),
    }
}

const ROOM: &str = "
    ############
    #@.........#
    #.....o....#
    #..........#
    ############";

#[test]
fn script_of_the_book_sends_a_creature_to_its_target() {
    let mut scenario = scenario(ROOM, "function process(gameElement) game.setTarget(gameElement, 1.1, 0.5) end");
    scenario.wait(0.2);
    let mut minds = scenario.headless.world_mut().query::<&Scripted>();
    assert_eq!(minds.single(scenario.headless.world()).unwrap().target(), Some(Vec2::new(1.1, 0.5)));
    scenario.wait(8.0);
    let at = scenario.monsters()[0].at;
    assert!(at.x < 3.0 && at.y < 2.0, "as close as the wall permits: {at}");
}

#[test]
fn creature_walks_to_its_target_through_doors() {
    let map = "
        ###########
        #@#...+..o#
        ###########";
    let mut scenario = scenario(map, "function process(me) game.setTarget(me, 3.5, 1.5) end");
    scenario.wait(10.0);
    assert!((scenario.monsters()[0].at - Vec2::new(3.5, 1.5)).length() < 0.05, "{}", scenario.monsters()[0].at);
    assert_eq!(scenario.monsters()[0].state, MonsterState::Idle);
}

#[test]
fn scripts_are_called_every_sixth_tick() {
    let mut scenario = scenario("#######\n#@.oo.#\n#.ooo.#\n#######", "function process() end");
    let mut each = Vec::new();
    for _ in 0..12 {
        let before = scenario.headless.world().resource::<Scripts>().calls();
        scenario.tick(NOTHING);
        each.push(scenario.headless.world().resource::<Scripts>().calls() - before);
    }
    assert_eq!(each.iter().sum::<u64>(), 10, "five creatures, twice");
    assert!(each.iter().all(|calls| *calls <= 1), "never two in a tick: {each:?}");
}

#[test]
fn script_without_orders_keeps_the_last_target() {
    let script = "function process(me)
        if not creature.memory.gone then creature.memory.gone = true game.setTarget(me, 9.5, 3.5) end
    end";
    let mut scenario = scenario(ROOM, script);
    scenario.wait(6.0);
    assert!((scenario.monsters()[0].at - Vec2::new(9.5, 3.5)).length() < 0.05);
}

#[test]
fn queries_of_scripts_return_true_answers() {
    let map = "
        ##########
        #@.o#.d..#
        #...+....#
        #.h.#....#
        ##########";
    let script = "function process(me)
        local dummy, bait = nearest('dummy', 20), nearest('bait', 20)
        log(me.kind .. ' ' .. me.x .. ' ' .. me.y .. ' ' .. me.health .. ' ' .. me.state)
        log(tostring(can_see(dummy)) .. ' ' .. tostring(can_see(nearest('player', 5))))
        log(path_to(dummy.x, dummy.y) .. ' ' .. tostring(path_to(4.5, 1.5)))
        log(bait.kind .. ' ' .. bait.x .. ' ' .. tostring(nearest('bait', 1)) .. ' ' .. nearest('prey', 3).kind)
        log(light_at(1, 1) .. ' ' .. air_at(1.5, 1.5) .. ' ' .. tostring(nearest('undead', 9).id == dummy.id))
        log(time())
    end";
    let mut scenario = scenario(map, script);
    let told = logged(&mut scenario, 0.05);
    let expected = ["hound 3.5 1.5 30 idle", "false true", "5 nil", "medkit 2.5 nil player", "1 1 true"];
    assert_eq!(told[..5], expected);
    assert!(told[5].parse::<f64>().is_ok_and(|time| (0.0..0.06).contains(&time)), "{}", told[5]);
}

#[test]
fn creature_only_attacks_its_prey() {
    let script = "function process(me)
        local prey = nearest('dummy', 9)
        if prey then game.setTarget(me, prey.x, prey.y, true) strike(prey) end
    end";
    let map = "###########\n#@.d....o.#\n###########";
    let mut scenario = scenario(map, script);
    let before = scenario.healths()[0];
    scenario.until(NOTHING, |scenario| scenario.healths()[0] < before);
    scenario.until(NOTHING, |scenario| scenario.healths()[0] <= 0);
    let on = setting(map, "function process() strike(nearest('hound', 99) or creature) end");
    assert!(diagnostic(&mut on.begin(), 0.1).words.contains("does not hunt hound"));
}

#[test]
fn fleeing_creature_gets_farther_away() {
    let mut scenario = scenario(ROOM, "function process() flee(nearest('player', 30)) end");
    scenario.put_monster(0, 2.5, 1.5).wait(3.0);
    let at = scenario.monsters()[0].at;
    assert!(at.distance(Vec2::new(1.5, 1.5)) > 5.0, "{at}");
}

#[test]
fn script_error_is_reported_once_and_stops_the_creature() {
    let script = "function process(me)
        creature.memory.calls = (creature.memory.calls or 0) + 1
        game.setTarget(me, 1.5, 3.5)
        if time() > 1 then me.nothing.x = 3 end
    end";
    let mut scenario = scenario(ROOM, script);
    let diagnostic = diagnostic(&mut scenario, 6.0);
    assert_eq!(diagnostic.to_string(), "mind.lua:4: attempt to index nil with 'x'");
    let before = scenario.monsters()[0].at;
    scenario.wait(1.0);
    assert_eq!(scenario.monsters()[0].at, before);
    assert!(before.x > 3.0, "it had not arrived");
    // The pause doubles after each failure: 20 calls before the first failure, then one after 1, 2 and 4 seconds.
    assert!((22..=25).contains(&scenario.headless.world().resource::<Scripts>().calls()));
}

#[test]
fn invalid_arguments_are_reported_with_their_line() {
    for (line, words) in [
        ("game.setTarget(creature, 99, 1)", "(99, 1) is outside the deck"),
        ("game.setTarget(creature, -0.1, 1)", "outside the deck"),
        ("game.setTarget(creature, 1e300, 1)", "outside the deck"),
        ("game.setTarget(nearest('player', 99), 1, 1)", "only move its own creature"),
        ("path_to(0/0, 1)", "must be a finite number"),
        ("air_at(1, 300)", "outside the deck"),
        ("can_see({ id = 77 })", "77 is dead or gone"),
        ("strike({ id = 77 })", "77 is dead or gone"),
        ("nearest('unicorn', 5)", "there is no kind 'unicorn'"),
    ] {
        let diagnostic = diagnostic(&mut scenario(ROOM, &format!("function process()\n\n  {line}\nend")), 0.1);
        assert!(diagnostic.line == Some(3) && diagnostic.words.contains(words), "{line}: {diagnostic}");
    }
}

#[test]
fn odd_orders_are_harmless() {
    for wish in [
        "game.setTarget(creature, 0.5, 0.5)",
        "game.setTarget(creature, creature.x, creature.y)",
        "game.setTarget(creature, 6.5, 1.5) game.setTarget(creature, 2.5, 1.5)",
        "flee(creature)",
        "flee(nearest('medkit', 99) or creature)",
        "strike(nearest('player', 99))",
        "say(('x'):rep(5000)) for i = 1, 99 do log(i) end",
    ] {
        let mut scenario = scenario("########\n#@#ooo.#\n########", &format!("function process()\n{wish}\nend"));
        let told = uttered(&mut scenario, 2.0);
        assert!(scenario.stuck_body().is_none(), "{wish}");
        assert!(!told.iter().any(|told| matches!(told.words, Words::Failed(_))), "{wish}: {told:?}");
    }
}

#[test]
fn creature_approaches_an_unreachable_target() {
    let map = "
        #########
        #@..o.Wy#
        #########
        #.......#
        #########";
    for (target, most) in [("7.5, 1.5", 6.0), ("2.5, 3.5", 5.0), ("4.5, 2.5", 5.0)] {
        let script = format!("function process(me) game.setTarget(me, {target}, true) end");
        let mut scenario = setting(map, &script).legend("'y': (space: true),").begin();
        let told = uttered(&mut scenario, 4.0);
        assert!(told.is_empty() && scenario.stuck_body().is_none(), "{target}: {told:?}");
        let at = scenario.monsters()[0].at;
        assert!(at.x < most && at.y < 2.0, "{target}: {at}");
    }
}

#[test]
fn missing_or_invalid_script_files_are_named() {
    let read = |name: &str, bytes: Result<Vec<u8>, &str>| {
        let mut tables = crate::scenario_builder::tables();
        tables.scripts.clear();
        tables.monsters.retain(|kind, _| kind == "fox");
        tables.monsters.values_mut().for_each(|kind| kind.script = Some(name.to_owned()));
        let read = |file: &str| bytes.clone().map_err(|why| format!("{file} {why}"));
        tables.with_scripts(read, |what| what).map(|tables| tables.scripts.len())
    };
    let told = |name: &str, bytes: Result<Vec<u8>, &str>| read(name, bytes).unwrap_err();
    assert_eq!(told("wolf", Err("is not there")), "scripts/wolf.lua is not there");
    assert!(told("../wolf", Ok(Vec::new())).starts_with("monsters.ron: '../wolf' is not a valid script name"));
    assert_eq!(
        told("fox", Ok(b"\n\xff".to_vec())),
        "scripts/fox.lua:2: a byte that is not UTF-8; save the file as UTF-8 text"
    );
    assert!(told("fox", Ok(vec![b' '; 10 << 20])).contains("at most 256 kB, got 10240 kB"));
    assert_eq!(read("fox", Ok(Vec::new())), Ok(1), "an empty script is reported when it is called");
}

#[test]
fn dead_creatures_neither_act_nor_speak() {
    let mut scenario = scenario(ROOM, "function process() log('here') strike(nearest('player', 99)) end");
    assert!(!logged(&mut scenario, 0.2).is_empty());
    let world = scenario.headless.world_mut();
    let mut bodies =
        world.query_filtered::<(bevy::prelude::Entity, &mut engine::Health), bevy::prelude::With<Scripted>>();
    let (entity, mut health) = bodies.single_mut(world).unwrap();
    health.0 = 0;
    world.entity_mut(entity).remove::<engine::Body>();
    assert!(uttered(&mut scenario, 1.0).is_empty());
    assert_eq!(scenario.health(), 100);
}

#[test]
fn replaced_script_keeps_its_memory() {
    let mut scenario = scenario(ROOM, "function process() creature.memory.note = 'before' error('no') end");
    assert_eq!(diagnostic(&mut scenario, 5.0).to_string(), "mind.lua:1: no");
    let better = |text: &str| Script::read("mind.lua", text.as_bytes()).unwrap();
    let world = scenario.headless.world_mut();
    assert!(engine::replace_script(world, "mind", better("function process() creature.memory.n = 1 log('well') end")));
    assert_eq!(logged(&mut scenario, 0.05), ["well"]);
    let keeps = better("function process() log(creature.memory.n) end");
    assert!(engine::replace_script(scenario.headless.world_mut(), "mind", keeps));
    assert_eq!(logged(&mut scenario, 0.05), ["1"]);
    let worse = better("function process() error('worse') end");
    assert!(engine::replace_script(scenario.headless.world_mut(), "mind", worse.clone()));
    assert_eq!(diagnostic(&mut scenario, 0.5).words, "worse");
    assert!(!engine::replace_script(scenario.headless.world_mut(), "unknown", worse));
    // A snapshot that is taken now belongs to the new rules.
    assert!(
        Headless::restore(
            &scenario.headless.snapshot(),
            scenario.headless.world().resource::<engine::Deck>().0.clone(),
            &Rules::standard()
        )
        .is_err()
    );
}

/// A script that uses random numbers, memory, sight and movement.
const RESTLESS: &str = "
    local count = 0
    function process(me)
        count += 1
        local memory = creature.memory
        memory.calls = (memory.calls or 0) + count
        memory.seen = memory.seen or {}
        local other = nearest('hound', 3)
        if other then memory.seen['n' .. other.id] = other.x end
        if random() < 0.2 then game.setTarget(me, 1.5 + math.random() * 9, 1.5 + math.random(0, 2)) end
        if other and math.sin(time()) > 0.9 then flee(other) end
        if nearest('player', 4) then strike(nearest('player', 4)) end
    end";

const PACK: &str = "
    ############
    #@....oo...#
    #.....o..o.#
    #...o....o.#
    ############";

#[test]
fn restored_run_with_scripts_is_identical() {
    let hash = |headless: &mut Headless| headless.snapshot().hash();
    let (mut one, mut other) = (scenario(PACK, RESTLESS), scenario(PACK, RESTLESS));
    for _ in 0..10 {
        one.wait(0.7);
        other.wait(0.7);
        let mut restored = one.restored();
        let mut gone_on = one.restored();
        assert_eq!(hash(&mut one.headless), hash(&mut other.headless));
        for _ in 0..100 {
            restored.tick(NOTHING);
            gone_on.tick(NOTHING);
        }
        assert_eq!(hash(&mut restored), hash(&mut gone_on));
        one.wait(0.1);
        for _ in 0..12 {
            other.tick(NOTHING);
        }
    }
    let mut restored = one.restored();
    for _ in 0..300 {
        one.tick(NOTHING);
        restored.tick(NOTHING);
    }
    assert_eq!(hash(&mut one.headless), hash(&mut restored), "it continued where it was saved");
}

#[test]
fn random_numbers_of_scripts_depend_on_the_seed() {
    let places = |seed| {
        let mut scenario = setting(PACK, RESTLESS).seed(seed).begin();
        scenario.wait(5.0);
        scenario.monsters().into_iter().map(|monster| monster.at.to_array().map(f32::to_bits)).collect::<Vec<_>>()
    };
    assert_eq!(places(1), places(1));
    assert_ne!(places(1), places(2));
}

#[test]
fn scripts_belong_to_the_rules() {
    let rules = |script: &str| {
        let script = Script::read("mind.lua", script.as_bytes()).unwrap();
        let mut rules = Rules::standard();
        rules.set_script("mind", script);
        rules
    };
    let start = engine::Start {
        rules: rules("x = 1").into(),
        ..engine::Start::on(crate::scenario::level(ROOM.replace('o', "z").as_str()))
    };
    let snapshot: Snapshot = Headless::begin(&start).snapshot();
    assert!(Headless::restore(&snapshot, start.level.clone(), &rules("x = 1")).is_ok());
    let other = Headless::restore(&snapshot, start.level.clone(), &rules("x = 2")).err();
    assert_eq!(other, Some(SnapshotError::OtherRules));
}

#[test]
fn hundred_endless_scripts_do_not_stop_the_game() {
    let row = format!("#{}#\n", "o".repeat(20));
    let map = format!("{0}\n#@{1}#\n{2}{0}", "#".repeat(22), ".".repeat(19), row.repeat(5));
    let mut scenario = scenario(&map, "function process() while true do end end");
    let first = uttered(&mut scenario, 2.0);
    assert_eq!(first.len(), 1, "reported once, not a hundred times");
    let calls = scenario.headless.world().resource::<Scripts>().calls();
    assert_eq!(calls, 200, "each once, and once more after its pause");
}

#[test]
fn each_creature_has_its_own_memory_and_random_numbers() {
    let script = "function process() creature.memory.me = creature.memory.me or random() log(creature.memory.me) end";
    let mut scenario = scenario("#####\n#@oo#\n#####", script);
    let mut told = logged(&mut scenario, 0.5);
    told.sort();
    told.dedup();
    assert_eq!(told.len(), 2, "{told:?}");
    let ids: Vec<u32> = uttered(&mut scenario, 0.1).into_iter().map(|utterance| utterance.by.0).collect();
    assert!(ids.len() >= 2 && ids.iter().all(|id| Id(*id) != Id(0)));
}

#[test]
fn scripts_prey_and_bait_of_kinds_must_exist() {
    let refused = |field: &str| {
        let kind = include_str!("../../assets/monsters.ron").replace(" lured_by: [\"ration\"],", "");
        let (head, tail) = kind.split_once("        dying: 0.6,").expect("a kind");
        let text = format!("{head}        dying: 0.6, {field},{tail}");
        let tables = engine::Tables {
            monsters: engine::Tables::monsters("monsters.ron", text.as_bytes()).unwrap(),
            ..crate::scenario_builder::tables()
        };
        Rules::read("standard.ron", include_bytes!("../../assets/rules/standard.ron"), &tables).unwrap_err()
    };
    assert_eq!(refused("script: \"unicorn\""), "monsters.ron: bloater: there is no script 'unicorn'");
    assert_eq!(refused("hunts: [\"unicorn\"]"), "monsters.ron: bloater: there is no kind 'unicorn' to hunt");
    assert_eq!(refused("lured_by: [\"hay\"]"), "monsters.ron: bloater: there is no pickup 'hay' to be lured by");
}

#[test]
fn examples_of_the_page_on_scripts_run() {
    let page = include_str!("../../docs/scripting.md");
    let examples: Vec<&str> = page.split("```lua\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert!(examples.len() >= 6);
    for example in examples {
        let mut scenario = scenario("############\n#@.h.......#\n#..d..o....#\n############", example);
        let told = uttered(&mut scenario, 6.0);
        assert!(!told.iter().any(|told| matches!(told.words, Words::Failed(_))), "{example}\n{told:?}");
        assert!(scenario.headless.world().resource::<Scripts>().calls() >= 100);
    }
}
