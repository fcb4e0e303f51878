'use client'
import { Button } from '@mantine/core'
import { listMyMembershipsRoute, type Membership } from '@openspot/contract/identity/users.ts'
import { addMemberRoute, patchMembershipRoute } from '@openspot/contract/people/memberships.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { words } from '@/words/index.ts'
import css from './my-lots.module.css'
import { StaffReservations } from './staff-reservations.tsx'

const say = words.myLots
const refresh = [listMyMembershipsRoute]

/** Returns the person's status in a lot as text. */
function standing({ status, role, waits_for, group_name }: Membership): string {
  const name = words.staff.roles[role]
  if (waits_for === 'PERSON') return say.offeredAs(name)
  if (status === 'PENDING') return say.asked
  if (status !== 'ACTIVE' && waits_for === 'STAFF') return say.askedAgain
  if (status === 'REJECTED') return say.rejected
  if (status === 'REMOVED') return say.removed
  if (status === 'DELETED') return say.left
  return [name, group_name && say.group(group_name)].filter(Boolean).join(' · ')
}

/** One lot of the person: their role, with actions to accept, leave, or ask to come back. */
export function MyLot({ membership }: { membership: Membership }) {
  const { id, lot_id, lot_name, lot_public_id, status, role, waits_for } = membership
  const send = useApiMutation(patchMembershipRoute, { refresh })
  const request = useApiMutation(addMemberRoute, { refresh })
  const [leaves, setLeaves] = useState(false)
  const change = (to: 'ACTIVE' | 'DELETED') =>
    send.mutate({ params: { id }, body: { status: to } }, { onSuccess: () => setLeaves(false) })
  const isOffered = waits_for === 'PERSON'
  const leaving = isOffered
    ? { title: say.declineTitle(lot_name), text: say.declineText, yes: say.decline }
    : status === 'PENDING'
      ? { title: say.withdrawTitle(lot_name), text: say.withdrawText, yes: say.withdraw }
      : { title: say.leaveTitle(lot_name), text: say.leaveText, yes: say.leave }
  const error = request.error ?? (leaves ? null : send.error)
  const isIn = status === 'ACTIVE' || status === 'PENDING'
  const mayRequest = (status === 'DELETED' || status === 'REJECTED') && waits_for === null
  return (
    <li className={css.lot}>
      <div className={css.what}>
        <h2>{lot_name}</h2>
        <p>{standing(membership)}</p>
        {error ? (
          <p className={css.fault} role="alert">
            {error.message}
          </p>
        ) : null}
      </div>
      {status === 'ACTIVE' ? <StaffReservations membership={membership} /> : null}
      <div className={css.acts}>
        {isOffered ? (
          <Button
            loading={send.isPending && !leaves}
            aria-label={`${say.accept}: ${lot_name}`}
            onClick={() => change('ACTIVE')}
          >
            {say.accept}
          </Button>
        ) : null}
        {status === 'ACTIVE' && role !== 'MEMBER' ? (
          <Button component={Link} variant="default" href={`/lots/${lot_id}/monitor`}>
            {say.console}
          </Button>
        ) : null}
        {status === 'ACTIVE' ? (
          <Button component={Link} variant="default" href={`/l/${lot_public_id}`}>
            {say.page}
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
            {say.askBack}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        opened={leaves}
        {...leaving}
        no={say.keep}
        isBusy={send.isPending}
        error={send.error}
        onClose={() => setLeaves(false)}
        onYes={() => change('DELETED')}
      />
    </li>
  )
}
