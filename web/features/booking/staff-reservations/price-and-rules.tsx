'use client'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import {
  getReservationExplanationRoute,
  type Reservation,
  type ReservationExplanation,
} from '@openspot/contract/booking/reservations.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { seenName } from '@/lib/seen-name.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { Facts, Panel } from '@/ui/panel.tsx'
import { eventText, refundText } from '@/ui/reservation/event-text.ts'
import { Periods } from '@/ui/reservation/periods.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import { Moment, useTimeFormat } from '@/ui/time.tsx'
import css from './staff-reservation.module.css'

type Event = ReservationExplanation['events'][number]

/** How a reservation came to its current state: its terms and rules, who made it, and what happened since. */
export function PriceAndRules({ reservation, lot }: { reservation: Reservation; lot: ConsoleLot }) {
  const t = useTranslations()
  const explanation = useApiQuery(
    getReservationExplanationRoute,
    { params: { reservation_id: reservation.id } },
    { client: 'admin' },
  )
  if (explanation.isError && !explanation.data)
    return <ErrorState error={explanation.error} onRetry={() => explanation.refetch()} />
  if (!explanation.data) return <ListSkeleton rows={2} />
  const { creator, created_by, terms_version, rule_set, cancel_reason, events, periods } = explanation.data
  return (
    <>
      <Panel title={t('staffReservations.stay.why')} text={t('staffReservations.stay.whyText')}>
        <Facts
          items={[
            [
              t('staffReservations.stay.madeBy'),
              creator === 'DRIVER' ? t('staffReservations.stay.byDriver') : seenName(t, created_by),
            ],
            [
              t('staffReservations.stay.terms'),
              t('staffReservations.stay.version', { version: String(terms_version) }),
            ],
            [
              t('staffReservations.stay.rules'),
              rule_set ? (
                <Link key="rules" href={`/lots/${lot.id}/rules`}>
                  {t('staffReservations.stay.ruleSet', {
                    name: rule_set.name,
                    version: String(rule_set.version),
                  })}
                </Link>
              ) : (
                t('staffReservations.stay.noRules')
              ),
            ],
          ]}
        />
      </Panel>
      {periods.length > 0 ? <Periods periods={periods} zone={lot.time_zone} /> : null}
      <Panel title={t('driver.history')}>
        <ol className={css.events}>
          <li>
            <span className={css.when}>
              <Moment at={reservation.created_at} zone={lot.time_zone} />
            </span>
            <span>
              {creator === 'DRIVER'
                ? t('driver.booked')
                : t('staffReservations.stay.madeByStaff', {
                    name: seenName(t, created_by),
                  })}
            </span>
          </li>
          {events.map((event, index) => (
            <EventRow
              key={`${event.at} ${event.kind} ${index}`}
              event={event}
              reservation={reservation}
              lot={lot}
            />
          ))}
          {reservation.canceled_at ? (
            <li>
              <span className={css.when}>
                <Moment at={reservation.canceled_at} zone={lot.time_zone} />
              </span>
              <span>{t('driver.statuses.CANCELED')}</span>
              {cancel_reason ? (
                <span className={css.reason}>
                  “<bdi>{cancel_reason}</bdi>”
                </span>
              ) : null}
            </li>
          ) : null}
        </ol>
      </Panel>
    </>
  )
}

function EventRow({ event, reservation, lot }: { event: Event; reservation: Reservation; lot: ConsoleLot }) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(lot.time_zone)
  const moved = useMoved(event, lot.id)
  return (
    <li>
      <span className={css.when}>
        <Moment at={event.at} zone={lot.time_zone} />
      </span>
      <span>
        {eventText(t, event, timeFormat)}
        {moved ? ` (${moved})` : ''}{' '}
        <span className={css.quiet}>
          {t('staffReservations.stay.changedBy', {
            actor: event.actor,
            name: seenName(t, event.by),
          })}
        </span>
        {refundText(t, event, reservation.currency)}
      </span>
      {event.reason ? (
        <span className={css.reason}>
          “<bdi>{event.reason}</bdi>”
        </span>
      ) : null}
    </li>
  )
}

/** Returns "A1 to A3" for an event that moved the reservation. */
function useMoved({ details }: Event, lot_id: string): string | null {
  const t = useTranslations()
  const spots = useApiQuery(listMonitorSpotsRoute, { params: { lot_id }, query: {} }, { client: 'admin' })
  const [from, to] = [spotOf(details, 'from'), spotOf(details, 'to')]
  if (from === to || from === null || to === null) return null
  const label = (id: string) => spots.data?.items.find((spot) => spot.id === id)?.label
  const [was, is] = [label(from), label(to)]
  return was && is ? t('staffReservations.stay.moved', { from: was, to: is }) : null
}

/** An event names a spot either directly or within the previous and new facts. */
function spotOf(details: Event['details'], side: 'from' | 'to'): string | null {
  const alone = details[`${side}_spot_id`]
  const all = details[side]
  const id = alone ?? (typeof all === 'object' && all !== null && 'spot_id' in all ? all.spot_id : null)
  return typeof id === 'string' ? id : null
}
