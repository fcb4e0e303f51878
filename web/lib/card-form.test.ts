import { locales } from '@openspot/messages/locales.ts'
import { expect, test } from 'vitest'
import { cardLocale } from './card-form.ts'

test('the card form gets each locale of the product as the provider names it', () => {
  expect(locales.map(cardLocale)).toEqual([
    'en',
    'en-GB',
    'es-419',
    'fr',
    'de',
    'pt-BR',
    'it',
    'zh',
    'ja',
    'ar',
  ])
})
