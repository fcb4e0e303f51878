import { createRuleSetRoute } from '@openspot/contract/booking/rule-sets.ts'
import { call, type Input } from '@openspot/contract/call.ts'
import { createFineRoute, type StaffFine } from '@openspot/contract/operations/fines.ts'
import { uploadPhotoRoute } from '@openspot/contract/operations/photos.ts'
import type { FineTerms } from '@openspot/core/fines/terms.ts'
import { noRules } from '@openspot/core/testing/rules.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import { pictureForm } from './files.ts'
import type { Person } from './people.ts'

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

/** Uploads a photo as staff do. Returns its ID. */
export async function aPhotoOf(api: TestApi, staff: Person, lot_id: string): Promise<string> {
  const body = await pictureForm()
  return (await api.call(uploadPhotoRoute, { params: { lot_id }, body }, staff.token)).id
}
