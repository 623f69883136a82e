//! The frame in the window: uploaded once a picture and enlarged as the player wants it.
//!
//! The upload is the only copy. The main world and the render world have a frame each and swap them: while one is
//! shown, the other is drawn, and nothing is allocated.

use crate::window::fit::Fit;
use crate::window::screen_options::ScreenOptions;
use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_asset::RenderAssets;
use bevy::render::render_resource::{Extent3d, TexelCopyBufferLayout, TextureDimension, TextureFormat};
use bevy::render::renderer::RenderQueue;
use bevy::render::texture::GpuImage;
use bevy::render::{ExtractSchedule, MainWorld, Render, RenderApp, RenderSystems};
use bevy::window::PrimaryWindow;
use raycast::Frame;
use renderer::Screen;

/// What shows the frame.
#[derive(Component)]
struct Shown;

/// The image that shows it.
#[derive(Resource)]
struct ShownImage(AssetId<Image>);

/// What the render world shows, and as which image.
#[derive(Resource)]
struct Upload {
    frame: Frame,
    image: AssetId<Image>,
}

pub(crate) fn plugin(app: &mut App) {
    app.insert_resource(ClearColor(Color::BLACK));
    app.add_systems(Startup, hang_up);
    app.init_resource::<ScreenOptions>();
    app.add_systems(PreUpdate, size);
    app.add_systems(Update, fit);
    if let Some(render_app) = app.get_sub_app_mut(RenderApp) {
        let upload = Upload { frame: Frame::new(1, 1), image: AssetId::invalid() };
        render_app.insert_resource(upload);
        render_app.add_systems(ExtractSchedule, swap);
        render_app.add_systems(Render, upload_frame.in_set(RenderSystems::PrepareResources));
    }
}

/// The size of the picture, if the command line says it: then it does not follow the window.
#[derive(Resource, Clone, Copy, Debug)]
pub(crate) struct GivenSize(pub(crate) UVec2);

