# Copies the game to a folder, installs it for a user or for a package, and uninstalls it. `play`, `bundle`, `scripts/deb`
# and tests/install source it.
# shellcheck shell=bash

# Makes a copy of a program without its symbols, which are a third of it, and stores the symbols next to the copy, where
# crash reports find them. Prints the path of the copy. Without binutils it does nothing, and it reuses an existing copy
# until the program is rebuilt. For another processor, `cross` is the prefix of its tools' names: slim PROGRAM.
slim() {
    local program=$1 tools=${cross:-} folder name slim
    name=$(basename "$program") folder=$(dirname "$program")/slim
    slim=$folder/$name
    if ! command -v "${tools}objcopy" >/dev/null || ! command -v "${tools}strip" >/dev/null; then
        printf '%s\n' "$program"
        return
    fi
    if [ ! "$slim" -nt "$program" ]; then
        mkdir -p "$folder"
        "${tools}objcopy" --only-keep-debug "$program" "$slim.debug"
        chmod -x "$slim.debug"
        "${tools}strip" --strip-all -o "$slim.new" "$program"
        "${tools}objcopy" --add-gnu-debuglink="$slim.debug" "$slim.new"
        mv "$slim.new" "$slim"
    fi
    printf '%s\n' "$slim"
}

# Prints the version of the game: version ROOT.
version() {
    sed -n 's/^version = "\(.*\)"/\1/p' "$1/Cargo.toml" | head -n1
}

# Copies programs, assets, levels, docs and licences to a folder: put_game ROOT FOLDER PROGRAM...
put_game() {
    local root=$1 folder=$2 name
    shift 2
    mkdir -p "$folder"
    for name; do
        cp "$name" "$folder/"
        [ ! -f "$name.debug" ] || cp "$name.debug" "$folder/"
    done
    for name in assets levels docs; do
        cp -R "$root/$name" "$folder/"
    done
    cp "$root"/LICENSE-* "$root/README.md" "$root/CHANGELOG.md" "$folder/"
}

# Prints the path of an icon: icon SHARE SIDE. Desktops take the size of an icon from the name of its folder.
icon() { printf '%s\n' "$1/icons/hicolor/$2x$2/apps/hullbreach.png"; }
icon_sides=(16 32 64 128 256 512)

# Copies icons, desktop entry and file types to a share folder: put_desktop_files ROOT SHARE COMMAND.
put_desktop_files() {
    local root=$1 share=$2 command=$3 side line
    for side in "${icon_sides[@]}"; do
        mkdir -p "$(dirname "$(icon "$share" "$side")")"
        cp "$root/assets/icons/$side.png" "$(icon "$share" "$side")"
    done
    mkdir -p "$share/applications"
    while IFS= read -r line; do
        [ "${line%%=*}" != Exec ] || line="Exec=$command %f"
        printf '%s\n' "$line"
    done <"$root/packaging/hullbreach.desktop" >"$share/applications/hullbreach.desktop"
    mkdir -p "$share/mime/packages"
    cp "$root/packaging/hullbreach-mime.xml" "$share/mime/packages/hullbreach.xml"
}

# Tells the desktop which file types there are in a share folder, if it has the tools: update_file_types SHARE.
update_file_types() {
    ! command -v update-mime-database >/dev/null || update-mime-database "$1/mime" >/dev/null 2>&1 || true
    ! command -v update-desktop-database >/dev/null || update-desktop-database -q "$1/applications" 2>/dev/null || true
}

# Installs the folder of a release for all users below a prefix such as /usr, for packages: put_prefix ROOT FOLDER PREFIX.
put_prefix() {
    local root=$1 folder=$2 prefix=$3 name
    mkdir -p "$prefix/bin" "$prefix/lib" "$prefix/share/doc/hullbreach" "$prefix/share/metainfo"
    cp -R "$folder" "$prefix/lib/hullbreach"
    # The links between these pages are relative.
    for name in docs README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE; do
        mv "$prefix/lib/hullbreach/$name" "$prefix/share/doc/hullbreach/"
    done
    for name in hullbreach hullkit; do
        [ ! -f "$folder/$name" ] || ln -s "../lib/hullbreach/$name" "$prefix/bin/$name"
    done
    put_desktop_files "$root" "$prefix/share" hullbreach
    cp "$root/packaging/org.hullbreach.Hullbreach.metainfo.xml" "$prefix/share/metainfo/"
}

# The files installed for a user: in the user's own folders, where desktops expect them.
library=${HOME:-}/.local/lib/hullbreach
command=${HOME:-}/.local/bin/hullbreach
data=${XDG_DATA_HOME:-${HOME:-}/.local/share}
entry=$data/applications/hullbreach.desktop
file_types=$data/mime/packages/hullbreach.xml

# Removes a folder and its parents as long as they are empty, up to and including another one: drop_empty FOLDER TOP.
drop_empty() {
    local folder=$1
    while rmdir "$folder" 2>/dev/null && [ "$folder" != "$2" ]; do folder=$(dirname "$folder"); done
}

# Updates the desktop's lists of file types after the game's are removed, and removes lists that are empty now.
drop_file_types() {
    update_file_types "$data"
    ! rmdir "$(dirname "$file_types")" 2>/dev/null || rm -rf "$data/mime"
    compgen -G "$(dirname "$entry")/*.desktop" >/dev/null || rm -f "$(dirname "$entry")/mimeinfo.cache"
}

# Installs the game for this user: install_game PROGRAM ROOT.
install_game() {
    [ -n "${HOME:-}" ] || fail "there is no home folder to install into"
    uninstall_game
    put_game "$2" "$library" "$1"
    mkdir -p "$(dirname "$command")"
    ln -s "$library/hullbreach" "$command"
    # In a desktop entry, commands are quoted and these characters are escaped.
    local quoted
    quoted=$(printf '%s' "$command" | sed 's/[\\"`$]/\\\\&/g; s/%/%%/g')
    put_desktop_files "$2" "$data" "\"$quoted\""
    update_file_types "$data"
}

# Removes everything that was installed. The player's saves, demos and settings are kept.
uninstall_game() {
    [ -n "${HOME:-}" ] || fail "there is no home folder to uninstall from"
    rm -rf "$library" "${XDG_CACHE_HOME:-$HOME/.cache}/hullbreach"
    rm -f "$entry" "$file_types"
    local side
    for side in "${icon_sides[@]}"; do
        rm -f "$(icon "$data" "$side")"
        drop_empty "$(dirname "$(icon "$data" "$side")")" "$data/icons"
    done
    drop_file_types
    drop_empty "$(dirname "$entry")" "$data"
    drop_empty "$(dirname "$library")" "$HOME/.local"
    # Do not remove another program with this name.
    if [ -L "$command" ] && [ "$(readlink "$command")" = "$library/hullbreach" ]; then
        rm -f "$command"
        drop_empty "$(dirname "$command")" "$HOME/.local"
    fi
}
