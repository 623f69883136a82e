//! Values of some of the places of a graph.

/// Values of some places. Lookups are faster than in a map, and a graph without values needs no memory for them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ByPlace<T>(Vec<Option<T>>);

impl<T> Default for ByPlace<T> {
    fn default() -> Self {
        ByPlace(Vec::new())
    }
}

impl<T> ByPlace<T> {
    /// Returns the value of a place, if it has one.
    pub(crate) fn get(&self, place: usize) -> Option<&T> {
        self.0.get(place)?.as_ref()
    }

    /// Returns true if a place has a value.
    pub(crate) fn has(&self, place: usize) -> bool {
        self.get(place).is_some()
    }

    /// Sets the value of a place.
    pub(crate) fn insert(&mut self, place: usize, value: T) {
        if place >= self.0.len() {
            self.0.resize_with(place + 1, || None);
        }
        self.0[place] = Some(value);
    }

    /// Returns the places with their values, in the order of the places.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.0.iter().enumerate().filter_map(|(place, value)| Some((place, value.as_ref()?)))
    }

    /// Moves the values to other places.
    pub(crate) fn moved(self, to: impl Fn(usize) -> usize) -> Self {
        let mut moved = ByPlace::default();
        for (place, value) in self.0.into_iter().enumerate() {
            if let Some(value) = value {
                moved.insert(to(place), value);
            }
        }
        moved
    }
}
