import type { Reservation } from '@openspot/contract/booking/reservations.ts'

type Priced = Pick<Reservation, 'status' | 'total_cents' | 'currency' | 'invoice_id' | 'continues_id'>

/** Returns the price that the list shows for a reservation, in cents, 'free', or null if the list shows no price for it. */
export function rowPrice(reservation: Priced): { cents: number; currency: string } | 'free' | null {
  const { status, total_cents, currency, invoice_id, continues_id } = reservation
  // The price of a canceled or expired reservation would look as if it had been paid; its page says what was.
  if (status === 'CANCELED' || status === 'EXPIRED' || total_cents === null || currency === null) return null
  if (total_cents > 0) return { cents: total_cents, currency }
  // If staff moved the driver to another spot, one of the two parts has the price and the invoices; the other isn't free.
  return continues_id === null && invoice_id !== null ? 'free' : null
}
