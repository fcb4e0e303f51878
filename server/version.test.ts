import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { commitFile, commitOf } from './version.ts'

test('the commit is the one that an image was built from, and null in a copy that does not know it', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-version-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(commitOf(folder)).toBe(null)
  const file = path.join(folder, commitFile)
  mkdirSync(path.dirname(file))
  writeFileSync(file, '0123456789ab\n')
  expect(commitOf(folder)).toBe('0123456789ab')
  writeFileSync(file, '')
  expect(commitOf(folder)).toBe(null)
})
