'use client'
import { Button } from '@mantine/core'
import { getPlatformUserRoute, type PlatformUserDetail } from '@openspot/contract/platform/platform.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiQuery } from '@/lib/use-api.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Facts, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day, Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import { BanDialog } from './ban-dialog.tsx'
import own from './platform.module.css'
import { statusTones, userName } from './user-name.ts'
import { Address } from './users-screen.tsx'

const say = words.people

const membershipColumns: Column<PlatformUserDetail['memberships'][number]>[] = [
  {
    key: 'lot',
    head: say.columns.lot,
    cell: ({ lot_id, lot_name }) => <Link href={`/lots/${lot_id}/monitor`}>{lot_name}</Link>,
  },
  { key: 'role', head: say.role, cell: ({ role }) => words.staff.roles[role] },
  { key: 'status', head: say.columns.status, cell: ({ status }) => say.belongs[status] },
]

/** One user: profile, memberships, and banning. */
export function UserScreen({ initial, isSelf }: { initial: PlatformUserDetail; isSelf: boolean }) {
  const { reader_zone = 'UTC' } = useClock()
  const input = { params: { user_id: initial.id } }
  const user =
    useApiQuery(getPlatformUserRoute, input, { client: 'admin', initialData: initial }).data ?? initial
  const [isOpen, setIsOpen] = useState(false)
  const isBanned = user.account_status === 'BANNED'
  const moment = (at: string | null) => (at ? <Moment at={at} zone={reader_zone} /> : say.never)
  return (
    <>
      <PageHead
        title={userName(user)}
        back={<Link href="/platform/users">{say.back}</Link>}
        action={
          isSelf ? null : (
            <Button
              variant={isBanned ? 'default' : 'outline'}
              {...(isBanned ? {} : { color: 'red' })}
              onClick={() => setIsOpen(true)}
            >
              {isBanned ? say.unban : say.ban}
            </Button>
          )
        }
      />
      <div className={own.screen}>
        {isBanned ? (
          <Note tone="bad" title={say.bannedTitle}>
            <p>{user.ban_reason}</p>
            <p>
              {moment(user.banned_at)} {user.banned_by_name ? say.bannedBy(user.banned_by_name) : null}
            </p>
          </Note>
        ) : null}
        <Panel title={say.facts}>
          <Facts
            items={[
              [
                say.columns.status,
                <StatusWord key="status" tone={statusTones[user.account_status]}>
                  {say.statuses[user.account_status]}
                  {user.roles.length > 0 ? ` · ${say.platformAdmin}` : ''}
                </StatusWord>,
              ],
              [say.columns.email, <Address key="email" user={user} />],
              [say.columns.phone, user.phone],
              [say.columns.came, <Day key="came" at={user.created_at} zone={reader_zone} />],
              [say.source, say.sources[user.source]],
              [say.columns.seen, moment(user.last_seen_at)],
              [say.sessions, say.places(user.sessions)],
              [say.second, user.has_second_factor ? say.on : say.off],
              [say.stays, say.staysOf(user.reservations, user.live_reservations)],
              [say.unpaid, user.unpaid_invoices],
              [say.language, user.language],
              [say.id, <code key="id">{user.id}</code>],
            ]}
          />
          <p className={own.links}>
            <Link href={`/platform/audit?actor=${user.id}`}>{say.whatTheyDid}</Link>
            <Link href={`/platform/audit?subject=${user.id}`}>{say.whatWasDone}</Link>
          </p>
        </Panel>
        <Panel title={say.memberships}>
          {user.memberships.length === 0 ? (
            <p className={own.quiet}>{say.noMemberships}</p>
          ) : (
            <DataTable
              label={say.rolesInLots}
              rows={user.memberships}
              keyOf={({ lot_id }) => lot_id}
              columns={membershipColumns}
            />
          )}
        </Panel>
      </div>
      {isOpen ? <BanDialog user={user} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
