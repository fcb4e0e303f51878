import {
  errorActivities,
  errorDropReasons,
  errorLevels,
  errorSources,
  errorStatuses,
  relayFailures,
  reopenRules,
} from '@openspot/core/error-monitoring/enums.ts'
import { TUNNEL_PATH } from '@openspot/core/error-monitoring/limits.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, Page, PageQuery, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const Count = Type.Integer({ minimum: 0 })
const Text = Nullable(Type.String())

const Organization = Type.String({
  maxLength: 20,
  pattern: '^\\d+$',
  description: 'The organization of the DSN, or 1.',
})
const Project = Type.String({
  maxLength: 20,
  pattern: '^\\d+$',
  description: 'The project of the DSN, or 1.',
})

export const sendEnvelopeRoute = route({
  method: 'POST',
  url: TUNNEL_PATH,
  config: { access: ['anonymous'], errors: [], while_viewing: true, limit: { max: 600, minutes: 1 } },
  schema: {
    summary:
      'Receive an envelope of a Sentry SDK: errors and replays of our own pages and servers. Stored, or forwarded to the host of the DSN. IDs other than our own are refused',
    tags: ['errors'],
    querystring: Type.Object({ o: Organization, p: Project }),
    response: {
      200: Type.Object({
        id: Type.Optional(Type.String({ description: 'The ID of the event in the envelope.' })),
      }),
    },
  },
})

const Assignee = Nullable(
  Type.Object({ user_id: Id, name: Type.String({ description: 'Their name, or their email address.' }) }),
)

const group = {
  id: Id,
  title: Type.String({ description: 'The type of the exception and its message, or the message.' }),
  culprit: Type.String({ description: 'The function or page where it occurred. Empty: unknown.' }),
  source: StringEnum(errorSources),
  level: StringEnum(errorLevels),
  status: StringEnum(errorStatuses),
  is_regression: Type.Boolean({
    description: 'Whether it was resolved and occurred again. Only while it is open.',
  }),
  muted_until: Nullable(Instant, { description: 'Null while muted: until someone reopens it.' }),
  resolved_in_release: Nullable(Type.String(), {
    description: 'It opens again in a later release than this one. Null while resolved: whenever it occurs.',
  }),
  assignee: Assignee,
  environment: Type.String({ description: 'Of the latest event.' }),
  first_release: Text,
  last_release: Text,
  first_seen_at: Instant,
  last_seen_at: Instant,
  event_count: Type.Integer({
    minimum: 0,
    description: 'All events, including those that are no longer stored.',
  }),
  people_count: Type.Integer({
    minimum: 0,
    description: 'Different people in the stored events, as far as known.',
  }),
  replay_count: Type.Integer({ minimum: 0, description: 'Stored replays that its events name.' }),
}

export const ErrorGroup = Type.Object(group)
export type ErrorGroup = Static<typeof ErrorGroup>

const eventSummary = {
  id: Id,
  title: Type.String(),
  level: StringEnum(errorLevels),
  received_at: Instant,
  occurred_at: Instant,
  release: Text,
  environment: Type.String(),
  page: Type.String({ description: 'The page, route, or job, without anything secret. Empty: unknown.' }),
  browser: Type.String({ description: 'Browser and version, or the runtime of a server. Empty: unknown.' }),
  person: Nullable(Type.String(), {
    description: 'A pseudonym: the same for all events of a person. Null: nobody was signed in.',
  }),
  replay_id: Nullable(Id, { description: 'The replay that shows it, if it is stored.' }),
}
export const ErrorEventSummary = Type.Object(eventSummary)
export type ErrorEventSummary = Static<typeof ErrorEventSummary>

export const StackFrame = Type.Object({
  file: Type.String({
    description: 'Of the source, if the source map was found; otherwise of the code that ran.',
  }),
  function: Type.String({ description: 'Empty: unknown or anonymous.' }),
  line: Nullable(Type.Integer()),
  column: Nullable(Type.Integer()),
  is_ours: Type.Boolean({ description: 'Whether it is our own code and not a library.' }),
  is_source_mapped: Type.Boolean(),
  context: Type.Array(
    Type.Object({ line: Type.Integer(), text: Type.String(), is_current: Type.Boolean() }),
    { description: 'The lines around it. Empty: unknown.' },
  ),
  generated: Nullable(Type.Object({ file: Type.String(), line: Type.Integer(), column: Type.Integer() }), {
    description: 'Where the code that ran is, if it was mapped to its source.',
  }),
})
export type StackFrame = Static<typeof StackFrame>

