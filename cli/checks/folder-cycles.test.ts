import { expect, test } from 'vitest'
import { findFolderCycles } from './folder-cycles.ts'

const filesOf = (files: Record<string, string>) =>
  Object.entries(files).map(([file, text]) => ({ file, text }))

test('names the folders of a cycle and one import for each step', () => {
  const files = filesOf({
    'core/a/one.ts': "import { two } from '../b/two.ts'",
    'core/b/two.ts': "import { three } from '@openspot/core/c/three.ts'",
    'core/c/three.ts': "import { other } from '../a/other.ts'",
    'core/a/other.ts': '',
  })
  expect(findFolderCycles(files)).toEqual([
    [
      'Folders import each other: core/a → core/b → core/c → core/a',
      '  core/a/one.ts imports core/b/two.ts',
      '  core/b/two.ts imports core/c/three.ts',
      '  core/c/three.ts imports core/a/other.ts',
    ].join('\n'),
  ])
})

const back = "import { a } from '../a/a.ts'"
test.each([
  ['a type', "import type { B } from '../b/b.ts'", back],
  ['a re-export', "export { b } from '../b/b.ts'", back],
  ['an import over several lines', "import {\n  b,\n} from '../b/b.ts'", back],
  ['a lazy import', "const b = await import('../b/b.ts')", back],
  ['the type of a lazy import', "type B = typeof import('../b/b.ts')", back],
  ['a file that is started as a process', "fork(new URL('../b/b.ts', import.meta.url))", back],
  ['an import by the name of the package', "import { b } from '@openspot/web/b/b.ts'", back],
  ['an import by the alias of the web', "import { b } from '@/b/b.ts'", back],
])('finds a cycle through %s', (_, a, b) => {
  expect(findFolderCycles(filesOf({ 'web/a/a.ts': a, 'web/b/b.ts': b }))).toHaveLength(1)
})

test('finds a cycle between a folder and its parent', () => {
  const files = { 'api/a.ts': "import { b } from './b/b.ts'", 'api/b/b.ts': "import { a } from '../a.ts'" }
  expect(findFolderCycles(filesOf(files))).toHaveLength(1)
})

test('finds a cycle between two workspaces of which one is not named like its folder', () => {
  const files = {
    'server/a.ts': "import { b } from '@openspot/stripe-stand-in/b.ts'",
    'stand-ins/stripe/b.ts': "import { a } from '@openspot/server/a.ts'",
  }
  expect(findFolderCycles(filesOf(files))).toHaveLength(1)
})

test('describes each group of folders once, and every group', () => {
  const files = {
    'core/a/a.ts': "import { b } from '../b/b.ts'\nimport { c } from '../c/c.ts'",
    'core/b/b.ts': "import { a } from '../a/a.ts'",
    'core/c/c.ts': "import { a } from '../a/a.ts'",
    'db/d/d.ts': "import { e } from '../e/e.ts'",
    'db/e/e.ts': "import { d } from '../d/d.ts'",
  }
  expect(findFolderCycles(filesOf(files))).toEqual([
    expect.stringContaining('core/a → core/b → core/a'),
    expect.stringContaining('db/d → db/e → db/d'),
  ])
})

test.each([
  ['imports in one direction', "import { b } from '../b/b.ts'", ''],
  ['files of one folder that import each other', "import { b } from './other.ts'", ''],
  ['a comment', "import { b } from '../b/b.ts'", "// import { a } from '../a/a.ts'"],
  ['a file that does not exist', "import { b } from '../b/b.ts'", "import { a } from '../a/gone.ts'"],
])('accepts %s', (_, a, b) => {
  const files = { 'core/a/a.ts': a, 'core/a/other.ts': "import { a } from './a.ts'", 'core/b/b.ts': b }
  expect(findFolderCycles(filesOf(files))).toEqual([])
})

test('ignores tests and their helpers', () => {
  const files = {
    'core/a/a.ts': "import { b } from '../b/b.ts'",
    'core/b/b.ts': '',
    'core/b/b.test.ts': "import { a } from '../a/a.ts'",
    'core/b/testing.ts': "import { a } from '../a/a.ts'",
  }
  expect(findFolderCycles(filesOf(files))).toEqual([])
})
