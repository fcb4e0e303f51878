import { expect, test } from 'vitest'
import { nextPath } from './next-path.ts'

test('whereNext accepts only paths of our own pages', () => {
  expect(nextPath('/book/abc?spot_id=1')).toBe('/book/abc?spot_id=1')
  for (const other of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '',
    undefined,
  ]) {
    expect(nextPath(other)).toBe('/me')
  }
})
