import type { DataSource } from '@openspot/contract/people/data-sources.ts'
import { formatInstant } from '@openspot/core/time/format.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { Note } from '@/ui/states.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import { mayConnect } from './may-connect.ts'

/** What needs attention about a data source, and what to do about it. */
export function SourceNotes({ lot, source }: { lot: ConsoleLot; source: DataSource }) {
  const t = useTranslations()
  const time = useTimeFormat(lot.time_zone)
  const { credential_status, credential_message: message, unreachable_since, name } = source
  if (source.integration_status === 'ARCHIVED') {
    return (
      <Note tone="plain" title={t('residents.source.archivedNote')}>
        <p>{t('residents.source.archivedWay')}</p>
      </Note>
    )
  }
  if (credential_status === 'CREDENTIAL_INVALID') {
    return (
      <Note tone="bad" title={t('residents.source.rejectedTitle')}>
        {message ? <p>{t('residents.source.rejectedText', { message })}</p> : null}
        <p>{mayConnect(lot) ? t('residents.source.rejectedWay') : t('residents.source.rejectedAdmin')}</p>
      </Note>
    )
  }
  if (unreachable_since !== null) {
    return (
      <Note
        tone="bad"
        title={t('residents.source.unreachableTitle', {
          when: formatInstant(unreachable_since, time, false),
        })}
      >
        <p>{t('residents.source.unreachableWay')}</p>
      </Note>
    )
  }
  const isNew = source.kind === 'CONNECTION' && source.last_job === null
  if (!isNew || credential_status !== 'VERIFIED') return null
  return (
    <Note tone="good" title={t('residents.source.setupTitle', { name })}>
      <p>
        {source.properties.some(({ is_mapped }) => is_mapped)
          ? t('residents.source.readyText')
          : t('residents.source.setupText')}
      </p>
    </Note>
  )
}
