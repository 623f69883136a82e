//! The debug view: a map around the player that shows the states, goals, hearing and paths of monsters.
//!
//! It is for developers. It only reads the engine's public state, and changes nothing. The legend at its lower edge
//! explains the marks.

use crate::{
    art::art::Art,
    camera::camera::Blend,
    canvas::area::Area,
    canvas::canvas::{Canvas, Colour, Lettering},
    debug::plan::{PALE, Plan, plan},
    debug::{deck, undead},
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::{ecs::system::SystemParam, prelude::*};
use engine::{Body, Fields, Grid, Heading, Monster, MonsterState, Player, Position, PreviousPosition, Run};
use strum::VariantArray;

/// Whether the debug view is drawn over the frame; off by default.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DebugView {
    /// True if it is drawn.
    pub shown: bool,
}

/// Arrows on the map of the debug view, from a point of the level to another one.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct DebugArrows(pub Vec<(Vec2, Vec2)>);

/// The map of the debug view as the last frame shows it, for pointing at it.
#[derive(SystemParam)]
pub struct DebugMap<'w> {
    view: Option<Res<'w, DebugView>>,
    blend: Option<Res<'w, Blend>>,
    screen: Option<Res<'w, Screen>>,
}

impl DebugMap<'_> {
    /// Returns the point of the level at a pixel of the frame, or `None` if the map is not shown.
    pub fn point(&self, pixel: Vec2, (position, previous): (&Position, &PreviousPosition)) -> Option<Vec2> {
        let (view, blend, screen) = (self.view.as_ref()?, self.blend.as_ref()?, self.screen.as_ref()?);
        let size = IVec2::new(screen.0.width() as i32, screen.0.height() as i32);
        view.shown.then(|| Plan::on(size, blend.between(*previous, *position)).point(pixel))
    }
}

/// How much of the frame behind the map is hidden.
const DIMMED: f32 = 0.72;

const PLAYER: Colour = Colour::rgb(255, 255, 255);
const ARROW: Colour = Colour::rgb(255, 90, 200);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<DebugView>().init_resource::<DebugArrows>();
    let steps = (deck::ways, deck::sounds, deck::walls, undead::marks, player, arrows, words).chain();
    let is_shown = |debug: Res<DebugView>, run: Option<Res<Run>>| debug.shown && run.is_some();
    app.add_systems(DrawFrame, (dim, steps).chain().in_set(Draw::Debug).run_if(is_shown));
}

fn dim(mut screen: ResMut<Screen>) {
    Canvas::new(&mut screen.0).tint(Colour::rgb(6, 8, 12).covering(DIMMED));
}

/// Draws an arrow at the player's position, along the heading.
fn player(
    player: Single<(&Position, &PreviousPosition, &Heading), With<Player>>,
    blend: Res<Blend>,
    mut screen: ResMut<Screen>,
) {
    let (position, previous, heading) = *player;
    let mut canvas = Canvas::new(&mut screen.0);
    let plan = plan(&canvas, (position, previous), *blend);
    let ahead = heading.direction();
    let corner = |along: f32, aside: f32| plan.pixel(plan.centre + ahead * along + ahead.perp() * aside);
    let corners = [corner(0.6, 0.0), corner(-0.35, 0.35), corner(-0.15, 0.0), corner(-0.35, -0.35)];
    for (number, &from) in corners.iter().enumerate() {
        canvas.line(from, corners[(number + 1) % corners.len()], 2, PLAYER);
    }
}

/// Draws the arrows.
fn arrows(
    arrows: Res<DebugArrows>,
    player: Single<(&Position, &PreviousPosition), With<Player>>,
    blend: Res<Blend>,
    mut screen: ResMut<Screen>,
) {
    let mut canvas = Canvas::new(&mut screen.0);
    let plan = plan(&canvas, *player, *blend);
    let thick = (plan.tile / 8).max(1);
    for &(from, to) in &arrows.0 {
        let way = (to - from).normalize_or_zero();
        let mut line = |from: Vec2, to: Vec2| canvas.line(plan.pixel(from), plan.pixel(to), thick, ARROW);
        line(from, to);
        [way.perp(), -way.perp()].into_iter().for_each(|aside| line(to, to - way * 0.4 + aside * 0.25));
    }
}

