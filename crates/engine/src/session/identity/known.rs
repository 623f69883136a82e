//! The numbers by which demos and saves refer to the game's own decks and rules.
//!
//! They date from before the introduction of identities, and are also in states. A row is removed when its deck or its
//! rules change in anything but texts, because no valid file has its number then.

/// Returns the number in files for an identity: the identity itself unless it is in the table.
pub(crate) fn known(identity: u64) -> u64 {
    let found = KNOWN.binary_search_by_key(&identity, |(identity, _)| *identity);
    found.map_or(identity, |index| KNOWN[index].1)
}

/// Identities in ascending order, each with its number in files.
#[rustfmt::skip]
const KNOWN: [(u64, u64); 29] = [
    (0x0111_f821_f142_41bd, 0x7c3e_2353_853e_0a93), // assets/pipelines/labyrinth_a.ron#0000000000000001
    (0x0873_934a_2c0a_84bf, 0xb900_58ec_8553_e2f1), // assets/pipelines/labyrinth_b.ron#0000000000000003
    (0x0cdf_2bdb_4b7f_1cad, 0xffb5_49db_a115_c5eb), // levels/secret.ron
    (0x15cb_467e_dce8_6586, 0x2fe1_b473_9ef4_0b62), // rules of skill 3
    (0x162c_298a_cefe_0bde, 0x9054_dfd6_915b_f52a), // assets/pipelines/labyrinth_b.ron#0000000000000002
    (0x1b19_fd34_b8a3_1220, 0x4060_e0f1_76c4_7c4f), // assets/pipelines/labyrinth_a.ron#0000000000000002
    (0x2a34_3f5d_2df7_3832, 0xe130_6ee7_f677_fca4), // levels/hull.ron
    (0x2b48_66fd_133c_acc0, 0x3e8d_1bfb_a3eb_499e), // tests/corpus/weapons.ron
    (0x3c40_8922_4c2b_4d95, 0xcfdd_8c9b_66ba_957c), // assets/pipelines/laboratory.ron#0000000000000003
    (0x5470_6f51_c01c_6fb9, 0x39ef_65f6_d3a5_c467), // rules of skill 1
    (0x5675_bc3d_97e8_8a99, 0x8cf5_9343_c078_0e3b), // weapons.ron
    (0x57c1_d335_6be0_b850, 0xafbb_ef6e_59b4_d6bd), // assets/pipelines/labyrinth_a.ron#0000000000000003
    (0x6635_cf4a_0ea7_390b, 0x2cf5_1643_7b73_bbda), // levels/deck1.ron
    (0x8c2e_c38a_6ba2_82f7, 0xfb61_6ff5_ba65_8737), // assets/pipelines/crew_deck.ron#0000000000000003
    (0x8cce_239f_84c2_441d, 0x418e_e229_17df_3549), // levels/deck4.ron
    (0x8f42_de49_239a_2682, 0x2fe5_8dca_cf05_ed52), // levels/deck3.ron
    (0x90b3_f06d_02c9_625a, 0x5acd_2c77_e537_ba4d), // rules of skill 2
    (0x9a71_a94e_2ed8_7711, 0xf8a2_4c33_2209_f799), // levels/deck2.ron
    (0xafc0_3178_0959_e8e5, 0x5c0f_506b_2651_99ba), // assets/pipelines/laboratory.ron#0000000000000002
    (0xbd2e_0e34_9c12_c4d1, 0xbe92_a311_5fa4_f429), // rules of skill 4
    (0xc15c_68e5_da64_83e0, 0x43d0_8ae1_5548_9324), // tests/corpus/triggers.ron
    (0xc401_3637_7e1a_9fd5, 0x38f4_ab9d_b222_b5dd), // assets/pipelines/labyrinth_b.ron#0000000000000001
    (0xc91f_a731_d251_7526, 0xf2d9_1dda_77a4_ed4e), // pickups.ron
    (0xc92c_7529_e1e1_c73a, 0xc074_d157_dee6_ceef), // monsters.ron
    (0xed28_a03e_19e9_421a, 0xcf9d_e410_91ca_3a1d), // assets/pipelines/laboratory.ron#0000000000000001
    (0xf1ad_5f71_5528_909f, 0x7d56_e350_2c74_db13), // the file of rules
    (0xf3a3_5f03_1948_d4b2, 0x723a_a73d_24cf_c8ab), // assets/pipelines/crew_deck.ron#0000000000000002
    (0xf4e9_80c2_a227_799e, 0xffd7_bde4_450f_d9ab), // props.ron
    (0xfa4e_a356_167d_d0d6, 0x3099_86e1_0ea8_af83), // assets/pipelines/crew_deck.ron#0000000000000001
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_in_ascending_order() {
        assert!(KNOWN.is_sorted_by(|one, other| one.0 < other.0));
    }

    #[test]
    fn unknown_identity_is_its_own_number() {
        assert_eq!((known(KNOWN[0].0), known(1)), (KNOWN[0].1, 1));
    }
}
