import { differenceKinds, differenceStatuses } from '@openspot/core/enums.ts'
import { type Static, Type } from 'typebox'
import { Currency, Id, Instant, Nullable, Page, PageQuery, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const access = ['platform_admin'] as const

/** One comparison of our books with the card provider's. */
export const ReconciliationRun = Type.Object({
  id: Id,
  started_at: Instant,
  finished_at: Nullable(Type.String({ description: 'Null: it is under way, or was cut off.' })),
  read_until: Nullable(Instant),
  transactions: Type.Integer({ description: 'Lines of the provider’s books that it read.' }),
  differences: Type.Integer({ description: 'Open when it ended.' }),
})
export type ReconciliationRun = Static<typeof ReconciliationRun>

/** A discrepancy between the books. */
export const Difference = Type.Object({
  id: Id,
  kind: StringEnum(differenceKinds),
  status: StringEnum(differenceStatuses, {
    description: 'GONE: it went by itself. SETTLED: a person has looked at it and said why it stands.',
  }),
  lot: Nullable(Type.Object({ id: Id, name: Type.String() })),
  subject_kind: Type.String({
    description: 'What it is about: a payment, an invoice, a line of the provider’s books.',
  }),
  subject_id: Type.String(),
  currency: Nullable(Currency),
  expected_cents: Nullable(Type.Integer({ description: 'By our books.' })),
  found_cents: Nullable(Type.Integer({ description: 'By the other side.' })),
  booked_cents: Type.Integer({ description: 'Booked as a difference when it was settled.' }),
  can_book: Type.Boolean({ description: 'Whether settling it may book it.' }),
  message: Type.String(),
  found_at: Instant,
  last_seen_at: Instant,
  settled_by: Nullable(Type.String()),
  settled_at: Nullable(Instant),
  note: Nullable(Type.String()),
})
export type Difference = Static<typeof Difference>

export const listReconciliationRunsRoute = route({
  method: 'GET',
  url: '/api/v1/reconciliation/runs',
  config: { access, errors: [] },
  schema: {
    summary: 'Comparisons with the card provider’s books, newest first',
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
    summary: 'Compare the books now. It is done in the background: the list of runs says when it has ended',
    tags: ['reconciliation'],
    response: { 202: ReconciliationRun },
  },
})

export const listDifferencesRoute = route({
  method: 'GET',
  url: '/api/v1/reconciliation/differences',
  config: { access, errors: [] },
  schema: {
    summary: 'Differences between the books, newest first',
    tags: ['reconciliation'],
    querystring: Type.Object({
      status: Type.Optional(StringEnum(differenceStatuses)),
      kind: Type.Optional(StringEnum(differenceKinds)),
      ...PageQuery,
    }),
    response: { 200: Page(Difference) },
  },
})

export const settleDifferenceRoute = route({
  method: 'POST',
  url: '/api/v1/reconciliation/differences/:difference_id/settle',
  config: { access, errors: ['difference_not_bookable', 'difference_not_open', 'not_found'] },
  schema: {
    summary:
      'Say why a difference stands. Where money really is elsewhere it can be booked as a difference, so that the books agree from then on',
    tags: ['reconciliation'],
    params: Type.Object({ difference_id: Id }),
    body: StrictObject({
      note: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }),
      book: Type.Optional(Type.Boolean({ default: false })),
      lot_id: Type.Optional(
        Type.String({
          format: 'uuid',
          description: 'In which lot’s books, where the difference does not say.',
        }),
      ),
    }),
    response: { 200: Difference },
  },
})
