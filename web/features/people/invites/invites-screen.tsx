'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type Invite,
  listInvitesRoute,
  type MadeInvite,
  resendInviteRoute,
  revokeInviteRoute,
} from '@openspot/contract/people/invites.ts'
import { inviteStatuses, isOneOf } from '@openspot/core/enums.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { usePages } from '@/lib/use-pages.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { type CsvColumns, ListCsv } from '@/ui/list-csv.tsx'
import { ListFrame } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day } from '@/ui/time.tsx'
import { useListView } from '@/ui/views/use-list-view.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MadeLink } from './made-link.tsx'

const watched = [listInvitesRoute]
const tones = { OPEN: 'ahead', ACCEPTED: 'done', DECLINED: 'bad', EXPIRED: 'bad', REVOKED: 'bad' } as const

/** Returns the recipient of an invite. */
const toText = (t: Translate, { email, phone, first_name, last_name, uses, max_uses }: Invite): string => {
  const name = [first_name, last_name].filter(Boolean).join(' ')
  const address = email ?? phone ?? t('invites.link', { uses, max: max_uses })
  return name ? `${name}, ${address}` : address
}

/** The invites of a lot and their status, with actions to resend and revoke. */
export function InvitesScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const [values, change] = useAddress(['q', 'status'])
  const status = isOneOf(inviteStatuses, values.status) ? values.status : null
  const q = values.q?.trim().slice(0, 60) ?? ''
  const query = { lot_id: lot.id, ...(status ? { status } : {}), ...(q ? { q } : {}) }
  const pages = usePages(
    listInvitesRoute,
    (page) => ({ query: { ...query, ...page } }),
    (page) => page.next_cursor,
    { client: 'admin' },
  )
  const [adds, setAdds] = useState(false)
  const [made, setMade] = useState<MadeInvite | null>(null)
  const [revokes, setRevokes] = useState<Invite | null>(null)
  const resend = useApiMutation(resendInviteRoute, { client: 'admin', refresh: [listInvitesRoute] })
  const again = (invite: Invite) =>
    resend.mutate(
      { params: { invite_id: invite.id } },
      {
        onSuccess: (answer) => {
          const { email, url } = answer
          if (url) return setMade(answer)
          const isHeld = email === 'ADDRESSEE_LIMIT' || email === 'LOT_LIMIT'
          notifications.show(
            isHeld
              ? { color: 'orange', message: t(`invites.held.${email}`) }
              : { message: t('invites.resent') },
          )
        },
        onError: (error) => notifications.show({ color: 'red', message: error.message }),
      },
    )
  const view = useListView(lot.id, 'INVITES', columnsOf(t, lot, again, setRevokes))
  const buttons = (
    <Buttons>
      <Button onClick={() => setAdds(true)}>{t('invites.add')}</Button>
      <Button component={Link} variant="default" href={`/lots/${lot.id}/invites/many`}>
        {t('invites.many')}
      </Button>
    </Buttons>
  )
  return (
    <>
      <PageHead title={t('invites.title')} text={t('invites.text')} action={buttons} />
      <ListFrame
        pages={pages}
        path={`/lots/${lot.id}/invites`}
        say={{
          filters: t('invites.filters'),
          emptyTitle: t('invites.emptyTitle'),
          emptyText: t('invites.emptyText'),
          noneTitle: t('invites.noneTitle'),
          noneText: t('invites.noneText'),
          clear: t('invites.clear'),
          more: t('invites.more'),
          count: (count, more) => t('invites.count', { count, more: String(more) }),
        }}
        isNarrowed={status !== null || q !== ''}
        onClear={() => change({ q: null, status: null })}
        filters={
          <>
            <SearchField label={t('invites.search')} q={q} onSearch={(text) => change({ q: text || null })} />
            <MenuChip
              label={t('invites.status')}
              value={status ? t(`invites.statuses.${status}`) : t('invites.anyStatus')}
              choices={[null, ...inviteStatuses].map((one) => ({
                text: one ? t(`invites.statuses.${one}`) : t('invites.anyStatus'),
                chosen: one === status,
                choose: () => change({ status: one }),
              }))}
            />
            {view.tools}
          </>
        }
        csv={
          <ListCsv
            label={t('invites.csvLabel')}
            name={`invites ${lot.name}`}
            columns={csvColumns}
            readPage={(page) =>
              callApi(listInvitesRoute, { query: { ...query, ...page } }, { client: 'admin' })
            }
          />
        }
      >
        {(rows) => (
          <DataTable
            label={t('invites.title')}
            columns={view.columns}
            rows={rows}
            keyOf={({ id }) => id}
            isCards
          />
        )}
      </ListFrame>
      {adds ? (
        <InviteDialog
          lot={lot}
          onClose={() => setAdds(false)}
          onMade={(answer) => {
            setAdds(false)
            if (answer.url) setMade(answer)
          }}
        />
      ) : null}
      {made?.url ? <MadeLink made={made} url={made.url} onClose={() => setMade(null)} /> : null}
      {revokes ? <Revoke invite={revokes} onClose={() => setRevokes(null)} /> : null}
    </>
  )
}

