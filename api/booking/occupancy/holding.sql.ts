import type { ReservationStatus } from '@openspot/core/enums.ts'
import { holdingStatuses } from '@openspot/core/reservations/states.ts'
import { type RawBuilder, sql } from 'kysely'

/**
 * The statuses in which a reservation holds its spot, as SQL text: `r.status in ${holding}`. They are constants rather
 * than parameters, so that generic plans too can use the partial index of the exclusion constraint.
 */
export const holding = `(${holdingStatuses.map((status) => `'${status}'`).join(', ')})`

/** The same for Kysely: `.where('status', 'in', isHolding)`, or in a template of `sql`. */
export const isHolding: RawBuilder<ReservationStatus> = sql.raw(holding)
