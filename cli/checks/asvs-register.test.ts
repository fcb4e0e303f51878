import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { missingPaths, registerFaults } from './asvs-register.ts'

const register = readFileSync(new URL('../../docs/asvs.md', import.meta.url), 'utf8')
const faultsOf = (text: string) => registerFaults(text, () => true)
/** Returns the problems of the register with one passage replaced. */
const spoiled = (from: RegExp | string, to: string) => {
  const text = register.replace(from, to)
  expect(text).not.toBe(register)
  return faultsOf(text)
}

test('accepts the current register, whose files all exist', () => {
  expect(faultsOf(register)).toEqual([])
})

test('names the row and the file that does not exist', () => {
  expect(registerFaults(register, (file) => file !== 'db/overlap.test.ts')).toEqual([
    '2.3.4 names db/overlap.test.ts, which does not exist.',
  ])
})

test.each([
  [
    'an unknown status',
    /\| (8\.2\.1 \|[^|]*\|[^|]*)\| met /,
    '| $1| probably ',
    '8.2.1 has the status "probably"',
  ],
  ['an id that repeats', /\| 8\.2\.1 /, '| 8.2.2 ', '8.2.2 is listed more than once.'],
  ['a row that is missing', /\| 8\.2\.1 [^\n]*\n/, '', 'Level 1 has 69 rows; the standard has 70.'],
  ['another level', /\| 8\.2\.1 \| 1 /, '| 8.2.1 | 3 ', '8.2.1 has the level "3"'],
  [
    'a met row without a file',
    /(\| 8\.2\.1 .*?\| met \|)[^\n]*/,
    '$1 trust us |',
    '8.2.1 is met but names no file',
  ],
  [
    'an open row without a reason',
    /(\| \d \|[^|\n]*\| open \|)[^\n]*/,
    '$1 |',
    'gives no evidence or reason.',
  ],
  [
    'a count that is wrong',
    /\| \*\*Total\*\* \| 253/,
    '| **Total** | 252',
    'The count of Total is given as 252',
  ],
  ['a chapter without its count', /\| V8 [^\n]*\n/, '', 'The count of V8 is given as nothing'],
  ['a row in another chapter', '## V8 ', '## V18 ', '8.1.1 is in the wrong chapter, V18.'],
  ['a column too many', /(\| 8\.2\.1 [^\n]*)/, '$1 more |', '8.2.1 does not have five columns.'],
])('rejects %s', (_, from, to, fault) => {
  expect(spoiled(from, to)).toEqual(expect.arrayContaining([expect.stringContaining(fault)]))
})

test('finds paths on a page that do not exist, and ignores other code', () => {
  const page =
    'See `api/app/app.ts`, `api/gone.ts`, `web/pages/l/[public_id].tsx`, `GET /api/docs` and `npm test`.'
  expect(missingPaths(page, (path) => path === 'api/app/app.ts')).toEqual([
    'api/gone.ts',
    'web/pages/l/[public_id].tsx',
  ])
})
