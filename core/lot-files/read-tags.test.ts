import { expect, test } from 'vitest'
import { readTags } from './read-tags.ts'

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

test('the city and state of a table are those of its point, and it says so instead of that there is no place for them', () => {
  const { outcomes } = readTags({ city: 'Chicago', state: 'IL', 'addr:city': 'Chicago' }, 1)
  expect(new Set(outcomes.map(({ reason }) => reason?.code))).toEqual(new Set(['by_point']))
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

test('prices that no lot has are ignored, and the reason says where prices are set', () => {
  const tags = readTags({ per_entry: 3, evening: 10, early_bird: 4 }, 1)
  expect(tags.outcomes.map(({ outcome, reason }) => [outcome, reason])).toEqual(
    Array.from({ length: 3 }, () => ['ignored', { code: 'no_price' }]),
  )
})

test('properties that every object of JavaScript has are ignored like any other that Openspot has no place for', () => {
  const properties: Record<string, unknown> = JSON.parse(
    '{"valueOf":"1","constructor":"2","__proto__":"3","toString":"4","parking":"constructor"}',
  )
  const { outcomes, spot_features } = readTags(properties, 1)
  expect(outcomes).toEqual([
    ...['valueOf', 'constructor', '__proto__', 'toString'].map((property) => ({
      property,
      outcome: 'ignored',
      reason: { code: 'no_place' },
    })),
    { property: 'parking', outcome: 'ignored', reason: { code: 'shape_only' } },
  ])
  expect(spot_features).toEqual([])
})

test('a list or an object is ignored, however deeply it is nested', () => {
  const deep: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000))
  expect(readTags({ surface: deep, operator: { deep }, 'addr:street': 'High St' }, 1)).toMatchObject({
    facts: { managed_by: null, street: 'High St' },
    outcomes: [
      { property: 'surface', outcome: 'ignored', reason: { code: 'no_place' } },
      { property: 'operator', outcome: 'ignored', reason: { code: 'no_place' } },
      { property: 'addr:street', outcome: 'taken' },
    ],
  })
})
