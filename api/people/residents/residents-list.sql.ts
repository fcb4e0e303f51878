import type { Resident } from '@openspot/contract/people/resident-imports.ts'
import { queryPrepared } from '@openspot/db/database.ts'
import { containing } from '@openspot/db/like.ts'
import { statement, text } from '@openspot/db/rows.ts'
import type pg from 'pg'

const shape = {
  id: 'uuid',
  user_id: 'uuid?',
  data_source_id: 'uuid',
  data_source_name: 'text',
  name: 'text?',
  email: 'text?',
  phone: 'text?',
  unit: 'text?',
  lease_status: text<Resident['lease_status']>(),
  access_from: 'date?',
  access_until: 'date?',
  is_current: 'boolean',
  has_joined: 'boolean',
  suggested_email: 'text?',
  suggested_phone: 'text?',
  sort_key: 'text',
} as const

const list = statement(
  'list_residents',
  shape,
  `select * from (
     select r.id, r.user_id, r.data_source_id, d.name as data_source_name, nullif(trim(concat_ws(' ', r.first_name, r.last_name)), '') as name,
       r.email, r.phone, r.unit, r.lease_status, r.access_from, r.access_until,
       (r.started_at is not null and r.ended_at is null and r.opted_out_at is null) as is_current,
       coalesce(m.status = 'ACTIVE' and m.acted_at is not null, false) as has_joined, r.suggested_email, r.suggested_phone,
       lower(concat_ws(' ', coalesce(r.unit, '~'), coalesce(r.last_name, '~'), r.first_name)) collate "C" as sort_key
     from residents r join data_sources d on d.id = r.data_source_id and d.lot_id = r.lot_id
       left join memberships m on m.lot_id = r.lot_id and m.user_id = r.user_id
     where r.lot_id = $1 and r.user_id is not null
       and ($2::text is null or concat_ws(' ', r.first_name, r.last_name, r.email, r.phone, r.unit) ilike $2)) x
   where ($3::boolean is null or is_current = $3) and ($4::text is null or (sort_key, id) > ($4 collate "C", $5::uuid))
   order by sort_key, id limit $6`,
)

/** Returns the residents of a lot by unit and name. */
export const listResidents = (
  pool: pg.Pool,
  of: {
    lot_id: string
    q: string | undefined
    is_current: boolean | undefined
    after: readonly [string, string] | null
    limit: number
  },
) =>
  queryPrepared(pool, list, [
    of.lot_id,
    of.q === undefined || of.q.trim() === '' ? null : containing(of.q.trim()),
    of.is_current ?? null,
    of.after?.[0] ?? null,
    of.after?.[1] ?? null,
    of.limit,
  ])
