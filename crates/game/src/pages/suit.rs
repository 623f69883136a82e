//! Suit page over the running deck: shows for each element how the air, the modules and the armour change a hit.

use crate::{
    flow::phase::{Flow, Phase, is_at_board},
    input::action::Action,
    input::bindings::Bindings,
    input::pad::Device,
    input::presses::is_asked,
    ui::front::Front,
    ui::text_layout::{self, BLACK, BRIGHT, DIM, PALE, RED},
};
use bevy::prelude::*;
use campaign::{SAMPLE, armour, element_name, suit_lines};
use engine::{Deck, Element, ElementalDamage, Filter, Player, Position, Rules, Suit};
use localization::{Key, Said, say};
use renderer::{Align, Area, Art, Canvas, Colour, DrawFrame, Lettering, Pen, Screen};

/// Colour of values that reduce damage.
const GREEN: Colour = Colour::rgb(120, 205, 120);

/// True while the page is shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SuitPage(bool);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<SuitPage>();
    let is_played = in_state(Flow::Running).and_then(not(is_at_board));
    app.add_systems(Update, turn_over.run_if(is_asked(Action::Suit).and_then(is_played.clone())));
    app.add_systems(OnEnter(Phase::Deck), |mut page: ResMut<SuitPage>| page.0 = false);
    let is_shown = resource_equals(SuitPage(true)).and_then(is_played);
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(is_shown));
}

fn turn_over(mut page: ResMut<SuitPage>) {
    page.0 = !page.0;
}

/// Row of the table: its name, and the lines of the cell for each element.
struct Row {
    name: String,
    colour: Colour,
    cells: [Vec<(String, Colour)>; 6],
}

impl Row {
    /// Returns the number of lines.
    fn lines(&self) -> i32 {
        self.cells.iter().map(Vec::len).max().unwrap_or(1).max(1) as i32
    }

    /// Creates a row with the effect of a filter on 1 unit of each element.
    fn of_filter(name: impl Into<Said>, filter: &Filter, colour: Colour, pen: &Pen) -> Row {
        let name = pen.say(name);
        Row { name, colour, cells: Element::ALL.map(|source| cell(filter, source, pen)) }
    }

    /// Creates a row with a number for each element.
    fn of_numbers(name: Key, numbers: [i32; 6], pen: &Pen) -> Row {
        let name = pen.say(name);
        Row { name, colour: PALE, cells: numbers.map(|number| vec![(number.to_string(), PALE)]) }
    }
}

/// Returns the effect of a filter on 1 unit of an element: one translated line for each resulting element.
fn cell(filter: &Filter, source: Element, pen: &Pen) -> Vec<(String, Colour)> {
    let parts = Element::ALL.map(|target| (target, filter.value(source, target)));
    let sum: f64 = parts.iter().map(|(_, value)| value).sum();
    let is_same = parts.iter().all(|&(target, value)| value == f64::from(u8::from(target == source)));
    let colour = match sum {
        _ if is_same => DIM,
        less if less < 1.0 => GREEN,
        more if more > 1.0 => RED,
        _ => PALE,
    };
    let parts = parts.into_iter().filter(|&(_, value)| value != 0.0);
    let lines = parts.map(|(target, value)| {
        let value = pen.say(Said::decimal(value, 2));
        let words = if target == source { value } else { format!("{value} {}", pen.say(element_name(target))) };
        (words, colour)
    });
    let lines: Vec<(String, Colour)> = lines.collect();
    if lines.is_empty() { vec![("0".to_owned(), colour)] } else { lines }
}

/// Returns the rows of the table.
fn rows(suit: &Suit, pen: &Pen) -> Vec<Row> {
    let mut rows: Vec<Row> =
        suit.filters.iter().map(|(name, filter)| Row::of_filter(Said::data(name), filter, PALE, pen)).collect();
    rows.push(Row::of_filter(say!("Total"), &suit.product, BRIGHT, pen));
    let costs = Element::ALL.map(|element| suit.cost(&ElementalDamage::of(element, SAMPLE)));
    rows.push(Row::of_numbers(say!("A hit of 20: health"), costs.map(|(health, _)| health), pen));
    if suit.armour.0 > 0 {
        rows.push(Row::of_numbers(say!("A hit of 20: armour"), costs.map(|(_, armour)| armour), pen));
    }
    rows
}

