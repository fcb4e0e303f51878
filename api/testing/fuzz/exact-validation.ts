import { address } from '@openspot/contract/call.ts'
import { setIntendedOptionRoute, validateReservationRoute } from '@openspot/contract/operations/validation.ts'
import {
  addPartnerEntryRoute,
  getPartnerStatementPdfRoute,
  getPartnerStatementRoute,
} from '@openspot/contract/operations/validation-accounts.ts'
import {
  createOptionRoute,
  patchOptionRoute,
  patchPartnerRoute,
} from '@openspot/contract/operations/validation-partners.ts'
import {
  findParkingRoute,
  getTabletRoute,
  validateOnTabletRoute,
} from '@openspot/contract/operations/validation-tablet.ts'
import type { TestApi } from '../api.ts'
import { type Everything, tabletCode } from '../factories/everything.ts'
import type { ExactRequests } from './exact.ts'

/** Lets the reservation begin before now, so that it can be validated. */
async function begin(api: TestApi, { ids }: Everything): Promise<void> {
  await api.deps.database.pool.query(
    `update reservations set starts_at = date_trunc('hour', $2::timestamptz - interval '1 hour') where id = $1`,
    [ids['reservation_id'], api.ports.now().toISOString()],
  )
}
const ofTablet = ({ lot: { lot_id } }: Everything) => ({ code: tabletCode(lot_id) })
const option = {
  name: 'Dinner',
  discount: 'PERCENT',
  amount_cents: null,
  percent: 50,
  minutes: null,
  max_cents: null,
  starts_on: null,
  ends_on: null,
  weekdays: [5, 6],
  budget_cents: null,
  daily_cap: null,
  driver_cap: null,
  is_paused: false,
}
const month = (route: typeof getPartnerStatementRoute | typeof getPartnerStatementPdfRoute) =>
  [
    route,
    async (_api: TestApi, { ids }: Everything) => ({
      url: address(route, { partner_id: ids['partner_id'] }, { month: '2026-03' }),
    }),
  ] as const

export const requestsOfValidation: ExactRequests = [
  month(getPartnerStatementRoute),
  month(getPartnerStatementPdfRoute),
  [createOptionRoute, async () => ({ body: option })],
  [patchOptionRoute, async () => ({ body: { name: 'Breakfast' } })],
  [patchPartnerRoute, async () => ({ body: { name: 'Bistro' } })],
  [addPartnerEntryRoute, async () => ({ body: { kind: 'PAYMENT', amount_cents: 5000, note: 'In advance' } })],
  [getTabletRoute, async (_api, things) => ({ body: ofTablet(things), token: null })],
  [
    findParkingRoute,
    async (_api, things) => ({ body: { ...ofTablet(things), search: 'OWN 1' }, token: null }),
  ],
  [
    validateOnTabletRoute,
    async (api, things) => {
      await begin(api, things)
      const { reservation_id, option_id } = things.ids
      return { body: { ...ofTablet(things), reservation_id, option_id }, token: null }
    },
  ],
  [setIntendedOptionRoute, async (_api, { resource_owner }) => ({ token: resource_owner.token })],
  [
    validateReservationRoute,
    async (api, things) => {
      await begin(api, things)
      return { token: things.resource_owner.token }
    },
  ],
]
