import { expect, test } from 'vitest'
import { readSpotFeatures } from './read-spot-features.ts'

const ring = [
  [0, 0],
  [1, 0],
  [1, 1],
]
const feature = (properties: unknown, coordinates: unknown = [ring], type = 'Polygon') => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
})
const read = (...features: unknown[]) =>
  readSpotFeatures(JSON.stringify({ type: 'FeatureCollection', features }))

test('reads the label and the closed outline of each spot, from the usual properties', () => {
  const found = read(feature({ label: 'A1' }), feature({ name: 'A2' }), feature({ ref: 7 }))
  expect(found?.map(({ label, faults }) => [label, faults])).toEqual([
    ['A1', []],
    ['A2', []],
    ['7', []],
  ])
  expect(found?.[0]?.shape).toEqual([...ring, [0, 0]])
})

test('names what is wrong with each feature, and never throws', () => {
  const found = read(
    feature({}),
    feature({ label: 'A1-A9' }),
    feature({ label: 'B1' }),
    feature({ label: 'B1' }),
    feature({ label: 'C1' }, [0, 0], 'Point'),
    feature({ label: 'C2' }, [[[0, 0]]]),
    null,
  )
  expect(found?.map(({ faults }) => faults)).toEqual([
    ['no_label'],
    ['wrong_label'],
    [],
    ['repeated_label'],
    ['no_polygon'],
    ['no_polygon'],
    ['no_label', 'no_polygon'],
  ])
  for (const text of ['', '{}', '[]', 'null', '{"features": []}', 'label,type'])
    expect(readSpotFeatures(text)).toBeNull()
})
