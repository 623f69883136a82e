# Installs what a bare machine lacks; `play` and `check` source it. It prints nothing unless something is missing.
# shellcheck shell=bash

# Packages for every build: a C compiler for its linker, a C++ compiler for the script VM, and the certificates with which
# cargo verifies the registry.
# shellcheck disable=SC2034 # used by the scripts that source this one
compiler_packages=(gcc g++ libc6-dev ca-certificates)
# Packages that the windowed game opens at run time: X11, Wayland, keyboards, OpenGL through EGL or GLX, and its drivers.
# shellcheck disable=SC2034
run_packages=(
    libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0 libwayland-egl1
    libegl1 libgl1 libgl1-mesa-dri
)
# Additional packages for the windowed game: to build (ALSA, gamepads, Wayland, keyboards) and to run.
# shellcheck disable=SC2034
game_packages=(
    pkg-config libasound2-dev libudev-dev libwayland-dev libxkbcommon-dev
    "${run_packages[@]}"
)
# Additional packages for the window test: a virtual display, simulated input, and screenshots.
# shellcheck disable=SC2034
window_test_packages=(xvfb xdotool x11-utils imagemagick)

# Ends the script with an error message.
fail() {
    printf '%s: %s\n' "$(basename "$0")" "$*" >&2
    exit 1
}

# The folder into which Debian's packages install programs.
system_programs=/usr/bin

# Sets up Rust, with its lint tools if requested, and these Debian packages: set_up ROOT [--lints] [PACKAGE...]. A Rust
# installation that is new enough is kept. All packages are installed with one command, so a user without permission has
# to type only one command.
set_up() {
    local root=$1 lints=false wanted source packages
    shift
    if [ "${1:-}" = --lints ]; then
        lints=true
        shift
    fi
    packages=("$@")
    wanted=$(minimum_rust "$root")
    if ! command -v cargo >/dev/null && [ -x "${HOME:-}/.cargo/bin/cargo" ]; then
        PATH=$HOME/.cargo/bin:$PATH
    fi
    source=$(rust_source "$wanted")
    case $source in
        # On a new machine the package lists are empty, and on others they may be older than Debian's last update.
        package-rustup | none)
            if is_debian && ! command -v rustup >/dev/null && may_install; then
                update_lists
                source=$(rust_source "$wanted")
            fi
            ;;
    esac
    case $source in
        path) ! $lints || has_lints || mapfile -t -O "${#packages[@]}" packages < <(lint_packages) ;;
        packages-web)
            packages+=(rustc-web cargo-web)
            ! $lints || packages+=(rust-web-clippy rustfmt-web)
            ;;
        package-rustup) packages+=(rustup) ;;
        none) fail "$(missing_rust "$wanted")" ;;
    esac
    need_packages "${packages[@]}"
    hash -r
    # An older Rust may come first in PATH.
    [ "$source" != packages-web ] || is_at_least "$wanted" "$(rust_version)" || PATH=$system_programs:$PATH
    if command -v rustup >/dev/null && [ -z "${RUSTUP_TOOLCHAIN:-}" ]; then
        choose_toolchain "$(pinned_rust "$root")"
    fi
    is_at_least "$wanted" "$(rust_version)" || fail "$(missing_rust "$wanted")"
    ! $lints || has_lints ||
        fail "rustfmt and clippy are needed: type 'rustup component add rustfmt clippy', or install those of Rust $(rust_version)"
}

# Prints the oldest version of Rust that builds the workspace in this folder.
minimum_rust() {
    sed -n 's/^rust-version = "\(.*\)"/\1/p' "$1/Cargo.toml"
}

# Prints the version of Rust that the workspace in this folder is developed with.
pinned_rust() {
    sed -n 's/^channel = "\(.*\)"/\1/p' "$1/rust-toolchain.toml"
}

# Prints the version of the compiler in PATH; nothing if there is none.
rust_version() {
    rustc --version 2>/dev/null | cut -d' ' -f2 || true
}

# True if the compiler in PATH is the one that the workspace in this folder is developed with.
is_pinned_rust() {
    [ "$(rust_version)" = "$(pinned_rust "$1")" ]
}

# True if there is a version and it is not older than the wanted one: is_at_least WANTED VERSION.
is_at_least() {
    printf '%s\n' "$1" "$2" | sort -CV
}

