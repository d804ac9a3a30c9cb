#!/usr/bin/env bash
# Fetches the sounds of others from Debian's packages, and packs all that training hears: sources.sh SOUNDS FOLDER BUILD
# SOUNDS is what sounds.ts wrote. BUILD gets three folders of at most 60 MB, for a machine that can be sent little at a time. Takes half an hour.
set -euo pipefail
sounds=$(realpath "$1") folder=$2 build=$3
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$folder" "$build"/{1,2,3}
folder=$(realpath "$folder") build=$(realpath "$build")

fetch() {
  for package in "$@"; do
    [ -d "$folder/$package" ] && continue
    (cd "$folder" && apt-get download -q "$package" && dpkg -x "$package"_*.deb "$package" && rm "$package"_*.deb)
  done
}
pack() {
  local out=$1 seconds=$2
  shift 2
  python3 "$here/packed.py" "$build/$out.sound" "$seconds" "$@"
}
of() { printf "$folder/%s\n" "$@"; }

people=(fillets-ng-data-cs fillets-ng-data-nl tuxpaint-stamps-default ktuberling)
music1=(singularity-music wesnoth-1.16-music warzone2100-music lincity-ng-data)
music2=(supertux-data pingus-data freedroidrpg-data hyperrogue-music unknown-horizons enigma-data fretsonfire-songs-muldjord frozen-bubble-data)
music3=(krank xmoto-data ardentryst bomberclone-data zaz-data asc-music angrydd powermanga-data lugaru-data nexuiz-music ufoai-music noiz2sa-data
  rrootage-data tumiki-fighters-data parsec47-data torus-trooper-data gunroar-data a7xpg-data mu-cade-data titanion-data widelands-data)
noise=(colobot-common-sounds endless-sky-data)
fetch fillets-ng-data klettres-data supertuxkart-data "${people[@]}" "${music1[@]}" "${music2[@]}" "${music3[@]}" "${noise[@]}"

pack 1/speech 2000 "$sounds/learn/speech"
pack 1/own-music 650 "$sounds/learn/music"
pack 1/effects 750 "$sounds/learn/effects"
pack 1/people 1500 "$folder/fillets-ng-data/usr/share/games/fillets-ng/sound" "$folder/klettres-data"
pack 1/music 1300 $(of "${music1[@]}")
pack 2/people.2 1500 $(of "${people[@]}")
pack 2/music.2 3300 $(of "${music2[@]}")
pack 2/noise 1100 $(of "${noise[@]}")
pack 3/music.3 4500 $(of "${music3[@]}")
pack 3/noise.2 1500 "$folder/supertuxkart-data/usr/share/games/supertuxkart/data/sfx" "$folder/widelands-data/usr/share/games/widelands/data/sound" \
  "$folder/unknown-horizons" "$folder/freedroidrpg-data"
