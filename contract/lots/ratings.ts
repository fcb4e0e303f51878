import { MAX_RATING_LENGTH, MAX_RATING_REASON, RATING_DAYS } from '@openspot/core/lots/ratings.ts'
import { type Static, Type } from 'typebox'
import {
  Id,
  Instant,
  LotParams,
  NoContent,
  Nullable,
  Page,
  PageQuery,
  ReservationParams,
  StrictObject,
} from '../common.ts'
import { route } from '../route.ts'

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const reservation = { kind: 'reservation', in: 'params', name: 'reservation_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const
const Stars = Type.Integer({ minimum: 1, maximum: 5 })
const Text = Type.String({ minLength: 1, maxLength: MAX_RATING_LENGTH, pattern: '\\S' })
const Reason = Type.String({ minLength: 1, maxLength: MAX_RATING_REASON, pattern: '\\S' })

/** A rating by a driver who parked there. */
export const Rating = Type.Object({
  id: Id,
  stars: Stars,
  text: Nullable(Type.String()),
  author: Nullable(Type.String({ description: 'The first name and the initial of the last name.' }), {
    description: 'Null if the driver gave no name, or was erased.',
  }),
  created_at: Instant,
  reply: Nullable(Type.String(), { description: 'The answer of the lot.' }),
  replied_at: Nullable(Instant),
})
export type Rating = Static<typeof Rating>

/** A rating for the staff of its lot: also one that the platform hides. */
export const StaffRating = Type.Object({
  ...Rating.properties,
  reservation_id: Id,
  hidden_at: Nullable(Instant, { description: 'Since when the platform hides it. Null: it is shown.' }),
  hidden_reason: Nullable(Type.String()),
})
export type StaffRating = Static<typeof StaffRating>

/** A rating that people reported, or that is hidden. */
export const ReportedRating = Type.Object({
  ...StaffRating.properties,
  lot_id: Id,
  lot_name: Type.String(),
  reports: Type.Array(Type.Object({ reason: Type.String(), created_at: Instant }), {
    description: 'Those that wait for a decision, oldest first.',
  }),
})
export type ReportedRating = Static<typeof ReportedRating>

export const listRatingsRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:public_id/ratings',
  config: { access: ['anonymous'], errors: ['not_found'], limit: { max: 600, minutes: 5 } },
  schema: {
    summary: 'List the ratings of a lot, newest first. Those of a private lot only for its members',
    tags: ['lots'],
    params: Type.Object({ public_id: Type.String({ minLength: 10, maxLength: 60 }) }),
    querystring: Type.Object(PageQuery),
    response: { 200: Page(Rating) },
  },
})

export const listStaffRatingsRoute = route({
  method: 'GET',
  url: '/api/v1/ratings/lot/:lot_id',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'List the ratings of a lot for its staff, newest first',
    tags: ['lots'],
    params: LotParams,
    querystring: Type.Object(PageQuery),
    response: { 200: Page(StaffRating) },
  },
})

export const replyToRatingRoute = route({
  method: 'PUT',
  url: '/api/v1/ratings/lot/:lot_id/:rating_id/reply',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'Reply to a rating, or change the reply. Null removes it',
    tags: ['lots'],
    params: Type.Object({ lot_id: Id, rating_id: Id }),
    body: StrictObject({ reply: Nullable(Text) }),
    response: { 200: StaffRating },
  },
})

export const getMyRatingRoute = route({
  method: 'GET',
  url: '/api/v1/reservations/:reservation_id/rating',
  config: { access: ['resource_owner'], errors: [], subject: reservation },
  schema: {
    summary: 'Get the rating that the driver gave after a reservation, or until when they can give one',
    tags: ['reservations'],
    params: ReservationParams,
    response: {
      200: Type.Object({
        rating: Nullable(Rating),
        rate_until: Nullable(Instant, {
          description: `Null if it can't be rated: it isn't over, wasn't confirmed, ended more than ${RATING_DAYS} days ago, or is rated already.`,
        }),
      }),
    },
  },
})

export const rateReservationRoute = route({
  method: 'POST',
  url: '/api/v1/reservations/:reservation_id/rating',
  config: {
    access: ['resource_owner'],
    errors: ['already_rated', 'rating_not_possible'],
    subject: reservation,
    limit: { max: 20, minutes: 60, per: 'person' },
  },
  schema: {
    summary: `Rate the lot as the driver of a reservation that is over, once and within ${RATING_DAYS} days`,
    tags: ['reservations'],
    params: ReservationParams,
    body: StrictObject({ stars: Stars, text: Type.Optional(Nullable(Text)) }),
    response: { 201: Rating },
  },
})

export const reportRatingRoute = route({
  method: 'POST',
  url: '/api/v1/ratings/:rating_id/report',
  config: { access: ['user'], errors: ['not_found'], limit: { max: 20, minutes: 60, per: 'person' } },
  schema: {
    summary: 'Report a rating to the platform. A second report by the same person changes nothing',
    tags: ['lots'],
    params: Type.Object({ rating_id: Id }),
    body: StrictObject({ reason: Reason }),
    response: { 204: NoContent },
  },
})

export const listReportedRatingsRoute = route({
  method: 'GET',
  url: '/api/v1/platform/ratings',
  config: { access: ['platform_admin'], errors: [] },
  schema: {
    summary: 'List the ratings with open reports, or those that are hidden, newest first',
    tags: ['platform'],
    querystring: Type.Object({ ...PageQuery, is_hidden: Type.Optional(Type.Boolean({ default: false })) }),
    response: { 200: Page(ReportedRating) },
  },
})

export const decideRatingRoute = route({
  method: 'POST',
  url: '/api/v1/platform/ratings/:rating_id/decision',
  config: { access: ['platform_admin'], errors: ['not_found'] },
  schema: {
    summary: 'Hide a rating or show it, with a reason. Settles its open reports',
    tags: ['platform'],
    params: Type.Object({ rating_id: Id }),
    body: StrictObject({ is_hidden: Type.Boolean(), reason: Reason }),
    response: { 200: ReportedRating },
  },
})
