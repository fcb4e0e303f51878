import type { CarProposal } from '@openspot/contract/people/cars.ts'
import type { CarFact } from '@openspot/core/cars/car-facts.ts'
import { type Db, queryPrepared, type Tx } from '@openspot/db/database.ts'
import { json, orNull, statement } from '@openspot/db/rows.ts'
import type { LotCarNotes } from '@openspot/db/types.ts'
import { type Insertable, sql } from 'kysely'
import { factColumns, factShape } from './car-facts.sql.ts'

type Recorded = Pick<
  Insertable<LotCarNotes>,
  'plate' | 'plate_normalized' | 'region' | CarFact | 'valid_until' | 'reason'
>

/** The maximum number of vehicles that staff of one lot can have recorded for one person at a time. */
const MAX_NOTES = 20

/**
 * Records a correction of a person's vehicle in one lot, replacing the previous one. Must run in a transaction that has
 * locked the vehicle (`lockCar`).
 */
export async function recordCorrection(
  tx: Tx,
  note: Recorded & {
    id: string
    lot_id: string
    user_id: string
    car_id: string
    created_at: string
    created_by_user_id: string
  },
): Promise<void> {
  await tx
    .updateTable('lot_car_notes')
    .set({ state: 'WITHDRAWN', answered_at: note.created_at })
    .where('lot_id', '=', note.lot_id)
    .where('car_id', '=', note.car_id)
    .where('state', '=', 'OPEN')
    .execute()
  await tx.insertInto('lot_car_notes').values(note).execute()
}

/**
 * Records another vehicle of a person in one lot. Returns 'full' if staff have recorded the maximum, and 'exists' if it
 * is already there. Must run in a transaction; locks the user's row.
 */
export async function recordCar(
  tx: Tx,
  note: Recorded & {
    id: string
    lot_id: string
    user_id: string
    created_at: string
    created_by_user_id: string
  },
): Promise<'recorded' | 'full' | 'exists'> {
  // Lock the user, so that concurrent additions wait and are counted.
  await tx.selectFrom('users').select('id').where('id', '=', note.user_id).forNoKeyUpdate().execute()
  const { kept } = await tx
    .selectFrom('lot_car_notes')
    .select((eb) => eb.fn.countAll<number>().as('kept'))
    .where('lot_id', '=', note.lot_id)
    .where('user_id', '=', note.user_id)
    .where('car_id', 'is', null)
    .where('reservation_id', 'is', null)
    .where('state', '=', 'OPEN')
    .executeTakeFirstOrThrow()
  if (kept >= MAX_NOTES) return 'full'
  const made = await tx
    .insertInto('lot_car_notes')
    .values(note)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made ? 'recorded' : 'exists'
}

/** Returns an open note and locks it until the transaction ends. */
export function lockNote(tx: Tx, of: { id: string; lot_id?: string; user_id?: string }) {
  return tx
    .selectFrom('lot_car_notes')
    .selectAll()
    .where('id', '=', of.id)
    .where('state', '=', 'OPEN')
    .$if(of.lot_id !== undefined, (q) => q.where('lot_id', '=', of.lot_id ?? ''))
    .$if(of.user_id !== undefined, (q) => q.where('user_id', '=', of.user_id ?? ''))
    .forUpdate()
    .executeTakeFirst()
}

/** Changes what staff recorded in a note of their own lot. */
export async function changeNote(
  tx: Tx,
  of: { id: string; lot_id: string },
  patch: Partial<Recorded>,
): Promise<void> {
  await tx
    .updateTable('lot_car_notes')
    .set(patch)
    .where('id', '=', of.id)
    .where('lot_id', '=', of.lot_id)
    .execute()
}

/** Closes an open note: its owner accepted or dismissed it, or staff withdrew it. */
export async function closeNote(
  tx: Tx,
  of: { id: string; lot_id: string },
  state: 'ACCEPTED' | 'DISMISSED' | 'WITHDRAWN',
  now: Date,
): Promise<void> {
  await tx
    .updateTable('lot_car_notes')
    .set({ state, answered_at: now.toISOString() })
    .where('id', '=', of.id)
    .where('lot_id', '=', of.lot_id)
    .execute()
}

