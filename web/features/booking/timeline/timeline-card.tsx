'use client'
import { Button, Modal } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath } from '@/lib/paths.ts'
import { Buttons, Facts } from '@/ui/panel.tsx'
import { ReservationPhaseLabel } from '@/ui/reservation/reservation-status.tsx'
import type { StaffChangeKind } from '@/ui/staff-change/staff-change-dialog.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import css from './timeline.module.css'
import { type Bar, isMovable } from './timeline-bars.ts'

/** A reservation that was opened in the timeline, with what staff do most often. */
export function TimelineCard({
  bar,
  lot,
  onClose,
  onChange,
}: {
  bar: Bar
  lot: ConsoleLot
  onClose: () => void
  onChange: (kind: StaffChangeKind) => void
}) {
  const t = useTranslations()
  const { reservation } = bar
  const canChange = lot.is_admin && isMovable(bar) && reservation.ends_at !== null
  return (
    <Modal opened onClose={onClose} title={reservation.name ?? t('staffChange.someone')}>
      <div className={css.card}>
        <Facts
          items={[
            [t('spot.one'), bar.label],
            [t('staffReservations.columns.plate'), reservation.plate ?? t('staffReservations.noCar')],
            [
              t('staffReservations.columns.time'),
              <ReservationTime
                key="time"
                starts_at={reservation.starts_at}
                ends_at={reservation.ends_at}
                zone={lot.time_zone}
              />,
            ],
            [
              t('staffReservations.columns.status'),
              <ReservationPhaseLabel key="status" reservation={reservation} />,
            ],
            [t('timeline.bill'), reservation.has_open_bill ? t('timeline.owes') : null],
          ]}
        />
        <Buttons>
          <Button component={Link} href={reservationPath(lot.id, reservation.id)}>
            {t('timeline.open')}
          </Button>
          {canChange ? (
            <>
              <Button variant="default" onClick={() => onChange('extend')}>
                {t('staffReservations.stay.actionWords.extend')}
              </Button>
              <Button variant="default" onClick={() => onChange('times')}>
                {t('staffReservations.stay.actionWords.times')}
              </Button>
            </>
          ) : null}
        </Buttons>
      </div>
    </Modal>
  )
}
