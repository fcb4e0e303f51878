import { eventNames, pageEvents } from '@openspot/core/analytics/events.ts'
import { forwardingFailures } from '@openspot/core/analytics/forwarding.ts'
import { DEFAULT_FIGURE_DAYS, funnelStages } from '@openspot/core/analytics/funnel.ts'
import { FIGURE_WEEKS, MAX_EVENTS } from '@openspot/core/analytics/limits.ts'
import { type Static, Type } from 'typebox'
import { Instant, LotParams, Nullable, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const Short = Type.String({ maxLength: 200 })
const Dropped = Type.Optional(
  Type.Record(Type.String(), Type.Unknown(), { description: 'Dropped: there are no profiles of people.' }),
)

/** An event in PostHog's protocol. What it may contain is in `core/analytics/events.ts`; the handler names what it may not. */
const UsageEvent = StrictObject({
  event: Type.String({ maxLength: 200, description: `One of: ${pageEvents.join(', ')}.` }),
  uuid: Type.Optional(
    Type.String({ maxLength: 200, description: 'An event that is sent twice is counted once.' }),
  ),
  distinct_id: Type.Optional(
    Type.String({
      maxLength: 200,
      description:
        'A random UUID of a visitor who allowed to be recognized. Otherwise `$posthog_cookieless` or nothing.',
    }),
  ),
  properties: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Properties of the catalog. Those that begin with `$` are dropped.',
    }),
  ),
  timestamp: Type.Optional(
    Type.String({ maxLength: 200, description: 'Ignored: the time of the server counts.' }),
  ),
  offset: Type.Optional(Type.Number({ description: 'Ignored.' })),
  $set: Dropped,
  $set_once: Dropped,
})

const UsageBody = StrictObject({
  api_key: Type.Optional(
    Type.String({ maxLength: 200, description: 'Ignored. The server has the key of PostHog.' }),
  ),
  token: Type.Optional(Type.String({ maxLength: 200, description: 'Ignored.' })),
  sent_at: Type.Optional(Short),
  historical_migration: Type.Optional(Type.Boolean()),
  batch: Type.Array(UsageEvent, { minItems: 1, maxItems: MAX_EVENTS }),
})

/** What PostHog's libraries add to addresses. */
const LibraryQuery = Type.Object({
  compression: Type.Optional(Short),
  ip: Type.Optional(Short),
  ver: Type.Optional(Short),
  _: Type.Optional(Short),
  v: Type.Optional(Short),
  config: Type.Optional(Short),
  beacon: Type.Optional(Short),
  retry_count: Type.Optional(Short),
})

const usage = {
  config: { access: ['anonymous'], errors: [], limit: { max: 120, minutes: 1 } },
  schema: {
    tags: ['analytics'],
    querystring: LibraryQuery,
    body: UsageBody,
    response: { 200: Type.Object({ status: Type.Literal(1) }) },
  },
} as const

export const sendUsageRoute = route({
  ...usage,
  method: 'POST',
  url: '/api/v2/usage/e',
  schema: {
    ...usage.schema,
    summary:
      'Count events of pages, in PostHog’s protocol (JSON or gzip). Nothing is stored if the browser asks not to be tracked. A field that is not in the catalog is refused',
  },
})

export const sendUsageBatchRoute = route({
  ...usage,
  method: 'POST',
  url: '/api/v2/usage/batch',
  schema: { ...usage.schema, summary: 'The same at the address that PostHog’s server libraries use' },
})

const Config = Type.Object({
  supportedCompression: Type.Array(Type.String()),
  featureFlags: Type.Record(Type.String(), Type.Boolean()),
  flags: Type.Record(Type.String(), Type.Unknown()),
  featureFlagPayloads: Type.Record(Type.String(), Type.Unknown()),
  errorsWhileComputingFlags: Type.Boolean(),
  sessionRecording: Type.Boolean(),
  autocapture_opt_out: Type.Boolean(),
  capturePerformance: Type.Boolean(),
  heatmaps: Type.Boolean(),
  surveys: Type.Boolean(),
})

