import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeAbandoned } from './test-folders.ts'

let parent: string
beforeAll(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'openspot-folders-'))
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

test('the folder of a test run is removed once its process has ended, and other folders are kept', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version'])
  const owners = { 'openspot-test-ended': ended, 'openspot-test-runs': process.pid, 'another-ended': ended }
  for (const [name, pid] of Object.entries(owners)) {
    mkdirSync(path.join(parent, name, 'cluster'), { recursive: true })
    writeFileSync(path.join(parent, name, 'owner'), String(pid))
  }
  mkdirSync(path.join(parent, 'openspot-test-unknown'))
  removeAbandoned(parent)
  expect(readdirSync(parent).toSorted()).toEqual([
    'another-ended',
    'openspot-test-runs',
    'openspot-test-unknown',
  ])
})
