'use client'
import { Button } from '@mantine/core'
import {
  getHostingRoute,
  type Hosting,
  listHostedReservationsRoute,
} from '@openspot/contract/booking/hosting.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { hostedPath } from '@/lib/paths.ts'
import { seenName } from '@/lib/seen-name.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { moneyText } from '@/ui/money.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Plate } from '@/ui/plate.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import { ZoneNote } from '@/ui/zone-note.tsx'
import { HostCalendar } from './calendar/host-calendar.tsx'
import { ListForm } from './list-form.tsx'
import { ListedTimes } from './listed-times.tsx'
import css from './my-spots.module.css'
import { SpotState } from './spot-state.tsx'

/** One spot of a host: its state, listing it, the listed times, who is coming, and the way to the earnings. */
export function MySpotScreen({ initial }: { initial: Hosting }) {
  const t = useTranslations()
  const { now } = useClock()
  const params = { spot_id: initial.spot.id }
  const answer = useApiQuery(getHostingRoute, { params }, { initialData: initial, everySeconds: 60 })
  const hosting = answer.data ?? initial
  const { spot } = hosting
  return (
    <div className={css.stack}>
      <PageHead
        back={<Link href="/me/spots">{t('mySpots.title')}</Link>}
        title={t('mySpots.spot', { label: spot.label })}
        text={spot.lot.name}
        action={<SpotState spot={spot} />}
      />
      <ZoneNote at={now} zone={spot.lot.time_zone} />
      <ListForm hosting={hosting} />
      <HostCalendar hosting={hosting} />
      <ListedTimes hosting={hosting} />
      <Guests hosting={hosting} />
      <Panel title={t('mySpots.earningsTitle')} text={t('mySpots.earningsText')}>
        <Button component={Link} variant="default" href="/me/earnings">
          {t('mySpots.earningsLink')}
        </Button>
      </Panel>
    </div>
  )
}

function Guests({ hosting: { spot, currency } }: { hosting: Hosting }) {
  const t = useTranslations()
  const guests = useApiQuery(
    listHostedReservationsRoute,
    { params: { spot_id: spot.id } },
    { everySeconds: 60 },
  )
  return (
    <Panel title={t('mySpots.guests.title')}>
      <QueryState answer={guests} rows={2} />
      {guests.data?.items.length === 0 ? <p>{t('mySpots.nobody')}</p> : null}
      <ul className={css.rows}>
        {guests.data?.items.map((guest) => {
          const name = seenName(t, guest.name)
          return (
            <li key={guest.id}>
              <span className={css.who}>
                <Link href={hostedPath(guest.id)} aria-label={t('mySpots.guests.open', { name })}>
                  {name}
                </Link>
                {guest.plate ? <Plate plate={guest.plate} size="sm" /> : null}
                {spot.current?.id === guest.id ? <span>{t('mySpots.hereNow')}</span> : null}
              </span>
              <ReservationTime
                starts_at={guest.starts_at}
                ends_at={guest.ends_at}
                zone={spot.lot.time_zone}
              />
              <span>
                {guest.earns_cents === 0
                  ? t('mySpots.guests.earnsNothing')
                  : t('mySpots.guests.earns', { amount: moneyText(t, guest.earns_cents, currency) })}
              </span>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
