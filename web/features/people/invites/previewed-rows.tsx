'use client'
import { Checkbox } from '@mantine/core'
import type { InviteRow } from '@openspot/contract/people/invites.ts'
import { useState } from 'react'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { words } from '@/words/index.ts'

const say = words.invites.table
const { columns } = say

/** The parsed rows of a table of invites, each with its errors. */
export function PreviewedRows({ rows }: { rows: readonly InviteRow[] }) {
  const faulty = rows.filter(({ errors }) => errors.length > 0)
  const [onlyFaulty, setOnlyFaulty] = useState(faulty.length > 0 && rows.length > 30)
  return (
    <>
      {faulty.length > 0 ? (
        <Checkbox
          label={say.onlyFaulty}
          checked={onlyFaulty}
          onChange={(event) => setOnlyFaulty(event.currentTarget.checked)}
        />
      ) : null}
      <DataTable
        label={say.title}
        columns={shown}
        rows={onlyFaulty ? faulty : rows}
        keyOf={({ line }) => String(line)}
      />
    </>
  )
}

const shown: Column<InviteRow>[] = [
  { key: 'line', head: columns.line, cell: ({ line }) => line },
  { key: 'to', head: columns.to, cell: ({ email, phone }) => email ?? phone },
  {
    key: 'name',
    head: columns.name,
    cell: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(' '),
  },
  { key: 'as', head: columns.as, cell: ({ role }) => words.staff.roles[role] },
  { key: 'group', head: columns.group, cell: ({ group }) => group },
  { key: 'spot', head: columns.spot, cell: ({ spot }) => spot },
  {
    key: 'state',
    head: columns.state,
    isText: true,
    cell: ({ errors }) => (
      <StatusWord tone={errors.length > 0 ? 'bad' : 'done'}>
        {errors.length > 0 ? errors.map(({ message }) => message).join(' ') : say.fine}
      </StatusWord>
    ),
  },
]
