'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getReservationRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { giveNoticeRoute } from '@openspot/contract/booking/staff-reservations.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { phaseOf } from '@/lib/reservation-phase.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Facts, Panel } from '@/ui/panel.tsx'
import { Plate } from '@/ui/plate.tsx'
import { driverName } from '@/ui/reservation/driver-name.ts'
import { Messages } from '@/ui/reservation/messages.tsx'
import { ReservationPhaseLabel } from '@/ui/reservation/reservation-status.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import css from './my-spots.module.css'

/** A reservation of a host's spot as its host sees it. */
export function GuestScreen({ initial }: { initial: Reservation }) {
  const t = useTranslations()
  const { now } = useClock()
  const [ends, setEnds] = useState(false)
  const params = { reservation_id: initial.id }
  const answer = useApiQuery(getReservationRoute, { params }, { initialData: initial, everySeconds: 30 })
  const give = useApiMutation(giveNoticeRoute, { refresh: [getReservationRoute] })
  const reservation = answer.data ?? initial
  const { spot, spot_id, lot, car } = reservation
  const { label } = spot
  const isLive = reservation.status === 'ACTIVE' && phaseOf(reservation, now) !== 'over'
  return (
    <div className={css.stack}>
      <PageHead
        back={<Link href={`/me/spots/${spot_id}`}>{t('mySpots.guest.back', { label })}</Link>}
        title={t('mySpots.guest.title', { label })}
        text={lot.name}
      />
      <Panel title={driverName(t, reservation.driver)}>
        <Facts
          items={[
            [t('mySpots.guest.status'), <ReservationPhaseLabel key="status" reservation={reservation} />],
            [
              t('mySpots.guest.time'),
              <ReservationTime
                key="time"
                starts_at={reservation.starts_at}
                ends_at={reservation.ends_at}
                zone={lot.time_zone}
              />,
            ],
            [
              t('mySpots.guest.plate'),
              car ? <Plate key="plate" plate={car.plate} region={car.region} /> : null,
            ],
          ]}
        />
        <div className={css.acts}>
          <Button component={Link} variant="default" href={`/me/reservations/${initial.id}/problem`}>
            {t('mySpots.guest.problem')}
          </Button>
          {isLive && reservation.ends_at === null ? (
            <Button variant="default" onClick={() => setEnds(true)}>
              {t('mySpots.guest.notice')}
            </Button>
          ) : null}
        </div>
      </Panel>
      <Messages reservation_id={reservation.id} zone={lot.time_zone} />
      <ConfirmDialog
        opened={ends}
        title={t('mySpots.guest.noticeTitle')}
        text={t('mySpots.guest.noticeText')}
        yes={t('mySpots.guest.noticeYes')}
        no={t('mySpots.guest.noticeNo')}
        isBusy={give.isPending}
        error={give.error}
        onClose={() => setEnds(false)}
        onYes={() =>
          give.mutate(
            { params, body: {} },
            {
              onSuccess: () => {
                setEnds(false)
                notifications.show({ message: t('mySpots.guest.noticeDone') })
              },
            },
          )
        }
      />
    </div>
  )
}
