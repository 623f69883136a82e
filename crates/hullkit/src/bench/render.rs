//! `hullkit bench render`: benchmarks the raycaster.

use crate::{
    bench::file_tour,
    bench::scene_file::SceneFile,
    bench::scenes::{self, BenchScene},
    bench::tour::Tour,
    command_line::failure::{Failure, say},
};
use clap::{Args, ValueEnum};
use raycast::{FillForm, Frame, Kernel, MAX_THREADS, Raycaster, Scene, TexelFill, TextureError, TextureId};
use renderer::{DrawKernel, frame_size};
use serde::Serialize;
use std::{
    hint::black_box,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

/// Times the raycaster along fixed paths through fixed scenes.
///
/// For each scene it prints the nanoseconds per pixel, the frames per second, and the slowest frame. Two baselines are
/// timed on one thread between the frames: filling the same frame with one colour, and with texels (the plainest loop
/// that reads and shades the scene's own textures, in the form that is fastest here). Their times per pixel are printed
/// with the ratios to them.
///
/// Each path is run five times; each frame and each fill counts with its best time. Frames with sprites are drawn
/// without them, too: the difference, divided by the number of pixels that they change, is the time per sprite pixel.
#[derive(Args)]
pub(crate) struct Render {
    /// The size of the frame, in pixels.
    #[arg(long, value_name = "WxH", default_value = "1920x1080", value_parser = frame_size)]
    size: (usize, usize),
    /// The number of threads that draw; the fills always use one.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Draw only this scene.
    #[arg(long, value_name = "NAME", conflicts_with = "scene_file")]
    scene: Option<BenchScene>,
    /// Draw the scene in this file instead: map, sprites, camera path and the names of textures next to it. Its tiles
    /// get floors, ceilings and smooth light by a fixed rule.
    #[arg(long, value_name = "FILE.json")]
    scene_file: Option<PathBuf>,
    /// Draw by the file's own conventions: dark sides and two floors instead of light, fading and dithering.
    #[arg(long, requires = "scene_file")]
    bare: bool,
    /// Use mipmaps for distant textures, as the game does.
    #[arg(long)]
    mips: bool,
    /// The instruction set to draw with: `auto` is the fastest one in a trial of some milliseconds.
    #[arg(long, value_name = "KERNEL", default_value = "auto", value_parser = Kernel::named)]
    kernel: Kernel,
    /// Print one JSON object per line instead of a table: scene, width, height, threads, processor, kernel,
    /// ns_per_pixel, fps, worst_ms, fill_ns_per_pixel, ratio, texel_fill_ns_per_pixel, texel_ratio,
    /// ns_per_sprite_pixel.
    #[arg(long)]
    json: bool,
}

/// Parses a number of threads.
fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().ok().filter(|number| (1..=MAX_THREADS).contains(number));
    number.ok_or_else(|| format!("`{text}` is not a number of threads from 1 to {MAX_THREADS}"))
}

/// The printed results of a scene.
#[derive(Serialize)]
struct Figures {
    scene: String,
    width: usize,
    height: usize,
    threads: usize,
    processor: String,
    kernel: &'static str,
    ns_per_pixel: f64,
    fps: f64,
    worst_ms: f64,
    fill_ns_per_pixel: f64,
    ratio: f64,
    texel_fill_ns_per_pixel: f64,
    texel_ratio: f64,
    /// `None` if no sprite changes a pixel.
    ns_per_sprite_pixel: Option<f64>,
}

impl Render {
    /// Measures and prints, scene by scene.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let choice = DrawKernel::asked_or_timed(self.kernel, &mut passed());
        let mut raycaster = Raycaster::with(choice.kernel, self.threads);
        let mut frame = Frame::new(self.size.0, self.size.1);
        let file = self.scene_file.as_deref().map(SceneFile::read).transpose()?;
        if !self.json {
            say(&heading(&raycaster, &frame, &choice))?;
        }
        let mut show = |mut tour: Tour| {
            if self.mips {
                far_levels(&mut tour.scene).map_err(Failure::data)?;
            }
            let figures = Figures::of(&mut tour, &mut raycaster, &mut frame);
            say(&if self.json { serde_json::to_string(&figures).map_err(Failure::data)? } else { figures.row() })
        };
        if let Some(file) = file {
            return show(file_tour::tour(&file, self.size, self.bare).map_err(Failure::arguments)?);
        }
        let places = self.scene.as_ref().map_or(BenchScene::value_variants(), std::slice::from_ref);
        places.iter().try_for_each(|&place| show(scenes::tour(place)))
    }
}

/// Creates mipmaps of a scene's textures and turns them on.
fn far_levels(scene: &mut Scene) -> Result<(), TextureError> {
    let textures = Arc::make_mut(&mut scene.textures);
    scene.far_levels = true;
    (0..textures.len()).try_for_each(|number| textures.generate_mipmaps(TextureId(number as u16)))
}

/// Returns the heading of the table.
fn heading(raycaster: &Raycaster, frame: &Frame, choice: &DrawKernel) -> String {
    let threads = match raycaster.threads() {
        1 => "1 thread".to_owned(),
        more => format!("{more} threads"),
    };
    format!(
        "{} by {} pixels, {threads}, kernel {choice} on {}; each frame and each fill is the best of {PASSES}\n\n\
         scene          ns/pixel         fps    worst ms    fill ns/pixel    ratio    texel fill    texel ratio    ns/sprite pixel",
        frame.width(),
        frame.height(),
        raycast::processor(),
    )
}