/// Draws the legend, and some numbers.
fn words(
    monsters: Query<&Monster, With<Body>>,
    art: Option<Res<Art>>,
    (run, grid, fields): (Res<Run>, Res<Grid>, Res<Fields>),
    mut screen: ResMut<Screen>,
) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let scale = (canvas.height() / 360).max(1);
    let (line, gap) = (art.pen().line_height() * scale, 4 * scale);
    let (width, height) = (canvas.width(), canvas.height());
    let back = Colour::rgb(0, 0, 0).covering(0.7);

    let aware = monsters.iter().filter(|monster| !monster.state().is_unaware()).count();
    let head = format!(
        "tick {}   skill {}   {} monsters, {aware} aware   {}",
        run.tick,
        run.skill,
        monsters.iter().count(),
        ways_in_words(&fields, &grid, run.tick)
    );
    canvas.fill(Area::new(0, 0, width, line), back);
    canvas.text(art.pen(), &head, gap, 0, Lettering::new(PALE, scale));

    let states = MonsterState::VARIANTS.iter().map(|&state| {
        let (letter, colour) = undead::sign(state);
        (format!("{letter} {}", format!("{state:?}").to_lowercase()), colour)
    });
    let mut states: Vec<_> = states.collect();
    states.sort_by_key(|(text, _)| text.to_lowercase());
    let marks = deck::MARKS.map(|(text, colour)| (text.to_owned(), colour));
    for (row, (legend, space)) in [(&marks[..], 14), (&states[..], 7)].into_iter().enumerate() {
        let top = height - (row as i32 + 1) * line;
        canvas.fill(Area::new(0, top, width, line), back);
        let mut x = gap;
        for (text, colour) in legend {
            canvas.text(art.pen(), text, x, top, Lettering::new(*colour, scale));
            x += (art.pen().width(text) + space) * scale;
        }
    }
}

