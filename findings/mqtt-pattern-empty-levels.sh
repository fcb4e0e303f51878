#!/usr/bin/env bash
# mqtt-pattern 2.1.1, topics of gates. In MQTT, + matches one level of a topic, which may be empty (4.7.1.3), and a filter that begins with a wildcard
# doesn't match topics that begin with a dollar sign (4.7.2).
# Seen: an empty level doesn't match +, and the broker's own $SYS topics match # and +.
# What the product does: api/operations/gates/drivers/ subscribes to whole topics without wildcards, and lets the broker match them (0013).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . mqtt-pattern@2.1.1
cat > try.mjs <<'JS'
import { createRequire } from 'node:module'
const { matches } = createRequire(import.meta.url)('mqtt-pattern')
for (const [filter, topic] of [
  ['gates/+/state', 'gates/north/state'],
  ['gates/+/state', 'gates//state'],
  ['gates/+', 'gates/'],
  ['#', '$SYS/broker/uptime'],
  ['+/broker/uptime', '$SYS/broker/uptime'],
])
  console.log(filter, topic, matches(filter, topic))
JS
expected='gates/+/state gates/north/state true
gates/+/state gates//state false
gates/+ gates/ false
# $SYS/broker/uptime true
+/broker/uptime $SYS/broker/uptime true'
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This is not what was seen before.' >&2; exit 1; }
