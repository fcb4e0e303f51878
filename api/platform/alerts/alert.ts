import { ALERT_PAUSE_MINUTES, type AlertEvent } from '@openspot/core/alert-events.ts'
import { reportFailure } from '../../failures.ts'
import { raiseAlert, setAlertResolved } from './alerts.sql.ts'
import { type AlertDeps, channelsOf, type MessageDeps, sendAlert, sendMessage } from './send-alert.ts'

const pauseMs = ALERT_PAUSE_MINUTES * 60_000

/** A problem that needs a person. `summary` is one sentence without personal data. */
export interface Problem {
  event: AlertEvent
  summary: string
}

/**
 * Alerts the operator: saves and logs the alert and sends it to the configured channels, at most once an hour per event
 * across all processes. A job retries what cannot be sent now. Without a database, it is sent at most once an hour per
 * process. Never throws.
 */
export async function alert(deps: AlertDeps, { event, summary }: Problem): Promise<void> {
  const { database, log, ports, settings } = deps
  let alert_id: string | null
  try {
    alert_id = await raiseAlert(database.pool, { event, summary }, channelsOf(settings), ports.now())
  } catch (error) {
    reportFailure(log, { task: 'alert', id: event, error })
    return alertWithoutDatabase(deps, { event, summary })
  }
  if (alert_id === null) return
  log.error({ event, summary }, 'alert')
  for (const channel of channelsOf(settings)) {
    try {
      await sendAlert(deps, { alert_id, channel, status: 'RAISED' })
    } catch (error) {
      reportFailure(log, { task: 'send_alert', id: alert_id, attempt: 0, error, more: { channel } })
    }
  }
}

/** Reports that an alert is resolved. Does nothing without an open alert of the event. */
export async function resolveAlert(
  { database, ports, settings }: Pick<AlertDeps, 'database' | 'ports' | 'settings'>,
  event: AlertEvent,
): Promise<void> {
  await setAlertResolved(database.pool, event, channelsOf(settings), ports.now())
}

const sentAt = new WeakMap<object, Map<AlertEvent, number>>()

/** Alerts the operator from a process that cannot reach the database, or has none: logs the alert and sends it at most once an hour. Never throws. */
export async function alertWithoutDatabase(
  deps: MessageDeps & Pick<AlertDeps, 'log'>,
  { event, summary }: Problem,
): Promise<void> {
  const { database, log, ports, settings } = deps
  log.error({ event, summary }, 'alert')
  const sent = sentAt.get(database ?? settings) ?? new Map<AlertEvent, number>()
  sentAt.set(database ?? settings, sent)
  const now = ports.now()
  if (now.getTime() - (sent.get(event) ?? -pauseMs) < pauseMs) return
  sent.set(event, now.getTime())
  for (const channel of channelsOf(settings)) {
    try {
      await sendMessage(deps, channel, { event, summary, status: 'RAISED', at: now.toISOString() })
    } catch (error) {
      reportFailure(log, { task: 'send_alert', id: event, error, more: { channel } })
    }
  }
}