fn draw(
    player: Option<Single<(&Player, &Position)>>,
    (rules, deck): (Option<Res<Rules>>, Option<Res<Deck>>),
    (art, bindings, device): (Option<Res<Art>>, Res<Bindings>, Res<Device>),
    mut screen: ResMut<Screen>,
) {
    let (Some(player), Some(rules), Some(deck), Some(art)) = (player, rules, deck, art) else { return };
    let (player, position) = player.into_inner();
    let suit = Suit::around(player, position, &rules, &deck);
    let mut canvas = Canvas::new(&mut screen.0);
    let pen = art.pen();
    let line = text_layout::line_height(&canvas, pen, 1);
    canvas.tint(BLACK.covering(0.88));
    text_layout::line(&mut canvas, pen, say!("Suit"), line / 4, 2, PALE);
    let foot = canvas.height() - line * 5 / 4;
    if text_layout::is_small(&canvas, pen) {
        let area = text_layout::column(&canvas, pen, line * 5 / 4, foot);
        text_layout::paragraph(&mut canvas, pen, Said::joined(suit_lines(&suit), "   "), area, PALE);
    } else {
        let margin = canvas.width() / 32;
        let width = canvas.width() - 2 * margin;
        table(&mut canvas, pen, &suit, Area::new(margin, line * 5 / 2, width, foot - line * 3));
    }
    let hint = bindings.hint(Action::Suit, *device);
    text_layout::line(&mut canvas, pen, &say!("{hint}: close", hint), foot, 1, DIM);
}

/// Columns of the table.
struct Columns {
    left: i32,
    /// Width of the names, and of the cells.
    names: i32,
    cells: i32,
}

impl Columns {
    /// Draws a row with its top at `y`. Returns the top of the next one.
    fn draw(&self, canvas: &mut Canvas, pen: &Pen, row: &Row, y: i32) -> i32 {
        let (size, line) = (text_layout::size(canvas, pen, 1), text_layout::line_height(canvas, pen, 1));
        let name = text_layout::shortened(pen, &row.name, self.names / size);
        canvas.text(pen, &name, self.left, y, Lettering::new(row.colour, size));
        for (number, cell) in (0..).zip(&row.cells) {
            let middle = self.left + self.names + number * self.cells + self.cells / 2;
            for (below, (words, colour)) in (0..).zip(cell) {
                let lettering = Lettering::new(*colour, size).aligned(Align::Centre);
                canvas.text(pen, words, middle, y + below * line, lettering);
            }
        }
        y + row.lines() * line
    }
}

/// Draws the table into an area, with elements as columns and filters as rows.
fn table(canvas: &mut Canvas, pen: &Pen, suit: &Suit, area: Area) {
    let line = text_layout::line_height(canvas, pen, 1);
    let names = area.width / 4;
    let columns = Columns { left: area.x, names, cells: (area.width - names) / Element::ALL.len() as i32 };
    let heads = Element::ALL.map(|element| vec![(pen.say(element_name(element)), BRIGHT)]);
    let head = Row { name: String::new(), colour: BRIGHT, cells: heads };
    let mut y = columns.draw(canvas, pen, &head, area.y) + line / 4;
    for row in rows(suit, pen) {
        if row.colour == BRIGHT {
            canvas.fill(Area::new(area.x, y + line / 8, area.width, text_layout::size(canvas, pen, 1)), DIM);
            y += line / 4;
        }
        y = columns.draw(canvas, pen, &row, y);
    }
    let below = Area::new(area.x, y + line / 4, area.width, line);
    text_layout::paragraph(canvas, pen, armour(suit), below, PALE);
    y = below.y + line * 5 / 4;
    for (name, filter) in &suit.attacks {
        let name = say!("Your hits: {module}", module = Said::data(name));
        let mut row = Row::of_filter(name, filter, PALE, pen);
        // Here, larger numbers are better.
        let colours = row.cells.iter_mut().flatten().map(|(_, colour)| colour);
        colours.for_each(|colour| *colour = if *colour == RED { GREEN } else { *colour });
        y = columns.draw(canvas, pen, &row, y);
    }
}
