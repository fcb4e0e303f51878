import { expect, test } from 'vitest'
import { isoOf, minutesOf } from '../time/instant.ts'
import { hoursFault, hoursRefusal, isOpenAt, type OpeningHours, openSpans } from './opening-hours.ts'

const ZONE = 'America/Chicago'
const forEver = Number.POSITIVE_INFINITY
const shop = [{ opens: '08:00', closes: '18:00' }]
const shopHours: OpeningHours = { MON: shop, TUE: shop, WED: shop, THU: shop, FRI: shop }
/** Friday and Saturday nights, and all day Sunday. */
const club: OpeningHours = {
  FRI: [{ opens: '22:00', closes: '04:00' }],
  SAT: [{ opens: '22:00', closes: '00:00' }],
  SUN: [{ opens: '00:00', closes: '24:00' }],
}
const always: OpeningHours = Object.fromEntries(
  ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'].map((day) => [
    day,
    [{ opens: '00:00', closes: '24:00' }],
  ]),
)

const say = (hours: OpeningHours | null, from: string, to: string) =>
  openSpans(ZONE, hours, minutesOf(from), minutesOf(to)).map(
    (span) => `${isoOf(span.from).slice(5, 16)} to ${isoOf(span.to).slice(5, 16)}`,
  )
/** Local winter time: "16T08:00" is a day and time in November 2026. */
const local = (text: string) => `2026-11-${text}:00-06:00`
const check = (hours: OpeningHours | null, starts: string, ends: string | null, overnight = true) =>
  hoursRefusal(
    ZONE,
    hours,
    { starts_at: local(starts), ends_at: ends === null ? null : local(ends) },
    overnight,
  )

test('openSpans merges hours over midnight, also when the clocks change', () => {
  // October 30, 22:00 to 04:00; October 31, 22:00 until November 1, 24:00, which includes the repeated hour.
  expect(say(club, '2026-10-30T12:00Z', '2026-11-03T00:00Z')).toEqual([
    '10-31T03:00 to 10-31T09:00',
    '11-01T03:00 to 11-02T06:00',
  ])
  expect(say(always, '2026-10-30T12:00Z', '2026-11-03T00:00Z')).toEqual(['10-30T12:00 to 11-03T00:00'])
  expect(say(null, '2026-10-30T12:00Z', '2026-11-03T00:00Z')).toEqual(['10-30T12:00 to 11-03T00:00'])
  expect(say({}, '2026-10-30T12:00Z', '2026-11-03T00:00Z')).toEqual([])
})

test('openSpans allows an infinite range only for an always or never open lot, and rejects malformed times', () => {
  expect(openSpans(ZONE, null, 0, forEver)).toEqual([{ from: 0, to: forEver }])
  expect(openSpans(ZONE, always, 0, forEver)).toEqual([{ from: 0, to: forEver }])
  expect(openSpans(ZONE, { MON: [] }, 0, forEver)).toEqual([])
  expect(() => openSpans(ZONE, club, 0, forEver)).toThrow(RangeError)
  expect(() => openSpans(ZONE, { MON: [{ opens: '8', closes: '9' }] }, 0, 1)).toThrow(
    'Not opening hours: 8 to 9',
  )
})

test('isOpenAt includes the opening minute and excludes the closing minute', () => {
  const open = ['16T07:59', '16T08:00', '16T17:59', '16T18:00', '21T12:00'].map((text) =>
    isOpenAt(ZONE, shopHours, minutesOf(local(text))),
  )
  expect(open).toEqual([false, true, true, false, false])
  expect(isOpenAt(ZONE, shopHours, minutesOf('2026-11-16T17:59:59-06:00'))).toBe(true)
})

