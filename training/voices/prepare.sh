#!/usr/bin/env bash
# What build.sh needs besides Kokoro: the x-vector's weights, and people who are matched in evaluate.py.
set -euo pipefail
cd "$(dirname "$0")"
export PATH=$PWD/../../node_modules/.bin:$PATH
../kokoro/build.sh
node export-x-vector.ts ../build/voices
node export-people.ts ../build/voices/people
