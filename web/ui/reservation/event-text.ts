import type { ReservationExplanation } from '@openspot/contract/booking/reservations.ts'
import { formatInstant, type TimeFormat } from '@openspot/core/time/format.ts'
import { findMinutesOf, isoOf } from '@openspot/core/time/instant.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { moneyText } from '@/ui/money.tsx'

type ReservationEvent = ReservationExplanation['events'][number]

/** Returns a new start or end from the details of an event. */
function became(event: ReservationEvent, name: 'starts_at' | 'ends_at'): string | null {
  const { to } = event.details
  if (typeof to !== 'object' || to === null || !(name in to)) return null
  const value = (to as Record<string, unknown>)[name]
  const minutes = typeof value === 'string' ? findMinutesOf(value) : null
  return minutes === null ? null : isoOf(minutes)
}

/** Says what an event did: "extended until 6 p.m.". */
export function eventText(t: Translate, event: ReservationEvent, timeFormat: TimeFormat): string {
  const [starts, ends] = [became(event, 'starts_at'), became(event, 'ends_at')]
  const [from, until] = [starts, ends].map((at) =>
    at === null ? null : formatInstant(at, timeFormat, false),
  )
  switch (event.kind) {
    case 'EXTENDED':
    case 'SHORTENED':
    case 'NOTICE_GIVEN':
      return until ? t(`events.${event.kind}`, { until }) : t('events.other')
    case 'SHIFTED':
      if (!from) return t('events.other')
      return until ? t('events.SHIFTED', { from, until }) : t('events.SHIFTED_OPEN', { from })
    case 'MOVED':
    case 'REPLACED':
    case 'RESEATED':
    case 'CAR_CHANGED':
    case 'MERGED':
      return t(`events.${event.kind}`)
    default:
      return t('events.other')
  }
}

/** Says what an event refunded; empty if nothing. */
export function refundText(t: Translate, { details }: ReservationEvent, currency: string | null): string {
  const { refund_cents } = details
  return currency && typeof refund_cents === 'number' && refund_cents > 0
    ? ` · ${t('events.refund', { amount: moneyText(t, refund_cents, currency) })}`
    : ''
}
