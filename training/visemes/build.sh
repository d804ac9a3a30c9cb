#!/usr/bin/env bash
# Rebuilds assets/visemes on a machine with a GPU, after training/kokoro/build.sh: build.sh [CORPUS_SECONDS]
set -euo pipefail
cd "$(dirname "$0")"
export PATH=$PWD/../../node_modules/.bin:$PATH PYTHONPATH=../kokoro
build=../build
sentences=$build/sentences/sentences.json
node tables.ts "$build/sentences/tables.json"
python3 ../kokoro/corpus.py "$build" "$sentences" "$build/corpus" "${1:-170}"
learn() { python3 train.py "$build/corpus" "$sentences" "$build/sentences/tables.json" "$@"; }
learn "$build/visemes-first" 400
learn "$build/visemes" 555 --before "$build/visemes-first/lips.pt"
cp "$build/visemes/vox-lips.onnx" ../../assets/visemes/
