'use client'
import { listInvoiceLines, listReservationInvoices } from '@openspot/contract/invoices.ts'
import { getReservation, getReservationWhy, listParkHistory } from '@openspot/contract/reservations.ts'
import { listMyWaitlist } from '@openspot/contract/waitlist.ts'

import { useQueryClient } from '@tanstack/react-query'

/** The answers that are old once something was done with a stay. */
export const stayAnswers = [
  getReservation,
  getReservationWhy,
  listParkHistory,
  listReservationInvoices,
  listInvoiceLines,
  listMyWaitlist,
]

/** Asks for all of them again: also where something was refused, it may have left something behind. */
export function useStaysAnew(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const one of stayAnswers) void queries.invalidateQueries({ queryKey: [one.url] })
  }
}
