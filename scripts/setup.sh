# Sets up what a bare machine lacks; `play` and `check` source it. It prints nothing unless something is missing.
# shellcheck shell=bash

# What every build needs: a C compiler, for its linker, and one of C++, for the language of the scripts.
# shellcheck disable=SC2034 # used by the scripts that source this one
compiler_packages=(gcc g++ libc6-dev)
# What the windowed game needs besides: to build (ALSA, pads, Wayland, keyboards) and to run (X11, a Vulkan driver).
# shellcheck disable=SC2034
game_packages=(
    pkg-config libasound2-dev libudev-dev libwayland-dev libxkbcommon-dev
    libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 mesa-vulkan-drivers
)
# What the test of the window needs besides: a display without a screen, hands, and eyes.
# shellcheck disable=SC2034
window_test_packages=(xvfb xdotool x11-utils imagemagick)

# Ends the script with one sentence.
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# Makes sure that cargo is there and new enough; the one argument is the workspace's folder.
need_rust() {
    local wanted version
    wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' "$1/Cargo.toml")
    if ! command -v cargo >/dev/null && [ -x "${HOME:-}/.cargo/bin/cargo" ]; then
        PATH=$HOME/.cargo/bin:$PATH
    fi
    command -v cargo >/dev/null || fail "Rust $wanted or newer is needed: install it with rustup, https://rustup.rs"
    if command -v rustup >/dev/null && [ -z "${RUSTUP_TOOLCHAIN:-}" ]; then
        choose_toolchain "$(sed -n 's/^channel = "\(.*\)"/\1/p' "$1/rust-toolchain.toml")"
    fi
    version=$(rustc --version | cut -d' ' -f2)
    [ "$(printf '%s\n' "$wanted" "$version" | sort -V | head -n1)" = "$wanted" ] ||
        fail "Rust $wanted or newer is needed, and this is Rust $version: type 'rustup update'"
}

# Tells rustup to use this version of Rust. The same version may be installed under another name ("stable"), and then
# nothing needs to be downloaded. rustup itself looks for names only, and from the working directory upwards.
choose_toolchain() {
    local installed name
    installed=$(rustup toolchain list | sed 's/ .*//')
    for name in $(grep -E "^$1(-|$)" <<<"$installed") $installed; do
        if [ "$(rustup run "$name" rustc --version 2>/dev/null | cut -d' ' -f2)" = "$1" ]; then
            export RUSTUP_TOOLCHAIN=$name
            return
        fi
    done
    echo "Installing: Rust $1" >&2
    rustup toolchain install "$1" --no-self-update --profile minimal --component rustfmt --component clippy >&2 ||
        fail "Rust $1 could not be installed, and no other toolchain of rustup is of this version"
    export RUSTUP_TOOLCHAIN=$1
}

# True where packages come from Debian's tools. Elsewhere nothing is installed.
is_debian() {
    command -v apt-get >/dev/null && command -v dpkg-query >/dev/null
}

# Installs those of these Debian packages that are missing; without the right to, it names them.
need_packages() {
    local package missing=() apt=(apt-get)
    is_debian || return 0
    for package; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ]; then
        sudo -n true 2>/dev/null ||
            fail "these packages are missing, so type: sudo apt-get install ${missing[*]}"
        apt=(sudo -n apt-get)
    fi
    echo "Installing: ${missing[*]}" >&2
    export DEBIAN_FRONTEND=noninteractive
    { "${apt[@]}" -q update && "${apt[@]}" -q install -y --no-install-recommends "${missing[@]}"; } >&2 ||
        fail "these packages could not be installed: ${missing[*]}"
}
