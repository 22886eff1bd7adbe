#!/bin/sh
# Makes the package: build.sh FOLDER [MODULES]. The two modules are the page's, compiled here unless they lie in MODULES; tsc makes
# scripts and types (npm --prefix web ci installs it).
set -eu
mkdir -p "$1"
out=$(realpath "$1")
modules=${2:+$(realpath "$2")}
cd "$(dirname "$0")/.."
rm -f "$out"/*.js "$out"/*.d.ts "$out"/*.wasm
if [ -n "$modules" ]; then
    cp "$modules/qi-rules.wasm" "$modules/qi-engine.wasm" "$out"
else
    web/wasm/build.sh "$out"
fi
web/node_modules/.bin/tsc -p npm --outDir "$out"
cp npm/README.md LICENSE "$out"
version=$(sed -n "s/^  version: '\(.*\)',$/\1/p" meson.build)
sed "s/\"version\": \"0\"/\"version\": \"$version\"/" npm/package.json >"$out/package.json"
