#!/usr/bin/env bash
# Teaches the decoder where a GPU is, after training/kokoro/build.sh and training/voices/export-x-vector.ts ../build/voices:
# build.sh fits SECONDS | corpus SECONDS | spectral SECONDS | critics SECONDS | evaluate | export   (one after the other; each takes its time)
# build.sh restore, instead of spectral: goes on from the shipped weights; then critics SECONDS --alone SECONDS
# and for the front, with the student of $CHECKPOINT behind it:
# build.sh front-match SECONDS | front-spectral SECONDS | front-critics SECONDS | front-evaluate | front-export
set -euo pipefail
cd "$(dirname "$0")"
stage=${1:?which stage?} seconds=${2:-0}
build=${BUILD:-../build}
corpus=${CORPUS:-$build/decoder-corpus}
fits=$build/decoder-fits
checkpoint=${CHECKPOINT:-$build/decoder}
front=${FRONT:-$build/decoder-front}
sentences=$build/sentences/sentences.json
shift $(($# < 2 ? $# : 2))
resume() { [ ! -e "$1/notes.json" ] || echo --resume; }

# Without it the workers take turns on the GPU.
share_gpu() { nvidia-cuda-mps-control -d && trap 'echo quit | nvidia-cuda-mps-control' EXIT || echo 'no MPS: slower'; }

case $stage in
  fits) share_gpu && python3 ../voices/fits.py "$build" "$sentences" "$fits" "$seconds" "$@" ;;
  corpus) share_gpu && python3 corpus.py "$build" "$sentences" "$corpus" "$seconds" --fits "$fits" "$@" ;;
  restore) python3 restore.py ../../assets/speech/vox-decoder.onnx "$checkpoint" ;;
  spectral | critics) python3 train.py "$build" "$corpus" "$checkpoint" "--$stage" "$seconds" $(resume "$checkpoint") "$@" ;;
  evaluate) python3 evaluate.py "$build" "$corpus" "$checkpoint" "$sentences" "$build/decoder-evaluation" "$@" ;;
  export) python3 export.py "$checkpoint" "$build/vox-decoder.onnx" --bits 8 --last-bits 32 ;;
  front-match | front-spectral | front-critics)
    python3 train_front.py "$build" "$corpus" "$checkpoint" "$front" "--${stage#front-}" "$seconds" $(resume "$front") "$@" ;;
  front-evaluate)
    python3 evaluate.py "$build" "$corpus" "$front" "$sentences" "$build/decoder-evaluation-hybrid" "$@" &
    hybrid=$!
    python3 evaluate.py "$build" "$corpus" "$front" "$sentences" "$build/decoder-evaluation-whole" --whole "$@" && wait $hybrid ;;
  front-export) python3 export_front.py "$front" "$build/vox-decoder-front.onnx" --bits 8 ;;
  *) echo "no stage $stage" >&2 && exit 2 ;;
esac
