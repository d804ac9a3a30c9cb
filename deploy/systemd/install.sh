#!/usr/bin/env bash
# Installs this version of Vox Humana into /opt/vox-humana, with its packages and weights, for systemd. Run it as root, in a checkout.
# Run it again with a newer one to upgrade: the service stops only while folders are renamed, and the version before stays in
# /opt/vox-humana.before.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=/opt/vox-humana
settings=/etc/vox-humana

[ "$(id -u)" = 0 ] || { printf 'Run this as root: it writes %s and a unit of systemd.\n' "$target" >&2; exit 1; }
getent passwd vox-humana >/dev/null ||
  useradd --system --user-group --home-dir /var/lib/vox-humana --no-create-home --shell /usr/sbin/nologin vox-humana

new=$target.new
rm -rf "$new"
mkdir -p "$new"
# What a checkout has besides: data, installed packages, and everything for development.
tar --exclude=./data --exclude=./node_modules --exclude=./.git --exclude=./.env --exclude=./tests --exclude=./bench --exclude=./training \
  --exclude=./web/dist --exclude=./dist --exclude='*.test.ts' --create . | tar --extract --no-same-owner --directory "$new"
(
  cd "$new"
  rm -f .prepared
  . scripts/setup.sh runtime
  find_ffmpeg
  find_bubblewrap
  "$NODE" scripts/build-web.ts
  "$NODE" scripts/build-program.ts
  MODELS_DIR=$new/models "$NODE" src/main/models.ts
  touch .prepared
)
chmod -R go-w,a+rX "$new"

install --directory --mode=700 "$settings"
for instance in serve worker; do
  [ -e "$settings/$instance" ] && continue
  cp "deploy/systemd/$instance.environment" "$settings/$instance"
  chmod 600 "$settings/$instance"
done
install --mode=644 deploy/systemd/vox-humana@.service /etc/systemd/system/

# Not while an image of a machine is made.
running=
if [ -d /run/systemd/system ]; then
  running=$(systemctl list-units --plain --no-legend --state=active 'vox-humana@*' | awk '{ print $1 }')
fi
# shellcheck disable=SC2086
[ -z "$running" ] || systemctl stop $running
rm -rf "$target.before"
[ ! -d "$target" ] || mv "$target" "$target.before"
mv "$new" "$target"
[ ! -d /run/systemd/system ] || systemctl daemon-reload
# shellcheck disable=SC2086
[ -z "$running" ] || systemctl start $running
printf 'Installed. Settings are in %s. Start it with: systemctl enable --now vox-humana@serve\n' "$settings"
