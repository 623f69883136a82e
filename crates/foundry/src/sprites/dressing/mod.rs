//! Set dressing: furniture that shows what a room was used for.
//!
//! Each piece is sculpted in an image as high as a tile. It stands on the lower edge or hangs from the upper one.

pub(crate) mod bench;
pub(crate) mod bridge;
pub(crate) mod chapel;
pub(crate) mod engines;
pub(crate) mod holds;
pub(crate) mod laboratory;
pub(crate) mod quarters;
pub(crate) mod remains;

use crate::tools::picture::Drawing;

/// Every piece with the name of its sprite.
pub(crate) const PIECES: &[Drawing] = &[
    ("bunk", quarters::bunk),
    ("locker", quarters::locker),
    ("locker~2", quarters::locker_shut),
    ("locker~3", quarters::locker_emptied),
    ("locker~4", quarters::locker_forced),
    ("mess_table", quarters::mess_table),
    ("stool", quarters::stool),
    ("armchair", quarters::armchair),
    ("mattress", quarters::mattress),
    ("weights", quarters::weights),
    ("toilet", quarters::toilet),
    ("washbasin", quarters::washbasin),
    ("pot_plant", quarters::pot_plant),
    ("stove", quarters::stove),
    ("pew", chapel::pew),
    ("altar", chapel::altar),
    ("candles", chapel::candles),
    ("lectern", chapel::lectern),
    ("coffin", chapel::coffin),
    ("statue", chapel::statue),
    ("font", chapel::font),
    ("container", holds::container),
    ("pallet", holds::pallet),
    ("gas_bottles", holds::gas_bottles),
    ("cage", holds::cage),
    ("tool_trolley", holds::tool_trolley),
    ("cable_drum", holds::cable_drum),
    ("chains", holds::chains),
    ("pump", engines::pump),
    ("reactor_core", engines::reactor_core),
    ("transformer", engines::transformer),
    ("workbench", engines::workbench),
    ("valves", engines::valves),
    ("console", bridge::console),
    ("chart_table", bridge::chart_table),
    ("captains_chair", bridge::captains_chair),
    ("server_rack", bridge::server_rack),
    ("globe", bridge::globe),
    ("specimen_tank", laboratory::specimen_tank),
    ("operating_table", laboratory::operating_table),
    ("cabinet", laboratory::cabinet),
    ("drip_stand", laboratory::drip_stand),
    ("lab_bench", laboratory::lab_bench),
    ("cryo_pod", laboratory::cryo_pod),
    ("body_bag", remains::body_bag),
    ("dead_deckhand", remains::dead_deckhand),
    ("hanged_body", remains::hanged_body),
    ("bone_heap", remains::bone_heap),
    ("gore_heap", remains::gore_heap),
    ("loose_cables", remains::loose_cables),
    ("rubble", remains::rubble),
];
