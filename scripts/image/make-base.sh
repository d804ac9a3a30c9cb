#!/usr/bin/env bash
# Makes a base image like node:24-bookworm-slim without a registry of images: Debian's packages by mmdebstrap, and the Node of node_modules.
# Usage: make-base.sh NAME WORK_FOLDER, with the command of buildah in $BUILDAH. Needs root, mmdebstrap and npm.
set -euo pipefail
name=$1 work=$2
root=$work/rootfs
node=$(node -p 'process.execPath')

# What the slim images of Debian leave out.
lean=(man doc locale info lintian groff)
options=()
for folder in "${lean[@]}"; do options+=(--dpkgopt="path-exclude=/usr/share/$folder/*"); done
mmdebstrap --quiet --variant=minbase "${options[@]}" --dpkgopt='path-include=/usr/share/doc/*/copyright' \
  --include=ca-certificates bookworm "$root"
# A proxy between this machine and the registry of npm may have certificates of its own.
if [ -f /etc/ssl/certs/ca-certificates.crt ]; then
  install -D --mode=644 /etc/ssl/certs/ca-certificates.crt "$root/usr/local/etc/certificates.crt"
  printf 'cafile=/usr/local/etc/certificates.crt\n' >"$root/usr/local/etc/npmrc"
fi
install "$node" "$root/usr/local/bin/node"
modules=$root/usr/local/lib/node_modules
mkdir -p "$modules"
(cd "$work" && npm pack npm@11 --silent >/dev/null && tar -xzf npm-*.tgz && mv package "$modules/npm")
for program in npm npx; do ln -s "../lib/node_modules/npm/bin/$program-cli.js" "$root/usr/local/bin/$program"; done
chroot "$root" groupadd --gid 1000 node
chroot "$root" useradd --uid 1000 --gid node --shell /bin/bash --create-home node

container=$($BUILDAH from scratch)
$BUILDAH add --quiet "$container" "$root" / >/dev/null
$BUILDAH config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd node "$container"
$BUILDAH commit --quiet --rm "$container" "$name" >/dev/null
rm -rf "$root" "$work"/npm-*.tgz
