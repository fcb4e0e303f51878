import type { StripeAccess } from '../stripe-sandbox.ts'

/** What the killed process and whoever watches it have in common: the database and the card provider outlive it. */
export interface Ground {
  database_url: string
  port: number
  stripe: Omit<StripeAccess, 'close'>
  /** Further settings, as in the environment. */
  env?: Record<string, string>
}
