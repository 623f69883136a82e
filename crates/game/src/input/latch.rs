//! A latch: a key or button that loses no press, however short it was and however close to the one before.

/// The most presses that wait for their ticks: more are nobody's will.
const MAX: u32 = 8;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Latch {
    held: bool,
    /// So many presses no tick knows of yet.
    waiting: u32,
    /// What the last ticks were told.
    told: bool,
}

impl Latch {
    /// Takes in a picture: whether it is held at its end, and how often it went down.
    pub(crate) fn update(&mut self, held: bool, presses: u32) {
        self.held = held;
        self.waiting = (self.waiting + presses).min(MAX);
    }

    /// What the next ticks are told.
    pub(crate) fn next(&mut self) -> bool {
        if self.waiting == 0 {
            self.told = self.held;
        } else if self.told {
            // Two presses without a gap would look like one: the second waits until a release has been told.
            self.told = false;
        } else {
            self.told = true;
            self.waiting -= 1;
        }
        self.told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_press_between_two_ticks_is_told_once() {
        let mut latch = Latch::default();
        latch.update(true, 1);
        latch.update(false, 0); // let go again in a picture without a tick
        assert!(latch.next());
        assert!(!latch.next());
    }

    #[test]
    fn a_second_press_in_the_same_gap_is_told_after_its_release() {
        let mut latch = Latch::default();
        latch.update(true, 1);
        assert!(latch.next());
        latch.update(true, 1); // let go and pressed again since
        assert!(!latch.next());
        assert!(latch.next());
        latch.update(false, 0);
        assert!(!latch.next());
    }

    #[test]
    fn presses_within_one_picture_are_told_one_after_the_other() {
        let mut latch = Latch::default();
        latch.update(false, 3);
        let told: Vec<bool> = (0..7).map(|_| latch.next()).collect();
        assert_eq!(told, [true, false, true, false, true, false, false]);
    }

    #[test]
    fn what_is_held_stays_told() {
        let mut latch = Latch::default();
        latch.update(true, 1);
        for _ in 0..3 {
            assert!(latch.next());
        }
    }
}
