import { expect, test } from 'vitest'
import { argumentsOf } from '../shape.ts'
import { toAccented, toMirrored } from './pseudo.ts'

const plural = '{count, plural, one {One refund for {name}} other {# refunds for {name}}}'

test('accented text has accents, brackets, and 40% more characters than letters', () => {
  expect(toAccented('Save refunds')).toBe('[Šåṽé ŕéƒûñđš~~~~~]')
})

test('accented text is at least 40% longer than the message, without spaces', () => {
  const text = 'Refunds are made where a reservation is canceled'
  expect(toAccented(text).length).toBeGreaterThanOrEqual(text.replaceAll(' ', '').length * 1.4)
})

test('accented text changes the branches of a plural, and neither its argument nor its categories', () => {
  expect(toAccented(plural)).toBe(
    '[{count,plural,one{Öñé ŕéƒûñđ ƒöŕ ~~~~~{name}} other{# ŕéƒûñđš ƒöŕ ~~~~{name}}}]',
  )
})

test('mirrored text is between marks that make it run from right to left', () => {
  expect(toMirrored('Refunds')).toBe('\u202eRefunds\u202c')
})

test('mirrored text has placeholders outside of the marks', () => {
  expect(toMirrored('Pay {amount} now')).toBe('\u202ePay \u202c{amount}\u202e now\u202c')
})

test.each([
  ['accented', toAccented],
  ['mirrored', toMirrored],
])('%s text needs the same arguments as the message', (_, change) => {
  for (const message of [plural, "It''s {amount} at '{'most'}'", '<b>{count, number}</b> of {total}'])
    expect(argumentsOf(change(message))).toEqual(argumentsOf(message))
})
