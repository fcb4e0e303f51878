import type { DisputeDetail, PlatformDispute } from '@openspot/contract/money/disputes.ts'
import {
  awaitsEvidence,
  type DisputeFileKind,
  type DisputeTextKind,
  type EvidenceType,
  evidenceAttempts,
  sendingHours,
} from '@openspot/core/disputes/enums.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import { disputeColumns, disputeShape } from '../adjustments/refund-lists.sql.ts'

/** Evidence that has been on its way since before this time is stuck. */
export const stuckBefore = (now: Date): string =>
  new Date(now.getTime() - sendingHours * 3_600_000).toISOString()

const shape = { ...disputeShape, lot: json<DisputeDetail['lot']>(), is_stuck: 'boolean' } as const
/** `$1` is the time before which evidence on its way is stuck. */
const columns = `${disputeColumns}, jsonb_build_object('id', l.id, 'name', l.name, 'time_zone', l.time_zone) as lot,
  coalesce(e.state = 'SENDING' and e.changed_at < $1, false) as is_stuck`
const from = `disputes d join invoices i on i.id = d.invoice_id and i.lot_id = d.lot_id join lots l on l.id = d.lot_id
  left join dispute_evidence e on e.dispute_id = d.id and e.lot_id = d.lot_id`

const detail = statement(
  'get_dispute',
  {
    ...shape,
    state: 'dispute_evidence.state',
    failure: 'dispute_evidence.failure?',
    submitted_at: 'timestamptz?',
    submitted_by: 'text?',
    product_description: 'text?',
    refund_refusal_explanation: 'text?',
    cancellation_rebuttal: 'text?',
    uncategorized_text: 'text?',
    files: json<DisputeDetail['evidence']['files']>(),
  },
  `select ${columns}, coalesce(e.state, 'DRAFT') as state, e.failure, e.submitted_at,
     (select nullif(concat_ws(' ', u.first_name, u.last_name), '') from users u where u.id = e.submitted_by_user_id) as submitted_by,
     e.product_description, e.refund_refusal_explanation, e.cancellation_rebuttal, e.uncategorized_text,
     (select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'name', f.name, 'content_type', f.content_type,
       'size_bytes', f.size_bytes) order by f.kind), '[]') from dispute_files f where f.dispute_id = d.id and f.lot_id = d.lot_id) as files
   from ${from} where d.id = $2`,
)

export async function findDispute(db: Db, dispute_id: string, now: Date): Promise<DisputeDetail | undefined> {
  const [row] = await queryPrepared(db, detail, [stuckBefore(now), dispute_id])
  if (!row) return undefined
  const {
    state,
    failure,
    is_stuck,
    submitted_at,
    submitted_by,
    product_description,
    refund_refusal_explanation,
    cancellation_rebuttal,
    uncategorized_text,
    files,
    ...dispute
  } = row
  const texts = { product_description, refund_refusal_explanation, cancellation_rebuttal, uncategorized_text }
  return {
    ...dispute,
    awaits_evidence: awaitsEvidence(row.status) && (state === 'DRAFT' || state === 'FAILED'),
    evidence: { state, failure, is_stuck, submitted_at, submitted_by, texts, files },
  }
}

/** Whether staff or an admin has to submit evidence of dispute `d`, whose evidence is `e`, or to send it again. */
export const needsEvidence = (stuck_before: string): string => `d.closed_at is null and (
    d.status like '%needs_response' and coalesce(e.state, 'DRAFT') in ('DRAFT', 'FAILED')
    or e.state = 'SENDING' and e.changed_at < ${stuck_before}::timestamptz)`

const listed = statement(
  'list_platform_disputes',
  { ...shape, evidence_state: 'dispute_evidence.state' },
  `select ${columns}, coalesce(e.state, 'DRAFT') as evidence_state from ${from}
   where ($2::boolean is null or (d.closed_at is null) = $2)
     and ($3::timestamptz is null or (d.opened_at, d.id) < ($3, $4::uuid))
   order by d.opened_at desc, d.id desc limit $5`,
)

const due = statement(
  'list_due_platform_disputes',
  { ...shape, evidence_state: 'dispute_evidence.state', due_at: 'timestamptz' },
  `select ${columns}, coalesce(e.state, 'DRAFT') as evidence_state, coalesce(d.evidence_due_at, '9999-12-31Z') as due_at from ${from}
   where ${needsEvidence('$1')}
     and ($2::timestamptz is null or (coalesce(d.evidence_due_at, '9999-12-31Z'), d.id) > ($2, $3::uuid))
   order by due_at, d.id limit $4`,
)

/** Returns the disputes of all lots that wait for evidence, the nearest deadline first, with one row more than the page if more follow. */
export function listDueDisputes(
  db: Db,
  now: Date,
  after: (string | number)[] | null,
  limit: number,
): Promise<(PlatformDispute & { due_at: string })[]> {
  return queryPrepared(db, due, [stuckBefore(now), after?.[0] ?? null, after?.[1] ?? null, limit + 1])
}

