import type { ReservationStatus } from '@openspot/db/types.ts'
import type { TownLot, TownSpot } from './lots.ts'
import type { Person, TownCar } from './people.ts'

/** What became of a stay: it decides the status of the stay, of its invoice and of its payment. */
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

/** A stay before it is written. Moments are minutes since 1970. */
export interface Stay {
  id: string
  lot: TownLot
  spot: TownSpot
  person: Person
  car: TownCar | null
  fate: Fate
  starts: number
  ends: number | null
  made: number
  /** When it was cancelled or a refund was asked for. */
  changed: number | null
  merged_into: Stay | null
  /** When the part that is paid for begins, where an earlier stay was folded into this one. */
  paid_from: number
}
