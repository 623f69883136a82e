//! Rumble: a pad is felt when the player is hit, fires, or something explodes near him.

use crate::input::pad::{Device, PadOptions};
use bevy::prelude::*;
use engine::{Happening, Player, Position, Report};
use ports::{Rumble, ShellRequest};
use renderer::Strength;
use std::time::Duration;

/// How far an explosion is felt, in tiles.
const FAR: f32 = 9.0;

/// What is felt: how strongly, from 0 to 1, in the heavy and in the light motor, and for how many milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Feel {
    strong: f32,
    weak: f32,
    milliseconds: u64,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, rumble);
}

/// What is felt of something that happens so far away, in tiles.
fn feel(what: Happening, far: f32) -> Option<Feel> {
    let near = (1.0 - far / FAR).max(0.0);
    let feel = match what {
        Happening::PlayerDies | Happening::PlayerLost => Feel { strong: 1.0, weak: 0.6, milliseconds: 600 },
        Happening::PlayerHurt => Feel { strong: 0.6, weak: 0.4, milliseconds: 220 },
        Happening::Shot(_) => Feel { strong: 0.1, weak: 0.3, milliseconds: 90 },
        Happening::MeleeLands(_) => Feel { strong: 0.2, weak: 0.2, milliseconds: 90 },
        Happening::ProjectileExplodes(_)
        | Happening::PropExplodes(_)
        | Happening::Bursts(_)
        | Happening::HullBreaks => Feel { strong: near, weak: near * 0.6, milliseconds: 350 },
        Happening::LiftThrown => Feel { strong: 0.3, weak: 0.0, milliseconds: 300 },
        _ => return None,
    };
    Some(feel).filter(|feel| feel.strong > 0.0)
}

/// Asks the pads to be felt, once a picture, for the worst of what has happened.
fn rumble(
    mut reports: MessageReader<Report>,
    (options, device): (Res<PadOptions>, Res<Device>),
    player: Option<Single<&Position, With<Player>>>,
    mut requests: MessageWriter<ShellRequest>,
) {
    let place = player.map_or(Vec2::ZERO, |place| place.0);
    let felt = reports.read().filter_map(|report| feel(report.what, report.at.distance(place)));
    let Some(worst) = felt.max_by(|one, other| one.strong.total_cmp(&other.strong)) else { return };
    if *device != Device::Pad || options.rumble == Strength::NONE {
        return;
    }
    let part = options.rumble.part();
    let duration = Duration::from_millis(worst.milliseconds);
    requests.write(ShellRequest::Rumble(Rumble { strong: worst.strong * part, weak: worst.weak * part, duration }));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How strongly a pad is asked to be felt when these happen.
    fn asked(rumble: Strength, device: Device, happen: &[(Happening, f32)]) -> Vec<f32> {
        let mut app = App::new();
        app.add_message::<Report>().add_message::<ShellRequest>().add_plugins(plugin);
        app.insert_resource(PadOptions { rumble, ..default() }).insert_resource(device);
        for (what, far) in happen {
            app.world_mut().write_message(Report::new(*what, Vec2::new(*far, 0.0)));
        }
        app.update();
        let mut requests = app.world_mut().resource_mut::<Messages<ShellRequest>>();
        let strong = requests.drain().map(|request| match request {
            ShellRequest::Rumble(rumble) => rumble.strong,
            other => panic!("the pads ask for {other:?}"),
        });
        strong.collect()
    }

    #[test]
    fn the_worst_is_felt_and_as_strongly_as_is_wanted() {
        let both = [(Happening::LiftThrown, 1.0), (Happening::PlayerHurt, 0.0), (Happening::DoorOpens, 0.0)];
        assert_eq!(asked(Strength::FULL, Device::Pad, &both), [0.6]);
        assert_eq!(asked(Strength::percent(50), Device::Pad, &both), [0.3]);
        assert!(asked(Strength::NONE, Device::Pad, &both).is_empty());
        assert!(asked(Strength::FULL, Device::Keys, &both).is_empty(), "who plays by keys has put the pad away");
    }

    #[test]
    fn an_explosion_is_felt_the_less_the_farther_it_is() {
        let at = |far| asked(Strength::FULL, Device::Pad, &[(Happening::HullBreaks, far)]);
        assert_eq!((at(0.0), at(FAR + 1.0)), (vec![1.0], vec![]));
        assert!(at(4.0)[0] < 0.7 && at(4.0)[0] > 0.3);
    }
}
