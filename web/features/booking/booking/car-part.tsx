'use client'
import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import type { Car } from '@openspot/contract/people/cars.ts'
import type { Ref } from 'react'
import { useTranslations } from 'use-intl'
import type { GuestEntry } from '@/lib/guest-entry.ts'
import { CarChoice } from '@/ui/car/car-choice.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import css from './booking.module.css'
import type { BookingOrder } from './order.ts'

/** Which vehicle parks. */
export function CarPart({
  cars,
  chosen,
  lot,
  order,
  onChoose,
  entry,
}: {
  cars: { data: { items: readonly Car[] } | undefined; error: Error | null; refetch: () => unknown }
  chosen: string | null
  lot: PublicLot
  order: BookingOrder
  onChoose: (id: string) => void
  /** Saves a vehicle that is typed, when the page's button is pressed. */
  entry: Ref<GuestEntry>
}) {
  const t = useTranslations()
  return (
    <section className={css.part}>
      <h2>{t('booking.car')}</h2>
      {cars.data ? (
        <CarChoice
          cars={cars.data.items}
          chosen={chosen}
          ends_at={order.ends_at ?? null}
          country={lot.country}
          onChoose={onChoose}
          entry={entry}
        />
      ) : cars.error ? (
        <ErrorState error={cars.error} onRetry={() => cars.refetch()} />
      ) : (
        <ListSkeleton rows={1} />
      )}
      <p className={css.quiet}>{t('booking.carText')}</p>
    </section>
  )
}
