'use client'
import { MultiSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listMembersRoute, type Member } from '@openspot/contract/people/memberships.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { memberName } from '@/lib/member.ts'
import { useApiQuery } from '@/lib/use-api.ts'

const MOST = 20

/** A person as an option of the field. */
export interface Picked {
  value: string
  label: string
}

const textOf = (t: Translate, member: Member): string => {
  const name = memberName(t, member)
  const more = [member.group?.name, member.spots?.map(({ label }) => label).join(' ')].filter(Boolean)
  return more.length > 0 ? `${name} · ${more.join(' · ')}` : name
}

/** Members that match the typed text, plus those already selected. */
function useFound(lot_id: string, valueOf: (member: Member) => string, chosen: readonly Picked[]) {
  const t = useTranslations()
  const [typed, setTyped] = useState('')
  const [seen, setSeen] = useState<readonly Picked[]>(chosen)
  const [q] = useDebouncedValue(typed.trim(), 250)
  const isChosenText = seen.some(({ label }) => label === q)
  const query = { limit: MOST, status: 'ACTIVE' as const, ...(q && !isChosenText ? { q } : {}) }
  const answer = useApiQuery(listMembersRoute, { params: { lot_id }, query }, { client: 'admin', keep: true })
  const found = (answer.data?.items ?? []).map((member) => ({
    value: valueOf(member),
    label: textOf(t, member),
  }))
  const data = [...new Map([...chosen, ...seen, ...found].map((one) => [one.value, one])).values()]
  const keep = (values: readonly string[]) => setSeen(data.filter(({ value }) => values.includes(value)))
  return { data, setTyped, keep, fault: answer.error?.message ?? null }
}

/** Selects one member of a lot by name, plate, email, or spot. */
export function MemberPicker({
  lot_id,
  label,
  description,
  value,
  initial,
  error,
  onChange,
}: {
  lot_id: string
  label: string
  description?: string
  /** A user ID. */
  value: string | null
  /** The person selected when the form opens. */
  initial?: Picked | null
  error?: string | null
  onChange: (user_id: string | null) => void
}) {
  const t = useTranslations()
  const found = useFound(lot_id, ({ user_id }) => user_id, initial ? [initial] : [])
  return (
    <Select
      size="md"
      label={label}
      {...(description ? { description } : {})}
      placeholder={t('members.picker.placeholder')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('members.picker.nobody') }}
      nothingFoundMessage={t('members.picker.none')}
      // The server has searched, including fields that the label does not show.
      filter={({ options }) => options}
      data={found.data}
      value={value}
      error={error ?? found.fault}
      onSearchChange={found.setTyped}
      onChange={(user_id) => {
        found.keep(user_id ? [user_id] : [])
        onChange(user_id)
      }}
    />
  )
}

/** Selects several members of a lot, by membership. */
export function MembersPicker({
  lot_id,
  label,
  description,
  value,
  initial,
  error,
  onChange,
}: {
  lot_id: string
  label: string
  description?: string
  value: string[]
  initial: readonly Picked[]
  error?: string | null
  onChange: (membership_ids: string[]) => void
}) {
  const t = useTranslations()
  const found = useFound(lot_id, ({ id }) => id, initial)
  return (
    <MultiSelect
      size="md"
      label={label}
      {...(description ? { description } : {})}
      placeholder={t('members.picker.placeholder')}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('members.picker.none')}
      filter={({ options }) => options}
      data={found.data}
      value={value}
      error={error ?? found.fault}
      onSearchChange={found.setTyped}
      onChange={(ids) => {
        found.keep(ids)
        onChange(ids)
      }}
    />
  )
}
