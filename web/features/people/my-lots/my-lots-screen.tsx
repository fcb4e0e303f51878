'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Output } from '@openspot/contract/call.ts'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import {
  acceptInviteRoute,
  declineInviteRoute,
  listMyInvitesRoute,
  type OfferedInvite,
} from '@openspot/contract/people/invites.ts'
import { useTranslations } from 'use-intl'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { JoinByCode } from './join-by-code.tsx'
import { MyLot } from './my-lot.tsx'
import css from './my-lots.module.css'

/** The person's lots and pending requests, invites to others, and the join code field. */
export function MyLotsScreen({ initial }: { initial: Output<typeof listMyMembershipsRoute> | null }) {
  const t = useTranslations()
  const lots = useApiQuery(listMyMembershipsRoute, {}, { initialData: initial ?? undefined })
  const invites = useApiQuery(listMyInvitesRoute, {}).data?.items ?? []
  if (lots.error?.status === 401) return <NoPermission sign_in path="/me/lots" />
  const items = lots.data?.items ?? []
  return (
    <>
      <PageHead title={t('myLots.title')} />
      <div className={css.screen}>
        {invites.length > 0 ? (
          <section aria-label={t('myLots.invites')}>
            <h2 className={css.head}>{t('myLots.invites')}</h2>
            <ul className={css.list}>
              {invites.map((invite) => (
                <Invited key={invite.id} invite={invite} />
              ))}
            </ul>
          </section>
        ) : null}
        <QueryState answer={lots} rows={2} />
        {lots.data && items.length === 0 && invites.length === 0 ? (
          <EmptyState title={t('myLots.emptyTitle')} text={t('myLots.emptyText')} />
        ) : null}
        {items.length > 0 ? (
          <ul className={css.list}>
            {items.map((membership) => (
              <MyLot key={membership.id} membership={membership} />
            ))}
          </ul>
        ) : null}
        <JoinByCode />
      </div>
    </>
  )
}

function Invited({ invite }: { invite: OfferedInvite }) {
  const t = useTranslations()
  const refresh = [listMyInvitesRoute, listMyMembershipsRoute]
  const accept = useApiMutation(acceptInviteRoute, { refresh })
  const decline = useApiMutation(declineInviteRoute, { refresh })
  const error = accept.error ?? decline.error
  const input = { body: { invite_id: invite.id } }
  const { group_name, spot_label } = invite
  const more = [
    group_name && t('myLots.group', { name: group_name }),
    spot_label && `${t('invites.page.spot')}: ${spot_label}`,
  ]
  return (
    <li className={css.lot}>
      <div className={css.what}>
        <h3>{invite.lot_name}</h3>
        <p>{[t('myLots.invitedAs', { role: invite.role }), ...more].filter(Boolean).join(' · ')}</p>
        {error ? (
          <p className={css.fault} role="alert">
            {error.message}
          </p>
        ) : null}
      </div>
      <div className={css.acts}>
        <Button
          loading={accept.isPending}
          aria-label={`${t('myLots.accept')}: ${invite.lot_name}`}
          onClick={() =>
            accept.mutate(input, {
              onSuccess: () => notifications.show({ message: t('myLots.joined', { lot: invite.lot_name }) }),
            })
          }
        >
          {t('myLots.accept')}
        </Button>
        <Button
          variant="default"
          loading={decline.isPending}
          aria-label={`${t('myLots.decline')}: ${invite.lot_name}`}
          onClick={() => decline.mutate(input)}
        >
          {t('myLots.decline')}
        </Button>
      </div>
    </li>
  )
}
