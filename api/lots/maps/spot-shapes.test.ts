import { getSpotShapesRoute, importSpotShapesRoute } from '@openspot/contract/lots/maps.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api, {}, 12)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})
afterAll(() => api.close())

const inLot = () => ({ params: { lot_id: lot.lot_id } })
const ring = (lng: number, lat: number) => [
  [lng, lat],
  [lng + 0.000_03, lat],
  [lng + 0.000_03, lat + 0.000_05],
  [lng, lat],
]
const stall = (label: string, corners = ring(-87.634, 41.879)) => ({
  type: 'Feature' as const,
  properties: { label },
  geometry: { type: 'Polygon' as const, coordinates: [corners] },
})
const send = (...features: ReturnType<typeof stall>[]) => ({
  ...inLot(),
  body: { type: 'FeatureCollection' as const, features },
})

test('imports stall outlines by label and exports them unchanged', async () => {
  const done = await api.call(
    importSpotShapesRoute,
    send(stall('A10'), stall('A2'), stall('Z9')),
    admin.token,
  )
  expect(done).toEqual({ changed: 2, unchanged: 0, unknown_labels: ['Z9'] })
  const out = await api.call(getSpotShapesRoute, inLot(), admin.token)
  expect(out.features.map(({ properties }) => properties.label)).toEqual(['A2', 'A10'])
  const again = await api.call(importSpotShapesRoute, { ...inLot(), body: out }, admin.token)
  expect(again).toEqual({ changed: 0, unchanged: 2, unknown_labels: [] })
})

test('rejects outlines that cannot belong to the lot as a whole, with 400 on the corner', async () => {
  const swapped = ring(-87.634, 41.879).map(([lng = 0, lat = 0]) => [lat, lng])
  const open = ring(-87.634, 41.879)
    .slice(0, 3)
    .concat([[-87.6341, 41.8791]])
  const faults: [ReturnType<typeof stall>[], string][] = [
    [[stall('A1'), stall('A2', swapped)], 'features.1.geometry.coordinates.0.0'],
    [[stall('A1', ring(-87.9, 41.879))], 'features.0.geometry.coordinates.0.0'],
    [[stall('A1', open)], 'features.0.geometry.coordinates.0'],
    [[stall('A1'), stall('A1')], 'features.1.properties.label'],
  ]
  for (const [features, field] of faults) {
    const refused = await api.refusal(importSpotShapesRoute, send(...features), admin.token)
    expect([refused.status, refused.field]).toEqual([400, field])
  }
  expect((await api.call(getSpotShapesRoute, inLot(), admin.token)).features).toEqual([])
})
