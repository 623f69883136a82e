//! Budgets of mods: a mod whose scripts do too much is switched off, and the run goes on.

use crate::{
    scenario::{NOTHING, Scenario},
    scenario_builder::ScenarioBuilder,
};
use engine::{Excess, Head, Headless, Rules, Script, Scripted, Scripts, Start, Utterance, Words};

/// The hounds fill a hall, so that several scripts run in each tick.
const HALL: &str = "
    ##############
    #@.oooooooooo#
    #..oooooooooo#
    #d.oooooooooo#
    #..oooooooooo#
    #..oooooooooo#
    #..oooooooooo#
    #..oooooooooo#
    #..oooooooooo#
    ##############";

/// Gives a script to a kind. It belongs to a mod if `owner` is a name.
fn teach(rules: &mut Rules, kind: &str, script: &str, owner: Option<&str>) {
    let name = format!("of_{kind}");
    rules.set_script(&name, Script::read("mind.lua", script.as_bytes()).expect("a script"));
    let number = usize::from(rules.kind(kind).expect("the scenario rules have it"));
    rules.monsters[number].1.script = Some(name.clone());
    rules.script_mods.extend(owner.map(|owner| (name, owner.to_owned())));
}

/// Returns a scenario in which the hounds of the hall have a script, and a dummy has that of another mod.
fn hall(script: &str, owner: Option<&str>) -> ScenarioBuilder {
    ScenarioBuilder::on(HALL).change(|rules| {
        teach(rules, "hound", script, owner);
        teach(rules, "dummy", "function process() end", Some("Calm"));
    })
}

/// Plays some ticks, and returns which mods were switched off, with the budget that they exceeded.
fn switched_off(scenario: &mut Scenario, ticks: u32) -> Vec<(String, Excess)> {
    let mut off = Vec::new();
    for _ in 0..ticks {
        scenario.tick(NOTHING);
        off.extend(scenario.headless.uttered().iter().filter_map(|Utterance { words, .. }| match words {
            Words::SwitchedOff(name, excess) => Some((name.clone(), *excess)),
            _ => None,
        }));
    }
    off
}

fn calls(scenario: &Scenario) -> u64 {
    scenario.headless.world().resource::<Scripts>().calls()
}

const BUSY: &str = "function process(me) game.setTarget(me, 1.5, 1.5) for i = 1, 9000 do end end";

#[test]
fn mod_with_too_many_steps_is_switched_off_and_others_run_on() {
    let mut scenario = hall(BUSY, Some("Busy")).begin();
    assert_eq!(switched_off(&mut scenario, 24), [("Busy".to_owned(), Excess::Steps)], "it is reported once");
    let before = calls(&scenario);
    assert_eq!(switched_off(&mut scenario, 60), []);
    assert_eq!(calls(&scenario) - before, 10, "only the script of the dummy is called");
    let mut minds = scenario.headless.world_mut().query::<&Scripted>();
    assert!(minds.iter(scenario.headless.world()).all(|mind| mind.target().is_none()), "the hounds stand still");
}

#[test]
fn mod_whose_creatures_remember_too_much_is_switched_off() {
    let hoarder = "function process(me)
        creature.memory.all = string.rep(\"x\", 60000)
    end";
    let mut scenario = hall(hoarder, Some("Hoarder")).begin();
    assert_eq!(switched_off(&mut scenario, 24), [("Hoarder".to_owned(), Excess::Memory)]);
}

#[test]
fn scripts_of_the_game_have_no_common_budget() {
    let mut scenario = hall(BUSY, None).begin();
    assert_eq!(switched_off(&mut scenario, 24), []);
    assert!(calls(&scenario) > 80 * 3, "{}", calls(&scenario));
}

#[test]
fn switched_off_mod_stays_off_after_a_restore_and_in_a_replay() {
    let play = || {
        let mut scenario = hall(BUSY, Some("Busy")).begin();
        switched_off(&mut scenario, 30);
        scenario
    };
    let (mut one, mut other) = (play(), play());
    assert_eq!(one.headless.snapshot().hash(), other.headless.snapshot().hash());
    let mut restored: Headless = one.restored();
    for _ in 0..60 {
        restored.tick(NOTHING);
        assert!(restored.uttered().is_empty(), "{:?}", restored.uttered());
    }
    assert_eq!(switched_off(&mut other, 60), []);
    assert_eq!(restored.snapshot().hash(), other.headless.snapshot().hash());
}

#[test]
fn rules_know_which_scripts_share_a_budget_but_not_the_names_of_mods() {
    let hash = |owners: [Option<&str>; 2]| {
        let mut rules = Rules::standard();
        for (kind, owner) in ["fox", "robot"].into_iter().zip(owners) {
            teach(&mut rules, kind, "function process() end", owner);
        }
        Head::of(&Start { rules: rules.into(), ..Start::on(crate::scenario::level(HALL)) }, "x").rules_hash()
    };
    let together = hash([Some("A"), Some("A")]);
    assert_eq!(together, hash([Some("B"), Some("B")]));
    for other in [[None, None], [Some("A"), None], [Some("A"), Some("B")]] {
        assert_ne!(hash(other), together, "{other:?}");
    }
}
