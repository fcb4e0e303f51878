import type { Input } from '@openspot/contract/call.ts'
import type { setProblemFindingRoute } from '@openspot/contract/operations/problems.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { callerOf } from '../../plugins/access.ts'
import { lockProblem, updateProblem } from './problems.sql.ts'

type Order = Input<typeof setProblemFindingRoute>['body']

/**
 * Records what was found at the spot. Compares and writes under the lock of the problem, so that of two people who saw nothing
 * recorded only one writes, and the other gets `finding_changed` with what is recorded now. Who found the same agrees: the first
 * finding and its note remain, and the audit log has both.
 */
export async function recordFinding(
  tx: Tx,
  request: FastifyRequest,
  problem_id: string,
  order: Order,
  now: Date,
): Promise<void> {
  const { finding, note = null, seen_finding } = order
  const { user_id } = callerOf(request)
  const before = await lockProblem(tx, problem_id)
  if (before.status !== 'OPEN') refuse('problem_settled')
  const hasChanged = seen_finding !== undefined && seen_finding !== before.finding
  const agrees = before.finding === finding && (note === null || note === before.finding_note)
  if (hasChanged && !agrees)
    refuse('finding_changed', {
      field: 'seen_finding',
      details: { finding: before.finding, note: before.finding_note },
    })
  // The same request may have been committed before, without its answer.
  if (hasChanged && before.found_by_user_id === user_id) return
  if (!hasChanged) {
    const changed_at = now.toISOString()
    const found = { finding, finding_note: note, found_at: changed_at, found_by_user_id: user_id }
    await updateProblem(tx, problem_id, { ...found, changed_at })
  }
  await writeAudit(tx, request, {
    action: 'problem.finding',
    subject_kind: 'problem',
    subject_id: problem_id,
    details: { finding, note },
  })
}
