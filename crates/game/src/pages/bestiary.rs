//! The bestiary: whom the player has met in any game, one on a page, with what the tables say of it.

use crate::files::met::Met;
use crate::files::rules_files::BaseRules;
use crate::flow::page::Page;
use crate::flow::skill::Skill;
use crate::input::just_pressed::{Choice, JustPressed};
use crate::pages::bestiary_words::of_kind;
use crate::ui::front::Front;
use crate::ui::text_layout::{self, BLACK, DIM, PALE};
use bevy::prelude::*;
use engine::{MonsterKind, Rules};
use renderer::{Area, Art, Canvas, DrawFrame, Screen};

/// The number of the page among those that were met.
#[derive(Resource, Default)]
struct BestiaryPage(usize);

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<BestiaryPage>();
    app.add_systems(OnEnter(Page::Bestiary), |mut page: ResMut<BestiaryPage>| page.0 = 0);
    app.add_systems(Update, follow.run_if(in_state(Page::Bestiary)));
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::Bestiary)));
}

/// Whether there is a page to show.
pub(crate) fn has_any(rules: &Rules, met: &Met) -> bool {
    !known(rules, met).is_empty()
}

fn known<'a>(rules: &'a Rules, met: &Met) -> Vec<(&'a str, &'a MonsterKind)> {
    rules.monsters.iter().filter(|(name, _)| met.knows(name)).map(|(name, kind)| (name.as_str(), kind)).collect()
}

/// The page after these presses; none once it is left. A click goes on, and after the last one out.
fn turned(page: usize, count: usize, pressed: &JustPressed) -> Option<usize> {
    if pressed.escape() || count == 0 {
        return None;
    }
    let mut page = page as i32;
    for choice in pressed.choices() {
        page += match choice {
            Choice::Less | Choice::Up => -1,
            Choice::More | Choice::Down => 1,
            Choice::Confirm => return None,
        };
    }
    page = page.rem_euclid(count as i32) + i32::from(pressed.click);
    usize::try_from(page).ok().filter(|page| *page < count)
}

fn follow(
    (pressed, met, rules): (Res<JustPressed>, Res<Met>, Option<Res<BaseRules>>),
    mut page: ResMut<BestiaryPage>,
    mut page_shown: ResMut<NextState<Page>>,
) {
    let count = rules.map_or(0, |rules| known(&rules.0, &met).len());
    match turned(page.0, count, &pressed) {
        Some(number) => page.0 = number,
        None => page_shown.set(Page::None),
    }
}

fn draw(
    (art, met, rules): (Option<Res<Art>>, Res<Met>, Option<Res<BaseRules>>),
    (page, skill): (Res<BestiaryPage>, Res<Skill>),
    mut screen: ResMut<Screen>,
) {
    let (Some(art), Some(rules)) = (art, rules) else { return };
    let known = known(&rules.0, &met);
    let Some((name, kind)) = known.get(page.0) else { return };
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    let line = text_layout::line_height(&canvas, art.font(), 1);
    canvas.tint(BLACK.covering(0.88));
    let mut letters = name.chars();
    let heading: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
    text_layout::line(&mut canvas, art.font(), &heading, line / 4, 2, PALE);
    let picture = ["_stand.1", "_stand"].iter().find_map(|ending| art.picture(&format!("{}{ending}", kind.sprites)));
    let left = width / 3;
    if let Some(picture) = picture {
        let (wide, high) = (picture.width() as i32, picture.height() as i32);
        let scale = (left / wide).min((height - 4 * line) / high).max(1);
        canvas.picture(picture, (left - wide * scale) / 2, height - line * 2 - high * scale, scale, 1.0);
    }
    let mut y = 3 * line;
    for said in of_kind(kind, &rules.0, skill.get()) {
        let area = Area::new(left, y, width - left - line / 2, height - y - line * 2);
        text_layout::paragraph(&mut canvas, art.font(), &said, area, PALE);
        y += text_layout::wrapped(&canvas, art.font(), &said, area.width).len() as i32 * line;
    }
    let foot =
        format!("{} of {} that you have met, of {} that there are", page.0 + 1, known.len(), rules.0.monsters.len());
    text_layout::line(&mut canvas, art.font(), &foot, height - line - line / 8, 1, DIM);
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::keyboard::KeyCode::{ArrowLeft, ArrowRight, Escape};

    #[test]
    fn keys_go_round_and_clicks_through_to_the_end() {
        let keys = |keys: &[KeyCode]| {
            let mut pressed = JustPressed::default();
            pressed.keys = keys.to_vec();
            pressed
        };
        assert_eq!(turned(0, 3, &keys(&[ArrowLeft])), Some(2));
        assert_eq!(turned(2, 3, &keys(&[ArrowRight, ArrowRight])), Some(1));
        assert_eq!(turned(1, 3, &keys(&[Escape])), None);
        let mut click = JustPressed::default();
        click.click = true;
        assert_eq!([0, 1, 2].map(|page| turned(page, 3, &click)), [Some(1), Some(2), None]);
        assert_eq!(turned(0, 0, &JustPressed::default()), None);
    }
}
