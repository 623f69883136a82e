//! The automap: whether and how it is shown, its text, and the player's arrow.

use crate::{
    art::art::Art,
    automap::guide::WayOn,
    automap::guide_arrow::caption_height,
    automap::key,
    automap::map_viewport::MapViewport,
    automap::notes::MapNotes,
    automap::options::{AutomapOptions, FITTING, Guide, MapScale, MapView},
    automap::plan::Seen,
    automap::secrets::secrets_left,
    camera::camera::{Blend, ViewTurn},
    canvas::area::Area,
    canvas::canvas::{Align, Canvas, Colour, Lettering},
    canvas::wrap::wrap,
    hud::crosshair::DrawCrosshair,
    hud::deck_title::DeckName,
    hud::hud::{Edges, is_at_board},
    stage::options::Hud,
    stage::screen::{Draw, DrawFrame, Screen},
};
use bevy::prelude::*;
use engine::{
    Deck, Door, Explored, Grid, Heading, Pickup, Player, Position, PreviousPosition, PushWall, Rules, Run,
    TICKS_PER_SECOND,
};
use localization::{Said, say};

/// How much of the frame a full-screen map hides.
const HIDES: f32 = 0.93;

/// The share of its area that a fitting map fills. Words and the HUD cover the upper and the lower edge of an overlay; a
/// full-screen map is between them.
const FREE: f32 = 0.75;
const FREE_WHOLE: f32 = 0.97;

/// The maximum share of the frame's height that the header takes. In small frames, its last lines are left out.
const HEADER: f32 = 0.3;

/// The present state of the automap; it is off by default.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Automap {
    /// Its display mode.
    pub view: MapView,
    /// The point of the level in its middle, in tiles; `None` if the map follows the player.
    pub middle: Option<Vec2>,
    /// The help on keys, shown at the top of a full-screen map.
    pub help: Said,
}

impl Automap {
    /// Switches to the next view: overlay, full screen, off.
    pub fn turn_over(&mut self) {
        self.view = match self.view {
            MapView::Off => MapView::Over,
            MapView::Over => MapView::Whole,
            MapView::Whole => MapView::Off,
        };
        self.middle = None;
    }

    /// Moves the map by these shares of the frame's height, to the right and down. It then no longer follows the
    /// player, who is at the given point of the level.
    pub fn move_by(&mut self, step: Vec2, player: Vec2, options: AutomapOptions) {
        self.middle = Some(self.middle.unwrap_or(player) + step * options.tiles());
    }
}

/// The header of a full-screen map in this frame; empty above an overlay.
#[derive(Resource, Default)]
struct MapHeader {
    /// The row of its upper edge.
    top: i32,
    lines: Vec<(String, Colour)>,
}

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<MapHeader>()
        .init_resource::<Automap>()
        .init_resource::<AutomapOptions>()
        .init_resource::<MapNotes>();
    app.init_resource::<MapScale>();
    // Before the HUD, which stays visible. At a board there is no room for the map.
    let is_shown = |map: Res<Automap>, run: Option<Res<Run>>| map.view != MapView::Off && run.is_some();
    let steps = (write_header, draw, draw_header).chain();
    app.add_systems(DrawFrame, steps.in_set(Draw::Map).run_if(is_shown.and_then(not(is_at_board))));
    // There is nothing to aim at on a map.
    app.configure_sets(DrawFrame, DrawCrosshair.run_if(|map: Res<Automap>| map.view != MapView::Whole));
}

