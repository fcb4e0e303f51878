import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './settings.ts'
import { setMapsAside } from './source-maps.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'openspot-maps-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, text: string) => {
  const file = path.join(folder, 'build', name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
}
const mapped = (name: string) => {
  const file = path.join(folder, 'maps', `${name}.map.gz`)
  return existsSync(file)
    ? (JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as {
        sources: string[]
        sourcesContent: (string | null)[]
      })
    : null
}

test('source maps leave the folder that is served, keep only our own text, and are named like their file', async () => {
  const map = {
    version: 3,
    sources: [
      'turbopack:///[project]/web/lib/a.ts',
      'turbopack:///[project]/node_modules/react/index.js',
      'turbopack:///[next]/entry.ts',
    ],
    sourcesContent: ['own', 'library', 'generated'],
    names: [],
    mappings: 'AAAA',
  }
  // The build names a map by another hash than its file.
  put('static/chunks/a1.js', 'a()\n\n//# sourceMappingURL=b2.js.map')
  put('static/chunks/b2.js.map', JSON.stringify(map))
  put('static/chunks/c3.css', 'a{}')
  put('static/chunks/c3.css.map', '{}')
  put('static/chunks/without.js', 'b()')
  put('server/chunks/[root]_d4.js', 'c()\n//# sourceMappingURL=%5Broot%5D_d4.js.map')
  const lib = path.relative(path.join(folder, 'build/server/chunks'), path.join(root, 'web/lib/a.ts'))
  put('server/chunks/[root]_d4.js.map', JSON.stringify({ ...map, sources: [lib], sourcesContent: ['own'] }))
  put('server/chunks/node_modules_e5.js', 'd()\n//# sourceMappingURL=node_modules_e5.js.map')
  put(
    'server/chunks/node_modules_e5.js.map',
    JSON.stringify({ ...map, sources: [path.join('../node_modules/x.js')], sourcesContent: ['x'] }),
  )
  mkdirSync(path.join(folder, 'maps/static'), { recursive: true })
  writeFileSync(path.join(folder, 'maps/static/old.js.map.gz'), '')

  await setMapsAside(path.join(folder, 'build'), path.join(folder, 'maps'))

  expect(mapped('static/chunks/a1.js')).toMatchObject({
    sources: ['web/lib/a.ts', 'node_modules/react/index.js', 'turbopack:///[next]/entry.ts'],
    sourcesContent: ['own', null, null],
  })
  expect(mapped('server/chunks/[root]_d4.js')).toMatchObject({
    sources: ['web/lib/a.ts'],
    sourcesContent: ['own'],
  })
  for (const name of ['static/chunks/without.js', 'server/chunks/node_modules_e5.js', 'static/old.js'])
    expect(mapped(name)).toBeNull()
  for (const name of ['static/chunks/b2.js.map', 'static/chunks/c3.css.map'])
    expect(existsSync(path.join(folder, 'build', name))).toBe(false)
  expect(readFileSync(path.join(folder, 'build/static/chunks/a1.js'), 'utf8')).toBe('a()\n\n')
})
