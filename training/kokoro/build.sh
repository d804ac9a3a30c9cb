#!/usr/bin/env bash
# Packs Kokoro and sentences for a machine with a GPU into training/build (parts of 30 MB): build.sh
set -euo pipefail
cd "$(dirname "$0")"
export PATH=$PWD/../../node_modules/.bin:$PATH
build=../build
mkdir -p "$build/sentences"
[ -e "$build/kokoro-fp32.onnx" ] || node widen.ts "$build/kokoro-fp32.onnx"
python3 pack.py "$build/kokoro-fp32.onnx" ../../node_modules/kokoro-js/voices "$build"
node symbols.ts "$build/symbols.json"
python3 texts.py "$build/texts"
node sentences.ts "$build/texts/texts.json" "$build/sentences/sentences.json"
