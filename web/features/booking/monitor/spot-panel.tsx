'use client'
import { Button, CloseButton } from '@mantine/core'
import type { MonitorSpot } from '@openspot/contract/booking/monitor.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath, spotPath } from '@/lib/paths.ts'
import { seenName } from '@/lib/seen-name.ts'
import { Plate } from '@/ui/plate.tsx'
import { NoPrice } from '@/ui/spot/not-listed.tsx'
import { SpotSwatch } from '@/ui/spot/spot-cell.tsx'
import { stateMeaning, stateWord } from '@/ui/spot/spot-states.ts'
import { spotWords } from '@/ui/spot/spot-words.ts'
import { Moment, ReservationTime, TimeLeft } from '@/ui/time.tsx'
import css from './spot-panel.module.css'

type Occupant = NonNullable<MonitorSpot['occupant']>

/** One spot: its occupant, the end time, and the next reservation. */
export function SpotPanel({
  spot,
  zone_name,
  lot,
  onClose,
}: {
  spot: MonitorSpot | null
  zone_name: string | null
  lot: ConsoleLot
  onClose: () => void
}) {
  const t = useTranslations()
  const zone = lot.time_zone
  if (!spot) {
    return (
      <div className={css.panelEmpty}>
        <h2>{t('staff.monitor.chooseTitle')}</h2>
        <p>{t('staff.monitor.choose')}</p>
      </div>
    )
  }
  const words = [...spotWords(t, spot), ...(zone_name === null ? [] : [zone_name])]
  return (
    <section className={css.panel} aria-label={`${t('spot.one')} ${spot.label}`}>
      <header>
        <span className={css.panelSwatch}>
          <SpotSwatch state={spot.state} />
        </span>
        <div>
          <h2>{spot.label}</h2>
          <p>
            {stateWord(t, spot.state)}
            {spot.until ? (
              <>
                {' '}
                <Moment at={spot.until} zone={zone} inside />
              </>
            ) : null}
          </p>
        </div>
        <CloseButton aria-label={t('common.close')} onClick={onClose} />
      </header>
      <p className={css.quiet}>
        {stateMeaning(t, spot.state)} {spot.state === 'EMPTY' && lot.is_admin ? <NoPrice lot={lot} /> : null}
      </p>
      {words.length > 0 ? <p className={css.quiet}>{words.join(' · ')}</p> : null}
      {spot.is_assigned ? (
        <div className={css.person}>
          <h3>{t('staff.monitor.assigned')}</h3>
          <p>{seenName(t, spot.assigned_to)}</p>
        </div>
      ) : null}
      <div className={css.person}>
        <h3>{t('staff.monitor.here')}</h3>
        {spot.occupant ? (
          <Person one={spot.occupant} lot={lot} running />
        ) : (
          <p className={css.quiet}>{t('staff.monitor.nobody')}</p>
        )}
      </div>
      <div className={css.person}>
        <h3>{t('staff.monitor.next')}</h3>
        {spot.next ? (
          <Person one={spot.next} lot={lot} />
        ) : (
          <p className={css.quiet}>{t('staff.monitor.noNext')}</p>
        )}
      </div>
      <div className={css.ways}>
        <Button component={Link} variant="default" size="sm" href={spotPath(lot.id, spot.id)}>
          {t('staff.monitor.openSpot')}
        </Button>
        {lot.is_admin ? (
          <Button
            component={Link}
            variant="default"
            size="sm"
            href={`/lots/${lot.id}/reservations/new?spot_id=${spot.id}`}
          >
            {t('staff.monitor.bookSpot')}
          </Button>
        ) : null}
      </div>
    </section>
  )
}

function Person({ one, lot, running }: { one: Occupant; lot: ConsoleLot; running?: boolean }) {
  const t = useTranslations()
  const zone = lot.time_zone
  return (
    <>
      <Link className={css.name} href={reservationPath(lot.id, one.reservation_id)}>
        {seenName(t, one.name)}
      </Link>
      {one.plate ? <Plate plate={one.plate} /> : null}
      <p>
        <ReservationTime starts_at={one.starts_at} ends_at={one.ends_at} zone={zone} />
      </p>
      {running && one.ends_at ? (
        <p className={css.quiet}>
          <TimeLeft ends_at={one.ends_at} zone={zone} />
        </p>
      ) : null}
      {one.status === 'ACTIVE' ? null : <p className={css.quiet}>{t(`driver.statuses.${one.status}`)}</p>}
    </>
  )
}
