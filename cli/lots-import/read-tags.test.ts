import { readClearance } from '@openspot/core/lot-files/read-clearance.ts'
import { readHours } from '@openspot/core/lot-files/read-hours.ts'
import { readTags } from '@openspot/core/lot-files/read-tags.ts'
import { expect, test } from 'vitest'
import { aFeature, aFile, aSquare, squareRing } from '../testing/lots-import.ts'
import { formatOutcomes } from './outcomes.ts'
import { readFeatures } from './read-features.ts'

const daily = (opens: string, closes: string, days: string[]) =>
  Object.fromEntries(days.map((day) => [day, [{ opens, closes }]]))
const workdays = ['MON', 'TUE', 'WED', 'THU', 'FRI']

test.each([
  ['24/7', null, false],
  ['Mo-Fr 07:00-19:00', daily('07:00', '19:00', workdays), false],
  [
    'Mo-Fr 07:00-19:00; Sa,Su 8:00-12:00',
    { ...daily('07:00', '19:00', workdays), ...daily('08:00', '12:00', ['SAT', 'SUN']) },
    false,
  ],
  ['Sa-Mo 10:00-14:00', daily('10:00', '14:00', ['SAT', 'SUN', 'MON']), false],
  ['06:00-24:00', daily('06:00', '24:00', [...workdays, 'SAT', 'SUN']), false],
  ['Fr 20:00-26:00', daily('20:00', '02:00', ['FRI']), false],
  [
    'Mo 08:00-12:00,13:00-17:00',
    {
      MON: [
        { opens: '08:00', closes: '12:00' },
        { opens: '13:00', closes: '17:00' },
      ],
    },
    false,
  ],
  ['Mo-Fr 07:00-19:00; We off; PH off', daily('07:00', '19:00', ['MON', 'TUE', 'THU', 'FRI']), true],
])('the opening hours %j are read, without those of holidays', (text, hours, leaves_out) => {
  expect(readHours(text)).toEqual({ ok: true, hours, leaves_out })
})

test.each([
  'dawn-dusk',
  'Apr-Oct: 08:00-20:00',
  'Mo-Fr 07:00-19:00 "by phone"',
  'Mo-Fr',
  'Mo 25:00-26:00',
  'Mo 10:61-12:00',
  'Mo 10:00-49:00',
  'Mo-Xx 10:00-12:00',
  'open in the morning',
  ';',
])('the opening hours %j are not guessed at', (text) => {
  expect(readHours(text)).toEqual({ ok: false })
})

test.each([
  ['2.1', 2100],
  ['2,1 m', 2100],
  ['190 cm', 1900],
  [`6'10"`, 2082],
  ['7 ft', 2133],
  ['6 ft 6 in', 1981],
  ['0.5', null],
  ['none', null],
  ['210', null],
])('the clearance %j is %j mm, rounded down', (text, mm) => {
  expect(readClearance(text)).toBe(mm)
})

test.each([
  [{ capacity: '42' }, 42, 'taken', null],
  [{ capacity: 42 }, 42, 'taken', null],
  [{ capacity: '~100' }, 100, 'guessed', { code: 'approximate' }],
  [{ capacity: 'ca. 50' }, 50, 'guessed', { code: 'approximate' }],
  [{ capacity: '20+' }, 20, 'guessed', { code: 'approximate' }],
  [{ capacity: 'many' }, null, 'ignored', { code: 'count_unread' }],
  [{ capacity: 0 }, null, 'ignored', { code: 'count_unread' }],
  [{ capacity: 40_000 }, null, 'ignored', { code: 'spots_at_most', max: 30_000 }],
  [{ total: 80 }, 80, 'taken', null],
  [{ num_spaces: 6 }, 6, 'taken', null],
])('the number of spots of %j is %j', (properties, count, outcome, reason) => {
  const tags = readTags(properties, null)
  expect(tags.count).toBe(count)
  expect(tags.outcomes).toEqual([{ property: Object.keys(properties)[0], outcome, reason }])
})

