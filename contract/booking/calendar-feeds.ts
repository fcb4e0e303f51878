import { type Static, Type } from 'typebox'
import { FileAnswer, Instant, NoContent, Nullable } from '../common.ts'
import { route } from '../route.ts'

/** The address to which a person's calendar apps subscribe. */
export const CalendarFeed = Type.Object({
  created_at: Instant,
  last_read_at: Nullable(
    Type.String({ format: 'date-time', description: 'When a calendar app last read it, to the hour.' }),
  ),
})
export type CalendarFeed = Static<typeof CalendarFeed>

export const getMyCalendarFeedRoute = route({
  method: 'GET',
  url: '/api/v1/users/me/calendar-feed',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'Get whether my calendar has an address, but not the address',
    tags: ['reservations'],
    response: { 200: Type.Object({ feed: Nullable(CalendarFeed) }) },
  },
})

export const createMyCalendarFeedRoute = route({
  method: 'POST',
  url: '/api/v1/users/me/calendar-feed',
  config: {
    access: ['user'],
    errors: ['forbidden'],
    limit: { max: 10, minutes: 60, per: 'person' },
  },
  schema: {
    summary:
      'Create the address of my calendar, or replace it; the previous one stops working. It is shown only in this response. Needs a verified email address or phone number',
    tags: ['reservations'],
    response: {
      201: Type.Object({ url: Type.String({ description: 'For calendar apps to subscribe to.' }) }),
    },
  },
})

export const deleteMyCalendarFeedRoute = route({
  method: 'DELETE',
  url: '/api/v1/users/me/calendar-feed',
  config: { access: ['user'], errors: [] },
  schema: {
    summary: 'Deactivate the address of my calendar',
    tags: ['reservations'],
    response: { 204: NoContent },
  },
})

export const readCalendarFeedRoute = route({
  method: 'GET',
  url: '/api/v1/calendar-feeds/:feed_token/openspot.ics',
  config: {
    access: ['anonymous'],
    errors: ['not_found'],
    // Calendar services read the feeds of many people from one address.
    limit: { max: 3000, minutes: 60 },
  },
  schema: {
    summary:
      'Get the upcoming and recent reservations of the person who created this address, as a calendar (RFC 5545). At most 60 times an hour',
    tags: ['reservations'],
    params: Type.Object({ feed_token: Type.String({ pattern: '^[A-Za-z0-9]{40}$' }) }),
    response: { 200: FileAnswer('text/calendar', 'The calendar, without canceled reservations.') },
  },
})
