import { isChannelOn, type NoticeKind } from '@openspot/core/notifications/kinds.ts'
import { retrySeconds } from '@openspot/core/notifications/limits.ts'
import type { Deps } from '../../deps.ts'
import { alert, resolveAlert } from '../alerts/alert.ts'
import { setNumberRejected, stopTexts } from './numbers.sql.ts'
import { claimText, endText, postponeText } from './texts.sql.ts'
import { codes, sendTwilio, type TextOutcome } from './twilio.ts'

type Claimed = NonNullable<Awaited<ReturnType<typeof claimText>>>

/**
 * Sends one text, or decides that it is not sent. Without a provider in the local environment the outbox is where it is
 * read, so it counts as sent.
 */
export async function deliverText(deps: Deps, text_id: string): Promise<void> {
  const { database, messaging, ports, settings } = deps
  const { db } = database
  const now = ports.now()
  const text = await claimText(database.pool, text_id, now)
  if (!text) return
  if (now.getTime() >= Date.parse(text.expires_at))
    return endText(db, text_id, { state: 'EXPIRED', error: null }, now)
  const reason = dropReason(text)
  if (reason !== null) return endText(db, text_id, { state: 'DROPPED', dropped_because: reason }, now)
  const { twilio } = messaging
  if (twilio === null) {
    const isMailbox = settings.environment === 'local'
    return isMailbox
      ? endText(db, text_id, { state: 'SENT', provider_id: null, redacts: false }, now)
      : endText(db, text_id, { state: 'DROPPED', dropped_because: 'NO_PROVIDER' }, now)
  }
  const outcome = await sendTwilio(deps, twilio, {
    id: text.id,
    to: text.to_phone,
    body: text.body,
    created_at: text.created_at,
    is_repeated: text.attempts > 1,
  })
  await settle(deps, text, outcome)
}

function dropReason(text: Claimed): 'STOPPED' | 'READ' | 'TURNED_OFF' | 'NUMBER_GONE' | null {
  if (text.is_stopped) return 'STOPPED'
  if (text.notice_kind === null) return null
  if (text.is_read) return 'READ'
  if (!text.is_own_number) return 'NUMBER_GONE'
  // Only kinds of the contract are ever written.
  return isChannelOn(text.notice_kind as NoticeKind, 'TEXT', text.chosen ?? undefined) ? null : 'TURNED_OFF'
}

async function settle(deps: Deps, text: Claimed, outcome: TextOutcome): Promise<void> {
  const { database, ports, settings } = deps
  const { db } = database
  const now = ports.now()
  if (outcome.kind === 'SENT') {
    const redacts = settings.environment !== 'local'
    const provider_id = outcome.provider_id ?? null
    await endText(db, text.id, { state: 'SENT', provider_id, redacts }, now)
    return resolveAlert(deps, 'TEXTS_REFUSED')
  }
  if (outcome.kind === 'GONE') {
    const isStop = outcome.code === codes.stopped
    if (isStop) await stopTexts(db, text.to_phone, now)
    else await setNumberRejected(db, text.to_phone, outcome.code ?? '')
    const dropped_because = isStop ? 'STOPPED' : 'NUMBER_GONE'
    return endText(db, text.id, { state: 'DROPPED', dropped_because, error: outcome.error }, now)
  }
  if (outcome.kind === 'FAILED') return endText(db, text.id, { state: 'FAILED', error: outcome.error }, now)
  const asked = outcome.kind === 'RETRY' ? outcome.after_seconds : null
  const due_at = new Date(now.getTime() + retrySeconds(text.attempts, asked) * 1000)
  await postponeText(db, text.id, outcome.error, due_at)
  deps.log.warn({ task: 'deliver_text', text_id: text.id, attempts: text.attempts }, outcome.error)
  if (outcome.kind === 'REFUSED')
    await alert(deps, {
      event: 'TEXTS_REFUSED',
      summary: `Texts are refused: ${outcome.error} Check the settings of Twilio.`,
    })
}
