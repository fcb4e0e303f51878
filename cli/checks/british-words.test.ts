import { expect, test } from 'vitest'
import { findAmericanWords } from './british-words.ts'

const faults = (american: string, british?: string) =>
  findAmericanWords(
    new Map([['lot.title', american]]),
    new Map(british === undefined ? [] : [['lot.title', british]]),
  )

test('names a message that British readers get in American words, because en-GB lacks it, and says what to write', () => {
  expect(faults('Join the waitlist of this lot')).toEqual([
    'en-GB: lot.title has American words. Write: Join the waiting list of this car park',
  ])
})

test('names a message of en-GB that has an American word', () => {
  expect(faults('Canceled by the lot', 'Canceled by the car park')).toEqual([
    'en-GB: lot.title has American words. Write: Cancelled by the car park',
  ])
})

test('accepts British words, words that contain American ones, and names of arguments and tags', () => {
  expect(faults('Canceled by the lot', 'Cancelled by the car park')).toEqual([])
  expect(faults('Pilot {lot}: {lots, number} <lot></lot> slots')).toEqual([])
  expect(faults('Axis License Plate Verifier')).toEqual([])
})

test('leaves arguments and tags as they are in what it says to write', () => {
  expect(faults('Lots near {lot}: {lots, plural, one {# lot} other {# lots}}')).toEqual([
    'en-GB: lot.title has American words. Write: Car parks near {lot}: {lots, plural, one {# car park} other {# car parks}}',
  ])
})
