import { payeeKinds } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Currency, Id, Nullable, Page, PageQuery, StringEnum } from '../common.ts'
import { PayingLot } from '../money/payouts.ts'
import { route } from '../route.ts'

/** What is special about a balance; the list can be limited to one of these. */
export const balanceStates = ['FAILED', 'BELOW_ZERO', 'ON_HOLD', 'OWED'] as const
/** Whether what is owed can be sent to a bank, or what has to happen first. The payouts of a lot that isn't approved wait, whatever its account. */
export const balanceAccounts = ['READY', 'INCOMPLETE', 'PAUSED', 'NONE', 'IN_REVIEW', 'BLOCKED'] as const

/** What the platform owes to one lot, or to one host in one lot, in one currency. */
export const PlatformBalance = Type.Object({
  id: Type.String({ description: 'The payee, lot, and currency; only to tell rows apart.' }),
  lot: PayingLot,
  payee_kind: StringEnum(payeeKinds),
  user_id: Nullable(Id, { description: 'The host. Null: the lot itself.' }),
  payee_name: Nullable(Type.String({ description: 'Only for a host who has a name.' })),
  currency: Currency,
  balance_cents: Type.Integer({
    description:
      'What was earned and is in no payout yet, in the smallest unit. Below zero: the payee owes it to the platform, and it is offset by the next earnings.',
  }),
  due_cents: Type.Integer({ description: 'The part that the next payout includes.' }),
  below_zero_since: Nullable(
    Type.String({
      format: 'date-time',
      description: 'When the oldest of the refunds, disputes, and bills arose that make it negative.',
    }),
  ),
  failed_cents: Type.Integer({
    description: 'The sum of the payouts that the bank returned. Not part of the balance.',
  }),
  failed_payouts: Type.Integer(),
  last_failure: Nullable(
    Type.Object({
      payout_id: Id,
      number: Type.Integer(),
      amount_cents: Type.Integer(),
      created_at: Type.String({ format: 'date-time' }),
      message: Type.String({ description: 'Why the bank returned it.' }),
    }),
  ),
  account: StringEnum(balanceAccounts),
})
export type PlatformBalance = Static<typeof PlatformBalance>

export const listPlatformBalancesRoute = route({
  method: 'GET',
  url: '/api/v1/platform/balances',
  config: { access: ['platform_admin'], errors: [] },
  schema: {
    summary:
      'List what the platform owes to lots and hosts, and what they owe to it. First those whose payout failed, then those below zero, then those whose due amount can’t be sent, each with the most negative balance first. Payees without an open balance or failed payout are left out',
    tags: ['platform'],
    querystring: Type.Object({
      ...PageQuery,
      state: Type.Optional(
        StringEnum(balanceStates, {
          description:
            'ON_HOLD: something is due, and no bank account is ready for it, or the lot is not approved.',
        }),
      ),
      search: Type.Optional(
        Type.String({ maxLength: 100, description: 'Part of the name of the lot or host.' }),
      ),
    }),
    response: { 200: Page(PlatformBalance) },
  },
})
