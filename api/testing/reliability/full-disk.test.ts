import { CallError } from '@openspot/contract/call.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
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

/** PostgreSQL refuses every new row of a table, with the error that it has for a disk without space. */
async function fillDisk(table: string): Promise<() => Promise<unknown>> {
  await asOwner(
    api,
    `create function disk_is_full() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`,
  )
  await asOwner(
    api,
    `create trigger disk_is_full before insert on ${table} for each row execute function disk_is_full()`,
  )
  return () => asOwner(api, 'drop function disk_is_full cascade')
}

// The first is written before the card is charged, the second after.
test.each(['reservations', 'ledger_entries'])(
  'a booking while the disk has no space for %s is answered 503, and the same request books and charges once when there is space again',
  async (table) => {
    const lot = await aLot(api)
    const driver = await aPerson(api)
    const payment_method_id = await aCard(api, driver)
    const book = await prepareBooking(api, driver, {
      spot_id: lot.spot_ids[0] ?? '',
      payment_method_id,
      ...twoHours(api),
    })
    const makeSpace = await fillDisk(table)
    const refusal = await book().catch((error: unknown) => error)
    await makeSpace()
    expect(refusal).toBeInstanceOf(CallError)
    expect(refusal).toMatchObject({ status: 503, body: { code: 'unavailable' } })

    await book()
    await api.runJobs()
    const intents = await api.deps.stripe.paymentIntents.list({ limit: 100 })
    const charged = intents.data.filter(
      ({ status, metadata }) => status === 'succeeded' && metadata['lot_id'] === lot.lot_id,
    )
    expect(charged).toHaveLength(1)
    expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  },
)
