import type { Db } from '@openspot/db/database.ts'
import type pg from 'pg'
import type { ChangeBus } from '../../changes.ts'
import type { Log } from '../../log.ts'
import type { Traffic } from '../../traffic.ts'
import type { VendorNetwork } from '../../vendors.ts'
import type { SettleDeps } from '../residents/settle.ts'

/** What working on an import needs. */
export interface ImportDeps extends SettleDeps {
  db: Db
  pool: pg.Pool
  log: Log
  changes: ChangeBus
  vendors: VendorNetwork
  traffic: Traffic
}
