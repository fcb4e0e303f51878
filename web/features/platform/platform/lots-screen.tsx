'use client'
import { Button } from '@mantine/core'
import { listPlatformLotsRoute, type PlatformLot } from '@openspot/contract/platform/platform.ts'
import Link from 'next/link'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { usePages } from '@/lib/use-pages.ts'
import type { Column } from '@/ui/data-table.tsx'
import { ListCsv } from '@/ui/list-csv.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { Day } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import own from './platform.module.css'

const client = 'admin' as const
const say = words.people

/** Every lot on the platform with its owners. */
export function PlatformLotsScreen() {
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
      <PageHead title={say.lotsTitle} text={say.lotsText} />
      <PagedList
        label={say.lotsTitle}
        pages={pages}
        columns={columns(reader_zone)}
        more={say.more}
        bar={
          <>
            <SearchField
              label={say.lotSearch}
              q={search ?? ''}
              onSearch={(next) => change({ search: next.trim() || null })}
            />
            <BarSpace />
            <ListCsv
              label={say.csv}
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
            title={say.noLotsTitle}
            text={say.noLotsText}
            action={
              <Button variant="default" onClick={() => change({ search: null })}>
                {say.clear}
              </Button>
            }
          />
        }
      />
    </>
  )
}

const addressOf = ({ street, city, region }: PlatformLot) => [street, city, region].filter(Boolean).join(', ')

const columns = (zone: string): Column<PlatformLot>[] => [
  {
    key: 'lot',
    head: say.columns.lot,
    cell: ({ id, name }) => (
      <Link className={own.name} href={`/lots/${id}/monitor`}>
        {name}
      </Link>
    ),
  },
  { key: 'place', head: say.columns.place, cell: addressOf },
  {
    key: 'owners',
    head: say.columns.owners,
    cell: ({ owners }) =>
      owners.length === 0 ? (
        <span className={own.quiet}>{say.noOwner}</span>
      ) : (
        <span className={own.links}>
          {owners.map(({ user_id, name, email }) => (
            <Link key={user_id} href={`/platform/users/${user_id}`}>
              {name || email || say.noName}
            </Link>
          ))}
        </span>
      ),
  },
  { key: 'spots', head: say.columns.spots, isFigure: true, cell: ({ spot_count }) => spot_count },
  { key: 'plan', head: say.columns.plan, cell: ({ plan_name }) => plan_name ?? say.noPlan },
  {
    key: 'open',
    head: say.columns.open,
    cell: ({ is_private }) => (is_private ? say.private : say.public),
  },
  { key: 'since', head: say.columns.since, cell: ({ created_at }) => <Day at={created_at} zone={zone} /> },
]

const csv = [
  ['name', (lot: PlatformLot) => lot.name],
  ['place', addressOf],
  ['owners', (lot: PlatformLot) => lot.owners.map(({ name, email }) => email ?? name).join(', ')],
  ['spot_count', (lot: PlatformLot) => String(lot.spot_count)],
  ['plan_name', (lot: PlatformLot) => lot.plan_name],
  ['is_private', (lot: PlatformLot) => String(lot.is_private)],
  ['created_at', (lot: PlatformLot) => lot.created_at],
  ['id', (lot: PlatformLot) => lot.id],
] as const
