import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newMigration } from './migrate-new.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'openspot-migrations-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('numbers a migration after the highest number, whatever numbers are missing', () => {
  for (const name of ['0001_first.sql', '0019_later.sql', 'notes.md'])
    writeFileSync(path.join(folder, name), '')
  const file = newMigration(folder, 'add_color_2')
  expect(path.basename(file)).toBe('0020_add_color_2.sql')
  expect(readFileSync(file, 'utf8')).toMatch(/^(?:--.*\n)+\n$/)
})

test('starts with 0001 in an empty folder', () => {
  expect(path.basename(newMigration(folder, 'first'))).toBe('0001_first.sql')
})

test.each([
  '',
  'Add_color',
  'add-color',
  'add color',
  '../escape',
  '1st',
  'add__color',
  '_color',
  'a'.repeat(51),
])('rejects the name "%s" in one sentence and creates nothing', (name) => {
  expect(() => newMigration(folder, name)).toThrow(`"${name}" can't name a migration.`)
  expect(readdirSync(folder)).toEqual([])
})

test('rejects a name that another migration has', () => {
  writeFileSync(path.join(folder, '0003_cars.sql'), '')
  expect(() => newMigration(folder, 'cars')).toThrow('0003_cars.sql already has this name.')
})
