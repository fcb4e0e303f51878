import type { ResidentDecision } from '@openspot/core/residents/enums.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { findDataSource } from '../data-sources/data-sources.sql.ts'
import { applyRow } from './apply-row.ts'
import { lockReview, rememberDecision, storeDecision } from './decisions.sql.ts'
import { addApplied, lockImport } from './imports.sql.ts'

interface Decided {
  import_id: string
  row_no: number
  decision: ResidentDecision
  user_id?: string | undefined
}

/**
 * Stores what staff decide about a row, and remembers it for the next import. In a preview the row is applied with the
 * others; afterwards at once.
 */
export async function decideRow(app: FastifyInstance, request: FastifyRequest, of: Decided): Promise<void> {
  const { import_id, row_no, decision, user_id = null } = of
  await app.db.transaction().execute(async (tx) => {
    const work = (await lockImport(tx, import_id)) ?? refuse('not_found')
    const row = (await lockReview(tx, import_id, row_no)) ?? refuse('not_found')
    const isOpen = work.stage === 'PREVIEW' || work.stage === 'DONE'
    if (!isOpen || row.action !== 'REVIEW' || row.applied_at !== null) refuse('import_not_possible')
    const candidates = row.details.conflicting_user_ids ?? []
    if ((decision === 'LINK') !== (user_id !== null) || (user_id !== null && !candidates.includes(user_id))) {
      const message: Message = (t) => t('apiErrors.residents.candidate')
      refuse('request_invalid', { field: 'user_id', message })
    }
    const now = app.ports.now()
    const decided = { decision, decided_user_id: user_id, decided_by_user_id: callerOf(request).user_id }
    await storeDecision(tx, { import_id, row_no }, decided, now)
    await rememberDecision(tx, { ...row, data_source_id: work.data_source_id }, decided, now)
    if (work.stage === 'DONE') {
      const source = (await findDataSource(tx, work.data_source_id)) ?? refuse('not_found')
      const applied = { import_id, lot_id: work.lot_id, source, now }
      await applyRow(app, tx, applied, { ...row, action: 'REVIEW', decision, decided_user_id: user_id })
      await addApplied(tx, import_id, 1, now)
    }
    const details = { row_no, decision, user_id }
    const subject = { subject_kind: 'data_source_import', subject_id: import_id, lot_id: lotOf(request) }
    await writeAudit(tx, request, { action: 'resident_import.decide', ...subject, details })
  })
}
