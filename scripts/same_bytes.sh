# Makes builds and archives reproducible: the same commit gives the same bytes in any folder. `bundle` and
# scripts/windows_archive source it.
# shellcheck shell=bash

# Prints the time of a commit, in seconds since 1970: SOURCE_DATE_EPOCH, otherwise that of the last commit.
commit_time() {
    printf '%s\n' "${SOURCE_DATE_EPOCH:-$(git -C "$1" log -1 --format=%ct)}"
}

# Sets flags with which compilers write no paths of this machine into programs, and further flags of rustc:
# same_bytes ROOT TARGET [FLAG...], with the target folder, in which build scripts write sources.
same_bytes() {
    local root=$1 target=$2 cargo=${CARGO_HOME:-$HOME/.cargo} sysroot flags
    shift 2
    sysroot=$(rustc --print sysroot)
    SOURCE_DATE_EPOCH=$(commit_time "$root")
    flags=$(printf '%s\x1f' "--remap-path-prefix=$root=hullbreach" "--remap-path-prefix=$target=target" \
        "--remap-path-prefix=$cargo=cargo" "--remap-path-prefix=$sysroot=rust" "$@")
    CARGO_ENCODED_RUSTFLAGS=${flags%$'\x1f'}
    CXXFLAGS=$(printf '%q ' "-ffile-prefix-map=$cargo=cargo" "-ffile-prefix-map=$target=target")
    CFLAGS=$CXXFLAGS CC_SHELL_ESCAPED_FLAGS=1
    export SOURCE_DATE_EPOCH CARGO_ENCODED_RUSTFLAGS CXXFLAGS CFLAGS CC_SHELL_ESCAPED_FLAGS
}

# Prints cargo's target folder: target_folder ROOT.
target_folder() {
    cargo metadata --manifest-path "$1/Cargo.toml" --no-deps --format-version 1 |
        sed 's/.*"target_directory":"\([^"]*\)".*/\1/'
}

# Gives all files of a folder the time of the commit and the usual modes: same_times ROOT FOLDER.
same_times() {
    chmod -R u=rwX,go=rX "$2"
    find "$2" -exec touch -h -d "@$(commit_time "$1")" {} +
}

# Packs a folder as a .tar.gz: tar_folder PARENT NAME ARCHIVE.
tar_folder() {
    tar -C "$1" --sort=name --owner=0 --group=0 --numeric-owner --format=gnu -cf - "$2" | gzip -n -9 >"$3"
}

# Packs a folder as a .zip: zip_folder PARENT NAME ARCHIVE.
zip_folder() {
    rm -f "$3"
    (cd "$1" && find "$2" -type f | LC_ALL=C sort | TZ=UTC zip -q -X -9 "$3" -@)
}

# Fails if Rust has no standard library for a target and rustup cannot install it: has_target TARGET.
has_target() {
    [ -d "$(rustc --print sysroot)/lib/rustlib/$1/lib" ] && return
    command -v rustup >/dev/null && rustup target add "$1" >&2 && return
    fail "Rust has no library for $1: type 'rustup target add $1'"
}
