'use client'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { getCancellationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { previewStaffChangeRoute } from '@openspot/contract/booking/staff-changes.ts'
import { getTimelineRoute } from '@openspot/contract/booking/timeline.ts'
import type { CallError, Input, Output } from '@openspot/contract/call.ts'
import { getSpotCalendarRoute } from '@openspot/contract/lots/spots.ts'
import { getAdminInvoiceRoute, listLotRefundsRoute } from '@openspot/contract/money/adjustments.ts'
import type { Route } from '@openspot/contract/route.ts'
import { fieldOf } from './api.ts'
import { useAttemptKey, withNewKey } from './attempt-key.ts'
import { reservationErrors } from './reservation-errors.ts'
import { useApiMutation } from './use-api.ts'

/** The queries to reload after a staff action on a reservation. */
export const staffReservationErrors = [
  ...reservationErrors,
  getAdminInvoiceRoute,
  listLotRefundsRoute,
  getCancellationRoute,
  listMonitorSpotsRoute,
  getSpotCalendarRoute,
  previewStaffChangeRoute,
  getTimelineRoute,
]

interface Act<R extends Route> {
  act: (input: Input<R>, onDone: (answer: Output<R>) => void) => void
  isBusy: boolean
  error: CallError | null
  /** Returns the error message if it belongs to this field. */
  errorAt: (field: string) => string | null
  /** Returns the error message if it belongs to none of these fields. */
  errorBeside: (...fields: string[]) => string | null
}

/** A staff action on a reservation: pressing twice does it once, and an error is shown at the field it names. */
export function useStaffAct<R extends Route>(route: R): Act<R> {
  const send = useApiMutation(route, { client: 'admin', refresh: staffReservationErrors })
  const keyFor = useAttemptKey()
  const at = fieldOf(send.error)
  return {
    act: (input, onDone) => {
      const keyed = route.config.idempotent
        ? { ...input, idempotency_key: keyFor(JSON.stringify(input)) }
        : input
      send.mutate(keyed, { onSuccess: onDone, onError: (error) => void withNewKey(error, keyFor) })
    },
    isBusy: send.isPending,
    error: send.error,
    errorAt: (field) => (at?.field === field ? at.message : null),
    errorBeside: (...fields) =>
      send.error && !(at && fields.includes(at.field)) ? send.error.message : null,
  }
}