# Prints the source of a Rust of at least this version. It changes nothing.
#   rustup          rustup is installed, and installs the pinned version if necessary
#   path            the compiler in PATH is new enough
#   packages-web    Debian's rustc-web is new enough, because Debian updates it for its browsers
#   package-rustup  the package rustup is in Debian's or Ubuntu's lists
#   none            none of these
rust_source() {
    if command -v rustup >/dev/null && [ -z "${RUSTUP_TOOLCHAIN:-}" ]; then
        echo rustup
    elif command -v cargo >/dev/null && is_at_least "$1" "$(rust_version)"; then
        echo path
    elif ! is_debian || command -v rustup >/dev/null; then
        # A selected rustup toolchain that is too old is reported.
        echo none
    elif is_at_least "$1" "$(candidate rustc-web)" && is_at_least "$1" "$(candidate cargo-web)"; then
        echo packages-web
    elif [ -n "$(candidate rustup)" ]; then
        echo package-rustup
    else
        echo none
    fi
}

# Prints the upstream version in which this package would be installed; nothing if it is not in the lists.
candidate() {
    LC_ALL=C apt-cache policy "$1" 2>/dev/null |
        sed -n 's/^ *Candidate: \([0-9]*:\)\{0,1\}\([0-9][0-9.]*\).*/\2/p' || true
}

# Prints the error message for a missing or old Rust.
missing_rust() {
    local version sentence="Rust $1 or newer is needed" advice="install it with rustup, https://rustup.rs"
    version=$(rust_version)
    [ -z "$version" ] || sentence+=", got Rust $version"
    if command -v rustup >/dev/null; then
        advice="type 'rustup update'"
    elif is_debian && ! may_install; then
        # The package lists may be old or empty.
        advice="type '$(as_root "apt-get update")' and start again, or $advice"
    fi
    printf '%s: %s\n' "$sentence" "$advice"
}

# True if cargo can format and lint.
has_lints() {
    { cargo fmt --version && cargo clippy --version; } >/dev/null 2>&1
}

# Prints the packages with rustfmt and clippy that belong to the compiler in PATH, if it comes from a package.
lint_packages() {
    local owner
    is_debian || return 0
    owner=$(dpkg-query -S "$(command -v rustc)" 2>/dev/null | cut -d: -f1) || true
    case $owner in
        rustc-web) printf '%s\n' rust-web-clippy rustfmt-web ;;
        rustc) printf '%s\n' rust-clippy rustfmt ;;
    esac
}

# Makes rustup use this version of Rust. The same version may be installed under another name ("stable"), and then
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

# True if Debian's package tools are available. Otherwise nothing is installed.
is_debian() {
    command -v apt-get >/dev/null && command -v dpkg-query >/dev/null
}

# True for root, and for users who can become root without a password.
may_install() {
    [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null
}

# Runs a command as root. Its output goes to standard error, because `play` prints paths.
run_as_root() {
    local invocation=("$@")
    [ "$(id -u)" -eq 0 ] || invocation=(sudo -n "${invocation[@]}")
    "${invocation[@]}" >&2
}

# Runs apt-get as root without questions.
run_apt() {
    run_as_root env DEBIAN_FRONTEND=noninteractive apt-get -q "$@"
}

# Prints the command with which a user runs a command line as root.
as_root() {
    if command -v sudo >/dev/null; then
        printf 'sudo %s\n' "$1" | sed 's/ && / \&\& sudo /'
    else
        printf 'su - -c "%s"\n' "$1"
    fi
}

# Updates the package lists, once per script. An unreachable source does not matter if another one has the packages.
lists_are_new=false
update_lists() {
    $lists_are_new || run_apt update || true
    lists_are_new=true
}

# Installs the missing ones of these Debian packages; without permission, it fails and lists them.
need_packages() {
    local package missing=()
    is_debian || return 0
    for package; do
        # A package may be installed for several processors.
        dpkg-query -W -f='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    may_install ||
        fail "these packages are missing, so type: $(as_root "apt-get update && apt-get install ${missing[*]}")"
    echo "Installing: ${missing[*]}" >&2
    update_lists
    run_apt install -y --no-install-recommends "${missing[@]}" ||
        fail "these packages could not be installed: ${missing[*]}"
}
