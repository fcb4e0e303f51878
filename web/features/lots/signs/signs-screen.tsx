'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  listSignsRoute,
  replaceSignRoute,
  type Sign,
  takeDownSignRoute,
} from '@openspot/contract/lots/signs.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { DataTable } from '@/ui/data-table.tsx'
import { FilterChip } from '@/ui/filter-chip.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { EmptyState, NoPermission, Note } from '@/ui/states.tsx'
import { AddSign } from './add-sign.tsx'
import { PrintSigns } from './print-signs.tsx'
import { signColumns } from './sign-columns.tsx'
import { SignScans } from './sign-scans.tsx'
import css from './signs.module.css'

/** The signs of a lot: their places, their use, and which must be replaced. */
export function SignsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const params = { lot_id: lot.id }
  const answer = useApiQuery(listSignsRoute, { params }, { client: 'admin', everySeconds: 60 })
  const [values, change] = useAddress(['outdated'])
  const [leaving, setLeaving] = useState<Sign | null>(null)
  const [scanned, setScanned] = useState<Sign | null>(null)
  const replace = useApiMutation(replaceSignRoute, { client: 'admin', refresh: [listSignsRoute] })
  const takeDown = useApiMutation(takeDownSignRoute, { client: 'admin', refresh: [listSignsRoute] })
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return <NoPermission sign_in={answer.error.status === 401} path={`/lots/${lot.id}/signs`} />
  }
  const signs = answer.data?.items ?? []
  const outdated = signs.filter(({ is_outdated }) => is_outdated)
  const isNarrowed = values.outdated === 'true'
  const shown = isNarrowed ? outdated : signs
  const columns = signColumns(t, {
    lot,
    onReplaced: (sign) =>
      replace.mutate(
        { params: { sign_id: sign.id } },
        {
          onSuccess: () => notifications.show({ message: t('signs.replacedDone', { place: sign.place }) }),
          onError: ({ message }) => notifications.show({ color: 'red', message }),
        },
      ),
    onTakeDown: setLeaving,
    onScans: setScanned,
  })
  return (
    <>
      <PageHead
        title={t('signs.title')}
        text={t('signs.text')}
        action={signs.length > 0 ? <PrintSigns lot={lot} label={t('signs.print')} /> : null}
      />
      <div className={css.screen}>
        {outdated.length > 0 ? (
          <Note title={t('signs.outdatedTitle', { count: outdated.length })}>
            <p>{t('signs.outdatedText')}</p>
            <Buttons>
              <PrintSigns
                lot={lot}
                sign_ids={outdated.map(({ id }) => id)}
                label={t('signs.printOutdated')}
              />
            </Buttons>
          </Note>
        ) : null}
        <QueryState answer={answer} rows={4} />
        {answer.data && signs.length === 0 ? (
          <EmptyState title={t('signs.emptyTitle')} text={t('signs.emptyText')} />
        ) : null}
        {signs.length > 0 ? (
          <div>
            <FilterChip
              label={t('signs.show')}
              any={t('signs.all')}
              values={['true']}
              value={isNarrowed ? 'true' : null}
              textOf={() => t('signs.outdatedOnly')}
              onChange={(next) => change({ outdated: next })}
            />
          </div>
        ) : null}
        {signs.length > 0 && shown.length === 0 ? (
          <EmptyState
            title={t('signs.noneOutdated')}
            text={t('signs.text')}
            action={
              <Button variant="default" onClick={() => change({ outdated: null })}>
                {t('signs.showAll')}
              </Button>
            }
          />
        ) : null}
        {shown.length > 0 ? (
          <DataTable label={t('signs.list')} columns={columns} rows={shown} keyOf={({ id }) => id} isCards />
        ) : null}
        <AddSign lot={lot} />
      </div>
      {scanned ? <SignScans sign={scanned} onClose={() => setScanned(null)} /> : null}
      <ConfirmDialog
        title={t('signs.takeDownTitle', { place: leaving?.place ?? '' })}
        text={t('signs.takeDownText')}
        opened={leaving !== null}
        isBusy={takeDown.isPending}
        error={takeDown.error}
        yes={t('signs.takeDown')}
        no={t('signs.keep')}
        onClose={() => setLeaving(null)}
        onYes={() => {
          if (!leaving) return
          takeDown.mutate(
            { params: { sign_id: leaving.id } },
            {
              onSuccess: () => {
                notifications.show({ message: t('signs.takenDown', { place: leaving.place }) })
                setLeaving(null)
              },
            },
          )
        }}
      />
    </>
  )
}
