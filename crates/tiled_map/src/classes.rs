//! The classes of objects, and the layers that they lie on.

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// Something that stands or lies in a cell, or a turn point.
    Thing,
    /// A lamp over a cell.
    Lamp,
    /// More about the cells that it covers, such as their climate.
    Cell,
    /// A name of the cells that it covers.
    Name,
    /// Where the player may come onto the deck.
    Arrival,
    /// What comes of something.
    Trigger,
    /// A lint that is let be.
    Allow,
}

/// The classes with their names and those of their layers.
pub(crate) const CLASSES: [(Class, &str, &str); 7] = [
    (Class::Cell, "cell", "zones"),
    (Class::Thing, "thing", "things"),
    (Class::Lamp, "lamp", "lamps"),
    (Class::Name, "name", "names"),
    (Class::Arrival, "arrival", "arrivals"),
    (Class::Trigger, "trigger", "triggers"),
    (Class::Allow, "allow", "allowances"),
];

impl Class {
    /// The class of a name; of an object without one, that of the layer's objects.
    pub(crate) fn of(class: &str, layer: &str) -> Result<Class, String> {
        let found =
            CLASSES.iter().find(|(_, name, usual)| if class.is_empty() { *usual == layer } else { *name == class });
        found.map(|(class, ..)| *class).ok_or_else(|| {
            let known: Vec<&str> = CLASSES.iter().map(|(_, name, _)| *name).collect();
            let what = if class.is_empty() { "it has no class".to_owned() } else { format!("its class is '{class}'") };
            format!("{what}; there are '{}'", known.join("', '"))
        })
    }
}
