//! Rumble: the gamepad vibrates when the player is hit or fires, and at nearby explosions.

use crate::input::pad::{Device, PadOptions};
use bevy::prelude::*;
use engine::{EventRecord, Player, Position, Rules, Rumble};
use ports::ShellRequest;
use renderer::Strength;
use std::time::Duration;

/// Maximum distance at which an explosion rumbles, in tiles.
const FAR: f32 = 9.0;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, rumble);
}

/// Returns the rumble attenuated by a distance in tiles, or `None` if nothing remains.
fn felt(rumble: Rumble, far: f32) -> Option<Rumble> {
    let part = if rumble.fades { (1.0 - far / FAR).max(0.0) } else { 1.0 };
    Some(Rumble { strong: rumble.strong * part, weak: rumble.weak * part, ..rumble }).filter(|felt| felt.strong > 0.0)
}

/// Requests at most one rumble per frame, for the strongest event.
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

    /// Returns the requested strengths when these events happen.
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
            other => panic!("unexpected request {other:?}"),
        });
        strong.collect()
    }

    #[test]
    fn strongest_event_rumbles_at_the_selected_strength() {
        let both = [(GameEvent::LiftThrown, 1.0), (GameEvent::PlayerHurt, 0.0), (GameEvent::DoorOpens, 0.0)];
        assert_eq!(asked(Strength::FULL, Device::Pad, &both), [0.6]);
        assert_eq!(asked(Strength::percent(50), Device::Pad, &both), [0.3]);
        assert!(asked(Strength::NONE, Device::Pad, &both).is_empty());
        assert!(asked(Strength::FULL, Device::Keys, &both).is_empty(), "there must be no rumble while keys are used");
    }

    #[test]
    fn rumble_of_an_explosion_fades_with_distance() {
        let at = |far| asked(Strength::FULL, Device::Pad, &[(GameEvent::HullBreaks, far)]);
        assert_eq!((at(0.0), at(FAR + 1.0)), (vec![1.0], vec![]));
        assert!(at(4.0)[0] < 0.7 && at(4.0)[0] > 0.3);
    }
}
