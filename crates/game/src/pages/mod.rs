//! Pages in front of the deck or instead of it, and the transitions between them. Only `main.rs` and `leaving` depend
//! on this module.

pub(crate) mod about_mod;
pub(crate) mod attract;
pub(crate) mod automap;
pub(crate) mod bestiary;
pub(crate) mod bestiary_words;
pub(crate) mod breach_alarm;
pub(crate) mod briefing;
pub(crate) mod campaigns;
pub(crate) mod cause;
pub(crate) mod crash_notice;
pub(crate) mod credits;
pub(crate) mod death;
pub(crate) mod debug;
pub(crate) mod decks;
pub(crate) mod demo_bar;
pub(crate) mod demos;
pub(crate) mod ending;
pub(crate) mod error_screen;
#[cfg(test)]
mod every_page;
pub(crate) mod full_screen;
pub(crate) mod help;
pub(crate) mod incompatible_save;
pub(crate) mod keys;
pub(crate) mod lines_of_action;
pub(crate) mod log;
pub(crate) mod mods;
#[cfg(test)]
mod mods_tests;
pub(crate) mod mute;
pub(crate) mod new_ship;
pub(crate) mod option_line;
pub(crate) mod option_sheets;
pub(crate) mod options;
pub(crate) mod pause;
pub(crate) mod play_sheets;
pub(crate) mod rewinding;
pub(crate) mod route;
pub(crate) mod saves;
pub(crate) mod saves_view;
pub(crate) mod screenshot;
pub(crate) mod suit;
pub(crate) mod tally;
pub(crate) mod title;
pub(crate) mod touch_buttons;
pub(crate) mod transitions;
pub(crate) mod view_sheets;
pub(crate) mod weapon_wheel;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        title::plugin,
        options::plugin,
        pause::plugin,
        saves::plugin,
        incompatible_save::plugin,
        death::plugin,
        tally::plugin,
        ending::plugin,
        error_screen::plugin,
        transitions::plugin,
        debug::plugin,
        crash_notice::plugin,
        screenshot::plugin,
        mute::plugin,
        help::plugin,
    ));
    app.add_plugins((
        automap::plugin,
        log::plugin,
        credits::plugin,
        bestiary::plugin,
        touch_buttons::plugin,
        briefing::plugin,
        attract::plugin,
        decks::plugin,
        new_ship::plugin,
        demos::plugin,
        demo_bar::plugin,
        rewinding::plugin,
        lines_of_action::plugin,
        keys::plugin,
        full_screen::plugin,
    ));
    app.add_plugins((
        route::plugin,
        suit::plugin,
        weapon_wheel::plugin,
        breach_alarm::plugin,
        mods::plugin,
        campaigns::plugin,
    ));
}
