//! Changes of difficulty during a game. A skill selected in the options takes effect on the next deck, or when the
//! current deck restarts. A run keeps the skill with which it started, because its demos and saves record that skill.

use crate::{
    campaign::playback::Playback, campaign::progress::Progress, files::settings::Settings, flow::skill::Skill,
};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, follow.run_if(resource_exists_and_changed::<Settings>));
}

/// Adopts the skill that was just selected. Without a selection, the skill of the command line or of the loaded save
/// remains.
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
    // A demo keeps the skill with which it was recorded.
    if let Some(mut progress) = progress.filter(|_| playback.is_none()) {
        progress.skill = chosen.get();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::run_request::Purpose;
    use campaign::Journey;

    #[test]
    fn next_deck_uses_the_last_selected_skill() {
        let mut app = App::new();
        app.add_plugins(plugin).insert_resource(Skill::default().after(1)).init_resource::<Settings>();
        app.insert_resource(Progress(Journey::new("a.ron", 3, 1, None)));
        let mut seen = |change: &dyn Fn(&mut World)| {
            change(app.world_mut());
            app.update();
            (app.world().resource::<Skill>().get(), app.world().resource::<Progress>().skill)
        };
        assert_eq!(seen(&|_| {}), (3, 3), "the skill of the command line");
        assert_eq!(seen(&|world| world.resource_mut::<Settings>().mono = true), (3, 3));
        let choose = |steps: i32| {
            move |world: &mut World| {
                let mut settings = world.resource_mut::<Settings>();
                settings.skill = settings.skill.after(steps);
            }
        };
        assert_eq!(seen(&choose(2)), (4, 4));
        assert_eq!(seen(&|world| world.insert_resource(Playback::of("x", Purpose::Watched))), (4, 4));
        assert_eq!(seen(&choose(1)), (1, 4), "a demo keeps its recorded skill");
    }

    #[test]
    fn restart_adopts_the_selected_skill_and_resume_keeps_the_old() {
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
