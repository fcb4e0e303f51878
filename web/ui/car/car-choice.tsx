'use client'
import { Button } from '@mantine/core'
import type { Car } from '@openspot/contract/people/cars.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { IconPlus } from '@tabler/icons-react'
import { type Ref, useState } from 'react'
import { useTranslations } from 'use-intl'
import { carLook } from '@/lib/car-look.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { GuestEntry } from '@/lib/guest-entry.ts'
import { tag } from '@/lib/messages/tag.ts'
import { Choice } from '@/ui/choice.tsx'
import { Plate } from '@/ui/plate.tsx'
import { Note } from '@/ui/states.tsx'
import { Day } from '@/ui/time.tsx'
import { CarForm } from './car-form.tsx'

/** Selects the vehicle; the first one can be added here. */
export function CarChoice({
  cars,
  chosen,
  ends_at,
  country,
  onChoose,
  entry,
}: {
  cars: readonly Car[]
  chosen: string | null
  /** End of the reservation; null if open-ended. */
  ends_at: string | null
  /** The lot's country, whose plates are offered for a new vehicle; the reader's if it is not known. */
  country?: string
  onChoose: (id: string) => void
  /** For a page whose own button saves a vehicle that is typed. */
  entry?: Ref<GuestEntry>
}) {
  const t = useTranslations()
  const [adding, setAdding] = useState(false)
  if (adding || cars.length === 0) {
    return (
      <CarForm
        brief
        country={country}
        entry={entry}
        {...(cars.length > 0 ? { onLeave: () => setAdding(false) } : {})}
        onSaved={(car) => {
          onChoose(car.id)
          setAdding(false)
        }}
      />
    )
  }
  return (
    <>
      <Choice
        name="car_id"
        legend={t('booking.car')}
        value={chosen}
        onChange={onChoose}
        options={cars.map((car) => ({
          value: car.id,
          content: <Plate plate={car.plate} region={car.region || null} />,
          aside: carLook(car),
        }))}
      />
      <PlateEnds car={cars.find(({ id }) => id === chosen)} ends_at={ends_at} />
      <div>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          {t('cars.add')}
        </Button>
      </div>
    </>
  )
}

/** A temporary plate can be used to book, but it may expire before the reservation ends. */
function PlateEnds({ car, ends_at }: { car: Car | undefined; ends_at: string | null }) {
  const t = useTranslations()
  const { reader_zone } = useClock()
  const end = car?.valid_until ?? null
  if (end === null || (ends_at !== null && minutesOf(ends_at) <= minutesOf(end))) return null
  return (
    <Note title={t('cars.endsBefore')}>
      <p>
        {t.rich('cars.endsBeforeText', {
          day: tag(<Day at={isoOf(minutesOf(end) - 1)} zone={reader_zone ?? 'UTC'} inside />),
        })}
      </p>
    </Note>
  )
}