test('our own number of spots goes before the capacity of the map', () => {
  expect(readTags({ capacity: 42 }, 10)).toMatchObject({
    count: 10,
    outcomes: [{ property: 'capacity', outcome: 'ignored', reason: { code: 'another_count' } }],
  })
})

test('limited access makes a lot private, and what Openspot has no place for is ignored with its reason', () => {
  const tags = readTags({ access: 'customers', maxstay: '2 hours', fee: 'yes', surface: 'asphalt' }, 1)
  expect(tags.facts.is_private).toBe(true)
  expect(tags.outcomes.map(({ property, outcome }) => `${String(property)} ${outcome}`)).toEqual([
    'access guessed',
    'maxstay ignored',
    'fee ignored',
    'surface ignored',
  ])
})

test('a feature of several polygons is one lot with all its spots and the outline of the largest', () => {
  const small = squareRing(1).map(([lng = 0, lat = 0], at) => [
    lng - (at === 1 || at === 2 ? 0.0003 : 0),
    lat,
  ])
  const polygons = [[small], [squareRing(2)]]
  const features = readFeatures(
    aFile(aFeature({ type: 'MultiPolygon', coordinates: polygons }, { name: 'Two', capacity: '60' })),
  )
  expect(features).toMatchObject([{ draft: { name: 'Two', is_counted: true, rings: [squareRing(2)] } }])
  const [{ draft, notes } = { draft: null, notes: [] }] = features
  expect(draft?.spots).toHaveLength(60)
  expect(new Set(draft?.spots.map(({ label }) => label)).size).toBe(60)
  expect(notes).toEqual([
    'Its 2 polygons are one lot with the outline of the largest. Use --split if each is a lot.',
  ])
})

test('a feed of ParkAPI has a lot at each place, and names those without one', () => {
  const feed = {
    last_downloaded: '2026-01-01T00:00:00',
    last_updated: '2026-01-01T00:00:00',
    lots: [
      {
        id: 'a',
        name: 'Old Town',
        coords: { lat: 51.05, lng: 13.74 },
        total: 250,
        free: 10,
        state: 'open',
        forecast: false,
        opening_hours: '24/7',
        address: 'Main St 1',
      },
      { id: 'b', name: 'Nowhere', coords: null, total: 3, state: 'nodata', forecast: false },
    ],
  }
  const features = readFeatures(JSON.stringify(feed))
  expect(features).toMatchObject([
    {
      draft: {
        name: 'Old Town',
        lat: 51.05,
        lng: 13.74,
        rings: null,
        is_counted: true,
        facts: { street: 'Main St 1', opening_hours: null },
      },
    },
    { refusal: 'It has no geometry. Draw its outline, or set a point.' },
  ])
  expect(features[0]?.draft?.spots).toHaveLength(250)
})

test('a curb zone of the Curb Data Specification is a lot with its number of spaces', () => {
  const geometry = { type: 'Polygon', coordinates: [squareRing(3)] }
  const zone = { curb_zone_id: 'z', geometry, user_zone_id: '4711', street_name: 'River Ave', num_spaces: 4 }
  const [feature] = readFeatures(JSON.stringify({ version: '1.0', data: { zones: [zone] } }))
  expect(feature?.draft).toMatchObject({ name: '4711', is_counted: true, facts: { street: 'River Ave' } })
  expect(feature?.draft?.spots).toHaveLength(4)
})

test('the table has a line for each property, outcome, and reason, with the number of lots', () => {
  const features = readFeatures(
    aFile(
      aSquare(1, { capacity: '5', lit: 'yes' }),
      aSquare(2, { capacity: '~5', lit: 'no' }),
      aSquare(3, {}),
      aFeature({ type: 'LineString', coordinates: [[0, 0]] }),
    ),
  )
  expect(formatOutcomes(features.flatMap(({ outcomes }) => outcomes))).toBe(
    [
      'outcome  property         lots  reason',
      'refused  the feature         1  It is a LineString; a lot must be a Point, a Polygon, or a MultiPolygon.',
      'ignored  lit                 2  Openspot has no place for it.',
      'guessed  capacity            1  The number is approximate.',
      'guessed  number of spots     1  As many as fit into the outline.',
      'taken    capacity            1',
    ].join('\n'),
  )
})
