import type { FineEvidence, StaffFine } from '@openspot/contract/operations/fines.ts'
import type { FineReason, FineStatus } from '@openspot/core/fines/enums.ts'
import { GUEST_DAYS } from '@openspot/core/memberships/privacy.ts'
import { type Queryable, queryPrepared } from '@openspot/db/database.ts'
import { json, orNull, type RowOf, statement, text } from '@openspot/db/rows.ts'
import { withInstants } from '../../instants.ts'
import { secondPayments } from '../../money/payments/second-payments.ts'
import { decodeCursor, pageOf } from '../../plugins/paging.ts'

const fine = {
  id: 'uuid',
  code: 'text',
  lot_id: 'uuid',
  lot_name: 'text',
  lot_public_id: 'text',
  lot_address: 'text?',
  country: 'text',
  time_zone: 'text',
  status: 'fines.status',
  reason: 'fines.reason',
  note: 'text?',
  plate: 'text',
  region: 'text',
  is_plate_confirmed: 'boolean',
  similar_plates: json<StaffFine['similar_plates']>(),
  user_id: 'uuid?',
  user_name: 'text?',
  car_id: 'uuid?',
  spot_label: 'text?',
  photos: json<StaffFine['photos']>(),
  seen_at: 'timestamptz',
  created_at: 'timestamptz',
  created_by_name: 'text?',
  currency: 'text',
  amount_cents: 'integer',
  due_at: 'timestamptz?',
  appeal_until: 'timestamptz',
  explanation: json<StaffFine['explanation']>(),
  appeal: orNull(json<NonNullable<StaffFine['appeal']>>()),
  appeal_user_id: 'uuid?',
  void_reason: 'fines.void_reason',
  void_note: 'text?',
  voided_at: 'timestamptz?',
  voided_by_name: 'text?',
  evidence_hash: 'text',
  invoice_id: 'uuid?',
  payer_id: 'uuid?',
  paid_cents: 'integer',
  refunded_cents: 'integer',
  refundable_cents: 'integer',
  second_payments: json<NonNullable<StaffFine['second_payments']>>(),
  payment_status: orNull(text<'CREATED' | 'REQUIRES_ACTION' | 'PROCESSING'>()),
} as const
export type FineRow = RowOf<typeof fine>

const nameOf = (user: string) =>
  `(select v.name from visible_person(f.lot_id, ${user}, $1::timestamptz, ${GUEST_DAYS}) v)`
const photosOf = (where: string) =>
  `(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'url', '/api/v2/photos/' || p.id, 'width', p.width, 'height', p.height)
      order by p.created_at, p.id), '[]') from photos p where ${where})`

/** $1 is now, for the names that staff may still see. */
const select = `select f.id, f.code, f.lot_id, l.name as lot_name, l.public_id as lot_public_id,
    nullif(concat_ws(', ', l.street, l.city), '') as lot_address, l.country, l.time_zone, f.status, f.reason, f.note, f.plate, f.region,
    f.is_plate_confirmed, f.similar_plates, f.user_id, ${nameOf('f.user_id')} as user_name, f.car_id, s.label as spot_label,
    ${photosOf('p.fine_id = f.id and p.lot_id = f.lot_id')} as photos,
    f.seen_at, f.created_at, ${nameOf('f.created_by_user_id')} as created_by_name, f.currency, f.amount_cents, f.due_at, f.appeal_until,
    f.explanation || jsonb_build_object('rule_set_id', f.rule_set_id, 'rule_set_version', f.rule_set_version) as explanation,
    case when a.id is not null then jsonb_build_object('id', a.id, 'status', a.status, 'text', a.text,
      'photos', ${photosOf('p.fine_appeal_id = a.id and p.lot_id = a.lot_id')},
      'answer', a.answer, 'created_at', a.created_at, 'decided_at', a.decided_at) end as appeal,
    a.user_id as appeal_user_id, f.void_reason, f.void_note, f.voided_at, ${nameOf('f.voided_by_user_id')} as voided_by_name,
    e.hash as evidence_hash, i.id as invoice_id, i.user_id as payer_id,
    coalesce(i.paid_cents, 0) as paid_cents, coalesce(i.refunded_cents + i.refund_pending_cents, 0) as refunded_cents,
    coalesce(i.paid_cents - i.refunded_cents - i.refund_pending_cents - i.disputed_cents, 0) as refundable_cents,
    ${secondPayments} as second_payments,
    (select y.status::text from payments y where y.invoice_id = i.id and y.lot_id = i.lot_id
      and y.status in ('CREATED', 'REQUIRES_ACTION', 'PROCESSING')) as payment_status
  from fines f join lots l on l.id = f.lot_id
    join fine_events e on e.fine_id = f.id and e.lot_id = f.lot_id and e.seq = 1
    left join spots s on s.id = f.spot_id and s.lot_id = f.lot_id
    left join fine_appeals a on a.fine_id = f.id and a.lot_id = f.lot_id
    left join invoices i on i.fine_id = f.id and i.lot_id = f.lot_id and i.status <> 'CANCELED'`

