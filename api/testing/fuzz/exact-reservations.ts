import { randomUUID } from 'node:crypto'
import { placePageHoldRoute } from '@openspot/contract/booking/page-holds.ts'
import {
  cancelReservationRoute,
  editReservationRoute,
  getCancellationRoute,
  previewChangeRoute,
  updateReservationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import {
  bookInstantlyRoute,
  getCheckoutRoute,
  listParkHistoryRoute,
} from '@openspot/contract/booking/reservations.ts'
import { changeByStaffRoute, previewStaffChangeRoute } from '@openspot/contract/booking/staff-changes.ts'
import { createByStaffRoute, sendToDriverRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { address } from '@openspot/contract/call.ts'
import { adjustInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import type { TestApi } from '../api.ts'
import type { Everything } from '../factories/everything.ts'
import { aCard, aMember } from '../factories/people.ts'
import { bookAs, twoHours } from '../factories/reservations.ts'
import type { ExactRequests } from './exact.ts'

/** Creates a member of the lot with a card and picks an unassigned spot. */
async function aDriver(api: TestApi, { lot: { lot_id, spot_ids } }: Everything) {
  const driver = await aMember(api, lot_id, 'MEMBER')
  const payment_method_id = await aCard(api, driver)
  return { driver, token: driver.token, order: { spot_id: spot_ids[2] ?? '', payment_method_id } }
}

/** Books a reservation on one of the next days, at a different time for each route. */
async function aReservation(api: TestApi, things: Everything, hoursAhead: number) {
  const { driver, token, order } = await aDriver(api, things)
  const { reservation } = await bookAs(api, driver, { ...order, ...twoHours(api, hoursAhead) })
  return { reservation, token, payment_method_id: order.payment_method_id }
}

/** Prepares an extension by an hour at its price. */
async function longer(api: TestApi, things: Everything, hoursAhead: number) {
  const { reservation, token, payment_method_id } = await aReservation(api, things, hoursAhead)
  const params = { reservation_id: reservation.id }
  const { ends_at } = twoHours(api, hoursAhead, 3)
  const { difference_cents } = await api.call(previewChangeRoute, { params, query: { ends_at } }, token)
  return { params, token, change: { ends_at, difference_cents }, payment_method_id }
}

export const requestsOfReservations: ExactRequests = [
  [
    getCheckoutRoute,
    async (api, { lot: { spot_ids } }) => ({
      url: address(getCheckoutRoute, {}, { spot_id: spot_ids[2], ...twoHours(api, 30) }),
    }),
  ],
  [
    placePageHoldRoute,
    async (api, { lot: { spot_ids } }) => ({
      // It names the spot or the lot, and a random request may name both.
      body: { page_id: randomUUID(), spot_id: spot_ids[2], ...twoHours(api, 50) },
    }),
  ],
  [
    bookInstantlyRoute,
    async (api, things) => {
      const { token, order } = await aDriver(api, things)
      const query = { spot_id: order.spot_id, ...twoHours(api, 30) }
      const { starts_at, ends_at, quote_token } = await api.call(getCheckoutRoute, { query }, token)
      return { token, body: { ...order, starts_at, ends_at, quote_token } }
    },
  ],
  [
    editReservationRoute,
    async (api, things) => {
      const { params, token, change, payment_method_id } = await longer(api, things, 40)
      return { token, body: { ...params, ...change, payment_method_id } }
    },
  ],
  [
    updateReservationRoute,
    async (api, things) => {
      const { params, token, change } = await longer(api, things, 50)
      return { url: address(updateReservationRoute, params), token, body: change }
    },
  ],
  [
    cancelReservationRoute,
    async (api, things) => {
      const { reservation, token } = await aReservation(api, things, 60)
      const params = { reservation_id: reservation.id }
      const { refund_cents } = await api.call(getCancellationRoute, { params }, token)
      return { url: address(cancelReservationRoute, params), token, body: { refund_cents } }
    },
  ],
  [listParkHistoryRoute, async () => ({ url: address(listParkHistoryRoute) })],
  [
    createByStaffRoute,
    async (api, { lot: { lot_id, spot_ids } }) => ({
      body: {
        spot_id: spot_ids[2],
        user_id: (await aMember(api, lot_id, 'MEMBER')).user_id,
        payment_kind: 'STRIPE',
        ...twoHours(api, 70),
      },
    }),
  ],
  [
    sendToDriverRoute,
    async (api, { lot: { lot_id, spot_ids } }) => {
      const admin = await aMember(api, lot_id, 'ADMIN')
      const body = {
        spot_id: spot_ids[2] ?? '',
        user_id: (await aMember(api, lot_id, 'MEMBER')).user_id,
        payment_kind: 'STRIPE' as const,
        ...twoHours(api, 80),
      }
      const { id } = await api.call(createByStaffRoute, { body, idempotency_key: randomUUID() }, admin.token)
      return { url: address(sendToDriverRoute, { reservation_id: id }) }
    },
  ],
  [
    previewStaffChangeRoute,
    async (api, things) => {
      const { reservation } = await aReservation(api, things, 90)
      const { ends_at } = twoHours(api, 90, 3)
      return { url: address(previewStaffChangeRoute, { reservation_id: reservation.id }, { ends_at }) }
    },
  ],
  [
    changeByStaffRoute,
    async (api, things) => {
      const { params, change } = await longer(api, things, 100)
      return { url: address(changeByStaffRoute, params), body: { ...change, version: 0 } }
    },
  ],
  [
    adjustInvoiceRoute,
    async (api, things) => {
      const { reservation } = await aReservation(api, things, 80)
      await api.runJobs()
      const url = address(adjustInvoiceRoute, { invoice_id: reservation.invoice_id })
      return { url, body: { kind: 'REFUND', amount_cents: 1, reason: 'Sorry' } }
    },
  ],
]
