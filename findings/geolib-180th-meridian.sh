#!/usr/bin/env bash
# geolib 3.3.14, outline of a lot on Taveuni in Fiji, through which the 180th meridian runs. Longitudes are compared as plain numbers.
# Seen: the middle of an outline of 400 m is outside of it, and its bounds reach around the earth. The same outline in Chicago is right.
# What the product does: core/geo/outline.ts measures degrees to the east of the first corner the short way around, and core/geo/cells.ts has boxes
# whose west is greater than their east. The outline had the same fault until it was seen here.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . geolib@3.3.14
cat > try.mjs <<'JS'
import { createRequire } from 'node:module'
const { getBounds, isPointInPolygon } = createRequire(import.meta.url)('geolib')
const around = (longitude) => {
  const wrapped = (degrees) => ((degrees + 540) % 360) - 180
  const corner = (north, east) => ({ latitude: -16.8 + north, longitude: Number(wrapped(longitude + east).toFixed(3)) })
  return [corner(-0.002, -0.002), corner(-0.002, 0.002), corner(0.002, 0.002), corner(0.002, -0.002)]
}
for (const longitude of [-87.63, 180]) {
  const { minLng, maxLng } = getBounds(around(longitude))
  console.log(longitude, isPointInPolygon({ latitude: -16.8, longitude }, around(longitude)), minLng, maxLng)
}
JS
expected='-87.63 true -87.632 -87.628
180 false -179.998 179.998'
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This is not what was seen before.' >&2; exit 1; }
