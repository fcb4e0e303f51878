import type { ReservationStatus } from '@openspot/db/types.ts'
import type { TownLot, TownSpot } from './lots.ts'
import type { Person, TownCar } from './people.ts'

/** The outcome of a reservation; it determines the status of the reservation, its invoice, and its payment. */
export type Fate =
  | 'stayed'
  | 'part_refunded'
  | 'refunded'
  | 'unpaid'
  | 'debit_under_way'
  | 'courtesy'
  | 'canceled_early'
  | 'canceled_late'
  | 'canceled_unpaid'
  | 'refund_pending'
  | 'expired'
  | 'merged'
  | 'old_request'
  | 'awaited'
  | 'paying'

export const statusOf: Readonly<Record<Fate, ReservationStatus>> = {
  stayed: 'ACTIVE',
  part_refunded: 'ACTIVE',
  refunded: 'ACTIVE',
  unpaid: 'ACTIVE',
  debit_under_way: 'ACTIVE',
  courtesy: 'ACTIVE',
  canceled_early: 'CANCELED',
  canceled_late: 'CANCELED',
  canceled_unpaid: 'CANCELED',
  refund_pending: 'CANCELED',
  expired: 'EXPIRED',
  merged: 'MERGED',
  old_request: 'DEPRECATED_REQUEST',
  awaited: 'PENDING',
  paying: 'CHECKOUT',
}

/** A reservation before it is written. Times are epoch minutes. */
export interface DemoReservation {
  id: string
  lot: TownLot
  spot: TownSpot
  person: Person
  car: TownCar | null
  fate: Fate
  starts: number
  ends: number | null
  made: number
  /** When it was canceled or a refund was requested. */
  changed: number | null
  merged_into: DemoReservation | null
  /** Start of the paid part, if an earlier reservation was merged into this one. */
  paid_from: number
}