export const ErrorException = Type.Object({
  type: Type.String(),
  value: Type.String({ description: 'The message, masked.' }),
  is_handled: Nullable(Type.Boolean({ description: 'False: nothing caught it.' })),
  mechanism: Type.String({ description: 'How it was caught, such as `onerror`. Empty: unknown.' }),
  frames: Type.Array(StackFrame, { description: 'The innermost call first.' }),
})
export type ErrorException = Static<typeof ErrorException>

export const Breadcrumb = Type.Object({
  at: Nullable(Instant),
  category: Type.String({ description: 'Such as `ui.click`, `fetch`, `navigation`, or `console`.' }),
  level: StringEnum(errorLevels),
  message: Type.String(),
  data: Type.Record(Type.String(), Type.String()),
})
export type Breadcrumb = Static<typeof Breadcrumb>

export const ErrorEvent = Type.Object({
  ...eventSummary,
  group_id: Id,
  source: StringEnum(errorSources),
  sdk: Type.String({ description: 'Name and version of the SDK.' }),
  message: Text,
  exceptions: Type.Array(ErrorException, { description: 'The error first, then what caused it.' }),
  breadcrumbs: Type.Array(Breadcrumb, { description: 'What happened before, oldest first.' }),
  tags: Type.Record(Type.String(), Type.String()),
  contexts: Type.Record(Type.String(), Type.Record(Type.String(), Type.String()), {
    description: 'Facts about the browser, the device, and the page, by topic.',
  }),
  request: Nullable(
    Type.Object({
      method: Type.String(),
      url: Type.String({ description: 'Without the values of its query.' }),
      headers: Type.Record(Type.String(), Type.String()),
    }),
  ),
  trace_id: Text,
  newer_id: Nullable(Id, { description: 'The next newer stored event of the group.' }),
  older_id: Nullable(Id),
})
export type ErrorEvent = Static<typeof ErrorEvent>

const Share = Type.Object({ value: Type.String(), count: Count })

export const ErrorGroupDetail = Type.Object({
  ...group,
  latest_events: Type.Array(ErrorEventSummary, { description: 'Up to 10, newest first.' }),
  days: Type.Array(Type.Object({ on: Type.String({ format: 'date' }), count: Count }), {
    description: 'Events of each of the last 14 days (UTC), oldest first.',
  }),
  releases: Type.Array(Share, { description: 'Of the stored events, most first.' }),
  browsers: Type.Array(Share),
  pages: Type.Array(Share),
  activity: Type.Array(
    Type.Object({
      at: Instant,
      kind: StringEnum(errorActivities),
      by_name: Nullable(Type.String(), {
        description: 'Null: the product, because it occurred again or its mute ended.',
      }),
      assignee_name: Text,
      until: Nullable(Instant, { description: 'The end of a mute.' }),
      release: Nullable(Type.String(), {
        description: 'The release it was resolved in or occurred again in.',
      }),
    }),
    { description: 'Newest first.' },
  ),
})
export type ErrorGroupDetail = Static<typeof ErrorGroupDetail>

const access = ['platform_admin'] as const
const GroupParams = Type.Object({ error_group_id: Id })
const tags = ['errors'] as const

export const listErrorGroupsRoute = route({
  method: 'GET',
  url: '/api/v2/platform/errors',
  config: { access, errors: [] },
  schema: {
    summary: 'List errors, the one that occurred last first',
    tags,
    querystring: Type.Object({
      ...PageQuery,
      status: Type.Optional(StringEnum(errorStatuses)),
      source: Type.Optional(StringEnum(errorSources)),
      query: Type.Optional(
        Type.String({ maxLength: 100, description: 'Part of the title or of where it occurred.' }),
      ),
      release: Type.Optional(Type.String({ maxLength: 200, description: 'Occurred in this release.' })),
      environment: Type.Optional(Type.String({ maxLength: 64 })),
      assigned_to: Type.Optional(
        Type.Union([StringEnum(['ME', 'NOBODY'] as const), Id], {
          description: 'A person, `ME`, or `NOBODY`.',
        }),
      ),
    }),
    response: { 200: Page(ErrorGroup) },
  },
})

export const getErrorGroupRoute = route({
  method: 'GET',
  url: '/api/v2/platform/errors/:error_group_id',
  config: { access, errors: ['not_found'] },
  schema: {
    summary: 'Get an error with its latest events, its figures, and what was done about it',
    tags,
    params: GroupParams,
    response: { 200: ErrorGroupDetail },
  },
})

