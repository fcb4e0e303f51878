'use client'
import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { FieldRow, Fields, Panel } from '@/ui/panel.tsx'
import { words } from '@/words/index.ts'
import type { NewStay } from './new-stay.ts'

export const personFields = ['email', 'phone', 'first_name', 'last_name'] as const
type PersonField = (typeof personFields)[number]

/** Who the stay is for. Found by e-mail or phone; whoever is not known yet gets an invitation to an account. */
export function PersonFields({
  stay,
  faultAt,
  onChange,
}: {
  stay: NewStay
  faultAt: (field: string) => string | null
  onChange: (part: Partial<NewStay>) => void
}) {
  const say = words.staffReservations.create
  const input = (name: PersonField, more: Partial<ComponentProps<typeof TextInput>> = {}) => (
    <TextInput
      name={name}
      label={say.person[name]}
      value={stay[name]}
      autoComplete="off"
      error={faultAt(`person.${name}`) ?? (name === 'email' ? faultAt('person') : null)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      {...more}
    />
  )
  return (
    <Panel title={say.who} text={say.whoText}>
      <Fields>
        <FieldRow>
          {input('email', { type: 'email', maxLength: 254 })}
          {input('phone', { type: 'tel', placeholder: '+1 312 555 0100', maxLength: 24 })}
        </FieldRow>
        <FieldRow>
          {input('first_name', { maxLength: 100 })}
          {input('last_name', { maxLength: 100 })}
        </FieldRow>
      </Fields>
    </Panel>
  )
}