/** Returns the newest disputes of all lots first, with one row more than the page if more follow. */
export function listAllDisputes(
  db: Db,
  now: Date,
  is_open: boolean | null,
  after: (string | number)[] | null,
  limit: number,
): Promise<PlatformDispute[]> {
  const since = [after?.[0] ?? null, after?.[1] ?? null]
  return queryPrepared(db, listed, [stuckBefore(now), is_open, ...since, limit + 1])
}

/**
 * Begins the evidence if there is none, and locks it. Returns whether it can be changed and submitted now, or only be sent again as it
 * is, or neither.
 */
export async function lockEvidence(
  tx: Tx,
  dispute_id: string,
  lot_id: string,
  now: Date,
): Promise<{ can: 'CHANGE' | 'SEND_AGAIN' | null }> {
  await tx
    .insertInto('dispute_evidence')
    .values({ dispute_id, lot_id, changed_at: now.toISOString() })
    .onConflict((on) => on.doNothing())
    .execute()
  const { state, changed_at, status } = await tx
    .selectFrom('dispute_evidence as e')
    .innerJoin('disputes as d', (on) =>
      on.onRef('d.id', '=', 'e.dispute_id').onRef('d.lot_id', '=', 'e.lot_id'),
    )
    .select(['e.state', 'e.changed_at', 'd.status'])
    .where('e.dispute_id', '=', dispute_id)
    .where('e.lot_id', '=', lot_id)
    .forNoKeyUpdate('e')
    .executeTakeFirstOrThrow()
  if (state === 'SENDING')
    return { can: Date.parse(changed_at) < Date.parse(stuckBefore(now)) ? 'SEND_AGAIN' : null }
  return { can: awaitsEvidence(status) && state !== 'SUBMITTED' ? 'CHANGE' : null }
}

export async function setTexts(
  tx: Tx,
  of: { dispute_id: string; lot_id: string },
  texts: Partial<Record<DisputeTextKind, string | null>>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('dispute_evidence')
    .set({ ...texts, changed_at: now.toISOString() })
    .where('dispute_id', '=', of.dispute_id)
    .where('lot_id', '=', of.lot_id)
    .execute()
}

export interface EvidenceFile {
  id: string
  lot_id: string
  dispute_id: string
  kind: DisputeFileKind
  name: string
  content_type: EvidenceType
  size_bytes: number
  bytes: Buffer
  uploaded_by_user_id: string
  created_at: string
}

/** Stores a file in the place of the one of its kind. */
export async function putFile(tx: Tx, file: EvidenceFile): Promise<void> {
  await deleteFile(tx, file)
  await tx.insertInto('dispute_files').values(file).execute()
}

export async function deleteFile(
  tx: Tx,
  { dispute_id, lot_id, kind }: Pick<EvidenceFile, 'dispute_id' | 'lot_id' | 'kind'>,
): Promise<boolean> {
  const gone = await tx
    .deleteFrom('dispute_files')
    .where('dispute_id', '=', dispute_id)
    .where('lot_id', '=', lot_id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return gone.numDeletedRows > 0n
}

export function findFile(
  db: Db,
  { dispute_id, lot_id, kind }: Pick<EvidenceFile, 'dispute_id' | 'lot_id' | 'kind'>,
): Promise<Pick<EvidenceFile, 'name' | 'content_type' | 'bytes'> | undefined> {
  return db
    .selectFrom('dispute_files')
    .select(['name', sql<EvidenceType>`content_type`.as('content_type'), 'bytes'])
    .where('dispute_id', '=', dispute_id)
    .where('lot_id', '=', lot_id)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

/**
 * Marks the evidence as being sent and queues the job that sends it, instead of one that was given up. Sent again, it is the same
 * attempt: the provider may have it already.
 */
export async function beginSubmission(
  tx: Tx,
  { dispute_id, lot_id }: { dispute_id: string; lot_id: string },
  { user_id, is_again, now }: { user_id: string; is_again: boolean; now: Date },
): Promise<void> {
  await tx
    .updateTable('dispute_evidence')
    .set((eb) => ({
      state: 'SENDING' as const,
      failure: null,
      attempt: eb('attempt', '+', is_again ? 0 : 1),
      submitted_by_user_id: user_id,
      changed_at: now.toISOString(),
    }))
    .where('dispute_id', '=', dispute_id)
    .where('lot_id', '=', lot_id)
    .execute()
  await sql`select add_job('submit_evidence', ${JSON.stringify({ dispute_id, lot_id })}::json,
    max_attempts => ${evidenceAttempts}::int, job_key => ${`evidence ${dispute_id}`})`.execute(tx)
}
