import { expect, test } from 'vitest'
import { shortCode, typedCode } from './short-code.ts'

const id = '01931f7e-5b1c-7d05-9a44-2c0f7f3a91c2'

test('shortCode shows the last eight digits of the ID in two groups', () => {
  expect(shortCode(id)).toBe('7F3A-91C2')
})

test.each(['7F3A-91C2', '7f3a91c2', ' #7f3a 91c2', id])('typedCode reads %s', (text) => {
  expect(typedCode(text)).toBe('7f3a91c2')
})

test.each(['Anna', '7F3A-91C', 'deadbeeg', 'AB12345', ''])(
  'typedCode does not take “%s” for a code',
  (text) => {
    expect(typedCode(text)).toBeNull()
  },
)
