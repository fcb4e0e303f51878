'use client'
import { Button } from '@mantine/core'
import { listPlatformLotsRoute, type PlatformLot } from '@openspot/contract/platform/platform.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { usePages } from '@/lib/use-pages.ts'
import type { Column } from '@/ui/data-table.tsx'
import { ListCsv, yesOrNo } from '@/ui/list-csv.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { Day } from '@/ui/time.tsx'
import own from './platform.module.css'

const client = 'admin' as const

/** Every lot on the platform with its owners. */
export function PlatformLotsScreen() {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const [{ search }, change] = useAddress(['search'])
  const filter = search ? { search } : {}
  const pages = usePages(
    listPlatformLotsRoute,
    (page) => ({ query: { ...page, ...filter } }),
    ({ next_cursor }) => next_cursor,
    { client },
  )
  return (
    <>
      <PageHead title={t('people.lotsTitle')} text={t('people.lotsText')} />
      <PagedList
        label={t('people.lotsTitle')}
        pages={pages}
        columns={columns(t, reader_zone)}
        more={t('people.more')}
        bar={
          <>
            <SearchField
              label={t('people.lotSearch')}
              q={search ?? ''}
              onSearch={(next) => change({ search: next.trim() || null })}
            />
            <BarSpace />
            <ListCsv
              label={t('people.csv')}
              name="lots"
              columns={csv}
              readPage={(page) =>
                callApi(listPlatformLotsRoute, { query: { ...page, ...filter } }, { client })
              }
            />
          </>
        }
        empty={
          <EmptyState
            title={t('people.noLotsTitle')}
            text={t('people.noLotsText')}
            action={
              <Button variant="default" onClick={() => change({ search: null })}>
                {t('people.clear')}
              </Button>
            }
          />
        }
      />
    </>
  )
}

const addressOf = ({ street, city, region }: PlatformLot) => [street, city, region].filter(Boolean).join(', ')

const columns = (t: Translate, zone: string): Column<PlatformLot>[] => [
  {
    key: 'lot',
    head: t('people.columns.lot'),
    cell: ({ id, name }) => (
      <Link className={own.name} href={`/lots/${id}/monitor`}>
        {name}
      </Link>
    ),
  },
  { key: 'place', head: t('people.columns.place'), cell: addressOf },
  {
    key: 'owners',
    head: t('people.columns.owners'),
    cell: ({ owners }) =>
      owners.length === 0 ? (
        <span className={own.quiet}>{t('people.noOwner')}</span>
      ) : (
        <span className={own.links}>
          {owners.map(({ user_id, name, email }) => (
            <Link key={user_id} href={`/platform/users/${user_id}`}>
              {name || email || t('people.noName')}
            </Link>
          ))}
        </span>
      ),
  },
  { key: 'spots', head: t('people.columns.spots'), isFigure: true, cell: ({ spot_count }) => spot_count },
  { key: 'plan', head: t('people.columns.plan'), cell: ({ plan_name }) => plan_name ?? t('people.noPlan') },
  {
    key: 'open',
    head: t('people.columns.open'),
    cell: ({ is_private }) => (is_private ? t('people.private') : t('people.public')),
  },
  {
    key: 'since',
    head: t('people.columns.since'),
    cell: ({ created_at }) => <Day at={created_at} zone={zone} />,
  },
]

const csv = [
  ['name', (lot: PlatformLot) => lot.name],
  ['place', addressOf],
  ['owners', (lot: PlatformLot) => lot.owners.map(({ name, email }) => email ?? name).join(', ')],
  ['spot_count', (lot: PlatformLot) => String(lot.spot_count)],
  ['plan_name', (lot: PlatformLot) => lot.plan_name],
  ['is_private', (lot: PlatformLot, t: Translate) => yesOrNo(t, lot.is_private)],
  ['created_at', (lot: PlatformLot) => lot.created_at],
  ['id', (lot: PlatformLot) => lot.id],
] as const
