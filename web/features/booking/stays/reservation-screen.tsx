'use client'
import { Button } from '@mantine/core'
import { getReservationRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { listMyWaitlistRoute } from '@openspot/contract/booking/waitlist.ts'
import Link from 'next/link'
import { useState } from 'react'
import { OwedNotes } from '@/features/booking/stays/bills/owed-note.tsx'
import { ChangePart } from '@/features/booking/stays/changes/change-part.tsx'
import { PendingChange } from '@/features/booking/stays/changes/pending-change.tsx'
import { useClock } from '@/lib/clock-provider.tsx'
import type { PayEnding } from '@/lib/pay-ending.ts'
import { phaseOf } from '@/lib/stay-phase.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { PayEndingNote } from '@/ui/checkout/pay-ending-note.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { History } from './history.tsx'
import { MonthlyPart } from './monthly-part.tsx'
import { Pass } from './pass.tsx'
import { PayStay } from './pay-stay.tsx'
import { Receipt } from './receipt.tsx'
import css from './stays.module.css'

/** One reservation: its pass, possible changes, payments, history, and cancellation. */
export function ReservationScreen({ initial }: { initial: Reservation }) {
  const { now } = useClock()
  const [cancels, setCancels] = useState(false)
  const [ending, setEnding] = useState<PayEnding | null>(null)
  const answer = useApiQuery(
    getReservationRoute,
    { params: { reservation_id: initial.id } },
    // While a payment is pending, something may change at any moment.
    { initialData: initial, everySeconds: (stay) => (stay?.pending_change_id ? 5 : 30) },
  )
  const stay = answer.data ?? initial
  const phase = phaseOf(stay, now)
  const waited = useApiQuery(listMyWaitlistRoute, {}, { enabled: phase === 'held' })
  const isLive = stay.status === 'ACTIVE' && phase !== 'over'
  const leadsTo = stay.merged_into_id ?? stay.changes_id
  return (
    <div className={css.stack}>
      {leadsTo ? (
        <Note tone="plain" title={stay.merged_into_id ? words.driver.merged : words.driver.isChange}>
          <div className={css.noteAction}>
            <Button component={Link} variant="default" href={`/me/reservations/${leadsTo}`}>
              {words.driver.mergedGo}
            </Button>
          </div>
        </Note>
      ) : null}
      {ending ? (
        <PayEndingNote
          ending={ending}
          zone={stay.lot.time_zone}
          hold_expires_at={phase === 'held' ? stay.hold_expires_at : null}
        />
      ) : null}
      {phase === 'held' && !stay.changes_id ? (
        <PayStay
          stay={stay}
          isOffer={waited.data?.items.some((entry) => entry.reservation_id === stay.id) ?? false}
          onEnding={setEnding}
        />
      ) : null}
      {stay.pending_change_id ? (
        <PendingChange
          key={stay.pending_change_id}
          stay={stay}
          change_id={stay.pending_change_id}
          onEnding={setEnding}
        />
      ) : null}
      {stay.status === 'CANCELED' ? <Note tone="plain" title={words.driver.cancelled} /> : null}
      <OwedNotes stay={stay} />
      <Pass stay={stay} heading="h1" />
      {isLive && stay.ends_at === null && stay.status === 'ACTIVE' ? <MonthlyPart stay={stay} /> : null}
      {isLive && stay.is_flexible && phase === 'ahead' ? (
        <p className={css.quiet}>{words.driver.flexible}</p>
      ) : null}
      {isLive && !stay.pending_change_id ? <ChangePart stay={stay} onEnding={setEnding} /> : null}
      <Receipt stay={stay} />
      <History stay={stay} />
      {isLive ? (
        <section className={css.cancel}>
          {stay.cancel_until_at ? (
            <p className={css.quiet}>
              {words.driver.cancelUntil} <Moment at={stay.cancel_until_at} zone={stay.lot.time_zone} inside />
              .
            </p>
          ) : null}
          <Button variant="default" onClick={() => setCancels(true)}>
            {words.driver.cancel}
          </Button>
          <CancelDialog stay={stay} opened={cancels} onClose={() => setCancels(false)} />
        </section>
      ) : null}
    </div>
  )
}
