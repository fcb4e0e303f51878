import {
  appealFineRoute,
  payFineRoute,
  uploadAppealPhotoRoute,
} from '@openspot/contract/operations/fine-notices.ts'
import {
  createFineRoute,
  decideFineAppealRoute,
  refundFineRoute,
  voidFineRoute,
} from '@openspot/contract/operations/fines.ts'
import { uploadPhotoRoute } from '@openspot/contract/operations/photos.ts'
import { checkPlateRoute, lookUpPlateRoute } from '@openspot/contract/operations/plates.ts'
import {
  createProblemRoute,
  getProblemRoute,
  moveFromProblemRoute,
  refundProblemRoute,
} from '@openspot/contract/operations/problems.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import { pictureForm } from '../factories/files.ts'
import { fineAs, withFines } from '../factories/fines.ts'
import { aLot } from '../factories/lots.ts'
import { aCard, aMember, aPerson } from '../factories/people.ts'
import { bookAs, twoHours } from '../factories/reservations.ts'
import { solvedCheck } from '../sign-in.ts'
import type { ExactRequests } from './exact.ts'

/** Reports the spot of a reservation that begins within half an hour as taken. Returns what the driver can do then. */
async function aProblem(api: TestApi) {
  const { lot_id, spot_ids } = await aLot(api, { snap_minutes: 5 })
  const driver = await aPerson(api)
  const { starts_at, ends_at } = twoHours(api)
  const soon = new Date(Math.ceil(api.ports.now().getTime() / 300_000 + 1) * 300_000).toISOString()
  const { reservation } = await bookAs(api, driver, {
    spot_id: spot_ids[0] ?? '',
    payment_method_id: await aCard(api, driver, 'pm_card_bypassPending'),
    starts_at: soon < starts_at ? soon : starts_at,
    ends_at,
  })
  await api.runJobs()
  const { id } = await api.call(
    createProblemRoute,
    {
      params: { lot_id },
      body: { kind: 'SPOT_TAKEN', reservation_id: reservation.id },
      idempotency_key: secretWord(api.ports),
    },
    driver.token,
  )
  const { mine } = await api.call(getProblemRoute, { params: { problem_id: id } }, driver.token)
  return { problem_id: id, choices: mine?.choices, token: driver.token }
}

/** A lot with fines, and a vehicle that was fined there. */
async function aFine(api: TestApi) {
  const { lot_id } = await aLot(api)
  const admin = await aMember(api, lot_id, 'ADMIN')
  await withFines(api, lot_id, admin)
  const fine = await fineAs(api, admin, lot_id, { plate: 'FZ 1', reason: 'BLOCKING' })
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
  return { lot_id, admin, fine, driver, payment_method_id }
}
type FinedLot = Awaited<ReturnType<typeof aFine>>
const key = (api: TestApi) => secretWord(api.ports)
const appealOf = (api: TestApi, { fine, driver }: FinedLot) =>
  api.call(
    appealFineRoute,
    { params: { fine_code: fine.code }, body: { text: 'No.' }, idempotency_key: key(api) },
    driver.token,
  )
const payOf = (api: TestApi, { fine, driver, payment_method_id }: FinedLot) =>
  api.call(
    payFineRoute,
    { params: { fine_code: fine.code }, body: { payment_method_id }, idempotency_key: key(api) },
    driver.token,
  )

const requestsOfFines: ExactRequests = [
  [
    createFineRoute,
    async (api) => {
      const { lot_id, admin } = await aFine(api)
      return { token: admin.token, body: { lot_id, plate: 'FZ 2', reason: 'BLOCKING' } }
    },
  ],
  [
    payFineRoute,
    async (api) => {
      const { fine, driver, payment_method_id } = await aFine(api)
      return {
        url: `/api/v2/fine-notices/${fine.code}/pay`,
        token: driver.token,
        body: { payment_method_id },
      }
    },
  ],
  [
    appealFineRoute,
    async (api) => {
      const { fine, driver } = await aFine(api)
      return {
        url: `/api/v2/fine-notices/${fine.code}/appeal`,
        token: driver.token,
        body: { text: 'The sign was hidden.' },
      }
    },
  ],
  [
    uploadAppealPhotoRoute,
    async (api) => {
      const { fine, driver } = await aFine(api)
      return {
        url: `/api/v2/fine-notices/${fine.code}/photos`,
        token: driver.token,
        body: await pictureForm(),
      }
    },
  ],
  [
    refundFineRoute,
    async (api) => {
      const of = await aFine(api)
      await payOf(api, of)
      return {
        url: `/api/v1/fines/${of.fine.id}/refund`,
        token: of.admin.token,
        body: { amount_cents: 100, reason: 'Sorry' },
      }
    },
  ],
  [
    voidFineRoute,
    async (api) => {
      const { fine, admin } = await aFine(api)
      return { url: `/api/v2/fines/${fine.id}/void`, token: admin.token, body: { note: 'Wrong plate' } }
    },
  ],
  [
    decideFineAppealRoute,
    async (api) => {
      const of = await aFine(api)
      await appealOf(api, of)
      return {
        url: `/api/v2/fines/${of.fine.id}/appeal/decide`,
        token: of.admin.token,
        body: { decision: 'DECLINED', answer: 'The sign is large.' },
      }
    },
  ],
]

export const requestsOfOperations: ExactRequests = [
  ...requestsOfFines,
  [uploadPhotoRoute, async () => ({ body: await pictureForm() })],
  [checkPlateRoute, async (api) => ({ body: { plate: 'ABC 123', bot_check: await solvedCheck(api) } })],
  [lookUpPlateRoute, async () => ({ body: { plate: 'ABC 123', region: 'IL', reason: 'PATROL' } })],
  [createProblemRoute, async () => ({ body: { kind: 'OTHER', text: 'The light is off' } })],
  [
    moveFromProblemRoute,
    async (api) => {
      const { problem_id, choices, token } = await aProblem(api)
      return {
        url: `/api/v2/problems/${problem_id}/move`,
        token,
        body: { spot_id: choices?.move?.spot_id },
      }
    },
  ],
  [
    refundProblemRoute,
    async (api) => {
      const { problem_id, choices, token } = await aProblem(api)
      return {
        url: `/api/v2/problems/${problem_id}/refund`,
        token,
        body: { refund_cents: choices?.refund?.refund_cents },
      }
    },
  ],
]
