import type { Input } from '@openspot/contract/call.ts'
import type { setProblemFindingRoute } from '@openspot/contract/operations/problems.ts'
import type { Tx } from '@openspot/db/database.ts'
import { refuse } from '../../errors.ts'
import { type lockProblem, updateProblem } from './problems.sql.ts'

type Order = Input<typeof setProblemFindingRoute>['body']

/**
 * Records what was found at the spot of a problem that the transaction has locked, so that of two people who saw nothing recorded only
 * one writes, and the other gets `finding_changed` with what is recorded now. Who found the same agrees: the first finding and its
 * note remain, and the audit log has both. Returns whether it is a finding for the audit log.
 */
export async function recordFinding(
  tx: Tx,
  before: Awaited<ReturnType<typeof lockProblem>>,
  order: Order,
  { user_id, now }: { user_id: string; now: Date },
): Promise<boolean> {
  const { finding, note = null, seen_finding } = order
  if (before.status !== 'OPEN') refuse('problem_settled')
  const hasChanged = seen_finding !== undefined && seen_finding !== before.finding
  const agrees = before.finding === finding && (note === null || note === before.finding_note)
  if (hasChanged && !agrees)
    refuse('finding_changed', {
      field: 'seen_finding',
      details: { finding: before.finding, note: before.finding_note },
    })
  // The same request may have been committed before, without its answer.
  if (hasChanged && before.found_by_user_id === user_id) return false
  if (!hasChanged) {
    const changed_at = now.toISOString()
    const found = { finding, finding_note: note, found_at: changed_at, found_by_user_id: user_id }
    await updateProblem(tx, before.id, { ...found, changed_at })
  }
  return true
}
