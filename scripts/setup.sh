# Sourced by ./run and ./test. Installs the locked packages if they are missing, and sets $NODE to Node 24 or newer.
# Usage: . scripts/setup.sh [runtime|development]

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# An image, or an installation for systemd: everything was put in place when it was made, and it cannot be written.
is_prepared() { [ -f .prepared ]; }

install_packages() {
  is_prepared && return
  local wanted=$1 stamp=node_modules/.vox-installed lock
  lock=$(cksum <package-lock.json)
  # A development install includes everything that the runtime needs.
  if [ -f "$stamp" ]; then
    case "$(cat "$stamp")" in
    "development $lock") return ;;
    "runtime $lock") [ "$wanted" = runtime ] && return ;;
    esac
  fi
  command -v npm >/dev/null || fail 'npm is missing: install Node.js 20 or newer (it brings npm), then try again.'
  printf 'Installing packages (once, about half a minute and 1 GB) …\n' >&2
  # The lock names what each package must contain, so what the cache knows of it is never too old.
  local flags=(--loglevel=error --no-audit --no-fund --ignore-scripts --prefer-offline)
  [ "$wanted" = runtime ] && flags+=(--omit=dev)
  npm ci "${flags[@]}" >&2 || fail 'The packages could not be installed; see the lines above.'
  printf '%s %s\n' "$wanted" "$lock" >"$stamp"
}

find_node() {
  local candidate
  for candidate in "$PWD/node_modules/.bin/node" "$(command -v node || true)"; do
    [ -x "$candidate" ] || continue
    if "$candidate" -e 'process.exit(parseInt(process.versions.node) >= 24 ? 0 : 1)' 2>/dev/null; then
      NODE=$candidate
      return
    fi
  done
  fail 'Node 24 was not found: no packaged one fits this machine, and its own is older. Install Node 24 or newer.'
}

# mp3, aac, flac, transcription and video need ffmpeg. Order: FFMPEG_PATH, the system's, apt-get, the packaged build (x64).
find_ffmpeg() {
  [ -n "${FFMPEG_PATH:-}" ] && return
  command -v ffmpeg >/dev/null && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    printf 'Installing ffmpeg with apt-get (once) …\n' >&2
    apt_install ffmpeg || printf 'apt-get could not install ffmpeg. On x64 the packaged build is used; elsewhere install ffmpeg or set FFMPEG_PATH.\n' >&2
  fi
}

# ffmpeg reads customers' files in a sandbox that bubblewrap makes. The service says so at start where it cannot.
find_bubblewrap() {
  command -v bwrap >/dev/null && return
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return 0
  printf 'Installing bubblewrap with apt-get (once) …\n' >&2
  apt_install bubblewrap || printf 'apt-get could not install bubblewrap.\n' >&2
}

# Translates between English and Spanish; ./test needs it.
find_apertium() {
  # Not through a pipe: grep would leave it early, which fails as a whole where pipefail is set.
  [[ $(apertium -l 2>/dev/null) == *eng-spa* ]] && return
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return
  printf 'Installing Apertium with apt-get (once) …\n' >&2
  apt_install apertium-eng-spa
}

# Runs the worker in Python; ./test needs it.
find_python() {
  python3 -c 'import sys; sys.exit(sys.version_info < (3, 9))' 2>/dev/null && return
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return
  printf 'Installing Python with apt-get (once) …\n' >&2
  apt_install python3
}

# Runs the Python of the guides; ./test needs it.
find_python_requests() {
  /usr/bin/python3 -c 'import requests' 2>/dev/null && return
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return
  printf 'Installing Python requests with apt-get (once) …\n' >&2
  apt_install python3-requests
}

# Shows the console to the tests. Order: CHROMIUM_PATH, the system's, apt-get; the headless shell, which needs less
# processor time, before the whole browser.
find_chromium() {
  [ -n "${CHROMIUM_PATH:-}" ] && return
  if ! installed_chromium >/dev/null; then
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || return
    printf 'Installing Chromium with apt-get (once) …\n' >&2
    apt_install chromium-headless-shell || apt_install chromium || return
  fi
  CHROMIUM_PATH=$(installed_chromium)
  export CHROMIUM_PATH
}

installed_chromium() {
  command -v chromium-headless-shell || command -v chromium
}

apt_install() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1 && return
  apt-get update -qq >/dev/null 2>&1 && apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1
}

# Same as in child-environment.ts, for models that are loaded outside an engine process.
export ORT_DISABLE_TELEMETRY=1
# apt-get and npm wait for the network and the disk, so they run side by side.
if [ "${1:-runtime}" = development ]; then
  { find_ffmpeg; find_bubblewrap; find_apertium; find_chromium; find_python; find_python_requests; scripts/with-postgres.sh true; } &
fi
install_packages "${1:-runtime}"
[ "${1:-runtime}" = runtime ] || wait "$!"
find_node
export PATH="$(dirname "$NODE"):$PATH"
