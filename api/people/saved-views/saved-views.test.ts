import type { Input } from '@openspot/contract/call.ts'
import { deleteViewRoute, listSavedViewsRoute, saveViewRoute } from '@openspot/contract/people/saved-views.ts'
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
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

type Body = Input<typeof saveViewRoute>['body']
const view = (name: string, more: Partial<Body> = {}): Body => ({
  list: 'RESERVATIONS',
  name,
  query: 'when=ahead&q=Ada',
  columns: ['driver', 'time'],
  ...more,
})
const params = () => ({ lot_id: lot.lot_id })
const save = (body: Body, by = admin) => api.call(saveViewRoute, { params: params(), body }, by.token)
const names = async (by = admin, list: Body['list'] = 'RESERVATIONS') =>
  (await api.call(listSavedViewsRoute, { params: params(), query: { list } }, by.token)).items.map(
    ({ name }) => name,
  )

test('keeps views by list in the order of their names, for the person who saved them', async () => {
  const saved = await save(view('Tonight'))
  expect(saved).toEqual({ id: saved.id, ...view('Tonight') })
  await save(view('arrivals', { columns: null }))
  await save(view('Owing', { list: 'FINES', query: '', columns: null }))
  expect(await names()).toEqual(['arrivals', 'Tonight'])
  expect(await names(admin, 'FINES')).toEqual(['Owing'])
  expect(await names(await aMember(api, lot.lot_id, 'ADMIN'))).toEqual([])
})

test('replaces the view with the same name, whatever its case', async () => {
  const first = await save(view('Tonight'))
  const second = await save(view(' tonight ', { query: 'when=past' }))
  expect(second).toMatchObject({ id: first.id, name: 'tonight', query: 'when=past' })
  expect(await names()).toEqual(['tonight'])
})

test('keeps at most 20 views of a list, also when they are saved at once, and refuses others with 409 view_limit', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => save(view(`View ${index}`))))
  expect(await names()).toHaveLength(20)
  const refusal = await api.refusal(saveViewRoute, { params: params(), body: view('One more') }, admin.token)
  expect(refusal).toMatchObject({ status: 409, code: 'view_limit' })
  expect((await save(view('View 3', { query: 'q=x' }))).query).toBe('q=x')
  await save(view('Other list', { list: 'SPOTS' }))
  await save(view('Other person'), await aMember(api, lot.lot_id, 'PATROLLER'))
})

test('the database refuses a twenty-first view, a long query, and two views of one name', async () => {
  const insert = (slot: number, name: string, query = '') =>
    api.deps.database.pool.query(
      `insert into saved_views (lot_id, user_id, list, slot, name, query, created_at) values ($1, $2, 'SPOTS', $3, $4, $5, now())`,
      [lot.lot_id, admin.user_id, slot, name, query],
    )
  await insert(1, 'Mine')
  await expect(insert(21, 'Other')).rejects.toThrow(/saved_views_slot_check/)
  await expect(insert(1, 'Other')).rejects.toThrow(/saved_views_slot"/)
  await expect(insert(2, 'MINE')).rejects.toThrow(/saved_views_name/)
  await expect(insert(2, 'Other', 'x'.repeat(1001))).rejects.toThrow(/saved_views_query_check/)
})

test('deletes only the person’s own view of this lot', async () => {
  const { id } = await save(view('Tonight'))
  const colleague = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
  const drop = (by: Person) =>
    api.refusal(deleteViewRoute, { params: { ...params(), view_id: id } }, by.token)
  expect(await drop(colleague)).toMatchObject({ status: 404, code: 'not_found' })
  await api.call(deleteViewRoute, { params: { ...params(), view_id: id } }, admin.token)
  expect(await names()).toEqual([])
  expect(await drop(admin)).toMatchObject({ status: 404 })
})

test('rejects a blank name, a query that is no address, and columns without a name with 400', async () => {
  const refused = (body: Body) => api.refusal(saveViewRoute, { params: params(), body }, admin.token)
  expect(await refused(view('  '))).toMatchObject({ status: 400, field: 'name' })
  expect(await refused(view('x', { query: 'a b' }))).toMatchObject({ status: 400, field: 'query' })
  expect(await refused(view('x', { columns: [''] }))).toMatchObject({ status: 400 })
})
