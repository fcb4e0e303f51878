import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { fingerprintOf } from '@openspot/api/platform/error-monitoring/fingerprint.ts'
import { MIN_SEGMENT_BYTES } from '@openspot/core/error-monitoring/limits.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import { type DemoError, demoErrors } from './error-kinds.ts'
import { replayOfCheckout } from './error-replay.ts'
import { type People, personCalled } from './people.ts'
import type { Random } from './random.ts'

const DAY = 1440
const OLD = '1.3.0'
const NEW = '1.4.0'
const environment = 'local'
const browsers = ['Chrome 140', 'Mobile Safari 26', 'Firefox 143'] as const
/** Stored events of one error. */
const EVENTS = 4

type Rows = {
  error_releases: Insertable<DB['error_releases']>[]
  error_groups: Insertable<DB['error_groups']>[]
  error_counts: Insertable<DB['error_counts']>[]
  replays: Insertable<DB['replays']>[]
  replay_segments: Insertable<DB['replay_segments']>[]
  error_events: Insertable<DB['error_events']>[]
  error_activities: Insertable<DB['error_activities']>[]
  error_intake: Insertable<DB['error_intake']>[]
  error_drops: Insertable<DB['error_drops']>[]
}

/** Errors of two weeks in every status, and one replay of a checkout that failed an hour ago. */
export function errorRows(random: Random, people: People, now: number, origin: string): Rows {
  const admin_id = personCalled(people, 'platform').id
  const rows: Rows = {
    error_releases: [
      { release: OLD, first_seen_at: momentOf(now - 14 * DAY), last_seen_at: momentOf(now - DAY) },
      { release: NEW, first_seen_at: momentOf(now - 3 * DAY), last_seen_at: momentOf(now - 60) },
    ],
    error_groups: [],
    error_counts: [],
    replays: [],
    replay_segments: [],
    error_events: [],
    error_activities: [],
    error_intake: [],
    error_drops: [],
  }
  const received = new Map<string, number>()
  for (const error of demoErrors) addError(rows, random, { error, now, admin_id, received })
  addReplay(rows, random, now, origin)
  for (const [day, events] of received) {
    const isToday = day === dayOf(now - 60)
    rows.error_intake.push({
      day,
      events,
      event_bytes: events * 9_000,
      segments: isToday ? rows.replay_segments.length : 0,
      segment_bytes: isToday ? rows.replay_segments.length * MIN_SEGMENT_BYTES : 0,
    })
  }
  const dropped = (days: number, reason: 'TOO_MANY_REQUESTS' | 'UNREADABLE', drop_count: number) =>
    rows.error_drops.push({ day: dayOf(now - days * DAY), reason, drop_count })
  dropped(2, 'TOO_MANY_REQUESTS', 37)
  dropped(2, 'UNREADABLE', 2)
  dropped(8, 'UNREADABLE', 1)
  return rows
}

const dayOf = (minutes: number) => momentOf(minutes).slice(0, 10)
const personOf = (name: string) => createHash('sha256').update(name).digest('base64url').slice(0, 22)

interface Given {
  error: DemoError
  now: number
  admin_id: string
  received: Map<string, number>
}

function addError(rows: Rows, random: Random, { error, now, admin_id, received }: Given): void {
  const { source, exception, state } = error
  const id = random.id()
  const title = `${exception.type}: ${exception.value}`
  const latest = now - error.until_day * DAY - 60
  let event_count = 0
  for (let days = error.from_day; days >= error.until_day; days--) {
    const count = random.int(1, error.most)
    const day = dayOf(now - days * DAY - 60)
    const release = days > 3 ? OLD : NEW
    rows.error_counts.push({ group_id: id, day, release, environment, event_count: count })
    received.set(day, (received.get(day) ?? 0) + count)
    event_count += count
  }
  const resolved_at = state === 'RESOLVED' ? momentOf(latest + 6 * 60) : null
  const last_release = error.until_day > 3 ? OLD : NEW
  rows.error_groups.push({
    id,
    fingerprint: fingerprintOf({ source, fingerprint: [], exceptions: [exception], title }),
    title,
    culprit: exception.frames[0]?.function ?? '',
    source,
    level: 'ERROR',
    status: state === 'RESOLVED' || state === 'MUTED' ? state : 'OPEN',
    is_regression: state === 'REOPENED',
    muted_until: state === 'MUTED' ? momentOf(now + 5 * DAY) : null,
    resolved_at,
    resolved_in_release: state === 'RESOLVED' ? last_release : null,
    reopens_on: state === 'RESOLVED' ? 'LATER_RELEASE' : null,
    assigned_to_user_id: state === 'ASSIGNED' ? admin_id : null,
    environment,
    first_release: error.from_day > 3 ? OLD : NEW,
    last_release,
    first_seen_at: momentOf(now - error.from_day * DAY - 60),
    last_seen_at: momentOf(latest),
    event_count,
  })
  for (let nth = 0; nth < EVENTS; nth++)
    rows.error_events.push(eventOf(random, error, id, latest - nth * 187))
  rows.error_activities.push(...activitiesOf(random, state, { id, latest, now, admin_id }))
}

