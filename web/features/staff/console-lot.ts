import type { Output } from '@openspot/contract/call.ts'
import type { getLot } from '@openspot/contract/lots.ts'

/** Of a lot, what every screen of the console stands on. */
export interface ConsoleLot {
  id: string
  name: string
  time_zone: string
  currency: string
  is_admin: boolean
  /** The reader's own role; null where they run the platform. */
  role: Role
}

type Role = Output<typeof getLot>['role']

/** Whether somebody may change a lot. Who reads it without a role there runs the platform. */
export const isAdmin = (role: Role): boolean => role === null || role === 'ADMIN' || role === 'SUPER_ADMIN'

export const consoleLot = (lot: Output<typeof getLot>): ConsoleLot => ({
  id: lot.id,
  name: lot.name,
  time_zone: lot.time_zone,
  currency: lot.price_configuration.currency,
  is_admin: isAdmin(lot.role),
  role: lot.role,
})
