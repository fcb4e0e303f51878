import { query } from '@openspot/db/database.ts'
import { json, statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

export interface StatementFacts {
  name: string
  email: string | null
  language: string
  lots: { name: string; street: string | null; city: string | null; country: string; time_zone: string }[]
  /** The instant of the year's last entry, or null if there is none. */
  booked_until: string | null
  /** The time zone of the lot of that entry. */
  last_zone: string | null
}

const statementFacts = statement(
  'get_statement_facts',
  {
    name: 'text',
    email: 'text?',
    language: 'text',
    booked_until: 'timestamptz?',
    last_zone: 'text?',
    lots: json<StatementFacts['lots']>('json'),
  },
  `with booked as (
       select t.lot_id, max(t.occurred_at) as last_at
       from ledger_entries e join ledger_transactions t on t.id = e.transaction_id and t.lot_id = e.lot_id
         join lots l on l.id = t.lot_id
       where e.user_id = $1 and e.account = 'HOST_PAYABLE'
         -- A day around the year holds it in every zone.
         and t.occurred_at >= make_timestamptz($2, 1, 1, 0, 0, 0, 'UTC') - interval '1 day'
         and t.occurred_at < make_timestamptz($2 + 1, 1, 1, 0, 0, 0, 'UTC') + interval '1 day'
         and extract(year from t.occurred_at at time zone l.time_zone) = $2
       group by t.lot_id
     )
     select concat_ws(' ', u.first_name, u.last_name) as name, coalesce(u.email, u.contact_email) as email, u.language,
       (select max(last_at) from booked) as booked_until,
       (select l.time_zone from booked b join lots l on l.id = b.lot_id order by b.last_at desc, l.id limit 1) as last_zone,
       coalesce((select json_agg(json_build_object('name', l.name, 'street', l.street, 'city', l.city, 'country', l.country, 'time_zone', l.time_zone) order by l.name, l.id)
         from booked b join lots l on l.id = b.lot_id), '[]') as lots
     from users u where u.id = $1`,
)

/**
 * Returns the host and the lots of a statement and the instant of its last entry. The same ledger produces the same
 * bytes.
 */
export async function getStatementFacts(
  pool: pg.Pool,
  user_id: string,
  year: number,
): Promise<StatementFacts> {
  const rows = await query(pool, statementFacts, [user_id, year])
  const [facts] = rows
  if (!facts) throw new Error(`There is no user ${user_id}.`)
  return facts
}
