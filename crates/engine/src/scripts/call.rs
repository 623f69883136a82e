//! Script calls: the script of each creature chooses its actions once every six ticks.

use crate::{
    air::air::Air,
    bodies::body::{Body, Position},
    bodies::height::{BodyHeight, Height},
    bodies::vertical_extent::VerticalRange,
    bodies::wound::Health,
    deck::grid::Grid,
    machines::lighting::Lighting,
    monsters::monster::Monster,
    monsters::scripted::Scripted,
    player::player::Player,
    rules::rules::Rules,
    scripts::mod_budget::ModBudgets,
    scripts::script_host::{self, Around, Caller, Seen, What},
    scripts::script_output::{Utterance, Words},
    scripts::scripts::{Creatures, Scripts},
    things::pickup::Pickup,
    tick::id::Id,
    tick::run::{Deck, Run},
    tick::tick::Step,
};
use bevy::prelude::*;

/// Ticks between two calls of one script. The ids of the creatures spread the calls over the ticks.
const PERIOD: u64 = 6;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, call.in_set(Step::CallScripts).in_set(Creatures));
}

/// Calls the scripts that are due, by the ids of their creatures. All of them see the deck as it was before the first
/// call.
fn call(
    (grid, deck, rules, run): (Res<Grid>, Res<Deck>, Res<Rules>, Res<Run>),
    (air, lighting): (Res<Air>, Res<Lighting>),
    player: Single<(&Position, (&Height, &BodyHeight), &Health, Has<Body>), With<Player>>,
    mut creatures: Query<
        (Entity, &Id, (&Position, &Height, &BodyHeight), &Health, &Monster, &Body, Option<&mut Scripted>),
        Without<Player>,
    >,
    corpses: Query<(&Id, &Position, &Height, &Monster), Without<Body>>,
    pickups: Query<(&Id, &Pickup)>,
    mut scripts: ResMut<Scripts>,
    mut utterances: MessageWriter<Utterance>,
) {
    let tick = run.tick;
    let is_due =
        |id: &Id, scripted: &Scripted| (tick + u64::from(id.0)).is_multiple_of(PERIOD) && !scripted.rests(tick);
    let due = creatures.iter().filter_map(|(entity, id, .., body, scripted)| {
        scripted.is_some_and(|scripted| is_due(id, scripted)).then_some((*id, entity, body.radius))
    });
    let mut due: Vec<(Id, Entity, f32)> = due.collect();
    if due.is_empty() {
        return;
    }
    due.sort_unstable_by_key(|(id, ..)| *id);
    let mut seen: Vec<Seen> = creatures
        .iter()
        .map(|creature| seen(creature.1, creature.2, creature.3, creature.4, creature.6.is_some()))
        .collect();
    seen.extend(pickups.iter().map(|(&id, pickup)| Seen {
        id,
        what: What::Pickup(pickup.kind),
        at: pickup.at,
        span: VerticalRange::lying(pickup.height),
        health: 0,
    }));
    let corpses = corpses.iter().filter(|(.., monster)| monster.is_gone(&rules));
    seen.extend(corpses.map(|(&id, at, height, _)| {
        let span = VerticalRange::lying(*height);
        Seen { id, what: What::Corpse, at: at.0, span, health: 0 }
    }));
    let (at, (height, tall), health, lives) = *player;
    seen.extend(lives.then(|| script_host::player(at.0, VerticalRange::of(*height, *tall), health.0)));
    seen.sort_unstable_by_key(|seen| seen.id);
    let around =
        Around { grid: &grid, deck: &deck, rules: &rules, run: &run, air: &air, lighting: &lighting, seen: &seen };
    let mut budgets = ModBudgets::new(&rules);
    for (id, entity, radius) in due {
        let Ok((.., monster, _, Some(mut scripted))) = creatures.get_mut(entity) else { continue };
        if budgets.is_spent(&scripted) {
            continue;
        }
        let Ok(me) = seen.binary_search_by_key(&id, |seen| seen.id).map(|index| seen[index]) else { continue };
        let chance = scripted.chance().clone();
        let mut caller = Caller::new(&around, me, monster.kind_of(&rules), radius, &chance);
        let called = scripts.sandbox().call(scripted.script(), &me.element(&rules), scripted.memory(), &mut caller);
        let Caller { wishes, words, chance, .. } = caller;
        scripts.count(called.steps);
        let kind = monster.kind();
        budgets.spend(&scripted, called.steps, (id, kind, me.at));
        let mut utter = |words| _ = utterances.write(Utterance { by: id, kind, at: me.at, words });
        match called.kept {
            Ok(memory) => {
                scripted.obey(wishes, memory, chance);
                words.into_iter().for_each(utter);
            }
            Err(diagnostic) => {
                scripted.fail(tick);
                if scripts.is_news(&diagnostic) {
                    utter(Words::Failed(diagnostic));
                }
            }
        }
    }
    for (owner, told) in budgets.exceeded(creatures.iter().filter_map(|creature| creature.6)) {
        let scripted = creatures.iter_mut().filter_map(|creature| creature.6);
        let of_owner = |scripted: &Mut<Scripted>| rules.mod_of_script(scripted.script()) == Some(owner);
        scripted.filter(of_owner).for_each(|mut scripted| scripted.switch_off());
        utterances.write(told);
    }
}

fn seen(
    &id: &Id,
    (at, height, tall): (&Position, &Height, &BodyHeight),
    health: &Health,
    monster: &Monster,
    has_script: bool,
) -> Seen {
    let what = What::Monster { kind: monster.kind(), state: monster.state(), is_undead: !has_script };
    Seen { id, what, at: at.0, span: VerticalRange::of(*height, *tall), health: health.0 }
}
