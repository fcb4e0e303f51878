import { type SpotWish, wishInput, wishParams } from '@/features/lots/spot-wish.tsx'
import { whenInput, whenParams } from '@/features/search/search-query.ts'
import type { OpenStay } from '@/ui/stay-fields.tsx'

/** What is to be booked: a spot, or any of a lot that grants the wish, for a time or by the month. */
export interface BookingOrder extends OpenStay {
  lot_id: string
  /** Null: any. */
  spot_id: string | null
  wish: SpotWish
}

/** The address of an order's checkout. */
export function bookPath(public_id: string, order: Omit<BookingOrder, 'lot_id'>): string {
  const what: Record<string, string> =
    order.spot_id === null ? wishParams(order.wish) : { spot_id: order.spot_id }
  return `/book/${public_id}?${new URLSearchParams({ ...what, ...whenParams(order) })}`
}

/** The address of the lot's page for the same. */
export function backPath(public_id: string, order: BookingOrder): string {
  const spot: Record<string, string> = order.spot_id === null ? {} : { spot_id: order.spot_id }
  const params = { ...whenParams(order), ...wishParams(order.wish), ...spot }
  return `/l/${public_id}?${new URLSearchParams(params)}`
}

/** What checkout is asked. */
export const checkoutInput = (order: BookingOrder) => ({
  query: {
    ...(order.spot_id === null
      ? { lot_id: order.lot_id, ...wishInput(order.wish) }
      : { spot_id: order.spot_id }),
    ...whenInput(order),
  },
})
