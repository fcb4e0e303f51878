import type { Settings } from '@openspot/core/settings.ts'
import type { Database } from '@openspot/db/database.ts'
import type Stripe from 'stripe'
import type { ChangeBus } from './changes.ts'
import type { GateHub } from './gates.ts'
import type { Log } from './log.ts'
import type { Messaging } from './messaging.ts'
import type { Ports } from './ports.ts'
import type { Secrets } from './secrets.ts'
import type { Traffic } from './traffic.ts'
import type { VendorNetwork } from './vendors.ts'

/** What both the API and the worker depend on. `AppDeps` in `api/app/app.ts` adds the rest. */
export interface Deps {
  settings: Settings
  database: Database
  ports: Ports
  stripe: Stripe
  secrets: Secrets
  changes: ChangeBus
  gates: GateHub
  messaging: Messaging
  /** The way to property-management systems. */
  vendors: VendorNetwork
  log: Log
  traffic: Traffic
}
