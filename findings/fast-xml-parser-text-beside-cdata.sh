#!/usr/bin/env bash
# fast-xml-parser 5.12.1, unit and name of a resident. With the default `trimValues`, each piece of a text is trimmed before the pieces are joined,
# so the spaces beside a CDATA section are lost. Numeric entities stay as they are without `htmlEntities`.
# Seen: "Unit4B" for "Unit 4 B", "Smith & CoApt 2" for "Smith & Co Apt 2", and "Zo&#235;" for "Zoë".
# What the product does: api/people/connectors/reading/xml.ts trims the joined text, and decodes numeric entities.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . fast-xml-parser@5.12.1
cat > try.mjs <<'JS'
import { XMLParser } from 'fast-xml-parser'
const parser = new XMLParser()
for (const xml of ['<Unit>Unit <![CDATA[4]]> B</Unit>', '<Name><![CDATA[Smith & Co]]> Apt 2</Name>', '<Name>Zo&#235;</Name>'])
  console.log(JSON.stringify(parser.parse(xml)))
JS
expected='{"Unit":"Unit4B"}
{"Name":"Smith & CoApt 2"}
{"Name":"Zo&#235;"}'
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This is not what was seen before.' >&2; exit 1; }