function eventOf(
  random: Random,
  error: DemoError,
  group_id: string,
  at: number,
): Insertable<DB['error_events']> {
  const { source, exception, page } = error
  const isPage = source === 'BROWSER'
  const browser = isPage ? random.pick(browsers) : 'node v24'
  const [name = '', version = ''] = /^(.*) (\S+)$/.exec(browser)?.slice(1) ?? []
  return {
    id: random.id(),
    group_id,
    received_at: momentOf(at),
    occurred_at: momentOf(at),
    title: `${exception.type}: ${exception.value}`,
    source,
    level: 'ERROR',
    release: error.until_day > 3 ? OLD : NEW,
    environment,
    page,
    browser,
    person: isPage ? personOf(`visitor ${random.int(1, 9)}`) : null,
    replay_id: null,
    trace_id: random.bytes(16).toString('hex'),
    content: {
      sdk: isPage ? 'sentry.javascript.nextjs 11.0.0' : 'sentry.javascript.node 11.0.0',
      message: null,
      exceptions: [exception],
      breadcrumbs: isPage ? crumbsOf(page, at) : [],
      tags: { source: source.toLowerCase() },
      contexts: { [isPage ? 'browser' : 'runtime']: { name, version } },
      request: isPage ? { method: 'GET', url: page, headers: {} } : null,
    },
  }
}

const crumbsOf = (page: string, at: number) => [
  {
    at: momentOf(at - 1),
    category: 'navigation',
    level: 'INFO',
    message: '',
    data: { from: '/search', to: page },
  },
  {
    at: momentOf(at - 1, 48),
    category: 'ui.click',
    level: 'INFO',
    message: 'button[type="submit"]',
    data: {},
  },
  {
    at: momentOf(at - 1, 58),
    category: 'fetch',
    level: 'ERROR',
    message: '',
    data: { method: 'POST', url: '/api/v2/quotes', status_code: '503' },
  },
]

interface Handled {
  id: string
  latest: number
  now: number
  admin_id: string
}

/** What was done about an error. */
function activitiesOf(
  random: Random,
  state: DemoError['state'],
  { id, latest, now, admin_id }: Handled,
): Insertable<DB['error_activities']>[] {
  const act = (
    at: number,
    kind: Insertable<DB['error_activities']>['kind'],
    more: Partial<Insertable<DB['error_activities']>> = {},
  ): Insertable<DB['error_activities']> => ({
    id: random.id(),
    group_id: id,
    at: momentOf(at),
    kind,
    by_user_id: admin_id,
    assignee_user_id: null,
    until: null,
    release: null,
    ...more,
  })
  if (state === 'ASSIGNED') return [act(latest + 30, 'ASSIGNED', { assignee_user_id: admin_id })]
  if (state === 'RESOLVED') return [act(latest + 6 * 60, 'RESOLVED', { release: OLD })]
  if (state === 'MUTED') return [act(now - 2 * DAY, 'MUTED', { until: momentOf(now + 5 * DAY) })]
  if (state === 'NEW') return []
  return [
    act(now - 4 * DAY, 'RESOLVED', { release: OLD }),
    act(now - 2 * DAY, 'REOPENED', { by_user_id: null, release: NEW }),
  ]
}

/** Lets the latest event of the first error show in a replay. */
function addReplay(rows: Rows, random: Random, now: number, origin: string): void {
  const [event] = rows.error_events
  if (!event) return
  const start = Date.parse(momentOf(now - 60))
  const { segments, ends, error_at } = replayOfCheckout(start, origin)
  const id = random.id()
  const occurred_at = new Date(error_at).toISOString()
  const ended_at = new Date(ends).toISOString()
  Object.assign(event, { replay_id: id, occurred_at })
  const recordings = segments.map((events) => deflateSync(JSON.stringify(events)))
  rows.replays.push({
    id,
    kind: 'BUFFER',
    started_at: new Date(start).toISOString(),
    ended_at,
    received_at: ended_at,
    release: NEW,
    environment,
    browser: event.browser,
    person: event.person ?? null,
    pages: [event.page],
    error_ids: [event.id],
    trace_ids: [],
    segment_count: recordings.length,
    size_bytes: recordings.reduce((sum, { length }) => sum + length, 0),
  })
  recordings.forEach((recording, number) => {
    rows.replay_segments.push({ replay_id: id, number, received_at: ended_at, recording })
  })
}
