import type { DataSource } from '@openspot/contract/people/data-sources.ts'
import type { ResidentImport } from '@openspot/contract/people/resident-imports.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { Panel } from '@/ui/panel.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import { importPath, sourcePath } from './resident-paths.ts'
import css from './residents.module.css'
import { healthOf } from './source-health.ts'

/** Where the residents come from, each with its health in one line. */
export function SourcesPart({
  lot,
  sources,
  imports,
}: {
  lot: ConsoleLot
  sources: readonly DataSource[]
  imports: readonly ResidentImport[]
}) {
  const t = useTranslations()
  return (
    <Panel title={t('residents.allSources')}>
      <ul className={css.sources}>
        {sources.map((source) => (
          <SourceLine
            key={source.id}
            lot={lot}
            source={source}
            newest={imports.find(({ data_source_id }) => data_source_id === source.id)}
          />
        ))}
      </ul>
    </Panel>
  )
}

function SourceLine({
  lot,
  source,
  newest,
}: {
  lot: ConsoleLot
  source: DataSource
  newest: ResidentImport | undefined
}) {
  const t = useTranslations()
  const { tone, text } = healthOf(t, source, newest, useTimeFormat(lot.time_zone))
  const isOpen = newest?.status === 'IN_PROGRESS' || newest?.status === 'FAILURE'
  const waiting = newest?.stage === 'DONE' ? newest.rows_waiting : 0
  return (
    <li className={css.source}>
      <Link href={sourcePath(lot.id, source.id)} className={css.sourceName}>
        {source.name}
      </Link>
      <span className={css.health}>
        <StatusWord tone={tone}>{text}</StatusWord>
        {newest && isOpen && newest.failure !== 'STOPPED' ? (
          <Link href={importPath(lot.id, newest.id)}>{t('residents.openImport')}</Link>
        ) : null}
        {newest && waiting > 0 ? (
          <Link href={`${importPath(lot.id, newest.id)}?action=REVIEW`}>
            {t('residents.import.done.waiting', { count: waiting })}
          </Link>
        ) : null}
      </span>
      <span className={css.figure}>{t('residents.health.residents', { count: source.resident_count })}</span>
    </li>
  )
}
