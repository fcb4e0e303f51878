'use client'
import { Button, TextInput } from '@mantine/core'
import { type Car, createCar, listMyCars } from '@openspot/contract/cars.ts'
import { useState } from 'react'
import { fieldOf } from '@/lib/api.ts'
import { useSend } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './cars.module.css'

const empty = { plate: '', region: '', make: '', model: '', color: '' }

/** Adds a car. Only the plate is needed; `brief` asks for nothing else, for where someone is in a hurry. */
export function CarForm({
  onSaved,
  brief,
  onLeave,
}: {
  onSaved: (car: Car) => void
  brief?: boolean
  onLeave?: () => void
}) {
  const [car, setCar] = useState(empty)
  const save = useSend(createCar, { refresh: [listMyCars] })
  const field = fieldOf(save.error)
  const input = (name: keyof typeof empty, more: Partial<React.ComponentProps<typeof TextInput>> = {}) => (
    <TextInput
      name={name}
      label={words.cars[name]}
      value={car[name]}
      error={field?.field === name ? field.message : null}
      onChange={(event) => {
        const { value } = event.currentTarget
        setCar((former) => ({ ...former, [name]: value }))
      }}
      {...more}
    />
  )
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        const { plate, region, make, model, color } = car
        const more = { make: make || null, model: model || null, color: color || null }
        save.mutate(
          { body: { plate: plate.trim(), region: region.trim(), ...(brief ? {} : more) } },
          { onSuccess: onSaved },
        )
      }}
    >
      {save.error && !field ? <Note tone="bad" title={save.error.message} /> : null}
      <div className={css.plateRow}>
        {input('plate', {
          required: true,
          withAsterisk: false,
          maxLength: 20,
          autoComplete: 'off',
          autoCapitalize: 'characters',
          spellCheck: false,
          classNames: { input: css.plateInput ?? '' },
        })}
        {input('region', {
          maxLength: 6,
          autoCapitalize: 'characters',
          placeholder: 'IL',
          autoComplete: 'off',
        })}
      </div>
      {brief ? null : (
        <>
          <div className={css.three}>
            {input('make', { maxLength: 60 })}
            {input('model', { maxLength: 60 })}
            {input('color', { maxLength: 30 })}
          </div>
          <p className={css.hint}>{words.cars.optional}</p>
        </>
      )}
      <div className={css.buttons}>
        <Button type="submit" variant={brief ? 'default' : 'filled'} loading={save.isPending}>
          {words.cars.save}
        </Button>
        {onLeave ? (
          <Button variant="subtle" onClick={onLeave}>
            {words.common.cancel}
          </Button>
        ) : null}
      </div>
    </form>
  )
}
