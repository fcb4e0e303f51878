import { expect, test } from 'vitest'
import { isNarrowed, readView, viewParams } from './payouts-view.ts'

const read = (search: string) => readView(new URLSearchParams(search), 'payouts')

test('a view round-trips through its URL parameters', () => {
  const search = 'tab=earned&status=FAILED&payee_kind=HOST&state=BELOW_ZERO'
  expect(viewParams(read(search), 'payouts').toString()).toBe(search)
  expect(viewParams(read(''), 'payouts').toString()).toBe('')
})

test('a host’s view begins with the earnings, and its URL names only the other list', () => {
  expect(readView(new URLSearchParams(''), 'earned').tab).toBe('earned')
  expect(viewParams(read('tab=earned'), 'earned').toString()).toBe('')
  expect(viewParams(read('tab=payouts'), 'earned').toString()).toBe('tab=payouts')
})

test('ignores invalid parameters', () => {
  expect(read('tab=all&status=LOST&payee_kind=me&state=&x=1')).toEqual(read(''))
})

test('a filter narrows only the list it belongs to', () => {
  expect(isNarrowed(read('state=DUE'))).toBe(false)
  expect(isNarrowed(read('tab=earned&state=DUE'))).toBe(true)
  expect(isNarrowed(read('payee_kind=HOST'))).toBe(true)
})
