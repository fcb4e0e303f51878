import type { ProblemNoticeKind } from '@openspot/core/problems/enums.ts'
import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyInstance } from 'fastify'
import { dispatchNotices, type Notice } from '../../platform/notifications/dispatch.ts'
import { getReporter, listProblemStaff, type ProblemRow } from './problems.sql.ts'

interface Recipient {
  id: string
  email: string | null
  language: string
  /** Whether they get emails of it unless they chose otherwise. */
  is_emailed: boolean
}

/** Notifies the staff of a lot of a new problem: in the app, and its admins by email too. */
export async function notifyProblemStaff(
  app: Pick<FastifyInstance, 'ports' | 'settings'>,
  tx: Tx,
  problem: ProblemRow,
): Promise<void> {
  const staff = await listProblemStaff(tx, problem.lot_id, problem.reporter_id)
  const notices = staff.map(({ role, ...person }) =>
    noticeOf(problem, { ...person, is_emailed: role !== 'PATROLLER' }, 'PROBLEM_REPORTED'),
  )
  await dispatchNotices(app, tx, notices)
}

/** Notifies the reporter of what the staff answered. */
export async function notifyReporter(
  app: Pick<FastifyInstance, 'ports' | 'settings'>,
  tx: Tx,
  problem: ProblemRow,
): Promise<void> {
  const { email, contact_email, language } = await getReporter(tx, problem.reporter_id)
  const person = { id: problem.reporter_id, email: email ?? contact_email, language, is_emailed: true }
  await dispatchNotices(app, tx, [noticeOf(problem, person, 'PROBLEM_ANSWERED')])
}

function noticeOf(
  problem: ProblemRow,
  { id: user_id, email: to_address, language, is_emailed }: Recipient,
  kind: ProblemNoticeKind,
): Notice {
  const t = translatorFor(language)
  const isReporter = kind === 'PROBLEM_ANSWERED'
  const { lot_id, spot_label, answer } = problem
  const values = {
    kind: problem.kind,
    lot: problem.lot_name,
    spot: spot_label ?? '',
    has_spot: String(spot_label !== null),
    // What the person wrote, or the staff answered, is in their own language.
    said: (isReporter ? answer : problem.text) ?? '',
    has_said: String((isReporter ? answer : problem.text) !== null),
  }
  const title = t(`problemNotices.${kind}.heading`, values)
  const text = t(`problemNotices.${kind}.text`, values)
  return {
    user_id,
    lot_id,
    kind,
    about: problem.id,
    title,
    text,
    path: isReporter ? `/me/problems/${problem.id}` : `/lots/${lot_id}/problems/${problem.id}`,
    to_address,
    email: {
      subject: t(`problemNotices.${kind}.subject`, values),
      button: t(`problemNotices.${kind}.button`),
      ...(isReporter ? {} : { is_default: is_emailed }),
    },
  }
}
