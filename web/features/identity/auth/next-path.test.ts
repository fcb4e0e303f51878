import { expect, test } from 'vitest'
import { nextPath, pageAfterLink } from './next-path.ts'

test('nextPath accepts only paths of our own pages, and otherwise opens where the person lands', () => {
  expect(nextPath('/book/abc?spot_id=1')).toBe('/book/abc?spot_id=1')
  for (const other of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    undefined,
  ]) {
    expect(nextPath(other)).toBe('/home')
  }
})

test('an emailed link opens a page of ours with the times and IDs of a booking, and no page that names another site', () => {
  const booking =
    '/book/p7?starts_at=2026-11-22T16%3A00%3A00.000Z&ends_at=2026-11-22T18%3A00%3A00.000Z&spot_id=019caf10-3180-7f56-b616-5eae6c0c234a'
  for (const path of ['/lots/new', '/invite/abc', booking])
    expect(pageAfterLink(path)).toEqual({ next: path })
  for (const path of [
    '/book/1?to=evil.example',
    '/book/1?to=//evil',
    '/book?a=b%2Fc',
    '/book?a=call-this-number-now',
    '//evil',
    '/a.example',
    '/',
  ])
    expect(pageAfterLink(path)).toEqual({})
})
