'use client'
import { Progress } from '@mantine/core'
import { listDataSourcesRoute } from '@openspot/contract/people/data-sources.ts'
import {
  getImportRoute,
  listImportRowsRoute,
  listImportsRoute,
  listResidentsRoute,
  type ResidentImport,
} from '@openspot/contract/people/resident-imports.ts'
import { formatInstant } from '@openspot/core/time/format.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportRows } from './import-rows.tsx'
import { importTone, isWorking, stageText } from './import-text.ts'
import { MissedProperties } from './missed-properties.tsx'
import { importPath, residentsPath, sourcePath } from './resident-paths.ts'
import css from './residents.module.css'
import { VendorWarnings } from './vendor-warnings.tsx'

const client = 'admin' as const
const watched = [
  getImportRoute,
  listImportRowsRoute,
  listDataSourcesRoute,
  listImportsRoute,
  listResidentsRoute,
]

/** One import: how far it is, what becomes of each row, and what staff can do. */
export function ImportScreen({ lot, import_id }: { lot: ConsoleLot; import_id: string }) {
  const t = useTranslations()
  const time = useTimeFormat(lot.time_zone)
  // The stream is not always there, so that a running import is also asked about.
  useLotEvents(lot.id, watched)
  const answer = useApiQuery(
    getImportRoute,
    { params: { import_id } },
    { client, everySeconds: (of) => (of && isWorking(of) ? 3 : 60) },
  )
  const { data: of, error } = answer
  if (error && [401, 403].includes(error.status)) {
    return <NoPermission sign_in={error.status === 401} path={importPath(lot.id, import_id)} />
  }
  if (!of || of.lot_id !== lot.id) {
    return (
      <>
        <PageHead
          back={<Link href={residentsPath(lot.id)}>{t('residents.title')}</Link>}
          title={t('residents.imports.title')}
        />
        {of || error?.status === 404 ? (
          <EmptyState title={t('errors.titles.404')} text={t('residents.import.notFound')} />
        ) : (
          <QueryState answer={answer} />
        )}
      </>
    )
  }
  return (
    <>
      <PageHead
        back={<Link href={sourcePath(lot.id, of.data_source_id)}>{of.data_source_name}</Link>}
        title={t('residents.import.title', { when: formatInstant(of.created_at, time, false) })}
        text={<StatusWord tone={importTone(of)}>{stageText(t, of)}</StatusWord>}
      />
      <div className={css.screen}>
        {isWorking(of) ? <Working of={of} /> : null}
        <MissedProperties lot={lot} of={of} />
        <VendorWarnings lot={lot} of={of} />
        {of.stage === 'PREVIEW' && of.status === 'IN_PROGRESS' ? <ImportPreview lot={lot} of={of} /> : null}
        <ImportOutcome lot={lot} of={of} />
        {of.stage === 'READING' ? null : <ImportRows lot={lot} of={of} />}
      </div>
    </>
  )
}

/** How far the work is, in words and as a bar. */
function Working({ of }: { of: ResidentImport }) {
  const t = useTranslations()
  const { stage, rows_read: total, rows_checked, rows_applied } = of
  if (stage !== 'READING' && stage !== 'CHECKING' && stage !== 'APPLYING' && stage !== 'UNDOING') return null
  const done = stage === 'CHECKING' ? rows_checked : rows_applied
  const count = stage === 'READING' ? total : done
  const percent = total === 0 ? 0 : Math.min(100, Math.round((done / total) * 100))
  const isKnown = stage === 'CHECKING' || stage === 'APPLYING'
  return (
    <Panel title={t(`residents.statuses.stages.${stage}`)} text={t(`residents.import.progressText.${stage}`)}>
      <div className={css.progress}>
        <p aria-live="polite">
          {isKnown
            ? t(`residents.import.progress.${stage}`, { count, total })
            : t(`residents.import.progress.${stage}`, { count })}
        </p>
        <Progress
          aria-label={t(`residents.statuses.stages.${stage}`)}
          value={isKnown ? percent : 100}
          animated={!isKnown}
          striped={!isKnown}
        />
      </div>
    </Panel>
  )
}
