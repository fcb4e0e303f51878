import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { expect, test } from 'vitest'
import {
  boxOf,
  distanceOf,
  leftOf,
  minuteAt,
  ROW,
  sameView,
  scaleOf,
  scrolledOf,
  shiftOf,
  snapped,
  ticksOf,
  viewOf,
  widthOf,
} from './timeline-scale.ts'

const zone = 'America/Chicago'
const at = minutesOf('2026-11-25T18:00:00Z')

test('begins at the start of the local day and has 31 of them, also when the clocks change', () => {
  const scale = scaleOf(zone, at, 'month')
  expect(isoOf(scale.from)).toBe('2026-11-25T06:00:00.000Z')
  expect(ticksOf(scale).days).toHaveLength(31)
  expect(widthOf(scale)).toBe(31 * 40)
  const autumn = scaleOf(zone, minutesOf('2026-10-20T18:00:00Z'), 'day')
  expect(autumn.to - autumn.from).toBe(31 * 1440 + 60)
  expect(ticksOf(autumn).hours).toHaveLength(31 * 24 + 1)
})

test('finds the minute of a position and the position of a minute', () => {
  const scale = scaleOf(zone, at, 'week')
  expect(leftOf(scale, scale.from + 60)).toBe(8)
  expect(minuteAt(scale, 8)).toBe(scale.from + 60)
  expect(snapped(scale, 89)).toBe(60)
})

test('cuts a bar to the days that are shown, and keeps a short one visible', () => {
  const scale = scaleOf(zone, at, 'month')
  expect(boxOf(scale, scale.from - 1000, scale.to + 1000)).toEqual({ left: 0, width: widthOf(scale) })
  expect(boxOf(scale, scale.from, scale.from + 15).width).toBe(3)
})

test('draws only rows and times near what is seen, and the same ones after a small scroll', () => {
  const scale = scaleOf(zone, at, 'day')
  const box = { top: 500 * ROW, left: 9_960, width: 1200, height: 700 }
  const view = viewOf(scale, 1000, box)
  expect(view.first).toBeLessThanOrEqual(500)
  expect(view.last).toBeGreaterThanOrEqual(500 + 700 / ROW)
  expect(view.last - view.first).toBeLessThan(60)
  expect(leftOf(scale, view.from)).toBeLessThanOrEqual(9_960)
  expect(leftOf(scale, view.to)).toBeGreaterThanOrEqual(11_160)
  expect(sameView(view, viewOf(scale, 1000, { ...box, top: box.top + 20, left: box.left + 50 }))).toBe(true)
  expect(viewOf(scale, 5, { ...box, top: 0 })).toMatchObject({ first: 0, last: 5 })
})

test('draws as many rows wherever it is scrolled to, so that each row that comes takes the element of one that goes', () => {
  const scale = scaleOf(zone, at, 'week')
  for (let top = 200 * ROW; top < 220 * ROW; top += 7) {
    const { first, last, slots } = viewOf(scale, 1000, { top, left: 0, width: 1200, height: 700 })
    expect(last - first).toBe(slots)
    expect(first).toBeLessThanOrEqual(Math.floor(top / ROW) - 4)
    expect(last).toBeGreaterThanOrEqual(Math.ceil((top + 700) / ROW) + 4)
  }
})

test('draws all of the time of a month, so that a scroll across draws nothing', () => {
  const scale = scaleOf(zone, at, 'month')
  for (const left of [0, 300, 900])
    expect(viewOf(scale, 1000, { top: 0, left, width: 390, height: 700 })).toMatchObject({
      from: scale.from,
      to: scale.to,
    })
})

test('from right to left, the same time has the same distance from the start, and pixels count the other way', () => {
  const [scale, mirrored] = [scaleOf(zone, at, 'week'), scaleOf(zone, at, 'week', true)]
  expect(boxOf(mirrored, scale.from + 60, scale.from + 120)).toEqual(
    boxOf(scale, scale.from + 60, scale.from + 120),
  )
  expect([shiftOf(scale, 8), shiftOf(mirrored, 8)]).toEqual([8, -8])
  expect(scrolledOf({ scrollLeft: -240 })).toBe(240)
  const box = { left: 100, right: 900 }
  expect([distanceOf(scale, box, 130), distanceOf(mirrored, box, 870)]).toEqual([30, 30])
})
