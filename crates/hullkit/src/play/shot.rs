//! `hullkit shot`: draws what a player sees.

use crate::{
    command_line::arguments::{degrees, point, seconds},
    command_line::failure::{Failure, check_assets, check_textures, read_art, read_level_under},
    command_line::file_kind::FileKind,
    command_line::output::{Force, Outputs},
    play::play::Who,
    play::views,
};
use bevy::prelude::*;
use clap::Args;
use engine::{Grid, Heading, Headless, Player, Position, PreviousPosition, Shape};
use raycast::{Frame, Kernel};
use renderer::{DebugView, DrawFrame, DrawKernel, Hud, RendererPlugin, Screen, frame_size};
use std::path::PathBuf;

/// Draws what a player sees: at the start of a level, after some time, or from any other position.
#[derive(Args)]
pub(crate) struct Shot {
    /// The level file.
    #[arg(required_unless_present = "views")]
    level: Option<PathBuf>,
    /// Draw all decks from the fixed positions in this file, and write statistics of the decks to `decks.json`; `--out`
    /// is a folder.
    #[arg(long, value_name = "FILE.ron", conflicts_with_all = ["level", "at", "facing", "debug", "kernel", "demo", "bot"])]
    views: Option<PathBuf>,
    #[command(flatten)]
    who: Who,
    /// The player's position, in tiles; the middle of a cell is at .5, as in 9.5,1.5.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true, value_parser = point, conflicts_with = "demo")]
    at: Option<Vec2>,
    /// The direction of view, in degrees: 0 is to the right of the map, 90 down the map.
    #[arg(long, value_name = "DEGREES", allow_hyphen_values = true, value_parser = degrees, conflicts_with = "demo")]
    facing: Option<f32>,
    /// The game time to simulate before the image is drawn, in seconds.
    #[arg(long, value_name = "S", default_value = "0", value_parser = seconds)]
    seconds: u64,
    /// The size of the image, in pixels.
    #[arg(long, value_name = "WxH", default_value = "640x360", value_parser = frame_size)]
    size: (usize, usize),
    /// Draw the debug map over it: states, knowledge, hearing and paths of the monsters.
    #[arg(long)]
    debug: bool,
    /// The instruction set to draw with; the image is the same with all of them.
    #[arg(long, value_name = "KERNEL", default_value = "auto", value_parser = Kernel::named)]
    kernel: Kernel,
    /// The PNG file to write; with `--views`, the folder.
    #[arg(long, value_name = "FILE.png")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
}

impl Shot {
    /// Plays the given time and draws one frame.
    pub(crate) fn run(self) -> Result<(), Failure> {
        let Some(path) = &self.level else {
            return views::run(&self.views.unwrap_or_default(), &self.out, self.force);
        };
        let outputs = Outputs::beside(self.who.files().chain([path.as_path()]), self.force);
        outputs.check(&self.out, FileKind::Image)?;
        let art = read_art()?;
        let level = read_level_under(path, self.who.rules())?;
        let (start, mut player) = self.who.start(path, level)?;
        check_assets(&start.rules, &art)?;
        check_textures(path, &start.level, &art)?;
        let mut headless = Headless::begin_with(&start, |app| {
            app.add_plugins(RendererPlugin);
        });
        stand(&mut headless, self.at, self.facing)?;
        while headless.run().goes_on() && headless.run().tick < self.seconds {
            let Some(intent) = player.intent(&mut headless) else { break };
            headless.tick(intent);
            player.compare(&mut headless)?;
        }
        let world = headless.world_mut();
        world.insert_resource(art);
        // The image must not be dimmed by the fade at the start.
        world.insert_resource(Hud { fades: false, ..default() });
        world.insert_resource(DebugView { shown: self.debug });
        world.insert_resource(DrawKernel::asked_or_known(self.kernel));
        outputs.write_png(&self.out, drawn(&mut headless, self.size))
    }
}

/// Draws one frame.
pub(crate) fn drawn(headless: &mut Headless, (width, height): (usize, usize)) -> &Frame {
    let world = headless.world_mut();
    world.insert_resource(Screen(Frame::new(width, height)));
    world.run_schedule(DrawFrame);
    &world.resource::<Screen>().0
}

/// Moves the player to a position, in tiles, and turns it to a direction, in radians, where given.
pub(crate) fn stand(headless: &mut Headless, at: Option<Vec2>, facing: Option<f32>) -> Result<(), Failure> {
    let world = headless.world_mut();
    if let Some(at) = at
        && world.resource::<Grid>().shape(Grid::cell_at(at)) == Shape::Solid
    {
        return Err(Failure::arguments(format!("--at {},{} is inside a wall", at.x, at.y)));
    }
    let mut players = world.query_filtered::<(&mut Position, &mut PreviousPosition, &mut Heading), With<Player>>();
    for (mut position, mut previous, mut heading) in players.iter_mut(world) {
        if let Some(at) = at {
            (position.0, previous.0) = (at, at);
        }
        heading.0 = facing.unwrap_or(heading.0);
    }
    Ok(())
}
