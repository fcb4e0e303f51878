import { CallError } from '@openspot/contract/call.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../api.ts'
import { aLot } from '../factories/lots.ts'
import { aCard, aPerson } from '../factories/people.ts'
import { prepareBooking, twoHours } from '../factories/reservations.ts'
import { asOwner } from '../owner.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** PostgreSQL refuses the rest of a booking, and giving its key back, as a server does that has become a standby. */
async function becomeStandby(): Promise<() => Promise<unknown>> {
  await asOwner(api, 'create sequence refused_deletes')
  await asOwner(
    api,
    `create function is_standby() returns trigger language plpgsql security definer as $$
     begin
       -- Unlike a row, this outlasts the error.
       if tg_op = 'DELETE' then perform nextval('refused_deletes'); end if;
       raise exception 'cannot execute this in a read-only transaction' using errcode = 'read_only_sql_transaction';
     end $$`,
  )
  await asOwner(
    api,
    'create trigger is_standby before insert on ledger_entries for each row execute function is_standby()',
  )
  await asOwner(
    api,
    'create trigger is_standby before delete on idempotency_keys for each row execute function is_standby()',
  )
  return () => asOwner(api, 'drop function is_standby cascade')
}

const refusedDeletes = async (): Promise<number> => {
  const [row] = await asOwner<{ last_value: number }>(api, 'select last_value from refused_deletes')
  return row?.last_value ?? 0
}

test('a booking that the server broke off as a standby is answered 503, and the same request books and charges once as soon as there is a primary', async () => {
  const lot = await aLot(api)
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const book = await prepareBooking(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id,
    ...twoHours(api),
  })
  const endStandby = await becomeStandby()
  const refusal = await book().catch((error: unknown) => error)
  // With the answer, and once more after it.
  await vi.waitUntil(async () => (await refusedDeletes()) >= 2, { timeout: 20_000, interval: 20 })
  await endStandby()
  expect(refusal).toBeInstanceOf(CallError)
  expect(refusal).toMatchObject({ status: 503, body: { code: 'unavailable' } })

  // The clock of this test stands still, so nothing but the first attempt itself gives the key back.
  await vi.waitFor(() => book(), { timeout: 20_000, interval: 50 })
  await api.runJobs()
  const intents = await api.deps.stripe.paymentIntents.list({ limit: 100 })
  const charged = intents.data.filter(
    ({ status, metadata }) => status === 'succeeded' && metadata['lot_id'] === lot.lot_id,
  )
  expect(charged).toHaveLength(1)
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
})
