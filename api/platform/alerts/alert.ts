import { ALERT_PAUSE_MINUTES, type AlertEvent } from '@openspot/core/alert-events.ts'
import type { Deps } from '../../deps.ts'
import { reportFailure } from '../../failures.ts'
import { raiseAlert, setAlertResolved } from './alerts.sql.ts'
import { channelsOf, sendAlert, sendMessage } from './send-alert.ts'

const pauseMs = ALERT_PAUSE_MINUTES * 60_000

/**
 * Alerts the operator: saves and logs the alert and sends it to the configured channels, at most once an hour per event
 * across all processes. A job retries what cannot be sent now. Without a database, it is sent at most once an hour per
 * process. `summary` is one sentence without personal data. Never throws.
 */
export async function alert(
  deps: Deps,
  { event, summary }: { event: AlertEvent; summary: string },
): Promise<void> {
  const { database, log, ports, settings } = deps
  let alert_id: string | null
  try {
    alert_id = await raiseAlert(database.pool, { event, summary }, channelsOf(settings), ports.now())
  } catch (error) {
    log.error({ event, summary }, 'alert')
    reportFailure(log, { task: 'alert', id: event, error })
    return sendWithoutDatabase(deps, event, summary)
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
export async function resolveAlert({ database, ports, settings }: Deps, event: AlertEvent): Promise<void> {
  await setAlertResolved(database.pool, event, channelsOf(settings), ports.now())
}

const sentAt = new WeakMap<Deps['database'], Map<AlertEvent, number>>()

async function sendWithoutDatabase(deps: Deps, event: AlertEvent, summary: string): Promise<void> {
  const { database, log, ports, settings } = deps
  const sent = sentAt.get(database) ?? new Map<AlertEvent, number>()
  sentAt.set(database, sent)
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
