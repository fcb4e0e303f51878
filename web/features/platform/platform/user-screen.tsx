'use client'
import { Button } from '@mantine/core'
import { getPlatformUserRoute, type PlatformUserDetail } from '@openspot/contract/platform/platform.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { memberPath } from '@/lib/paths.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useReaderCountry } from '@/lib/use-country.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Facts, Panel } from '@/ui/panel.tsx'
import { Phone } from '@/ui/phone.tsx'
import { Note } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day, Moment } from '@/ui/time.tsx'
import { AdminAccess } from './admin-dialog.tsx'
import { BanDialog } from './ban-dialog.tsx'
import { MergeAccount } from './merge-dialog.tsx'
import own from './platform.module.css'
import { statusTones, userName } from './user-name.ts'
import { Address } from './users-screen.tsx'
import { ViewAccount } from './view-dialog.tsx'

/** Each count leads to the list in the lot that it counts. A person without a name is found by none, so their page in the lot is opened. */
const lotColumns = (t: Translate, user: PlatformUserDetail): Column<PlatformUserDetail['lots'][number]>[] => {
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
  const list = (lot_id: string, filter: Record<string, string>) =>
    name === ''
      ? memberPath(lot_id, user.id)
      : `/lots/${lot_id}/reservations?${new URLSearchParams({ ...filter, q: name })}`
  const count = (value: number, href: string) => (value === 0 ? value : <Link href={href}>{value}</Link>)
  return [
    {
      key: 'lot',
      head: t('people.columns.lot'),
      cell: ({ lot_id, lot_name }) => <Link href={`/lots/${lot_id}`}>{lot_name}</Link>,
    },
    {
      key: 'role',
      head: t('people.role'),
      cell: ({ lot_id, role }) => (
        <Link href={memberPath(lot_id, user.id)}>
          {role === null ? t('people.noRole') : t(`staff.roles.${role}`)}
        </Link>
      ),
    },
    {
      key: 'status',
      head: t('people.columns.status'),
      cell: ({ status }) => (status === null ? null : t(`people.belongs.${status}`)),
    },
    {
      key: 'reservations',
      head: t('people.stays'),
      isFigure: true,
      cell: ({ lot_id, reservations }) => count(reservations, list(lot_id, { when: 'all' })),
    },
    {
      key: 'live',
      head: t('people.liveStays'),
      isFigure: true,
      cell: ({ lot_id, live_reservations }) => count(live_reservations, list(lot_id, { when: 'upcoming' })),
    },
    {
      key: 'unpaid',
      head: t('people.unpaid'),
      isFigure: true,
      cell: ({ lot_id, unpaid_invoices }) => count(unpaid_invoices, list(lot_id, { payment: 'FAILED' })),
    },
  ]
}

const languageText = (t: Translate, language: string): string =>
  new Intl.DisplayNames(localeOf(t), { type: 'language' }).of(language) ?? language

/** One user: profile, what they have in which lot, and banning. */
export function UserScreen({ initial, isSelf }: { initial: PlatformUserDetail; isSelf: boolean }) {
  const t = useTranslations()
  const country = useReaderCountry()
  const { reader_zone = 'UTC' } = useClock()
  const input = { params: { user_id: initial.id } }
  const user =
    useApiQuery(getPlatformUserRoute, input, { client: 'admin', initialData: initial }).data ?? initial
  const [isOpen, setIsOpen] = useState(false)
  const isBanned = user.account_status === 'BANNED'
  const moment = (at: string | null) => (at ? <Moment at={at} zone={reader_zone} /> : t('people.never'))
  return (
    <>
      <PageHead
        title={userName(t, user)}
        back={<Link href="/platform/users">{t('people.back')}</Link>}
        action={
          isSelf ? null : (
            <div className={own.deeds}>
              <ViewAccount user={user} />
              <MergeAccount user={user} />
              <AdminAccess user={user} />
              <Button
                variant={isBanned ? 'default' : 'outline'}
                {...(isBanned ? {} : { color: 'red' })}
                onClick={() => setIsOpen(true)}
              >
                {isBanned ? t('people.unban') : t('people.ban')}
              </Button>
            </div>
          )
        }
      />
      <div className={own.screen}>
        {isBanned ? (
          <Note tone="bad" title={t('people.bannedTitle')}>
            <p>{user.ban_reason}</p>
            <p>
              {moment(user.banned_at)}{' '}
              {user.banned_by_name ? t('people.bannedBy', { who: user.banned_by_name }) : null}
            </p>
          </Note>
        ) : null}
        <Panel title={t('people.facts')}>
          <Facts
            items={[
              [
                t('people.columns.status'),
                <StatusWord key="status" tone={statusTones[user.account_status]}>
                  {t(`people.statuses.${user.account_status}`)}
                  {user.roles.length > 0 ? ` · ${t('people.platformAdmin')}` : ''}
                </StatusWord>,
              ],
              [t('people.columns.email'), <Address key="email" user={user} />],
              [
                t('people.columns.phone'),
                user.phone && <Phone key="phone" phone={user.phone} country={country} />,
              ],
              [t('people.columns.came'), <Day key="came" at={user.created_at} zone={reader_zone} />],
              [t('people.source'), t(`people.sources.${user.source}`)],
              [t('people.columns.seen'), moment(user.last_seen_at)],
              [t('people.sessions'), t('people.places', { count: user.sessions })],
              [t('people.second'), user.has_second_factor ? t('people.on') : t('people.off')],
              [
                t('people.stays'),
                <a key="stays" href="#in-lots">
                  {t('people.staysOf', { all: user.reservations, live: user.live_reservations })}
                </a>,
              ],
              [
                t('people.unpaid'),
                <a key="unpaid" href="#in-lots">
                  {user.unpaid_invoices}
                </a>,
              ],
              [t('people.language'), languageText(t, user.language)],
              [t('people.id'), <code key="id">{user.id}</code>],
            ]}
          />
          <p className={own.links}>
            <Link href={`/platform/audit?actor=${user.id}`}>{t('people.whatTheyDid')}</Link>
            <Link href={`/platform/audit?subject=${user.id}`}>{t('people.whatWasDone')}</Link>
          </p>
        </Panel>
        <div id="in-lots">
          <Panel title={t('people.inLots')} text={t('people.inLotsText')}>
            {user.lots.length === 0 ? (
              <p className={own.quiet}>{t('people.noLots')}</p>
            ) : (
              <DataTable
                isCards
                label={t('people.lotList')}
                rows={user.lots}
                keyOf={({ lot_id }) => lot_id}
                columns={lotColumns(t, user)}
              />
            )}
          </Panel>
        </div>
      </div>
      {isOpen ? <BanDialog user={user} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
