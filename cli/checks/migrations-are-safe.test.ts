import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { unsafeStatements } from './migrations-are-safe.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function found(name: string, text: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-migrations-'))
  folders.push(folder)
  writeFileSync(path.join(folder, name), text)
  return unsafeStatements(folder).join('\n')
}

test.each([
  ['an index that blocks writers', 'create index late on reservations (created_at);', 'require-concurrent'],
  [
    'a check that scans the table',
    'alter table lots add check (spots >= 0);',
    'constraint-missing-not-valid',
  ],
  [
    'a column that older versions do not fill',
    'alter table lots add x text not null;',
    'adding-required-field',
  ],
  ['a column that older versions still read', 'alter table lots drop column name;', 'ban-drop-column'],
  ['a new name', 'alter table lots rename column name to title;', 'renaming-column'],
  ['a rewritten table', 'alter table lots alter column name type varchar(9);', 'changing-column-type'],
  [
    'an index built concurrently in a transaction',
    'alter table lots add column later integer;\ncreate index concurrently late on lots (name);',
    'ban-concurrent-index-creation-in-transaction',
  ],
])('rejects a migration with %s', (_what, text, rule) => {
  expect(found('9001_unsafe.sql', text)).toContain(rule)
})

test.each([
  ['a column that may be empty', 'alter table lots add column later integer;'],
  [
    'a table with an index',
    'create table later (id uuid primary key, lot_id uuid not null); create index later_lots on later (lot_id);',
  ],
  [
    'an index built concurrently outside a transaction',
    '-- outside a transaction: reservations are many\ndrop index concurrently if exists late;\ncreate index concurrently if not exists late on reservations (created_at);\n',
  ],
])('accepts a migration with %s', (_what, text) => {
  expect(found('9001_safe.sql', text)).toBe('')
})
