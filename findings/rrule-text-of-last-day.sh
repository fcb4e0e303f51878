#!/usr/bin/env bash
# rrule 2.8.1, an availability rule on the last day of each month, as a sentence. BYMONTHDAY counts from the end with negative numbers.
# Seen: "every month on the last for 3 times" without the word day, while the 15th and the last Friday are named.
# What the product does: its rules repeat by day and week, and web/ui/recurrence-text.ts has its own sentences in every language.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . rrule@2.8.1
cat > try.mjs <<'JS'
import rrule from 'rrule'
for (const rule of ['FREQ=MONTHLY;BYMONTHDAY=15', 'FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=MONTHLY;BYMONTHDAY=-1', 'FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3'])
  console.log(rule, rrule.rrulestr(`RRULE:${rule}`).toText())
JS
expected='FREQ=MONTHLY;BYMONTHDAY=15 every month on the 15th
FREQ=MONTHLY;BYDAY=-1FR every month on the last Friday
FREQ=MONTHLY;BYMONTHDAY=-1 every month on the last
FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3 every month on the last for 3 times'
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This is not what was seen before.' >&2; exit 1; }
