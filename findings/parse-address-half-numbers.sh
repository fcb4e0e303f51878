#!/usr/bin/env bash
# parse-address 1.1.2, address of a lot. Its page says that it knows fractional building numbers, as in "12 1/2 Main St".
# Seen: the fraction is missing from every part of the result, so 12 and 12 1/2 become the same address.
# What the product does: core/places/street-address.ts places the pin of 12 1/2 at number 12, and the lot keeps the address as it was typed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . parse-address@1.1.2
cat > try.mjs <<'JS'
import { createRequire } from 'node:module'
const { parseLocation } = createRequire(import.meta.url)('parse-address')
for (const address of ['12 Main St, Salem, MA 01970', '12 1/2 Main St, Salem, MA 01970']) console.log(JSON.stringify(parseLocation(address)))
JS
expected='{"number":"12","street":"Main","type":"St","city":"Salem","state":"MA","zip":"01970"}
{"number":"12","street":"Main","type":"St","city":"Salem","state":"MA","zip":"01970"}'
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This is not what was seen before.' >&2; exit 1; }
