//! The frame's size in the window and how it is presented. The crate `present` uploads and scales the frame.

use crate::{flow::exit_code::NO_DISPLAY, window::screen_options::ScreenOptions};
use bevy::prelude::*;
use bevy_window::{PrimaryWindow, prelude::*};
use present::{Backend, Placement, PresentPlugin, PresentStatus, PresentSystems};
use renderer::Screen;

/// Returns the plugin that presents frames. The game exits with an error if no backend works.
pub(crate) fn library() -> PresentPlugin {
    PresentPlugin { frame: frame_of, backend: Backend::Auto }
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<ScreenOptions>();
    app.add_systems(PreUpdate, (size, choose.run_if(resource_changed::<ScreenOptions>)));
    app.add_systems(Last, give_up.after(PresentSystems).run_if(resource_exists_and_changed::<PresentStatus>));
}

/// Frame size given on the command line. The frame then does not follow the window size.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct GivenSize(pub(crate) UVec2);

/// Returns the rendered frame with the player's display options.
fn frame_of(world: &World) -> Option<present::Frame<'_>> {
    let (screen, options) = (world.get_resource::<Screen>()?, world.get_resource::<ScreenOptions>()?);
    let size = UVec2::new(screen.0.width() as u32, screen.0.height() as u32);
    let (scaling, pixel_height) = (options.scaling.of_frames(), options.pixels().height());
    Some(present::Frame { pixels: screen.0.pixels(), size, scaling, pixel_height })
}

/// Returns the position of the frame in the window.
pub(crate) fn placement(window: &Window, screen: &Screen, options: ScreenOptions) -> Placement {
    let frame = UVec2::new(screen.0.width() as u32, screen.0.height() as u32);
    Placement::new(window.physical_size(), frame, options.scaling.of_frames(), options.pixels().height())
}

/// Sets the frame size according to window and options.
fn size(
    (options, given): (Res<ScreenOptions>, Option<Res<GivenSize>>),
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    mut screen: ResMut<Screen>,
) {
    let Some(window) = window else { return };
    let wanted = given.map_or_else(|| options.frame(window.physical_size()), |given| given.0);
    let (width, height) = (wanted.x as usize, wanted.y as usize);
    if (screen.0.width(), screen.0.height()) != (width, height) {
        screen.0.resize(width, height);
    }
}

/// Applies the display options to the presenter.
fn choose(options: Res<ScreenOptions>, mut commands: Commands) {
    commands.insert_resource(options.present.backend());
}

/// Exits if no frame can be presented, because a window that stays empty is useless.
fn give_up(status: Res<PresentStatus>, mut exit: MessageWriter<AppExit>) {
    let Some(error) = &status.error else { return };
    let advice = "try --present softbuffer or --present opengl, or play with --terminal or --text";
    eprintln!("hullbreach: {error}: {advice}");
    exit.write(AppExit::from_code(NO_DISPLAY));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::screen_options::PresentBy;

    #[test]
    fn frame_size_follows_window_and_options() {
        let mut world = World::new();
        world.init_resource::<Screen>();
        world.init_resource::<ScreenOptions>();
        world.spawn((Window { resolution: (2560, 1080).into(), ..default() }, PrimaryWindow));
        let sized = |world: &mut World| {
            world.run_system_cached(size).unwrap();
            let frame = frame_of(world).unwrap();
            assert_eq!(frame.pixels.len() as u32, frame.size.element_product());
            frame.size.to_array()
        };
        assert_eq!(sized(&mut world), [853, 360]);
        world.resource_mut::<ScreenOptions>().rows = 180;
        assert_eq!(sized(&mut world), [426, 180]);
        world.insert_resource(GivenSize(UVec2::new(640, 400)));
        assert_eq!(sized(&mut world), [640, 400]);
    }

    #[test]
    fn frame_is_handed_over_without_a_copy() {
        let mut world = World::new();
        world.init_resource::<Screen>();
        world.init_resource::<ScreenOptions>();
        let drawn = world.resource::<Screen>().0.pixels().as_ptr();
        assert_eq!(frame_of(&world).unwrap().pixels.as_ptr(), drawn);
    }

    #[test]
    fn options_select_the_backend() {
        let mut world = World::new();
        let mut chosen = |present| {
            world.insert_resource(ScreenOptions { present, ..default() });
            world.run_system_cached(choose).unwrap();
            *world.resource::<Backend>()
        };
        assert_eq!(chosen(PresentBy::Auto), Backend::Auto);
        assert_eq!(chosen(PresentBy::OpenGl), Backend::OpenGl);
    }

    #[test]
    fn game_exits_if_no_frame_can_be_shown() {
        let mut app = App::new();
        app.add_message::<AppExit>().init_resource::<PresentStatus>();
        app.add_systems(Last, give_up.run_if(resource_exists_and_changed::<PresentStatus>));
        app.update();
        assert_eq!(app.should_exit(), None);
        app.world_mut().resource_mut::<PresentStatus>().error = Some("no frame can be shown".to_owned());
        app.update();
        assert_eq!(app.should_exit(), Some(AppExit::from_code(NO_DISPLAY)));
    }
}
