//! Prints the rhythms of up to eight strokes in eight beats, and a line on a grid: `cargo run -p even --example rhythm`.

use even::{grid_line, spread};

const BEATS: u64 = 8;

fn main() {
    for strokes in 1..=BEATS {
        let beats: String = spread('x', '.', strokes, BEATS - strokes).collect();
        println!("{strokes} of {BEATS}: {beats}");
    }
    let steps: Vec<String> = grid_line(7, 3).map(|step| step.to_string()).collect();
    println!("7 to the right and 3 down: {}", steps.join(" "));
}
