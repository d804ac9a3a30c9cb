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
onward() { learn "$1" "$2" --teacher-seconds 0 --onward --before "$3/lips.pt"; }
onward "$build/visemes-second" 150 "$build/visemes-first"
onward "$build/visemes" 225 "$build/visemes-second"
cp "$build/visemes/vox-lips.onnx" ../../assets/visemes/
