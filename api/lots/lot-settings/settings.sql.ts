import type { Ring } from '@openspot/contract/common.ts'
import type { FailedPaymentRule } from '@openspot/core/enums.ts'
import type { Db, Tx } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Selectable, Updateable } from 'kysely'
import { type LotRow, selectLots } from '../lots/lots.sql.ts'

const columns = [
  'invite_only',
  'retired_at',
  'trust_level',
  'trust_reason',
  'spot_limit',
  'version',
  'host_share_bps',
  'payout_hold_hours',
  'failed_payment_days',
  'refund_undo_minutes',
  'approval_limit_cents',
  'contact_phone',
  'contact_email',
  'entry_instructions',
] as const

/** A lot with every setting that its admins can change. */
export type SettingsRow = LotRow &
  Pick<Selectable<DB['lots']>, (typeof columns)[number]> & { failed_payment_rule: FailedPaymentRule }

/** The changeable settings of a lot, as its columns. */
export type SettingsChange = Omit<Partial<SettingsRow>, 'id' | 'public_id' | 'takes_bookings'>

const select = (db: Db) =>
  selectLots(db)
    .select(columns)
    .select((eb) => eb.ref('failed_payment_rule').$castTo<FailedPaymentRule>().as('failed_payment_rule'))

export function getSettings(db: Db, lot_id: string): Promise<SettingsRow> {
  return select(db).where('id', '=', lot_id).executeTakeFirstOrThrow()
}

/** Returns a lot and locks its settings until the transaction ends. Bookings are not blocked. */
export function lockSettings(tx: Tx, lot_id: string): Promise<SettingsRow> {
  return select(tx).where('id', '=', lot_id).forNoKeyUpdate().executeTakeFirstOrThrow()
}

/** Updates the given columns. The database raises the terms version if necessary. */
export async function updateSettings(tx: Tx, lot_id: string, change: SettingsChange): Promise<SettingsRow> {
  const { opening_hours, boundary, texts, ...rest } = change
  const hours = opening_hours && JSON.stringify(opening_hours)
  const columns: Updateable<DB['lots']> = {
    ...rest,
    ...(hours === undefined ? {} : { opening_hours: hours }),
    ...(texts === undefined ? {} : { texts: JSON.stringify(texts) }),
    ...(boundary === undefined ? {} : { boundary: boundary && JSON.stringify(boundary) }),
  }
  await tx
    .updateTable('lots')
    .set(columns)
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', lot_id)
    .execute()
  return getSettings(tx, lot_id)
}

export async function updateBoundary(tx: Tx, lot_id: string, boundary: Ring[]): Promise<void> {
  await tx
    .updateTable('lots')
    .set({ boundary: JSON.stringify(boundary) })
    .where('id', '=', lot_id)
    .execute()
}
