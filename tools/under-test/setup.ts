import type { StripeAccess } from '@openspot/server/stripe-stand-in.ts'

/** Values that a server under test and the process that starts it share. */
export interface Setup {
  database_url: string
  /** The port of the API. */
  port: number
  stripe: Omit<StripeAccess, 'close'>
  /** Further settings, as in the environment. */
  env?: Record<string, string>
}

/** The roles of a server under test. */
export type ServerRole = 'api' | 'worker'
