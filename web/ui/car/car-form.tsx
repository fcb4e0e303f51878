'use client'
import { Button } from '@mantine/core'
import { type Car, createCarRoute, listMyCarsRoute, patchCarRoute } from '@openspot/contract/people/cars.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiMutation } from '@/lib/use-api.ts'
import { useReaderCountry } from '@/lib/use-country.ts'
import { Note } from '@/ui/states.tsx'
import css from './car.module.css'
import { CarFields, carBody, carDraft } from './car-fields.tsx'
import { regionBody } from './plate-region-field.tsx'

/** Adds a vehicle, or changes an existing one. */
export function CarForm({
  car = null,
  country,
  onSaved,
  brief,
  onLeave,
}: {
  car?: Car | null
  /** The country whose plates are offered; the reader's by default. */
  country?: string | undefined
  onSaved: (car: Car) => void
  brief?: boolean
  onLeave?: () => void
}) {
  const t = useTranslations()
  const zone = useClock().reader_zone ?? 'UTC'
  const readerCountry = useReaderCountry()
  const [draft, setDraft] = useState(() => carDraft(car, zone))
  const add = useApiMutation(createCarRoute, { refresh: [listMyCarsRoute] })
  const change = useApiMutation(patchCarRoute, { refresh: [listMyCarsRoute] })
  const error = add.error ?? change.error
  const field = fieldOf(error)
  const save = () => {
    const { plate, ...more } = carBody(draft, zone)
    const body = { plate, ...(brief ? regionBody('region', draft.region) : more) }
    if (car) change.mutate({ params: { car_id: car.id }, body }, { onSuccess: onSaved })
    else add.mutate({ body }, { onSuccess: onSaved })
  }
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        save()
      }}
    >
      {error && !field ? <Note tone="bad" title={error.message} /> : null}
      {car ? <p className={css.hint}>{t('cars.changeText')}</p> : null}
      <CarFields
        draft={draft}
        country={country ?? readerCountry}
        field={field}
        brief={brief ?? false}
        onChange={setDraft}
      />
      <div className={css.buttons}>
        <Button
          type="submit"
          variant={brief ? 'default' : 'filled'}
          loading={add.isPending || change.isPending}
        >
          {t('cars.save')}
        </Button>
        {onLeave ? (
          <Button variant="subtle" onClick={onLeave}>
            {t('common.cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
