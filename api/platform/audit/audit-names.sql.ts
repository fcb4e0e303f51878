import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type pg from 'pg'

/** More IDs than these on one page are shown as they are. */
export const MAX_NAMED = 2000

const ofLot = (alias: string) => `($2::uuid is null or ${alias}.lot_id = $2)`
const ofTable = (table: string, name = 'name') =>
  `select x.id, x.${name} as name from ${table} x where x.id = any($1::uuid[]) and ${ofLot('x')}`

/** $1 the IDs, $2 the lot that reads, or null for the platform. A lot learns only the names of people that it may see. */
const namesOf = statement(
  'list_audit_names',
  { id: 'uuid', name: 'text!' },
  `select k.id, k.name from (
     ${ofTable('zones')}
     union all ${ofTable('spots', 'label')}
     union all ${ofTable('rule_sets')}
     union all ${ofTable('groups')}
     union all ${ofTable('gates')}
     union all ${ofTable('cameras')}
     union all ${ofTable('validation_partners')}
     union all ${ofTable('calendar_prices')}
     union all ${ofTable('data_sources')}
     union all select l.id, l.name from lots l where l.id = any($1) and ($2 is null or l.id = $2)
     union all select m.id, case when $2 is null then coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email)
         else visible_name($2, m.user_id, ${GUEST_DAYS}) end
       from memberships m join users u on u.id = m.user_id where m.id = any($1) and ${ofLot('m')}
     union all select u.id, case when $2 is null then coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email)
         else visible_name($2, u.id, ${GUEST_DAYS}) end
       from users u where u.id = any($1)) k
   where k.name is not null and k.name <> ''`,
)

/** Returns what is called by these IDs now, as the lot may know it, or as the platform knows it if `lot_id` is null. */
export async function listAuditNames(
  pool: pg.Pool,
  ids: readonly string[],
  lot_id: string | null,
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await queryPrepared(pool, namesOf, [ids.slice(0, MAX_NAMED), lot_id])
  return new Map(rows.map(({ id, name }) => [id, name]))
}
