import { expect, test } from 'vitest'
import { distanceMeters } from '../geo/cells.ts'
import { type LatLng, pointAtNumber, readStreetAddress } from './street-address.ts'

test.each([
  ['233 S Wacker Dr', { number: 233, keys: ['south wacker dr'] }],
  ['233 South Wacker Drive, Chicago, IL 60606', { number: 233, keys: ['south wacker drive'] }],
  ['233 wacker', { number: 233, keys: ['north wacker', 'south wacker', 'east wacker', 'west wacker'] }],
  ['233 1/2 S Wacker Dr', { number: 233, keys: ['south wacker dr'] }],
  ['233½ S Wacker Dr', { number: 233, keys: ['south wacker dr'] }],
  ['333 W 35th St', { number: 333, keys: ['west 35th st'] }],
  ['Willis Tower', null],
  ['60606', null],
  ['12 S W', null],
  ['', null],
])('reads %j as an address', (text, address) => {
  expect(readStreetAddress(text)).toEqual(address)
})

const wacker = [
  [41.8761, -87.6363],
  [41.877, -87.6368],
  [41.8815, -87.6369],
] as const
const addison = [
  [41.9463, -87.72],
  [41.947, -87.6386],
] as const

const metersBetween = (a: LatLng | null, [lat, lng]: LatLng) =>
  a === null ? Infinity : distanceMeters(a[0], a[1], lat, lng)

test('a house number is within a block of its door on streets in both directions', () => {
  const willis = pointAtNumber('south wacker drive', wacker, 233)
  expect(metersBetween(willis, [41.8789, -87.6359])).toBeLessThan(120)
  const wrigley = pointAtNumber('west addison street', addison, 1060)
  expect(metersBetween(wrigley, [41.9472, -87.6561])).toBeLessThan(150)
})

test('a number just beyond the end of a street is at its end, and one far beyond is nowhere', () => {
  expect(pointAtNumber('south wacker drive', wacker, 1)).toEqual(wacker[2])
  expect(pointAtNumber('south wacker drive', wacker, 9000)).toBeNull()
  expect(pointAtNumber('north wacker drive', wacker, 9000)).toBeNull()
  expect(pointAtNumber('wacker drive', wacker, 233)).toBeNull()
  expect(pointAtNumber('south wacker drive', [], 233)).toBeNull()
})
