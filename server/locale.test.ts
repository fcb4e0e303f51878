import { expect, test } from 'vitest'
import { localeOfRequest } from './locale.ts'

const local = { environment: 'local' } as const
const prod = { environment: 'prod' } as const

test.each([
  [
    'the choice before the browser',
    { cookie: 'a=b; openspot-locale=en-GB', 'accept-language': 'en-US' },
    'en-GB',
  ],
  ['the browser without a choice', { 'accept-language': 'en-GB,en;q=0.8' }, 'en-GB'],
  [
    'the browser if the choice is unknown',
    { cookie: 'openspot-locale=x', 'accept-language': 'en-GB' },
    'en-GB',
  ],
  ['the default for a language that the product does not have', { 'accept-language': 'fi' }, 'en-US'],
  ['the default without any', {}, 'en-US'],
])('shows a page in %s', (_, headers, locale) => {
  expect(localeOfRequest({ headers }, prod)).toBe(locale)
})

test('the language of a public path comes before the choice, and other paths have none', () => {
  const headers = { cookie: 'openspot-locale=en-GB', 'accept-language': 'de' }
  const localeAt = (url: string) => localeOfRequest({ url, headers }, prod)
  expect([localeAt('/ja/l/abc'), localeAt('/es?q=x'), localeAt('/ja/me')]).toEqual([
    'ja-JP',
    'es-US',
    'en-GB',
  ])
})

test('pseudo-locales are for the local environment only', () => {
  const headers = { cookie: 'openspot-locale=ar-XB' }
  expect([localeOfRequest({ headers }, local), localeOfRequest({ headers }, prod)]).toEqual([
    'ar-XB',
    'en-US',
  ])
})
