import { expect, test } from 'vitest'
import { findFeatureGaps } from './feature-table.ts'

const head = '| feature | `contract/` | `core/` | `api/` | `web/` | `db/functions/` | `stand-ins/` | `e2e/` |'
const table = (row: string) =>
  `# Tour\n\n| step |\n|---|\n| one |\n\n${head}\n|---|---|---|---|---|---|---|---|\n${row}\n`
const gates =
  '| Gates | `operations/gates` | `gates` | `operations/gates` | `features/operations/gates`, `ui/gate` | `gates` | `gates` | `gates` |'
const files = [
  'contract/operations/gates.ts',
  'core/gates/limits.ts',
  'api/operations/gates/drivers/shelly.ts',
  'web/features/operations/gates/gates.tsx',
  'web/ui/gate/gate.tsx',
  'db/functions/gates.sql',
  'stand-ins/gates/main.ts',
  'e2e/gates.full.test.ts',
]

test('finds nothing if every folder of a feature is in a row and every name exists', () => {
  expect(findFeatureGaps(table(gates), files)).toEqual([])
})

test.each([
  ['contract/operations/cameras.ts', 'contract/operations/cameras'],
  ['core/cameras/limits.ts', 'core/cameras'],
  ['api/operations/cameras/cameras.sql.ts', 'api/operations/cameras'],
  ['web/features/operations/cameras/cameras.tsx', 'web/features/operations/cameras'],
  ['web/ui/camera/camera.tsx', 'web/ui/camera'],
  ['db/functions/cameras.sql', 'db/functions/cameras'],
  ['stand-ins/cameras/main.ts', 'stand-ins/cameras'],
  ['e2e/cameras.test.ts', 'e2e/cameras'],
])('names %s, which is in no row', (file, name) => {
  expect(findFeatureGaps(table(gates), [...files, file])).toEqual([
    `${name} is in no row of the table of features.`,
  ])
})

test.each(files)('names what a row names of a feature after %s was removed', (file) => {
  const gaps = findFeatureGaps(
    table(gates),
    files.filter((other) => other !== file),
  )
  expect(gaps).toHaveLength(1)
  expect(gaps[0]).toMatch(/^The table of features names .*, which doesn’t exist\.$/)
})

test('does not take a longer name for a shorter one', () => {
  const gaps = findFeatureGaps(table(gates), [
    ...files,
    'core/gate/limits.ts',
    'core/gates-of-lots/limits.ts',
  ])
  expect(gaps).toEqual([
    'core/gate is in no row of the table of features.',
    'core/gates-of-lots is in no row of the table of features.',
  ])
})

test('names the columns of a document without the table', () => {
  expect(findFeatureGaps('# Tour', files)).toHaveLength(7)
})
