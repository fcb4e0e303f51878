import type { LotExport } from '@openspot/contract/lots/lot-export.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'
import { seenPerson } from '../../people/privacy/seen-person.sql.ts'

type Person = NonNullable<LotExport['people']>[number]

/** Returns the members of a lot with their groups and spots. */
export function listPeople(db: Db, lot_id: string): Promise<Person[]> {
  return db
    .selectFrom('memberships as m')
    .innerJoinLateral(seenPerson('m.lot_id', 'm.user_id').as<'u'>(sql.ref('u')), (join) => join.onTrue())
    .leftJoin('groups as g', (on) => on.onRef('g.id', '=', 'm.group_id').onRef('g.lot_id', '=', 'm.lot_id'))
    .select(['u.email', 'u.phone', 'u.first_name', 'u.last_name', 'm.role', 'g.name as group'])
    .select(
      sql<
        string[]
      >`array(select s.label from spots s where s.lot_id = m.lot_id and s.assigned_user_id = m.user_id
        and s.deleted_at is null order by s.spot_no)`.as('spots'),
    )
    .where('m.lot_id', '=', lot_id)
    .where('m.status', '=', 'ACTIVE')
    .orderBy('m.created_at')
    .orderBy('m.id')
    .execute()
}

export function listGroups(db: Db, lot_id: string): Promise<LotExport['groups']> {
  return db
    .selectFrom('groups as g')
    .leftJoin('rule_sets as r', (on) =>
      on
        .onRef('r.id', '=', 'g.rule_set_id')
        .onRef('r.lot_id', '=', 'g.lot_id')
        .on('r.deleted_at', 'is', null),
    )
    .select(['g.name', 'g.unit', 'r.id as rule_set_id'])
    .where('g.lot_id', '=', lot_id)
    .where('g.deleted_at', 'is', null)
    .orderBy(sql`lower(g.name)`)
    .execute()
}

/** Returns the availability rules that reserve a spot for an assignment, which are not settings of the lot. */
export async function listReservingRules(db: Db, lot_id: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('upcoming_assignments')
    .select('availability_id')
    .where('lot_id', '=', lot_id)
    .execute()
  return new Set(rows.map(({ availability_id }) => availability_id))
}

/** Returns the bytes of the lot's pictures by their file. */
export async function listPictures(db: Db, lot_id: string): Promise<Map<string, Buffer>> {
  const rows = await db.selectFrom('files').select(['id', 'bytes']).where('lot_id', '=', lot_id).execute()
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

/** Returns the lots whose visitors are redirected to a lot. */
export function listRedirectsTo(db: Db, lot_id: string): Promise<NonNullable<LotExport['redirects']>> {
  return db
    .selectFrom('lot_redirects as d')
    .innerJoin('lots as l', 'l.id', 'd.from_lot_id')
    .select(['l.public_id', 'l.name'])
    .where('d.to_lot_id', '=', lot_id)
    .orderBy('l.name')
    .orderBy('l.id')
    .execute()
}

export async function insertGroups(
  tx: Tx,
  lot_id: string,
  groups: readonly (LotExport['groups'][number] & { id: string })[],
  created_at: string,
): Promise<void> {
  if (groups.length === 0) return
  await tx
    .insertInto('groups')
    .values(groups.map((group) => ({ ...group, lot_id, created_at })))
    .execute()
}
