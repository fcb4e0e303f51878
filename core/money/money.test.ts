import fc from 'fast-check'
import { expect, test } from 'vitest'
import { notices } from '../testing/notices.ts'
import { centsPerUnit, currencies } from './currencies.ts'
import {
  decimalOf,
  exponentOf,
  formatMoney,
  isCurrency,
  parseMoney,
  shareOf,
  sumCents,
  withDecimalMark,
} from './money.ts'

const amounts = fc.maxSafeInteger()
const currency = fc.constantFrom(...currencies)

test('exponentOf returns the decimals of ISO 4217 and throws for an unknown currency', () => {
  expect(['JPY', 'KRW', 'USD', 'EUR', 'KWD', 'TND'].map(exponentOf)).toEqual([0, 0, 2, 2, 3, 3])
  expect(['JPY', 'USD', 'KWD'].map(centsPerUnit)).toEqual([1, 100, 1000])
  expect(['usd', 'XXX', '', 'toString'].some(isCurrency)).toBe(false)
  expect(() => exponentOf('XXX')).toThrow('Not a currency: XXX')
  // Not from Intl, which follows common usage rather than ISO 4217: for example, it shows afghanis and rials without
  // decimals.
  expect(['AFN', 'IRR', 'LBP'].map(exponentOf)).toEqual([2, 2, 2])
})

test('parseMoney reads typed amounts exactly and rejects too many decimals', () => {
  const read = (text: string, code = 'USD') => {
    const parsed = parseMoney(text, code)
    return parsed.ok ? parsed.cents : parsed.reason.code
  }
  expect(['1.25', '1,25', ' 12 ', '.5', '5.', '-0.01', '0', '-0'].map((text) => read(text))).toEqual([
    125, 125, 1200, 50, 500, -1, 0, 0,
  ])
  expect(read('1.005')).toBe('money_too_many_decimals')
  expect(read('1,250')).toBe('money_too_many_decimals')
  expect(read('1,250', 'KWD')).toBe(1250)
  expect(read('1250', 'JPY')).toBe(1250)
  expect(read('12.5', 'JPY')).toBe('money_no_decimals')
  expect(read('99999999999999999')).toBe('money_too_large')
  for (const text of ['', '.', '-', '1.2.3', '$5', '1e3', 'NaN', '５'])
    expect(read(text)).toBe('money_unreadable')
})

test.each([
  ['en-US', '1,250.50', 125_050],
  ['en-US', '1,250', 125_000],
  ['en-US', '1,25', 125],
  ['en-US', '12,345,678', 1_234_567_800],
  ['en-US', '1.250', null],
  ['en-US', '1,2500', null],
  ['en-GB', '1,250', 125_000],
  ['de-DE', '1.250,50', 125_050],
  ['de-DE', '1.250', 125_000],
  ['de-DE', '1,250', null],
  ['de-DE', '1.25', 125],
  ['fr-FR', '1 250,50', 125_050],
  ['ja-JP', '1,250', 125_000],
  ['ar', '1,250.50', 125_050],
])('in %s, the typed amount %s is %s in minor units', (locale, text, cents) => {
  const parsed = parseMoney(text, 'USD', locale)
  expect(parsed.ok ? parsed.cents : null).toBe(cents)
})

test('a field shows a decimal with the mark of its locale, which is read back as the same amount', () => {
  const shown = ['en-US', 'en-GB', 'de-DE', 'ja-JP', 'ar'].map((locale) => withDecimalMark('1250.5', locale))
  expect(shown).toEqual(['1250.5', '1250.5', '1250,5', '1250.5', '1250.5'])
  fc.assert(
    fc.property(
      amounts,
      currency,
      fc.constantFrom('en-US', 'de-DE', 'ja-JP', 'ar'),
      (cents, code, locale) => {
        const text = withDecimalMark(decimalOf(cents, code), locale)
        expect(parseMoney(text, code, locale)).toEqual({ ok: true, cents })
      },
    ),
  )
})

test('decimalOf and parseMoney are inverse, also for amounts beyond the precision of a double', () => {
  fc.assert(
    fc.property(amounts, currency, (cents, code) => {
      expect(parseMoney(decimalOf(cents, code), code)).toEqual({ ok: true, cents })
    }),
  )
  const throughFloats = (text: string) => Math.round(Number.parseFloat(text) * 100)
  const broken = fc.property(amounts, (cents) => throughFloats(decimalOf(cents, 'USD')) === cents)
  expect(notices(broken, 1000)).toBe(true)
})

test('formatMoney formats amounts for the locale and currency', () => {
  expect(formatMoney(125, 'USD', 'en-US')).toBe('$1.25')
  expect(formatMoney(-125, 'USD', 'en-US')).toBe('-$1.25')
  // The marks keep the amount and its symbol in their order within Arabic.
  expect(formatMoney(125, 'USD', 'ar-AE')).toBe('\u200f1.25\u00a0US$\u200e')
  expect(formatMoney(1500, 'JPY', 'en-US')).toBe('¥1,500')
  expect(formatMoney(1250, 'KWD', 'en-US').replace(/\s/, ' ')).toBe('KWD 1.250')
  expect(formatMoney(123_456, 'EUR', 'de').replace(/\s/, ' ')).toBe('1.234,56 €')
  expect(formatMoney(Number.MAX_SAFE_INTEGER, 'USD', 'en-US')).toBe('$90,071,992,547,409.91')
  expect(() => formatMoney(1.5, 'USD', 'en-US')).toThrow(RangeError)
})

test('shareOf is exact and rounds in the given direction', () => {
  expect([shareOf(101, 1000, 'ceil'), shareOf(101, 1000, 'floor'), shareOf(100, 1000, 'ceil')]).toEqual([
    11, 10, 10,
  ])
  expect([shareOf(-101, 1000, 'ceil'), shareOf(-101, 1000, 'floor')]).toEqual([-10, -11])
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 20_000 }), (cents, bps) => {
      const exact = BigInt(cents) * BigInt(bps)
      const floor = BigInt(shareOf(cents, bps, 'floor'))
      const ceil = BigInt(shareOf(cents, bps, 'ceil'))
      expect(floor * 10_000n <= exact && exact < (floor + 1n) * 10_000n).toBe(true)
      expect((ceil - 1n) * 10_000n < exact && exact <= ceil * 10_000n).toBe(true)
    }),
  )
  expect(() => shareOf(0.5, 100, 'ceil')).toThrow(RangeError)
})

test('sumCents throws RangeError for fractions and unsafe integers', () => {
  expect(sumCents([])).toBe(0)
  expect(sumCents([1, 2, -3])).toBe(0)
  expect(() => sumCents([0.5, 0.5])).toThrow(RangeError)
  expect(() => sumCents([Number.MAX_SAFE_INTEGER, 1])).toThrow(RangeError)
})
