import type { ValidationEntry } from '@openspot/contract/operations/validation.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import type { ValidationSource } from '@openspot/core/validation/enums.ts'
import { type Queryable, queryPrepared } from '@openspot/db/database.ts'
import { statement } from '@openspot/db/rows.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

const history = statement(
  'list_validations',
  {
    id: 'uuid',
    reservation_id: 'uuid',
    partner_id: 'uuid',
    partner_name: 'text',
    option_id: 'uuid',
    option_name: 'text',
    source: 'validations.source',
    given_cents: 'integer',
    value_cents: 'integer',
    paid_cents: 'integer',
    currency: 'text',
    validated_at: 'timestamptz',
    driver_name: 'text?',
    plate: 'text?',
    by_name: 'text?',
    spot_label: 'text',
    starts_at: 'timestamptz',
    ends_at: 'timestamptz?',
  },
  `select v.id, v.reservation_id, v.partner_id, p.name as partner_name, v.option_id, o.name as option_name, v.source, v.given_cents, v.value_cents,
     v.paid_cents, v.currency, v.validated_at, seen.name as driver_name, car.plate, by_whom.name as by_name, s.label as spot_label,
     r.starts_at, r.ends_at
   from validations v
     join validation_partners p on p.id = v.partner_id and p.lot_id = v.lot_id
     join validation_options o on o.id = v.option_id and o.lot_id = v.lot_id
     join reservations r on r.id = v.reservation_id and r.lot_id = v.lot_id
     join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
     left join lateral visible_person(v.lot_id, r.user_id, $2::timestamptz, ${GUEST_DAYS}) seen on true
     left join lateral visible_person(v.lot_id, v.by_user_id, $2::timestamptz, ${GUEST_DAYS}) by_whom on true
     left join lateral plate_of_reservation(r.lot_id, r.id, r.car_id, v.validated_at) car on true
   where v.lot_id = $1 and ($3::uuid is null or v.partner_id = $3) and ($4::validation_source is null or v.source = $4)
     and ($5::timestamptz is null or v.validated_at >= $5) and ($6::timestamptz is null or v.validated_at < $6)
     and ($7::timestamptz is null or (v.validated_at, v.id) < ($7, $8::uuid))
   order by v.validated_at desc, v.id desc limit $9`,
)

/** Returns a page of the validations of a lot, newest first. */
export async function validations(
  db: Queryable,
  of: {
    lot_id: string
    now: Date
    partner_id?: string
    source?: ValidationSource
    from?: string
    to?: string
    cursor?: string
    limit?: number
  },
): Promise<{ items: ValidationEntry[]; next_cursor: string | null }> {
  const { limit = 20 } = of
  const after = decodeCursor(of.cursor, ['instant', 'uuid'])
  const rows = await queryPrepared(db, history, [
    of.lot_id,
    of.now.toISOString(),
    of.partner_id ?? null,
    of.source ?? null,
    of.from ?? null,
    of.to ?? null,
    after?.[0] ?? null,
    after?.[1] ?? null,
    limit + 1,
  ])
  return pageOf(rows, limit, (row) => [row.validated_at, row.id])
}
