import { expect, test } from 'vitest'
import { alternatesOf, pathIn, splitLanguage } from './language-paths.ts'
import { locales } from './locales.ts'

test.each([
  ['/es', 'es-US', '/'],
  ['/es?lat=41.8', 'es-US', '/?lat=41.8'],
  ['/ja/l/abc123', 'ja-JP', '/l/abc123'],
  ['/pt-br/parking/us/il/chicago?x=1', 'pt-BR', '/parking/us/il/chicago?x=1'],
  ['/zh/help', 'zh-CN', '/help'],
  ['/help', null, '/help'],
  ['/es/me', null, '/es/me'],
  ['/es/lots/1', null, '/es/lots/1'],
  ['/es/helpers', null, '/es/helpers'],
  ['/essen', null, '/essen'],
  ['/en-us/help', null, '/en-us/help'],
])('the path %s is in %s and shows %s', (path, locale, rest) => {
  expect(splitLanguage(path)).toEqual({ locale, path: rest })
})

test.each(['/', '/help', '/l/abc', '/parking/us/il/chicago'])(
  'the path %s in each locale leads back to it',
  (path) => {
    for (const locale of locales.slice(1))
      expect(splitLanguage(pathIn(locale, path))).toEqual({ locale, path })
    expect(pathIn('en-US', path)).toBe(path)
  },
)

test('a page has an alternate for each locale, each with its own language, and one for all others', () => {
  const alternates = alternatesOf('/help')
  expect(new Set(alternates.map(({ hreflang }) => hreflang)).size).toBe(locales.length + 1)
  expect(alternates).toContainEqual({ hreflang: 'zh-Hans', path: '/zh/help' })
  expect(alternates).toContainEqual({ hreflang: 'x-default', path: '/help' })
})
