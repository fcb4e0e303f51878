import { expect, test } from 'vitest'
import { nthSpotPeriods } from './nth-spot.ts'
import type { HeldReservation } from './types.ts'

const at = (time: string) => `2026-11-23T${time}:00.000Z`
const during = (from: string, to: string): HeldReservation => ({ starts_at: at(from), ends_at: at(to) })
const times = during('10:00', '18:00')
const rules = {
  nth_spot_prices: [
    { nth: 4, percent_bps: 20_000 },
    { nth: 2, percent_bps: 5000 },
  ],
}
const periods = (held: HeldReservation[], requested = times, until = at('18:00')) =>
  nthSpotPeriods(rules, requested, held, until).map(
    ({ starts_at, ends_at, nth, percent_bps }) =>
      `${starts_at.slice(11, 16)} ${ends_at.slice(11, 16)} ${nth} ${percent_bps}`,
  )

test('applies the price of the highest nth that is reached', () => {
  const held = [during('09:00', '12:00'), during('11:00', '13:00'), during('11:30', '19:00')]
  expect(periods(held)).toEqual([
    '10:00 11:00 2 5000',
    '11:00 11:30 3 5000',
    '11:30 12:00 4 20000',
    '12:00 13:00 3 5000',
    '13:00 18:00 2 5000',
  ])
})

test('reservations that only touch do not count as simultaneous', () => {
  expect(periods([during('09:00', '10:00'), during('18:00', '19:00')])).toEqual([])
  expect(periods([during('09:00', '12:00'), during('12:00', '14:00')])).toEqual(['10:00 14:00 2 5000'])
})

test('an open-ended reservation is checked up to `until`, and an open-ended held one continues', () => {
  const endless = { ...times, ends_at: null }
  expect(periods([during('17:00', '23:00')], endless, at('20:00'))).toEqual(['17:00 20:00 2 5000'])
  expect(periods([{ starts_at: at('12:00'), ends_at: null }])).toEqual(['12:00 18:00 2 5000'])
})

test('omits periods at the usual price', () => {
  const held = [during('10:00', '12:00'), during('11:00', '12:00')]
  const nth_spot_prices = [
    { nth: 2, percent_bps: 0 },
    { nth: 3, percent_bps: -5000 },
  ]
  expect(nthSpotPeriods({ nth_spot_prices }, times, held, at('18:00'))).toEqual([
    { starts_at: at('11:00'), ends_at: at('12:00'), nth: 3, percent_bps: -5000 },
  ])
  expect(nthSpotPeriods({ nth_spot_prices: [] }, times, held, at('18:00'))).toEqual([])
})