type Eye<'w, 's> = Single<'w, 's, (&'static Position, &'static PreviousPosition, &'static Heading), With<Player>>;

fn draw(
    (map, options, notes, way): (Res<Automap>, Res<AutomapOptions>, Res<MapNotes>, Res<WayOn>),
    (deck, grid, explored, rules): (Res<Deck>, Res<Grid>, Res<Explored>, Res<Rules>),
    (doors, walls, pickups): (Query<&Door>, Query<&PushWall>, Query<&Pickup>),
    eye: Eye,
    (art, blend, turn): (Option<Res<Art>>, Res<Blend>, Res<ViewTurn>),
    (edges, hud): (Res<Edges>, Res<Hud>),
    (mut screen, mut scale): (ResMut<Screen>, ResMut<MapScale>),
) {
    let Some(art) = art else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    if map.view == MapView::Whole {
        canvas.tint(key::GROUND.covering(HIDES));
    }
    let (position, previous, heading) = *eye;
    let (player, ahead) = (blend.between(*previous, *position), Heading(heading.0 + turn.0).direction());
    // A map that the player moves keeps north up, so that the arrow keys match what is visible.
    let up = if options.turns && map.middle.is_none() { ahead } else { Vec2::NEG_Y };
    let seen = Seen::new((&deck.0, &grid, &explored), &doors, &walls, &pickups, &rules);
    let has_caption = options.guide == Guide::Picture && hud.shown;
    let area = area(&canvas, map.view, *edges, if has_caption { caption_height(&canvas, art.pen()) } else { 0 });
    let (centre, tiles) = placed(&map, *options, player, seen.bounds(), area.width as f32 / area.height as f32);
    scale.0 = tiles;
    let sheet = MapViewport::new(&canvas, area, centre, tiles, up);
    seen.draw(&mut canvas, &art, &sheet, map.view, *options);
    if options.guide.is_on_map() {
        way.draw(&mut canvas, &sheet);
    }
    notes.draw(&mut canvas, art.pen(), &sheet);
    arrow(&mut canvas, &sheet, player, ahead);
}

/// Returns the part of the canvas that the map fills: all of it behind an overlay. A full-screen map is between the
/// contents of the upper edge, with a caption of this height, and the HUD.
fn area(canvas: &Canvas, view: MapView, edges: Edges, caption: i32) -> Area {
    let (width, height) = (canvas.width(), canvas.height());
    let top = edges.top + caption;
    match view {
        MapView::Whole if top < edges.foot => Area::new(0, top, width, edges.foot - top),
        _ => Area::new(0, 0, width, height),
    }
}

/// Returns the point in the middle of the map, and the number of tiles between its upper and lower edge. By default a
/// full-screen map shows all that has been explored, and an overlay what is around the player.
fn placed(map: &Automap, options: AutomapOptions, player: Vec2, explored: Rect, aspect: f32) -> (Vec2, f32) {
    let free = if map.view == MapView::Whole { FREE_WHOLE } else { FREE };
    let fitting = |half: Vec2, most: f32| (2.0 * half.y.max(half.x / aspect) / free).clamp(FITTING[0], most);
    let is_whole = map.view == MapView::Whole && !options.turns;
    let (centre, tiles) = match (options.fits, is_whole) {
        (false, _) => (player, options.tiles()),
        (true, true) => (explored.center(), fitting(explored.half_size(), FITTING[1])),
        (true, false) => {
            let half = (explored.max - player).max(player - explored.min);
            (player, fitting(half, AutomapOptions::default().tiles()))
        }
    };
    (map.middle.unwrap_or(centre), tiles)
}

/// Draws the player's position and view direction.
fn arrow(canvas: &mut Canvas, sheet: &MapViewport, at: Vec2, ahead: Vec2) {
    let size = (12.0 / sheet.tile).max(0.6);
    let corner = |along: f32, aside: f32| sheet.pixel(at + (ahead * along + ahead.perp() * aside) * size);
    let corners =
        |more: f32| [(1.0, 0.0), (-0.75, 0.6), (-0.5, 0.0), (-0.75, -0.6)].map(|(a, b)| corner(a * more, b * more));
    canvas.shape(&[&corners(1.3)], key::GROUND);
    canvas.shape(&[&corners(1.0)], key::PLAYER);
}

/// Replaces spaces by no-break spaces, except for the three spaces that separate items, so that lines are broken only
/// between items.
fn together(text: &str) -> String {
    text.split("   ").map(|thing| thing.replace(' ', "\u{a0}")).collect::<Vec<_>>().join("   ")
}

/// Returns the pixels per unit of the header, which is smaller than the HUD, because there is more to read.
fn header_unit(canvas: &Canvas) -> i32 {
    (canvas.unit() + 1) / 2
}

/// Writes the header of a full-screen map: the deck's name, statistics and the help on keys.
fn write_header(
    map: Res<Automap>,
    (deck, name, run): (Res<Deck>, Option<Res<DeckName>>, Res<Run>),
    walls: Query<&PushWall>,
    art: Option<Res<Art>>,
    (mut edges, mut header): (ResMut<Edges>, ResMut<MapHeader>),
    mut screen: ResMut<Screen>,
) {
    header.lines.clear();
    let Some(art) = art.filter(|_| map.view == MapView::Whole) else { return };
    let canvas = Canvas::new(&mut screen.0);
    let (pen, unit) = (art.pen(), header_unit(&canvas));
    let seconds = run.tick / u64::from(TICKS_PER_SECOND);
    let done = [
        say!("Kills {number} of {all}", number = run.kills, all = run.monsters),
        say!("Secrets {number} of {all}", number = run.found, all = run.secrets),
        say!("Treasure {number} of {all}", number = run.treasure, all = run.treasures),
        say!("Time {time}", time = Said::literal(format!("{}:{:02}", seconds / 60, seconds % 60))),
    ];
    let done = Said::joined(done, "   ");
    let name = name.map_or_else(|| Said::data(&deck.0.name), |name| name.0.clone());
    let above = [(name, key::WORDS), (done, key::PALE_WORDS)];
    let secrets = secrets_left(&deck.0, walls.iter()).map(|said| (said, key::PALE_WORDS));
    let help = (map.help.clone(), key::PALE_WORDS);
    let lines = above.into_iter().chain(secrets).chain([help]).flat_map(|(said, colour)| {
        let width = (canvas.width() - 8 * unit) / unit;
        wrap(pen.font(), &together(&pen.say(said)), width).into_iter().map(move |text| (text, colour))
    });
    let line = pen.line_height() * unit;
    header.lines.extend(lines.take((canvas.height() as f32 * HEADER) as usize / line as usize));
    // Below a note at the upper edge.
    header.top = edges.top;
    edges.top += line * header.lines.len() as i32 + 4 * unit;
}

/// Draws the header over the map, which may be larger than its area if the player has zoomed.
fn draw_header(header: Res<MapHeader>, art: Option<Res<Art>>, edges: Res<Edges>, mut screen: ResMut<Screen>) {
    let Some(art) = art.filter(|_| !header.lines.is_empty()) else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let (unit, width) = (header_unit(&canvas), canvas.width());
    canvas.fill(Area::new(0, header.top, width, edges.top - header.top), key::GROUND.covering(0.8));
    for (row, (text, colour)) in (0..).zip(&header.lines) {
        let y = header.top + 2 * unit + row * art.pen().line_height() * unit;
        canvas.text(art.pen(), text, width / 2, y, Lettering::new(*colour, unit).aligned(Align::Centre));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        stage::options::{Crosshair, ViewOptions},
        testing::{game, game_on, picture, wait},
    };
    use bevy::ecs::system::RunSystemOnce;
    use engine::{Headless, Intent};
    use level::Level;

    #[test]
    fn items_are_not_broken_across_lines() {
        let told = together("Undead 1 of 8   Time 0:04   F: follow, or by the arrows");
        assert_eq!(
            told,
            "Undead\u{a0}1\u{a0}of\u{a0}8   Time\u{a0}0:04   F:\u{a0}follow,\u{a0}or\u{a0}by\u{a0}the\u{a0}arrows"
        );
    }

    /// Starts a run in a room with a locked door and a window, next to a room that has not been seen.
    fn deck() -> Headless {
        let mut game = game(&[
            "##############",
            "#    #   #   #",
            "# @  +   #   #",
            "#    #   #   #",
            "###########  #",
            "##############",
        ]);
        game.world_mut().insert_resource(Hud { shown: false, fades: false });
        wait(&mut game, 20, Intent::default());
        game
    }

    fn show(game: &mut Headless, view: MapView, options: AutomapOptions) -> raycast::Frame {
        game.world_mut().insert_resource(Automap { view, ..Automap::default() });
        game.world_mut().insert_resource(options);
        picture(game, 640, 360)
    }

    /// The options of a player who has zoomed.
    const ZOOMED: AutomapOptions =
        AutomapOptions { fits: false, zoom: 2, turns: false, thick: false, guide: Guide::Off };

    #[test]
    fn sealed_door_that_a_trigger_holds_open_has_no_lock_on_the_map() {
        let text = "(name: \"\", legend: {'#': (wall: \"wall\"), ' ': (), '@': (thing: Player),
            'S': (door: \"hatch\", lock: Sealed, name: \"hatch\"), 'x': (name: \"plate\")},
            triggers: [(at: \"plate\", on: Step, do: [Open(\"hatch\")])],
            map: [\"########\", \"#@ x S #\", \"########\"])";
        let mut game = game_on(Level::read("sealed", text.as_bytes()).unwrap().into());
        let locks = |deck: Res<Deck>,
                     (grid, explored, rules): (Res<Grid>, Res<Explored>, Res<Rules>),
                     (doors, walls, pickups): (Query<&Door>, Query<&PushWall>, Query<&Pickup>)| {
            Seen::new((&deck.0, &grid, &explored), &doors, &walls, &pickups, &rules).locks.len()
        };
        wait(&mut game, 20, Intent::default());
        assert_eq!(game.world_mut().run_system_once(locks).unwrap(), 1);
        wait(&mut game, 200, Intent { forward: 1.0, ..Intent::default() });
        assert_eq!(game.world_mut().run_system_once(locks).unwrap(), 0);
    }

    #[test]
    fn crosshair_is_not_drawn_over_a_full_screen_map() {
        let mut game = deck();
        game.world_mut().insert_resource(Hud { shown: true, fades: false });
        let mut differ = |view: MapView| {
            let frames = [Crosshair::Cross, Crosshair::None].map(|crosshair| {
                game.world_mut().insert_resource(ViewOptions { crosshair, ..ViewOptions::default() });
                show(&mut game, view, ZOOMED)
            });
            frames[0].pixels() != frames[1].pixels()
        };
        assert_eq!([MapView::Off, MapView::Over, MapView::Whole].map(&mut differ), [true, true, false]);
    }

    #[test]
    fn map_opens_with_all_that_is_explored_until_the_player_zooms() {
        let player = Vec2::new(3.5, 3.5);
        let room = Rect::new(1.0, 1.0, 9.0, 6.0);
        let deck = Rect::new(1.0, 1.0, 41.0, 31.0);
        let map = |view, middle| Automap { view, middle, ..Automap::default() };
        let options = AutomapOptions::default();
        let whole = |explored| placed(&map(MapView::Whole, None), options, player, explored, 1.6);
        assert_eq!(whole(room), (room.center(), 10.0));
        assert_eq!(whole(deck), (deck.center(), 30.0 / FREE_WHOLE));
        let over = |explored| placed(&map(MapView::Over, None), options, player, explored, 1.6);
        assert_eq!(over(Rect::new(1.0, 1.0, 11.0, 6.0)), (player, 2.0 * 7.5 / 1.6 / FREE));
        assert_eq!(over(deck), (player, 20.0), "an overlay stays readable");
        assert_eq!(placed(&map(MapView::Whole, None), ZOOMED, player, deck, 1.6), (player, 20.0));
        let there = Vec2::new(9.0, 9.0);
        assert_eq!(placed(&map(MapView::Whole, Some(there)), options, player, deck, 1.6).0, there);
    }

    /// Returns the rows in which the floor of a full-screen map with the guide is drawn, and the rows between the words
    /// above it and the HUD.
    fn rows(game: &mut Headless, width: usize, height: usize) -> (Option<usize>, Option<usize>, Edges) {
        let options = AutomapOptions { guide: Guide::Picture, ..AutomapOptions::default() };
        let help = Said::literal("Tab: overlay, full, off   +: zoom in   -: zoom out   F: follow / pan   N: marker");
        game.world_mut().insert_resource(Automap { view: MapView::Whole, help, ..Automap::default() });
        game.world_mut().insert_resource(options);
        game.world_mut().insert_resource(Hud { shown: true, fades: false });
        let frame = picture(game, width, height);
        let mut wanted = raycast::Frame::new(1, 1);
        Canvas::new(&mut wanted).tint(key::FLOOR);
        let has_floor = |y: &usize| (0..width).any(|x| frame.pixel(x, *y) == Some(wanted.pixels()[0]));
        let edges = *game.world().resource::<Edges>();
        ((0..height).find(has_floor), (0..height).rev().find(has_floor), edges)
    }

    #[test]
    fn fitting_full_screen_map_is_not_covered_by_words() {
        let mut room = vec![format!("#{}#", " ".repeat(40)); 40];
        (room[0], room[39]) = ("#".repeat(42), "#".repeat(42));
        room[20] = room[20].replacen(' ', "@", 1);
        let mut game = game(&room.iter().map(String::as_str).collect::<Vec<_>>());
        wait(&mut game, 20, Intent::default());
        for (width, height) in [(320, 180), (640, 360), (1280, 720)] {
            let (first, last, edges) = rows(&mut game, width, height);
            let (first, last) = (first.expect("a floor") as i32, last.expect("a floor") as i32);
            assert!(first >= edges.top && last < edges.foot, "{width}x{height}: {first} to {last}, {edges:?}");
            assert!(last - first >= height as i32 / 4, "{width}x{height}: {first} to {last}");
        }
    }

    fn differing(one: &raycast::Frame, other: &raycast::Frame) -> usize {
        one.pixels().iter().zip(other.pixels()).filter(|(one, other)| one != other).count()
    }

    #[test]
    fn automap_draws_at_any_size_and_changes_nothing() {
        let mut game = deck();
        let (without, state) = (picture(&mut game, 640, 360), game.snapshot());
        let over = show(&mut game, MapView::Over, AutomapOptions::default());
        let whole = show(&mut game, MapView::Whole, AutomapOptions::default());
        assert!(differing(&without, &over) > 2000 && differing(&without, &over) < 640 * 360 / 2);
        assert!(differing(&without, &whole) > 640 * 360 * 9 / 10);
        for (width, height) in [(1, 1), (3, 200), (200, 3), (641, 361), (1280, 720)] {
            picture(&mut game, width, height);
        }
        assert_eq!(show(&mut game, MapView::Off, AutomapOptions::default()), without);
        assert_eq!(game.snapshot(), state);
    }

    #[test]
    fn automap_shows_only_explored_cells() {
        let mut game = deck();
        let frame = show(&mut game, MapView::Whole, ZOOMED);
        let canvas_frame = &mut frame.clone();
        let canvas = Canvas::new(canvas_frame);
        let area = area(&canvas, MapView::Whole, *game.world().resource::<Edges>(), 0);
        let sheet = MapViewport::new(&canvas, area, Vec2::new(2.5, 2.5), ZOOMED.tiles(), Vec2::NEG_Y);
        let at = |x: f32, y: f32| {
            let pixel = sheet.pixel(Vec2::new(x, y)).as_ivec2();
            frame.pixel(pixel.x as usize, pixel.y as usize).unwrap_or_default()
        };
        let mut wanted = raycast::Frame::new(1, 1);
        Canvas::new(&mut wanted).tint(key::FLOOR);
        assert_eq!(at(1.5, 1.5), wanted.pixels()[0], "the player is in this room");
        assert_ne!(at(6.5, 2.5), wanted.pixels()[0], "behind a door");
        assert_ne!(at(12.5, 2.5), wanted.pixels()[0], "behind a wall");
        Canvas::new(&mut wanted).tint(key::DOOR);
        assert_eq!(at(5.5, 2.5), wanted.pixels()[0], "the door has been seen");
    }

    #[test]
    fn automap_options_change_the_drawing() {
        let mut game = deck();
        let plain = show(&mut game, MapView::Whole, AutomapOptions::default());
        for options in [
            AutomapOptions { zoom: 0, ..ZOOMED },
            AutomapOptions { turns: true, ..AutomapOptions::default() },
            AutomapOptions { thick: true, ..AutomapOptions::default() },
            AutomapOptions { guide: Guide::Map, ..AutomapOptions::default() },
        ] {
            assert!(differing(&plain, &show(&mut game, MapView::Whole, options)) > 100, "{options:?}");
        }
        let mut notes = MapNotes::default();
        notes.turn(IVec2::new(3, 2));
        game.world_mut().insert_resource(notes);
        assert!(differing(&plain, &show(&mut game, MapView::Whole, AutomapOptions::default())) > 100, "with a note");
        game.world_mut().insert_resource(MapNotes::default());
    }
}
