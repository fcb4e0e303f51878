import type { ResidentImport } from '@openspot/contract/people/resident-imports.ts'
import { cleanEmail } from '@openspot/core/residents/clean-contact.ts'
import type { ResidentRules } from '@openspot/core/residents/decision.ts'
import { evaluate } from '@openspot/core/residents/evaluate.ts'
import type { VendorRow } from '@openspot/core/residents/vendor-row.ts'
import { asVendorError, VendorFault, VendorUnavailable } from '../../net/vendor-errors.ts'
import { listUndeliverable } from '../../platform/emails/deliveries.sql.ts'
import type { Pace } from '../../traffic.ts'
import type { VendorWarning } from '../connectors/reading/connection.ts'
import { CredentialsRejected, PropertyNotReachable } from '../connectors/reading/errors.ts'
import { connectorOf } from '../data-sources/connection.ts'
import { type StoredDataSource, updateDataSource, updateProperty } from '../data-sources/data-sources.sql.ts'
import { rejectCredentials } from '../data-sources/reject-credentials.ts'
import { FileRefused } from '../resident-files/table.ts'
import { rowsOfFile } from './file-rows.ts'
import { failImport, lockImport, touchJob, updateImport, type WorkedImport } from './imports.sql.ts'
import { notifyFailed } from './notify-import.ts'
import { deleteRows, insertRows } from './rows.sql.ts'
import { rulesOf } from './rules-of.ts'
import type { ImportDeps } from './run-import.ts'

/** The longest pull of one property. */
const longestPullMs = 20 * 60_000

/**
 * Reads all rows of an import and stores them. What an interrupted attempt had stored is deleted first. Returns whether the
 * import goes on.
 */
export async function readRows(
  deps: ImportDeps,
  pace: Pace,
  work: WorkedImport,
  source: StoredDataSource,
): Promise<boolean> {
  await deleteRows(deps.db, work.id)
  await updateImport(deps.db, work.id, { rows_read: 0, missed_properties: [], warnings: '[]' })
  try {
    const store = new RowStore(deps, pace, work, source)
    const missed =
      work.file_id === null
        ? await pull(deps, store, work, source)
        : await readFile(deps, store, work, source)
    await deps.db.transaction().execute(async (tx) => {
      if ((await lockImport(tx, work.id))?.stage !== 'READING') return
      await updateImport(tx, work.id, {
        stage: 'CHECKING',
        missed_properties: missed,
        is_complete: work.file_id === null ? missed.length === 0 : work.is_complete,
        changed_at: deps.ports.now().toISOString(),
      })
    })
    return true
  } catch (error) {
    await giveUp(deps, work, source, error)
    return false
  }
}

/** Stores rows as they arrive, and counts them for everyone who watches. */
class RowStore {
  private row_no = 0
  private readonly deps: ImportDeps
  private readonly pace: Pace
  private readonly work: WorkedImport
  private readonly source: StoredDataSource

  constructor(deps: ImportDeps, pace: Pace, work: WorkedImport, source: StoredDataSource) {
    this.deps = deps
    this.pace = pace
    this.work = work
    this.source = source
  }

  async add(rows: readonly VendorRow[]): Promise<void> {
    const { deps, work } = this
    const rules = await this.rulesFor(rows)
    const evaluated = rows.map((row) => {
      this.row_no += 1
      return { row_no: this.row_no, ...evaluate(row, rules) }
    })
    await insertRows(deps.db, { lot_id: work.lot_id, import_id: work.id }, evaluated)
    await updateImport(deps.db, work.id, {
      rows_read: this.row_no,
      changed_at: deps.ports.now().toISOString(),
    })
    await touchJob(deps.db, work.id, deps.ports.now())
    deps.changes.announce(work.lot_id)
    await this.pace.giveWay()
  }

  /** The rules of today, with the addresses of these rows that no email reaches. */
  private async rulesFor(rows: readonly VendorRow[]): Promise<ResidentRules> {
    const { deps, source } = this
    const rules = rulesOf(source, deps.settings, deps.ports.now())
    const emails = rows.flatMap(({ email }) => cleanEmail(email, rules).value ?? [])
    return { ...rules, undeliverable_emails: await listUndeliverable(deps.pool, emails) }
  }
}

