import { errorLevels, replayKinds } from '@openspot/core/error-monitoring/enums.ts'
import { type Static, Type } from 'typebox'
import { Id, Instant, Nullable, Page, PageQuery, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const Count = Type.Integer({ minimum: 0 })
const access = ['platform_admin'] as const
const tags = ['errors'] as const

const replay = {
  id: Id,
  kind: StringEnum(replayKinds),
  started_at: Instant,
  ended_at: Instant,
  duration_seconds: Type.Integer({ minimum: 0 }),
  release: Nullable(Type.String()),
  environment: Type.String(),
  browser: Type.String({ description: 'Empty: unknown.' }),
  pages: Type.Array(Type.String(), { description: 'In the order of the visit, without anything secret.' }),
  person: Nullable(Type.String(), { description: 'The same pseudonym as in events.' }),
  error_count: Count,
  segment_count: Count,
  size_bytes: Type.Integer({ minimum: 0, description: 'Compressed.' }),
}
export const Replay = Type.Object(replay)
export type Replay = Static<typeof Replay>

export const ReplayDetail = Type.Object({
  ...replay,
  previous_replay_id: Nullable(Id, {
    description: 'The recording of the same tab before this one, if it is stored.',
  }),
  next_replay_id: Nullable(Id),
  errors: Type.Array(
    Type.Object({
      event_id: Id,
      group_id: Id,
      title: Type.String(),
      level: StringEnum(errorLevels),
      occurred_at: Instant,
    }),
    { description: 'The stored errors that it shows, in their order.' },
  ),
  segments: Type.Array(
    Type.Object({ number: Type.Integer({ minimum: 0 }), size_bytes: Count, received_at: Instant }),
    { description: 'In their order. A number can be missing if a segment was lost.' },
  ),
})
export type ReplayDetail = Static<typeof ReplayDetail>

export const listReplaysRoute = route({
  method: 'GET',
  url: '/api/v2/platform/replays',
  config: { access, errors: [] },
  schema: {
    summary: 'List recorded visits, the latest first',
    tags,
    querystring: Type.Object({
      ...PageQuery,
      error_group_id: Type.Optional(Id),
      kind: Type.Optional(StringEnum(replayKinds)),
      release: Type.Optional(Type.String({ maxLength: 200 })),
      environment: Type.Optional(Type.String({ maxLength: 64 })),
      query: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the address of a page.' })),
    }),
    response: { 200: Page(Replay) },
  },
})

export const getReplayRoute = route({
  method: 'GET',
  url: '/api/v2/platform/replays/:replay_id',
  config: { access, errors: ['not_found'] },
  schema: {
    summary:
      'Get a recorded visit with its errors and the list of its segments. Reading it is recorded in the audit log',
    tags,
    params: Type.Object({ replay_id: Id }),
    response: { 200: ReplayDetail },
  },
})

export const listReplaySegmentsRoute = route({
  method: 'GET',
  url: '/api/v2/platform/replays/:replay_id/segments',
  config: { access, errors: ['not_found'], weight: 5 },
  schema: {
    summary:
      'List segments of a recorded visit as events of rrweb, in their order: as many as are sent at once',
    tags,
    params: Type.Object({ replay_id: Id }),
    querystring: Type.Object({
      from: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 100_000,
          default: 0,
          description: 'The number of the first segment.',
        }),
      ),
    }),
    response: {
      200: Type.Object({
        segments: Type.Array(
          Type.Object({
            number: Type.Integer({ minimum: 0 }),
            events: Type.Array(Type.Unknown(), {
              description:
                'Events of rrweb, for its player. Those of type 5 with the tag `breadcrumb` or `performanceSpan` are added by Sentry.',
            }),
          }),
        ),
        next_from: Nullable(Type.Integer({ minimum: 0 }), {
          description: 'Where the next call goes on. Null: these were the last ones.',
        }),
      }),
    },
  },
})
