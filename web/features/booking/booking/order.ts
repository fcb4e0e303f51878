import { preferenceInput, preferenceParams, type SpotPreferences } from '@/lib/spot-preferences.ts'
import { whenInput, whenParams } from '@/lib/when.ts'
import type { OpenReservation } from '@/ui/time-fields.tsx'

/** The order: a spot, or any matching spot of a lot, for a time range or monthly. */
export interface BookingOrder extends OpenReservation {
  lot_id: string
  /** Null means any spot. */
  spot_id: string | null
  preferences: SpotPreferences
}

/** Returns the checkout URL of an order. */
export function bookPath(public_id: string, order: Omit<BookingOrder, 'lot_id'>): string {
  const what: Record<string, string> =
    order.spot_id === null ? preferenceParams(order.preferences) : { spot_id: order.spot_id }
  return `/book/${public_id}?${new URLSearchParams({ ...what, ...whenParams(order) })}`
}

/** Returns the URL of the lot's page for the same order. */
export function backPath(public_id: string, order: BookingOrder): string {
  const spot: Record<string, string> = order.spot_id === null ? {} : { spot_id: order.spot_id }
  const params = { ...whenParams(order), ...preferenceParams(order.preferences), ...spot }
  return `/l/${public_id}?${new URLSearchParams(params)}`
}

/** Returns the query of the checkout call. */
export const checkoutInput = (order: BookingOrder) => ({
  query: {
    ...(order.spot_id === null
      ? { lot_id: order.lot_id, ...preferenceInput(order.preferences) }
      : { spot_id: order.spot_id }),
    ...whenInput(order),
  },
})
