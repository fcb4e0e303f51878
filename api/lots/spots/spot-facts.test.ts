import { exportLotRoute, importLotRoute } from '@openspot/contract/lots/lot-export.ts'
import {
  createSpotsRoute,
  importSpotsRoute,
  listLotSpotsRoute,
  updateSpotsRoute,
} from '@openspot/contract/lots/lot-spots.ts'
import { getSpotRoute, updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { eachSpotFact, type SpotFact, spotFactNames, spotFacts } from '@openspot/core/spots/spot-facts.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let lot: TestLot
let admin: Person
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

const params = () => ({ lot_id: lot.lot_id })
const facts = (word: string) => eachSpotFact((fact) => `${word} ${fact}`)
const list = (q: string) =>
  api.call(listLotSpotsRoute, { params: params(), query: { q } }, admin.token).then(({ items }) => items)
const lastEntry = async () => {
  const { rows } = await api.deps.database.pool.query<{ details: unknown }>(
    'select details from audit_log where lot_id = $1 order by id desc limit 1',
    [lot.lot_id],
  )
  return rows[0]?.details
}

/** The columns of spots that are something else than text which staff write. */
const otherColumns =
  `assigned_at assigned_group_id assigned_until_on assigned_user_id created_at day_cents deleted_at features
  half_hour_cents hour_cents id label level lot_id max_reservation_price min_notice_minutes min_reservation_price month_cents
  removed_parts shape spot_no type zone_id`.split(/\s+/)

test('every column of spots is either a fact or named here as something else', async () => {
  const { rows } = await api.deps.database.pool.query<{ name: string }>(
    `select column_name::text as name from information_schema.columns where table_schema = 'public' and table_name = 'spots' order by 1`,
  )
  const columns = rows.map(({ name }) => name)
  expect(columns).toEqual([...otherColumns, ...spotFactNames].toSorted())
})

test('creates spots with each fact, finds them by it, and shows it only to staff', async () => {
  const body = { labels: 'F1', ...facts('By the door:') }
  await api.call(createSpotsRoute, { params: params(), body }, admin.token)
  for (const fact of spotFactNames)
    expect(await list(`door: ${fact}`)).toMatchObject([{ label: 'F1', ...facts('By the door:') }])
  const [spot] = await list('F1')
  const stranger = await aPerson(api)
  const shown = await api.call(getSpotRoute, { params: { spot_id: spot?.id ?? '' } }, stranger.token)
  for (const fact of spotFactNames) expect(shown).not.toHaveProperty(fact)
})

test.each(spotFactNames)('changes %s of a spot, trimmed, removes it, and records both', async (fact) => {
  const of = { params: { spot_id: lot.spot_ids[0] ?? '' } }
  const set = (text: string | null) =>
    api.call(updateSpotRoute, { ...of, body: { [fact]: text } }, admin.token)
  expect((await set('  Tight '))[fact]).toBe('Tight')
  expect((await api.call(getSpotRoute, of, admin.token))[fact]).toBe('Tight')
  expect((await set(' '))[fact]).toBeNull()
  expect(await lastEntry()).toMatchObject({ before: { [fact]: 'Tight' }, after: { [fact]: null } })
  expect(await api.refusal(updateSpotRoute, { ...of, body: tooLong(fact) }, admin.token)).toMatchObject({
    status: 400,
    field: fact,
  })
})

const tooLong = (fact: SpotFact) => ({ [fact]: 'x'.repeat(spotFacts[fact] + 1) })

test.each(spotFactNames)('changes %s of many spots, and records what each had', async (fact) => {
  const [first = '', second = ''] = lot.spot_ids
  const set = (spot_ids: string[], text: string) =>
    api.call(updateSpotsRoute, { params: params(), body: { spot_ids, [fact]: text } }, admin.token)
  await set([first], 'Former')
  const { items } = await set([first, second], 'Next')
  expect(items.map((spot) => spot[fact])).toEqual(['Next', 'Next'])
  expect(await lastEntry()).toMatchObject({
    change: { [fact]: 'Next' },
    before: [{ [fact]: 'Former' }, { [fact]: null }],
  })
})

test('imports each fact from a table, and names one that is too long', async () => {
  const csv = (texts: Record<SpotFact, string>) =>
    [
      ['label', ...spotFactNames],
      ['T1', ...spotFactNames.map((fact) => texts[fact])],
    ]
      .map((cells) => cells.join(','))
      .join('\n')
  const load = (texts: Record<SpotFact, string>) => ({ params: params(), body: { csv: csv(texts) } })
  const refused = await api.refusal(
    importSpotsRoute,
    load(eachSpotFact((fact) => 'x'.repeat(spotFacts[fact] + 1))),
    admin.token,
  )
  expect(refused).toMatchObject({
    code: 'rows_refused',
    details: { rows: [{ errors: spotFactNames.map((column) => ({ column })) }] },
  })
  await api.call(importSpotsRoute, load(facts('Table')), admin.token)
  expect(await list('T1')).toMatchObject([facts('Table')])
})

test('a new lot from an export has each fact, and one from an older export without them has none', async () => {
  const body = { spot_ids: [lot.spot_ids[0] ?? ''], ...facts('Kept') }
  await api.call(updateSpotsRoute, { params: params(), body }, admin.token)
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const copy = async (document: Awaited<ReturnType<typeof exported>>) => {
    const { lot: made } = await api.call(importLotRoute, { body: { document } }, platform.token)
    return (await exported(made.id)).spots[0]
  }
  const exported = (lot_id: string) =>
    api.call(exportLotRoute, { params: { lot_id }, query: { people: false } }, platform.token)
  const document = await exported(lot.lot_id)
  expect(await copy(document)).toMatchObject(facts('Kept'))
  const older = document.spots.map((spot) =>
    Object.fromEntries(Object.entries(spot).filter(([name]) => !(name in spotFacts))),
  ) as typeof document.spots
  expect(await copy({ ...document, spots: older })).toMatchObject(eachSpotFact(() => null))
})
