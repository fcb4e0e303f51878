import type { StripeAccess } from '../stripe-sandbox.ts'

/** What the killed processes and the process that kills them share. */
export interface Ground {
  database_url: string
  /** Of the API. */
  port: number
  stripe: Omit<StripeAccess, 'close'>
  /** Further settings, as in the environment. */
  env?: Record<string, string>
}

/** The roles of a process that is killed. */
export type VictimRole = 'api' | 'worker'