/// The number of times that the path is run.
const PASSES: usize = 5;

impl Figures {
    /// Draws and times the tour, frame by frame.
    fn of(tour: &mut Tour, raycaster: &mut Raycaster, frame: &mut Frame) -> Figures {
        // The best times of each frame: drawn, filled, filled with texels, drawn without sprites.
        let mut times = vec![[Duration::MAX; 4]; tour.poses.len()];
        let texels = TexelFill::new(&tour.scene.textures);
        let form = fastest(&texels, frame);
        // The first frame allocates memory and wakes the threads.
        tour.stand(tour.poses[0]);
        raycaster.draw(&tour.scene, frame);
        let changed = changed_by_sprites(tour, raycaster, frame);
        for pass in 0..PASSES {
            for (number, best) in times.iter_mut().enumerate() {
                tour.stand(tour.poses[number]);
                let drawn = timed(|| raycaster.draw(black_box(&tour.scene), black_box(&mut *frame)));
                black_box(frame.pixels());
                let colour = black_box((pass * tour.poses.len() + number) as u32);
                let filled = timed(|| black_box(&mut *frame).fill(colour));
                black_box(frame.pixels());
                let texel_filled = timed(|| texels.fill(form, black_box(&mut *frame)));
                black_box(frame.pixels());
                let bare = if changed == 0 { drawn } else { without_sprites(tour, raycaster, frame) };
                for (best, took) in best.iter_mut().zip([drawn, filled, texel_filled, bare]) {
                    *best = took.min(*best);
                }
            }
        }
        let pixels = (frame.width() * frame.height()) as f64;
        // Even a tiny frame takes some time, but a coarse clock may not notice.
        let mean = |what: usize| {
            let sum: Duration = times.iter().map(|best| best[what]).sum();
            (sum.as_secs_f64() / times.len() as f64).max(1e-9)
        };
        let [drawn, filled, texel_filled, bare] = [0, 1, 2, 3].map(mean);
        let worst = times.iter().map(|[drawn, ..]| drawn).max().map_or(0.0, Duration::as_secs_f64);
        Figures {
            scene: tour.name.clone(),
            width: frame.width(),
            height: frame.height(),
            threads: raycaster.threads(),
            processor: raycast::processor(),
            kernel: raycaster.kernel().name(),
            ns_per_pixel: rounded(drawn * 1e9 / pixels),
            fps: rounded(1.0 / drawn),
            worst_ms: rounded(worst * 1e3),
            fill_ns_per_pixel: rounded(filled * 1e9 / pixels),
            ratio: rounded(drawn / filled),
            texel_fill_ns_per_pixel: rounded(texel_filled * 1e9 / pixels),
            texel_ratio: rounded(drawn / texel_filled),
            ns_per_sprite_pixel: (changed > 0)
                .then(|| rounded((drawn - bare) * 1e9 * times.len() as f64 / changed as f64)),
        }
    }

    /// Returns a row of the table.
    fn row(&self) -> String {
        format!(
            "{:<12} {:>10.3} {:>11.0} {:>11.3} {:>16.3} {:>8.2} {:>13.3} {:>14.2} {:>18}",
            self.scene,
            self.ns_per_pixel,
            self.fps,
            self.worst_ms,
            self.fill_ns_per_pixel,
            self.ratio,
            self.texel_fill_ns_per_pixel,
            self.texel_ratio,
            self.ns_per_sprite_pixel.map_or_else(String::new, |took| format!("{took:.3}")),
        )
    }
}

/// Returns the number of pixels, over all frames, that the sprites change.
fn changed_by_sprites(tour: &mut Tour, raycaster: &mut Raycaster, frame: &mut Frame) -> usize {
    let mut changed = 0;
    for pose in tour.poses.clone() {
        tour.stand(pose);
        raycaster.draw(&tour.scene, frame);
        let with = frame.pixels().to_vec();
        without_sprites(tour, raycaster, frame);
        changed += with.iter().zip(frame.pixels()).filter(|(with, without)| with != without).count();
    }
    changed
}

/// Draws the scene without its sprites. Returns the time.
fn without_sprites(tour: &mut Tour, raycaster: &mut Raycaster, frame: &mut Frame) -> Duration {
    let sprites = std::mem::take(&mut tour.scene.sprites);
    let took = timed(|| raycaster.draw(black_box(&tour.scene), black_box(&mut *frame)));
    black_box(frame.pixels());
    tour.scene.sprites = sprites;
    took
}

/// The number of trials of each form of the texel fill.
const TRIES: usize = 9;

/// Returns the form of the texel fill that is fastest here.
fn fastest(texels: &TexelFill, frame: &mut Frame) -> FillForm {
    let tries = |form: FillForm, frame: &mut Frame| {
        (0..TRIES).map(|_| timed(|| texels.fill(form, black_box(&mut *frame)))).min()
    };
    let forms = TexelFill::forms().map(|form| (tries(form, frame), form));
    forms.min_by_key(|(best, _)| *best).map_or(FillForm::PLAIN, |(_, form)| form)
}

/// Returns a function that measures the time since its creation.
fn passed() -> impl FnMut() -> Duration {
    let began = Instant::now();
    move || began.elapsed()
}

/// Returns the time of a piece of work.
fn timed(work: impl FnOnce()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed()
}

/// Rounds a number to four decimals.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
