'use client'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import {
  getReservationExplanationRoute,
  type Reservation,
  type ReservationExplanation,
} from '@openspot/contract/booking/reservations.ts'
import Link from 'next/link'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { Facts, Panel } from '@/ui/panel.tsx'
import { eventText, refundText } from '@/ui/reservation/event-text.ts'
import { Periods } from '@/ui/reservation/periods.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import { Moment, useTimeFormat } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './staff-reservation.module.css'

type Event = ReservationExplanation['events'][number]

/** How a reservation came to its current state: its terms and rules, who made it, and what happened since. */
export function PriceAndRules({ reservation, lot }: { reservation: Reservation; lot: ConsoleLot }) {
  const say = words.staffReservations.stay
  const explanation = useApiQuery(
    getReservationExplanationRoute,
    { params: { reservation_id: reservation.id } },
    { client: 'admin' },
  )
  if (explanation.isError && !explanation.data)
    return <ErrorState error={explanation.error} onRetry={() => explanation.refetch()} />
  if (!explanation.data) return <ListSkeleton rows={2} />
  const { created_by, terms_version, rule_set, cancel_reason, events, periods } = explanation.data
  return (
    <>
      <Panel title={say.why} text={say.whyText}>
        <Facts
          items={[
            [say.madeBy, created_by ?? say.byDriver],
            [say.terms, say.version(terms_version)],
            [
              say.rules,
              rule_set ? (
                <Link key="rules" href={`/lots/${lot.id}/rules`}>
                  {say.ruleSet(rule_set.name, rule_set.version)}
                </Link>
              ) : (
                say.noRules
              ),
            ],
          ]}
        />
      </Panel>
      {periods.length > 0 ? <Periods periods={periods} zone={lot.time_zone} /> : null}
      <Panel title={words.driver.history}>
        <ol className={css.events}>
          <li>
            <span className={css.when}>
              <Moment at={reservation.created_at} zone={lot.time_zone} />
            </span>
            <span>{created_by === null ? words.driver.booked : say.madeByStaff(created_by)}</span>
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
              <span>{words.driver.statuses.CANCELED}</span>
              {cancel_reason ? <span className={css.reason}>“{cancel_reason}”</span> : null}
            </li>
          ) : null}
        </ol>
      </Panel>
    </>
  )
}

function EventRow({ event, reservation, lot }: { event: Event; reservation: Reservation; lot: ConsoleLot }) {
  const timeFormat = useTimeFormat(lot.time_zone)
  const moved = useMoved(event, lot.id)
  return (
    <li>
      <span className={css.when}>
        <Moment at={event.at} zone={lot.time_zone} />
      </span>
      <span>
        {eventText(event, timeFormat)}
        {moved ? ` (${moved})` : ''}{' '}
        <span className={css.quiet}>
          {event.by === null ? words.driver.byUs : words.driver.historyBy(event.by)}
        </span>
        {refundText(event, reservation.currency)}
      </span>
      {event.reason ? <span className={css.reason}>“{event.reason}”</span> : null}
    </li>
  )
}

/** Returns "A1 to A3" for an event that moved the reservation. */
function useMoved({ details }: Event, lot_id: string): string | null {
  const spots = useApiQuery(listMonitorSpotsRoute, { params: { lot_id }, query: {} }, { client: 'admin' })
  const [from, to] = [spotOf(details, 'from'), spotOf(details, 'to')]
  if (from === to || from === null || to === null) return null
  const label = (id: string) => spots.data?.items.find((spot) => spot.id === id)?.label
  const [was, is] = [label(from), label(to)]
  return was && is ? words.staffReservations.stay.moved(was, is) : null
}

/** An event names a spot either directly or within the previous and new facts. */
function spotOf(details: Event['details'], side: 'from' | 'to'): string | null {
  const alone = details[`${side}_spot_id`]
  const all = details[side]
  const id = alone ?? (typeof all === 'object' && all !== null && 'spot_id' in all ? all.spot_id : null)
  return typeof id === 'string' ? id : null
}
