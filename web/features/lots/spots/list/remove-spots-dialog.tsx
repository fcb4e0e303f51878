'use client'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import {
  listDeletedSpotsRoute,
  listLotSpotsRoute,
  restoreSpotsRoute,
} from '@openspot/contract/lots/lot-spots.ts'
import { deleteSpotRoute } from '@openspot/contract/lots/spots.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { RowFailures } from '@/ui/undo/row-failures.tsx'
import { type RowResults, runRows } from '@/ui/undo/run-rows.ts'
import { useUndo } from '@/ui/undo/use-undo.tsx'

interface Row {
  id: string
  label: string
}

const refresh = [listDeletedSpotsRoute, listMonitorSpotsRoute, listLotSpotsRoute]

/** Removes several spots. Those with reservations stay, and the others can be brought back with what was removed with them. */
export function RemoveSpotsDialog({
  lot,
  spots,
  onDone,
  onClose,
}: {
  lot: ConsoleLot
  spots: readonly Row[]
  onDone: () => void
  onClose: () => void
}) {
  const t = useTranslations()
  const remove = useApiMutation(deleteSpotRoute, { client: 'admin', refresh })
  const restore = useApiMutation(restoreSpotsRoute, { client: 'admin', refresh })
  const { done } = useUndo()
  const [results, setResults] = useState<RowResults<Row> | null>(null)
  // Those that failed can be tried again.
  const left = results ? results.failed.map(({ row }) => row) : spots
  const removing = useMutation({
    mutationFn: () => runRows(left, ({ id }) => remove.mutateAsync({ params: { spot_id: id } })),
    onSuccess: (next) => {
      setResults(next)
      const spot_ids = next.done.map(({ id }) => id)
      if (spot_ids.length > 0)
        done(t('lotSpots.removeMany.done', { count: spot_ids.length }), () =>
          restore.mutateAsync({ params: { lot_id: lot.id }, body: { spot_ids } }),
        )
      if (next.failed.length === 0) onDone()
    },
  })
  return (
    <ActDialog
      title={t('lotSpots.removeMany.title', { count: left.length })}
      text={t('lotSpots.removeMany.text')}
      fault={null}
      go={t('lotSpots.removeMany.go', { count: left.length })}
      no={t('lotSpots.remove.keep')}
      isBusy={removing.isPending}
      isDanger
      isReady
      onGo={() => removing.mutate()}
      onClose={results ? onDone : onClose}
    >
      {results ? <RowFailures results={results} nameOf={({ label }) => label} /> : null}
    </ActDialog>
  )
}
