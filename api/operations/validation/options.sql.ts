import type {
  OfferedOption,
  OptionForReservation,
  PublicOption,
  ReservationValidation,
} from '@openspot/contract/operations/validation.ts'
import type { ValidationRefusal, ValidationSource } from '@openspot/core/validation/enums.ts'
import {
  tabletValidationsPerHour,
  validationDriverDays,
  validationWindowHours,
} from '@openspot/core/validation/limits.ts'
import { type Db, type Queryable, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { jsonRecord, type RecordOf, statement, text, valuesOf } from '@openspot/db/rows.ts'

/** An option with its partner, as drivers see it. */
export const offered = {
  option_id: 'uuid',
  partner_name: 'text',
  name: 'text',
  discount: 'validation_options.discount',
  amount_cents: 'integer?',
  percent: 'smallint?',
  minutes: 'integer?',
  max_cents: 'integer?',
  starts_on: 'date?',
  ends_on: 'date?',
  weekdays: 'validation_options.weekdays',
} as const
export const offeredSelect = `o.id as option_id, p.name as partner_name, o.name, o.discount, o.amount_cents, o.percent, o.minutes, o.max_cents,
  o.starts_on, o.ends_on, o.weekdays`
export const offeredFrom = `validation_options o join validation_partners p on p.id = o.partner_id and p.lot_id = o.lot_id`

const lotOptions = statement(
  'list_lot_options',
  offered,
  `select ${offeredSelect} from ${offeredFrom} join lots l on l.id = o.lot_id
   where o.lot_id = $1 and o.deleted_at is null and not o.is_paused and not p.is_paused
     and (o.ends_on is null or o.ends_on >= ($2::timestamptz at time zone l.time_zone)::date)
   order by lower(p.name), lower(o.name)`,
)

/** Returns the options of a lot that are in use, or will be, by partner. */
export const listLotOptions = (db: Queryable, lot_id: string, now: Date): Promise<OfferedOption[]> =>
  queryPrepared(db, lotOptions, [lot_id, now.toISOString()])

const publicOption = statement(
  'find_public_option',
  {
    ...offered,
    lot_id: 'uuid',
    public_id: 'text',
    lot_name: 'text',
    currency: 'text',
    time_zone: 'text',
    is_available: 'boolean',
  },
  `select ${offeredSelect}, l.id as lot_id, l.public_id, l.name as lot_name, l.currency, l.time_zone,
     not (o.is_paused or p.is_paused or coalesce(o.ends_on < ($2::timestamptz at time zone l.time_zone)::date, false)) as is_available
   from ${offeredFrom} join lots l on l.id = o.lot_id
   where o.public_option_id = $1 and o.deleted_at is null`,
)

/** Returns the option with a public ID, or undefined. */
export async function findPublicOption(
  db: Queryable,
  public_option_id: string,
  now: Date,
): Promise<PublicOption | undefined> {
  const [row] = await queryPrepared(db, publicOption, [public_option_id, now.toISOString()])
  if (!row) return undefined
  const { lot_id, public_id, lot_name, currency, time_zone, ...option } = row
  return { ...option, lot: { id: lot_id, public_id, name: lot_name, currency, time_zone } }
}

const optionsForReservation = statement(
  'list_options_for_reservation',
  { ...offered, refusal: text<ValidationRefusal | ''>(), value_cents: 'integer', is_intended: 'boolean' },
  `select ${offeredSelect}, coalesce(c.reason, '') as refusal, c.value_cents, t.option_id is not null as is_intended
   from paid_reservation($1, $2) r
     join (${offeredFrom}) on o.lot_id = r.lot_id
     left join validation_intents t on t.reservation_id = r.id and t.lot_id = r.lot_id and t.option_id = o.id
     cross join lateral check_option($3::timestamptz, o, p, r, ${validationDriverDays}) c
   where o.deleted_at is null and ($4::uuid is null or o.id = $4) and ($5::uuid is null or o.partner_id = $5)
   order by lower(p.name), lower(o.name)`,
)

/** Returns the options of the lot of a reservation with whether each could validate it now. */
export async function listOptionsForReservation(
  db: Queryable,
  of: { lot_id: string; reservation_id: string; now: Date; option_id?: string | null; partner_id?: string },
): Promise<(OptionForReservation & { is_intended: boolean })[]> {
  const rows = await queryPrepared(db, optionsForReservation, [
    of.lot_id,
    of.reservation_id,
    of.now.toISOString(),
    of.option_id ?? null,
    of.partner_id ?? null,
  ])
  return rows.map(({ refusal, ...row }) => ({ ...row, refusal: refusal === '' ? null : refusal }))
}

const validationOf = statement(
  'find_validation',
  {
    id: 'uuid',
    reservation_id: 'uuid',
    partner_name: 'text',
    option_name: 'text',
    source: 'validations.source',
    given_cents: 'integer',
    value_cents: 'integer',
    currency: 'text',
    validated_at: 'timestamptz',
  },
  `select v.id, v.reservation_id, p.name as partner_name, o.name as option_name, v.source, v.given_cents, v.value_cents, v.currency, v.validated_at
   from paid_reservation($1, $2) r join validations v on v.reservation_id = r.id and v.lot_id = r.lot_id
     join validation_partners p on p.id = v.partner_id and p.lot_id = v.lot_id
     join validation_options o on o.id = v.option_id and o.lot_id = v.lot_id`,
)
const codeLength = 8
/** The code of the reservation `r`: hexadecimal digits of a hash of its ID. It identifies and doesn't authorize. */
export const codeOf = `upper(left(encode(sha256(convert_to(r.id::text, 'UTF8')), 'hex'), ${codeLength}))`
const window = statement(
  'find_validation_window',
  { reservation_id: 'uuid', currency: 'text', validate_until_at: 'timestamptz?', code: 'text' },
  `select r.id as reservation_id, r.currency,
     parking_ends_at(r.lot_id, r.id) + make_interval(hours => ${validationWindowHours}) as validate_until_at, ${codeOf} as code
   from paid_reservation($1, $2) r`,
)

/** Returns the validation of a reservation and what it may be validated with; with `option_id`, of only that option. */
export async function readReservationValidation(
  db: Queryable,
  of: { lot_id: string; reservation_id: string; now: Date; option_id?: string | null },
): Promise<ReservationValidation> {
  const key = [of.lot_id, of.reservation_id]
  const [found] = await queryPrepared(db, window, key)
  if (!found) throw new Error(`There is no reservation ${of.reservation_id}.`)
  const [validation] = await queryPrepared(db, validationOf, key)
  const all = await listOptionsForReservation(db, { ...of, option_id: null })
  const options = all.map((each) => {
    const { is_intended: _, ...option } = each
    return option
  })
  return {
    ...found,
    validation: validation ?? null,
    intended: options[all.findIndex(({ is_intended }) => is_intended)] ?? null,
    options: options.filter(
      ({ option_id, refusal }) =>
        (of.option_id ?? option_id) === option_id &&
        (of.option_id !== undefined || refusal !== 'OPTION_PAUSED'),
    ),
  }
}

const validateRecord = jsonRecord(
  'validate_reservation.p',
  {
    validation_id: 'uuid',
    lot_id: 'uuid',
    reservation_id: 'uuid',
    option_id: 'uuid',
    source: valuesOf<ValidationSource>('validation_source'),
    by_user_id: 'uuid?',
    refund_reason: 'text',
    driver_days: 'integer',
    tablet_per_hour: 'integer',
  },
  {},
)
const validated = statement(
  'validate_reservation',
  {
    outcome: text<'validated' | 'exists' | 'refused' | 'option_not_found'>(),
    reason: text<ValidationRefusal | ''>(),
    validation_id: 'uuid?',
  },
  `select outcome, coalesce(reason, '') as reason, validation_id from validate_reservation($1, $2)`,
)

/** Validates a reservation; `db/functions/validation.sql` explains the outcomes. */
export async function validateReservation(
  tx: Tx,
  now: Date,
  of: Omit<RecordOf<typeof validateRecord>, 'driver_days' | 'tablet_per_hour'>,
) {
  const record: RecordOf<typeof validateRecord> = {
    ...of,
    driver_days: validationDriverDays,
    tablet_per_hour: tabletValidationsPerHour,
  }
  const [row] = await queryPrepared(tx, validated, [now.toISOString(), JSON.stringify(record)])
  if (!row) throw new Error('validate_reservation returned no row')
  return { outcome: row.outcome, reason: row.reason === '' ? null : row.reason }
}

/** Stores the option that a driver wants to use. */
export async function setIntent(
  db: Db,
  of: { lot_id: string; reservation_id: string; option_id: string; now: Date },
): Promise<void> {
  const row = {
    lot_id: of.lot_id,
    reservation_id: of.reservation_id,
    option_id: of.option_id,
    chosen_at: of.now.toISOString(),
  }
  await db
    .insertInto('validation_intents')
    .values(row)
    .onConflict((on) =>
      on
        .columns(['reservation_id', 'lot_id'])
        .doUpdateSet({ option_id: row.option_id, chosen_at: row.chosen_at }),
    )
    .execute()
}

export async function deleteIntent(db: Db, lot_id: string, reservation_id: string): Promise<void> {
  await db
    .deleteFrom('validation_intents')
    .where('lot_id', '=', lot_id)
    .where('reservation_id', '=', reservation_id)
    .execute()
}
