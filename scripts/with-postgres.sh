#!/usr/bin/env bash
# Runs a command with TEST_DATABASE_URL set to a temporary PostgreSQL server, which stops when the command ends.
# Exits with 77 if PostgreSQL is missing and cannot be installed.
set -euo pipefail
cd "$(dirname "$0")/.."

find_binaries() {
  local dir
  for dir in "$(dirname "$(command -v initdb 2>/dev/null || echo /nowhere/x)")" /usr/lib/postgresql/*/bin /opt/homebrew/opt/postgresql*/bin; do
    [ -x "$dir/initdb" ] && [ -x "$dir/pg_ctl" ] && BIN=$dir
  done
  [ -n "${BIN:-}" ]
}

if ! find_binaries; then
  [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || exit 77
  printf 'Installing PostgreSQL with apt-get (once) …\n' >&2
  export DEBIAN_FRONTEND=noninteractive
  { apt-get install -y -qq postgresql || { apt-get update -qq && apt-get install -y -qq postgresql; }; } >/dev/null 2>&1 || exit 77
  find_binaries || exit 77
fi

# In memory where there is room, because a busy disk stalls the tests.
room_kb=$(df -Pk --type=tmpfs /dev/shm 2>/dev/null | awk 'NR == 2 { print $4 }') || room_kb=0
if [ "$room_kb" -ge 1048576 ]; then
  folder=$(mktemp -d -p /dev/shm)
else
  folder=$(mktemp -d)
fi
port=$(node -e 'const s=require("node:net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})')
as_owner=()
# PostgreSQL refuses to run as root.
if [ "$(id -u)" = 0 ]; then
  chown postgres "$folder"
  as_owner=(setpriv --reuid=postgres --regid=postgres --clear-groups --)
fi
cleanup() {
  # Whoever lost it may have tried again, so that no test failed. The lines after it name both statements.
  grep -a -A 12 'deadlock detected' "$folder/log" >&2 || true
  "${as_owner[@]}" "$BIN/pg_ctl" -D "$folder/data" -m immediate stop >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap cleanup EXIT

# The data does not outlive the command, so it need not survive a crash.
settings='-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c wal_level=minimal -c max_wal_senders=0'
(
  cd "$folder"
  # The locale of the caller may not be installed, may have another encoding, and would order texts in its own way.
  # Letters need one of UTF-8, or capitals outside of ASCII are not found in lower case.
  LC_ALL=$(locale -a 2>/dev/null | grep -m1 -iE '^(C|en_US)\.utf-?8$') || LC_ALL=C
  export LC_ALL
  "${as_owner[@]}" "$BIN/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 --no-sync >/dev/null
  "${as_owner[@]}" "$BIN/pg_ctl" -D "$folder/data" -w -l "$folder/log" \
    -o "-c listen_addresses=127.0.0.1 -c port=$port -c unix_socket_directories=$folder -c max_connections=200 $settings" start >/dev/null
)
TEST_DATABASE_URL="postgres://postgres@127.0.0.1:$port/postgres" "$@"
