'use client'
import { Checkbox } from '@mantine/core'
import type { InviteRow } from '@openspot/contract/people/invites.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { StatusWord } from '@/ui/status-word.tsx'

/** The parsed rows of a table of invites, each with its errors. */
export function PreviewedRows({ rows }: { rows: readonly InviteRow[] }) {
  const t = useTranslations()
  const faulty = rows.filter(({ errors }) => errors.length > 0)
  const [onlyFaulty, setOnlyFaulty] = useState(faulty.length > 0 && rows.length > 30)
  return (
    <>
      {faulty.length > 0 ? (
        <Checkbox
          label={t('invites.table.onlyFaulty')}
          checked={onlyFaulty}
          onChange={(event) => setOnlyFaulty(event.currentTarget.checked)}
        />
      ) : null}
      <DataTable
        label={t('invites.table.title')}
        columns={shown(t)}
        rows={onlyFaulty ? faulty : rows}
        keyOf={({ line }) => String(line)}
      />
    </>
  )
}

const shown = (t: Translate): Column<InviteRow>[] => [
  { key: 'line', head: t('invites.table.columns.line'), cell: ({ line }) => line },
  { key: 'to', head: t('invites.table.columns.to'), cell: ({ email, phone }) => email ?? phone },
  {
    key: 'name',
    head: t('invites.table.columns.name'),
    cell: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' '),
  },
  { key: 'as', head: t('invites.table.columns.as'), cell: ({ role }) => t(`staff.roles.${role}`) },
  { key: 'group', head: t('invites.table.columns.group'), cell: ({ group }) => group },
  { key: 'spot', head: t('invites.table.columns.spot'), cell: ({ spot }) => spot },
  {
    key: 'state',
    head: t('invites.table.columns.state'),
    isText: true,
    cell: ({ errors }) => (
      <StatusWord tone={errors.length > 0 ? 'bad' : 'done'}>
        {errors.length > 0 ? errors.map(({ message }) => message).join(' ') : t('invites.table.fine')}
      </StatusWord>
    ),
  },
]