/// Returns the progress of the path search to the player, as text.
fn ways_in_words(fields: &Fields, grid: &Grid, tick: u64) -> String {
    if !fields.keeps_ways_to_player(tick) {
        return "no path search".to_owned();
    }
    let size = grid.size();
    let cells = (0..size.y).flat_map(|y| (0..size.x).map(move |x| IVec2::new(x, y)));
    let known = cells.filter_map(|cell| fields.to_player(grid, cell));
    let (all, settled) = known.fold((0, 0), |(all, settled), (_, is_new)| (all + 1, settled + u32::from(is_new)));
    if settled == all { format!("paths: {all} cells") } else { format!("paths: {settled} of {all} cells are new") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        stage::options::Hud,
        testing::{game, picture, wait},
    };
    use engine::Intent;

    #[test]
    fn debug_view_draws_at_any_size_and_changes_nothing() {
        let mut game = game(&["############", "#@  +  z H #", "#######g####", "#   z   P  #", "############"]);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        wait(&mut game, 60, Intent { fire: true, ..Intent::default() });
        let (without, state) = (picture(&mut game, 320, 180), game.snapshot());
        game.world_mut().insert_resource(DebugView { shown: true });
        for (width, height) in [(1, 1), (3, 200), (200, 3), (641, 361), (1280, 720)] {
            picture(&mut game, width, height);
        }
        let with = picture(&mut game, 320, 180);
        let arrow = DebugArrows(vec![(at_player(&mut game), Vec2::new(10.5, 3.5))]);
        game.world_mut().insert_resource(arrow);
        assert_ne!(picture(&mut game, 320, 180), with);
        game.world_mut().insert_resource(DebugArrows::default());
        let differ = without.pixels().iter().zip(with.pixels()).filter(|(one, other)| one != other).count();
        assert!(differ > 320 * 180 / 2, "{differ}");
        assert_eq!(picture(&mut game, 320, 180), with);
        assert_eq!(game.snapshot(), state);
    }

    fn at_player(game: &mut engine::Headless) -> Vec2 {
        let world = game.world_mut();
        world.query_filtered::<&Position, With<Player>>().single(world).unwrap().0
    }

    /// Starts a chase in a hall, in a tick in which the path search to the player is not finished: the player has just
    /// entered another cell, and fired.
    #[test]
    fn debug_map_shows_states_goals_noises_and_search_progress() {
        let mut rows = vec![format!("#{}#", " ".repeat(70)); 30];
        let mut put = |y: usize, x: usize, text: &str| rows[y].replace_range(x..x + text.len(), text);
        put(10, 20, "####+####");
        (11..19).for_each(|y| put(y, 28, "#"));
        let things = [(14, 22, "@"), (12, 31, "z"), (9, 33, "o"), (6, 24, "z"), (17, 20, "z"), (20, 12, "z")];
        things.into_iter().for_each(|(y, x, text)| put(y, x, text));
        rows.insert(0, "#".repeat(72));
        rows.push("#".repeat(72));
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut game = game(&rows);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        game.world_mut().insert_resource(DebugView { shown: true });
        let is_searching = |game: &engine::Headless| {
            let (fields, grid) = (game.world().resource::<Fields>(), game.world().resource::<Grid>());
            ways_in_words(fields, grid, game.run().tick).ends_with("are new")
        };
        let walk = Intent { forward: 1.0, fire: true, ..Intent::default() };
        let ticks = (0..600).take_while(|tick| {
            game.tick(walk);
            *tick < 150 || !is_searching(&game)
        });
        assert!(ticks.count() < 600);
        let mut frame = picture(&mut game, 640, 360);
        let plan = Plan::new(&Canvas::new(&mut frame), at_player(&mut game));
        let pixel = |(x, y): (i32, i32)| frame.pixel(x as usize, y as usize).unwrap_or_default();

        let world = game.world_mut();
        let mut monsters = world.query_filtered::<(&Monster, &Position), With<Body>>();
        for (monster, at) in monsters.iter(world) {
            let (x, y) = plan.pixel(at.0);
            let mut wanted = raycast::Frame::new(1, 1);
            Canvas::new(&mut wanted).tint(undead::sign(monster.state()).1);
            assert!((-7..8).any(|dx| pixel((x + dx, y + 5)) == wanted.pixels()[0]), "{:?} at {at:?}", monster.state());
        }
        // The stroke through a cell that the search has not reached begins in its lower left corner.
        let (fields, grid) = (world.resource::<Fields>(), world.resource::<Grid>());
        let (mut right, mut all) = ([0, 0], [0, 0]);
        for cell in plan.cells(grid) {
            let Some((_, is_new)) = fields.to_player(grid, cell) else { continue };
            let area = plan.cell(cell).within(1);
            // Skips the text at the top and the bottom.
            if area.x < 0 || area.x + area.width > 640 || area.y < 20 || area.y + area.height > 320 {
                continue;
            }
            let red = |x: i32| pixel((x, area.y + area.height - 1)) & 0xff;
            let has_stroke = red(area.x) * 2 < red(area.x + area.width - 1);
            all[usize::from(is_new)] += 1;
            right[usize::from(is_new)] += usize::from(has_stroke != is_new);
        }
        assert!(all[0] > 100 && all[1] > 100, "{all:?}");
        assert!((0..2).all(|is_new| right[is_new] * 10 > all[is_new] * 9), "{right:?} of {all:?}");
    }

    #[test]
    fn debug_view_needs_a_run() {
        let mut app = App::new();
        app.add_plugins(crate::RendererPlugin).insert_resource(DebugView { shown: true });
        app.world_mut().run_schedule(DrawFrame);
        let frame = &app.world().resource::<Screen>().0;
        let is_black = |pixel: u32| pixel & 0xff_ffff == 0;
        let pixels = (0..frame.height()).flat_map(|y| (0..frame.width()).filter_map(move |x| frame.pixel(x, y)));
        assert!(frame.width() > 0 && pixels.clone().all(is_black));
    }
}
