import type { Availability, CalendarPart } from '@openspot/contract/booking/availability.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { expect, test } from 'vitest'
import { changesBack, closuresOf, gridOf, listedIn, repainted, spansOf } from './host-grid.ts'

const zone = 'America/Chicago'
const at = (iso: string) => minutesOf(`2026-${iso}:00.000Z`)
const part = (from: string, to: string, state: CalendarPart['state']): CalendarPart => ({
  starts_at: isoOf(at(from)),
  ends_at: isoOf(at(to)),
  state,
})
const pick = (day: number, hour: number, toDay = day, toHour = hour) => ({
  anchor: { day, hour },
  focus: { day: toDay, hour: toHour },
})
const early = '2026-01-01T00:00:00.000Z'

test('shows an hour as booked before listed, and as closed only if the lot closes all of it', () => {
  // Monday, June 1, in Chicago is UTC-5.
  const parts = [
    part('06-01T05:00', '06-01T14:00', 'CLOSED'),
    part('06-01T14:00', '06-01T16:00', 'OPEN'),
    part('06-01T16:00', '06-01T16:30', 'TAKEN'),
    part('06-01T16:30', '06-02T05:00', 'CLOSED'),
  ]
  const closure: Availability = {
    id: '1',
    lot_id: '1',
    spot_id: null,
    zone_id: null,
    kind: 'CLOSED',
    starts_at: isoOf(at('06-01T20:00')),
    ends_at: isoOf(at('06-01T21:30')),
    repeat_frequency: 'NEVER',
    weekdays: [],
    until_on: null,
    rates: null,
    note: null,
    version: 1,
  }
  const range = { from: at('06-01T05:00'), to: at('06-02T05:00') }
  const [day] = gridOf(
    zone,
    ['2026-06-01'],
    parts,
    closuresOf(zone, [closure], range),
    '2026-06-01T12:40:00.000Z',
  )
  const states = day?.cells.map(({ state }) => state)
  expect(states?.slice(7, 12)).toEqual(['PAST', 'MINE', 'LISTED', 'LISTED', 'TAKEN'])
  expect(states?.slice(15, 17)).toEqual(['CLOSED', 'MINE'])
})

test('has no hour that the clock skips, and two hours where it goes back', () => {
  const [spring, fall] = gridOf(zone, ['2026-03-08', '2026-11-01'], [], [], early)
  expect(spring?.cells[2]?.state).toBe('SKIPPED')
  expect(spring?.cells.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(23 * 60)
  expect(fall?.cells[1]).toMatchObject({ from: at('11-01T06:00'), to: at('11-01T08:00') })
  expect(fall?.cells.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(25 * 60)
  const grid = gridOf(zone, ['2026-03-08'], [], [], early)
  expect(spansOf(grid, pick(0, 1, 0, 3), early)).toEqual([{ from: at('03-08T07:00'), to: at('03-08T09:00') }])
})

test('selects the same hours on each day, in whichever direction, joined across midnight and from now on', () => {
  const days = ['2026-06-01', '2026-06-02', '2026-06-03']
  const grid = gridOf(zone, days, [], [], early)
  expect(spansOf(grid, pick(1, 16, 0, 9), early)).toEqual([
    { from: at('06-01T14:00'), to: at('06-01T22:00') },
    { from: at('06-02T14:00'), to: at('06-02T22:00') },
  ])
  expect(spansOf(grid, pick(0, 0, 2, 23), early)).toEqual([
    { from: at('06-01T05:00'), to: at('06-04T05:00') },
  ])
  const now = '2026-06-01T14:10:00.000Z'
  expect(spansOf(grid, pick(0, 9), now)).toEqual([{ from: at('06-01T14:30'), to: at('06-01T15:00') }])
})

test('lists and takes back around a booking, and undoes it with the price that the time had', () => {
  const span = { from: at('06-01T12:00'), to: at('06-01T20:00') }
  const parts = [
    part('06-01T12:00', '06-01T14:00', 'CLOSED'),
    part('06-01T14:00', '06-01T16:00', 'OPEN'),
    part('06-01T16:00', '06-01T18:00', 'TAKEN'),
    part('06-01T18:00', '06-01T20:00', 'OPEN'),
  ]
  expect(repainted(parts, [span], 'CLOSED')).toEqual([
    part('06-01T12:00', '06-01T16:00', 'CLOSED'),
    part('06-01T16:00', '06-01T18:00', 'TAKEN'),
    part('06-01T18:00', '06-01T20:00', 'CLOSED'),
  ])
  expect(listedIn(parts, [span]).map(({ to }) => to)).toEqual([at('06-01T16:00'), at('06-01T20:00')])
  const rates = { half_hour_cents: null, hour_cents: 700, day_cents: null, month_cents: null }
  const rule = {
    kind: 'OPEN',
    spot_id: '1',
    starts_at: isoOf(at('06-01T14:00')),
    ends_at: isoOf(at('06-01T18:00')),
    repeat_frequency: 'NEVER',
    weekdays: [],
    until_on: null,
    rates,
  } as unknown as Availability
  expect(changesBack(zone, parts, [rule], [span])).toEqual([
    { from: at('06-01T12:00'), to: at('06-01T14:00'), is_listed: false, rates: null },
    { from: at('06-01T14:00'), to: at('06-01T16:00'), is_listed: true, rates },
    { from: at('06-01T18:00'), to: at('06-01T20:00'), is_listed: true, rates: null },
  ])
})
