'use client'
import { listParkHistoryRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import Link from 'next/link'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { spotPath, stayPath } from '@/lib/paths.ts'
import { phaseOf } from '@/lib/stay-phase.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { Facts, Panel } from '@/ui/panel.tsx'
import { Plate } from '@/ui/plate.tsx'
import { Moment, TimeLeft } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './staff-stay.module.css'

/** Vehicle, spot, and related dates. Driver and time are shown above. */
export function StayFacts({ stay, lot }: { stay: Reservation; lot: ConsoleLot }) {
  const say = words.staffReservations.stay
  const { now } = useClock()
  const zone = lot.time_zone
  const after = useContinuation(stay)
  const phase = phaseOf(stay, now)
  const moment = (at: string | null) => (at === null ? null : <Moment at={at} zone={zone} />)
  const canCancel = stay.status === 'ACTIVE' && phase !== 'over' && (stay.cancel_until_at ?? '') > now
  return (
    <Panel title={say.facts}>
      <Facts
        items={[
          [
            say.car,
            stay.car ? (
              <Plate key="car" plate={stay.car.plate} region={stay.car.region || null} />
            ) : (
              words.staffReservations.noCar
            ),
          ],
          [
            say.spot,
            <span key="spot">
              <Link className={css.label} href={spotPath(lot.id, stay.spot_id)}>
                {stay.spot.label}
              </Link>{' '}
              {[words.spot.types[stay.spot.type], words.staff.monitor.level(stay.spot.level)].join(', ')}
            </span>,
          ],
          [
            say.left,
            phase === 'running' && stay.ends_at ? (
              <TimeLeft key="left" ends_at={stay.ends_at} zone={zone} />
            ) : null,
          ],
          [say.heldUntil, moment(phase === 'held' ? stay.hold_expires_at : null)],
          [say.madeAt, moment(stay.created_at)],
          [say.confirmedAt, moment(stay.confirmed_at)],
          [say.canceledAt, moment(stay.canceled_at)],
          [say.cancelUntil, moment(canCancel ? stay.cancel_until_at : null)],
          [say.flexible, stay.is_flexible ? say.flexibleText : null],
          [
            say.continues,
            stay.continues_id ? (
              <Link key="before" href={stayPath(lot.id, stay.continues_id)}>
                {say.openBefore}
              </Link>
            ) : null,
          ],
          [
            say.goesOn,
            after ? (
              <Link key="after" href={stayPath(lot.id, after.id)}>
                {say.openAfter(after.spot.label)}
              </Link>
            ) : null,
          ],
        ]}
      />
    </Panel>
  )
}

/** Returns the continuation of a reservation on another spot, which starts where this one ends. */
function useContinuation({ id, lot_id, user_id, status, ends_at }: Reservation): Reservation | undefined {
  const end = ends_at ?? ''
  const next = useApiQuery(
    listParkHistoryRoute,
    {
      query: {
        lot_id,
        user_id,
        starts_at: end,
        ends_at: ends_at === null ? end : isoOf(minutesOf(end) + 1),
        limit: 10,
      },
    },
    { client: 'admin', enabled: status === 'ACTIVE' && ends_at !== null, keep: true },
  )
  return next.data?.items.find(({ continues_id }) => continues_id === id)
}
