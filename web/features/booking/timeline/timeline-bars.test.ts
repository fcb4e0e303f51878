import type { TimelineSpot } from '@openspot/contract/booking/timeline.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { expect, test } from 'vitest'
import { type Bar, barAt, barsOf, conflictOf, isMovable, isSame, moved, outlineOf } from './timeline-bars.ts'
import { boxOf, scaleOf } from './timeline-scale.ts'

const now = '2026-11-25T12:00:00.000Z'
const reservation = (
  id: string,
  starts: string,
  ends: string | null,
  status: 'ACTIVE' | 'PENDING' = 'ACTIVE',
) => ({
  id,
  status,
  starts_at: `2026-11-25T${starts}:00.000Z`,
  ends_at: ends && `2026-11-25T${ends}:00.000Z`,
  version: 0,
  name: 'Ada',
  plate: null,
  has_open_bill: false,
})
const spot: TimelineSpot = {
  id: 's',
  label: 'A1',
  type: 'STANDARD',
  level: 1,
  zone_name: null,
  is_assigned: false,
  assigned_to: null,
  closures: [],
  reservations: [
    reservation('over', '08:00', '09:00'),
    reservation('running', '11:00', '13:00'),
    reservation('ahead', '14:00', '16:00'),
    reservation('held', '17:00', '18:00', 'PENDING'),
    reservation('endless', '20:00', null),
  ],
}
const bars = barsOf(spot, 3, now)
const bar = (id: string): Bar => bars.find((one) => one.reservation.id === id) ?? (bars[0] as Bar)
const hour = 60

test('says of each bar whether it is over, in progress, upcoming, or held, and only confirmed ones can be moved', () => {
  expect(bars.map(({ kind }) => kind)).toEqual(['over', 'running', 'ahead', 'held', 'ahead'])
  expect(bars.filter(isMovable).map(({ reservation: { id } }) => id)).toEqual(['running', 'ahead', 'endless'])
})

test('moves an upcoming bar in time and to another row, or only one of its ends', () => {
  const { from, to } = bar('ahead')
  expect(moved(bar('ahead'), 'whole', hour, 5)).toEqual({ row: 5, from: from + hour, to: to + hour })
  expect(moved(bar('ahead'), 'end', hour, 5)).toEqual({ row: 3, from, to: to + hour })
  expect(moved(bar('ahead'), 'start', -hour, 5)).toEqual({ row: 3, from: from - hour, to })
  expect(moved(bar('ahead'), 'end', -9 * hour, 5).to).toBeGreaterThan(from)
  expect(isSame(bar('ahead'), moved(bar('ahead'), 'whole', 0, 3))).toBe(true)
})

test('keeps the start of a bar in progress, whose rest can only go to another row', () => {
  const { from, to } = bar('running')
  expect(moved(bar('running'), 'whole', hour, 5)).toEqual({ row: 5, from, to })
  expect(moved(bar('running'), 'end', hour, 5)).toEqual({ row: 3, from, to: to + hour })
})

test('finds what has the place, but never the bar itself or what only touches it', () => {
  const target = { row: 3, from: minutesOf('2026-11-25T13:00:00Z'), to: minutesOf('2026-11-25T14:30:00Z') }
  expect(conflictOf(bar('running'), target, bars)?.reservation.id).toBe('ahead')
  expect(conflictOf(bar('ahead'), target, bars)).toBeUndefined()
})

test('finds the bar at a point, also beside a short one, and none where nothing is near', () => {
  const scale = scaleOf('UTC', minutesOf(now), 'month')
  const left = (id: string) => boxOf(scale, bar(id).from, bar(id).to).left
  expect(barAt(bars, scale, left('running') + 1, 2)?.reservation.id).toBe('running')
  expect(barAt(bars, scale, left('over') - 2, 2)?.reservation.id).toBe('over')
  expect(barAt(bars, scale, left('over') - 3, 2)).toBeUndefined()
  expect(barAt(bars, scale, left('over') - 6, 8)?.reservation.id).toBe('over')
})

test('draws the bars of a row as one outline, each where it is as an element of its own', () => {
  const scale = scaleOf('UTC', minutesOf(now), 'day')
  const two = [bar('running'), bar('ahead')]
  const starts = [...outlineOf(two, scale).matchAll(/M([\d.]+) /g)].map(([, x]) => Number(x))
  expect(starts).toEqual(two.map(({ from, to }) => boxOf(scale, from, to).left + 0.75))
})
