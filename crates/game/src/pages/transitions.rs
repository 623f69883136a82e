//! Transition effects between pages and decks.
//!
//! A transition is requested one frame before the change, so that it starts with the last visible frame. While it runs,
//! the deck is paused, so that nothing attacks before it is visible.

use crate::{
    campaign::run_request::RunRequest,
    files::downloads::is_awaited,
    files::settings::{Settings, Transitions},
    flow::dev_time::DevTime,
    flow::phase::{Flow, Phase},
    window::frame_loop,
};
use bevy::prelude::*;
use engine::Player;
use renderer::{AwaitedArt, Transition, Wipe};
use std::time::Duration;

/// Maximum duration of a frame. A longer frame counts as this long, so that no transition ends before it was visible.
const LONGEST: Duration = Duration::from_millis(50);

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, (advance, hold.run_if(in_state(Flow::Running))).chain());
    app.add_message::<RunRequest>();
    app.add_systems(PostUpdate, ask.before(frame_loop::draw));
}

fn advance(time: Res<Time<Real>>, mut wipe: ResMut<Wipe>) {
    wipe.advance(time.delta().min(LONGEST).as_secs_f32());
}

/// Pauses the deck while a transition runs, while developer tools hold it, or while it waits for a download.
fn hold(wipe: Res<Wipe>, dev: Res<DevTime>, awaited: Option<Res<AwaitedArt>>, mut time: ResMut<Time<Virtual>>) {
    if wipe.is_running() || dev.holds() || is_awaited(awaited) {
        time.pause();
    } else {
        time.unpause();
    }
}

fn ask(
    now: Res<State<Phase>>,
    next: Res<NextState<Phase>>,
    mut requests: MessageReader<RunRequest>,
    player: Option<Single<&Player>>,
    settings: Res<Settings>,
    mut wipe: ResMut<Wipe>,
) {
    let Transitions { strength, new_deck, after_death, .. } = settings.transitions;
    let died = player.is_some_and(|player| player.since_death != u32::MAX);
    let transition = match *next {
        NextState::Pending(next) | NextState::PendingIfNeq(next) => between(**now, next, settings.transitions),
        NextState::Unchanged => requests.read().last().map(|request| match request {
            RunRequest::Restart if died => after_death,
            _ => new_deck,
        }),
    };
    if let Some(transition) = transition {
        wipe.ask(transition, strength);
    }
}

/// Returns the transition from one phase to another, if any.
fn between(from: Phase, to: Phase, transitions: Transitions) -> Option<Transition> {
    match (from, to) {
        // The progress bar disappears as soon as it is full.
        (Phase::Loading | Phase::StartupError, _) | (_, Phase::StartupError) => None,
        (_, Phase::Deck) => Some(transitions.new_deck),
        _ => Some(transitions.pages),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::phase;
    use bevy::{state::app::StatesPlugin, time::TimePlugin};
    use renderer::Strength;

    #[test]
    fn deck_is_paused_during_a_transition() {
        let mut app = App::new();
        app.add_plugins((TimePlugin, StatesPlugin, phase::plugin, crate::flow::dev_time::plugin, plugin));
        app.init_resource::<Settings>().init_resource::<Wipe>();
        app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Deck);
        let mut stands_still = |strength: Strength| {
            app.world_mut().resource_mut::<Wipe>().ask(Transition::Melt, strength);
            app.update();
            app.world().resource::<Time<Virtual>>().is_paused()
        };
        assert_eq!([Strength::FULL, Strength::NONE].map(&mut stands_still), [true, false]);
    }

    #[test]
    fn deck_is_paused_until_its_images_are_downloaded() {
        let mut app = App::new();
        app.add_plugins((TimePlugin, StatesPlugin, phase::plugin, crate::flow::dev_time::plugin, plugin));
        app.init_resource::<Settings>().init_resource::<Wipe>();
        app.world_mut().resource_mut::<NextState<Phase>>().set(Phase::Deck);
        let mut stands_still = |files: &[&str]| {
            app.insert_resource(AwaitedArt(files.iter().map(|&file| file.to_owned()).collect()));
            app.update();
            app.world().resource::<Time<Virtual>>().is_paused()
        };
        assert_eq!([stands_still(&["sheets/cryo.png"]), stands_still(&[])], [true, false]);
    }

    #[test]
    fn decks_and_pages_have_different_transitions() {
        let transitions = Transitions::default();
        let way = |from, to| between(from, to, transitions);
        assert_eq!(way(Phase::Title, Phase::Deck), Some(transitions.new_deck));
        assert_eq!(way(Phase::Tally, Phase::Briefing), Some(transitions.pages));
        assert_eq!(way(Phase::Briefing, Phase::Deck), Some(transitions.new_deck));
        assert_eq!(way(Phase::Deck, Phase::Tally), Some(transitions.pages));
        assert_eq!(way(Phase::Ending, Phase::Title), Some(transitions.pages));
        assert_eq!(way(Phase::Loading, Phase::Title), None);
    }

    /// Returns true if a transition runs once this change of phase is requested.
    fn runs(from: Phase, to: Phase, transitions: Transitions) -> bool {
        let mut app = App::new();
        app.add_plugins((TimePlugin, StatesPlugin, phase::plugin, plugin));
        app.insert_resource(Settings { transitions, ..default() }).init_resource::<Wipe>();
        app.insert_resource(State::new(from));
        app.world_mut().resource_mut::<NextState<Phase>>().set(to);
        app.world_mut().run_schedule(PostUpdate);
        app.world().resource::<Wipe>().is_running()
    }

    #[test]
    fn disabled_transitions_are_skipped_and_others_run() {
        let off = Transition::Off;
        let (no_decks, no_pages) =
            (Transitions { new_deck: off, ..default() }, Transitions { pages: off, ..default() });
        for (from, to, into_a_deck) in
            [(Phase::Title, Phase::Deck, true), (Phase::Tally, Phase::Deck, true), (Phase::Deck, Phase::Tally, false)]
        {
            assert_eq!(runs(from, to, no_decks), !into_a_deck, "{from:?} to {to:?}");
            assert_eq!(runs(from, to, no_pages), into_a_deck, "{from:?} to {to:?}");
        }
    }
}
