import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  checkDataSourceRoute,
  type DataSource,
  listDataSourcesRoute,
  patchDataSourceRoute,
  syncDataSourceRoute,
} from '@openspot/contract/people/data-sources.ts'
import { listImportsRoute } from '@openspot/contract/people/resident-imports.ts'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Buttons, Facts, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { mayConnect } from './may-connect.ts'
import { importPath } from './resident-paths.ts'
import css from './residents.module.css'

const client = 'admin' as const
const refresh = [listDataSourcesRoute, listImportsRoute]

/** The statuses of a data source, and what staff can do with it. */
export function SourcePanel({ lot, source }: { lot: ConsoleLot; source: DataSource }) {
  const t = useTranslations()
  const at = (instant: string | null) => (instant ? <Moment at={instant} zone={lot.time_zone} /> : null)
  const isConnection = source.kind === 'CONNECTION'
  const { last_job: job } = source
  return (
    <Panel
      title={t('residents.source.status')}
      text={
        isConnection && source.provider
          ? t(`residents.providers.${source.provider}`)
          : t('residents.source.textFile')
      }
    >
      <Facts
        items={[
          [
            t('residents.statuses.credential'),
            isConnection && t(`residents.statuses.credentials.${source.credential_status}`),
          ],
          [
            t('residents.statuses.integration'),
            isConnection && t(`residents.statuses.integrations.${source.integration_status}`),
          ],
          [t('residents.statuses.job'), job && t(`residents.statuses.jobs.${job.status}`)],
          [t('residents.source.checked'), at(source.checked_at)],
          [t('residents.source.next'), at(source.next_sync_at)],
          [t('residents.source.residents'), source.resident_count],
        ].map(([word, fact]) => [String(word), fact || fact === 0 ? fact : null] as const)}
      />
      {source.integration_status === 'ARCHIVED' ? null : <Actions lot={lot} source={source} />}
    </Panel>
  )
}

function Actions({ lot, source }: { lot: ConsoleLot; source: DataSource }) {
  const t = useTranslations()
  const router = useRouter()
  const [dialog, setDialog] = useState<'off' | 'archive' | null>(null)
  const params = { data_source_id: source.id }
  const { name, resident_count: count } = source
  const check = useApiMutation(checkDataSourceRoute, { client, refresh })
  const sync = useApiMutation(syncDataSourceRoute, { client, refresh })
  const change = useApiMutation(patchDataSourceRoute, { client, refresh })
  const isOwner = mayConnect(lot)
  const isConnection = source.kind === 'CONNECTION'
  const isOn = source.integration_status === 'ENABLED'
  const isReady =
    source.credential_status === 'VERIFIED' && source.properties.some(({ is_mapped }) => is_mapped)
  const close = () => {
    setDialog(null)
    change.reset()
  }
  const start = (is_preview: boolean) =>
    sync.mutate(
      { params, body: { is_preview } },
      { onSuccess: ({ id }) => router.push(importPath(lot.id, id)) },
    )
  const setStatus = (integration_status: DataSource['integration_status'], message: string) =>
    change.mutate(
      { params, body: { integration_status } },
      {
        onSuccess: () => {
          setDialog(null)
          notifications.show({ message })
        },
      },
    )
  const lookAgain = () =>
    check.mutate(
      { params },
      {
        onSuccess: ({ credential_status, unreachable_since }) =>
          notifications.show(
            unreachable_since
              ? { color: 'orange', message: t('residents.source.checkedSilent') }
              : credential_status === 'VERIFIED'
                ? { message: t('residents.source.checkedOk') }
                : { color: 'red', message: t('residents.source.checkedBad') },
          ),
      },
    )
  const fault = sync.error ?? check.error ?? (dialog === null ? change.error : null)
  return (
    <>
      {fault ? <Note tone="bad" title={fault.message} /> : null}
      {isConnection && isReady ? (
        <>
          <Buttons>
            <Button
              variant={isOn ? 'default' : 'filled'}
              loading={sync.isPending && sync.variables.body.is_preview}
              onClick={() => start(true)}
            >
              {t('residents.source.preview')}
            </Button>
            {isOn ? (
              <Button
                loading={sync.isPending && !sync.variables.body.is_preview}
                onClick={() => start(false)}
              >
                {t('residents.source.sync')}
              </Button>
            ) : isOwner ? (
              <Button
                variant="default"
                loading={change.isPending}
                onClick={() => setStatus('ENABLED', t('residents.source.enabled', { name }))}
              >
                {t('residents.source.enable')}
              </Button>
            ) : null}
          </Buttons>
          <p className={css.quiet}>
            {isOn || !isOwner ? t('residents.source.previewHelp') : t('residents.source.enableHelp')}
          </p>
        </>
      ) : null}
      {isOwner ? (
        <Buttons>
          {isConnection ? (
            <Button variant="default" size="sm" loading={check.isPending} onClick={lookAgain}>
              {t('residents.source.check')}
            </Button>
          ) : null}
          {isConnection && isOn ? (
            <Button variant="default" size="sm" onClick={() => setDialog('off')}>
              {t('residents.source.disable')}
            </Button>
          ) : null}
          <Button variant="default" size="sm" onClick={() => setDialog('archive')}>
            {t('residents.source.archive')}
          </Button>
        </Buttons>
      ) : null}
      <ConfirmDialog
        opened={dialog === 'off'}
        title={t('residents.source.disableTitle', { name })}
        text={t('residents.source.disableText')}
        yes={t('residents.source.disable')}
        no={t('residents.source.stayOn')}
        isBusy={change.isPending}
        error={change.error}
        onYes={() => setStatus('DISABLED', t('residents.source.disabled', { name }))}
        onClose={close}
      />
      <ConfirmDialog
        opened={dialog === 'archive'}
        title={t('residents.source.archiveTitle', { name })}
        text={
          isConnection
            ? t('residents.source.archiveText', { count })
            : t('residents.source.archiveFileText', { count })
        }
        yes={t('residents.source.archive')}
        no={t('residents.source.keep')}
        isBusy={change.isPending}
        error={change.error}
        onYes={() => setStatus('ARCHIVED', t('residents.source.archived', { name }))}
        onClose={close}
      />
    </>
  )
}
