'use client'
import { Button } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import { type Car, deleteCar, listMyCars } from '@openspot/contract/cars.ts'
import { useState } from 'react'
import { useAsk, useSend } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Plate } from '@/ui/plate.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, ErrorState, NoPermission } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import { CarForm } from './car-form.tsx'
import css from './cars.module.css'

/** The cars one parks with. */
export function CarsScreen({ initial }: { initial: Output<typeof listMyCars> | null }) {
  const cars = useAsk(listMyCars, {}, { initialData: initial ?? undefined })
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Car | null>(null)
  const remove = useSend(deleteCar, { refresh: [listMyCars] })
  const items = cars.data?.items ?? []
  const add = <Button onClick={() => setAdding(true)}>{words.cars.add}</Button>

  if (cars.error?.status === 401) return <NoPermission sign_in path="/me/cars" />
  return (
    <>
      <PageHead title={words.cars.title} action={items.length > 0 && !adding ? add : null} />
      {cars.isPending ? <ListSkeleton rows={2} /> : null}
      {cars.isError && !cars.data ? <ErrorState error={cars.error} onRetry={() => cars.refetch()} /> : null}
      {adding ? <CarForm onSaved={() => setAdding(false)} onLeave={() => setAdding(false)} /> : null}
      {cars.data && items.length === 0 && !adding ? (
        <EmptyState title={words.cars.emptyTitle} text={words.cars.emptyText} action={add} />
      ) : null}
      <ul className={css.list} data-below={adding || undefined}>
        {items.map((car) => (
          <li key={car.id} className={css.car}>
            <Plate plate={car.plate} region={car.region || null} />
            <span className={css.what}>{[car.color, car.make, car.model].filter(Boolean).join(' ')}</span>
            <Button
              variant="subtle"
              size="compact-md"
              aria-label={`${words.cars.remove} ${car.plate}`}
              onClick={() => {
                remove.reset()
                setLeaving(car)
              }}
            >
              {words.cars.remove}
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={leaving !== null}
        title={words.cars.removeTitle(leaving?.plate ?? '')}
        text={words.cars.removeText}
        yes={words.cars.remove}
        no={words.cars.keep}
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
