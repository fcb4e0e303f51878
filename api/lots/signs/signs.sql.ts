import type { Sign } from '@openspot/contract/lots/signs.ts'
import { readPage } from '@openspot/core/links/pages.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import { shortUrl } from '../short-links/target.rules.ts'

const signsRows = statement(
  'list_signs',
  {
    id: 'uuid',
    lot_id: 'uuid',
    place: 'text',
    printed_path: 'text',
    hung_at: 'timestamptz',
    code: 'text',
    spot_label: 'text?',
    is_outdated: 'boolean',
    scans: 'integer',
    scans_30_days: 'integer',
    outdated_scans: 'integer',
    last_scanned_on: 'date?',
  },
  `select s.id, s.lot_id, s.place, s.printed_path, s.hung_at, k.code, p.label as spot_label,
      coalesce(k.public_id <> l.public_id, false) as is_outdated,
      c.scans::int as scans, c.scans_30_days::int as scans_30_days, c.outdated_scans::int as outdated_scans,
      c.last_scanned_on
    from signs s
    join lots l on l.id = s.lot_id
    join short_links k on k.lot_id = s.lot_id and k.path = s.printed_path and k.sign_id = s.id
    left join spots p on p.lot_id = s.lot_id and p.id = substring(s.printed_path from 'spot_id=(.*)$')::uuid
    cross join lateral (
      select coalesce(sum(d.scans), 0) as scans, coalesce(sum(d.outdated_scans), 0) as outdated_scans,
        coalesce(sum(d.scans) filter (where d.scanned_on > $1::date - 30), 0) as scans_30_days,
        max(d.scanned_on) as last_scanned_on
      from short_links a join short_link_scans d on d.lot_id = a.lot_id and d.short_link_id = a.id
      where a.lot_id = s.lot_id and a.sign_id = s.id) c
    where s.lot_id = $2 and s.taken_down_at is null and ($3::uuid is null or s.id = $3)
    order by is_outdated desc, lower(s.place)`,
)

/** Returns the mounted signs of a lot by place, or one of them. Outdated signs come first. */
export async function listSigns(
  db: Db,
  {
    lot_id,
    sign_id = null,
    today,
    public_url,
  }: { lot_id: string; sign_id?: string | null; today: string; public_url: string },
): Promise<Sign[]> {
  const rows = await queryPrepared(db, signsRows, [today, lot_id, sign_id])
  return rows.map(({ printed_path, code, ...sign }) => ({
    ...sign,
    leads_to: readPage(printed_path, public_url)?.kind ?? 'LOT',
    short_url: shortUrl(public_url, code),
  }))
}

const paths = statement(
  'list_paths',
  { id: 'uuid', place: 'text', spot_label: 'text?', path: 'text' },
  `select s.id, s.place, p.label as spot_label,
      regexp_replace(s.printed_path, '^/(l|book)/[A-Za-z0-9]+', '/\\1/' || l.public_id) as path
    from signs s join lots l on l.id = s.lot_id
    left join spots p on p.lot_id = s.lot_id and p.id = substring(s.printed_path from 'spot_id=(.*)$')::uuid
    where s.lot_id = $1 and s.taken_down_at is null
    order by lower(s.place)`,
)

/** Returns the current targets of the lot's signs, with the lot's current public id. */
export function listPaths(
  db: Db,
  lot_id: string,
): Promise<{ id: string; place: string; path: string; spot_label: string | null }[]> {
  return queryPrepared(db, paths, [lot_id])
}

/** Returns a sign and locks it until the transaction ends. */
export function lockSign(tx: Tx, lot_id: string, id: string) {
  return tx
    .selectFrom('signs')
    .select(['place', 'printed_path'])
    .where('lot_id', '=', lot_id)
    .where('id', '=', id)
    .where('taken_down_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export function listScans(db: Db, lot_id: string, sign_id: string, today: string) {
  return db
    .selectFrom('short_links as k')
    .innerJoin('short_link_scans as d', (on) =>
      on.onRef('d.short_link_id', '=', 'k.id').onRef('d.lot_id', '=', 'k.lot_id'),
    )
    .select('d.scanned_on')
    .select((eb) => [
      sql<number>`${eb.fn.sum('d.scans')}::int`.as('scans'),
      sql<number>`${eb.fn.sum('d.outdated_scans')}::int`.as('outdated_scans'),
    ])
    .where('k.lot_id', '=', lot_id)
    .where('k.sign_id', '=', sign_id)
    .where('d.scanned_on', '>', sql<string>`${today}::date - 90`)
    .groupBy('d.scanned_on')
    .orderBy('d.scanned_on', 'desc')
    .execute()
}

export async function insertSign(tx: Tx, sign: Insertable<DB['signs']>): Promise<void> {
  await tx.insertInto('signs').values(sign).execute()
}

export async function updateSign(
  tx: Tx,
  lot_id: string,
  id: string,
  patch: Updateable<DB['signs']>,
): Promise<void> {
  await tx.updateTable('signs').set(patch).where('lot_id', '=', lot_id).where('id', '=', id).execute()
}
