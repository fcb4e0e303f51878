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

test('an emailed link opens a plain page of ours, and no page with a query or a dot', () => {
  expect(pageAfterLink('/lots/new')).toEqual({ next: '/lots/new' })
  for (const path of ['/book/1?starts_at=2', '//evil', '/a.example', '/'])
    expect(pageAfterLink(path)).toEqual({})
})
