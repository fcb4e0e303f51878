import { expect, test } from 'vitest'
import { findAmericanWords, inBritish } from './british-words.ts'

const faults = (american: string, british?: string) =>
  findAmericanWords(
    new Map([['lot.title', american]]),
    new Map(british === undefined ? [] : [['lot.title', british]]),
  )

test('names a message that British readers get in American words, because en-GB lacks it', () => {
  expect(faults('Join the waitlist of this lot')).toEqual([
    'en-GB: lot.title says "lot" instead of "car park"',
  ])
  expect(faults('License plates')).toEqual([
    'en-GB: lot.title says "License plates" instead of "Number plates"',
  ])
})

test('names a message of en-GB that has an American word', () => {
  expect(faults('Canceled by the lot', 'Canceled by the car park')).toEqual([
    'en-GB: lot.title says "Canceled" instead of "Cancelled"',
  ])
})

test('accepts British words, words that contain American ones, and names of arguments and tags', () => {
  expect(faults('Canceled by the lot', 'Cancelled by the car park')).toEqual([])
  expect(faults('Pilot {lot}: {lots, number} <lot></lot> slots')).toEqual([])
})

test('writes British words, and leaves arguments and tags as they are', () => {
  expect(inBritish('Lots near {lot}: {lots, plural, one {# lot} other {# lots}}')).toBe(
    'Car parks near {lot}: {lots, plural, one {# car park} other {# car parks}}',
  )
})
