#!/usr/bin/env bash
# node-ical 0.26.1, calendar of a spot that is blocked at night. RFC 5545 counts a duration of days by the calendar, so one day after 8 PM is 8 PM also
# when clocks change, and a local time that occurs twice means the first one.
# Seen: a night of one day from October 31 at 8 PM in New York ends at 7 PM, and 1:30 AM on November 1 is the second 1:30 AM (06:30 UTC, not 05:30).
# What the product does: core/recurrence/ and core/time/zone.ts count days by the clock of the lot and take the first time (0011, "calendar of a time zone").
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . node-ical@0.26.1
cat > try.mjs <<'JS'
import ical from 'node-ical'
const change = (kind, start, from, to, rule) =>
  [`BEGIN:${kind}`, `DTSTART:${start}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `RRULE:FREQ=YEARLY;${rule}`, `END:${kind}`]
const zone = [
  'BEGIN:VTIMEZONE', 'TZID:America/New_York',
  ...change('DAYLIGHT', '20070311T020000', '-0500', '-0400', 'BYMONTH=3;BYDAY=2SU'),
  ...change('STANDARD', '20071104T020000', '-0400', '-0500', 'BYMONTH=11;BYDAY=1SU'),
  'END:VTIMEZONE',
]
const event = (times) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Openspot//EN', ...zone, 'BEGIN:VEVENT', 'UID:1@openspot.example', 'DTSTAMP:20260101T000000Z', ...times, 'END:VEVENT', 'END:VCALENDAR', '']
    .join('\r\n')
for (const times of [
  ['DTSTART;TZID=America/New_York:20261031T200000', 'DURATION:P1D'],
  ['DTSTART;TZID=America/New_York:20261101T013000', 'DURATION:PT30M'],
]) {
  const found = Object.values(ical.sync.parseICS(event(times))).find(({ type }) => type === 'VEVENT')
  console.log(times[0].slice(-15), found.start.toISOString(), found.end.toISOString())
}
JS
expected='20261031T200000 2026-11-01T00:00:00.000Z 2026-11-02T00:00:00.000Z
20261101T013000 2026-11-01T06:30:00.000Z 2026-11-01T07:00:00.000Z'
seen=$(TZ=UTC node try.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This is not what was seen before.' >&2; exit 1; }
