'use client'
import { Button } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import {
  type Car,
  type ChangedCar,
  deleteCarRoute,
  listMyCarsRoute,
  type MyCar,
} from '@openspot/contract/people/cars.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { carLook } from '@/lib/car-look.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { CarForm } from '@/ui/car/car-form.tsx'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Plate } from '@/ui/plate.tsx'
import { EmptyState, NoPermission, Note } from '@/ui/states.tsx'
import { Day } from '@/ui/time.tsx'
import { CarProposals } from './car-proposals.tsx'
import css from './cars.module.css'

/** The driver's vehicles. */
export function CarsScreen({ initial }: { initial: Output<typeof listMyCarsRoute> | null }) {
  const t = useTranslations()
  const cars = useApiQuery(listMyCarsRoute, {}, { initialData: initial ?? undefined })
  const [adding, setAdding] = useState(false)
  const [changing, setChanging] = useState<string | null>(null)
  const [leaving, setLeaving] = useState<Car | null>(null)
  const [changed, setChanged] = useState<ChangedCar | null>(null)
  const remove = useApiMutation(deleteCarRoute, { refresh: [listMyCarsRoute] })
  const items = cars.data?.items ?? []
  const add = <Button onClick={() => setAdding(true)}>{t('cars.add')}</Button>

  if (cars.error?.status === 401) return <NoPermission sign_in path="/me/cars" />
  return (
    <>
      <PageHead title={t('cars.title')} action={items.length > 0 && !adding ? add : null} />
      <QueryState answer={cars} rows={2} />
      <Overlaps car={changed} />
      {adding ? <CarForm onSaved={() => setAdding(false)} onLeave={() => setAdding(false)} /> : null}
      {cars.data && items.length === 0 && !adding ? (
        <EmptyState title={t('cars.emptyTitle')} text={t('cars.emptyText')} action={add} />
      ) : null}
      <ul className={css.list} data-below={adding || undefined}>
        {items.map((car) =>
          changing === car.id ? (
            <li key={car.id} className={css.changing}>
              <CarForm
                car={car}
                onSaved={(saved) => {
                  setChanged(saved)
                  setChanging(null)
                }}
                onLeave={() => setChanging(null)}
              />
            </li>
          ) : (
            <li key={car.id} className={css.car}>
              <Plate plate={car.plate} region={car.region || null} />
              <div className={css.what}>
                {carLook(car)}
                <Temporary car={car} />
                <Alike car={car} />
              </div>
              <span className={css.acts}>
                <Button
                  variant="subtle"
                  size="compact-md"
                  aria-label={`${t('cars.change')} ${car.plate}`}
                  onClick={() => setChanging(car.id)}
                >
                  {t('cars.change')}
                </Button>
                <Button
                  variant="subtle"
                  size="compact-md"
                  aria-label={`${t('cars.remove')} ${car.plate}`}
                  onClick={() => {
                    remove.reset()
                    setLeaving(car)
                  }}
                >
                  {t('cars.remove')}
                </Button>
              </span>
            </li>
          ),
        )}
      </ul>
      <CarProposals />
      <ConfirmDialog
        opened={leaving !== null}
        title={t('cars.removeTitle', { plate: leaving?.plate ?? '' })}
        text={t('cars.removeText')}
        yes={t('cars.remove')}
        no={t('cars.keep')}
        isBusy={remove.isPending}
        error={remove.error}
        onClose={() => setLeaving(null)}
        onYes={() =>
          leaving && remove.mutate({ params: { car_id: leaving.id } }, { onSuccess: () => setLeaving(null) })
        }
      />
    </>
  )
}

function Temporary({ car: { valid_until } }: { car: MyCar }) {
  const t = useTranslations()
  const { now, reader_zone } = useClock()
  if (valid_until === null) return null
  const isOver = minutesOf(valid_until) <= minutesOf(now)
  return (
    <p className={css.hint}>
      {t.rich(isOver ? 'cars.lapsed' : 'cars.temporary', {
        day: tag(<Day at={isoOf(minutesOf(valid_until) - 1)} zone={reader_zone ?? 'UTC'} inside />),
      })}
    </p>
  )
}

function Alike({ car: { look_alikes } }: { car: MyCar }) {
  const t = useTranslations()
  const [other] = look_alikes
  if (!other) return null
  return (
    <p className={css.alike}>
      {other.is_same ? t('cars.same', { plate: other.plate }) : t('cars.alike', { plate: other.plate })}
    </p>
  )
}

/** Warns of reservations that now have the same vehicle in two places at once. Nothing was refused: its owner decides what to cancel. */
function Overlaps({ car }: { car: ChangedCar | null }) {
  const t = useTranslations()
  const overlaps = car?.overlaps ?? []
  if (car === null || overlaps.length === 0) return null
  return (
    <Note title={t('cars.overlaps.title', { plate: car.plate })}>
      <p>{t('cars.overlaps.text')}</p>
      <ul>
        {overlaps.map((one) => (
          <li key={`${one.reservation_id} ${one.other_reservation_id}`}>
            <Link href={`/me/reservations/${one.reservation_id}`}>{one.lot_name}</Link>
            {' · '}
            <Link href={`/me/reservations/${one.other_reservation_id}`}>{one.other_lot_name}</Link>
          </li>
        ))}
      </ul>
    </Note>
  )
}
