'use client'
import { TextInput } from '@mantine/core'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { updateSpotRoute } from '@openspot/contract/lots/spots.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { RowFailures } from '@/ui/undo/row-failures.tsx'
import { type RowResults, runRows } from '@/ui/undo/run-rows.ts'
import { useUndo } from '@/ui/undo/use-undo.tsx'
import { inOrder, type Relabeling, relabelings } from './relabel.ts'

/** The most new labels that are shown before saving. */
const MAX_SHOWN = 6

/** Replaces the start of the labels of several spots. A label that is in use stays, and the dialog says so. */
export function RelabelDialog({
  spots,
  onDone,
  onClose,
}: {
  spots: readonly { id: string; label: string }[]
  onDone: () => void
  onClose: () => void
}) {
  const t = useTranslations()
  const { done } = useUndo()
  const [start, setStart] = useState('')
  const [replacement, setReplacement] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [results, setResults] = useState<RowResults<Relabeling> | null>(null)
  const { mutateAsync } = useApiMutation(updateSpotRoute, {
    client: 'admin',
    refresh: [listMonitorSpotsRoute],
  })
  const planned = relabelings(spots, start.trim(), replacement.trim())
  const label = (spot_id: string, to: string) => mutateAsync({ params: { spot_id }, body: { label: to } })
  const go = async () => {
    setBusy(true)
    const ended = await runRows(inOrder(planned), ({ id, to }) => label(id, to))
    setBusy(false)
    setResults(ended)
    if (ended.done.length > 0) {
      done(t('lotSpots.relabel.saved', { count: ended.done.length }), async () => {
        for (const { id, from } of ended.done.toReversed()) await label(id, from)
      })
    }
    if (ended.failed.length === 0) onDone()
  }
  return (
    <ActDialog
      title={t('lotSpots.relabel.title', { count: spots.length })}
      text={t('lotSpots.relabel.text')}
      fault={null}
      go={t('lotSpots.relabel.go', { count: planned.length })}
      isBusy={isBusy}
      isReady={planned.length > 0}
      onGo={() => void go()}
      onClose={onClose}
    >
      {results ? <RowFailures results={results} nameOf={({ from }) => from} /> : null}
      <TextInput
        label={t('lotSpots.relabel.start')}
        maxLength={20}
        data-autofocus
        value={start}
        onChange={(event) => setStart(event.currentTarget.value)}
      />
      <TextInput
        label={t('lotSpots.relabel.replacement')}
        maxLength={20}
        value={replacement}
        onChange={(event) => setReplacement(event.currentTarget.value)}
      />
      <p aria-live="polite">
        {planned.length === 0
          ? t('lotSpots.relabel.none')
          : [
              ...planned.slice(0, MAX_SHOWN).map(({ from, to }) => `${from} → ${to}`),
              ...(planned.length > MAX_SHOWN ? [t('undo.more', { count: planned.length - MAX_SHOWN })] : []),
            ].join(t('common.comma'))}
      </p>
    </ActDialog>
  )
}
