import { createRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { call, type Input } from '@openspot/contract/call.ts'
import { payFineRoute } from '@openspot/contract/operations/fine-notices.ts'
import { createFineRoute, getFineRoute, type StaffFine } from '@openspot/contract/operations/fines.ts'
import { uploadPhotoRoute } from '@openspot/contract/operations/photos.ts'
import type { FineTerms } from '@openspot/core/fines/terms.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import { aStaffedLot, type StaffedLot } from './enforcement.ts'
import { pictureForm } from './files.ts'
import { aCard, type Person } from './people.ts'

/** One warning for a missing right, then $40, $60, and $90; nothing but $50 for a wrong spot; $80 for blocking. */
export const fineTerms: FineTerms = {
  within_days: 90,
  reasons: [
    { reason: 'NO_RIGHT_TO_PARK', warnings: 1, amounts_cents: [4000, 6000, 9000] },
    { reason: 'OVERSTAY', warnings: 0, amounts_cents: [2500] },
    { reason: 'WRONG_SPOT', warnings: 0, amounts_cents: [5000] },
    { reason: 'BLOCKING', warnings: 0, amounts_cents: [8000] },
  ],
}

/** Gives a lot a default rule set with fines. Returns its ID. */
export async function withFines(
  api: TestApi,
  lot_id: string,
  admin: Person,
  fine_terms: FineTerms = fineTerms,
): Promise<string> {
  const body = { name: 'Everyone', is_default: true, rules: noRules, fine_terms }
  const { id } = await api.call(createRuleSetRoute, { params: { lot_id }, body }, admin.token)
  return id
}

export type FineOrder = Omit<Input<typeof createFineRoute>['body'], 'lot_id'>

/** Warns or fines a vehicle as staff do. */
export const fineAs = (
  api: TestApi,
  staff: Person,
  lot_id: string,
  order: FineOrder,
  key = secretWord(api.ports),
): Promise<StaffFine> =>
  call(
    createFineRoute,
    { body: { lot_id, ...order }, idempotency_key: key },
    { base: api.base, headers: { authorization: `Bearer ${staff.token}` } },
  )

export interface LotWithFines extends StaffedLot {
  /** Fines `ZZ 100` for blocking, $80.00, if the order says nothing else. */
  aFine: (order?: Partial<FineOrder>) => Promise<StaffFine>
  /** A fine as the admin sees it. */
  read: (fine_id: string) => Promise<StaffFine>
  /** The ledger of the lot. */
  books: () => Promise<Record<string, number>>
}

/** A lot whose rule set has fines, at a full hour. */
export async function aLotWithFines(api: TestApi): Promise<LotWithFines> {
  const staffed = await aStaffedLot(api)
  const { lot, admin, patroller } = staffed
  await withFines(api, lot.lot_id, admin)
  return {
    ...staffed,
    aFine: (order = {}) =>
      fineAs(api, patroller, lot.lot_id, { plate: 'ZZ 100', reason: 'BLOCKING', ...order }),
    read: (fine_id) => api.call(getFineRoute, { params: { fine_id } }, admin.token),
    books: () => ledgerOf(api, lot.lot_id),
  }
}

/** Uploads a photo as staff do. Returns its ID. */
export async function aPhotoOf(api: TestApi, staff: Person, lot_id: string): Promise<string> {
  const body = await pictureForm()
  return (await api.call(uploadPhotoRoute, { params: { lot_id }, body }, staff.token)).id
}

/** Pays a fine with a new card, in the payer's session. */
export async function payFineAs(
  api: TestApi,
  payer: Person,
  fine_code: string,
  card = 'pm_card_bypassPending',
) {
  const payment_method_id = await aCard(api, payer, card)
  const order = { params: { fine_code }, body: { payment_method_id }, idempotency_key: secretWord(api.ports) }
  return api.call(payFineRoute, order, payer.token)
}

/** Returns the ledger of a lot by account, in minor units, without the accounts that are even. */
export async function ledgerOf(api: TestApi, lot_id: string): Promise<Record<string, number>> {
  const { rows } = await api.deps.database.pool.query<{ account: string; cents: string }>(
    `select account, sum(amount_cents)::text as cents from ledger_entries where lot_id = $1 group by 1 having sum(amount_cents) <> 0`,
    [lot_id],
  )
  return Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]))
}

/** Returns the emails to an address, oldest first. */
export async function emailsTo(api: TestApi, address: string) {
  const { rows } = await api.deps.database.pool.query<{
    subject: string
    receipt_invoice_ids: string[] | null
  }>('select subject, receipt_invoice_ids from emails where to_address = $1 order by id', [address])
  return rows
}
