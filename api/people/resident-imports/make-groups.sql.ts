import { unitGroup } from '@openspot/core/residents/unit-group.ts'
import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { sql } from 'kysely'
import type { Ports } from '../../ports.ts'
import type { StoredDataSource } from '../data-sources/data-sources.sql.ts'

const units = statement(
  'list_units_of_import',
  { unit: 'text?', building: 'text?' },
  `select distinct record ->> 'unit' as unit, record ->> 'building' as building from resident_rows
   where import_id = $1 and action in ('CREATE', 'UPDATE', 'LINK') and record is not null`,
)

/**
 * Creates the groups that the rows of an import need, in one statement: each statement that creates groups changes the terms
 * of the lot, and bookings in progress have to be priced again.
 */
export async function makeGroups(
  tx: Tx,
  ports: Pick<Ports, 'id' | 'now'>,
  { import_id, source }: { import_id: string; source: StoredDataSource },
): Promise<void> {
  const groups = new Map<string, { id: string; name: string; unit: string | null }>()
  for (const row of await queryPrepared(tx, units, [import_id])) {
    const group = unitGroup(source.grouping, row)
    if (group) groups.set(group.name.toLowerCase(), { ...group, id: ports.id() })
  }
  if (groups.size === 0) return
  await sql`
    insert into groups (id, lot_id, name, unit, rule_set_id, created_at)
    select x.id, ${source.lot_id}, x.name, x.unit, ${source.rule_set_id}, ${ports.now().toISOString()}
    from jsonb_to_recordset(${JSON.stringify([...groups.values()])}::jsonb) as x (id uuid, name text, unit text)
    where not exists (select from groups g where g.lot_id = ${source.lot_id} and lower(g.name) = lower(x.name) and g.deleted_at is null)
    on conflict do nothing`.execute(tx)
}
