'use client'
import { getAcceptanceRoute } from '@openspot/contract/booking/acceptances.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { useState } from 'react'
import { useApiQuery } from '@/lib/use-api.ts'

/** What the driver should know before they accept a reservation that was made for them, and whether they confirmed it. */
export function useAcceptance({ id, status, car }: Reservation) {
  const [allowed, setAllowed] = useState<readonly string[]>([])
  const { data } = useApiQuery(
    getAcceptanceRoute,
    { params: { reservation_id: id } },
    { fresh: true, enabled: status === 'PENDING' && car !== null },
  )
  const vehicles = data?.vehicles_elsewhere ?? []
  const isRefused = data?.refuses_vehicles_elsewhere ?? false
  const asked = vehicles.find(({ reservation_id }) => isRefused || !allowed.includes(reservation_id))
  return {
    /** Where its vehicle is at that time already, until the driver says that they want both. */
    elsewhere: asked ?? null,
    isRefused,
    isAllowed: vehicles.length > 0 && asked === undefined,
    allow: () => setAllowed(vehicles.map(({ reservation_id }) => reservation_id)),
  }
}
