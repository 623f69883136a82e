//! Classes of objects, and the names of their layers.

/// The class of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A thing in a cell, such as a monster, or a turn point.
    Thing,
    /// A lamp in a cell.
    Lamp,
    /// Additional fields for the covered cells, such as their damage zone.
    Cell,
    /// A name for the covered cells.
    Name,
    /// An entrance for the player.
    Arrival,
    /// A trigger.
    Trigger,
    /// A lint to suppress.
    Allow,
    /// A name of a thing.
    Called,
}

/// The classes with their names and the names of their layers.
pub(crate) const CLASSES: [(Class, &str, &str); 8] = [
    (Class::Cell, "cell", "zones"),
    (Class::Thing, "thing", "things"),
    (Class::Lamp, "lamp", "lamps"),
    (Class::Name, "name", "names"),
    (Class::Arrival, "arrival", "arrivals"),
    (Class::Trigger, "trigger", "triggers"),
    (Class::Allow, "allow", "allowances"),
    (Class::Called, "called", "called"),
];

impl Class {
    /// Returns the class with a name. An object without a class has the class of its layer.
    pub(crate) fn find(class: &str, layer: &str) -> Result<Class, String> {
        let found =
            CLASSES.iter().find(|(_, name, usual)| if class.is_empty() { *usual == layer } else { *name == class });
        found.map(|(class, ..)| *class).ok_or_else(|| {
            let known: Vec<&str> = CLASSES.iter().map(|(_, name, _)| *name).collect();
            let what = if class.is_empty() { "none".to_owned() } else { format!("'{class}'") };
            format!("the class must be one of '{}', got {what}", known.join("', '"))
        })
    }
}