/** Withdraws what staff recorded about a vehicle in one lot, if anything. */
export async function withdrawCorrection(
  tx: Tx,
  of: { lot_id: string; car_id: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('lot_car_notes')
    .set({ state: 'WITHDRAWN', answered_at: now.toISOString() })
    .where('lot_id', '=', of.lot_id)
    .where('car_id', '=', of.car_id)
    .where('state', '=', 'OPEN')
    .execute()
}

/**
 * Gives a reservation a plate of its own. Must run in the transaction that removed its vehicle, which also withdraws the plate that it
 * had before.
 */
export async function recordReservationPlate(
  tx: Tx,
  note: Pick<Recorded, 'plate' | 'plate_normalized' | 'region'> & {
    id: string
    lot_id: string
    user_id: string
    reservation_id: string
    reason?: string
    created_at: string
    created_by_user_id: string
  },
): Promise<void> {
  await tx.insertInto('lot_car_notes').values(note).execute()
}

/** Gives the rest of a reservation, which continues on another spot, the plate that staff gave the reservation, if any. */
export async function copyReservationPlate(
  tx: Tx,
  of: { lot_id: string; from_id: string; to_id: string },
): Promise<void> {
  await sql`insert into lot_car_notes (lot_id, user_id, reservation_id, plate, plate_normalized, region, reason, created_at, created_by_user_id)
    select n.lot_id, n.user_id, ${of.to_id}::uuid, n.plate, n.plate_normalized, n.region, n.reason, n.created_at, n.created_by_user_id
    from lot_car_notes n where n.reservation_id = ${of.from_id}::uuid and n.lot_id = ${of.lot_id}::uuid and n.state = 'OPEN'`.execute(
    tx,
  )
}

/** Gives a reservation the vehicle that its driver made of such a plate, unless it has another one by now. */
export async function takeNotedCar(
  tx: Tx,
  of: { lot_id: string; reservation_id: string; car_id: string },
  now: Date,
): Promise<void> {
  await sql`select take_noted_car(${now.toISOString()}::timestamptz, ${of.lot_id}::uuid, ${of.reservation_id}::uuid, ${of.car_id}::uuid)`.execute(
    tx,
  )
}

const proposals = statement(
  'list_car_proposals',
  {
    id: 'uuid',
    lot_id: 'uuid',
    lot_name: 'text',
    plate: 'text',
    region: 'text',
    ...factShape,
    valid_until: 'timestamptz?',
    reason: 'text?',
    created_at: 'timestamptz',
    car: orNull(json<NonNullable<CarProposal['car']>>('json')),
  },
  `select n.id, n.lot_id, lot_text('name', l.name, l.language, l.texts, (select u.language from users u where u.id = $1)) as lot_name, n.plate, n.region, ${factColumns('n')}, n.valid_until, n.reason, n.created_at,
      case when c.id is not null then json_build_object('id', c.id, 'plate', c.plate, 'region', c.region) end as car
    from lot_car_notes n join lots l on l.id = n.lot_id left join cars c on c.id = n.car_id
    where n.user_id = $1 and n.state = 'OPEN' and (n.car_id is null or c.deleted_at is null)
    order by n.created_at desc, n.id desc limit 100`,
)

/** Returns what lots recorded about a person's vehicles and the person has not answered, newest first. */
export async function listProposals(db: Db, user_id: string): Promise<CarProposal[]> {
  return queryPrepared(db, proposals, [user_id])
}

/**
 * Returns whether a person is an ACTIVE member by their own act, and locks the membership until the transaction ends.
 */
export async function isActingMember(tx: Tx, lot_id: string, user_id: string): Promise<boolean> {
  const membership = await tx
    .selectFrom('memberships')
    .select('id')
    .where('lot_id', '=', lot_id)
    .where('user_id', '=', user_id)
    .where('status', '=', 'ACTIVE')
    .where('acted_at', 'is not', null)
    .forShare()
    .executeTakeFirst()
  return membership !== undefined
}

/** Returns the name of a lot, and the address and language of a person whom it notifies. */
export function getOwnerToNotify(db: Db, lot_id: string, user_id: string) {
  return db
    .selectFrom('users as u')
    .innerJoin('lots as l', (on) => on.on('l.id', '=', lot_id))
    .select(['l.name as lot', 'u.email', 'u.language'])
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow()
}
