'use client'
import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import { phaseOf } from '@/lib/reservation-phase.ts'
import { Moment } from '@/ui/time.tsx'
import { ExitDialog } from './exit-dialog.tsx'
import css from './reservations.module.css'

/** The one way out of a reservation: canceling it or, once it has begun and the deadline has passed, ending it early. */
export function ExitPart({ reservation }: { reservation: Reservation }) {
  const t = useTranslations()
  const { now } = useClock()
  const [opened, setOpened] = useState(false)
  const { cancel_until_at, ends_at } = reservation
  const isFree = cancel_until_at !== null && cancel_until_at >= now
  const endsEarly = phaseOf(reservation, now) === 'running' && ends_at !== null && !isFree
  if (endsEarly && reservation.pending_change_id) return <p className={css.quiet}>{t('driver.endPending')}</p>
  return (
    <section className={css.cancel}>
      {isFree ? (
        <p className={css.quiet}>
          {t.rich('driver.cancelUntil', {
            time: tag(<Moment at={cancel_until_at} zone={reservation.lot.time_zone} inside zoned />),
          })}
        </p>
      ) : null}
      <Button variant="default" onClick={() => setOpened(true)}>
        {endsEarly ? t('driver.endEarly') : t('driver.cancel')}
      </Button>
      <ExitDialog
        reservation={reservation}
        endsEarly={endsEarly}
        opened={opened}
        onClose={() => setOpened(false)}
      />
    </section>
  )
}
