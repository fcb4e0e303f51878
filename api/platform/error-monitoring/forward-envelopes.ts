import type { ErrorDropReason } from '@openspot/core/error-monitoring/enums.ts'
import type { FastifyInstance } from 'fastify'
import { reportFailure } from '../../failures.ts'
import type { Drops } from './drops.ts'
import { EnvelopeQueue, type Round } from './envelope-queue.ts'
import { countLost, setFailing, setSent } from './forwarding.sql.ts'

/** How long Sentry may be down until the operator is alerted. A refused key and a full queue are reported at once. */
const ALERT_AFTER_MS = 3_600_000

type ForwardApp = Pick<
  FastifyInstance,
  'alert' | 'resolveAlert' | 'log' | 'metrics' | 'pool' | 'ports' | 'settings'
>

const SAVE_LOST_MS = 1_000

/** Opens the queue to Sentry, whose state the operator sees. Null without a DSN. */
export function openForwarding(
  app: ForwardApp,
  drops: Drops,
): { queue: EnvelopeQueue; close(): Promise<void> } | null {
  const { sentry: dsn } = app.settings
  if (dsn === null) return null
  let lost = 0
  let isFull = false
  let timer: NodeJS.Timeout | null = null
  const report = (error: unknown) => reportFailure(app.log, { task: 'forward_envelopes', error })
  const drop = (reason: ErrorDropReason, count: number) => {
    drops.add(reason, count)
    lost += count
    isFull ||= reason === 'QUEUE_FULL'
    timer ??= setTimeout(() => void saveLost().catch(report), SAVE_LOST_MS).unref()
  }

  const saveLost = async () => {
    timer = null
    const count = lost
    if (count === 0) return
    await countLost(app.pool, count)
    lost -= count
    app.metrics.countEnvelopes('lost', count)
    if (!isFull) return
    isFull = false
    await app.alert({
      event: 'ERROR_MONITORING_FAILING',
      summary: 'Reports of errors are lost: more arrive than Sentry takes, and the queue in memory is full.',
    })
  }

  const saveFailure = async (failure: NonNullable<Round['failure']>) => {
    const now = app.ports.now()
    app.metrics.countEnvelopes('failed', 1)
    const since = await setFailing(app.pool, failure, now)
    app.log.error({ event: 'envelopes_not_forwarded', failure, since }, 'Sentry did not take an envelope')
    const isLong = now.getTime() - new Date(since).getTime() >= ALERT_AFTER_MS
    if (failure !== 'KEY_REFUSED' && !isLong) return
    await app.alert({
      event: 'ERROR_MONITORING_FAILING',
      summary: `Sentry does not take our reports of errors (${failure}). They are lost after a few minutes.`,
    })
  }

  const settle = async ({ sent, failure }: Round) => {
    try {
      if (sent > 0) {
        app.metrics.countEnvelopes('sent', sent)
        const wasFailing = await setSent(app.pool, sent, app.ports.now())
        if (wasFailing && failure === null) await app.resolveAlert('ERROR_MONITORING_FAILING')
      }
      if (failure !== null) await saveFailure(failure)
    } catch (error) {
      report(error)
    }
  }
  const queue = new EnvelopeQueue(dsn, { ports: app.ports, drop, settle })
  return {
    queue,
    async close() {
      await queue.close()
      await saveLost().catch(report)
    },
  }
}
