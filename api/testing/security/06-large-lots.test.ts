import { getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { exportLotRoute, importLotRoute } from '@openspot/contract/lots/lot-export.ts'
import { createSpotsRoute } from '@openspot/contract/lots/lot-spots.ts'
import { searchLotSpotsRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { getLiveRoute } from '@openspot/contract/platform/health.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { listCandidates, MAX_CANDIDATES, MAX_OF_KIND } from '../../booking/allocation/candidates.sql.ts'
import { type TestApi, testApi } from '../api.ts'
import { aLot } from '../factories/lots.ts'
import { aCard, aMember, aPerson } from '../factories/people.ts'
import { bookAs, twoHours } from '../factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterEach(() => api.ports.setLoopDelay(0))
afterAll(() => api.close())

const sql = (text: string, values: unknown[]) => api.deps.database.pool.query(text, values)
const anything = { type: null, features: [] }

describe('finding 6: a large lot does not overload the server', () => {
  test('limits a new lot to 500 spots with 409 lot_too_large until a platform admin raises the limit', async () => {
    const lot = await aLot(api, { trust_level: 'NEW' }, 480)
    const admin = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
    const add = (labels: string) => ({ params: { lot_id: lot.lot_id }, body: { labels } })
    await api.call(createSpotsRoute, add('B1-B20'), admin.token)
    expect(await api.refusal(createSpotsRoute, add('C1'), admin.token)).toMatchObject({
      status: 409,
      code: 'lot_too_large',
    })
    const straight = `insert into spots (lot_id, spot_no, label) values ($1, 900, 'X')`
    await expect(sql(straight, [lot.lot_id])).rejects.toMatchObject({ code: 'OS035' })
    // Only a platform admin can raise the limit.
    const raise = { params: { lot_id: lot.lot_id }, body: { spot_limit: 501 } }
    expect(await api.refusal(updateLotRoute, raise, admin.token)).toMatchObject({
      status: 403,
      field: 'spot_limit',
    })
    const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
    expect(await api.call(updateLotRoute, raise, platform.token)).toMatchObject({ spot_limit: 501 })
    await api.call(createSpotsRoute, add('C1'), admin.token)
    expect(await api.refusal(createSpotsRoute, add('C2'), admin.token)).toMatchObject({
      code: 'lot_too_large',
    })
  })

  test('rejects importing a new lot of more than 500 spots before writing any', async () => {
    const lot = await aLot(api, {}, 1)
    const admin = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
    const document = await api.call(
      exportLotRoute,
      { params: { lot_id: lot.lot_id }, query: {} },
      admin.token,
    )
    const [spot] = document.spots
    if (!spot) throw new Error('The document has no spot.')
    const spots = (count: number) => Array.from({ length: count }, (_, n) => ({ ...spot, label: `S${n}` }))
    const stranger = await aPerson(api)
    const take = (count: number) => ({ body: { document: { ...document, spots: spots(count) } } })
    expect(await api.refusal(importLotRoute, take(501), stranger.token)).toMatchObject({
      code: 'lot_too_large',
    })
    expect((await api.call(importLotRoute, take(500), stranger.token)).lot).toMatchObject({
      trust_level: 'NEW',
    })
  })

  test('limits a trusted lot to 5,000 spots', async () => {
    const lot = await aLot(api, {}, 5000)
    const straight = `insert into spots (lot_id, spot_no, label) values ($1, 6000, 'X')`
    await expect(sql(straight, [lot.lot_id])).rejects.toMatchObject({ code: 'OS035' })
    // Deleting a spot makes room for another one.
    await sql('update spots set deleted_at = now() where id = $1', [lot.spot_ids[0]])
    await sql(straight, [lot.lot_id])
  })

  test('samples a limited number of spots of every kind in a large lot and finds the cheapest free one', async () => {
    const lot = await aLot(api, {}, 1500)
    await sql(`update spots set hour_cents = 100 where lot_id = $1 and spot_no between 1401 and 1402`, [
      lot.lot_id,
    ])
    await sql(`update spots set type = 'COMPACT' where lot_id = $1 and spot_no > 1450`, [lot.lot_id])
    const times = twoHours(api)
    const chosen = await listCandidates(api.app.pool, lot.lot_id, times, anything, api.ports.now())
    expect(chosen.length).toBeLessThanOrEqual(MAX_CANDIDATES)
    const types = chosen.map(({ type }) => type)
    expect(types.filter((type) => type === 'COMPACT').length).toBe(50)
    expect(types.filter((type) => type === 'STANDARD').length).toBeLessThanOrEqual(MAX_OF_KIND + 2)
    expect(chosen.map(({ spot_no }) => spot_no)).toEqual(expect.arrayContaining([1401, 1402]))
    const driver = await aPerson(api)
    const card = await aCard(api, driver)
    for (const label of ['A1401', 'A1402', 'A1']) {
      const { spot } = await api.call(
        getCheckoutRoute,
        { query: { lot_id: lot.lot_id, ...times } },
        driver.token,
      )
      expect(spot.label).toBe(label)
      await bookAs(api, driver, { lot_id: lot.lot_id, payment_method_id: card, ...times })
    }
  })

  test('prefers the spot with the tightest gap even in a lot larger than the sample', async () => {
    const lot = await aLot(api, {}, 900)
    const times = twoHours(api, 5)
    const driver = await aPerson(api)
    const card = await aCard(api, driver)
    const before = { starts_at: twoHours(api, 3).starts_at, ends_at: times.starts_at }
    await bookAs(api, driver, { spot_id: lot.spot_ids[800] ?? '', payment_method_id: card, ...before })
    const { spot } = await api.call(
      getCheckoutRoute,
      { query: { lot_id: lot.lot_id, ...times } },
      (await aPerson(api)).token,
    )
    expect(spot.label).toBe('A801')
  })

  test('returns the spots of a lot in pages of at most 1,000', async () => {
    const lot = await aLot(api, {}, 1200)
    const query = { lot_id: lot.lot_id, ...twoHours(api) }
    const first = await api.call(searchLotSpotsRoute, { query })
    expect(first.items.length).toBe(1000)
    const rest = await api.call(searchLotSpotsRoute, { query: { ...query, cursor: first.next_cursor ?? '' } })
    expect(rest.items.map(({ label }) => label).at(-1)).toBe('A1200')
    expect(rest).toMatchObject({ next_cursor: null })
    const some = await api.call(searchLotSpotsRoute, { query: { ...query, limit: 2 } })
    expect(some.items.map(({ label }) => label)).toEqual(['A1', 'A2'])
  })

  test('rate-limits expensive calls by weight per IP address with 429', async () => {
    const lot = await aLot(api)
    const query = { lot_id: lot.lot_id, ...twoHours(api) }
    const ask = (address: string) =>
      fetch(`${api.base}${searchLotSpotsRoute.url}?${new URLSearchParams(query)}`, {
        headers: { 'x-forwarded-for': address },
      }).then(({ status }) => status)
    const bucket = {
      bucket: 'weight 192.0.2.1',
      starts: Math.floor(api.ports.now().getTime() / 300_000) * 300_000,
    }
    await sql('insert into rate_limits (bucket, window_starts_at, hits) values ($1, $2, 1493)', [
      bucket.bucket,
      new Date(bucket.starts).toISOString(),
    ])
    expect(await ask('192.0.2.1')).toBe(200)
    expect(await ask('192.0.2.1')).toBe(429)
    expect(await ask('192.0.2.2')).toBe(200)
  })

  test('rejects calls with 503 and Retry-After while the event loop is late but answers health checks', async () => {
    const lot = await aLot(api)
    const url = `${api.base}${searchLotSpotsRoute.url}?${new URLSearchParams({ lot_id: lot.lot_id, ...twoHours(api) })}`
    api.ports.setLoopDelay(749)
    expect((await fetch(url)).status).toBe(200)
    api.ports.setLoopDelay(750)
    const refused = await fetch(url)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.json()).toMatchObject({ code: 'overloaded' })
    expect(await api.call(getLiveRoute, {})).toEqual({ status: 'ok' })
    api.ports.setLoopDelay(0)
    expect((await fetch(url)).status).toBe(200)
  })
})
