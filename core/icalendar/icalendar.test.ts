import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCalendar } from '../testing/icalendar.ts'
import { type CalendarEvent, writeCalendar } from './icalendar.ts'

const now = '2026-11-26T12:30:00.000Z'
const event: CalendarEvent = {
  uid: '0198@openspot',
  sequence: 3,
  status: 'CONFIRMED',
  starts_at: '2026-11-26T18:00:00.000Z',
  ends_at: '2026-11-26T20:00:00.000Z',
  summary: 'Parking at Wells Street Garage',
  description: 'Spot A12',
  location: '226 S Wells St, Chicago, IL 60606',
  lat: 41.878,
  lng: -87.634,
  url: 'https://park.example/me/reservations/0198',
}
const read = (one: Partial<CalendarEvent>) =>
  readCalendar(writeCalendar([{ ...event, ...one }], { now })).events[0]

/** Texts with what is special in iCalendar, and characters of every length in UTF-8. */
const texts = fc
  .array(
    fc.constantFrom(
      '\\',
      ';',
      ',',
      ':',
      '"',
      '\n',
      'a',
      ' ',
      '\t',
      'é',
      '€',
      '🅿️',
      '👩‍🦽',
      'ש',
      '\\n',
      'END:VEVENT',
    ),
    {
      minLength: 30,
      maxLength: 120,
      size: 'max',
    },
  )
  .map((parts) => parts.join(''))

describe('an event', () => {
  test('is written as RFC 5545 says, with UTC times and its version', () => {
    expect(writeCalendar([event], { now })).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Openspot//Openspot//EN',
        'CALSCALE:GREGORIAN',
        'BEGIN:VEVENT',
        'UID:0198@openspot',
        'DTSTAMP:20261126T123000Z',
        'SEQUENCE:3',
        'STATUS:CONFIRMED',
        'DTSTART:20261126T180000Z',
        'DTEND:20261126T200000Z',
        'SUMMARY:Parking at Wells Street Garage',
        'DESCRIPTION:Spot A12',
        'LOCATION:226 S Wells St\\, Chicago\\, IL 60606',
        'GEO:41.878;-87.634',
        'URL:https://park.example/me/reservations/0198',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    )
  })

  test('that is canceled says so in the spelling of the standard', () => {
    expect(read({ status: 'CANCELED' })?.['STATUS']).toBe('CANCELLED')
  })

  test('without an end has no DTEND', () => {
    expect(read({ ends_at: null })).not.toHaveProperty('DTEND')
  })

  test('keeps every text through folding and escaping, in lines of at most 75 octets', () => {
    fc.assert(
      fc.property(texts, texts, texts, (summary, description, location) => {
        expect(read({ summary, description, location })).toMatchObject({
          SUMMARY: summary,
          DESCRIPTION: description,
          LOCATION: location,
        })
      }),
    )
  })

  test('cannot be left or extended by what a text contains', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200, size: 'max' }), (summary) => {
        const { events } = readCalendar(
          // Without the character that stands for broken ones, which the reader refuses.
          writeCalendar([{ ...event, summary: Buffer.from(summary).toString().replaceAll('\u{fffd}', '') }], {
            now,
          }),
        )
        expect(events).toHaveLength(1)
        expect(Object.keys(events[0] ?? {})).toHaveLength(11)
      }),
    )
  })

  test('has no line break in its address', () => {
    expect(read({ url: 'https://park.example/a\r\nATTENDEE:b' })?.['URL']).toBe(
      'https://park.example/aATTENDEE:b',
    )
  })
})

test('a calendar to subscribe to has a name and keeps the order of its events', () => {
  const written = writeCalendar([event, { ...event, uid: 'second' }], { now, name: 'Parking, mine' })
  const { properties, events } = readCalendar(written)
  expect(properties['NAME']).toBe('Parking, mine')
  expect(events.map(({ UID }) => UID)).toEqual(['0198@openspot', 'second'])
})
