//! Page of a save whose run cannot continue: shows the reason and offers to restart its deck with the same inventory.

use crate::{
    campaign::keeping::{SaveIsIncompatible, go},
    files::mod_changes::switch_for,
    files::mods::Mods,
    flow::page::Page,
    flow::phase::Flow,
    input::presses::Presses,
    ui::front::Front,
    ui::menu::Menu,
    ui::text_layout::{self, BLACK, PALE, RED},
};
use bevy::prelude::*;
use campaign::{IncompatibleSave, title_of_save};
use engine::{ContainerError, few};
use localization::{Said, say};
use renderer::{Area, Art, Canvas, DrawFrame, Screen, wrap};

#[derive(Resource)]
struct IncompatibleSavePage {
    menu: Menu,
    lines: Vec<Line>,
    misfit: SaveIsIncompatible,
    /// The mods of the save that are missing or different.
    unmet: Vec<Said>,
}

/// Lines of the menu.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Line {
    SwitchMods,
    Restart,
    Back,
}

pub(crate) fn plugin(app: &mut App) {
    app.add_observer(open);
    app.add_systems(Update, choose.run_if(in_state(Page::IncompatibleSave)));
    app.add_systems(OnExit(Page::IncompatibleSave), |mut commands: Commands| {
        commands.remove_resource::<IncompatibleSavePage>();
    });
    app.add_systems(DrawFrame, draw.in_set(Front::Page).run_if(in_state(Page::IncompatibleSave)));
}

fn open(
    misfit: On<SaveIsIncompatible>,
    mut page: ResMut<NextState<Page>>,
    flow: Option<ResMut<NextState<Flow>>>,
    mods: Option<ResMut<Mods>>,
    mut commands: Commands,
) {
    let needs = misfit.save.mods();
    let (unmet, can_switch) = mods.map_or_else(Default::default, |mut mods| {
        mods.find();
        (content::unmet(&needs, mods.active()), mods.can_meet(&needs))
    });
    let lines = [(Line::SwitchMods, can_switch), (Line::Restart, misfit.has_deck), (Line::Back, true)];
    let lines: Vec<Line> = lines.into_iter().filter(|(_, is_there)| *is_there).map(|(line, _)| line).collect();
    let menu = Menu::new(lines.iter().map(|line| match line {
        Line::SwitchMods => say!("Switch mods and load"),
        Line::Restart => say!("Restart deck"),
        Line::Back => say!("Back"),
    }));
    commands.insert_resource(IncompatibleSavePage { menu, lines, misfit: misfit.clone(), unmet });
    page.set(Page::IncompatibleSave);
    if let Some(mut flow) = flow {
        flow.set(Flow::Paused);
    }
}

fn choose(
    pressed: Res<Presses>,
    mut shown: ResMut<IncompatibleSavePage>,
    mut page: ResMut<NextState<Page>>,
    mut commands: Commands,
) {
    let taken = shown.menu.taken(&pressed).map(|number| shown.lines[number]);
    let save = || shown.misfit.save.clone();
    match taken {
        _ if pressed.back() => page.set(Page::None),
        Some(Line::SwitchMods) => {
            let save = save();
            commands.queue(|world: &mut World| switch_for(world, save));
        }
        Some(Line::Restart) => {
            let save = save();
            commands.queue(|world: &mut World| go(world, save, None));
        }
        Some(Line::Back) => page.set(Page::None),
        None => {}
    }
}

/// Returns the reason as sentences. For a damaged file, it is the same message as on the command line.
fn reason(why: &IncompatibleSave) -> Vec<Said> {
    match why {
        IncompatibleSave::Missing(deck) => {
            vec![say!("The deck \"{deck}\" is not installed.", deck = Said::literal(deck))]
        }
        IncompatibleSave::Changed(ContainerError::OtherLevel(_)) => {
            vec![say!("The deck has changed since this save was made.").into()]
        }
        IncompatibleSave::Changed(ContainerError::OtherRules(files)) => {
            let files = (!files.is_empty()).then(|| Said::literal(format!("({})", files.join(", "))));
            [say!("The rules have changed since this save was made.").into()].into_iter().chain(files).collect()
        }
        IncompatibleSave::Changed(ContainerError::MissingKinds(kinds)) => {
            let kinds = Said::literal(few(kinds));
            vec![say!("This save needs kinds that are missing: {kinds}.", kinds)]
        }
        IncompatibleSave::OtherState => {
            vec![say!("This version of the game uses another save format.").into()]
        }
        IncompatibleSave::Changed(_) | IncompatibleSave::Snapshot(_) => {
            vec![say!("The saved state is corrupt.").into(), Said::literal(format!("({why})"))]
        }
    }
}

