import { queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'

const free = statement(
  'find_free_spots_of_resident',
  { id: 'uuid' },
  `select s.id from spots s where s.lot_id = $1 and s.deleted_at is null and lower(s.label) = any(select lower(x) from unnest($2::text[]) x)
     and s.assigned_user_id is null and s.assigned_group_id is null order by s.id`,
)

/** Returns the spots with these labels that nobody is assigned to. */
export async function findFreeSpots(tx: Tx, lot_id: string, labels: readonly string[]): Promise<string[]> {
  if (labels.length === 0) return []
  return (await queryPrepared(tx, free, [lot_id, labels])).map(({ id }) => id)
}
