'use client'
import { Button } from '@mantine/core'
import {
  type ErrorMonitoring,
  getErrorMonitoringRoute,
} from '@openspot/contract/platform/error-monitoring.ts'
import { listReplaysRoute, type Replay } from '@openspot/contract/platform/replays.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { replayKinds } from '@openspot/core/error-monitoring/enums.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { usePages } from '@/lib/use-pages.ts'
import type { Column } from '@/ui/data-table.tsx'
import { FilterChip } from '@/ui/filter-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { PagedList } from '@/ui/paged-list.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { ShortText } from '@/ui/short-text.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { clockText } from './clock-text.ts'

const client = 'admin' as const
const none = { search: null, kind: null, release: null, environment: null, error: null }

/** Recorded visits. A replay is not loaded before it is opened, because that is recorded in the audit log. */
export function ReplaysScreen({ first }: { first: ErrorMonitoring }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const [address, change] = useAddress(['search', 'kind', 'release', 'environment', 'error'])
  const { search, release, environment, error } = address
  const kind = isOneOf(replayKinds, address.kind) ? address.kind : null
  const overview = useApiQuery(getErrorMonitoringRoute, {}, { client, initialData: first }).data ?? first
  const filter = {
    ...(search ? { query: search } : {}),
    ...(kind ? { kind } : {}),
    ...(release ? { release } : {}),
    ...(environment ? { environment } : {}),
    ...(error ? { error_group_id: error } : {}),
  }
  const pages = usePages(
    listReplaysRoute,
    (page) => ({ query: { ...page, ...filter } }),
    ({ next_cursor }) => next_cursor,
    { client },
  )
  const isNarrowed = Object.keys(filter).length > 0
  return (
    <>
      <PageHead title={t('replays.title')} text={t('replays.text')} />
      <PagedList
        label={t('replays.title')}
        pages={pages}
        columns={columns(t, reader_zone)}
        more={t('replays.more')}
        bar={
          <>
            <SearchField
              label={t('replays.search')}
              q={search ?? ''}
              onSearch={(next) => change({ search: next.trim() || null })}
            />
            <FilterChip
              label={t('replays.kind')}
              any={t('replays.anyKind')}
              values={replayKinds}
              value={kind}
              textOf={(one) => t(`replays.kinds.${one}`)}
              onChange={(next) => change({ kind: next })}
            />
            <FilterChip
              label={t('replays.release')}
              any={t('replays.anyRelease')}
              values={overview.releases}
              value={release}
              onChange={(next) => change({ release: next })}
            />
            <FilterChip
              label={t('replays.environment')}
              any={t('replays.anyEnvironment')}
              values={overview.environments}
              value={environment}
              onChange={(next) => change({ environment: next })}
            />
            {error === null ? null : (
              <>
                <span>{t('replays.ofError')}</span>
                <Button variant="default" size="compact-md" onClick={() => change({ error: null })}>
                  {t('replays.showAll')}
                </Button>
              </>
            )}
          </>
        }
        empty={
          isNarrowed ? (
            <EmptyState
              title={t('replays.noneTitle')}
              text={t('replays.noneText')}
              action={
                <Button variant="default" onClick={() => change(none)}>
                  {t('replays.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState title={t('replays.emptyTitle')} text={t('replays.emptyText')} />
          )
        }
      />
    </>
  )
}

function pagesText(t: Translate, { pages }: Replay): string {
  const [page] = pages
  if (page === undefined) return t('replays.noPage')
  return pages.length === 1 ? page : t('replays.morePages', { page, count: pages.length - 1 })
}

const columns = (t: Translate, zone: string): Column<Replay>[] => {
  const format = new Intl.NumberFormat(localeOf(t))
  const size = new Intl.NumberFormat(localeOf(t), {
    style: 'unit',
    unit: 'kilobyte',
    maximumFractionDigits: 0,
  })
  return [
    {
      key: 'started',
      head: t('replays.columns.started'),
      cell: ({ id, started_at }) => (
        <Link href={`/platform/replays/${id}`} prefetch={false}>
          <Moment at={started_at} zone={zone} />
        </Link>
      ),
    },
    {
      key: 'length',
      head: t('replays.columns.length'),
      isFigure: true,
      cell: ({ duration_seconds }) => clockText(duration_seconds * 1000),
    },
    {
      key: 'errors',
      head: t('replays.columns.errors'),
      isFigure: true,
      cell: ({ error_count }) => format.format(error_count),
    },
    {
      key: 'pages',
      head: t('replays.columns.pages'),
      cell: (replay) => <ShortText text={pagesText(t, replay)} />,
    },
    { key: 'kind', head: t('replays.columns.kind'), cell: ({ kind }) => t(`replays.kinds.${kind}`) },
    { key: 'browser', head: t('replays.columns.browser'), cell: ({ browser }) => browser },
    {
      key: 'person',
      head: t('replays.columns.person'),
      cell: ({ person }) => (person === null ? null : <ShortText text={person} />),
    },
    {
      key: 'release',
      head: t('replays.columns.release'),
      cell: ({ release, environment }) => (
        <ShortText text={[release, environment].filter(Boolean).join(' · ')} />
      ),
    },
    {
      key: 'size',
      head: t('replays.columns.size'),
      isFigure: true,
      cell: ({ size_bytes }) => size.format(Math.ceil(size_bytes / 1000)),
    },
  ]
}
