import compile from 'icu-minify/compile'
import format from 'icu-minify/format'
import { expect, test } from 'vitest'
import { toAccented, toMirrored } from './pseudo.ts'

const plural = '{count, plural, one {One refund for {name}} other {# refunds for {name}}}'

/** Formats a message of a pseudo-locale. */
function formatted(change: typeof toAccented, message: string, values: Record<string, string | number>) {
  const { one } = change({ one: compile(message) }) as { one: ReturnType<typeof compile> }
  return format(one, 'en', values, { formatters })
}

const formatters = {
  getDateTimeFormat: (...[locale, options]: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(locale, options),
  getNumberFormat: (...[locale, options]: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(locale, options),
  getPluralRules: (...[locale, options]: ConstructorParameters<typeof Intl.PluralRules>) =>
    new Intl.PluralRules(locale, options),
}

test('accented text has accents, brackets, and 40% more characters than letters', () => {
  expect(formatted(toAccented, 'Save refunds', {})).toBe('[Šåṽé ŕéƒûñđš~~~~~]')
})

test('accented text changes the branches of a plural, and neither its argument nor its placeholders', () => {
  expect(formatted(toAccented, plural, { count: 1, name: 'Ada' })).toBe('[Öñé ŕéƒûñđ ƒöŕ ~~~~~Ada]')
  expect(formatted(toAccented, plural, { count: 2, name: 'Ada' })).toBe('[2 ŕéƒûñđš ƒöŕ ~~~~Ada]')
})

test('mirrored text is between marks that make it run from right to left, and placeholders are outside', () => {
  expect(formatted(toMirrored, 'Pay {amount} now', { amount: '$4.00' })).toBe(
    '\u200f\u202ePay \u202c\u200f$4.00\u200f\u202e now\u202c\u200f',
  )
})

test('text within a tag is changed too', () => {
  expect(toAccented({ one: compile('See <link>the part</link>') })).toEqual({
    one: ['[', 'Šéé ~~', ['link', 'ţĥé þåŕţ~~~'], ']'],
  })
})

test('groups of messages keep their names', () => {
  expect(toMirrored({ a: { b: 'Text' } })).toEqual({ a: { b: '\u200f\u202eText\u202c\u200f' } })
})
