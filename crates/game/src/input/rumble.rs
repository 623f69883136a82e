//! Rumble: a pad is felt when the player is hit, fires, or something explodes near him.

use crate::input::pad::{Device, PadOptions};
use bevy::prelude::*;
use engine::{EventRecord, Player, Position, Rules, Rumble};
use ports::ShellRequest;
use renderer::Strength;
use std::time::Duration;

/// How far an explosion is felt, in tiles.
const FAR: f32 = 9.0;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, rumble);
}

/// What is felt of a rumble so far away, in tiles; none if that is nothing.
fn felt(rumble: Rumble, far: f32) -> Option<Rumble> {
    let part = if rumble.fades { (1.0 - far / FAR).max(0.0) } else { 1.0 };
    Some(Rumble { strong: rumble.strong * part, weak: rumble.weak * part, ..rumble }).filter(|felt| felt.strong > 0.0)
}

/// Asks the pads to be felt, once a picture, for the worst of what has happened.
fn rumble(
    mut reports: MessageReader<EventRecord>,
    (options, device): (Res<PadOptions>, Res<Device>),
    (player, rules): (Option<Single<&Position, With<Player>>>, Option<Res<Rules>>),
    mut requests: MessageWriter<ShellRequest>,
) {
    let place = player.map_or(Vec2::ZERO, |place| place.0);
    let Some(rules) = rules else { return reports.clear() };
    let felt = reports.read().filter_map(|report| felt(report.what.effects(&rules).rumble?, report.at.distance(place)));
    let Some(worst) = felt.max_by(|one, other| one.strong.total_cmp(&other.strong)) else { return };
    if *device != Device::Pad || options.rumble == Strength::NONE {
        return;
    }
    let part = options.rumble.part();
    let duration = Duration::from_millis(worst.milliseconds);
    requests.write(ShellRequest::Rumble(ports::Rumble {
        strong: worst.strong * part,
        weak: worst.weak * part,
        duration,
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::GameEvent;

    /// How strongly a pad is asked to be felt when these happen.
    fn asked(rumble: Strength, device: Device, happen: &[(GameEvent, f32)]) -> Vec<f32> {
        let mut app = App::new();
        app.add_message::<EventRecord>().add_message::<ShellRequest>().add_plugins(plugin);
        app.insert_resource(PadOptions { rumble, ..default() }).insert_resource(device);
        app.insert_resource(Rules::standard());
        for (what, far) in happen {
            app.world_mut().write_message(EventRecord::new(*what, Vec2::new(*far, 0.0)));
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
        let both = [(GameEvent::LiftThrown, 1.0), (GameEvent::PlayerHurt, 0.0), (GameEvent::DoorOpens, 0.0)];
        assert_eq!(asked(Strength::FULL, Device::Pad, &both), [0.6]);
        assert_eq!(asked(Strength::percent(50), Device::Pad, &both), [0.3]);
        assert!(asked(Strength::NONE, Device::Pad, &both).is_empty());
        assert!(asked(Strength::FULL, Device::Keys, &both).is_empty(), "who plays by keys has put the pad away");
    }

    #[test]
    fn an_explosion_is_felt_the_less_the_farther_it_is() {
        let at = |far| asked(Strength::FULL, Device::Pad, &[(GameEvent::HullBreaks, far)]);
        assert_eq!((at(0.0), at(FAR + 1.0)), (vec![1.0], vec![]));
        assert!(at(4.0)[0] < 0.7 && at(4.0)[0] > 0.3);
    }
}
