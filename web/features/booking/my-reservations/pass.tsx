'use client'
import { Button } from '@mantine/core'
import { getCalendarFileRoute, type Reservation } from '@openspot/contract/booking/reservations.ts'
import { address } from '@openspot/contract/call.ts'
import type { Arrival } from '@openspot/contract/lots/arrival.ts'
import { directionsUrl } from '@openspot/core/geo/directions.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import { IconCalendarPlus, IconRoute } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import { phaseOf } from '@/lib/reservation-phase.ts'
import { LotName } from '@/ui/lot/lot-text.tsx'
import { Plate } from '@/ui/plate.tsx'
import { levelText } from '@/ui/spot/level-text.ts'
import { Moment, ReservationTime, RestOfTime, TimeLeft } from '@/ui/time.tsx'
import css from './pass.module.css'
import { PassContact } from './pass-contact.tsx'
import { PassEntrance } from './pass-entrance.tsx'
import { PassPlan } from './pass-plan.tsx'
import { SharePass } from './share-pass.tsx'
import { WalletButtons } from './wallet-buttons.tsx'

type Shown = Pick<Reservation, 'status' | 'starts_at' | 'ends_at' | 'lot' | 'spot' | 'spot_id'>
/** What tells the reservation from others. */
type Known = Pick<Reservation, 'id' | 'car' | 'spot' | 'spot_id'>

/** The pass: everything needed on the way and at the spot, on one card that is readable at arm's length. */
export function Pass({
  reservation,
  own,
  linked,
  arrival,
  pass_token,
  heading = 'h2',
  is_offline = false,
  gates = null,
}: {
  reservation: Shown
  /** What only its driver sees and does; left out on a pass that they shared. */
  own?: Reservation
  /** The same without what only its driver does, on a pass that the link in a guest's email or text shows. */
  linked?: Known
  /** Loaded with the page; otherwise the pass loads it. */
  arrival?: Arrival | undefined
  /** The link that its driver shared, on such a pass. */
  pass_token?: string
  heading?: 'h1' | 'h2'
  /** Leaves out what needs a connection. */
  is_offline?: boolean
  /** The gates that it opens, right below the spot: who stands in front of one must not look for its button. */
  gates?: ReactNode
}) {
  const t = useTranslations()
  const { now } = useClock()
  const phase = phaseOf(reservation, now)
  const isLive = phase === 'running' || phase === 'ahead'
  const Heading = heading
  const below = heading === 'h1' ? 'h2' : 'h3'
  const zone = reservation.lot.time_zone
  const known: Known | undefined = own ?? linked
  return (
    <article className={css.pass} data-phase={phase} data-pass={known?.id ?? 'shared'}>
      <header className={css.passHead}>
        <div>
          <Heading>
            <LotName lot={reservation.lot} />
          </Heading>
          <p>
            <bdi>{[reservation.lot.street, reservation.lot.city].filter(Boolean).join(', ')}</bdi>
          </p>
        </div>
        <span className={css.status} data-phase={phase}>
          {phase === 'running' && reservation.status === 'ACTIVE'
            ? t('driver.running')
            : t(`driver.statuses.${reservation.status}`)}
        </span>
      </header>
      <div className={css.passBody}>
        <div className={css.bay}>
          <div className={css.bayInner}>
            <span className={css.bayWord}>{t('driver.spot')}</span>
            <span className={css.bayLabel} data-long={reservation.spot.label.length > 4 || undefined}>
              {reservation.spot.label}
            </span>
            {Math.abs(reservation.spot.level) > 1 || reservation.spot.level < 0 ? (
              <span className={css.bayWord}>{levelText(t, reservation.spot.level)}</span>
            ) : null}
          </div>
        </div>
        <div className={css.facts}>
          {phase === 'running' && reservation.ends_at ? (
            <>
              <p className={css.left}>
                <TimeLeft ends_at={reservation.ends_at} zone={zone} />
              </p>
              <p className={css.stay}>
                <ReservationTime
                  starts_at={reservation.starts_at}
                  ends_at={reservation.ends_at}
                  zone={zone}
                />
              </p>
            </>
          ) : (
            <>
              <p className={css.begin}>
                <Moment at={reservation.starts_at} zone={zone} />
              </p>
              <p className={css.stay}>
                <RestOfTime starts_at={reservation.starts_at} ends_at={reservation.ends_at} zone={zone} />
              </p>
            </>
          )}
        </div>
      </div>
      {gates ? <div className={css.passGates}>{gates}</div> : null}
      {known ? <KnownFacts reservation={known} /> : null}
      {isLive ? (
        <>
          {known ? (
            <PassPlan
              reservation={known}
              access={{ reservation_id: known.id }}
              initial={arrival}
              heading={below}
            />
          ) : pass_token ? (
            <PassPlan reservation={reservation} access={{ pass_token }} initial={undefined} heading={below} />
          ) : null}
          <PassEntrance lot={reservation.lot} heading={below} />
          <PassContact lot={reservation.lot} heading={below} />
          <footer className={css.passFoot}>
            <Button
              component="a"
              href={directionsUrl(reservation.lot)}
              target="_blank"
              rel="noopener"
              h={48}
              leftSection={<IconRoute size={18} aria-hidden="true" />}
            >
              {t('driver.directions')}
            </Button>
            {known && !is_offline ? <AddToCalendar reservation_id={known.id} /> : null}
            {known && reservation.status === 'ACTIVE' && !is_offline ? (
              <WalletButtons reservation_id={known.id} />
            ) : null}
            {own?.status === 'ACTIVE' && !is_offline ? <SharePass reservation={own} /> : null}
          </footer>
        </>
      ) : null}
    </article>
  )
}

/** The vehicle, and the number by which staff find the reservation. */
function KnownFacts({ reservation }: { reservation: Known }) {
  const t = useTranslations()
  return (
    <div className={css.passPlate}>
      {reservation.car ? (
        <Plate plate={reservation.car.plate} region={reservation.car.region || null} size="lg" />
      ) : (
        <p className={css.quiet}>{t('driver.noPlate')}</p>
      )}
      <p className={css.code}>
        {t.rich('driver.confirmation', {
          code: tag(
            // A code that people read to each other, the same in every language.
            <strong translate="no" dir="ltr">
              {shortCode(reservation.id)}
            </strong>,
          ),
        })}
      </p>
    </div>
  )
}

/** A file of the API, which phones open in their calendar. */
function AddToCalendar({ reservation_id }: { reservation_id: string }) {
  const t = useTranslations()
  return (
    <Button
      component="a"
      href={address(getCalendarFileRoute, { reservation_id })}
      variant="default"
      h={48}
      leftSection={<IconCalendarPlus size={18} aria-hidden="true" />}
    >
      {t('calendar.add')}
    </Button>
  )
}
