'use client'
import { Button } from '@mantine/core'
import { joinWaitlistRoute, listMyWaitlistRoute } from '@openspot/contract/booking/waitlist.ts'
import { getPublicLotRoute, type PublicLot } from '@openspot/contract/lots/lots.ts'
import { listMyCarsRoute } from '@openspot/contract/people/cars.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SpotPreferences } from '@/lib/spot-preferences.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { Choice } from '@/ui/choice.tsx'
import { Plate } from '@/ui/plate.tsx'
import { Note } from '@/ui/states.tsx'
import type { OpenReservation } from '@/ui/time-fields.tsx'
import css from './checkout.module.css'

/** Joins the waitlist of a full lot. `path` is where to return after signing in. */
export function WaitForSpot({
  lot,
  times,
  preferences,
  path,
}: {
  lot: PublicLot
  times: OpenReservation
  preferences: SpotPreferences
  path: string
}) {
  const t = useTranslations()
  const page = useApiQuery(getPublicLotRoute, { params: { public_id: lot.public_id }, query: {} })
  const hasWaitlist = page.data?.has_waitlist ?? true
  const mine = useApiQuery(listMyWaitlistRoute, {})
  const isKnown = mine.isSuccess
  const cars = useApiQuery(listMyCarsRoute, {}, { enabled: isKnown })
  const join = useApiMutation(joinWaitlistRoute, { refresh: [listMyWaitlistRoute] })
  const [picked, setCar] = useState<string | null>(null)
  const car_id = picked ?? cars.data?.items[0]?.id ?? null
  const waiting = mine.data?.items.find(
    (entry) =>
      entry.status === 'WAITING' &&
      entry.lot_id === lot.id &&
      minutesOf(entry.starts_at) === minutesOf(times.starts_at),
  )

  if (waiting) {
    return (
      <Note tone="good" title={t('lot.wait.doneTitle')}>
        <p>{t('lot.wait.doneText', { ahead: waiting.ahead ?? 0 })}</p>
        <div className={css.noteAction}>
          <Button component={Link} href="/me" variant="default">
            {t('lot.wait.see')}
          </Button>
        </div>
      </Note>
    )
  }
  const { starts_at, ends_at } = times
  if (!hasWaitlist) return <Note title={t('lot.wait.title')}>{t('lot.wait.none')}</Note>
  return (
    <Note title={t('lot.wait.title')}>
      <p>{ends_at === null ? t('lot.wait.monthly') : t('lot.wait.text')}</p>
      {join.error ? <p role="alert">{join.error.message}</p> : null}
      {ends_at === null ? null : (
        <>
          {cars.data && cars.data.items.length > 0 ? (
            <div className={css.cars}>
              <p>{t('lot.wait.car')}</p>
              <Choice
                name="wait_car_id"
                legend={t('lot.wait.car')}
                value={car_id}
                onChange={setCar}
                options={cars.data.items.map((car) => ({
                  value: car.id,
                  content: <Plate plate={car.plate} region={car.region || null} />,
                }))}
              />
            </div>
          ) : null}
          <div className={css.noteAction}>
            {mine.error?.status === 401 ? (
              <Button component={Link} href={`/sign-in?next=${encodeURIComponent(path)}`}>
                {t('lot.wait.signIn')}
              </Button>
            ) : (
              <Button
                loading={join.isPending}
                disabled={!isKnown}
                onClick={() =>
                  join.mutate({
                    params: { lot_id: lot.id },
                    body: {
                      starts_at,
                      ends_at,
                      ...(preferences.type === null ? {} : { type: preferences.type }),
                      ...(preferences.features.length > 0 ? { features: preferences.features } : {}),
                      ...(car_id === null ? {} : { car_id }),
                    },
                  })
                }
              >
                {t('lot.wait.button')}
              </Button>
            )}
          </div>
        </>
      )}
    </Note>
  )
}
