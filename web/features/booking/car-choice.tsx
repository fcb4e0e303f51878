'use client'
import { Button } from '@mantine/core'
import type { Car } from '@openspot/contract/cars.ts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { CarForm } from '@/features/cars/car-form.tsx'
import { Choice } from '@/ui/choice.tsx'
import { Plate } from '@/ui/plate.tsx'
import { words } from '@/words/index.ts'

/** Which car will be parked; the first one can be added here. */
export function CarChoice({
  cars,
  chosen,
  onChoose,
}: {
  cars: readonly Car[]
  chosen: string | null
  onChoose: (id: string) => void
}) {
  const [adding, setAdding] = useState(false)
  if (adding || cars.length === 0) {
    return (
      <CarForm
        brief
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
        legend={words.booking.car}
        value={chosen}
        onChange={onChoose}
        options={cars.map((car) => ({
          value: car.id,
          content: <Plate plate={car.plate} region={car.region || null} />,
          aside: [car.color, car.make, car.model].filter(Boolean).join(' '),
        }))}
      />
      <div>
        <Button
          variant="subtle"
          size="compact-md"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setAdding(true)}
        >
          {words.cars.add}
        </Button>
      </div>
    </>
  )
}
