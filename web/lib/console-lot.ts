import type { Output } from '@openspot/contract/call.ts'
import type { getLotRoute } from '@openspot/contract/lots/lots.ts'

/** The facts about a lot that every console screen needs. */
export interface ConsoleLot {
  id: string
  public_id: string
  name: string
  time_zone: string
  currency: string
  /** ISO 3166-1: its plates and phone numbers are offered and shown as in this country. */
  country: string
  /** The longest short reservation, in local days. */
  long_term_days: number
  is_admin: boolean
  /** The reader's role; null for a platform admin. */
  role: Role
}

type Role = Output<typeof getLotRoute>['role']

/** Whether the reader may change the lot. A reader without a role there is a platform admin. */
export const isAdmin = (role: Role): boolean => role === null || role === 'ADMIN' || role === 'SUPER_ADMIN'

export const consoleLot = (lot: Output<typeof getLotRoute>): ConsoleLot => ({
  id: lot.id,
  public_id: lot.public_id,
  name: lot.name,
  time_zone: lot.time_zone,
  currency: lot.price_configuration.currency,
  country: lot.country,
  long_term_days: lot.long_term_days,
  is_admin: isAdmin(lot.role),
  role: lot.role,
})
