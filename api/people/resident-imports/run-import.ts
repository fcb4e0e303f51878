import type { Db } from '@openspot/db/database.ts'
import { isLostConnection } from '@openspot/db/lost-connection.ts'
import type pg from 'pg'
import type { ChangeBus } from '../../changes.ts'
import { reportFailure } from '../../failures.ts'
import type { Log } from '../../log.ts'
import { Pace, type Traffic } from '../../traffic.ts'
import type { VendorNetwork } from '../../vendors.ts'
import { findDataSource, type StoredDataSource } from '../data-sources/data-sources.sql.ts'
import type { SettleDeps } from '../residents/settle.ts'
import { applyRow } from './apply-row.ts'
import { checkRows } from './check-rows.ts'
import { finishImport } from './finish-import.ts'
import {
  addApplied,
  findWorkedImport,
  lockImport,
  queueImport,
  touchJob,
  updateImport,
  type WorkedImport,
} from './imports.sql.ts'
import { makeGroups } from './make-groups.sql.ts'
import { readRows } from './read-rows.ts'
import { leaveOutNext, lockRowsToApply, lockRowsToUndo } from './rows.sql.ts'
import { undoRow } from './undo-row.ts'

export interface ImportDeps extends SettleDeps {
  db: Db
  pool: pg.Pool
  log: Log
  changes: ChangeBus
  vendors: VendorNetwork
  traffic: Traffic
}

/** How many rows are applied in one transaction: few enough that nobody waits for their locks. */
const rowsAtOnce = 20
/** How often it goes on before it queues itself again, so that the server can stop and other jobs get their turn. */
const stepsAtOnce = 50

/**
 * Works on an import until it is done or waits for a person. Safe to run again, also after the process died in the middle: reading
 * starts over, and applying and undoing continue with the next row.
 */
export async function importResidents(deps: ImportDeps, import_id: string): Promise<void> {
  const pace = new Pace(deps)
  for (let steps = 0; steps < stepsAtOnce; steps++) {
    const work = await findWorkedImport(deps.pool, import_id)
    const source = work && (await findDataSource(deps.pool, work.data_source_id))
    if (!work || !source) return
    const isGoingOn = await step(deps, pace, work, source)
    deps.changes.announce(work.lot_id)
    if (!isGoingOn) return
    await pace.giveWay()
  }
  await queueImport(deps.db, import_id)
}

/** Does the next part of an import. Returns whether there is more to do. */
async function step(
  deps: ImportDeps,
  pace: Pace,
  work: WorkedImport,
  source: StoredDataSource,
): Promise<boolean> {
  if (work.status === 'FAILURE') return false
  await touchJob(deps.db, work.id, deps.ports.now())
  switch (work.stage) {
    case 'READING':
      return readRows(deps, pace, work, source)
    case 'CHECKING':
      return checkRows(deps, pace, work, source)
    case 'APPLYING':
      return applyRows(deps, work, source)
    case 'UNDOING':
      return undoRows(deps, work)
    default:
      return false
  }
}

async function applyRows(deps: ImportDeps, work: WorkedImport, source: StoredDataSource): Promise<boolean> {
  // All at once: each new group changes the terms of the lot, and bookings in progress have to be priced again.
  if (work.rows_applied === 0) {
    await deps.db.transaction().execute((tx) => makeGroups(tx, deps.ports, { import_id: work.id, source }))
  }
  try {
    return await applyNext(deps, work, source, rowsAtOnce)
  } catch (error) {
    if (isLostConnection(error)) throw error
    return applySingly(deps, work, source)
  }
}

/** Applies the next rows, all or none of them. Returns whether there were any. */
function applyNext(
  deps: ImportDeps,
  work: WorkedImport,
  source: StoredDataSource,
  limit: number,
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const locked = await lockImport(tx, work.id)
    if (locked?.stage !== 'APPLYING') return true
    const now = deps.ports.now()
    const rows = await lockRowsToApply(tx, work.id, limit)
    const of = { import_id: work.id, lot_id: work.lot_id, source, now }
    for (const row of rows) await applyRow(deps, tx, of, row)
    await addApplied(tx, work.id, rows.length, now)
    if (rows.length === 0) await finishImport(deps, tx, work, source, now)
    return rows.length > 0
  })
}

/** Applies the next row by itself after some of the next ones failed. One that fails again is left out and reported. */
async function applySingly(deps: ImportDeps, work: WorkedImport, source: StoredDataSource): Promise<boolean> {
  try {
    return await applyNext(deps, work, source, 1)
  } catch (error) {
    if (isLostConnection(error)) throw error
    const now = deps.ports.now()
    const row_no = await deps.db.transaction().execute((tx) => leaveOutNext(tx, work.id, now))
    if (row_no === null) throw error
    reportFailure(deps.log, { task: 'apply_resident', id: work.id, error, more: { row_no } })
    return true
  }
}

async function undoRows(deps: ImportDeps, work: WorkedImport): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const locked = await lockImport(tx, work.id)
    if (locked?.stage !== 'UNDOING') return true
    const now = deps.ports.now()
    const rows = await lockRowsToUndo(tx, work.id, rowsAtOnce)
    for (const row of rows) await undoRow(deps, tx, { import_id: work.id, lot_id: work.lot_id, now }, row)
    await addApplied(tx, work.id, -rows.length, now)
    if (rows.length === 0) await updateImport(tx, work.id, { stage: 'UNDONE', changed_at: now.toISOString() })
    return rows.length > 0
  })
}
