import {
  cancelReservationRoute,
  editReservationRoute,
  getCancellationRoute,
  previewChangeRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { cancelByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { untilWaiting } from '../../testing/waiting.ts'

let api: TestApi
let lot: Awaited<ReturnType<typeof aLot>>
let other: pg.Client
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api)
  other = new pg.Client({ connectionString: api.owner_url })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await api.close()
})

/** What someone decides after they saw what is refunded; each calls as its own person. */
const decisions = {
  'the driver cancels': async (id: string, driver: string) => {
    const params = { reservation_id: id }
    const { refund_cents } = await api.call(getCancellationRoute, { params }, driver)
    return () => api.refusal(cancelReservationRoute, { params, body: { refund_cents } }, driver)
  },
  'the driver shortens it': async (id: string, driver: string) => {
    const ends_at = twoHours(api, 24, 1).ends_at
    const params = { reservation_id: id }
    const { difference_cents } = await api.call(previewChangeRoute, { params, query: { ends_at } }, driver)
    const body = { reservation_id: id, ends_at, difference_cents }
    return () => api.refusal(editReservationRoute, { body, idempotency_key: `shorten ${id}` }, driver)
  },
  'staff cancel it': async (id: string) => {
    const admin = await aMember(api, lot.lot_id, 'ADMIN')
    const input = { params: { reservation_id: id }, body: { reason: 'Closed' }, idempotency_key: `end ${id}` }
    return () => api.refusal(cancelByStaffRoute, input, admin.token)
  },
}

test.each(Object.entries(decisions))(
  'when everything is refunded while %s, the second refund is refused with 409, and nothing of it is done',
  async (_who, decide) => {
    const driver = await aPerson(api)
    const [spot_id = ''] = lot.spot_ids.splice(0, 1)
    const payment_method_id = await aCard(api, driver)
    const { reservation } = await bookAs(api, driver, { spot_id, payment_method_id, ...twoHours(api, 24, 2) })
    const refused = await decide(reservation.id, driver.token)
    await other.query('begin')
    await other.query(
      `select request_refund($1, uuidv7(), i.id, i.paid_cents, 'Meanwhile', null) from invoices i where i.reservation_id = $2`,
      [api.ports.now().toISOString(), reservation.id],
    )
    const refusal = refused()
    await untilWaiting(api.deps.database.pool, 1)
    await other.query('commit')
    expect(await refusal).toMatchObject({ status: 409, code: 'reservation_changed' })
    const { rows } = await api.deps.database.pool.query(
      'select r.status, r.ends_at, count(f.id)::int as refunds from reservations r join invoices i on i.reservation_id = r.id left join refunds f on f.invoice_id = i.id where r.id = $1 group by r.status, r.ends_at',
      [reservation.id],
    )
    expect(rows).toEqual([{ status: 'ACTIVE', ends_at: reservation.ends_at, refunds: 1 }])
    expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  },
)
