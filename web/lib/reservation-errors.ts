'use client'
import { getAcceptanceRoute } from '@openspot/contract/booking/acceptances.ts'
import {
  getReservationExplanationRoute,
  getReservationRoute,
  listParkHistoryRoute,
} from '@openspot/contract/booking/reservations.ts'
import { listMyWaitlistRoute } from '@openspot/contract/booking/waitlist.ts'
import { listInvoiceLinesRoute, listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { useQueryClient } from '@tanstack/react-query'
import { reloadQueries } from './reload-queries.ts'

/** The queries to reload after an action on a reservation. */
export const reservationErrors = [
  getReservationRoute,
  getAcceptanceRoute,
  getReservationExplanationRoute,
  listParkHistoryRoute,
  listReservationInvoicesRoute,
  listInvoiceLinesRoute,
  listMyWaitlistRoute,
  // A decline changes what is preselected.
  listPaymentMethodsRoute,
]

/** Reloads all of them, also after an error, which may have changed something. */
export function useReservationsAnew(): () => void {
  const queries = useQueryClient()
  return () => {
    void reloadQueries(queries, reservationErrors)
  }
}
