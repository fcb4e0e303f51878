import { expect, test } from 'vitest'
import { takenTwice } from './taken-twice.ts'

test('an answer of the release before, which knows nothing of second payments, has none', () => {
  expect(takenTwice(undefined)).toEqual([])
  expect(takenTwice([{ id: 'a', amount_cents: 500 }])).toEqual([])
})

test('only payments that were taken twice are second payments, also while their return is on its way', () => {
  const paid = { id: 'a', amount_cents: 500, second_taken_at: null, second_returned_at: null }
  const at = '2026-11-28T08:00:00.000Z'
  const waiting = { ...paid, id: 'b', second_taken_at: at }
  const returned = { ...waiting, id: 'c', second_returned_at: at }
  expect(takenTwice([paid, waiting, returned])).toEqual([
    { id: 'b', amount_cents: 500, second_returned_at: null },
    { id: 'c', amount_cents: 500, second_returned_at: at },
  ])
})
