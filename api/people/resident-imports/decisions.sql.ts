import type { ResidentRecord } from '@openspot/core/residents/decision.ts'
import type { ResidentDecision, ResidentValidationCode } from '@openspot/core/residents/enums.ts'
import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type { RowDetails } from './rows.sql.ts'

const review = statement(
  'lock_row_for_decision',
  {
    row_no: 'integer',
    lot_id: 'uuid',
    person_id: 'text',
    codes: 'resident_rows.codes',
    record: json<ResidentRecord>(),
    details: json<RowDetails>(),
    action: 'resident_rows.action',
    user_id: 'uuid?',
    resident_id: 'uuid?',
    applied_at: 'timestamptz?',
  },
  `select row_no, lot_id, person_id, codes, coalesce(record, '{}') as record, coalesce(details, '{}') as details, action, user_id, resident_id, applied_at from resident_rows
   where import_id = $1 and row_no = $2 and record is not null for update`,
)

/** Returns a row to decide about and locks it. */
export async function lockReview(tx: Tx, import_id: string, row_no: number) {
  return (await queryPrepared(tx, review, [import_id, row_no]))[0]
}

interface Decided {
  decision: ResidentDecision
  decided_user_id: string | null
  decided_by_user_id: string
}

export async function storeDecision(
  tx: Tx,
  of: { import_id: string; row_no: number },
  decided: Decided,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('resident_rows')
    .set({ ...decided, decided_at: now.toISOString() })
    .where('import_id', '=', of.import_id)
    .where('row_no', '=', of.row_no)
    .execute()
}

/** Remembers a decision, so that the next import does not ask the same again. */
export async function rememberDecision(
  tx: Tx,
  of: { lot_id: string; data_source_id: string; person_id: string; codes: ResidentValidationCode[] },
  { decision, decided_user_id, decided_by_user_id }: Decided,
  now: Date,
): Promise<void> {
  const { lot_id, data_source_id, person_id, codes } = of
  const remembered = {
    codes,
    decision,
    user_id: decided_user_id,
    decided_by_user_id,
    decided_at: now.toISOString(),
  }
  await tx
    .insertInto('resident_decisions')
    .values({ lot_id, data_source_id, person_id, ...remembered })
    .onConflict((on) => on.columns(['data_source_id', 'person_id', 'lot_id']).doUpdateSet(remembered))
    .execute()
}

/** Gives rows the decisions that staff made about the same case in an earlier import. */
export async function recallDecisions(tx: Tx, import_id: string): Promise<void> {
  await sql`
    update resident_rows r set decision = d.decision, decided_user_id = d.user_id, decided_by_user_id = d.decided_by_user_id,
      decided_at = d.decided_at
    from resident_imports i, resident_decisions d
    where i.id = ${import_id} and r.import_id = i.id and r.action = 'REVIEW' and r.decision is null
      and d.data_source_id = i.data_source_id and d.person_id = r.person_id
      -- Earlier releases had no code for a person who may be someone of the lot.
      and (d.codes = r.codes or d.codes = '{}' and r.codes = '{POSSIBLE_DUPLICATE}')`.execute(tx)
}
