import { expect, test } from 'vitest'
import { sameQuery, shownColumns } from './list-view.ts'

const columns = ['name', 'status', 'role'].map((key) => ({ key, head: key, cell: () => null }))
const keysOf = (chosen: string | null) => shownColumns(columns, chosen).map(({ key }) => key)

test('shownColumns shows all columns without a choice, and always the one that names the row', () => {
  expect(keysOf(null)).toEqual(['name', 'status', 'role'])
  expect(keysOf('role')).toEqual(['name', 'role'])
  expect(keysOf('')).toEqual(['name'])
})

test('shownColumns keeps the order of the table and ignores columns that no longer exist', () => {
  expect(keysOf('role,gone,status')).toEqual(['name', 'status', 'role'])
})

test('sameQuery ignores the order of parameters, and not their values', () => {
  expect(sameQuery('when=ahead&q=a%20b', 'q=a+b&when=ahead')).toBe(true)
  expect(sameQuery('when=ahead', 'when=past')).toBe(false)
  expect(sameQuery('', 'when=past')).toBe(false)
})
