import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'

test('only edited fields are sent, each with what it was before', () => {
  const read = { name: 'Miller', unit: null, members: ['a', 'b'] }
  expect(changedFields(read, { name: 'Miller', unit: '7B', members: ['a'] } as never)).toEqual({
    changed: { unit: '7B', members: ['a'] },
    before: { unit: null, members: ['a', 'b'] },
  })
  expect(changedFields(read, { ...read, members: [...read.members] })).toEqual({ changed: {}, before: {} })
})
