import type { PartnerEntry, PartnerStatement } from '@openspot/contract/operations/validation-accounts.ts'
import { type Queryable, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

const summary = statement(
  'get_partner_statement',
  {
    partner_id: 'uuid',
    partner_name: 'text',
    lot_name: 'text',
    time_zone: 'text',
    currency: 'text',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz',
    opening_cents: 'bigint',
    payments_cents: 'bigint',
    validations_cents: 'bigint',
    closing_cents: 'bigint',
    validations: 'integer',
  },
  `select p.id as partner_id, p.name as partner_name, l.name as lot_name, l.time_zone, p.currency, m.starts_at, m.ends_at,
     coalesce(sum(e.amount_cents) filter (where e.at < m.starts_at), 0)::int8 as opening_cents,
     coalesce(sum(e.amount_cents) filter (where e.at >= m.starts_at and e.kind in ('PAYMENT', 'CORRECTION')), 0)::int8 as payments_cents,
     coalesce(sum(e.amount_cents) filter (where e.at >= m.starts_at and e.kind in ('VALIDATION', 'RETURN')), 0)::int8 as validations_cents,
     coalesce(sum(e.amount_cents), 0)::int8 as closing_cents,
     (count(*) filter (where e.at >= m.starts_at and e.kind = 'VALIDATION'))::int as validations
   from validation_partners p join lots l on l.id = p.lot_id
     cross join lateral (select at_local($3::date::timestamp, l.time_zone) as starts_at,
       at_local($3::date + interval '1 month', l.time_zone) as ends_at) m
     left join validation_entries e on e.partner_id = p.id and e.lot_id = p.lot_id and e.at < m.ends_at
   where p.lot_id = $1 and p.id = $2 group by p.id, p.lot_id, l.id, m.starts_at, m.ends_at`,
)
const entries = statement(
  'list_partner_entries',
  {
    id: 'uuid',
    kind: 'validation_entries.kind',
    amount_cents: 'bigint',
    balance_cents: 'bigint',
    option_name: 'text?',
    note: 'text?',
    at: 'timestamptz',
  },
  `select * from (
     select e.id, e.kind, e.amount_cents, (sum(e.amount_cents) over (order by e.at, e.id))::int8 as balance_cents, o.name as option_name, e.note, e.at
     from validation_entries e left join validations v on v.id = e.validation_id and v.lot_id = e.lot_id
       left join validation_options o on o.id = v.option_id and o.lot_id = v.lot_id
     where e.lot_id = $1 and e.partner_id = $2 and e.at < $4::timestamptz) x
   where at >= $3::timestamptz order by at, id`,
)

/** Returns the account of a partner in a month (`2026-11`) of its lot, or undefined if there is no such partner. */
export async function readStatement(
  db: Queryable,
  of: { lot_id: string; partner_id: string; month: string },
): Promise<PartnerStatement | undefined> {
  const [row] = await queryPrepared(db, summary, [of.lot_id, of.partner_id, `${of.month}-01`])
  if (!row) return undefined
  const list: PartnerEntry[] = await queryPrepared(db, entries, [
    of.lot_id,
    of.partner_id,
    row.starts_at,
    row.ends_at,
  ])
  return { ...row, month: of.month, entries: list }
}

const added = statement(
  'add_validation_entry',
  { id: 'uuid' },
  'select add_validation_entry($1, $2, $3, $4::validation_entry_kind, $5, null, $6, $7) as id',
)

/** Adds an entry by staff to the account of a partner. The caller must have locked the partner. */
export async function addEntry(
  tx: Tx,
  now: Date,
  of: {
    lot_id: string
    partner_id: string
    kind: 'PAYMENT' | 'CORRECTION'
    amount_cents: number
    note: string
    user_id: string
  },
): Promise<void> {
  const { lot_id, partner_id, kind, amount_cents, note, user_id } = of
  await queryPrepared(tx, added, [now.toISOString(), lot_id, partner_id, kind, amount_cents, note, user_id])
}
