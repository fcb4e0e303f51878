'use client'
import { TextInput } from '@mantine/core'
import { getLotUserRoute } from '@openspot/contract/people/memberships.ts'
import { type ComponentProps, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { memberName } from '@/lib/member.ts'
import { typedPhone } from '@/lib/typed-phone.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { MemberPicker } from '@/ui/member/member-picker.tsx'
import { FieldRow, Fields, Panel } from '@/ui/panel.tsx'
import type { NewReservation } from './new-reservation.ts'

export const personFields = ['email', 'phone', 'first_name', 'last_name'] as const
type PersonField = (typeof personFields)[number]

/** The person to book for, found by email or phone; an unknown person is invited to create an account. */
export function PersonFields({
  lot,
  reservation,
  errorAt,
  onChange,
}: {
  lot: ConsoleLot
  reservation: NewReservation
  errorAt: (field: string) => string | null
  onChange: (part: Partial<NewReservation>) => void
}) {
  const t = useTranslations()
  const input = (name: PersonField, more: Partial<ComponentProps<typeof TextInput>> = {}) => (
    <TextInput
      name={name}
      label={t(`staffReservations.create.person.${name}`)}
      value={reservation[name]}
      disabled={reservation.user_id !== null}
      autoComplete="off"
      error={errorAt(`person.${name}`) ?? (name === 'email' ? errorAt('person') : null)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      {...more}
    />
  )
  return (
    <Panel title={t('staffReservations.create.who')} text={t('staffReservations.create.whoText')}>
      <Fields>
        <Picked lot_id={lot.id} reservation={reservation} fault={errorAt('user_id')} onChange={onChange} />
        <FieldRow>
          {input('email', { type: 'email', maxLength: 254 })}
          {input('phone', {
            type: 'tel',
            maxLength: 40,
            onChange: ({ currentTarget }) =>
              onChange({ phone: typedPhone(currentTarget, reservation.phone, lot.country) }),
          })}
        </FieldRow>
        <FieldRow>
          {input('first_name', { maxLength: 100 })}
          {input('last_name', { maxLength: 100 })}
        </FieldRow>
      </Fields>
    </Panel>
  )
}

/** Selects a member by name; a person's page passes their ID. */
function Picked({
  lot_id,
  reservation,
  fault,
  onChange,
}: {
  lot_id: string
  reservation: NewReservation
  fault: string | null
  onChange: (part: Partial<NewReservation>) => void
}) {
  const t = useTranslations()
  const [handed] = useState(reservation.user_id)
  const params = { lot_id, user_id: handed ?? '' }
  const person = useApiQuery(getLotUserRoute, { params }, { client: 'admin', enabled: handed !== null }).data
  return (
    <MemberPicker
      lot_id={lot_id}
      label={t('members.picker.book')}
      description={t('members.picker.bookText')}
      value={reservation.user_id}
      initial={handed ? { value: handed, label: person ? memberName(t, person) : '' } : null}
      error={fault}
      onChange={(user_id) => onChange({ user_id })}
    />
  )
}
