'use client'
import { editReservationRoute, previewChangeRoute } from '@openspot/contract/booking/reservation-changes.ts'
import type { Reservation, VehicleElsewhere } from '@openspot/contract/booking/reservations.ts'
import type { CallError } from '@openspot/contract/call.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import { type PayEnding, payEndingOf } from '@/lib/pay-ending.ts'
import { reservationErrors, useReservationsAnew } from '@/lib/reservation-errors.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { bankPath } from '@/lib/use-paying.ts'
import type { ChangeInput } from './use-change-input.ts'

/** Errors after which the preview must be reloaded. */
const outdated = [
  'vehicle_booked',
  'difference_changed',
  'reservation_changed',
  'terms_changed',
  'holdings_changed',
]

/** Previews and makes a change; exactly what was shown is confirmed. */
export function useChange(
  reservation: Reservation,
  input: ChangeInput,
  onDone: () => void,
  onEnding: (ending: PayEnding) => void,
) {
  const t = useTranslations()
  const { starts_at, ends_at, spot_id } = input
  const isComplete = Boolean(starts_at || ends_at || spot_id)
  const times = { ...(starts_at ? { starts_at } : {}), ...(ends_at ? { ends_at } : {}) }
  const preview = useApiQuery(
    previewChangeRoute,
    {
      params: { reservation_id: reservation.id },
      query: {
        ...times,
        ...(spot_id ? { spot_id } : {}),
        ...(input.far ? { as_far_as_possible: true } : {}),
      },
    },
    { enabled: isComplete, keep: true },
  )
  const send = useApiMutation(editReservationRoute, { refresh: reservationErrors })
  const keyFor = useAttemptKey()
  const reload = useReservationsAnew()
  const [problem, setProblem] = useState<string | null>(null)
  const [allowed, setAllowed] = useState<readonly string[]>([])
  const [isLeaving, setIsLeaving] = useState(false)

  const refused = (error: CallError) => {
    withNewKey(error, keyFor)
    reload()
    const ending = payEndingOf(error)
    if (outdated.includes(codeOf(error) ?? '')) {
      setProblem(t('change.lookAgain'))
      void preview.refetch()
    } else if (ending.kind === 'refused') {
      setProblem(error.message)
      void preview.refetch()
    } else onEnding(ending)
  }

  const isAllowed = ({ reservation_id }: VehicleElsewhere) => allowed.includes(reservation_id)
  const vehicles = preview.data?.vehicles_elsewhere ?? []

  const edit = (payment_method_id: string | null) => {
    const { data } = preview
    if (!data) return
    setProblem(null)
    const body = {
      reservation_id: reservation.id,
      ...(starts_at ? { starts_at: data.starts_at } : {}),
      ...(ends_at && data.ends_at ? { ends_at: data.ends_at } : {}),
      ...(spot_id ? { spot_id } : {}),
      difference_cents: data.difference_cents,
      return_path: bankPath(reservation.id),
      allows_vehicle_elsewhere: vehicles.length > 0 && vehicles.every(isAllowed),
      ...(payment_method_id === null ? {} : { payment_method_id }),
    }
    send.mutate(
      { body, idempotency_key: keyFor(JSON.stringify(body)) },
      {
        onSuccess: ({ next_action }) => {
          if (!next_action) return onDone()
          setIsLeaving(true)
          window.location.assign(next_action.url)
        },
        onError: refused,
      },
    )
  }
  return {
    preview,
    isAskable: isComplete,
    edit,
    isBusy: send.isPending || isLeaving,
    problem,
    /** Where the vehicle is already at the added time, until the driver says that they want both. */
    elsewhere: vehicles.find((each) => !isAllowed(each)) ?? null,
    allowElsewhere: ({ reservation_id }: VehicleElsewhere) => setAllowed([...allowed, reservation_id]),
  }
}
