import { expect, test } from 'vitest'
import { isNarrowed, readView, viewParams } from './payouts-view.ts'

const read = (search: string) => readView(new URLSearchParams(search))

test('a view round-trips through its URL parameters', () => {
  const search = 'tab=earned&status=FAILED&payee_kind=HOST&state=BELOW_ZERO'
  expect(viewParams(read(search)).toString()).toBe(search)
  expect(viewParams(read('')).toString()).toBe('')
})

test('ignores invalid parameters', () => {
  expect(read('tab=all&status=LOST&payee_kind=me&state=&x=1')).toEqual(read(''))
})

test('a filter narrows only the list it belongs to', () => {
  expect(isNarrowed(read('state=DUE'))).toBe(false)
  expect(isNarrowed(read('tab=earned&state=DUE'))).toBe(true)
  expect(isNarrowed(read('payee_kind=HOST'))).toBe(true)
})
