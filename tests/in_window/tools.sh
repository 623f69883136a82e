# Shared functions of the runs of tests/window: a display, the game on it, and checks of its images and texts.
# Source this file with the arguments of the run: the programs of the game and of hullkit, and a folder for its files.

game=$1 kit=$2 out=$3
level=levels/deck1.ron
log=$out/log words=$out/words

fail() {
    printf 'tests/window: %s (pictures and the log are in %s)\n' "$*" "$out" >&2
    exit 1
}

# The display and the game.
pids=()
# Ends only the processes that the run has started.
clean_up() {
    [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
    wait 2>/dev/null || true
}
trap clean_up EXIT

# Tries a command ten times per second until it succeeds, for half a minute at most.
until_it() {
    local end=$((SECONDS + 30))
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.1
    done
}

# Creates a virtual screen of this size.
start_display() {
    Xvfb -displayfd 3 -screen 0 "$1x24" -nolisten tcp 3>"$out/display" 2>/dev/null &
    pids+=($!)
    until_it [ -s "$out/display" ] || fail "Xvfb does not start"
    unset WAYLAND_DISPLAY
    export XDG_RUNTIME_DIR=$out
    DISPLAY=:$(cat "$out/display")
    export DISPLAY
}

# Starts the game with these arguments in a window of the size in the variable `size`, with the output in `output`.
start_game() {
    : >"$out/pad"
    RUST_LOG=info "$game" "$@" --present "${output:-auto}" --pad-script "$out/pad" --dump-text "$words" --settings "$out/settings.ron" \
        --save-dir "$out/saves" --demo-dir "$out/demos" >>"$log" 2>&1 &
    pids[1]=$!
    window=$(timeout 60 xdotool search --sync --onlyvisible --name '^Hullbreach' | head -n1) || true
    [ -n "$window" ] || fail "no window opens"
    # shellcheck disable=SC2086
    xdotool windowsize --sync "$window" $size
    xdotool windowfocus --sync "$window"
}

runs() { kill -0 "${pids[1]}" 2>/dev/null; }
has_ended() { ! runs; }

# Ends the game from outside.
stop_game() {
    kill "$@" "${pids[1]}"
    wait "${pids[1]}" 2>/dev/null || true
    unset "pids[1]"
}

# Waits until the game has ended by itself without an error.
wait_for_end() {
    until_it has_ended || fail "$1 does not end the game"
    wait "${pids[1]}" || fail "the game ends with an error"
    unset "pids[1]"
}

# Prints how many of the 230400 pixels of the frame differ between two screenshots.
differing() {
    local count
    count=$(compare -metric AE "$out/$1.png" "$out/$2.png" null: 2>&1) || true
    printf '%.0f' "${count%% *}"
}

few=2304 # one pixel in a hundred

looks_as() {
    take "$1"
    [ "$(differing "$1" "$2")" -le "$few" ]
}

# Checks that the image has changed by more than a few pixels, or by more than this number. Texts are logged before they
# are shown.
looks_other() {
    take "$1"
    [ "$(differing "$1" "$2")" -gt "${3:-$few}" ]
}

# Takes a screenshot when nothing moves any more.
take_at_rest() {
    take "$1"
    until_it rests "$1" || fail "the frame $1 keeps changing"
}
rests() {
    mv "$out/$1.png" "$out/$1-before.png"
    take "$1"
    [ "$(differing "$1" "$1-before")" -le "$few" ]
}

# Prints the centre of this text, if it is shown as a text of its own.
place() {
    awk -v wanted="$1" '{ x = $1 + $3 / 2; y = $2 + $4 / 2; $1 = $2 = $3 = $4 = ""; sub(/^ +/, ""); sub(/^> /, ""); sub(/ <$/, "")
        if ($0 == wanted) { printf "%d %d\n", x, y; exit } }' "$words" 2>/dev/null
}
# Prints the text to the right of this one, in the same row.
value() {
    awk -v wanted="$1" '{ x = $1; y = $2; $1 = $2 = $3 = $4 = ""; sub(/^ +/, "") }
        $0 == wanted { name = x; row = y; next } row == y && x > name { print; exit }' "$words" 2>/dev/null
}
is_written() { [ -n "$(place "$1")" ]; }
is_gone() { ! is_written "$1"; }
is_not_told() { ! is_told "$1"; }
is_told() { grep -qF "$1" "$words" 2>/dev/null; }
is_logged() { grep -q "$1" "$log"; }

wait_for() { until_it is_written "$1" || fail "\"$1\" is not written anywhere${2:+: $2}"; }

# Checks the settings file, ignoring whitespace. The settings may need several steps.
is_kept() { tr -d ' \n' 2>/dev/null <"$out/settings.ron" | grep -Eq "$1"; }

hold() {
    xdotool keydown "$1"
    sleep "$2"
    xdotool keyup "$1"
    sleep 0.3
}

# Makes a pad that the game reads from a file perform these actions, one per line, and waits until it has performed
# them.
pads=0
pad() {
    pads=$((pads + 1))
    printf '%s\n' "$@" "tell done-$pads" >>"$out/pad"
    until_it is_followed || fail "the pad script is not executed"
}

# Includes the line that ends the game.
is_followed() { has_ended || is_logged "^pad: done-$pads\$"; }

pad_press() {
    local button lines=()
    for button; do
        lines+=("press $button" "wait 0.05" "release $button" "wait 0.05")
    done
    pad "${lines[@]}"
}

is_black() {
    [ "$(convert "$out/$1.png" ${2:+-crop "$2"} -format '%[fx:maxima == 0]' info:)" = 1 ]
}
