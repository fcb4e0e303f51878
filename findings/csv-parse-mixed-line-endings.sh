#!/usr/bin/env bash
# csv-parse 7.0.3, table of residents. Without `record_delimiter`, the ending of the first line is taken for that of all lines. A table whose
# header ends with CRLF and whose rows end with LF, as after an edit on another system, becomes one row, and with `relax_column_count` there is no
# error. Seen: the whole table as one row with line feeds in its cells. With a list of endings: one row for each line.
# What the product does: api/csv.ts names all three endings.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --prefix . csv-parse@7.0.3
cat > try.mjs <<'JS'
import { parse } from 'csv-parse/sync'
const table = 'Unit,Name\r\n1,Ada\n2,Bo\n3,Cy\r\n'
const options = { relax_column_count: true }
console.log(JSON.stringify(parse(table, options)))
console.log(JSON.stringify(parse(table, { ...options, record_delimiter: ['\r\n', '\n', '\r'] })))
JS
expected='[["Unit","Name"],["1","Ada\n2","Bo\n3","Cy"]]
[["Unit","Name"],["1","Ada"],["2","Bo"],["3","Cy"]]'
seen=$(node try.mjs)
echo "$seen"
[ "$seen" = "$expected" ] || { echo 'This is not what was seen before.' >&2; exit 1; }