export const getUsageFlagsRoute = route({
  method: 'POST',
  url: '/api/v2/usage/flags',
  config: { access: ['anonymous'], errors: [], limit: { max: 120, minutes: 1 } },
  schema: {
    summary:
      'Tell PostHog’s libraries that there are no feature flags, and that nothing is recorded by itself. The body is ignored',
    tags: ['analytics'],
    querystring: LibraryQuery,
    body: Type.Record(Type.String(), Type.Unknown()),
    response: { 200: Config },
  },
})

export const getUsageConfigRoute = route({
  method: 'GET',
  url: '/api/v2/usage/array/:token/config',
  config: { access: ['anonymous'], errors: [], limit: { max: 120, minutes: 1 } },
  schema: {
    summary: 'The same for PostHog’s browser library when it starts',
    tags: ['analytics'],
    params: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
    querystring: LibraryQuery,
    response: { 200: Config },
  },
})

const Count = Type.Integer({ minimum: 0 })
const Day = Type.String({ format: 'date' })
const Stages = Object.fromEntries(funnelStages.map((stage) => [stage, Count])) as Record<
  (typeof funnelStages)[number],
  typeof Count
>

const Cohort = Type.Object({
  week_on: Type.String({ format: 'date', description: 'The Monday of the week in which they came first.' }),
  people: Count,
  returned: Type.Array(Count, { description: 'How many of them came again 1, 2, … weeks later.' }),
})

const figures = {
  time_zone: Type.String({ description: 'Of the lot; UTC for the platform.' }),
  from_on: Day,
  to_on: Day,
  days: Type.Array(Type.Object({ on: Day, ...Stages }), {
    description:
      'Different people per day at each stage: visitors of pages and quotes, drivers of holds and payments.',
  }),
  drivers: Type.Array(Cohort, { description: 'By confirmed reservations. The last 12 weeks, oldest first.' }),
  visitors: Type.Array(Cohort, { description: 'By pages: only visitors who allowed to be recognized.' }),
}
export const UsageFigures = Type.Object(figures)
export type UsageFigures = Static<typeof UsageFigures>

const FiguresQuery = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: FIGURE_WEEKS * 7,
      default: DEFAULT_FIGURE_DAYS,
      description: 'How many days the funnel covers, including today.',
    }),
  ),
})

export const getLotUsageRoute = route({
  method: 'GET',
  url: '/api/v2/lots/:lot_id/usage',
  config: {
    access: ['admin', 'super_admin', 'platform_admin'],
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
    weight: 10,
  },
  schema: {
    summary: 'Get the funnel and the retention of a lot. `search` is 0, because a search is not about a lot',
    tags: ['analytics'],
    params: LotParams,
    querystring: FiguresQuery,
    response: { 200: UsageFigures },
  },
})

export const PlatformUsage = Type.Object({
  ...figures,
  events: Type.Array(Type.Object({ event: StringEnum(eventNames), count: Count }), {
    description: 'Every event of the catalog, and how often it happened on these days.',
  }),
  forwarding: Nullable(
    Type.Object({
      host: Type.String(),
      sent_at: Nullable(Instant),
      sent_count: Count,
      waiting_count: Count,
      expired_count: Type.Integer({
        description: 'Events that were given up, because they could not be sent in time.',
      }),
      failing_since: Nullable(Instant),
      failure: Nullable(StringEnum(forwardingFailures)),
    }),
    { description: 'The copies for PostHog. Null: there is no key.' },
  ),
})
export type PlatformUsage = Static<typeof PlatformUsage>

export const getPlatformUsageRoute = route({
  method: 'GET',
  url: '/api/v2/platform/usage',
  config: { access: ['platform_admin'], errors: [], weight: 10 },
  schema: {
    summary:
      'Get the funnel and the retention of the platform, the counts of events, and the state of forwarding',
    tags: ['analytics'],
    querystring: FiguresQuery,
    response: { 200: PlatformUsage },
  },
})
