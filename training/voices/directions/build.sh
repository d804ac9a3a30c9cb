#!/usr/bin/env bash
# Measures assets/voices/directions.json anew where a GPU with PyTorch is at hand; ../../kokoro/build.sh comes before.
set -euo pipefail
cd "$(dirname "$0")"
python3 measure.py ../../build ../../../assets/voices/directions.json "${1:-35}"
