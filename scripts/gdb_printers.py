"""Printers, functions and commands for rust-gdb: `source scripts/gdb_printers.py`. docs/debugging.md shows them."""

import math
import re

import gdb

ID = "engine::tick::id::Id"
CAPTURE = "engine::session::snapshot::capture"
FIRST_SYSTEM = "engine::tick::intent::tame"
OWN_TYPE = re.compile(r"(engine|level|campaign|raycast|renderer|present|sandbox)::")
BORROWED = re.compile(r"bevy_ecs::change_detection::params::(Res|ResMut|Mut|Ref)<")
# How a grid shows the shape of a cell.
SHAPES = {"Open": ".", "Space": " ", "Solid": "#", "Door": "+", "Leaves": "+", "Locked": "x", "Pane": "=",
          "Pillar": "o", "Table": "t", "Diagonal": "/", "PushWall": "P"}


def short(name):
    """Returns a type or variant name without its path: `Closed`, not `engine::machines::door::DoorState::Closed`."""
    return re.sub(r"(\w+::)+", "", re.sub(r"<.*>", "", name))


def text(value):
    """Returns a value on one line."""
    return value.format_string(pretty_structs=False, max_elements=8)


def fields(value):
    """Returns the names of the fields of a struct or of the active variant, without the discriminant."""
    all_fields = value.type.fields() if value.type.code == gdb.TYPE_CODE_STRUCT else []
    return [field.name for field in all_fields if field.name and not field.artificial]


def elements(vec):
    """Returns the elements of a `Vec`."""
    printer = gdb.default_visualizer(vec)
    return [element for _, element in printer.children()] if hasattr(printer, "children") else []


class Text:
    """A value that is printed as one word or one line."""

    def __init__(self, title):
        self.title = title

    def to_string(self):
        return self.title


class Struct(Text):
    """A struct of the project: its name without the path, and its fields."""

    def __init__(self, title, parts):
        self.title, self.children = title, lambda: iter(parts)


def of_point(value):
    return Text("(" + ", ".join(f"{float(value[axis]):.6g}" for axis in "xy") + ")")


def of_option(value):
    names = fields(value)
    is_some = len(names) == 1 and fields(value[names[0]])
    return Text(f"Some({text(value[names[0]]['__0'])})" if is_some else "None")


def of_enum(value):
    """Prints the active variant of an enum with data."""
    variant = value[fields(value)[0]]
    parts = [(name.removeprefix("__"), variant[name]) for name in fields(variant)]
    return Struct(short(variant.type.name), parts) if parts else Text(short(variant.type.name))


def of_intent(value):
    """Prints the parts of an intent that differ from the empty intent."""
    parts = [(name, text(value[name])) for name in fields(value)]
    parts = [(name, part) for name, part in parts if part not in ("0", "-0", "false", "None")]
    given = [name if part == "true" else f"{name} {part}" for name, part in parts]
    return Text(f"Intent({', '.join(given) or 'none'})")


def of_entity(value):
    """Prints an entity as Bevy does. It stores the inverted bits of the row."""
    row = value["index"]
    while row.type.code == gdb.TYPE_CODE_STRUCT:
        row = row[fields(row)[0]]
    return Text(f"{~int(row) & 0xFFFFFFFF}v{int(value['generation']['__0'])}")


def of_numbered(value):
    """Prints components with the ids of their things."""
    pairs = [(text(pair["__0"]), pair["__1"]) for pair in elements(value["__0"])]
    return Struct(None, pairs) if pairs else Text("none")


def of_grid(value):
    """Draws the shapes of the cells, one row of the map per line."""
    width, height = int(value["width"]), int(value["height"])
    cells = [SHAPES.get(short(text(shape)).split(" ")[0].split("{")[0], "?") for shape in elements(value["shapes"])]
    rows = [(str(row), "".join(cells[row * width:(row + 1) * width])) for row in range(height)]
    return Struct(f"Grid {width}x{height}", rows)


