import { differenceKinds, differenceStatuses } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Currency, Id, Instant, Nullable, Page, PageQuery, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const access = ['platform_admin'] as const

/** One comparison of our books with the card provider's. */
export const ReconciliationRun = Type.Object({
  id: Id,
  started_at: Instant,
  finished_at: Nullable(Type.String({ description: 'Null: it is running or was interrupted.' })),
  read_until: Nullable(Instant),
  transactions: Type.Integer({
    description: 'Number of balance transactions that it read from the provider.',
  }),
  differences: Type.Integer({ description: 'Number of differences that were open when it ended.' }),
})
export type ReconciliationRun = Static<typeof ReconciliationRun>

/** A discrepancy between the books. */
export const Difference = Type.Object({
  id: Id,
  kind: StringEnum(differenceKinds),
  status: StringEnum(differenceStatuses, {
    description: 'GONE: it resolved itself. RESOLVED: a person reviewed it and gave a reason.',
  }),
  lot: Nullable(Type.Object({ id: Id, name: Type.String() })),
  subject_kind: Type.String({
    description: 'The payment, invoice, or balance transaction that differs.',
  }),
  subject_id: Type.String(),
  currency: Nullable(Currency),
  expected_cents: Nullable(Type.Integer({ description: 'The amount in our ledger.' })),
  found_cents: Nullable(Type.Integer({ description: 'The amount at the provider.' })),
  booked_cents: Type.Integer({ description: 'The amount booked as a difference when it was settled.' }),
  can_book: Type.Boolean({ description: 'Whether the difference can be booked when it is settled.' }),
  message: Type.String(),
  found_at: Instant,
  last_seen_at: Instant,
  resolved_by: Nullable(Type.String()),
  resolved_at: Nullable(Instant),
  note: Nullable(Type.String()),
})
export type Difference = Static<typeof Difference>

export const listReconciliationRunsRoute = route({
  method: 'GET',
  url: '/api/v1/reconciliation/runs',
  config: { access, errors: [] },
  schema: {
    summary: 'List the reconciliations with the payment provider, newest first',
    tags: ['reconciliation'],
    querystring: Type.Object({ ...PageQuery }),
    response: { 200: Page(ReconciliationRun) },
  },
})

export const runReconciliationRoute = route({
  method: 'POST',
  url: '/api/v1/reconciliation/runs',
  config: { access, errors: [], limit: { max: 10, minutes: 10 } },
  schema: {
    summary: 'Start a reconciliation in the background. The list of runs shows when it has ended',
    tags: ['reconciliation'],
    response: { 202: ReconciliationRun },
  },
})

export const listDifferencesRoute = route({
  method: 'GET',
  url: '/api/v1/reconciliation/differences',
  config: { access, errors: [] },
  schema: {
    summary: 'List the reconciliation differences, newest first',
    tags: ['reconciliation'],
    querystring: Type.Object({
      status: Type.Optional(StringEnum(differenceStatuses)),
      kind: Type.Optional(StringEnum(differenceKinds)),
      ...PageQuery,
    }),
    response: { 200: Page(Difference) },
  },
})

export const resolveDifferenceRoute = route({
  method: 'POST',
  url: '/api/v1/reconciliation/differences/:difference_id/settle',
  config: { access, errors: ['difference_not_bookable', 'difference_not_open', 'not_found'] },
  schema: {
    summary:
      'Settle a difference with a reason. If the money really differs, the difference can be booked, so that the ledger matches from then on',
    tags: ['reconciliation'],
    params: Type.Object({ difference_id: Id }),
    body: StrictObject({
      note: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }),
      book: Type.Optional(Type.Boolean({ default: false })),
      lot_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'The lot whose ledger it is booked in, if the difference has none.',
        }),
      ),
    }),
    response: { 200: Difference },
  },
})
