'use client'
import {
  getReservationWhy,
  type Reservation,
  type ReservationWhy,
} from '@openspot/contract/booking/reservations.ts'
import { findMinutesOf, isoOf } from '@openspot/core/time/instant.ts'
import { type Saying, sayMoment } from '@openspot/core/time/say.ts'
import { useAsk } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import { Moment, Stay, useSaying } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './stays.module.css'

type ReservationEvent = ReservationWhy['events'][number]

/** How a reservation came to its current state: its months, its events, and the rules it was made under. */
export function History({ stay }: { stay: Reservation }) {
  const { driver } = words
  const why = useAsk(getReservationWhy, { params: { reservation_id: stay.id } })
  const saying = useSaying(stay.lot.time_zone)
  if (why.isError && !why.data) return <ErrorState error={why.error} onRetry={() => why.refetch()} />
  if (!why.data) return <ListSkeleton rows={1} />
  const { events, periods, rule_set, created_by } = why.data
  return (
    <>
      {periods.length > 0 ? <Periods periods={periods} zone={stay.lot.time_zone} /> : null}
      <section className={css.card}>
        <h2>{driver.history}</h2>
        <ol className={css.events}>
          <li>
            <span className={css.when}>
              <Moment at={stay.created_at} zone={stay.lot.time_zone} />
            </span>
            <span>{created_by === null ? driver.booked : driver.madeByStaff}</span>
          </li>
          {events.map((event, index) => (
            <li key={`${event.at} ${event.kind} ${index}`}>
              <span className={css.when}>
                <Moment at={event.at} zone={stay.lot.time_zone} />
              </span>
              <span>
                {eventText(event, saying)} <span className={css.quiet}>{byWhom(event.by)}</span>
                {refundText(event, stay.currency)}
              </span>
            </li>
          ))}
        </ol>
        {rule_set ? <p className={css.quiet}>{driver.underRules(rule_set.name, rule_set.version)}</p> : null}
      </section>
    </>
  )
}

export function Periods({ periods, zone }: { periods: ReservationWhy['periods']; zone: string }) {
  const { driver } = words
  return (
    <section className={css.card}>
      <h2>{driver.periods}</h2>
      <p className={css.quiet}>{driver.periodsText}</p>
      <ol className={css.events}>
        {periods.map((period) => (
          <li key={period.starts_at}>
            <span className={css.when}>{period.invoice_id ? driver.billed : driver.billedNext}</span>
            <Stay starts_at={period.starts_at} ends_at={period.ends_at} zone={zone} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function byWhom(by: string | null): string {
  if (by === null) return words.driver.byUs
  return by === 'The driver' ? words.driver.byYou : words.driver.byStaff
}

/** Returns a new start or end from the details of an event. */
function became(event: ReservationEvent, name: 'starts_at' | 'ends_at'): string | null {
  const { to } = event.details
  if (typeof to !== 'object' || to === null || !(name in to)) return null
  const value = (to as Record<string, unknown>)[name]
  const minutes = typeof value === 'string' ? findMinutesOf(value) : null
  return minutes === null ? null : isoOf(minutes)
}

export function eventText(event: ReservationEvent, saying: Saying): string {
  const say = words.events
  const [starts, ends] = [became(event, 'starts_at'), became(event, 'ends_at')]
  const [from, until] = [starts, ends].map((at) => (at === null ? null : sayMoment(at, saying, false)))
  switch (event.kind) {
    case 'EXTENDED':
    case 'SHORTENED':
    case 'NOTICE_GIVEN':
      return until ? say[event.kind](until) : say.other
    case 'SHIFTED':
      if (!from) return say.other
      return until ? say.SHIFTED(from, until) : say.SHIFTED_OPEN(from)
    case 'MOVED':
    case 'REPLACED':
    case 'RESEATED':
    case 'CAR_CHANGED':
    case 'MERGED':
      return say[event.kind]
    default:
      return say.other
  }
}

export function refundText({ details }: ReservationEvent, currency: string | null): string {
  const { refund_cents } = details
  return currency && typeof refund_cents === 'number' && refund_cents > 0
    ? ` · ${words.events.refund(moneyText(refund_cents, currency))}`
    : ''
}
