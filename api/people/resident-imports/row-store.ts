import { cleanEmail } from '@openspot/core/residents/clean-contact.ts'
import type { ResidentRules } from '@openspot/core/residents/decision.ts'
import { evaluate } from '@openspot/core/residents/evaluate.ts'
import type { VendorRow } from '@openspot/core/residents/vendor-row.ts'
import { listUndeliverable } from '../../platform/emails/deliveries.sql.ts'
import type { Pace } from '../../traffic.ts'
import type { StoredDataSource } from '../data-sources/data-sources.sql.ts'
import type { ImportDeps } from './import-deps.ts'
import { touchJob, updateImport, type WorkedImport } from './imports.sql.ts'
import { insertRows } from './rows.sql.ts'
import { rulesOf } from './rules-of.ts'

/** Stores rows as they arrive, and counts them for everyone who watches. */
export class RowStore {
  /** The number of the last row. */
  row_no: number
  private readonly deps: ImportDeps
  private readonly pace: Pace
  private readonly work: WorkedImport
  private readonly source: StoredDataSource

  constructor(deps: ImportDeps, pace: Pace, work: WorkedImport, source: StoredDataSource, row_no = 0) {
    this.row_no = row_no
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
