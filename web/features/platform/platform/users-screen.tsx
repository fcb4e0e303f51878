'use client'
import { Button } from '@mantine/core'
import { listPlatformUsersRoute, type PlatformUser } from '@openspot/contract/platform/platform.ts'
import { isOneOf, userAccountStatuses } from '@openspot/core/enums.ts'
import { countryOf } from '@openspot/messages/locales.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { usePages } from '@/lib/use-pages.ts'
import type { Column } from '@/ui/data-table.tsx'
import { EmailText } from '@/ui/email-text.tsx'
import { ListCsv } from '@/ui/list-csv.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { Phone } from '@/ui/phone.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day, Moment } from '@/ui/time.tsx'
import own from './platform.module.css'
import { statusTones, userName } from './user-name.ts'

const client = 'admin' as const

/** Every user on the platform, with a search. */
export function UsersScreen() {
  const t = useTranslations()
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
      <PageHead title={t('people.title')} text={t('people.text')} />
      <PagedList
        label={t('people.title')}
        pages={pages}
        columns={columns(t, reader_zone)}
        more={t('people.more')}
        bar={
          <>
            <SearchField
              label={t('people.search')}
              q={search ?? ''}
              onSearch={(next) => change({ search: next.trim() || null })}
            />
            <MenuChip
              label={t('people.status')}
              value={status === null ? t('people.anyStatus') : t(`people.statuses.${status}`)}
              choices={[null, ...userAccountStatuses].map((value) => ({
                text: value === null ? t('people.anyStatus') : t(`people.statuses.${value}`),
                chosen: value === status,
                choose: () => change({ status: value }),
              }))}
            />
            <BarSpace />
            <ListCsv
              label={t('people.csv')}
              name="people"
              columns={csv(t)}
              readPage={(page) =>
                callApi(listPlatformUsersRoute, { query: { ...page, ...filter } }, { client })
              }
            />
          </>
        }
        empty={
          <EmptyState
            title={t('people.noneTitle')}
            text={t('people.noneText')}
            action={
              <Button variant="default" onClick={() => change({ search: null, status: null })}>
                {t('people.clear')}
              </Button>
            }
          />
        }
      />
    </>
  )
}

const columns = (t: Translate, zone: string): Column<PlatformUser>[] => [
  {
    key: 'name',
    head: t('people.columns.name'),
    cell: (user) =>
      user.account_status === 'DELETED' ? (
        <span className={own.quiet}>{userName(t, user)}</span>
      ) : (
        <Link className={own.name} href={`/platform/users/${user.id}`}>
          {userName(t, user)}
        </Link>
      ),
  },
  { key: 'email', head: t('people.columns.email'), cell: (user) => <Address user={user} /> },
  {
    key: 'phone',
    head: t('people.columns.phone'),
    cell: ({ phone }) => phone && <Phone phone={phone} country={countryOf(localeOf(t))} />,
  },
  {
    key: 'status',
    head: t('people.columns.status'),
    cell: ({ account_status, roles }) => (
      <>
        <StatusWord tone={statusTones[account_status]}>{t(`people.statuses.${account_status}`)}</StatusWord>
        {roles.length > 0 ? ` · ${t('people.platformAdmin')}` : null}
      </>
    ),
  },
  {
    key: 'came',
    head: t('people.columns.came'),
    cell: ({ created_at }) => <Day at={created_at} zone={zone} />,
  },
  {
    key: 'seen',
    head: t('people.columns.seen'),
    cell: ({ last_seen_at }) =>
      last_seen_at ? (
        <Moment at={last_seen_at} zone={zone} />
      ) : (
        <span className={own.quiet}>{t('people.never')}</span>
      ),
  },
]

/** The email address, with a note if it is unverified. */
export function Address({ user }: { user: PlatformUser }) {
  const t = useTranslations()
  if (user.email === null)
    return user.contact_email ? (
      <>
        <EmailText email={user.contact_email} /> <span className={own.quiet}>({t('people.asGuest')})</span>
      </>
    ) : null
  return (
    <>
      <EmailText email={user.email} />
      {user.email_verified_at ? null : <span className={own.quiet}> ({t('people.unverified')})</span>}
    </>
  )
}

const csv = (t: Translate) =>
  [
    ['name', (user: PlatformUser) => userName(t, user)],
    ['email', (user: PlatformUser) => user.email ?? user.contact_email],
    ['phone', (user: PlatformUser) => user.phone],
    ['account_status', (user: PlatformUser) => t(`people.statuses.${user.account_status}`)],
    ['source', (user: PlatformUser) => user.source],
    ['created_at', (user: PlatformUser) => user.created_at],
    ['last_seen_at', (user: PlatformUser) => user.last_seen_at],
    ['id', (user: PlatformUser) => user.id],
  ] as const
