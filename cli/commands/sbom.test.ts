import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '@openspot/server/settings.ts'
import { commandRuns } from '@openspot/server/testing/product.ts'
import { afterAll, expect, test } from 'vitest'
import { billOf } from './bill-of-materials.ts'

const { openspot, remove } = commandRuns()
afterAll(remove)

const digest = `sha512-${Buffer.from('00ff', 'hex').toString('base64')}`

test('a bill of materials has each package that is installed without development, with its hash, license, and what it needs', () => {
  const bill = billOf(
    {
      packages: {
        '': {},
        api: { dependencies: { '@a/one': '^1.0.0', shared: '*' } },
        web: { dependencies: { shared: '*' } },
        'node_modules/@openspot/api': { link: true, resolved: 'api' },
        'node_modules/@a/one': {
          version: '1.2.0',
          integrity: digest,
          license: 'MIT',
          dependencies: { two: '1' },
        },
        'node_modules/@a/one/node_modules/two': { version: '1.0.0', license: 'SEE LICENSE IN file' },
        'node_modules/two': { version: '2.0.0', dev: true },
        'node_modules/shared': {
          version: '3.0.0-beta+1',
          license: '(MIT OR CC0-1.0)',
          optionalDependencies: { os: '1' },
        },
        'node_modules/os': { version: '1.0.0', optional: true },
      },
    },
    '1.0.0',
  )
  expect(bill.components).toEqual([
    {
      type: 'library',
      'bom-ref': 'pkg:npm/%40a/one@1.2.0',
      group: '@a',
      name: 'one',
      version: '1.2.0',
      scope: 'required',
      purl: 'pkg:npm/%40a/one@1.2.0',
      hashes: [{ alg: 'SHA-512', content: '00ff' }],
      licenses: [{ expression: 'MIT' }],
    },
    expect.objectContaining({
      name: 'two',
      version: '1.0.0',
      licenses: [{ license: { name: 'SEE LICENSE IN file' } }],
    }),
    expect.objectContaining({
      purl: 'pkg:npm/shared@3.0.0-beta%2B1',
      licenses: [{ expression: '(MIT OR CC0-1.0)' }],
    }),
    expect.objectContaining({ name: 'os', scope: 'optional' }),
  ])
  expect(bill.dependencies).toEqual([
    { ref: 'pkg:npm/openspot@1.0.0', dependsOn: ['pkg:npm/%40a/one@1.2.0', 'pkg:npm/shared@3.0.0-beta%2B1'] },
    { ref: 'pkg:npm/%40a/one@1.2.0', dependsOn: ['pkg:npm/two@1.0.0'] },
    { ref: 'pkg:npm/two@1.0.0', dependsOn: [] },
    { ref: 'pkg:npm/shared@3.0.0-beta%2B1', dependsOn: ['pkg:npm/os@1.0.0'] },
    { ref: 'pkg:npm/os@1.0.0', dependsOn: [] },
  ])
})

test('openspot sbom prints all of what the workspaces need to run, and nothing that only development needs', async () => {
  const run = openspot(['sbom'])
  expect(await run.ended).toBe(0)
  const bill = JSON.parse(run.output()) as ReturnType<typeof billOf>
  const names = new Set(
    bill.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`)),
  )
  const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    workspaces: string[]
  }
  const needed = workspaces.flatMap((name) => {
    const { dependencies = {} } = JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>
    }
    return Object.keys(dependencies).filter((each) => !each.startsWith('@openspot/'))
  })
  expect(needed.length).toBeGreaterThan(50)
  expect(needed.filter((name) => !names.has(name))).toEqual([])
  expect(['vitest', 'oxlint', 'knip'].filter((name) => names.has(name))).toEqual([])
})
