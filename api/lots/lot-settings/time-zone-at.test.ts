import { METERS_PER_DEGREE } from '@openspot/core/geo/cells.ts'
import { expect, test } from 'vitest'
import { timeZoneAt, timeZonesNear } from './time-zone-at.ts'

const winter = new Date('2026-01-15T12:00:00Z')

/** Towns near a line, by their middle, and the zone that their clocks show. */
const towns: [name: string, lat: number, lng: number, time_zone: string][] = [
  ['Williston ND', 48.14697, -103.61797, 'America/Chicago'],
  ['Yuma AZ', 32.72532, -114.6244, 'America/Phoenix'],
  ['Watford City ND', 47.80224, -103.28325, 'America/Chicago'],
  ['Houlton ME', 46.12616, -67.84027, 'America/New_York'],
  ['Blakely GA', 31.37768, -84.93409, 'America/New_York'],
  ['Second Mesa AZ', 35.79501, -110.50652, 'America/Phoenix'],
  ['Coolangatta QLD', -28.16807, 153.53701, 'Australia/Brisbane'],
]

test.each(towns)('the time zone of a lot in %s (%d, %d) is %s', async (_name, lat, lng, time_zone) => {
  expect(await timeZoneAt({ lat, lng })).toBe(time_zone)
})

test.each([
  ['Yuma', 32.72532, -114.6244, ['America/Los_Angeles']],
  ['Coolangatta', -28.16807, 153.53701, ['Australia/Sydney']],
  ['Houlton', 46.12616, -67.84027, ['America/Moncton']],
  ['Chicago', 41.8789, -87.6359, []],
  // Indiana/Indianapolis is another zone whose clocks are the same as those of Louisville.
  ['Louisville', 38.25424, -85.75941, []],
])('near %s, the other zones within 10 km whose clocks differ are named', async (_name, lat, lng, nearby) => {
  expect((await timeZonesNear({ lat, lng }, winter)).nearby).toEqual(nearby)
})

test('a zone whose clocks differ only in summer is near also in winter', async () => {
  // In Moenkopi, clocks don't change; in Tuba City on the other side of the road they do.
  const { time_zone, nearby } = await timeZonesNear({ lat: 36.1111, lng: -111.2221 }, winter)
  expect([time_zone, nearby]).toEqual(['America/Phoenix', ['America/Denver']])
})

test('a line that is 12 km away is not near, and one that is 9 km away is', async () => {
  // The line between Indiana and Illinois at 40° north is the meridian 87.532° west.
  const degrees = (meters: number) => meters / (METERS_PER_DEGREE * Math.cos((40 * Math.PI) / 180))
  const west = (meters: number) => timeZonesNear({ lat: 40, lng: -87.532 - degrees(meters) }, winter)
  expect((await west(12_000)).nearby).toEqual([])
  expect((await west(9_000)).nearby).toEqual(['America/Indiana/Indianapolis'])
})

test.each([
  [90, 0],
  [-90, 0],
  [0, 180],
  [0, -180],
  [51.5, 179.99],
])('a location at the end of the map (%d, %d) has a time zone', async (lat, lng) => {
  expect((await timeZonesNear({ lat, lng }, winter)).time_zone).toMatch(/^[A-Z]\w+/)
})
