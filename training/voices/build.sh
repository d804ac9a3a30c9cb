#!/usr/bin/env bash
# Rebuilds assets/voices where a GPU with PyTorch is at hand: build.sh [OUTPUT]
# Before it, on any machine: training/kokoro/build.sh, `node training/voices/export-x-vector.ts training/build/voices`,
# and `npm run bench:voices -- --people training/build/voices/people` for the people of evaluate.py.
set -euo pipefail
cd "$(dirname "$0")"
build=../build
output=${1:-../../assets/voices}
work=$build/voices
corpus=$build/corpus
sentences=$build/sentences.json

[ -e "$corpus" ] || python3 ../kokoro/corpus.py "$build" "$sentences" "$corpus" 150
python3 listen.py "$build" "$corpus" "$work/listened"
python3 gradients.py "$build" "$sentences" "$work/random" 110
python3 surrogate.py "$work/first" 35 "$work/listened" "$work/random"
python3 propose.py "$work/first/surrogate.pt" "$work/proposals.npz" 8000 "$work/listened" "$work/random"
python3 gradients.py "$build" "$sentences" "$work/proposed" 80 --proposals "$work/proposals.npz" --seed 12
python3 surrogate.py "$work/models" 50 "$work/listened" "$work/random" "$work/proposed"
python3 prints.py "$work/models" 20 "$work/listened"
python3 encoder.py "$corpus" "$work/models" 220
python3 evaluate.py "$build" "$sentences" "$work/models" "$work/evaluation.json" 140
mkdir -p "$output"
cp "$work"/models/{encoder,print-style,surrogate}.onnx "$work/evaluation.json" "$output"
