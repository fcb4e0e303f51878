import { type Static, Type } from 'typebox'
import { Cents, Currency, Id, Instant, Nullable, Page, PageQuery, StringEnum } from '../common.ts'
import { route } from '../route.ts'
import { AttentionItem } from './overview.ts'

/** Who works in a lot. */
export const portfolioRoles = ['PATROLLER', 'ADMIN', 'SUPER_ADMIN'] as const

const Count = Type.Integer({ minimum: 0 })

/** The current day of a lot, for someone who works at several. */
export const PortfolioLot = Type.Object({
  lot_id: Id,
  name: Type.String(),
  role: StringEnum(portfolioRoles),
  time_zone: Type.String({ description: 'IANA time zone of the lot.' }),
  currency: Currency,
  spots: Count,
  taken_spots: Type.Integer({ minimum: 0, description: 'Spots that are reserved or held now.' }),
  hours: Type.Array(
    Type.Object({
      starts_at: Instant,
      taken_spots: Type.Number({
        minimum: 0,
        description: 'How many spots are reserved or held in this hour on average.',
      }),
    }),
    {
      description:
        'The hours of the current day in the lot’s time zone: 24, and 23 or 25 when the clocks change.',
    },
  ),
  arrivals: Type.Integer({ minimum: 0, description: 'Reservations that still start today.' }),
  departures: Type.Integer({ minimum: 0, description: 'Reservations that still end today.' }),
  money: Nullable(
    Type.Object({
      paid_cents: Cents,
      week_ago_cents: Type.Integer({
        description: 'What was paid on the same day a week ago until the same time of day.',
      }),
    }),
    {
      description:
        'What was paid on invoices today, less what was refunded of it. Null where I am a patroller.',
    },
  ),
  attention: Type.Array(AttentionItem, {
    description: 'What needs a person, by urgency. Patrollers get only what they can work on.',
  }),
})
export type PortfolioLot = Static<typeof PortfolioLot>

export const getPortfolioRoute = route({
  method: 'GET',
  url: '/api/v2/portfolio',
  config: { access: ['user'], errors: [] },
  schema: {
    summary:
      'List the lots that I am on the staff of by name, with their occupancy, money, and what needs attention today',
    tags: ['monitor'],
    querystring: Type.Object(PageQuery),
    response: { 200: Page(PortfolioLot) },
  },
})
