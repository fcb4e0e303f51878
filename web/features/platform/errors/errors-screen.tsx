'use client'
import { Button } from '@mantine/core'
import {
  type ErrorMonitoring,
  getErrorMonitoringRoute,
  listErrorGroupsRoute,
} from '@openspot/contract/platform/error-monitoring.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { errorSources, errorStatuses } from '@openspot/core/error-monitoring/enums.ts'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { usePages } from '@/lib/use-pages.ts'
import { FilterChip } from '@/ui/filter-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { PagedList } from '@/ui/paged-list.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { errorColumns } from './error-columns.tsx'
import { IntakeNote } from './intake-note.tsx'

const client = 'admin' as const
const names = ['search', 'status', 'source', 'release', 'environment', 'assigned'] as const
const none = {
  search: null,
  status: null,
  source: null,
  release: null,
  environment: null,
  assigned: null,
}

/** Errors of pages and servers, with filters that are kept in the URL. */
export function ErrorsScreen({ first }: { first: ErrorMonitoring }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const [address, change] = useAddress(names)
  const { search, release, environment, assigned } = address
  const status = isOneOf(errorStatuses, address.status) ? address.status : null
  const source = isOneOf(errorSources, address.source) ? address.source : null
  const state = useApiQuery(
    getErrorMonitoringRoute,
    {},
    { client, initialData: first, everySeconds: 60 },
  ).data
  const overview = state ?? first
  const filter = {
    ...(search ? { query: search } : {}),
    ...(status ? { status } : {}),
    ...(source ? { source } : {}),
    ...(release ? { release } : {}),
    ...(environment ? { environment } : {}),
    ...(assigned ? { assigned_to: assigned } : {}),
  }
  const pages = usePages(
    listErrorGroupsRoute,
    (page) => ({ query: { ...page, ...filter } }),
    ({ next_cursor }) => next_cursor,
    { client, everySeconds: 30 },
  )
  const assigneeText = (to: string) => {
    if (to === 'ME') return t('errorMonitoring.toMe')
    if (to === 'NOBODY') return t('errorMonitoring.toNobody')
    const name = overview.assignees.find(({ user_id }) => user_id === to)?.name ?? to
    return t('errorMonitoring.toPerson', { name })
  }
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <>
      <PageHead title={t('errorMonitoring.title')} text={t('errorMonitoring.text')} />
      <IntakeNote state={overview} />
      <PagedList
        label={t('errorMonitoring.title')}
        pages={pages}
        columns={errorColumns(t, reader_zone)}
        more={t('errorMonitoring.more')}
        bar={
          <>
            <SearchField
              label={t('errorMonitoring.search')}
              q={search ?? ''}
              onSearch={(next) => change({ search: next.trim() || null })}
            />
            <FilterChip
              label={t('errorMonitoring.status')}
              any={t('errorMonitoring.anyStatus')}
              values={errorStatuses}
              value={status}
              textOf={(one) =>
                t('errorMonitoring.statusCount', {
                  status: t(`errorMonitoring.statuses.${one}`),
                  count: overview.statuses[one],
                })
              }
              onChange={(next) => change({ status: next })}
            />
            <FilterChip
              label={t('errorMonitoring.source')}
              any={t('errorMonitoring.anySource')}
              values={errorSources}
              value={source}
              textOf={(one) => t(`errorMonitoring.sources.${one}`)}
              onChange={(next) => change({ source: next })}
            />
            <FilterChip
              label={t('errorMonitoring.release')}
              any={t('errorMonitoring.anyRelease')}
              values={overview.releases}
              value={release}
              onChange={(next) => change({ release: next })}
            />
            <FilterChip
              label={t('errorMonitoring.environment')}
              any={t('errorMonitoring.anyEnvironment')}
              values={overview.environments}
              value={environment}
              onChange={(next) => change({ environment: next })}
            />
            <FilterChip
              label={t('errorMonitoring.assigned')}
              any={t('errorMonitoring.anyone')}
              values={['ME', 'NOBODY', ...overview.assignees.map(({ user_id }) => user_id)]}
              value={assigned}
              textOf={assigneeText}
              onChange={(next) => change({ assigned: next })}
            />
          </>
        }
        empty={
          isNarrowed ? (
            <EmptyState
              title={t('errorMonitoring.noneTitle')}
              text={t('errorMonitoring.noneText')}
              action={
                <Button variant="default" onClick={() => change(none)}>
                  {t('errorMonitoring.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState title={t('errorMonitoring.emptyTitle')} text={t('errorMonitoring.emptyText')} />
          )
        }
      />
    </>
  )
}