function Revoke({ invite, onClose }: { invite: Invite; onClose: () => void }) {
  const t = useTranslations()
  const send = useApiMutation(revokeInviteRoute, { client: 'admin', refresh: [listInvitesRoute] })
  return (
    <ConfirmDialog
      opened
      title={t('invites.revokeTitle')}
      text={t('invites.revokeText')}
      yes={t('invites.revoke')}
      no={t('common.cancel')}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onYes={() =>
        send.mutate(
          { params: { invite_id: invite.id } },
          {
            onSuccess: () => {
              onClose()
              notifications.show({ message: t('invites.revoked') })
            },
          },
        )
      }
    />
  )
}

function columnsOf(
  t: Translate,
  lot: ConsoleLot,
  onAgain: (invite: Invite) => void,
  onRevoke: (invite: Invite) => void,
): Column<Invite>[] {
  return [
    { key: 'to', head: t('invites.columns.to'), cell: (value) => toText(t, value) },
    {
      key: 'status',
      head: t('invites.columns.status'),
      cell: ({ status }) => <StatusWord tone={tones[status]}>{t(`invites.statuses.${status}`)}</StatusWord>,
    },
    { key: 'as', head: t('invites.columns.as'), cell: ({ role }) => t(`staff.roles.${role}`) },
    { key: 'group', head: t('invites.columns.group'), cell: ({ group }) => group?.name },
    { key: 'spot', head: t('invites.columns.spot'), cell: ({ spot }) => spot?.label },
    {
      key: 'sent',
      head: t('invites.columns.sent'),
      cell: ({ sent_at }) => <Day at={sent_at} zone={lot.time_zone} />,
    },
    {
      key: 'until',
      head: t('invites.columns.until'),
      cell: ({ expires_at }) => <Day at={expires_at} zone={lot.time_zone} />,
    },
    {
      key: 'act',
      head: t('invites.columns.act'),
      cell: (invite) =>
        invite.status === 'OPEN' || invite.status === 'EXPIRED' ? (
          <Buttons>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`${invite.kind === 'EMAIL' ? t('invites.resend') : t('invites.resendLink')}: ${toText(t, invite)}`}
              onClick={() => onAgain(invite)}
            >
              {invite.kind === 'EMAIL' ? t('invites.resend') : t('invites.resendLink')}
            </Button>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`${t('invites.revoke')}: ${toText(t, invite)}`}
              onClick={() => onRevoke(invite)}
            >
              {t('invites.revoke')}
            </Button>
          </Buttons>
        ) : null,
    },
  ]
}

const csvColumns: CsvColumns<Invite> = [
  ['email', ({ email }) => email],
  ['phone', ({ phone }) => phone],
  ['first_name', ({ first_name }) => first_name],
  ['last_name', ({ last_name }) => last_name],
  ['status', ({ status }, t) => t(`invites.statuses.${status}`)],
  ['role', ({ role }, t) => t(`staff.roles.${role}`)],
  ['group', ({ group }) => group?.name ?? null],
  ['spot', ({ spot }) => spot?.label ?? null],
  ['sent_at', ({ sent_at }) => sent_at],
  ['expires_at', ({ expires_at }) => expires_at],
]
