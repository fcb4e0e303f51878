'use client'
import { Button } from '@mantine/core'
import { getPlatformUserRoute, type PlatformUserDetail } from '@openspot/contract/platform/platform.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
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

const membershipColumns = (t: Translate): Column<PlatformUserDetail['memberships'][number]>[] => [
  {
    key: 'lot',
    head: t('people.columns.lot'),
    cell: ({ lot_id, lot_name }) => <Link href={`/lots/${lot_id}`}>{lot_name}</Link>,
  },
  { key: 'role', head: t('people.role'), cell: ({ role }) => t(`staff.roles.${role}`) },
  { key: 'status', head: t('people.columns.status'), cell: ({ status }) => t(`people.belongs.${status}`) },
]

/** One user: profile, memberships, and banning. */
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
                t('people.staysOf', { all: user.reservations, live: user.live_reservations }),
              ],
              [t('people.unpaid'), user.unpaid_invoices],
              [t('people.language'), user.language],
              [t('people.id'), <code key="id">{user.id}</code>],
            ]}
          />
          <p className={own.links}>
            <Link href={`/platform/audit?actor=${user.id}`}>{t('people.whatTheyDid')}</Link>
            <Link href={`/platform/audit?subject=${user.id}`}>{t('people.whatWasDone')}</Link>
          </p>
        </Panel>
        <Panel title={t('people.memberships')}>
          {user.memberships.length === 0 ? (
            <p className={own.quiet}>{t('people.noMemberships')}</p>
          ) : (
            <DataTable
              label={t('people.rolesInLots')}
              rows={user.memberships}
              keyOf={({ lot_id }) => lot_id}
              columns={membershipColumns(t)}
            />
          )}
        </Panel>
      </div>
      {isOpen ? <BanDialog user={user} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
