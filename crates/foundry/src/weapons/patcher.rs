//! The patch gun in the player's hand: a shipwright's tool like the nail gun, of blue enamel, that spits foam.

use crate::{
    sprites::weapon_pickups::FOAM,
    tools::canvas::Canvas,
    tools::palette::{ENAMEL, ICE},
    weapons::held::{MIDDLE, blank},
    weapons::nailgun,
};
use music::chance::white;

/// Length of the foam jet above the nozzles in each moment of a shot, and its width there, in pixels.
const JETS: [(f32, f32); 7] =
    [(12.0, 7.0), (22.0, 13.0), (26.0, 19.0), (26.0, 14.0), (17.0, 8.0), (9.0, 5.0), (4.0, 3.0)];
/// Row of the nozzles.
const NOZZLES: f32 = 28.0;

/// At rest, and after a shot: foam swells out of both nozzles, is flung ahead and drips off.
pub(crate) fn drawn(moment: usize) -> Canvas {
    let tool = nailgun::body(moment).dyed(FOAM);
    let Some(shot) = moment.checked_sub(1) else { return tool };
    let mut picture = blank();
    jet(&mut picture, JETS[shot], shot as i32);
    picture.paste(0, 0, &tool);
    // Foam that clings to the nozzles.
    for (drop, side) in [-7.0, 7.0, -5.0, 6.0].into_iter().enumerate().take(5 - shot / 2) {
        blob(&mut picture, (MIDDLE + side, NOZZLES + 2.0 - drop as f32 * 1.5), 4.6 - drop as f32 * 0.6);
    }
    picture
}

/// The foam on its way: bubbles in a cone, the nearer the larger.
fn jet(picture: &mut Canvas, (far, wide): (f32, f32), shot: i32) {
    for bubble in 0..34 {
        let up = white(361, bubble, shot);
        let aside = (white(362, bubble, shot) - 0.5) * 2.0;
        let spot = (MIDDLE + aside * (6.0 + wide * up), NOZZLES - far * up);
        blob(picture, spot, 1.6 + white(363, bubble, shot) * 2.6 + (1.0 - up) * 1.2);
    }
}

/// A bubble, which glows until it has set.
fn blob(picture: &mut Canvas, middle: (f32, f32), radius: f32) {
    picture.ellipse(middle, (radius, radius), |_, _| ICE.at(0.62).shining());
    picture.ellipse((middle.0 - 0.4, middle.1 - 0.5), (radius * 0.72, radius * 0.72), |x, y| {
        ENAMEL.at(0.98 - (x + y) * 0.1).shining()
    });
}
