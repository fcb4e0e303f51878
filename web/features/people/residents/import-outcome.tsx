import { Button, Checkbox } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listDataSourcesRoute } from '@openspot/contract/people/data-sources.ts'
import {
  applyImportRoute,
  getImportRoute,
  listImportRowsRoute,
  listImportsRoute,
  listResidentsRoute,
  type ResidentImport,
  undoImportRoute,
} from '@openspot/contract/people/resident-imports.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Note } from '@/ui/states.tsx'
import { mayConnect } from './may-connect.ts'
import { sourcePath } from './resident-paths.ts'
import css from './residents.module.css'

const client = 'admin' as const
const refresh = [
  getImportRoute,
  listImportRowsRoute,
  listImportsRoute,
  listDataSourcesRoute,
  listResidentsRoute,
]

/** How an import ended, and the way forward. */
export function ImportOutcome({ lot, of }: { lot: ConsoleLot; of: ResidentImport }) {
  const t = useTranslations()
  if (of.stage === 'DISCARDED') {
    return (
      <Note tone="plain" title={t('residents.import.discarded.title')}>
        <p>{t('residents.import.discarded.text')}</p>
      </Note>
    )
  }
  if (of.stage === 'UNDONE') {
    return (
      <Note tone="plain" title={t('residents.import.undone.title')}>
        <p>{t('residents.import.undone.text')}</p>
      </Note>
    )
  }
  if (of.status === 'FAILURE') return <Failed lot={lot} of={of} />
  return of.stage === 'DONE' ? <Done of={of} /> : null
}

function Failed({ lot, of }: { lot: ConsoleLot; of: ResidentImport }) {
  const t = useTranslations()
  const [isForcing, setIsForcing] = useState(false)
  const isStopped = of.failure === 'EMPTY_PULL' || of.failure === 'TOO_MANY_REMOVALS'
  return (
    <Note tone="bad" title={t('residents.import.failed.title')}>
      <p>{of.failure ? t(`residents.failures.${of.failure}`) : null}</p>
      {of.failure_text ? <p>{t('residents.import.failed.said', { message: of.failure_text })}</p> : null}
      {isStopped && !of.can_apply ? <p>{t('residents.import.failed.outdated')}</p> : null}
      {of.can_apply && !mayConnect(lot) ? <p>{t('residents.import.failed.ownersOnly')}</p> : null}
      <div className={css.acts}>
        <Button component={Link} variant="default" href={sourcePath(lot.id, of.data_source_id)}>
          {t('residents.import.failed.toSource')}
        </Button>
        {of.can_apply && mayConnect(lot) ? (
          <Button color="red" variant="light" onClick={() => setIsForcing(true)}>
            {t('residents.import.failed.force')}
          </Button>
        ) : null}
      </div>
      {isForcing ? <ForceDialog of={of} onClose={() => setIsForcing(false)} /> : null}
    </Note>
  )
}

/** Applies an import that was stopped. Only for owners, who confirm that they checked it. */
function ForceDialog({ of, onClose }: { of: ResidentImport; onClose: () => void }) {
  const t = useTranslations()
  const [isSure, setIsSure] = useState(false)
  const send = useApiMutation(applyImportRoute, { client, refresh })
  return (
    <ActDialog
      title={t('residents.import.failed.forceTitle')}
      text={t('residents.import.failed.forceText', { count: of.action_counts['END'] ?? 0 })}
      fault={send.error?.message ?? null}
      go={t('residents.import.failed.force')}
      isBusy={send.isPending}
      isDanger
      isReady={isSure}
      onGo={() =>
        send.mutate(
          { params: { import_id: of.id }, body: { despite_removals: true } },
          { onSuccess: onClose },
        )
      }
      onClose={onClose}
    >
      <Checkbox
        label={t('residents.import.failed.confirm')}
        checked={isSure}
        onChange={(event) => setIsSure(event.currentTarget.checked)}
      />
    </ActDialog>
  )
}

function Done({ of }: { of: ResidentImport }) {
  const t = useTranslations()
  const [, change] = useAddress(['action', 'code'])
  const [isUndoing, setIsUndoing] = useState(false)
  const undo = useApiMutation(undoImportRoute, { client, refresh })
  const { CREATE: created = 0, UPDATE: update = 0, LINK: link = 0, END: ended = 0 } = of.action_counts
  return (
    <>
      {of.rows_waiting > 0 ? (
        <Note title={t('residents.import.done.waiting', { count: of.rows_waiting })}>
          <p>{t('residents.import.done.waitingText')}</p>
          <div className={css.acts}>
            <Button variant="default" onClick={() => change({ action: 'REVIEW', code: null })}>
              {t('residents.import.done.showWaiting')}
            </Button>
          </div>
        </Note>
      ) : null}
      <Note tone="good" title={t('residents.import.done.title')}>
        <p>{t('residents.import.done.text', { created, changed: update + link, ended })}</p>
        {of.can_undo ? (
          <div className={css.acts}>
            <Button variant="default" onClick={() => setIsUndoing(true)}>
              {t('residents.import.done.undo')}
            </Button>
          </div>
        ) : (
          <p>{t('residents.import.done.later')}</p>
        )}
      </Note>
      <ConfirmDialog
        opened={isUndoing}
        title={t('residents.import.done.undoTitle')}
        text={t('residents.import.done.undoText')}
        yes={t('residents.import.done.undo')}
        no={t('residents.import.done.keep')}
        isBusy={undo.isPending}
        error={undo.error}
        onYes={() =>
          undo.mutate(
            { params: { import_id: of.id } },
            {
              onSuccess: () => {
                setIsUndoing(false)
                notifications.show({ message: t('residents.import.done.undoing') })
              },
            },
          )
        }
        onClose={() => setIsUndoing(false)}
      />
    </>
  )
}