test.each([
  ['from opening to closing', '16T08:00', '16T18:00', true, null, undefined],
  ['from closing on', '16T18:00', '17T09:00', true, 'starts_at', '17T08:00'],
  ['before the opening', '16T07:30', '16T09:00', true, 'starts_at', '16T08:00'],
  ['on a day that is closed', '21T10:00', '23T10:00', true, 'starts_at', '23T08:00'],
  ['until after the closing', '16T09:00', '16T18:30', true, 'ends_at', '17T08:00'],
  ['until a closed Saturday', '20T09:00', '21T09:00', true, 'ends_at', '23T08:00'],
  ['over the night', '16T09:00', '17T09:00', true, null, undefined],
  ['over the night until the opening', '16T09:00', '17T08:00', true, null, undefined],
  ['overnight without overnight parking', '16T09:00', '17T09:00', false, 'ends_at', undefined],
  ['within a day without overnight parking', '16T08:00', '16T18:00', false, null, undefined],
  ['without end', '16T09:00', null, true, null, undefined],
  ['without end, begun when closed', '16T19:00', null, true, 'starts_at', '17T08:00'],
  ['open-ended without overnight parking', '16T09:00', null, false, 'ends_at', undefined],
])('hoursRefusal for a reservation %s', (_name, starts, ends, overnight, field, opens) => {
  const refusal = check(shopHours, starts, ends, overnight)
  expect(refusal?.field ?? null).toBe(field)
  expect(refusal?.opens_at).toBe(opens && isoOf(minutesOf(local(opens))))
})

test('a lot that never closes accepts every reservation, and one that never opens accepts none', () => {
  for (const hours of [null, always]) {
    expect(check(hours, '16T03:00', '20T04:30', false)).toBeNull()
    expect(check(hours, '16T03:00', null, false)).toBeNull()
  }
  expect(check({}, '16T09:00', '16T10:00')).toMatchObject({ field: 'starts_at' })
  expect(check({}, '16T09:00', '16T10:00')).not.toHaveProperty('opens_at')
})

test('one night over midnight counts as one opening, and a departure one second after closing is refused', () => {
  expect(check(club, '20T22:30', '21T04:00', false)).toBeNull()
  expect(check(club, '20T22:30', '21T22:00', false)).toMatchObject({ field: 'ends_at' })
  const late = { starts_at: local('20T22:30'), ends_at: '2026-11-21T04:00:01-06:00' }
  expect(hoursRefusal(ZONE, club, late, true)).toMatchObject({ field: 'ends_at' })
})

test('opens_at skips an opening that the clock change removes', () => {
  const early: OpeningHours = { SUN: [{ opens: '02:00', closes: '03:00' }] }
  const session = { starts_at: '2026-03-08T06:00Z', ends_at: null }
  expect(hoursRefusal(ZONE, early, session, true)?.opens_at).toBe('2026-03-15T07:00:00.000Z')
})

const range = (opens: string, closes: string) => ({ opens, closes })

test.each<[string, OpeningHours | null, string | null]>([
  ['none', null, null],
  ['no day', {}, null],
  ['the club', club, null],
  ['all of the week', always, null],
  [
    'all of the week, from half past two',
    Object.fromEntries(Object.keys(always).map((day) => [day, [range('02:30', '02:30')]])),
    null,
  ],
  ['two that touch', { MON: [range('12:00', '18:00'), range('08:00', '12:00')] }, null],
  ['two that overlap', { MON: [range('12:00', '18:00'), range('08:00', '12:01')] }, 'MON'],
  ['one twice', { TUE: [range('08:00', '12:00'), range('08:00', '12:00')] }, 'TUE'],
  ['a night into the next day', { MON: [range('22:00', '08:01')], TUE: [range('08:00', '12:00')] }, 'TUE'],
  ['a night to the next day', { MON: [range('22:00', '08:00')], TUE: [range('08:00', '12:00')] }, null],
  ['Sunday night into Monday', { SUN: [range('22:00', '08:01')], MON: [range('08:00', '12:00')] }, 'MON'],
  ['8 o’clock', { WED: [range('8:00', '12:00')] }, 'WED'],
  ['24:00 as an opening', { WED: [range('24:00', '12:00')] }, 'WED'],
  ['24:01', { WED: [range('12:00', '24:01')] }, 'WED'],
  ['sixty minutes', { THU: [range('12:60', '14:00')] }, 'THU'],
  ['nothing', { THU: [range('', '')] }, 'THU'],
  ['six a day', { FRI: [0, 1, 2, 3, 4, 5].map((at) => range(`0${at}:00`, `0${at}:30`)) }, null],
  ['seven a day', { FRI: [0, 1, 2, 3, 4, 5, 6].map((at) => range(`0${at}:00`, `0${at}:30`)) }, 'FRI'],
])('hoursFault: %s', (_name, hours, field) => {
  const fault = hoursFault(hours)
  expect(fault?.field ?? null).toBe(field)
})
