import type { RuleSet } from '@openspot/contract/booking/rule-sets.ts'
import type { FineTerms } from '@openspot/core/fines/terms.ts'
import type { Rules } from '@openspot/core/rules/types.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import { sql } from 'kysely'

/** Selects rule sets with the rules of one version each: the current one, or the given one. */
const select = (db: Db, version: number | null) =>
  db
    .selectFrom('rule_sets as rs')
    .innerJoin('rule_set_versions as v', (on) =>
      on
        .onRef('v.rule_set_id', '=', 'rs.id')
        .onRef('v.lot_id', '=', 'rs.lot_id')
        .on('v.version', '=', version === null ? sql`rs.version` : sql`${version}::integer`),
    )
    .select([
      'rs.id',
      'rs.lot_id',
      'rs.name',
      'rs.is_default',
      'v.version',
      'rs.revision',
      'rs.created_at',
      'v.created_at as changed_at',
    ])
    .select((eb) => eb.ref('v.rules').$castTo<Rules>().as('rules'))
    .select((eb) => eb.ref('v.fine_terms').$castTo<FineTerms | null>().as('fine_terms'))
    .select(
      sql<RuleSet['groups']>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name, g.id), '[]')
        from groups g where g.lot_id = rs.lot_id and g.rule_set_id = rs.id and g.deleted_at is null)`.as(
        'groups',
      ),
    )
    .where('rs.deleted_at', 'is', null)

/** Returns the default first, then the others by name. */
export function listRuleSets(db: Db, lot_id: string): Promise<RuleSet[]> {
  return select(db, null)
    .where('rs.lot_id', '=', lot_id)
    .orderBy('rs.is_default', 'desc')
    .orderBy(sql`lower(rs.name)`)
    .execute()
}

export function findRuleSet(
  db: Db,
  of: { id: string; lot_id: string; version?: number | undefined },
): Promise<RuleSet | undefined> {
  return select(db, of.version ?? null)
    .where('rs.id', '=', of.id)
    .where('rs.lot_id', '=', of.lot_id)
    .executeTakeFirst()
}

/** Returns a rule set that is about to be changed. Locks the lot until the transaction ends. */
export async function lockRuleSet(tx: Tx, id: string, lot_id: string): Promise<RuleSet | undefined> {
  // Lock the lot first, because a new default and the old one are two rows and two people may choose at once.
  await tx.selectFrom('lots').select('id').where('id', '=', lot_id).forNoKeyUpdate().execute()
  return findRuleSet(tx, { id, lot_id })
}

/** Unsets another default, if there is one, and returns its id. */
export async function clearDefault(tx: Tx, lot_id: string, but: string): Promise<string | null> {
  const old = await tx
    .updateTable('rule_sets')
    .set((eb) => ({ is_default: false, revision: eb('revision', '+', 1) }))
    .where('lot_id', '=', lot_id)
    .where('is_default', '=', true)
    .where('deleted_at', 'is', null)
    .where('id', '<>', but)
    .returning('id')
    .executeTakeFirst()
  return old?.id ?? null
}

interface Written {
  id: string
  lot_id: string
  name: string
  is_default: boolean
}

export async function insertRuleSet(tx: Tx, written: Written & { created_at: string }): Promise<void> {
  await tx
    .insertInto('rule_sets')
    .values({ ...written, version: 1 })
    .execute()
}

export async function updateRuleSet(
  tx: Tx,
  { id, lot_id, ...patch }: Written & { version: number },
): Promise<void> {
  await tx
    .updateTable('rule_sets')
    .set((eb) => ({ ...patch, revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('lot_id', '=', lot_id)
    .execute()
}

/** Adds a version. Versions are never deleted. */
export async function insertVersion(
  tx: Tx,
  of: {
    id: string
    lot_id: string
    version: number
    rules: Rules
    fine_terms: FineTerms | null
    user_id: string
    now: Date
  },
): Promise<void> {
  await tx
    .insertInto('rule_set_versions')
    .values({
      rule_set_id: of.id,
      lot_id: of.lot_id,
      version: of.version,
      rules: JSON.stringify(of.rules),
      fine_terms: of.fine_terms === null ? null : JSON.stringify(of.fine_terms),
      created_by_user_id: of.user_id,
      created_at: of.now.toISOString(),
    })
    .execute()
}

export async function deleteRuleSet(tx: Tx, id: string, lot_id: string, now: Date): Promise<void> {
  await tx
    .updateTable('rule_sets')
    .set({ deleted_at: now.toISOString() })
    .where('id', '=', id)
    .where('lot_id', '=', lot_id)
    .execute()
}
