'use client'
import { Button } from '@mantine/core'
import { listMySpotsRoute, type MySpot } from '@openspot/contract/booking/hosting.ts'
import type { Output } from '@openspot/contract/call.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { seenName } from '@/lib/seen-name.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import css from './my-spots.module.css'
import { SpotState } from './spot-state.tsx'

/** The spots that are assigned to the person: the state of each, and who is there now or comes next. */
export function MySpotsScreen({ initial }: { initial: Output<typeof listMySpotsRoute> | null }) {
  const t = useTranslations()
  const spots = useApiQuery(listMySpotsRoute, {}, { initialData: initial ?? undefined, everySeconds: 60 })
  if (spots.error?.status === 401) return <NoPermission sign_in path="/me/spots" />
  return (
    <>
      <PageHead title={t('mySpots.title')} />
      <QueryState answer={spots} rows={2} />
      {spots.data?.items.length === 0 ? (
        <EmptyState
          title={t('mySpots.emptyTitle')}
          text={t('mySpots.emptyText')}
          action={
            <Button component={Link} variant="default" href="/me/lots">
              {t('mySpots.myLots')}
            </Button>
          }
        />
      ) : null}
      <ul className={css.list}>
        {spots.data?.items.map((spot) => (
          <SpotCard key={spot.id} spot={spot} />
        ))}
      </ul>
    </>
  )
}

function SpotCard({ spot }: { spot: MySpot }) {
  const t = useTranslations()
  const { current, next, lot, label } = spot
  const guest = current ?? next
  return (
    <li className={css.spot}>
      <div className={css.what}>
        <h2>{t('mySpots.spot', { label })}</h2>
        <p>{lot.name}</p>
        <SpotState spot={spot} />
        {guest ? (
          <p>
            {current ? t('mySpots.hereNow') : t('mySpots.next')}: {seenName(t, guest.name)}
            <br />
            <ReservationTime starts_at={guest.starts_at} ends_at={guest.ends_at} zone={lot.time_zone} />
          </p>
        ) : null}
        {spot.is_group ? <p>{t('mySpots.groupText')}</p> : null}
      </div>
      {spot.is_group ? null : (
        <Button component={Link} href={`/me/spots/${spot.id}`} variant="default">
          {t('mySpots.manage', { label })}
        </Button>
      )}
    </li>
  )
}