/// An image for frames of this size.
fn image(frame: &Frame) -> Image {
    let size = Extent3d { width: frame.width() as u32, height: frame.height() as u32, depth_or_array_layers: 1 };
    let mut image = Image::new_fill(
        size,
        TextureDimension::D2,
        &[0, 0, 0, 255],
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.sampler = ImageSampler::nearest();
    image
}

/// Spawns the camera and what it looks at.
fn hang_up(screen: Res<Screen>, mut images: ResMut<Assets<Image>>, mut commands: Commands) {
    commands.spawn((Camera2d, Msaa::Off));
    let image = images.add(image(&screen.0));
    commands.insert_resource(ShownImage(image.id()));
    commands.spawn((Sprite::from_image(image), Shown));
}

/// Makes the picture as large as window and options say.
fn size(
    (options, given): (Res<ScreenOptions>, Option<Res<GivenSize>>),
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    shown: Option<Single<&mut Sprite, With<Shown>>>,
    mut images: ResMut<Assets<Image>>,
    mut screen: ResMut<Screen>,
    mut commands: Commands,
) {
    let (Some(window), Some(mut shown)) = (window, shown) else { return };
    let wanted = given.map_or_else(|| options.frame(window.physical_size()), |given| given.0);
    let (width, height) = (wanted.x as usize, wanted.y as usize);
    if (screen.0.width(), screen.0.height()) != (width, height) {
        screen.0.resize(width, height);
        shown.image = images.add(image(&screen.0));
        commands.insert_resource(ShownImage(shown.image.id()));
    }
}

/// Gives the frame its size and place in the window.
fn fit(
    (screen, options): (Res<Screen>, Res<ScreenOptions>),
    window: Option<Single<&Window, With<PrimaryWindow>>>,
    shown: Option<Single<(&mut Sprite, &mut Transform), With<Shown>>>,
) {
    let (Some(window), Some(shown)) = (window, shown) else { return };
    let (mut sprite, mut transform) = shown.into_inner();
    let frame = UVec2::new(screen.0.width() as u32, screen.0.height() as u32);
    let Fit { corner, scale } = Fit::new(window.physical_size(), frame, options.scaling, options.pixels());
    let size = frame.as_vec2() * scale;
    // The camera measures in logical pixels from the middle of the window, with y upwards.
    let logical = window.scale_factor();
    let middle = (corner + size / 2.0 - window.physical_size().as_vec2() / 2.0) / logical;
    let wanted = Some(size / logical);
    if sprite.custom_size != wanted {
        sprite.custom_size = wanted;
    }
    transform.set_if_neq(Transform::from_xyz(middle.x, -middle.y, 0.0));
}

fn swap(mut main: ResMut<MainWorld>, mut upload: ResMut<Upload>) {
    let Some(image) = main.get_resource::<ShownImage>() else { return };
    upload.image = image.0;
    let Some(mut screen) = main.get_resource_mut::<Screen>() else { return };
    // The frame that comes back must be as large as the one that is taken away.
    let (width, height) = (screen.0.width(), screen.0.height());
    upload.frame.resize(width, height);
    std::mem::swap(&mut screen.0, &mut upload.frame);
}

fn upload_frame(upload: Res<Upload>, images: Res<RenderAssets<GpuImage>>, queue: Res<RenderQueue>) {
    let Some(image) = images.get(upload.image) else { return };
    let size = image.texture_descriptor.size;
    if (size.width as usize, size.height as usize) != (upload.frame.width(), upload.frame.height()) {
        return;
    }
    let layout = TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(4 * size.width), rows_per_image: None };
    queue.write_texture(image.texture.as_image_copy(), bytemuck::cast_slice(upload.frame.pixels()), layout, size);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_handed_over_and_never_copied() {
        let (mut main, mut render) = (MainWorld::default(), World::new());
        main.insert_resource(Screen(Frame::new(64, 36)));
        main.insert_resource(ShownImage(AssetId::default()));
        render.insert_resource(main);
        render.insert_resource(Upload { frame: Frame::new(1, 1), image: AssetId::invalid() });
        let drawn = |render: &World| render.resource::<MainWorld>().resource::<Screen>().0.pixels().as_ptr();
        let uploaded = |render: &World| render.resource::<Upload>().frame.pixels().as_ptr();
        let mut first = std::ptr::null();
        for picture in 0..4 {
            let memory = drawn(&render);
            render.run_system_cached(swap).unwrap();
            assert_eq!(uploaded(&render), memory, "picture {picture} lies where it was drawn");
            assert_eq!(render.resource::<MainWorld>().resource::<Screen>().0.pixels().len(), 64 * 36);
            match picture {
                0 => first = memory,
                2 => assert_eq!(memory, first, "two frames take turns, and no other is made"),
                _ => {}
            }
        }
    }

    #[test]
    fn the_main_world_keeps_no_pixels_of_the_image() {
        let mut world = World::new();
        world.init_resource::<Screen>();
        world.init_resource::<Assets<Image>>();
        world.run_system_cached(hang_up).unwrap();
        let images = world.resource::<Assets<Image>>();
        assert!(images.iter().all(|(_, image)| image.asset_usage == RenderAssetUsages::RENDER_WORLD));
        assert_eq!(images.len(), 1);
    }

    #[test]
    fn the_picture_takes_the_size_that_window_and_options_say_and_an_image_of_it() {
        let mut world = World::new();
        world.init_resource::<Screen>();
        world.init_resource::<ScreenOptions>();
        world.init_resource::<Assets<Image>>();
        world.run_system_cached(hang_up).unwrap();
        world.spawn((Window { resolution: (2560, 1080).into(), ..default() }, PrimaryWindow));
        let sized = |world: &mut World| {
            world.run_system_cached(size).unwrap();
            let frame = &world.resource::<Screen>().0;
            let size = (frame.width() as u32, frame.height() as u32);
            let sprite = world.query_filtered::<&Sprite, With<Shown>>().single(world).unwrap().image.clone();
            let image = world.resource::<Assets<Image>>().get(&sprite).unwrap().texture_descriptor.size;
            assert_eq!((image.width, image.height), size);
            assert_eq!(world.resource::<ShownImage>().0, sprite.id());
            size
        };
        assert_eq!(sized(&mut world), (853, 360));
        world.resource_mut::<ScreenOptions>().rows = 180;
        assert_eq!(sized(&mut world), (426, 180));
        world.insert_resource(GivenSize(UVec2::new(640, 400)));
        assert_eq!(sized(&mut world), (640, 400));
    }
}
