import { alertEvents } from '@openspot/core/alert-events.ts'
import { failedJobStates } from '@openspot/core/job-states.ts'
import { platformAttentionKinds } from '@openspot/core/overview/attention.ts'
import { searchIndexStates } from '@openspot/core/search/index-states.ts'
import { type Static, Type } from 'typebox'
import { AttentionItem } from '../booking/overview.ts'
import { Id, Instant, Nullable, Page, PageQuery, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'

const access = ['platform_admin'] as const
const Task = Type.String({
  pattern: '^[a-z_]{1,60}$',
  description: 'A kind of job, such as `deliver_email`.',
})
const JobParams = Type.Object({
  job_id: Type.String({ pattern: '^[0-9]{1,18}$', description: 'The ID of a job in the queue.' }),
})

export const FailedJob = Type.Object({
  id: Type.String({ description: 'Its ID in the queue.' }),
  task: Type.String(),
  state: StringEnum(failedJobStates, {
    description: '`FAILED`: it will be retried. `GIVEN_UP`: it is only retried manually.',
  }),
  attempts: Type.Integer(),
  max_attempts: Type.Integer(),
  reason: Nullable(Type.String(), {
    description:
      'Name and codes of the last error, without personal data. Null: an older version did not record it.',
  }),
  subject: Type.Record(Type.String(), Type.String(), { description: 'IDs of the subjects of the job.' }),
  is_running: Type.Boolean(),
  created_at: Instant,
  next_run_at: Nullable(Instant),
})
export type FailedJob = Static<typeof FailedJob>

export const listFailedJobsRoute = route({
  method: 'GET',
  url: '/api/v1/platform/jobs',
  config: { access, errors: [] },
  schema: {
    summary: 'List failed and given-up jobs, newest first',
    tags: ['platform'],
    querystring: Type.Object({
      ...PageQuery,
      state: Type.Optional(StringEnum(failedJobStates)),
      task: Type.Optional(Task),
    }),
    response: { 200: Page(FailedJob) },
  },
})

export const retryJobsRoute = route({
  method: 'POST',
  url: '/api/v1/platform/jobs/retry',
  config: { access, errors: [] },
  schema: {
    summary: 'Retry every failed or given-up job of a task that is not running',
    tags: ['platform'],
    body: StrictObject({ task: Task }),
    response: { 200: Type.Object({ retried: Type.Integer() }) },
  },
})

export const retryJobRoute = route({
  method: 'POST',
  url: '/api/v1/platform/jobs/:job_id/retry',
  config: { access, errors: ['job_not_failed'] },
  schema: {
    summary: 'Retry a failed or given-up job now, with all its attempts',
    tags: ['platform'],
    params: JobParams,
    response: { 204: Type.Null() },
  },
})

export const discardJobRoute = route({
  method: 'DELETE',
  url: '/api/v1/platform/jobs/:job_id',
  config: { access, errors: ['job_not_failed'] },
  schema: {
    summary: 'Delete a failed or given-up job from the queue. Its work is not done',
    tags: ['platform'],
    params: JobParams,
    response: { 204: Type.Null() },
  },
})

export const Alert = Type.Object({
  id: Id,
  event: StringEnum(alertEvents),
  summary: Type.String(),
  created_at: Instant,
  email_sent_at: Nullable(Instant),
  webhook_sent_at: Nullable(Instant),
  resolved_at: Nullable(Instant),
})
export type Alert = Static<typeof Alert>

export const PlatformAttentionItem = Type.Object({
  ...AttentionItem.properties,
  kind: StringEnum(platformAttentionKinds),
})
export type PlatformAttentionItem = Static<typeof PlatformAttentionItem>

export const getPlatformOverviewRoute = route({
  method: 'GET',
  url: '/api/v1/platform/overview',
  config: { access, errors: [] },
  schema: {
    summary:
      'Get what needs a platform admin, and the status of the platform: jobs, emails, and the latest alerts',
    tags: ['platform'],
    response: {
      200: Type.Object({
        attention: Type.Array(PlatformAttentionItem, {
          description: 'What needs a platform admin, by urgency, without what is zero.',
        }),
        jobs: Type.Object({
          failed: Type.Integer({ description: 'Failed jobs that will be retried.' }),
          given_up: Type.Integer({ description: 'Failed jobs that will not be retried.' }),
          waiting: Type.Integer({ description: 'Jobs that are due and not run yet.' }),
        }),
        emails_last_day: Type.Object({
          sent: Type.Integer(),
          waiting: Type.Integer({
            description: 'Emails that are not sent yet, or failed and will be retried.',
          }),
          expired: Type.Integer({
            description: 'Emails that were not sent because their link became too old.',
          }),
        }),
        search_index: StringEnum(searchIndexStates, {
          description:
            'What answers searches in this process: `READY`, memory; `LOADING`, the database until the index is loaded; `OFF`, the database.',
        }),
        alerts: Type.Array(Alert, { description: 'The latest 20 alerts.' }),
        alert_channels: Type.Object({ email: Type.Boolean(), webhook: Type.Boolean() }),
      }),
    },
  },
})
