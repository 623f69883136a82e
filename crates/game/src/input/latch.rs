//! Latch for a key or button: loses no press, however short it was and however soon it followed the previous one.

/// Maximum number of pending presses. More cannot be intended.
const MAX: u32 = 8;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Latch {
    held: bool,
    /// Number of presses that no tick has received yet.
    waiting: u32,
    /// State that the last ticks received.
    told: bool,
}

impl Latch {
    /// Processes a frame: whether the input is held at its end, and how often it was pressed.
    pub(crate) fn update(&mut self, held: bool, presses: u32) {
        self.held = held;
        self.waiting = (self.waiting + presses).min(MAX);
    }

    /// Returns the state for the next ticks.
    pub(crate) fn next(&mut self) -> bool {
        if self.waiting == 0 {
            self.told = self.held;
        } else if self.told {
            // Two presses without a release in between would look like one, so the second waits until a release was
            // sent.
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
    fn press_between_two_ticks_is_sent_once() {
        let mut latch = Latch::default();
        latch.update(true, 1);
        latch.update(false, 0); // released in a frame without a tick
        assert!(latch.next());
        assert!(!latch.next());
    }

    #[test]
    fn second_press_between_ticks_is_sent_after_a_release() {
        let mut latch = Latch::default();
        latch.update(true, 1);
        assert!(latch.next());
        latch.update(true, 1); // released and pressed again since then
        assert!(!latch.next());
        assert!(latch.next());
        latch.update(false, 0);
        assert!(!latch.next());
    }

    #[test]
    fn presses_within_one_frame_are_sent_one_by_one() {
        let mut latch = Latch::default();
        latch.update(false, 3);
        let told: Vec<bool> = (0..7).map(|_| latch.next()).collect();
        assert_eq!(told, [true, false, true, false, true, false, false]);
    }

    #[test]
    fn held_input_stays_pressed() {
        let mut latch = Latch::default();
        latch.update(true, 1);
        for _ in 0..3 {
            assert!(latch.next());
        }
    }
}
