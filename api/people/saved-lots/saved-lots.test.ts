import { eraseMeRoute, exportMyDataRoute } from '@openspot/contract/identity/my-data.ts'
import {
  listSavedLotsRoute,
  removeSavedLotRoute,
  saveLotRoute,
} from '@openspot/contract/people/saved-lots.ts'
import { MAX_SAVED_LOTS } from '@openspot/core/lots/saved-lots.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const of = (lot_id: string) => ({ params: { lot_id } })
const save = (who: Person, lot_id: string) => api.call(saveLotRoute, of(lot_id), who.token)
const remove = (who: Person, lot_id: string) => api.call(removeSavedLotRoute, of(lot_id), who.token)
const list = async (who: Person) => (await api.call(listSavedLotsRoute, {}, who.token)).items
const names = async (who: Person) => (await list(who)).map(({ name }) => name)
const run = (text: string, values: unknown[]) => api.deps.database.pool.query(text, values)

test('lists the lots that a person saved, the latest first, each once, and nobody else’s', async () => {
  const [ada, bob] = [await aPerson(api), await aPerson(api)]
  const first = await aLot(api, { name: 'First Lot', street: '1 First St', rating_count: 2, rating_stars: 9 })
  const second = await aLot(api, { name: 'Second Lot' })
  await save(ada, first.lot_id)
  api.ports.advance({ minutes: 1 })
  await save(ada, second.lot_id)
  await save(ada, first.lot_id)
  expect(await names(ada)).toEqual(['Second Lot', 'First Lot'])
  expect((await list(ada))[1]).toEqual({
    id: first.lot_id,
    public_id: first.public_id,
    name: 'First Lot',
    street: '1 First St',
    city: 'Chicago',
    region: null,
    country: 'US',
    lat: 41.879,
    lng: -87.634,
    time_zone: 'America/Chicago',
    logo_url: null,
    cover_photo_url: null,
    rating_count: 2,
    rating_average: 4.5,
    saved_at: expect.stringMatching(/Z$/),
  })
  expect(await names(bob)).toEqual([])
})

test('removes a lot from those that a person saved, also twice, and from nobody else’s', async () => {
  const [ada, bob] = [await aPerson(api), await aPerson(api)]
  const { lot_id } = await aLot(api)
  await save(ada, lot_id)
  await save(bob, lot_id)
  await remove(ada, lot_id)
  await remove(ada, lot_id)
  expect(await names(ada)).toEqual([])
  expect(await names(bob)).toHaveLength(1)
})

test('hides a saved lot that closed or became private, keeps it for its members, and shows it again when it reopens', async () => {
  const ada = await aPerson(api)
  const { lot_id } = await aLot(api)
  const member = await aMember(api, lot_id, 'MEMBER')
  for (const who of [ada, member]) await save(who, lot_id)
  await run('update lots set is_private = true where id = $1', [lot_id])
  expect([await names(ada), await names(member)]).toEqual([[], ['Wells Street Lot']])
  await remove(ada, lot_id)
  await run('update lots set is_private = false, retired_at = now() where id = $1', [lot_id])
  expect([await names(ada), await names(member)]).toEqual([[], []])
  await run('update lots set retired_at = null where id = $1', [lot_id])
  expect([await names(ada), await names(member)]).toEqual([[], ['Wells Street Lot']])
})

test('rejects a private lot of others, a lot that closed, and one that does not exist with 404, and visitors with 401', async () => {
  const ada = await aPerson(api)
  const hidden = await aLot(api, { is_private: true })
  const closed = await aLot(api, { retired_at: api.ports.now().toISOString() })
  for (const lot_id of [hidden.lot_id, closed.lot_id, api.ports.id()]) {
    expect(await api.refusal(saveLotRoute, of(lot_id), ada.token)).toMatchObject({
      status: 404,
      code: 'not_found',
    })
  }
  const refused = [
    await api.refusal(listSavedLotsRoute, {}),
    await api.refusal(saveLotRoute, of(hidden.lot_id)),
    await api.refusal(removeSavedLotRoute, of(hidden.lot_id)),
  ]
  expect(refused.map(({ status, code }) => `${status} ${code}`)).toEqual(
    Array(3).fill('401 sign_in_required'),
  )
  await save(await aMember(api, hidden.lot_id, 'MEMBER'), hidden.lot_id)
  expect(await names(ada)).toEqual([])
})

test('saves at most 100 lots, also when they are saved at once, and refuses others with 409 saved_lot_limit', async () => {
  const ada = await aPerson(api)
  const lots = await api.deps.database.db
    .insertInto('lots')
    .values(
      Array.from({ length: MAX_SAVED_LOTS + 4 }, (_, at) => ({
        public_id: secretWord(api.ports),
        name: `Lot ${at}`,
        lat: 41.8,
        lng: -87.6,
        time_zone: 'America/Chicago',
      })),
    )
    .returning('id')
    .execute()
  const most = lots.slice(0, MAX_SAVED_LOTS - 2)
  await run('insert into saved_lots select $1, id, now() from unnest($2::uuid[]) id', [
    ada.user_id,
    most.map(({ id }) => id),
  ])
  const others = lots.slice(MAX_SAVED_LOTS - 2)
  const refused: string[] = []
  await Promise.all(others.map(({ id }) => save(ada, id).catch(() => refused.push(id))))
  expect(refused).toHaveLength(4)
  expect(await list(ada)).toHaveLength(MAX_SAVED_LOTS)
  // One that is saved already is no further one.
  await save(ada, most[0]?.id ?? '')
  const refusal = await api.refusal(saveLotRoute, of(refused[0] ?? ''), ada.token)
  expect(refusal).toMatchObject({ status: 409, code: 'saved_lot_limit' })
})

test('exports the saved lots with the data of a person, and erases them with the person', async () => {
  const ada = await aPerson(api)
  const { lot_id } = await aLot(api)
  await save(ada, lot_id)
  const { data } = await api.call(exportMyDataRoute, {}, ada.token)
  expect(data['saved_lots']).toMatchObject([{ lot_id }])
  await api.call(eraseMeRoute, {}, ada.token)
  const { rows } = await run('select from saved_lots where user_id = $1', [ada.user_id])
  expect(rows).toEqual([])
})
