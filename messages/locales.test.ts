import { expect, test } from 'vitest'
import { directionOf, findAcceptedLocale, findSameLocale, localeFor, shownLocaleOf } from './locales.ts'

test.each([
  ['en-GB,en;q=0.9', 'en-GB'],
  ['en', 'en-US'],
  ['fi-FI, en-gb;q=0.5, en-us;q=0.8', 'en-US'],
  ['en-AU', 'en-US'],
  ['fi-FI,sv;q=0.9', null],
  ['de-AT,de;q=0.9,en;q=0.8', 'de-DE'],
  ['pt-PT', 'pt-BR'],
  ['zh-TW,zh;q=0.9', 'zh-CN'],
  ['ar-EG', 'ar-AE'],
  ['en-US;q=0', null],
  ['*', null],
  ['', null],
  [';;;q=,=', null],
])('accepting "%s" finds %s', (header, locale) => {
  expect(findAcceptedLocale(header)).toBe(locale)
})

test('an account without a locale of its own gets the first one of its language, or the default one', () => {
  expect(['en', 'en-GB', 'EN-gb', 'fi', '', null].map(localeFor)).toEqual([
    'en-US',
    'en-GB',
    'en-GB',
    'en-US',
    'en-US',
    'en-US',
  ])
})

test('a language without a region is no choice of a locale', () => {
  expect(['en', 'en-GB', 'fi-FI', null].map(findSameLocale)).toEqual([null, 'en-GB', null, null])
})

test('a header with an unknown locale means the default one', () => {
  expect(['en-GB', 'ar-XB', '<script>', undefined].map(shownLocaleOf)).toEqual([
    'en-GB',
    'ar-XB',
    'en-US',
    'en-US',
  ])
})

test('text of the right-to-left pseudo-locale runs from right to left', () => {
  expect([directionOf('en-GB'), directionOf('ar-XB')]).toEqual(['ltr', 'rtl'])
})
