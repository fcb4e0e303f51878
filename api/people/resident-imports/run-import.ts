import { isLostConnection } from '@openspot/db/lost-connection.ts'
import { reportFailure } from '../../failures.ts'
import { Pace } from '../../traffic.ts'
import { findDataSource, type StoredDataSource } from '../data-sources/data-sources.sql.ts'
import { applyTogether } from './apply-together.ts'
import { checkRows } from './check-rows.ts'
import { finishImport } from './finish-import.ts'
import type { ImportDeps } from './import-deps.ts'
import {
  addApplied,
  findWorkedImport,
  lockImport,
  queueImport,
  type ReadProperty,
  touchJob,
  updateImport,
  type WorkedImport,
} from './imports.sql.ts'
import { makeGroups } from './make-groups.sql.ts'
import { readFile } from './read-file.ts'
import { readProperty } from './read-property.ts'
import { leaveOutNext, lockRowsToApply, lockRowsToUndo } from './rows.sql.ts'
import { undoTogether } from './undo-together.ts'

/** How many rows are applied or undone in one transaction: few enough that nobody waits for their locks. */
const rowsAtOnce = 100
/** How often it goes on before it queues itself again, so that the server can stop and other jobs get their turn. */
const stepsAtOnce = 50

/**
 * Works on an import until it is done or waits for a person. Safe to run again, also after the process died in the middle: reading
 * starts over with the first property that is not among `read`, and applying and undoing continue with the next row. After each property but
 * the last one it queues itself again.
 */
export async function importResidents(
  deps: ImportDeps,
  import_id: string,
  read: readonly ReadProperty[] = [],
): Promise<void> {
  const pace = new Pace(deps)
  for (let steps = 0; steps < stepsAtOnce; steps++) {
    const work = await findWorkedImport(deps.pool, import_id)
    const source = work && (await findDataSource(deps.pool, work.data_source_id))
    if (!work || !source) return
    const isGoingOn = await step(deps, pace, work, source, read)
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
  read: readonly ReadProperty[],
): Promise<boolean> {
  if (work.status === 'FAILURE') return false
  await touchJob(deps.db, work.id, deps.ports.now())
  switch (work.stage) {
    case 'READING':
      return work.file_id === null
        ? readProperty(deps, pace, work, source, read)
        : readFile(deps, pace, work, source)
    case 'CHECKING':
      return checkRows(deps, pace, work, source)
    case 'APPLYING':
      return applyRows(deps, pace, work, source)
    case 'UNDOING':
      return undoRows(deps, work)
    default:
      return false
  }
}

/** Applies rows until all are done or it is time to queue the rest. Returns whether there is more to do. */
async function applyRows(
  deps: ImportDeps,
  pace: Pace,
  work: WorkedImport,
  source: StoredDataSource,
): Promise<boolean> {
  // All at once: each new group changes the terms of the lot, and bookings in progress have to be priced again.
  if (work.rows_applied === 0) {
    await deps.db.transaction().execute((tx) => makeGroups(tx, deps.ports, { import_id: work.id, source }))
  }
  let after: number | null = 0
  for (let steps = 0; steps < stepsAtOnce; steps++) {
    after = await applyNext(deps, work, source, after)
    deps.changes.announce(work.lot_id)
    if (after === null) return false
    await pace.giveWay()
    await touchJob(deps.db, work.id, deps.ports.now())
  }
  return true
}

/** Applies the next rows. Returns the number of the last one; null if none is left. */
async function applyNext(
  deps: ImportDeps,
  work: WorkedImport,
  source: StoredDataSource,
  after: number,
): Promise<number | null> {
  try {
    return await applySome(deps, work, source, { after, limit: rowsAtOnce })
  } catch (error) {
    if (isLostConnection(error)) throw error
    return applySingly(deps, work, source, after)
  }
}

/** Applies some rows, all or none of them. Returns the number of the last one; null if none was left, and the import is done. */
function applySome(
  deps: ImportDeps,
  work: WorkedImport,
  source: StoredDataSource,
  { after, limit }: { after: number; limit: number },
): Promise<number | null> {
  return deps.db.transaction().execute(async (tx) => {
    const locked = await lockImport(tx, work.id)
    if (locked?.stage !== 'APPLYING') return null
    const now = deps.ports.now()
    const rows = await lockRowsToApply(tx, work.id, limit, after)
    const of = { import_id: work.id, lot_id: work.lot_id, source, now }
    await applyTogether(deps, tx, of, rows)
    await addApplied(tx, work.id, rows.length, now)
    const last = rows.at(-1)
    if (last) return last.row_no
    await finishImport(deps, tx, work, source, now)
    return null
  })
}

/** Applies the next rows one by one after some of them failed. One that fails again is left out and reported. */
async function applySingly(
  deps: ImportDeps,
  work: WorkedImport,
  source: StoredDataSource,
  after: number,
): Promise<number | null> {
  let last: number | null = after
  for (let rows = 0; rows < rowsAtOnce && last !== null; rows++) {
    try {
      last = await applySome(deps, work, source, { after: last, limit: 1 })
    } catch (error) {
      if (isLostConnection(error)) throw error
      const now = deps.ports.now()
      const row_no = await deps.db.transaction().execute((tx) => leaveOutNext(tx, work.id, now))
      if (row_no === null) throw error
      reportFailure(deps.log, { task: 'apply_resident', id: work.id, error, more: { row_no } })
    }
  }
  return last
}

async function undoRows(deps: ImportDeps, work: WorkedImport): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const locked = await lockImport(tx, work.id)
    if (locked?.stage !== 'UNDOING') return true
    const now = deps.ports.now()
    const rows = await lockRowsToUndo(tx, work.id, rowsAtOnce)
    await undoTogether(deps, tx, { import_id: work.id, lot_id: work.lot_id, now }, rows)
    await addApplied(tx, work.id, -rows.length, now)
    if (rows.length === 0) await updateImport(tx, work.id, { stage: 'UNDONE', changed_at: now.toISOString() })
    return rows.length > 0
  })
}