const byId = statement('find_fine', fine, `${select} where f.id = $2`)
const byCode = statement('find_fine_by_code', fine, `${select} where f.code = $2`)
const ofLot = statement(
  'list_fines',
  fine,
  `${select} where f.lot_id = $2 and ($3::text is null or f.status::text = $3) and ($4::text is null or f.reason::text = $4)
     and ($5::text is null or f.plate_normalized like $5) and ($6::boolean is not true or a.status = 'OPEN')
     and ($7::boolean is not true or f.status = 'UNPAID' and f.due_at < $1 and a.status is distinct from 'OPEN')
     and ($8::timestamptz is null or (f.created_at, f.id) < ($8, $9::uuid))
   order by f.created_at desc, f.id desc limit $10`,
)
const ofUser = statement(
  'list_fines_of_user',
  fine,
  `${select} where f.lot_id = $2 and f.user_id = $3 order by f.created_at desc, f.id desc limit 100`,
)
const ofPerson = statement(
  'list_fines_of_person',
  fine,
  `${select} where f.id in (
       select x.id from fines x where x.user_id = $2
       union select x.fine_id from fine_appeals x where x.user_id = $2
       union select x.fine_id from invoices x where x.user_id = $2 and x.fine_id is not null and x.status <> 'CANCELED')
   order by f.created_at desc, f.id desc limit 50`,
)

const first = (rows: FineRow[]): FineRow | undefined => rows.map(withInstants)[0]

export const findFine = async (db: Queryable, fine_id: string, now: Date): Promise<FineRow | undefined> =>
  first(await queryPrepared(db, byId, [now.toISOString(), fine_id]))

export const findFineByCode = async (db: Queryable, code: string, now: Date): Promise<FineRow | undefined> =>
  first(await queryPrepared(db, byCode, [now.toISOString(), code]))

/** Returns a page of the fines of a lot, newest first. `plate` is normalized, and matches from its beginning. */
export async function listFines(
  db: Queryable,
  of: {
    lot_id: string
    status: FineStatus | null
    reason: FineReason | null
    plate: string | null
    appealed: boolean
    overdue: boolean
    cursor: string | undefined
    limit: number
    now: Date
  },
): Promise<{ items: FineRow[]; next_cursor: string | null }> {
  const after = decodeCursor(of.cursor, ['instant', 'uuid'])
  const rows = await queryPrepared(db, ofLot, [
    of.now.toISOString(),
    of.lot_id,
    of.status,
    of.reason,
    of.plate === null ? null : `${of.plate}%`,
    of.appealed,
    of.overdue,
    after?.[0] ?? null,
    after?.[1] ?? null,
    of.limit + 1,
  ])
  return pageOf(rows.map(withInstants), of.limit, ({ created_at, id }) => [created_at, id])
}

/** Returns the newest fines of a person in a lot. */
export const listUserFines = async (
  db: Queryable,
  of: { lot_id: string; user_id: string; now: Date },
): Promise<FineRow[]> =>
  (await queryPrepared(db, ofUser, [of.now.toISOString(), of.lot_id, of.user_id])).map(withInstants)

/** Returns the newest fines of a person, and those that they paid or appealed. */
export const listFinesOfPerson = async (
  db: Queryable,
  of: { user_id: string; now: Date },
): Promise<FineRow[]> =>
  (await queryPrepared(db, ofPerson, [of.now.toISOString(), of.user_id])).map(withInstants)

const chain = statement(
  'list_fine_events',
  { payload: 'text', hash: 'text' },
  'select e.payload, e.hash from fine_events e where e.fine_id = $1 order by e.seq',
)
const facts = statement('find_fine_facts', { facts: 'text?' }, 'select f.facts from fines f where f.id = $1')
const photoBytes = statement(
  'list_fine_photo_bytes',
  { id: 'uuid', webp_base64: 'text' },
  `select p.id, translate(encode(p.bytes, 'base64'), E'\\n', '') as webp_base64 from photos p
   where p.fine_id = $1 or p.fine_appeal_id in (select a.id from fine_appeals a where a.fine_id = $1 and ($2 or a.user_id = $3))
   order by p.created_at, p.id`,
)

/**
 * Returns the chain of evidence with what it has hashes of. The photos of an appeal are only for the staff and for whoever
 * appealed.
 */
export async function getEvidence(
  db: Queryable,
  fine_id: string,
  reader: { is_staff: boolean; user_id: string | null },
): Promise<FineEvidence> {
  const [stored, events, photos] = await Promise.all([
    queryPrepared(db, facts, [fine_id]),
    queryPrepared(db, chain, [fine_id]),
    queryPrepared(db, photoBytes, [fine_id, reader.is_staff, reader.user_id]),
  ])
  return { version: 1, facts: stored[0]?.facts ?? null, events, photos }
}

const photoOfFine = statement(
  'find_photo_of_fine',
  { bytes: 'bytea' },
  `select p.bytes from photos p join fines f on f.lot_id = p.lot_id and f.code = $1
     left join fine_appeals a on a.fine_id = f.id and a.lot_id = f.lot_id
   where p.id = $2 and (p.fine_id = f.id or p.fine_appeal_id = a.id and a.user_id = $3)`,
)

/** Returns a photo of a fine by the code of its notice. A photo of the appeal is only for the person who appealed. */
export async function findPhotoOfFine(
  db: Queryable,
  of: { code: string; photo_id: string; user_id: string | null },
): Promise<Buffer | undefined> {
  return (await queryPrepared(db, photoOfFine, [of.code, of.photo_id, of.user_id]))[0]?.bytes
}

const relation = statement(
  'is_person_of_lot',
  { is_related: 'boolean' },
  `select exists (select from memberships m where m.lot_id = $1 and m.user_id = $2)
     or exists (select from reservations r where r.lot_id = $1 and r.user_id = $2)
     or exists (select from fines f where f.lot_id = $1 and f.user_id = $2) as is_related`,
)

/** Whether a person is or was a member of a lot, reserved there, or was fined there. */
export async function isPersonOfLot(db: Queryable, lot_id: string, user_id: string): Promise<boolean> {
  return (await queryPrepared(db, relation, [lot_id, user_id]))[0]?.is_related ?? false
}
