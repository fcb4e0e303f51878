import type { Input } from '@openspot/contract/call.ts'
import {
  createOptionRoute,
  createPartnerRoute,
  type ValidationOption,
  type ValidationPartner,
} from '@openspot/contract/operations/validation-partners.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import type { Person } from './people.ts'

/** Creates a validation partner that pays by statement. */
export const aPartner = (
  api: TestApi,
  admin: Person,
  lot_id: string,
  more: Partial<Input<typeof createPartnerRoute>['body']> = {},
): Promise<ValidationPartner> =>
  api.call(
    createPartnerRoute,
    {
      params: { lot_id },
      body: {
        name: `Corner Café ${secretWord(api.ports, 6)}`,
        contact_name: null,
        contact_email: null,
        contact_phone: null,
        billing: 'STATEMENT',
        monthly_budget_cents: null,
        is_paused: false,
        ...more,
      },
    },
    admin.token,
  )

/** Creates an option that gives up to $5.00 every day, without limits. */
export const anOption = (
  api: TestApi,
  admin: Person,
  partner_id: string,
  more: Partial<Input<typeof createOptionRoute>['body']> = {},
): Promise<ValidationOption> =>
  api.call(
    createOptionRoute,
    {
      params: { partner_id },
      body: {
        name: `Option ${secretWord(api.ports, 6)}`,
        discount: 'AMOUNT',
        amount_cents: 500,
        percent: null,
        minutes: null,
        max_cents: null,
        starts_on: null,
        ends_on: null,
        weekdays: [1, 2, 3, 4, 5, 6, 7],
        budget_cents: null,
        daily_cap: null,
        driver_cap: null,
        is_paused: false,
        ...more,
      },
    },
    admin.token,
  )
