'use client'
import { Button, FileInput, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { listZonesRoute } from '@openspot/contract/booking/prices.ts'
import { importSpotsRoute, type SpotRow } from '@openspot/contract/lots/lot-spots.ts'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import css from '@/features/lots/spots/spots.module.css'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'

const say = words.lotSpots.table
const columns: Column<SpotRow>[] = [
  { key: 'line', head: say.columns.line, cell: ({ line }) => line, isFigure: true },
  { key: 'label', head: say.columns.label, cell: ({ label }) => label },
  { key: 'kind', head: say.columns.kind, cell: ({ type }) => words.spot.types[type ?? 'STANDARD'] },
  { key: 'level', head: say.columns.level, cell: ({ level }) => level ?? 1, isFigure: true },
  { key: 'zone', head: say.columns.zone, cell: ({ zone }) => zone },
  {
    key: 'wrong',
    head: say.columns.wrong,
    isText: true,
    cell: ({ errors }) =>
      errors.length === 0 ? (
        <span className={css.quiet}>{say.fine}</span>
      ) : (
        <span className={css.bad}>{errors.map(({ message }) => message).join(' ')}</span>
      ),
  },
]

/** Adds spots from a table: every row is previewed first, then all of them are added or none. */
export function AddFromTable({ lot }: { lot: ConsoleLot }) {
  const router = useRouter()
  const [csv, setCsv] = useState('')
  const look = useApiMutation(importSpotsRoute, { client: 'admin' })
  const send = useApiMutation(importSpotsRoute, {
    client: 'admin',
    refresh: [listMonitorSpotsRoute, listZonesRoute],
  })
  const params = { lot_id: lot.id }
  const type = (text: string) => {
    setCsv(text)
    look.reset()
    send.reset()
  }
  const seen = look.data
  const fault = send.error ?? look.error
  const go = () =>
    send.mutate(
      { params, body: { csv } },
      {
        onSuccess: ({ added }) => {
          notifications.show({ message: words.lotSpots.isAdded(added) })
          router.push(`/lots/${lot.id}/spots`)
        },
      },
    )
  // Invalid rows come first, because they must be corrected.
  const rows = (seen?.rows ?? []).toSorted(
    (a, b) => Number(b.errors.length > 0) - Number(a.errors.length > 0),
  )
  return (
    <Panel title={words.lotSpots.ways.table} text={say.text}>
      <div className={css.form}>
        {fault ? <Note tone="bad" title={fault.message} /> : null}
        <FileInput
          label={say.file}
          placeholder={say.choose}
          accept=".csv,text/csv,text/plain"
          clearable
          onChange={(file) => {
            if (file) void file.text().then(type)
            else type('')
          }}
        />
        <Textarea
          label={say.paste}
          autosize
          minRows={4}
          maxRows={10}
          maxLength={500_000}
          classNames={{ input: css.code ?? '' }}
          value={csv}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Buttons>
          <Button
            variant="default"
            loading={look.isPending}
            disabled={csv.trim() === ''}
            onClick={() => look.mutate({ params, body: { csv, is_preview: true } })}
          >
            {say.look}
          </Button>
        </Buttons>
        {seen ? (
          <>
            <div aria-live="polite">
              {seen.refused > 0 ? (
                <Note title={say.refused(seen.refused, seen.rows.length)} />
              ) : (
                <Note tone="good" title={say.all(seen.rows.length)}>
                  {seen.zones.length > 0 ? say.zones(seen.zones.join(', ')) : null}
                </Note>
              )}
            </div>
            <DataTable
              label={say.rows}
              columns={columns}
              rows={rows.slice(0, 200)}
              keyOf={({ line }) => String(line)}
            />
            <Buttons>
              <Button loading={send.isPending} disabled={seen.refused > 0} onClick={go}>
                {words.lotSpots.go(seen.rows.length)}
              </Button>
            </Buttons>
          </>
        ) : null}
      </div>
    </Panel>
  )
}
