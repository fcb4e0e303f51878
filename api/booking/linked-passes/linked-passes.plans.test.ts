import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aGuest, newGuestEmail, openLink } from '../../testing/factories/guests.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { asOwner } from '../../testing/owner.ts'
import { plansOf } from '../../testing/rows-read.ts'
import './linked-passes.sql.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('the passes of a device are found from its links, not by reading the reservations of others', async () => {
  const lot = await aLot(api, {}, 2)
  const guest = await aGuest(api, lot.lot_id, { email: newGuestEmail(api) })
  await openLink(api, guest.link)
  await asOwner(
    api,
    `insert into reservations (id, lot_id, spot_id, user_id, created_by_user_id, status, starts_at, ends_at, total_cents, currency, terms_version,
       cancel_until_at, created_at)
     select uuidv7(), r.lot_id, r.spot_id, r.user_id, r.created_by_user_id, 'CANCELED', r.starts_at, r.ends_at, 0, r.currency, r.terms_version,
       r.cancel_until_at, r.created_at
     from reservations r cross join generate_series(1, 3000) where r.id = '${guest.reservation_id}'`,
  )
  await asOwner(api, 'analyze reservations, link_sessions')
  const { rows } = await api.deps.database.pool.query('select token_hash from link_sessions')
  const hash = (rows[0] as { token_hash: Buffer }).token_hash
  const values = [`{"\\\\x${hash.toString('hex')}"}`, api.ports.now().toISOString(), 'en-US']
  for (const nodes of await plansOf(api.deps.database.pool, 'list_open_passes', values)) {
    expect(nodes[0]?.['Actual Rows']).toBe(1)
    const of = nodes.filter((node) => node['Relation Name'] === 'reservations')
    expect(of.map((node) => node['Node Type'])).not.toContain('Seq Scan')
    const removed = nodes.map((node) => (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'])
    expect(Math.max(...removed)).toBeLessThanOrEqual(10)
  }
})