/** What fits on a screen; a vendor may say something about every resident. */
const mostWarnings = 50

/** Collects what a vendor says while it is read, each text once. */
class Warnings {
  private readonly all = new Map<string, ResidentImport['warnings'][number]>()
  private readonly deps: ImportDeps
  private readonly work: WorkedImport

  constructor(deps: ImportDeps, work: WorkedImport) {
    this.deps = deps
    this.work = work
  }

  add(property_id: string, { code, text }: VendorWarning): void {
    this.deps.log.warn({ event: 'vendor_warning', code, text, import_id: this.work.id }, 'vendor warning')
    if (this.all.size < mostWarnings)
      this.all.set(`${code} ${property_id} ${text}`, { code, text, property_id })
  }

  async store(): Promise<void> {
    if (this.all.size === 0) return
    const warnings = JSON.stringify([...this.all.values()])
    await updateImport(this.deps.db, this.work.id, { warnings })
  }
}

/** Reads the mapped properties. Returns those that could not be read; throws if none could. */
async function pull(
  deps: ImportDeps,
  store: RowStore,
  work: WorkedImport,
  source: StoredDataSource,
): Promise<string[]> {
  const connector = connectorOf(deps, source)
  const missed: string[] = []
  const warnings = new Warnings(deps, work)
  let reason: Error | null = null
  for (const property_id of source.mapped) {
    try {
      await touchJob(deps.db, work.id, deps.ports.now())
      const signal = AbortSignal.timeout(longestPullMs)
      const warn = (warning: VendorWarning) => warnings.add(property_id, warning)
      for await (const rows of connector.pull(property_id, { since: null, signal, warn }))
        await store.add(rows)
      const pulled_at = deps.ports.now().toISOString()
      await updateProperty(deps.db, source.id, property_id, { pulled_at, problem: null })
    } catch (error) {
      if (!(error instanceof PropertyNotReachable)) throw error
      reason = error
      missed.push(property_id)
      await updateProperty(deps.db, source.id, property_id, { problem: error.message.slice(0, 500) })
    }
  }
  await warnings.store()
  if (reason !== null && missed.length === source.mapped.length) throw new VendorFault(reason.message)
  await updateDataSource(deps.db, source.id, { unreachable_since: null })
  return missed
}

async function readFile(
  deps: ImportDeps,
  store: RowStore,
  work: WorkedImport,
  source: StoredDataSource,
): Promise<string[]> {
  for await (const rows of rowsOfFile(deps.db, work, source)) await store.add(rows)
  return []
}

/** Ends an import that could not be read, and tells those who can do something about it. */
async function giveUp(
  deps: ImportDeps,
  work: WorkedImport,
  source: StoredDataSource,
  thrown: unknown,
): Promise<void> {
  const now = deps.ports.now()
  const error = asVendorError(thrown) ?? thrown
  const failure =
    error instanceof CredentialsRejected
      ? 'CREDENTIALS'
      : error instanceof VendorUnavailable
        ? 'UNAVAILABLE'
        : error instanceof VendorFault
          ? 'VENDOR'
          : error instanceof FileRefused
            ? 'FILE_UNREADABLE'
            : null
  if (failure === null) throw error
  const failure_text = error instanceof Error ? error.message : null
  await deps.db.transaction().execute(async (tx) => {
    if ((await lockImport(tx, work.id))?.stage !== 'READING') return
    await deleteRows(tx, work.id)
    await failImport(tx, work.id, { failure, failure_text }, now)
    if (failure === 'CREDENTIALS') await rejectCredentials(deps, tx, source, failure_text)
    else await notifyFailed(deps, tx, work, source, failure)
    if (failure === 'UNAVAILABLE') {
      await updateDataSource(tx, source.id, {
        unreachable_since: source.unreachable_since ?? now.toISOString(),
      })
    }
  })
}
