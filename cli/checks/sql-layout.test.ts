import { expect, test } from 'vitest'
import { findLayoutFaults } from './sql-layout.ts'

const good = `-- Adds ONE.
create or replace function add_one(a integer) returns integer language sql stable as $$
  select a + 1 where 'AND' <> ''
$$;
`

test('accepts a function, with upper case in comments and texts', () => {
  expect(findLayoutFaults(good)).toEqual([])
})

test.each([
  ['a tab', good.replace('  select', '\tselect'), 'a tab'],
  ['a space at the end of a line', good.replace("''\n", "'' \n"), 'a space at the end'],
  [
    'an odd indentation',
    good.replace('  select', '   select'),
    'an indentation that is not a multiple of two',
  ],
  ['a long line', good.replace('a + 1', `a + 1${' + 1'.repeat(40)}`), 'more than 160 characters'],
  ['a keyword in upper case', good.replace('select', 'SELECT'), 'a keyword in upper case'],
  [
    'an attribute before the language',
    good.replace('language sql stable', 'stable language sql'),
    'the language is not the first attribute',
  ],
  [
    'a function without a language',
    good.replace('language sql ', ''),
    'the language is not the first attribute',
  ],
  ['two functions without a line between them', good + good.slice(good.indexOf('create')), 'no line before'],
  ['a missing newline at the end', good.trimEnd(), 'not exactly one newline at the end'],
])('reports %s', (_what, text, fault) => {
  expect(findLayoutFaults(text).map((one) => one.fault)).toEqual([fault])
})
