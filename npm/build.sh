#!/bin/sh
# Makes the package: build.sh FOLDER. FOLDER/qi.wasm is the page's module; the other files are copied.
set -eu
mkdir -p "$1"
out=$(realpath "$1")
cd "$(dirname "$0")/.."
web/wasm/build.sh "$out/qi.wasm"
cp npm/core.js npm/index.js npm/index.d.ts npm/worker.js npm/README.md LICENSE "$out"
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build)
sed "s/\"version\": \"0\"/\"version\": \"$version\"/" npm/package.json >"$out/package.json"
