import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSource, watchSources } from './watch-sources.ts'

let folder = ''
let stop = () => {}
const seen = new Set<string>()
const write = (name: string) => writeFileSync(path.join(folder, name), name)

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'openspot-watch-'))
  mkdirSync(path.join(folder, 'cars'))
  write('cars/cars.routes.ts')
  seen.clear()
  stop = watchSources([folder], (files) => {
    for (const file of files) seen.add(path.relative(folder, file))
  })
})
afterEach(() => {
  stop()
  rmSync(folder, { recursive: true })
})

test('reports each save of a file, also when the editor replaces it', async () => {
  for (let save = 0; save < 3; save++) {
    write('cars/.draft')
    renameSync(path.join(folder, 'cars/.draft'), path.join(folder, 'cars/cars.routes.ts'))
    await vi.waitUntil(() => seen.has('cars/cars.routes.ts'), { timeout: 20_000 })
    seen.clear()
  }
})

test('reports files in a folder that is added later', async () => {
  mkdirSync(path.join(folder, 'new/deep'), { recursive: true })
  write('new/deep/a.ts')
  await vi.waitUntil(() => seen.has('new/deep/a.ts'), { timeout: 20_000 })
})

test.each([
  ['cars.routes.ts', true],
  ['0021_color.sql', true],
  ['permissions.tsv', true],
  ['cars.test.ts', false],
  ['.cars.routes.ts.swp', false],
  ['4913', false],
  ['README.md', false],
])('takes %s for a source: %s', (name, expected) => {
  expect(isSource(name)).toBe(expected)
})
