import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { asOwner } from '../../testing/owner.ts'
import { plansOf } from '../../testing/rows-read.ts'
import './inviting.sql.ts'

let api: TestApi
let lot: TestLot
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 0)
  const other = await aLot(api, {}, 0)
  const fill = (lot_id: string, count: number) =>
    api.deps.database.pool.query(
      `with u as (
         insert into users (email) select $1::uuid || '.' || n || '@member.example' from generate_series(1, $2::integer) n returning id),
       m as (insert into memberships (lot_id, user_id, role, status) select $1, id, 'MEMBER', 'ACTIVE' from u)
       insert into invites (lot_id, kind, email, token_hash, created_by_user_id, created_at, sent_at, expires_at)
         select $1, 'EMAIL', n || '@invited.example', sha256(($1::uuid || '.' || n)::bytea), (select min(id::text)::uuid from u),
           t.at, t.at, t.at + interval '7 days' from generate_series(1, $2::integer) n, (select $3::timestamptz as at) t`,
      [lot_id, count, api.ports.now().toISOString()],
    )
  await fill(other.lot_id, 20)
  // From here on, the statistics know of the other lot only.
  await asOwner(api, 'analyze users, memberships, invites')
  await fill(lot.lot_id, 3000)
}, 120_000)
afterAll(() => api.close())

test('whether addresses are known in a lot is looked up by address, not by reading the invites and members that an import has added since', async () => {
  const emails = Array.from({ length: 100 }, (_, n) => `${n + 1}@invited.example`)
  const values = [lot.lot_id, `{${emails.join()}}`, '{}', api.ports.now().toISOString()]
  for (const nodes of await plansOf(api.deps.database.pool, 'list_known_addresses', values)) {
    expect(nodes[0]?.['Actual Rows']).toBeGreaterThanOrEqual(100)
    const removed = nodes.map((node) => (node['Rows Removed by Filter'] ?? 0) * node['Actual Loops'])
    expect(Math.max(...removed)).toBeLessThanOrEqual(100)
    const names = nodes.map((node) => `${node['Node Type']} ${node['Index Name'] ?? ''}`)
    expect(names.filter((name) => /Seq Scan|invites_lot/.test(name))).toEqual([])
  }
})
