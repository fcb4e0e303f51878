import { createHash } from 'node:crypto'
import { recordEvents } from '@openspot/core/analytics/events.ts'
import type { ForwardingFailure } from '@openspot/core/analytics/forwarding.ts'
import { FORWARD_DAYS } from '@openspot/core/analytics/limits.ts'
import type { Deps } from '../../deps.ts'
import { reportFailure } from '../../failures.ts'
import { askOperated } from '../../net/operator-http.ts'
import { alert, resolveAlert } from '../alerts/alert.ts'
import type { Metrics } from '../observability/metrics.ts'
import {
  expireWaiting,
  keepCursor,
  listWaiting,
  moveCursor,
  setForwarded,
  setForwardingFailed,
  setSent,
} from './forwarding.sql.ts'
import { listRecords } from './records.sql.ts'

type ForwardDeps = Deps & { metrics?: Pick<Metrics, 'countForwarded'> }

const BATCH = 200
/** Batches in one run, so that a long outage is made up for little by little. */
const MAX_BATCHES = 25
const PATIENCE_MS = 10_000
/** Records are sent this much later, when the transactions that wrote them are over. */
const RECORD_DELAY_MS = 120_000
/** How long PostHog may be down until the operator is alerted. A refused key is reported at once. */
const ALERT_AFTER_MS = 3_600_000

/** An event in PostHog's protocol. */
interface Outgoing {
  uuid: string
  event: string
  distinct_id: string
  timestamp: string
  properties: Record<string, unknown>
}

class NotForwarded extends Error {
  override name = 'NotForwarded'
  readonly failure: ForwardingFailure

  constructor(failure: ForwardingFailure, status: number | null) {
    super(status === null ? failure : `${failure}: status ${status}`)
    this.failure = failure
  }
}

/**
 * Sends PostHog a copy of what was counted since the last time. What it does not take is sent again the next time, and
 * after a week given up. Never throws because of PostHog: its state is shown to the operator, who is also alerted.
 */
export async function forwardEvents(deps: ForwardDeps): Promise<void> {
  const { settings, database, ports, log } = deps
  if (settings.posthog === null) return
  const now = ports.now()
  const expired = await expireWaiting(database.pool, new Date(now.getTime() - FORWARD_DAYS * 86_400_000))
  if (expired > 0) {
    log.error({ event: 'usage_events_expired', count: expired }, 'events were not sent to PostHog in time')
    deps.metrics?.countForwarded('expired', expired)
  }
  try {
    const sent = (await forwardPages(deps, settings.posthog)) + (await forwardRecords(deps, settings.posthog))
    if (sent === 0) return
    await setForwarded(database.pool, sent, now)
    deps.metrics?.countForwarded('sent', sent)
    await resolveAlert(deps, 'ANALYTICS_FAILING')
  } catch (error) {
    if (!(error instanceof NotForwarded)) throw error
    await noteFailure(deps, error)
  }
}

async function noteFailure(deps: ForwardDeps, error: NotForwarded): Promise<void> {
  const { database, ports, log } = deps
  const now = ports.now()
  reportFailure(log, { task: 'forward_events', error, more: { failure: error.failure } })
  deps.metrics?.countForwarded('failed', 1)
  const since = await setForwardingFailed(database.pool, error.failure, now)
  const isLong = now.getTime() - new Date(since).getTime() >= ALERT_AFTER_MS
  if (error.failure === 'UNAVAILABLE' && !isLong) return
  await alert(deps, {
    event: 'ANALYTICS_FAILING',
    summary: `PostHog does not take our events (${error.failure}). They wait for ${FORWARD_DAYS} days.`,
  })
}

type PostHog = NonNullable<Deps['settings']['posthog']>

/** Events of pages and calls, of visitors who allowed it. */
async function forwardPages(deps: ForwardDeps, posthog: PostHog): Promise<number> {
  const { pool } = deps.database
  let sent = 0
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const rows = await listWaiting(pool, BATCH)
    if (rows.length === 0) break
    const events = rows.map(({ id, at, event, lot_id, visitor, properties }) =>
      outgoing(id, event, visitor, at, lot_id === null ? properties : { lot_id, ...properties }),
    )
    await send(deps, posthog, events)
    await setSent(
      pool,
      rows.map(({ id }) => id),
    )
    sent += rows.length
    if (rows.length < BATCH) break
  }
  return sent
}

/** Events of records, without the people: PostHog only learns which belong to the same reservation. */
async function forwardRecords(deps: ForwardDeps, posthog: PostHog): Promise<number> {
  const { ports, database, secrets } = deps
  const now = ports.now()
  const until = new Date(now.getTime() - RECORD_DELAY_MS).toISOString()
  let sent = 0
  for (const event of recordEvents) {
    let cursor = await keepCursor(database.pool, event, now)
    for (let batch = 0; batch < MAX_BATCHES; batch++) {
      const records = await listRecords(database.pool, event, cursor, until, BATCH)
      const last = records.at(-1)
      if (!last) break
      const events = records.map(({ id, at, subject, properties }) => {
        const uuid = uuidOf(secrets.sign('analytics record', `${event} ${id}`))
        return outgoing(uuid, event, secrets.sign('analytics subject', subject).slice(0, 22), at, properties)
      })
      await send(deps, posthog, events)
      cursor = { at: last.cursor_at, id: last.id }
      await moveCursor(database.pool, event, cursor)
      sent += records.length
      if (records.length < BATCH) break
    }
  }
  return sent
}

const outgoing = (
  uuid: string,
  event: string,
  distinct_id: string,
  at: string,
  properties: Record<string, unknown>,
): Outgoing => ({
  uuid,
  event,
  distinct_id,
  timestamp: new Date(at).toISOString(),
  // Without these, PostHog would create a profile of a person, and look up where our server is.
  properties: { ...properties, $process_person_profile: false, $geoip_disable: true, $lib: 'openspot' },
})

/** The same event always gets the same ID, so that PostHog stores one that is sent twice once. */
const uuidOf = (signature: string) =>
  createHash('sha256')
    .update(signature)
    .digest('hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

async function send({ ports }: ForwardDeps, { key, host }: PostHog, batch: Outgoing[]): Promise<void> {
  let status: number
  let isOverQuota = false
  try {
    const answer = await askOperated(ports, {
      url: `${host}/batch/`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: key, batch }),
      timeout_ms: PATIENCE_MS,
      max_bytes: 1024 * 1024,
    })
    status = answer.status
    isOverQuota = /"quota_limited":\s*\[\s*"events?"/.test(answer.body.toString('utf8', 0, 1_000))
  } catch {
    // The cause would name the address, which says nothing that the operator does not see on the platform's page.
    throw new NotForwarded('UNAVAILABLE', null)
  }
  if (isOverQuota) throw new NotForwarded('QUOTA_REACHED', status)
  if (status < 300) return
  if (status === 401 || status === 403) throw new NotForwarded('KEY_REFUSED', status)
  const isRedirect = status >= 300 && status < 400
  if (isRedirect || status === 408 || status === 429 || status >= 500)
    throw new NotForwarded('UNAVAILABLE', status)
  throw new NotForwarded('REFUSED', status)
}
