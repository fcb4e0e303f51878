import { decide } from '@openspot/core/residents/decide.ts'
import type { Decision, Evaluated, Finding, ResidentRules } from '@openspot/core/residents/decision.ts'
import { markDuplicates } from '@openspot/core/residents/duplicates.ts'
import { govern } from '@openspot/core/residents/govern.ts'
import { newerHousehold, shareContacts } from '@openspot/core/residents/households.ts'
import { refusesRun } from '@openspot/core/residents/safeguards.ts'
import type { Pace } from '../../traffic.ts'
import type { StoredDataSource } from '../data-sources/data-sources.sql.ts'
import { addMissing } from './add-missing.ts'
import { recallDecisions } from './decisions.sql.ts'
import type { ImportDeps } from './import-deps.ts'
import { finishJob, lockImport, touchJob, updateImport, type WorkedImport } from './imports.sql.ts'
import { type Lookup, lookUp } from './lookups.sql.ts'
import { deleteMissing } from './missing.sql.ts'
import { notifyFailed, notifyPreview } from './notify-import.ts'
import {
  type CheckedRow,
  countRows,
  type GroupedRow,
  type RowGrouping,
  readGroups,
  storeChecked,
} from './rows.sql.ts'
import { rulesOf } from './rules-of.ts'

/**
 * Decides what becomes of each row, and whether the whole run may be applied. Nothing of the lot changes. Running it again
 * decides the same. Returns whether the import goes on by itself.
 */
export async function checkRows(
  deps: ImportDeps,
  pace: Pace,
  work: WorkedImport,
  source: StoredDataSource,
): Promise<boolean> {
  const rules = rulesOf(source, deps.settings, deps.ports.now())
  await deleteMissing(deps.db, work.id)
  await regroup(deps, pace, work, 'household', (rows) => shareContacts(rows, rules))
  await regroup(deps, pace, work, 'unit', (rows) => newerHousehold(rows, rules))
  await regroup(deps, pace, work, 'person', (rows) => govern(rows, rules))
  await regroup(deps, pace, work, 'email', (rows) => markDuplicates(rows, 'email'))
  await regroup(deps, pace, work, 'phone', (rows) => markDuplicates(rows, 'phone'))
  await decideRows(deps, pace, work, source, rules)
  await addMissing(deps, work, source, rules)
  await deps.db.transaction().execute((tx) => recallDecisions(tx, work.id))
  return conclude(deps, work, source)
}

const evaluatedOf = ({ record, details, dropped }: GroupedRow): Evaluated => ({
  record,
  findings: details.findings,
  dropped: dropped as Evaluated['dropped'],
})

/** Applies a rule to whole groups of rows, and stores the rows that it changed. */
async function regroup(
  deps: ImportDeps,
  pace: Pace,
  { id }: WorkedImport,
  by: RowGrouping,
  rule: (rows: Evaluated[]) => Evaluated[],
): Promise<void> {
  for await (const groups of readGroups(deps.pool, id, by)) {
    const changed: CheckedRow[] = []
    for (const rows of groups) {
      const before = rows.map(evaluatedOf)
      for (const [at, after] of rule(before).entries()) {
        const row = rows[at]
        if (!row || JSON.stringify(after) === JSON.stringify(before[at])) continue
        const { record, findings, dropped } = after
        changed.push({
          row_no: row.row_no,
          record,
          dropped,
          codes: codesOf(findings),
          details: { ...row.details, findings },
        })
      }
    }
    await storeChecked(deps.db, id, changed)
    await touchJob(deps.db, id, deps.ports.now())
    await pace.giveWay()
  }
}

const codesOf = (findings: readonly Finding[]) => findings.map(({ code }) => code)

/** Decides about the rows of each person, and what staff decided about the same case before. */
async function decideRows(
  deps: ImportDeps,
  pace: Pace,
  work: WorkedImport,
  source: StoredDataSource,
  rules: ResidentRules,
): Promise<void> {
  await updateImport(deps.db, work.id, { rows_checked: 0 })
  let rows_checked = 0
  for await (const groups of readGroups(deps.pool, work.id, 'person')) {
    const rows = groups.flat()
    const lookup = await lookUp(deps.pool, {
      source,
      import_id: work.id,
      is_complete: work.is_complete,
      records: rows.map(({ record }) => record),
    })
    const wanted = rows.filter(({ record }) => !lookup.isForgotten(record))
    const checked = wanted.map((row) => checkedRow(row, decideOne(row, lookup, rules)))
    await storeChecked(deps.db, work.id, checked)
    rows_checked += rows.length
    await updateImport(deps.db, work.id, { rows_checked, changed_at: deps.ports.now().toISOString() })
    await touchJob(deps.db, work.id, deps.ports.now())
    deps.changes.announce(work.lot_id)
    await pace.giveWay()
  }
}

function decideOne(row: GroupedRow, lookup: Lookup, rules: ResidentRules): Decision {
  const { record } = row
  return decide(
    {
      evaluated: evaluatedOf(row),
      known: lookup.knownOf(record),
      by_household: lookup.byHouseholdOf(record),
      candidates: lookup.candidatesOf(record),
      isGone: (person_id) => lookup.isGone(person_id),
      is_new_email_taken: lookup.isEmailTaken(record),
    },
    rules,
  )
}

function checkedRow({ row_no, dropped }: GroupedRow, decision: Decision): CheckedRow {
  const { record, findings, action, severity, user_id, resident_id } = decision
  const { conflicting_user_ids, relinks, suggests } = decision
  const details = { findings, conflicting_user_ids, relinks, suggests }
  return {
    row_no,
    record,
    codes: codesOf(findings),
    dropped,
    details,
    action,
    severity,
    user_id,
    resident_id,
  }
}

/** Counts the rows, and stops a run that looks like a mistake of the vendor. */
async function conclude(deps: ImportDeps, work: WorkedImport, source: StoredDataSource): Promise<boolean> {
  const { rows, actions, codes, ends, active } = await countRows(deps.pool, work.id, source.id)
  const refusal = refusesRun({ active_residents: active, ends, rows, is_complete: work.is_complete })
  return deps.db.transaction().execute(async (tx) => {
    const locked = await lockImport(tx, work.id)
    if (locked?.stage !== 'CHECKING' || locked.status !== 'IN_PROGRESS') return false
    const now = deps.ports.now()
    const at = now.toISOString()
    await finishJob(tx, work.id, now)
    const counts = {
      action_counts: JSON.stringify(actions),
      code_counts: JSON.stringify(codes),
      changed_at: at,
    }
    if (refusal !== null) {
      await updateImport(tx, work.id, { ...counts, status: 'FAILURE', failure: refusal, finished_at: at })
      await notifyFailed(deps, tx, work, source, refusal)
      return false
    }
    const stage = work.is_preview ? 'PREVIEW' : 'APPLYING'
    await updateImport(tx, work.id, { ...counts, stage })
    if (stage === 'PREVIEW') await notifyPreview(deps, tx, work, source)
    return stage === 'APPLYING'
  })
}
