//! The wipe: keeps the last frame of what was shown before, and runs a transition from it to what is shown now.

use crate::{
    stage::options::Strength,
    stage::screen::{Draw, DrawFrame, Screen},
    wipe::transition::{Columns, Transition},
};
use bevy::prelude::*;
use raycast::Frame;

/// The transition from one frame to the next, if one is running.
///
/// Call [`Wipe::ask`], draw the last frame of the old content (which is kept), change the content, and continue to
/// draw. From then on, every frame shows the transition at the time that [`Wipe::advance`] has counted.
#[derive(Resource, Debug)]
pub struct Wipe {
    asked: Option<Way>,
    running: Option<Way>,
    old: Frame,
    columns: Columns,
}

/// A requested or running transition.
#[derive(Clone, Copy, Debug)]
struct Way {
    transition: Transition,
    /// Its duration and the elapsed time, in seconds.
    length: f32,
    passed: f32,
}

impl Default for Wipe {
    fn default() -> Self {
        Wipe { asked: None, running: None, old: Frame::new(1, 1), columns: Columns::default() }
    }
}

impl Wipe {
    /// Requests a transition that begins after the next frame. The strength scales its duration; at 0 there is no
    /// transition.
    pub fn ask(&mut self, transition: Transition, strength: Strength) {
        let length = transition.seconds() * strength.part();
        self.asked = Some(Way { transition, length, passed: 0.0 }).filter(|way| way.length > 0.0);
    }

    /// Advances the time by this number of seconds.
    pub fn advance(&mut self, seconds: f32) {
        if let Some(way) = &mut self.running {
            way.passed += seconds.max(0.0);
        }
        self.running = self.running.filter(|way| way.passed < way.length);
    }

    /// Returns true if a transition is running or requested.
    pub fn is_running(&self) -> bool {
        self.asked.is_some() || self.running.is_some()
    }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Wipe>();
    app.add_systems(DrawFrame, draw.in_set(Draw::Wipe));
}

fn draw(mut wipe: ResMut<Wipe>, mut screen: ResMut<Screen>) {
    let Wipe { asked, running, old, columns } = &mut *wipe;
    if let Some(way) = running {
        way.transition.show(old, way.passed / way.length, &mut screen.0, columns);
    }
    // A transition that is requested while another one runs starts from the frame of the running one.
    if let Some(way) = asked.take() {
        old.resize(screen.0.width(), screen.0.height());
        old.pixels_mut().copy_from_slice(screen.0.pixels());
        *running = Some(way);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        stage::options::Hud,
        testing::{game, picture, put},
    };
    use engine::Headless;

    /// Starts a run, and returns it with the frames of the two places between which these tests wipe.
    fn two_places() -> (Headless, Frame, Frame) {
        let mut game = game(&["#####", "#@ >#", "#####"]);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        let there = at(&mut game, true);
        let here = at(&mut game, false);
        (game, here, there)
    }

    fn at(game: &mut Headless, there: bool) -> Frame {
        put(game, if there { 3.0 } else { 1.5 }, 1.5, if there { 2.0 } else { 0.0 });
        picture(game, 64, 36)
    }

    fn advance(game: &mut Headless, seconds: f32) {
        game.world_mut().resource_mut::<Wipe>().advance(seconds);
    }

    #[test]
    fn wipe_starts_at_the_old_frame_and_ends_at_the_new_one() {
        let (mut game, here, there) = two_places();
        game.world_mut().resource_mut::<Wipe>().ask(Transition::Melt, Strength::FULL);
        assert_eq!(at(&mut game, false), here);
        assert_eq!(at(&mut game, true), here, "no time has passed");
        advance(&mut game, Transition::Melt.seconds() / 2.0);
        let between = at(&mut game, true);
        assert!(between != here && between != there);
        assert!(game.world().resource::<Wipe>().is_running());
        advance(&mut game, Transition::Melt.seconds());
        assert!(!game.world().resource::<Wipe>().is_running());
        assert_eq!(at(&mut game, true), there);
    }

    #[test]
    fn strength_scales_the_duration_and_zero_disables_the_wipe() {
        let (mut game, here, there) = two_places();
        for (strength, wanted) in [(Strength::FULL, false), (Strength::percent(40), true), (Strength::NONE, true)] {
            game.world_mut().resource_mut::<Wipe>().ask(Transition::Fizzle, strength);
            assert_eq!(at(&mut game, false), here);
            advance(&mut game, Transition::Fizzle.seconds() / 2.0);
            assert_eq!(at(&mut game, true) == there, wanted, "{strength:?}");
            advance(&mut game, 10.0);
        }
    }

    #[test]
    fn wipe_during_another_wipe_starts_from_the_current_frame() {
        let (mut game, ..) = two_places();
        let ask = |game: &mut Headless| game.world_mut().resource_mut::<Wipe>().ask(Transition::Blood, Strength::FULL);
        ask(&mut game);
        at(&mut game, false);
        advance(&mut game, Transition::Blood.seconds() / 2.0);
        ask(&mut game);
        let between = at(&mut game, true);
        assert_eq!(at(&mut game, false), between);
    }

    #[test]
    fn resized_frame_shows_the_new_content() {
        let (mut game, ..) = two_places();
        game.world_mut().resource_mut::<Wipe>().ask(Transition::Fade, Strength::FULL);
        at(&mut game, false);
        let during = picture(&mut game, 30, 20);
        advance(&mut game, 10.0);
        assert_eq!(picture(&mut game, 30, 20), during);
    }
}