export const listErrorEventsRoute = route({
  method: 'GET',
  url: '/api/v2/platform/errors/:error_group_id/events',
  config: { access, errors: ['not_found'] },
  schema: {
    summary: 'List the stored events of an error, newest first',
    tags,
    params: GroupParams,
    querystring: Type.Object(PageQuery),
    response: { 200: Page(ErrorEventSummary) },
  },
})

export const getErrorEventRoute = route({
  method: 'GET',
  url: '/api/v2/platform/errors/:error_group_id/events/:error_event_id',
  config: { access, errors: ['not_found'] },
  schema: {
    summary: 'Get one event: the stack with its sources, breadcrumbs, tags, and what is known of the browser',
    tags,
    params: Type.Object({ error_group_id: Id, error_event_id: Id }),
    response: { 200: ErrorEvent },
  },
})

export const assignErrorRoute = route({
  method: 'PUT',
  url: '/api/v2/platform/errors/:error_group_id/assignee',
  config: { access, errors: ['not_found'] },
  schema: {
    summary: 'Assign an error to a platform administrator or to nobody',
    tags,
    params: GroupParams,
    body: StrictObject({ user_id: Nullable(Id) }),
    response: { 200: ErrorGroupDetail },
  },
})

export const resolveErrorRoute = route({
  method: 'POST',
  url: '/api/v2/platform/errors/:error_group_id/resolve',
  config: { access, errors: ['not_found'] },
  schema: {
    summary: 'Mark an error as resolved. It opens again if it occurs again',
    tags,
    params: GroupParams,
    body: StrictObject({
      reopens_on: StringEnum(reopenRules, {
        description:
          '`LATER_RELEASE`: old pages and servers may still report it. `ANY_EVENT`: it must not occur anymore.',
      }),
    }),
    response: { 200: ErrorGroupDetail },
  },
})

export const muteErrorRoute = route({
  method: 'POST',
  url: '/api/v2/platform/errors/:error_group_id/mute',
  config: { access, errors: ['not_found'] },
  schema: {
    summary: 'Ignore an error until a time, or until someone reopens it. Its events are still counted',
    tags,
    params: GroupParams,
    body: StrictObject({
      until: Nullable(Instant, { description: 'In the future. Null: until someone reopens it.' }),
    }),
    response: { 200: ErrorGroupDetail },
  },
})

export const reopenErrorRoute = route({
  method: 'POST',
  url: '/api/v2/platform/errors/:error_group_id/reopen',
  config: { access, errors: ['not_found'] },
  schema: {
    summary: 'Open a resolved or muted error again',
    tags,
    params: GroupParams,
    response: { 200: ErrorGroupDetail },
  },
})

export const ErrorMonitoring = Type.Object({
  is_forwarded: Type.Boolean({
    description: 'True: there is a DSN, so envelopes go to its host, and nothing new is stored here.',
  }),
  statuses: Type.Object({ OPEN: Count, RESOLVED: Count, MUTED: Count }),
  replay_count: Count,
  releases: Type.Array(Type.String(), { description: 'Up to 50, latest first.' }),
  environments: Type.Array(Type.String()),
  assignees: Type.Array(Type.Object({ user_id: Id, name: Type.String() }), {
    description: 'Everyone to whom errors can be assigned.',
  }),
  received: Type.Object(
    {
      events: Count,
      segments: Count,
    },
    { description: 'Stored on the last 30 days.' },
  ),
  drops: Type.Array(
    Type.Object({
      on: Type.String({ format: 'date', description: 'UTC.' }),
      reason: StringEnum(errorDropReasons),
      count: Count,
    }),
    {
      description:
        'What was not kept or not forwarded on the last 30 days, the latest day first. Requests, envelopes, or items, depending on the reason.',
    },
  ),
  forwarding: Nullable(
    Type.Object({
      host: Type.String(),
      sent_at: Nullable(Instant),
      sent_count: Count,
      lost_count: Type.Integer({
        minimum: 0,
        description: 'Envelopes that were given up, because the vendor did not take them in time.',
      }),
      failing_since: Nullable(Instant),
      failure: Nullable(StringEnum(relayFailures)),
    }),
    { description: 'The state of the vendor. Null: there is no DSN.' },
  ),
})
export type ErrorMonitoring = Static<typeof ErrorMonitoring>

export const getErrorMonitoringRoute = route({
  method: 'GET',
  url: '/api/v2/platform/error-monitoring',
  config: { access, errors: [] },
  schema: {
    summary: 'Get how many errors there are, the choices of filters, and the state of forwarding',
    tags,
    response: { 200: ErrorMonitoring },
  },
})