# Printers by the full name of a type without its parameters.
PRINTERS = {
    "core::option::Option": of_option,
    "glam::f32::vec2::Vec2": of_point,
    "glam::i32::ivec2::IVec2": of_point,
    "bevy_ecs::entity::Entity": of_entity,
    ID: lambda value: Text(f"#{int(value['__0'])}"),
    "engine::bodies::body::Heading": lambda value: Text(f"{math.degrees(float(value['__0'])):.1f} deg"),
    "engine::tick::intent::Intent": of_intent,
    "engine::state::part::Numbered": of_numbered,
    "engine::deck::grid::Grid": of_grid,
}


def lookup(value):
    """Returns the printer for a value, or `None` for the types of other crates."""
    kind = value.type.strip_typedefs()
    name = kind.name or ""
    if BORROWED.match(name):
        return gdb.default_visualizer(value["value"].dereference())
    if name.split("<")[0] in PRINTERS:
        return PRINTERS[name.split("<")[0]](value)
    if not OWN_TYPE.match(name):
        return None
    if kind.code == gdb.TYPE_CODE_ENUM:
        return Text(short(value.format_string(raw=True)))
    names = fields(value)
    if not names:
        return None
    if kind[names[0]].type.name == f"{kind.name}::{names[0]}":
        return of_enum(value)
    if names == ["__0"]:
        return gdb.default_visualizer(value["__0"]) or Text(text(value["__0"]))
    return Struct(short(name), [(name.removeprefix("__"), value[name]) for name in names])


def world():
    """Returns a pointer to the world in which the system of the selected frame runs."""
    frame = gdb.selected_thread() and gdb.selected_frame()
    while frame:
        try:
            found = frame.read_var("world")["ptr"]
            if found.type.target().name == "bevy_ecs::world::World":
                return found
        except (ValueError, RuntimeError):
            pass  # a frame without this variable, or without debug information
        frame = frame.older()
    raise gdb.GdbError("no frame runs a system of the engine: continue to one, for example with `tick`")


def snapshot():
    """Captures the state of the run. Each call leaks a snapshot.

    It is written to allocated memory, because gdb does not find the variants of enums in a returned struct.
    """
    here, capture = int(world()), gdb.parse_and_eval(CAPTURE)
    kind, call = capture.type.target(), f"((void (*)(void *, void *)) {int(capture.address)})"
    gdb.execute(f"with language c -- set $hull = ((char *(*)(unsigned long)) malloc)({kind.sizeof})", to_string=True)
    gdb.execute(f"with language c -- call {call}($hull, {here})", to_string=True)
    return gdb.convenience_variable("hull").cast(kind.pointer()).dereference()


def thing(wanted):
    """Returns the saved components of the player (0), or of the monster, door, pickup or prop with this id."""
    state = snapshot()
    for part in (state[name] for name in fields(state)):
        for one in elements(part["__0"]) if fields(part) == ["__0"] else [part]:
            key = "id" if "id" in fields(one) else "__0"
            if key in fields(one) and one[key].type.name == ID and one[key]["__0"] == wanted:
                return one if key == "id" else one["__1"]
    raise gdb.GdbError(f"no thing has the id {int(wanted)}")


class Function(gdb.Function):
    """A function for expressions, as in `print $thing(17)`."""

    def __init__(self, name, work):
        super().__init__(name)
        self.invoke = work


class Tick(gdb.Command):
    """tick [N]: continue to the start of the next tick, or of the Nth one."""

    def __init__(self):
        super().__init__("tick", gdb.COMMAND_RUNNING)

    def invoke(self, argument, _from_tty):
        start = gdb.Breakpoint(FIRST_SYSTEM, internal=True, temporary=True)
        start.ignore_count = int(argument or 1) - 1
        gdb.execute("continue")


gdb.pretty_printers.insert(0, lookup)
Function("world", snapshot)
Function("thing", thing)
Tick()
