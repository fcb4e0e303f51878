import { attentionKinds } from '@openspot/core/overview/attention.ts'
import { type Static, Type } from 'typebox'
import { Cents, Currency, Id, Instant, LotParams, Nullable, SeenName, StringEnum } from '../common.ts'
import { grants, route } from '../route.ts'

const subject = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const Count = Type.Integer({ minimum: 0 })

export const AttentionItem = Type.Object({
  kind: StringEnum(attentionKinds),
  count: Type.Integer({ minimum: 1, description: 'The entries of the list that it leads to.' }),
  due_at: Nullable(Type.String({ format: 'date-time' }), {
    description: 'The earliest deadline, if there is one.',
  }),
  since_at: Nullable(Type.String({ format: 'date-time' }), { description: 'When the oldest entry began.' }),
})
export type AttentionItem = Static<typeof AttentionItem>

export const Passage = Type.Object({
  reservation_id: Id,
  at: Instant,
  spot_label: Type.String(),
  name: SeenName,
  plate: Nullable(Type.String()),
})
export type Passage = Static<typeof Passage>

const Passages = Type.Object({
  count: Type.Integer({ minimum: 0, description: 'For the rest of the day.' }),
  next: Type.Array(Passage, { description: 'The next 5.' }),
})

export const LotOverview = Type.Object({
  at: Instant,
  starts_at: Type.String({
    format: 'date-time',
    description: 'The start of the day in the lot’s time zone.',
  }),
  ends_at: Type.String({ format: 'date-time', description: 'The end of the day.' }),
  attention: Type.Array(AttentionItem, {
    description: 'What needs a person, by urgency. Patrollers get only what they can work on.',
  }),
  spots: Count,
  taken_spots: Type.Integer({ minimum: 0, description: 'Spots that are reserved or held at `at`.' }),
  hours: Type.Array(
    Type.Object({
      starts_at: Instant,
      taken_spots: Type.Number({
        minimum: 0,
        description: 'How many spots are reserved or held in this hour on average.',
      }),
    }),
    { description: 'The hours of the day: 24, and 23 or 25 when the clocks change.' },
  ),
  arrivals: Passages,
  departures: Passages,
  currency: Currency,
  money: Nullable(
    Type.Object({
      paid_cents: Cents,
      week_ago_cents: Type.Integer({
        description: 'What was paid on the same day a week ago until the same time of day.',
      }),
      week_ago_day_cents: Type.Integer({ description: 'What was paid on that whole day.' }),
    }),
    {
      description: 'What was paid on invoices today, less what was refunded of it. Null for patrollers.',
    },
  ),
})
export type LotOverview = Static<typeof LotOverview>

export const getLotOverviewRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/overview',
  config: { access: grants.staff, errors: [], subject },
  schema: {
    summary: 'Get what needs attention in a lot, and its occupancy, arrivals, departures, and money today',
    tags: ['monitor'],
    params: LotParams,
    response: { 200: LotOverview },
  },
})
