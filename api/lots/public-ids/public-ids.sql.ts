import type { PublicIds } from '@openspot/contract/lots/public-ids.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/** Returns the current public id of a lot and its previous ones. */
export async function listPublicIds(db: Db, lot_id: string, now: Date): Promise<PublicIds> {
  const { public_id } = await db
    .selectFrom('lots')
    .select('public_id')
    .where('id', '=', lot_id)
    .executeTakeFirstOrThrow()
  const previous = await db
    .selectFrom('previous_public_ids as f')
    .leftJoin('users as u', 'u.id', 'f.replaced_by_user_id')
    .select(['f.public_id', 'f.replaced_at', 'f.leads_until'])
    .select(sql<boolean>`f.leads_until > ${now.toISOString()}`.as('still_leads'))
    .select(
      sql<{ id: string; name: string } | null>`case when u.id is not null then json_build_object('id', u.id,
        'name', coalesce(nullif(trim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email, '')) end`.as(
        'replaced_by',
      ),
    )
    .where('f.lot_id', '=', lot_id)
    .orderBy('f.replaced_at', 'desc')
    .limit(100)
    .execute()
  return { public_id, previous }
}

/** Replaces the public id of a lot. The previous one keeps working until an instant. */
export async function replacePublicId(
  tx: Tx,
  of: { lot_id: string; old: string; next: string; now: Date; leads_until: string; user_id: string },
): Promise<void> {
  const { lot_id, old, next, now, leads_until, user_id } = of
  await tx
    .insertInto('previous_public_ids')
    .values({
      public_id: old,
      lot_id,
      replaced_at: now.toISOString(),
      leads_until,
      replaced_by_user_id: user_id,
    })
    .execute()
  await tx.updateTable('lots').set({ public_id: next }).where('id', '=', lot_id).execute()
}
