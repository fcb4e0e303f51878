'use client'
import { Button } from '@mantine/core'
import {
  type Car,
  type ChangedCar,
  createCarRoute,
  listMyCarsRoute,
  patchCarRoute,
} from '@openspot/contract/people/cars.ts'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { GuestEntry } from '@/lib/guest-entry.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useReaderCountry } from '@/lib/use-country.ts'
import { useDraft } from '@/lib/use-draft.ts'
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
  entry,
}: {
  car?: Car | null
  /** The country whose plates are offered; the reader's by default. */
  country?: string | undefined
  onSaved: (car: ChangedCar) => void
  brief?: boolean
  onLeave?: () => void
  /** For a page whose own button saves the vehicle. Without it, the form has one. */
  entry?: Ref<GuestEntry> | undefined
}) {
  const t = useTranslations()
  const zone = useClock().reader_zone ?? 'UTC'
  const readerCountry = useReaderCountry()
  // A change of a vehicle begins with what there is.
  const [draft, setDraft, forget] = useDraft(car ? null : 'car', () => carDraft(car, zone))
  const add = useApiMutation(createCarRoute, { refresh: [listMyCarsRoute] })
  const change = useApiMutation(patchCarRoute, { refresh: [listMyCarsRoute] })
  const error = add.error ?? change.error
  /** Whether the page's button was pressed without a plate. */
  const [isBlank, setIsBlank] = useState(false)
  const plateInput = useRef<HTMLFormElement>(null)
  const field = isBlank ? { field: 'plate', message: t('auth.blank') } : fieldOf(error)
  const done = (saved: ChangedCar) => {
    forget()
    onSaved(saved)
  }
  useImperativeHandle(entry, () => ({
    isComplete: () => {
      const isMissing = draft.plate.trim() === ''
      setIsBlank(isMissing)
      if (isMissing) plateInput.current?.querySelector<HTMLElement>('[name="plate"]')?.focus()
      return !isMissing
    },
    enter: async () => {
      const { plate } = carBody(draft, zone)
      const saved = await add
        .mutateAsync({ body: { plate, ...regionBody('region', draft.region) } })
        .catch(() => null)
      if (saved) done(saved)
      return saved?.id ?? null
    },
  }))
  const save = () => {
    const { plate, ...more } = carBody(draft, zone)
    const body = { plate, ...(brief ? regionBody('region', draft.region) : more) }
    if (car) change.mutate({ params: { car_id: car.id }, body }, { onSuccess: done })
    else add.mutate({ body }, { onSuccess: done })
  }
  return (
    <form
      ref={plateInput}
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
        onChange={(next) => {
          setIsBlank(false)
          setDraft(next)
        }}
      />
      <div className={css.buttons}>
        {entry ? null : (
          <Button
            type="submit"
            variant={brief ? 'default' : 'filled'}
            loading={add.isPending || change.isPending}
          >
            {t('cars.save')}
          </Button>
        )}
        {onLeave ? (
          <Button
            variant="subtle"
            onClick={() => {
              forget()
              onLeave()
            }}
          >
            {t('common.cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
