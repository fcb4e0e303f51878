import { expect, test } from 'vitest'
import { partsOfLength, partsOfMoment } from './time-parts.ts'

test('a moment may wrap after the day, but neither within the date nor between a time and AM', () => {
  expect(partsOfMoment('Tue, Dec 1, 9:00 AM')).toEqual(['Tue,', 'Dec 1,', '9:00 AM'])
  expect(partsOfMoment('mar. 1 déc., 09:00')).toEqual(['mar. 1 déc.,', '09:00'])
  expect(partsOfMoment('9:00 AM')).toEqual(['9:00 AM'])
})

test('a length may wrap between its units, but not between a number and its unit', () => {
  expect(partsOfLength('4 hr 18 min left')).toEqual(['4 hr', '18 min', 'left'])
  expect(partsOfLength('Ended 5 min ago')).toEqual(['Ended', '5 min', 'ago'])
})
