'use client'
import { Button } from '@mantine/core'
import { listPlatformUsersRoute, type PlatformUser } from '@openspot/contract/platform/platform.ts'
import { isOneOf, userAccountStatuses } from '@openspot/core/enums.ts'
import Link from 'next/link'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { usePages } from '@/lib/use-pages.ts'
import type { Column } from '@/ui/data-table.tsx'
import { ListCsv } from '@/ui/list-csv.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day, Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import own from './platform.module.css'
import { statusTones, userName } from './user-name.ts'

const client = 'admin' as const
const say = words.people

/** Every user on the platform, with a search. */
export function UsersScreen() {
  const { reader_zone = 'UTC' } = useClock()
  const [{ search, status: given }, change] = useAddress(['search', 'status'])
  const status = isOneOf(userAccountStatuses, given) ? given : null
  const filter = { ...(search ? { search } : {}), ...(status ? { status } : {}) }
  const pages = usePages(
    listPlatformUsersRoute,
    (page) => ({ query: { ...page, ...filter } }),
    ({ next_cursor }) => next_cursor,
    { client },
  )
  return (
    <>
      <PageHead title={say.title} text={say.text} />
      <PagedList
        label={say.title}
        pages={pages}
        columns={columns(reader_zone)}
        more={say.more}
        bar={
          <>
            <SearchField
              label={say.search}
              q={search ?? ''}
              onSearch={(next) => change({ search: next.trim() || null })}
            />
            <MenuChip
              label={say.status}
              value={status === null ? say.anyStatus : say.statuses[status]}
              choices={[null, ...userAccountStatuses].map((value) => ({
                text: value === null ? say.anyStatus : say.statuses[value],
                chosen: value === status,
                choose: () => change({ status: value }),
              }))}
            />
            <BarSpace />
            <ListCsv
              label={say.csv}
              name="people"
              columns={csv}
              readPage={(page) =>
                callApi(listPlatformUsersRoute, { query: { ...page, ...filter } }, { client })
              }
            />
          </>
        }
        empty={
          <EmptyState
            title={say.noneTitle}
            text={say.noneText}
            action={
              <Button variant="default" onClick={() => change({ search: null, status: null })}>
                {say.clear}
              </Button>
            }
          />
        }
      />
    </>
  )
}

const columns = (zone: string): Column<PlatformUser>[] => [
  {
    key: 'name',
    head: say.columns.name,
    cell: (user) =>
      user.account_status === 'DELETED' ? (
        <span className={own.quiet}>{userName(user)}</span>
      ) : (
        <Link className={own.name} href={`/platform/users/${user.id}`}>
          {userName(user)}
        </Link>
      ),
  },
  { key: 'email', head: say.columns.email, cell: (user) => <Address user={user} /> },
  { key: 'phone', head: say.columns.phone, cell: ({ phone }) => phone },
  {
    key: 'status',
    head: say.columns.status,
    cell: ({ account_status, roles }) => (
      <>
        <StatusWord tone={statusTones[account_status]}>{say.statuses[account_status]}</StatusWord>
        {roles.length > 0 ? ` · ${say.platformAdmin}` : null}
      </>
    ),
  },
  { key: 'came', head: say.columns.came, cell: ({ created_at }) => <Day at={created_at} zone={zone} /> },
  {
    key: 'seen',
    head: say.columns.seen,
    cell: ({ last_seen_at }) =>
      last_seen_at ? (
        <Moment at={last_seen_at} zone={zone} />
      ) : (
        <span className={own.quiet}>{say.never}</span>
      ),
  },
]

/** The email address, with a note if it is unverified. */
export function Address({ user }: { user: PlatformUser }) {
  if (user.email === null)
    return user.contact_email ? (
      <>
        {user.contact_email} <span className={own.quiet}>({say.asGuest})</span>
      </>
    ) : null
  return (
    <>
      {user.email}
      {user.email_verified_at ? null : <span className={own.quiet}> ({say.unverified})</span>}
    </>
  )
}

const csv = [
  ['name', userName],
  ['email', (user: PlatformUser) => user.email ?? user.contact_email],
  ['phone', (user: PlatformUser) => user.phone],
  ['account_status', (user: PlatformUser) => user.account_status],
  ['source', (user: PlatformUser) => user.source],
  ['created_at', (user: PlatformUser) => user.created_at],
  ['last_seen_at', (user: PlatformUser) => user.last_seen_at],
  ['id', (user: PlatformUser) => user.id],
] as const
