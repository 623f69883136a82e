//! `hullkit bench render`: how fast the raycaster draws.

use super::scene_file::SceneFile;
use super::scenes::BenchScene;
use super::tour::Tour;
use super::{file_tour, scenes};
use crate::failure::{Failure, say};
use clap::{Args, ValueEnum};
use raycast::{Frame, Kernel, MAX_THREADS, Raycaster};
use renderer::frame_size;
use serde::Serialize;
use std::hint::black_box;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Times the raycaster along fixed paths through fixed scenes.
///
/// For each scene it prints how many nanoseconds a pixel takes, how many frames fit a second, the slowest frame, how many
/// nanoseconds a pixel takes when the same frame is only filled with one colour (on one thread, between the frames), and
/// the ratio of the two. The path is gone five times; each frame and each fill counts at its best.
#[derive(Args)]
pub(crate) struct Render {
    /// The size of the frame, in pixels.
    #[arg(long, value_name = "WxH", default_value = "1920x1080", value_parser = frame_size)]
    size: (usize, usize),
    /// How many threads draw; the fill is always on one.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    threads: usize,
    /// Draw only this scene, instead of all of them.
    #[arg(long, value_name = "NAME", conflicts_with = "scene_file")]
    scene: Option<BenchScene>,
    /// Draw the scene in this file instead: map, sprites, camera path and the names of textures beside it. Tiles are given
    /// floors, ceilings and smooth light of their own, by a fixed rule.
    #[arg(long, value_name = "FILE.json")]
    scene_file: Option<PathBuf>,
    /// Draw the file's own picture: dark sides and two floors instead of light, fading and dithering.
    #[arg(long, requires = "scene_file")]
    bare: bool,
    /// The instructions to draw with.
    #[arg(long, value_name = "KERNEL", default_value = "auto")]
    kernel: Instructions,
    /// Print one JSON object a line instead of a table: scene, width, height, threads, ns_per_pixel, fps, worst_ms,
    /// fill_ns_per_pixel, ratio.
    #[arg(long)]
    json: bool,
}

/// What `--kernel` may say.
#[derive(Clone, Copy, ValueEnum)]
enum Instructions {
    /// The best that this processor has.
    Auto,
    /// None that a processor might lack.
    Plain,
    /// AVX2, eight pixels at once.
    Avx2,
    /// AVX-512, sixteen pixels at once.
    Avx512,
}

impl Instructions {
    /// The raycaster's kernel, if this processor has what it takes.
    fn kernel(self) -> Result<Kernel, Failure> {
        let (kernel, name) = match self {
            Instructions::Auto => (Kernel::Auto, "auto"),
            Instructions::Plain => (Kernel::Plain, "plain"),
            Instructions::Avx2 => (Kernel::Avx2, "avx2"),
            Instructions::Avx512 => (Kernel::Avx512, "avx512"),
        };
        let lacks = || Failure::arguments(format!("--kernel {name}: this processor lacks these instructions"));
        kernel.is_available().then_some(kernel).ok_or_else(lacks)
    }
}

/// A number of threads.
fn threads(text: &str) -> Result<usize, String> {
    let number = text.parse::<usize>().ok().filter(|number| (1..=MAX_THREADS).contains(number));
    number.ok_or_else(|| format!("`{text}` is not a number of threads from 1 to {MAX_THREADS}"))
}

/// What is printed of a scene.
#[derive(Serialize)]
struct Figures {
    scene: String,
    width: usize,
    height: usize,
    threads: usize,
    ns_per_pixel: f64,
    fps: f64,
    worst_ms: f64,
    fill_ns_per_pixel: f64,
    ratio: f64,
}

impl Render {
    /// Measures scene by scene and prints as it goes.
    pub(crate) fn go(self) -> Result<(), Failure> {
        let mut raycaster = Raycaster::with(self.kernel.kernel()?, self.threads);
        let mut frame = Frame::new(self.size.0, self.size.1);
        let file = self.scene_file.as_deref().map(SceneFile::read).transpose()?;
        if !self.json {
            say(&heading(&raycaster, &frame))?;
        }
        let mut show = |mut tour: Tour| {
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

/// What stands above the table.
fn heading(raycaster: &Raycaster, frame: &Frame) -> String {
    let kernel = format!("{:?}", raycaster.kernel()).to_lowercase();
    let threads = match raycaster.threads() {
        1 => "1 thread".to_owned(),
        more => format!("{more} threads"),
    };
    format!(
        "{} by {} pixels, {threads}, kernel {kernel}; each frame and each fill at the best of {PASSES}\n\n\
         scene          ns/pixel         fps    worst ms    fill ns/pixel    ratio",
        frame.width(),
        frame.height(),
    )
}

/// How often the path is gone.
const PASSES: usize = 5;

impl Figures {
    /// Draws the tour, frame by frame, and times it.
    fn of(tour: &mut Tour, raycaster: &mut Raycaster, frame: &mut Frame) -> Figures {
        let mut frames = vec![Duration::MAX; tour.poses.len()];
        let mut fills = frames.clone();
        // The first frame allocates, and wakes the threads.
        tour.stand(tour.poses[0]);
        raycaster.draw(&tour.scene, frame);
        for pass in 0..PASSES {
            for (number, (best, best_fill)) in frames.iter_mut().zip(&mut fills).enumerate() {
                tour.stand(tour.poses[number]);
                *best = timed(|| raycaster.draw(black_box(&tour.scene), black_box(&mut *frame))).min(*best);
                black_box(frame.pixels());
                let colour = black_box((pass * tour.poses.len() + number) as u32);
                *best_fill = timed(|| black_box(&mut *frame).fill(colour)).min(*best_fill);
                black_box(frame.pixels());
            }
        }
        let pixels = (frame.width() * frame.height()) as f64;
        let mean = |times: &[Duration]| times.iter().sum::<Duration>().as_secs_f64() / times.len() as f64;
        // However small a frame is, it takes some time; a coarse clock may not see it.
        let (drawn, filled) = (mean(&frames).max(1e-9), mean(&fills).max(1e-9));
        Figures {
            scene: tour.name.clone(),
            width: frame.width(),
            height: frame.height(),
            threads: raycaster.threads(),
            ns_per_pixel: rounded(drawn * 1e9 / pixels),
            fps: rounded(1.0 / drawn),
            worst_ms: rounded(frames.iter().max().map_or(0.0, Duration::as_secs_f64) * 1e3),
            fill_ns_per_pixel: rounded(filled * 1e9 / pixels),
            ratio: rounded(drawn / filled),
        }
    }

    /// A row of the table.
    fn row(&self) -> String {
        format!(
            "{:<12} {:>10.3} {:>11.0} {:>11.3} {:>16.3} {:>8.2}",
            self.scene, self.ns_per_pixel, self.fps, self.worst_ms, self.fill_ns_per_pixel, self.ratio
        )
    }
}

/// How long something takes.
fn timed(work: impl FnOnce()) -> Duration {
    let began = Instant::now();
    work();
    began.elapsed()
}

/// A number to four decimals.
fn rounded(number: f64) -> f64 {
    (number * 1e4).round() / 1e4
}
