'use client'
import { Button } from '@mantine/core'
import { listMyMembershipsRoute, type Membership } from '@openspot/contract/identity/users.ts'
import { addMemberRoute, patchMembershipRoute } from '@openspot/contract/people/memberships.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { DriverGates } from '@/ui/gate/driver-gates.tsx'
import css from './my-lots.module.css'
import { StaffReservations } from './staff-reservations.tsx'

const refresh = [listMyMembershipsRoute]

/** Returns the person's status in a lot as text. */
function standing(t: Translate, { status, role, waits_for, group_name }: Membership): string {
  const name = t(`staff.roles.${role}`)
  if (waits_for === 'PERSON') return t('myLots.offeredAs', { role })
  if (status === 'PENDING') return t('myLots.asked')
  if (status !== 'ACTIVE' && waits_for === 'STAFF') return t('myLots.askedAgain')
  if (status === 'REJECTED') return t('myLots.rejected')
  if (status === 'REMOVED') return t('myLots.removed')
  if (status === 'DELETED') return t('myLots.left')
  return [name, group_name && t('myLots.group', { name: group_name })].filter(Boolean).join(' · ')
}

/** One lot of the person: their role, with actions to accept, leave, or ask to come back. */
export function MyLot({ membership }: { membership: Membership }) {
  const t = useTranslations()
  const { id, lot_id, lot_name, lot_public_id, status, role, waits_for, spots } = membership
  const send = useApiMutation(patchMembershipRoute, { refresh })
  const request = useApiMutation(addMemberRoute, { refresh })
  const [leaves, setLeaves] = useState(false)
  const change = (to: 'ACTIVE' | 'DELETED') =>
    send.mutate({ params: { id }, body: { status: to } }, { onSuccess: () => setLeaves(false) })
  const isOffered = waits_for === 'PERSON'
  const leaving = isOffered
    ? {
        title: t('myLots.declineTitle', { lot: lot_name }),
        text: t('myLots.declineText'),
        yes: t('myLots.decline'),
      }
    : status === 'PENDING'
      ? {
          title: t('myLots.withdrawTitle', { lot: lot_name }),
          text: t('myLots.withdrawText'),
          yes: t('myLots.withdraw'),
        }
      : {
          title: t('myLots.leaveTitle', { lot: lot_name }),
          text: t('myLots.leaveText'),
          yes: t('myLots.leave'),
        }
  const error = request.error ?? (leaves ? null : send.error)
  const isIn = status === 'ACTIVE' || status === 'PENDING'
  const mayRequest = (status === 'DELETED' || status === 'REJECTED') && waits_for === null
  return (
    <li className={css.lot}>
      <div className={css.what}>
        <h2>{lot_name}</h2>
        <p>{standing(t, membership)}</p>
        {status === 'ACTIVE'
          ? spots.map((spot) => (
              <p key={spot.id}>
                <Link href={`/me/spots/${spot.id}`}>{t('mySpots.spot', { label: spot.label })}</Link>
              </p>
            ))
          : null}
        {error ? (
          <p className={css.fault} role="alert">
            {error.message}
          </p>
        ) : null}
      </div>
      {status === 'ACTIVE' ? <DriverGates lot_id={lot_id} zone={membership.time_zone} open_only /> : null}
      {status === 'ACTIVE' ? <StaffReservations membership={membership} /> : null}
      <div className={css.acts}>
        {isOffered ? (
          <Button
            loading={send.isPending && !leaves}
            aria-label={`${t('myLots.accept')}: ${lot_name}`}
            onClick={() => change('ACTIVE')}
          >
            {t('myLots.accept')}
          </Button>
        ) : null}
        {status === 'ACTIVE' && role !== 'MEMBER' ? (
          <Button component={Link} variant="default" href={`/lots/${lot_id}`}>
            {t('myLots.console')}
          </Button>
        ) : null}
        {status === 'ACTIVE' ? (
          <Button component={Link} variant="default" href={`/l/${lot_public_id}`}>
            {t('myLots.page')}
          </Button>
        ) : null}
        {status === 'ACTIVE' ? (
          <Button component={Link} variant="default" href={`/me/lots/${lot_id}/problem`}>
            {t('problems.report.link')}
          </Button>
        ) : null}
        {isIn ? (
          <Button
            variant={isOffered ? 'default' : 'subtle'}
            aria-label={`${leaving.yes}: ${lot_name}`}
            onClick={() => {
              send.reset()
              setLeaves(true)
            }}
          >
            {leaving.yes}
          </Button>
        ) : null}
        {mayRequest ? (
          <Button
            variant="default"
            loading={request.isPending}
            onClick={() => request.mutate({ params: { lot_id }, body: {} })}
          >
            {t('myLots.askBack')}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        opened={leaves}
        {...leaving}
        no={t('myLots.keep')}
        isBusy={send.isPending}
        error={send.error}
        onClose={() => setLeaves(false)}
        onYes={() => change('DELETED')}
      />
    </li>
  )
}
