#!/usr/bin/env bash
# vcf 2.1.2, contact card of a resident. RFC 6350 writes a comma in a text as \, and a line break as \n. The parser keeps the backslashes, also in its jCard,
# where RFC 7095 has the plain text.
# Seen: the name "Doe\, Jane" and the note "Gate code\nUnit 4" with backslashes.
# What the product does: it reads no contact cards.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . vcf@2.1.2
cat > try.mjs <<'JS'
import { createRequire } from 'node:module'
const VCard = createRequire(import.meta.url)('vcf')
const card = ['BEGIN:VCARD', 'VERSION:4.0', 'FN:Doe\\, Jane', 'NOTE:Gate code\\nUnit 4', 'END:VCARD', ''].join('\r\n')
const [, properties] = new VCard().parse(card).toJSON()
for (const [name, , , value] of properties) if (name !== 'version') console.log(name, JSON.stringify(value))
JS
expected='fn "Doe\\, Jane"
note "Gate code\\nUnit 4"'
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This is not what was seen before.' >&2; exit 1; }
