# Copies the game to a folder, installs it for a user and uninstalls it; `play`, `bundle` and tests/install source it.
# shellcheck shell=bash

# Makes a copy of a program without its symbols, which are a third of it, and stores the symbols next to the copy, where
# crash reports find them. Prints the path of the copy. Without binutils it does nothing, and it reuses an existing copy
# until the program is rebuilt: slim PROGRAM.
slim() {
    local program=$1 folder name slim
    name=$(basename "$program") folder=$(dirname "$program")/slim
    slim=$folder/$name
    if ! command -v objcopy >/dev/null || ! command -v strip >/dev/null; then
        printf '%s\n' "$program"
        return
    fi
    if [ ! "$slim" -nt "$program" ]; then
        mkdir -p "$folder"
        objcopy --only-keep-debug "$program" "$slim.debug"
        chmod -x "$slim.debug"
        strip --strip-all -o "$slim.new" "$program"
        objcopy --add-gnu-debuglink="$slim.debug" "$slim.new"
        mv "$slim.new" "$slim"
    fi
    printf '%s\n' "$slim"
}

# Copies program, assets, levels, docs and licences to a folder: put_game PROGRAM ROOT FOLDER.
put_game() {
    local program=$1 root=$2 folder=$3 name
    mkdir -p "$folder"
    cp "$program" "$folder/hullbreach"
    [ ! -f "$program.debug" ] || cp "$program.debug" "$folder/hullbreach.debug"
    for name in assets levels docs; do
        cp -R "$root/$name" "$folder/"
    done
    cp "$root"/LICENSE-* "$root/README.md" "$root/CHANGELOG.md" "$folder/"
}

# The installed files: in the user's own folders, where desktops expect them.
library=${HOME:-}/.local/lib/hullbreach
command=${HOME:-}/.local/bin/hullbreach
data=${XDG_DATA_HOME:-${HOME:-}/.local/share}
entry=$data/applications/hullbreach.desktop
# Desktops take the size of an icon from the name of its folder: icon SIDE.
icon() { printf '%s\n' "$data/icons/hicolor/$1x$1/apps/hullbreach.png"; }
icon_sides=(16 32 64 128 256 512)

# Removes a folder and its parents as long as they are empty, up to and including another one: drop_empty FOLDER TOP.
drop_empty() {
    local folder=$1
    while rmdir "$folder" 2>/dev/null && [ "$folder" != "$2" ]; do folder=$(dirname "$folder"); done
}

# Installs the game for this user: install_game PROGRAM ROOT.
install_game() {
    [ -n "${HOME:-}" ] || fail "there is no home folder to install into"
    uninstall_game
    put_game "$1" "$2" "$library"
    mkdir -p "$(dirname "$command")" "$(dirname "$entry")"
    ln -s "$library/hullbreach" "$command"
    local side
    for side in "${icon_sides[@]}"; do
        mkdir -p "$(dirname "$(icon "$side")")"
        cp "$2/assets/icons/$side.png" "$(icon "$side")"
    done
    # In a desktop entry, commands are quoted and these characters are escaped.
    local quoted
    quoted=$(printf '%s' "$command" | sed 's/[\\"`$]/\\\\&/g; s/%/%%/g')
    cat >"$entry" <<END
[Desktop Entry]
Type=Application
Name=Hullbreach
Comment=Find your way through a derelict starship
Comment[de]=Finde deinen Weg durch ein verlassenes Raumschiff
Exec="$quoted"
Icon=hullbreach
Terminal=false
Categories=Game;ActionGame;
END
}

# Removes everything that was installed. The player's saves, demos and settings are kept.
uninstall_game() {
    [ -n "${HOME:-}" ] || fail "there is no home folder to uninstall from"
    rm -rf "$library" "${XDG_CACHE_HOME:-$HOME/.cache}/hullbreach"
    rm -f "$entry"
    local side
    for side in "${icon_sides[@]}"; do
        rm -f "$(icon "$side")"
        drop_empty "$(dirname "$(icon "$side")")" "$data/icons"
    done
    drop_empty "$(dirname "$entry")" "$data"
    drop_empty "$(dirname "$library")" "$HOME/.local"
    # Do not remove another program with this name.
    if [ -L "$command" ] && [ "$(readlink "$command")" = "$library/hullbreach" ]; then
        rm -f "$command"
        drop_empty "$(dirname "$command")" "$HOME/.local"
    fi
}
