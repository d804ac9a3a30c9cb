#!/usr/bin/env bash
# Rebuilds assets/voices where a GPU with PyTorch is at hand: build.sh [surrogate|encoder|evaluation|all] [OUTPUT]
# Before it, on any machine: prepare.sh; and where the GPU is, the corpus: see below.
set -euo pipefail
cd "$(dirname "$0")"
stage=${1:-all}
output=${2:-../../assets/voices}
build=../build
corpus=${CORPUS:-$build/corpus}
sentences=$build/sentences/sentences.json
work=$build/matching
models=$work/models
export PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True
mkdir -p "$models" "$output"

[ -e "$corpus" ] || python3 ../kokoro/corpus.py "$build" "$sentences" "$corpus" 150

if [ "$stage" = surrogate ] || [ "$stage" = all ]; then
  python3 listen.py "$build" "$corpus" "$work/listened"
  python3 gradients.py "$build" "$sentences" "$work/random" 85
  python3 surrogate.py "$work/first" 30 "$work/listened" "$work/random"
  python3 propose.py "$work/first/surrogate.onnx" "$work/proposals.npz" 8000 "$work/listened" "$work/random"
  python3 gradients.py "$build" "$sentences" "$work/proposed" 65 --proposals "$work/proposals.npz" --seed 12
  python3 surrogate.py "$models" 30 "$work/listened" "$work/random" "$work/proposed"
  python3 prints.py "$models" 12 "$work/listened"
  cp "$models"/{surrogate,print-style}.onnx "$output"
fi
if [ "$stage" = encoder ] || [ "$stage" = all ]; then
  python3 encoder.py "$corpus" "$models" 160
  cp "$models/encoder.onnx" "$output"
fi
if [ "$stage" = evaluation ] || [ "$stage" = all ]; then
  python3 evaluate.py "$build" "$sentences" "$models" "$output/evaluation.json" "${EVALUATION_SECONDS:-60}"
fi
