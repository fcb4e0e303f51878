import type { DataSource } from '@openspot/contract/people/data-sources.ts'
import type { ResidentImport } from '@openspot/contract/people/resident-imports.ts'
import { formatInstant, type TimeFormat } from '@openspot/core/time/format.ts'
import type { Translate } from '@openspot/messages/translate.ts'

export interface Health {
  tone: 'ahead' | 'now' | 'done' | 'bad'
  text: string
}

/** Returns how a data source is doing, in one sentence: what hinders it before what went well. */
export function healthOf(
  t: Translate,
  source: DataSource,
  newest: ResidentImport | undefined,
  time: TimeFormat,
): Health {
  const at = (instant: string) => formatInstant(instant, time, false)
  const { last_job: job } = source
  if (source.integration_status === 'ARCHIVED') return { tone: 'ahead', text: t('residents.health.archived') }
  if (source.credential_status === 'CREDENTIAL_INVALID')
    return { tone: 'bad', text: t('residents.health.rejected') }
  if (source.unreachable_since !== null)
    return { tone: 'bad', text: t('residents.health.unreachable', { when: at(source.unreachable_since) }) }
  if (source.credential_status === 'PENDING_CREDENTIAL_VALIDATION')
    return { tone: 'now', text: t('residents.health.pending') }
  if (newest?.stage === 'PREVIEW' && newest.status === 'IN_PROGRESS')
    return { tone: 'now', text: t('residents.health.waits') }
  if (job?.status === 'NEW' || job?.status === 'PROCESSING' || newest?.status === 'IN_PROGRESS')
    return { tone: 'now', text: t('residents.health.running') }
  if (source.kind === 'FILE')
    return job === null
      ? { tone: 'ahead', text: t('residents.health.fileNever') }
      : { tone: 'done', text: t('residents.health.file', { when: at(job.finished_at ?? job.created_at) }) }
  if (!source.properties.some(({ is_mapped }) => is_mapped))
    return { tone: 'now', text: t('residents.health.chooseProperties') }
  if (source.integration_status === 'DISABLED')
    return {
      tone: 'ahead',
      text: job === null ? t('residents.health.offReady') : t('residents.health.off'),
    }
  if (job?.status === 'FAILED' && newest?.failure !== 'STOPPED')
    return {
      tone: 'bad',
      text: t('residents.health.failed', { when: at(job.finished_at ?? job.created_at) }),
    }
  const problems = source.properties.filter(({ is_mapped, problem }) => is_mapped && problem !== null).length
  if (problems > 0) return { tone: 'bad', text: t('residents.health.problems', { count: problems }) }
  if (job === null)
    return source.next_sync_at === null
      ? { tone: 'ahead', text: t('residents.health.never') }
      : { tone: 'now', text: t('residents.health.neverNext', { when: at(source.next_sync_at) }) }
  const when = at(job.finished_at ?? job.created_at)
  return {
    tone: 'done',
    text:
      source.next_sync_at === null
        ? t('residents.health.synced', { when })
        : t('residents.health.syncedNext', { when, next: at(source.next_sync_at) }),
  }
}
