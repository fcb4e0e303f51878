import type { Fine } from '@openspot/contract/operations/fine-notices.ts'
import type { StaffFine } from '@openspot/contract/operations/fines.ts'
import { fineMoves } from '@openspot/core/fines/states.ts'
import type { FineRow } from './fines.sql.ts'

const factsOf = (row: FineRow) => ({
  id: row.id,
  code: row.code,
  lot_id: row.lot_id,
  lot_name: row.lot_name,
  time_zone: row.time_zone,
  status: row.status,
  reason: row.reason,
  note: row.note,
  plate: row.plate,
  region: row.region,
  spot_label: row.spot_label,
  photos: row.photos,
  seen_at: row.seen_at,
  created_at: row.created_at,
  currency: row.currency,
  amount_cents: row.amount_cents,
  paid_cents: row.paid_cents,
  refunded_cents: row.refunded_cents,
  second_payments: row.second_payments,
  due_at: row.due_at,
  appeal_until: row.appeal_until,
  explanation: row.explanation,
  appeal: row.appeal,
  void_reason: row.void_reason,
  void_note: row.void_note,
  voided_at: row.voided_at,
  evidence_hash: row.evidence_hash,
})

export const toStaffFine = (row: FineRow): StaffFine => ({
  ...factsOf(row),
  user_id: row.user_id,
  user_name: row.user_name,
  car_id: row.car_id,
  created_by_name: row.created_by_name,
  voided_by_name: row.voided_by_name,
  is_plate_confirmed: row.is_plate_confirmed,
  similar_plates: row.similar_plates,
  invoice_id: row.invoice_id,
  refundable_cents: row.refundable_cents,
})

/** Photos are read with the code of the notice, because the driver may not be signed in. */
const ofNotice = (code: string, photos: StaffFine['photos']) =>
  photos.map((photo) => ({ ...photo, url: `/api/v2/fine-notices/${code}/photos/${photo.id}` }))

/** Returns a fine as the driver, or anyone with the notice, sees it. What someone appealed with is only for them. */
export function toFine(row: FineRow, user_id: string | null, now: Date): Fine {
  const isAppellant = user_id !== null && row.appeal_user_id === user_id
  const isPayer = user_id !== null && row.payer_id === user_id
  return {
    ...factsOf(row),
    photos: ofNotice(row.code, row.photos),
    appeal: row.appeal && {
      ...row.appeal,
      text: isAppellant ? row.appeal.text : null,
      answer: isAppellant ? row.appeal.answer : null,
      photos: isAppellant ? ofNotice(row.code, row.appeal.photos) : [],
    },
    can_pay: row.status === 'UNPAID',
    can_appeal: canAppeal(row, now),
    payment:
      !isPayer || row.payment_status === null
        ? null
        : row.payment_status === 'PROCESSING'
          ? 'PROCESSING'
          : 'ACTION_NEEDED',
    lot_public_id: row.lot_public_id,
    lot_address: row.lot_address,
  }
}

/** Whether a warning or fine can be appealed: once, in time, and while it stands. */
export const canAppeal = (row: FineRow, now: Date): boolean =>
  row.appeal === null &&
  fineMoves[row.status].includes('VOIDED') &&
  now.getTime() < Date.parse(row.appeal_until)
