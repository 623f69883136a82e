//! The difficulty while one plays: another skill that is chosen in the options is that of the next deck, and of this one when it begins
//! again. What runs goes on as it began: a run has one skill, which its demos and saves name.

use crate::{
    campaign::playback::Playback, campaign::progress::Progress, files::settings::Settings, flow::skill::Skill,
};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, follow.run_if(resource_exists_and_changed::<Settings>));
}

/// Takes the skill that has just been chosen. Who has chosen none keeps that of the command line, or of what he has loaded.
fn follow(
    settings: Res<Settings>,
    mut skill: ResMut<Skill>,
    (progress, playback): (Option<ResMut<Progress>>, Option<Res<Playback>>),
    mut before: Local<Option<Skill>>,
) {
    let chosen = settings.skill;
    if before.replace(chosen).is_none_or(|before| before == chosen) {
        return;
    }
    skill.set_if_neq(chosen);
    // A demo is of the skill that it is of.
    if let Some(mut progress) = progress.filter(|_| playback.is_none()) {
        progress.skill = chosen.get();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::run_request::Purpose;
    use journey::Journey;

    #[test]
    fn the_next_deck_is_as_hard_as_was_chosen_last() {
        let mut app = App::new();
        app.add_plugins(plugin).insert_resource(Skill::default().after(1)).init_resource::<Settings>();
        app.insert_resource(Progress(Journey::new("a.ron", 3, 1, None)));
        let mut seen = |change: &dyn Fn(&mut World)| {
            change(app.world_mut());
            app.update();
            (app.world().resource::<Skill>().get(), app.world().resource::<Progress>().skill)
        };
        assert_eq!(seen(&|_| {}), (3, 3), "as the command line says");
        assert_eq!(seen(&|world| world.resource_mut::<Settings>().mono = true), (3, 3));
        let choose = |steps: i32| {
            move |world: &mut World| {
                let mut settings = world.resource_mut::<Settings>();
                settings.skill = settings.skill.after(steps);
            }
        };
        assert_eq!(seen(&choose(2)), (4, 4));
        assert_eq!(seen(&|world| world.insert_resource(Playback::of("x", Purpose::Watched))), (4, 4));
        assert_eq!(seen(&choose(1)), (1, 4), "a demo goes on as it was recorded");
    }

    #[test]
    fn a_deck_that_begins_again_is_as_hard_as_was_chosen_and_one_that_goes_on_as_it_was() {
        let mut journey = Journey::new("a.ron", 2, 1, None);
        let text = b"(name: \"x\", legend: {'#': (wall: \"hull\"), '.': (), '@': (thing: Player)},
            map: [\"####\", \"#@.#\", \"####\"])";
        let level = std::sync::Arc::new(level::Level::read("x", text).unwrap());
        let rules = std::sync::Arc::new(engine::Rules::standard());
        let mut run = engine::Headless::begin(&journey.start(&level, &rules));
        journey.skill = 4;
        run.tick(engine::Intent::default());
        assert_eq!(run.run().skill, 2);
        journey.again(Some(&run.run()));
        assert_eq!(engine::Headless::begin(&journey.start(&level, &rules)).run().skill, 4);
    }
}
