import type { ResidentImport } from '@openspot/contract/people/resident-imports.ts'
import { asVendorError, VendorUnavailable } from '../../net/vendor-errors.ts'
import type { Pace } from '../../traffic.ts'
import type { VendorWarning } from '../connectors/reading/connection.ts'
import { CredentialsRejected } from '../connectors/reading/errors.ts'
import { connectorOf } from '../data-sources/connection.ts'
import { type StoredDataSource, updateDataSource, updateProperty } from '../data-sources/data-sources.sql.ts'
import { endUnread } from './end-unread.ts'
import type { ImportDeps } from './import-deps.ts'
import {
  listWarnings,
  lockImport,
  queueNextProperty,
  type ReadProperty,
  updateImport,
  type WorkedImport,
} from './imports.sql.ts'
import { RowStore } from './row-store.ts'
import { deleteRows } from './rows.sql.ts'

/** A system that was not available for this number of properties at its beginning is not asked about the others. */
const mostUnavailable = 3

/** The longest pull of one property. */
const longestPullMs = 20 * 60_000

/**
 * Reads the first mapped property that is not among `read` and stores its rows after those of the properties before it. What an interrupted
 * attempt had stored of it is deleted first. If more properties are left, the next one is queued as a job of its own, so that
 * other lots get their turn. A property that can't be read does not stop the others; credentials that the system rejects do. Returns
 * whether the import goes on at once, which it does after the last property.
 */
export async function readProperty(
  deps: ImportDeps,
  pace: Pace,
  work: WorkedImport,
  source: StoredDataSource,
  read: readonly ReadProperty[],
): Promise<boolean> {
  const property_id = source.mapped.find((id) => read.every((done) => done.property_id !== id))
  const kept = read.reduce((sum, { rows }) => sum + rows, 0)
  await deleteRows(deps.db, work.id, kept)
  const begun = { rows_read: kept, ...missedOf(read) }
  await updateImport(deps.db, work.id, read.length === 0 ? { ...begun, warnings: '[]' } : begun)
  if (property_id === undefined) return goOn(deps, work, source, read)
  const warnings = new Warnings(deps, work, property_id)
  let done: ReadProperty
  try {
    const rows = await pull(deps, new RowStore(deps, pace, work, source, kept), source, warnings)
    done = { property_id, rows: rows - kept, missed: null }
  } catch (thrown) {
    const error = asVendorError(thrown)
    if (error === null) throw thrown
    if (error instanceof CredentialsRejected) {
      await endUnread(deps, work, source, { failure: 'CREDENTIALS', text: error.message })
      return false
    }
    await deleteRows(deps.db, work.id, kept)
    const failure = error instanceof VendorUnavailable ? 'UNAVAILABLE' : 'VENDOR'
    done = { property_id, rows: 0, missed: { failure, text: error.message.slice(0, 500) } }
  }
  const problem = done.missed?.text ?? null
  const pulled = problem === null ? { pulled_at: deps.ports.now().toISOString() } : {}
  await updateProperty(deps.db, source.id, property_id, { problem, ...pulled })
  await warnings.store()
  return goOn(deps, work, source, [...read, done])
}

/** The columns that say which properties were left out, and why. */
function missedOf(read: readonly ReadProperty[]) {
  const all = read.flatMap(({ property_id, missed }) => (missed === null ? [] : { property_id, ...missed }))
  return {
    missed_properties: all.map(({ property_id }) => property_id),
    missed: JSON.stringify(all),
  }
}

/** Reads all rows of a property. Returns the number of the last one. */
async function pull(
  deps: ImportDeps,
  store: RowStore,
  source: StoredDataSource,
  warnings: Warnings,
): Promise<number> {
  const signal = AbortSignal.timeout(longestPullMs)
  const warn = (warning: VendorWarning) => warnings.add(warning)
  const pages = connectorOf(deps, source).pull(warnings.property_id, { since: null, signal, warn })
  for await (const rows of pages) await store.add(rows)
  return store.row_no
}

/**
 * Queues the next property, or lets the rows be checked once all are read. An import of which no property could be read ends. Returns
 * whether it goes on at once.
 */
async function goOn(
  deps: ImportDeps,
  work: WorkedImport,
  source: StoredDataSource,
  read: readonly ReadProperty[],
): Promise<boolean> {
  const missed = read.flatMap((property) => property.missed ?? [])
  const isLast = source.mapped.every((id) => read.some(({ property_id }) => property_id === id))
  const last = missed.at(-1)
  const isDown = read.length >= mostUnavailable && missed.every(({ failure }) => failure === 'UNAVAILABLE')
  if ((isLast || isDown) && last && missed.length === read.length) {
    // Trying again later helps if any of them was only unavailable.
    await endUnread(deps, work, source, missed.find(({ failure }) => failure === 'UNAVAILABLE') ?? last)
    return false
  }
  return deps.db.transaction().execute(async (tx) => {
    const locked = await lockImport(tx, work.id)
    if (locked?.stage !== 'READING' || locked.status !== 'IN_PROGRESS') return false
    const now = deps.ports.now()
    const progress = {
      rows_read: read.reduce((sum, { rows }) => sum + rows, 0),
      ...missedOf(read),
      changed_at: now.toISOString(),
    }
    if (isLast) {
      await updateImport(tx, work.id, { ...progress, stage: 'CHECKING', is_complete: missed.length === 0 })
      await updateDataSource(tx, source.id, { unreachable_since: null })
    } else {
      await updateImport(tx, work.id, progress)
      await queueNextProperty(tx, work.id, read, now)
    }
    return isLast
  })
}

/** What fits on a screen; a vendor may say something about every resident. */
const mostWarnings = 50

/** Collects what a vendor says while a property is read, each text once. */
class Warnings {
  readonly property_id: string
  private readonly all = new Map<string, ResidentImport['warnings'][number]>()
  private readonly deps: ImportDeps
  private readonly work: WorkedImport

  constructor(deps: ImportDeps, work: WorkedImport, property_id: string) {
    this.deps = deps
    this.work = work
    this.property_id = property_id
  }

  add({ code, text }: VendorWarning): void {
    this.deps.log.warn({ event: 'vendor_warning', code, text, import_id: this.work.id }, 'vendor warning')
    if (this.all.size < mostWarnings)
      this.all.set(`${code} ${text}`, { code, text, property_id: this.property_id })
  }

  /** Stores them after those of the properties before, in place of what an interrupted attempt had stored of this one. */
  async store(): Promise<void> {
    const before = await listWarnings(this.deps.db, this.work.id)
    const others = before.filter(({ property_id }) => property_id !== this.property_id)
    if (others.length === before.length && this.all.size === 0) return
    const warnings = JSON.stringify([...others, ...this.all.values()].slice(0, mostWarnings))
    await updateImport(this.deps.db, this.work.id, { warnings })
  }
}
