import { uploadPhotoRoute } from '@openspot/contract/operations/photos.ts'
import { lookUpPlateRoute } from '@openspot/contract/operations/plates.ts'
import {
  createProblemRoute,
  getProblemRoute,
  moveFromProblemRoute,
  refundProblemRoute,
} from '@openspot/contract/operations/problems.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import { pictureForm } from '../factories/files.ts'
import { aLot } from '../factories/lots.ts'
import { aCard, aPerson } from '../factories/people.ts'
import { bookAs, twoHours } from '../factories/reservations.ts'
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

export const requestsOfOperations: ExactRequests = [
  [uploadPhotoRoute, async () => ({ body: await pictureForm() })],
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
