'use client'
import { TextInput } from '@mantine/core'
import type { Car } from '@openspot/contract/people/cars.ts'
import { type CarFact, carFactNames, carFacts, eachCarFact } from '@openspot/core/cars/car-facts.ts'
import { isPlateRegion } from '@openspot/core/plates/regions.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { localDate, plusLocalDays, startOfDate } from '@openspot/core/time/zone.ts'
import { type ComponentProps, Fragment } from 'react'
import { useTranslations } from 'use-intl'
import css from './car.module.css'
import { PlateRegionField, regionBody } from './plate-region-field.tsx'

/** A vehicle as edited in its form. */
export interface CarDraft extends Record<CarFact, string> {
  plate: string
  region: string
  /** For a temporary plate: its last day. */
  valid_on: string
}

/**
 * `zone` is the time zone of the form's dates: the reader's or the lot's. `first_region` is chosen for a new vehicle, if there are plates
 * of it.
 */
export function carDraft(car: Car | null, zone = 'UTC', first_region = ''): CarDraft {
  const first = isPlateRegion(first_region) ? first_region.toUpperCase() : ''
  const { plate = '', region = first, valid_until = null } = car ?? {}
  return {
    plate,
    region,
    ...eachCarFact((fact) => car?.[fact] ?? ''),
    valid_on: valid_until === null ? '' : localDate(zone, minutesOf(valid_until) - 1),
  }
}

/** Returns the request body; empty fields become null. */
export function carBody({ plate, region, valid_on, ...draft }: CarDraft, zone: string) {
  return {
    plate: plate.trim(),
    ...regionBody('region', region),
    ...eachCarFact((fact) => draft[fact].trim() || null),
    valid_until: valid_on === '' ? null : isoOf(plusLocalDays(zone, startOfDate(zone, valid_on), 1)),
  }
}

/** The fields of a vehicle. Only the plate is required, and with `brief` it is the only field. */
export function CarFields({
  draft,
  country,
  field,
  brief,
  onChange,
}: {
  draft: CarDraft
  /** The country whose plates are offered: the lot's, or the reader's where there is no lot. */
  country: string
  /** The field that the server refused. */
  field: { field: string; message: string } | null
  brief?: boolean
  onChange: (draft: CarDraft) => void
}) {
  const t = useTranslations()
  const input = (
    name: Exclude<keyof CarDraft, 'region'>,
    more: Partial<ComponentProps<typeof TextInput>> = {},
  ) => (
    <TextInput
      name={name}
      label={t(`cars.${name}`)}
      value={draft[name]}
      autoComplete="off"
      error={field?.field === (name === 'valid_on' ? 'valid_until' : name) ? field.message : null}
      onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
      {...more}
    />
  )
  return (
    <>
      <div className={css.plateRow}>
        {input('plate', {
          required: true,
          withAsterisk: false,
          maxLength: 20,
          autoCapitalize: 'characters',
          spellCheck: false,
          classNames: { input: css.plateInput ?? '' },
        })}
        <PlateRegionField
          country={country}
          value={draft.region}
          error={field?.field === 'region' ? field.message : null}
          onChange={(region) => onChange({ ...draft, region })}
        />
      </div>
      {brief ? null : (
        <>
          <div className={css.three}>
            {carFactNames.map((fact) => (
              <Fragment key={fact}>{input(fact, { maxLength: carFacts[fact] })}</Fragment>
            ))}
          </div>
          <p className={css.hint}>{t('cars.optional')}</p>
          {input('valid_on', { type: 'date', description: t('cars.validText') })}
        </>
      )}
    </>
  )
}
