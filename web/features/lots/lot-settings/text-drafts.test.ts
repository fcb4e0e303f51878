import type { LotWithTexts } from '@openspot/core/lots/texts.ts'
import { expect, test } from 'vitest'
import { missingTexts, rewrittenIn, withText } from './text-drafts.ts'

const lot: LotWithTexts = {
  name: 'Garage',
  description: 'Four levels.',
  entry_instructions: null,
  house_rules: ' ',
  language: 'en-US',
  texts: { 'es-US': { name: 'Garaje' } },
}

test('only texts that the original has can be missing in another language', () => {
  expect(missingTexts(lot, 'en-US')).toBe(0)
  expect(missingTexts(lot, 'es-US')).toBe(1)
  expect(missingTexts(lot, 'ja-JP')).toBe(2)
})

test('an emptied text is removed, and so is a language without any', () => {
  const both = withText(lot.texts, 'es-US', 'description', 'Cuatro niveles.')
  expect(both).toEqual({ 'es-US': { name: 'Garaje', description: 'Cuatro niveles.' } })
  expect(withText(both, 'es-US', 'name', '')).toEqual({ 'es-US': { description: 'Cuatro niveles.' } })
  expect(withText(lot.texts, 'es-US', 'name', '')).toEqual({})
})

test('a lot that is written in another language from now on swaps the texts that it has there', () => {
  expect(rewrittenIn(lot, 'es-US')).toEqual({
    language: 'es-US',
    name: 'Garaje',
    texts: { 'en-US': { name: 'Garage' } },
  })
  expect(rewrittenIn(lot, 'ja-JP')).toEqual({ language: 'ja-JP' })
  expect(rewrittenIn(lot, 'en-US')).toEqual({ language: 'en-US' })
})
