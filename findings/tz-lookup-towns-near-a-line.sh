#!/usr/bin/env bash
# @photostructure/tz-lookup 11.7.0, time zone of a lot. The shapes of time zones are simplified, so towns near a line are in the zone of their neighbors.
# geo-tz 8.1.9 has the exact shapes. Clocks in Williston, Watford City, Yuma, Houlton, Blakely, and Second Mesa agree with it.
# Seen: six towns with the zone of the other side, first by tz-lookup and then by geo-tz.
# What the product does: api/lots/lot-settings/time-zone-at.ts uses geo-tz (docs/decisions/0059-exact-time-zones.md).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . @photostructure/tz-lookup@11.7.0 geo-tz@8.1.9
cat > try.mjs <<'JS'
import tzLookup from '@photostructure/tz-lookup'
import { find } from 'geo-tz'
const towns = {
  Williston: [48.14697, -103.61797],
  'Watford City': [47.80224, -103.28325],
  Yuma: [32.72532, -114.6244],
  Houlton: [46.12616, -67.84027],
  Blakely: [31.37768, -84.93409],
  'Second Mesa': [35.79501, -110.50652],
}
for (const [town, point] of Object.entries(towns)) console.log(town, tzLookup(...point), find(...point).join(' '))
JS
expected='Williston America/Denver America/Chicago
Watford City America/Denver America/Chicago
Yuma America/Los_Angeles America/Phoenix
Houlton America/Moncton America/New_York
Blakely America/Chicago America/New_York
Second Mesa America/Denver America/Phoenix'
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This is not what was seen before.' >&2; exit 1; }
