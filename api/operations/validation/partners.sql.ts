import type {
  ValidationOption,
  ValidationPartner,
} from '@openspot/contract/operations/validation-partners.ts'
import { type Db, type Queryable, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable, Updateable } from 'kysely'

const partnerShape = {
  id: 'uuid',
  lot_id: 'uuid',
  name: 'text',
  contact_name: 'text?',
  contact_email: 'text?',
  contact_phone: 'text?',
  billing: 'validation_partners.billing',
  monthly_budget_cents: 'integer?',
  is_paused: 'boolean',
  currency: 'text',
  balance_cents: 'bigint',
  month_cents: 'bigint',
  has_tablet: 'boolean',
  tablet_at: 'timestamptz?',
} as const
const partners = statement(
  'list_validation_partners',
  partnerShape,
  `select p.id, p.lot_id, p.name, p.contact_name, p.contact_email, p.contact_phone, p.billing, p.monthly_budget_cents, p.is_paused, p.currency,
     p.balance_cents, p.tablet_code_hash is not null as has_tablet, p.tablet_code_at as tablet_at,
     (select coalesce(sum(v.value_cents), 0) from validations v where v.partner_id = p.id and v.lot_id = p.lot_id
       and v.validated_at >= at_local(date_trunc('month', $3::timestamptz at time zone l.time_zone), l.time_zone)) as month_cents
   from validation_partners p join lots l on l.id = p.lot_id
   where p.lot_id = $1 and p.deleted_at is null and ($2::uuid is null or p.id = $2) order by lower(p.name)`,
)

const optionShape = {
  id: 'uuid',
  partner_id: 'uuid',
  public_option_id: 'text',
  name: 'text',
  discount: 'validation_options.discount',
  amount_cents: 'integer?',
  percent: 'smallint?',
  minutes: 'integer?',
  max_cents: 'integer?',
  starts_on: 'date?',
  ends_on: 'date?',
  weekdays: 'validation_options.weekdays',
  budget_cents: 'integer?',
  daily_cap: 'integer?',
  driver_cap: 'integer?',
  is_paused: 'boolean',
  used_cents: 'bigint',
  validations: 'integer',
  validations_today: 'integer',
  rotated_at: 'timestamptz?',
} as const
const options = statement(
  'list_validation_options',
  optionShape,
  `select o.id, o.partner_id, o.public_option_id, o.name, o.discount, o.amount_cents, o.percent, o.minutes, o.max_cents, o.starts_on, o.ends_on,
     o.weekdays, o.budget_cents, o.daily_cap, o.driver_cap, o.is_paused, o.used_cents, o.rotated_at,
     (select count(*)::int from validations v where v.option_id = o.id and v.lot_id = o.lot_id) as validations,
     (select count(*)::int from validations v where v.option_id = o.id and v.lot_id = o.lot_id and v.value_cents > 0
       and v.validated_at >= at_local(date_trunc('day', $3::timestamptz at time zone l.time_zone), l.time_zone)) as validations_today
   from validation_options o join lots l on l.id = o.lot_id
   where o.lot_id = $1 and o.deleted_at is null and ($2::uuid is null or o.id = $2) order by lower(o.name)`,
)

interface Of {
  lot_id: string
  now: Date
}

/** Returns the partners of a lot with their options, or one of them. */
export async function listPartners(
  db: Queryable,
  of: Of & { partner_id?: string },
): Promise<ValidationPartner[]> {
  const now = of.now.toISOString()
  const rows = await queryPrepared(db, partners, [of.lot_id, of.partner_id ?? null, now])
  const all = await listOptions(db, of)
  return rows.map((row) => ({ ...row, options: all.filter(({ partner_id }) => partner_id === row.id) }))
}

/** Returns the options of a lot, or one of them. */
export const listOptions = (db: Queryable, of: Of & { option_id?: string }): Promise<ValidationOption[]> =>
  queryPrepared(db, options, [of.lot_id, of.option_id ?? null, of.now.toISOString()])

export async function countPartners(tx: Tx, lot_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('validation_partners')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lot_id', '=', lot_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function countOptions(tx: Tx, partner_id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('validation_options')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('partner_id', '=', partner_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertPartner(tx: Tx, partner: Insertable<DB['validation_partners']>): Promise<void> {
  await tx.insertInto('validation_partners').values(partner).execute()
}

export async function insertOption(tx: Tx, option: Insertable<DB['validation_options']>): Promise<void> {
  await tx.insertInto('validation_options').values(option).execute()
}

/** Locks a partner and returns it. */
export const lockPartner = (tx: Tx, lot_id: string, partner_id: string) =>
  tx
    .selectFrom('validation_partners')
    .selectAll()
    .where('lot_id', '=', lot_id)
    .where('id', '=', partner_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Locks an option and returns its settings. */
export const lockOption = (tx: Tx, lot_id: string, option_id: string) =>
  tx
    .selectFrom('validation_options')
    .selectAll()
    .where('lot_id', '=', lot_id)
    .where('id', '=', option_id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export async function updatePartner(
  db: Db,
  lot_id: string,
  partner_id: string,
  set: Updateable<DB['validation_partners']>,
): Promise<void> {
  await db
    .updateTable('validation_partners')
    .set(set)
    .where('lot_id', '=', lot_id)
    .where('id', '=', partner_id)
    .execute()
}

/** Changes an option, or with `partner_id` all options of a partner that are not removed. */
export async function updateOptions(
  db: Db,
  of: { lot_id: string } & ({ option_id: string } | { partner_id: string }),
  set: Updateable<DB['validation_options']>,
): Promise<void> {
  const update = db
    .updateTable('validation_options')
    .set(set)
    .where('lot_id', '=', of.lot_id)
    .where('deleted_at', 'is', null)
  await ('option_id' in of
    ? update.where('id', '=', of.option_id)
    : update.where('partner_id', '=', of.partner_id)
  ).execute()
}