fn draw(art: Option<Res<Art>>, mut page: ResMut<IncompatibleSavePage>, mut screen: ResMut<Screen>) {
    let Some(art) = art else { return };
    let IncompatibleSavePage { menu, misfit, unmet, .. } = &mut *page;
    let mut canvas = Canvas::new(&mut screen.0);
    let (width, height) = (canvas.width(), canvas.height());
    canvas.tint(BLACK.covering(0.9));
    let is_small = text_layout::is_small(&canvas, art.pen());
    let heading = if is_small { height / 16 } else { height / 8 };
    text_layout::line(&mut canvas, art.pen(), say!("This save cannot be resumed"), heading, 2, RED);
    let offer = say!("The save file is unchanged. You can restart its deck with what you carried when you arrived.");
    let offer = if misfit.has_deck { offer } else { say!("The save file is unchanged.") };
    let deck = title_of_save(&misfit.save.head.level, &misfit.save.label.deck);
    let reason = misfit.deck_error.as_ref().map_or_else(|| reason(&misfit.why), |what| vec![Said::literal(what)]);
    let sentences = [vec![deck], reason, unmet.clone(), vec![offer.into()]].concat();
    let words = art.pen().say(Said::joined(sentences, "\n"));
    let top = if is_small { height / 6 } else { height * 3 / 10 };
    let area = Area::new(width / 16, top, width * 7 / 8, height);
    text_layout::said_paragraph(&mut canvas, art.pen(), &words, area, PALE);
    let size = text_layout::size(&canvas, art.pen(), 1);
    let lines = wrap(art.pen().font(), &words, area.width / size).len() as i32;
    let below = area.y + (lines + 1) * text_layout::line_height(&canvas, art.pen(), 1);
    let top = (height * 6 / 10).max(below).min(height - menu.height(&canvas, art.pen()));
    menu.draw(&mut canvas, art.pen(), top);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::language::tests::spoken_in;
    use localization::Language;

    #[test]
    fn reason_of_an_incompatible_save_is_translated() {
        let german = spoken_in(Language::German);
        let rules = |files: &[&str]| ContainerError::OtherRules(files.iter().map(|&file| file.to_owned()).collect());
        let told = |why: IncompatibleSave| reason(&why).iter().map(|part| german.say(part)).collect::<Vec<_>>();
        let changed = "Die Regeln wurden seit dem Speichern geändert.";
        assert_eq!(told(IncompatibleSave::Changed(rules(&[]))), [changed]);
        let two = rules(&["weapons.ron", "monsters.ron"]);
        assert_eq!(told(IncompatibleSave::Changed(two)), [changed, "(weapons.ron, monsters.ron)"]);
        let kinds = ContainerError::MissingKinds(vec!["'hound' (monsters.ron)".to_owned()]);
        let sentence = "Diesem Spielstand fehlen Arten: 'hound' (monsters.ron).";
        assert_eq!(told(IncompatibleSave::Changed(kinds)), [sentence]);
        let missing = told(IncompatibleSave::Missing("my.ron".to_owned()));
        assert_eq!(missing, ["Das Deck \"my.ron\" ist nicht installiert."]);
        for why in [
            IncompatibleSave::OtherState,
            IncompatibleSave::Changed(ContainerError::OtherLevel("deck1.ron".to_owned())),
        ] {
            assert!(reason(&why).iter().all(|part| german.say(part) != part.english()), "{why}");
        }
    }
}
