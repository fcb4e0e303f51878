#!/usr/bin/env bash
# libphonenumber-js 1.13.16, phone numbers of drivers. `isValid()` refuses numbers in area codes of North America that are newer than its metadata,
# although `isPossible()` accepts them, and cell phones in Mexico as many people still write them, with the 1 that was dropped in 2019.
# Seen: false and true for the area codes 861, 729, and 679; false and false for +52 1.
# What the product does: core/phones/phones.ts accepts what is well-formed in North America, and leaves out the 1 after +52.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . libphonenumber-js@1.13.16
cat > try.mjs <<'JS'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
for (const text of ['+1 861 555 0123', '+1 729 555 0123', '+1 679 555 0123', '+52 1 55 5512 3456', '+52 55 5512 3456']) {
  const phone = parsePhoneNumberFromString(text)
  console.log(text, phone?.isValid(), phone?.isPossible())
}
JS
expected='+1 861 555 0123 false true
+1 729 555 0123 false true
+1 679 555 0123 false true
+52 1 55 5512 3456 false false
+52 55 5512 3456 true true'
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This is not what was seen before.' >&2; exit 1; }
