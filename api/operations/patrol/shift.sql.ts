import type { ShiftData, ShiftTask } from '@openspot/contract/operations/patrol.ts'
import type { FineTerms } from '@openspot/core/fines/terms.ts'
import { MAX_SHIFT_TASKS } from '@openspot/core/patrol/limits.ts'
import { type Queryable, queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import { withInstants } from '../../instants.ts'

const shift = statement(
  'get_shift_of_lot',
  {
    id: 'uuid',
    name: 'text',
    time_zone: 'text',
    currency: 'text',
    fine_terms: orNull(json<FineTerms>()),
    zones: json<ShiftData['zones']>(),
    zone_ids: json<Record<string, string>>(),
    tasks: json<ShiftTask[]>(),
  },
  `select l.id, l.name, l.time_zone, l.currency,
     (select v.fine_terms from rule_sets rs join rule_set_versions v
         on v.rule_set_id = rs.id and v.lot_id = rs.lot_id and v.version = rs.version
       where rs.lot_id = l.id and rs.is_default and rs.deleted_at is null) as fine_terms,
     coalesce((select jsonb_agg(jsonb_build_object('id', z.id, 'name', z.name) order by z.name, z.id)
       from zones z where z.lot_id = l.id and z.deleted_at is null), '[]') as zones,
     coalesce((select jsonb_object_agg(s.id, s.zone_id) from spots s
       where s.lot_id = l.id and s.deleted_at is null and s.zone_id is not null), '{}') as zone_ids,
     coalesce((select jsonb_agg(to_jsonb(t) order by t.created_at desc, t.id) from (
       select p.id, p.kind, p.text, s.label as spot_label, p.other_plate, p.other_region, p.created_at, p.finding
       from problems p left join spots s on s.id = p.spot_id and s.lot_id = p.lot_id
       where p.lot_id = l.id and p.status = 'OPEN'
       order by p.created_at desc, p.id limit ${MAX_SHIFT_TASKS}) t), '[]') as tasks
   from lots l where l.id = $1`,
)

/** Returns the facts, zones, open problems, and fines of a lot for the shift of a patroller. */
export async function getShiftOfLot(db: Queryable, lot_id: string) {
  const [row] = await queryPrepared(db, shift, [lot_id])
  if (!row) throw new Error(`There is no lot ${lot_id}.`)
  return withInstants(row)
}
