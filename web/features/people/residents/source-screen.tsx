'use client'
import { type DataSource, listDataSourcesRoute } from '@openspot/contract/people/data-sources.ts'
import { listImportsRoute } from '@openspot/contract/people/resident-imports.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Columns } from '@/ui/panel.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import { CredentialsPanel } from './credentials-panel.tsx'
import { FilePanel } from './file-panel.tsx'
import { ImportsPanel } from './imports-panel.tsx'
import { PropertiesPanel } from './properties-panel.tsx'
import { residentsPath, sourcePath } from './resident-paths.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { healthOf } from './source-health.ts'
import { SourceNotes } from './source-notes.tsx'
import { SourcePanel } from './source-panel.tsx'

const client = 'admin' as const
const watched = [listDataSourcesRoute, listImportsRoute]

/** One data source: its health, what it reads, its settings, and its imports. */
export function SourceScreen({ lot, data_source_id }: { lot: ConsoleLot; data_source_id: string }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const params = { lot_id: lot.id }
  const answer = useApiQuery(listDataSourcesRoute, { params }, { client, everySeconds: 60 })
  const source = answer.data?.items.find(({ id }) => id === data_source_id)
  const back = <Link href={residentsPath(lot.id)}>{t('residents.title')}</Link>
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return <NoPermission sign_in={answer.error.status === 401} path={sourcePath(lot.id, data_source_id)} />
  }
  if (!source) {
    return (
      <>
        <PageHead back={back} title={t('residents.allSources')} />
        <QueryState answer={answer} />
        {answer.data ? (
          <EmptyState title={t('errors.titles.404')} text={t('residents.sourceNotFound')} />
        ) : null}
      </>
    )
  }
  return <Loaded lot={lot} source={source} />
}

function Loaded({ lot, source }: { lot: ConsoleLot; source: DataSource }) {
  const t = useTranslations()
  const input = { params: { lot_id: lot.id }, query: { limit: 50 } }
  const imports = useApiQuery(listImportsRoute, input, { client, everySeconds: 60 })
  const own = (imports.data?.items ?? []).filter((one) => one.data_source_id === source.id)
  const { tone, text } = healthOf(t, source, own[0], useTimeFormat(lot.time_zone))
  const isArchived = source.integration_status === 'ARCHIVED'
  const isFile = source.kind === 'FILE'
  return (
    <>
      <PageHead
        back={<Link href={residentsPath(lot.id)}>{t('residents.title')}</Link>}
        title={source.name}
        text={<StatusWord tone={tone}>{text}</StatusWord>}
      />
      <Columns side={<ImportsPanel lot={lot} imports={own} />}>
        <SourceNotes lot={lot} source={source} />
        {isFile && !isArchived ? <FilePanel lot={lot} source={source} /> : null}
        {isFile ? null : <SourcePanel lot={lot} source={source} />}
        {isFile || isArchived ? null : <PropertiesPanel lot={lot} source={source} />}
        {isArchived ? null : <SettingsPanel key={source.id} lot={lot} source={source} />}
        {isFile || isArchived ? null : <CredentialsPanel lot={lot} source={source} />}
        {isFile ? <SourcePanel lot={lot} source={source} /> : null}
      </Columns>
    </>
  )
}
