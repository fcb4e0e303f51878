'use client'
import { Button, NativeSelect } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listGroupsRoute } from '@openspot/contract/people/groups.ts'
import {
  getLotUserRoute,
  type LotUser,
  listMembersRoute,
  type Member,
  patchMembershipRoute,
} from '@openspot/contract/people/memberships.ts'
import { isOneOf, lotRoles, type MembershipStatus } from '@openspot/core/enums.ts'
import { membershipMovesFrom } from '@openspot/core/memberships/states.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { rolesToGive } from '@/lib/member.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Buttons, Facts, FieldRow, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { GateSwitch } from './gate-switch.tsx'

/** A person's role, group, and membership status in the lot, with actions to change them. */
export function MembershipPanel({
  lot,
  person,
  member,
  name,
}: {
  lot: ConsoleLot
  person: LotUser
  member: Member
  name: string
}) {
  const t = useTranslations()
  const send = useApiMutation(patchMembershipRoute, {
    client: 'admin',
    refresh: [getLotUserRoute, listMembersRoute, listGroupsRoute],
  })
  const groups =
    useApiQuery(listGroupsRoute, { params: { lot_id: lot.id } }, { client: 'admin' }).data?.items ?? []
  const [pendingStatus, setPendingStatus] = useState<MembershipStatus | null>(null)
  const given = rolesToGive(lot)
  const { role = 'MEMBER', status = 'ACTIVE' } = member
  const isBelow = given.includes(role)
  const isIn = status === 'ACTIVE' || status === 'PENDING'
  const field = fieldOf(send.error)?.field
  const change = (body: { status?: MembershipStatus; role?: typeof role; group_id?: string | null }) =>
    send.mutate(
      { params: { id: member.id }, body },
      {
        onSuccess: () => notifications.show({ message: t('members.one.saved') }),
        onSettled: () => setPendingStatus(null),
      },
    )
  const spots = member.spots?.map(({ label }) => label).join(t('common.comma')) ?? ''
  return (
    <Panel title={t('members.one.membership')} text={isIn ? t(`members.offered.${role}`) : null}>
      {send.error && !(isIn && isBelow && (field === 'role' || field === 'group_id')) ? (
        <Note tone="bad" title={send.error.message} />
      ) : null}
      {isIn && isBelow ? (
        <FieldRow>
          <NativeSelect
            label={t('members.one.role')}
            data={given.map((value) => ({ value, label: t(`staff.roles.${value}`) }))}
            value={role}
            error={field === 'role' ? send.error?.message : null}
            onChange={({ currentTarget: { value } }) => isOneOf(lotRoles, value) && change({ role: value })}
          />
          <NativeSelect
            label={t('members.one.group')}
            data={[
              { value: '', label: t('members.one.noGroup') },
              ...groups.map((group) => ({ value: group.id, label: group.name })),
            ]}
            value={member.group?.id ?? ''}
            error={field === 'group_id' ? send.error?.message : null}
            onChange={({ currentTarget: { value } }) => change({ group_id: value || null })}
          />
        </FieldRow>
      ) : null}
      <Facts
        items={[
          [t('members.one.role'), isIn && !isBelow ? t(`staff.roles.${role}`) : null],
          [t('members.one.spots'), isIn ? spots || t('members.one.noSpots') : null],
        ]}
      />
      {status === 'ACTIVE' && role === 'MEMBER' && lot.role !== null ? (
        <GateSwitch lot={lot} member={member} />
      ) : null}
      {isBelow ? (
        <Buttons>
          {movesOf(member).map((to) => (
            <Button
              key={to}
              variant={to === 'ACTIVE' ? 'filled' : 'default'}
              loading={send.isPending && send.variables.body.status === to}
              onClick={() =>
                to === 'ACTIVE' || to === 'DELETED' ? change({ status: to }) : setPendingStatus(to)
              }
            >
              {moveText(t, member, to)}
            </Button>
          ))}
        </Buttons>
      ) : null}
      <ConfirmDialog
        opened={pendingStatus !== null}
        title={
          pendingStatus === 'REJECTED'
            ? t('members.moves.rejectTitle', { name })
            : isBlock(member)
              ? t('members.moves.blockTitle', { name })
              : t('members.moves.removeTitle', { name })
        }
        text={
          pendingStatus === 'REJECTED'
            ? t('members.moves.rejectText')
            : isBlock(member)
              ? t('members.moves.blockText')
              : removeText(t, spots, person.live_reservations ?? 0)
        }
        yes={moveText(t, member, pendingStatus ?? 'REMOVED')}
        no={t('common.cancel')}
        isBusy={send.isPending}
        error={null}
        onClose={() => setPendingStatus(null)}
        onYes={() => pendingStatus && change({ status: pendingStatus })}
      />
    </Panel>
  )
}

/** Returns what a removal means, as whole sentences. */
const removeText = (t: Translate, spots: string, live: number): string =>
  [
    t('members.moves.removeText'),
    spots ? t('members.moves.removeSpots', { spots }) : null,
    live > 0 ? t('members.moves.removeReservations', { count: live }) : null,
  ]
    .filter(Boolean)
    .join(' ')

/** Returns the status changes that staff can make; those reserved for the person are omitted. */
function movesOf({ status = 'ACTIVE', waits_for }: Member): MembershipStatus[] {
  return membershipMovesFrom(status).filter((to) => {
    if (to === 'ACTIVE') return status === 'DELETED' ? waits_for === 'STAFF' : waits_for !== 'PERSON'
    if (to === 'DELETED') return status === 'REJECTED' || status === 'REMOVED'
    if (to === 'REMOVED') return true
    return waits_for === 'STAFF'
  })
}

/** Whether a removal takes nothing away, and only means that the person can't request to join again. */
const isBlock = ({ status = 'ACTIVE', waits_for }: Member): boolean =>
  status !== 'ACTIVE' && !(status === 'PENDING' && waits_for === 'PERSON')

function moveText(t: Translate, member: Member, to: MembershipStatus): string {
  const { status } = member
  if (to === 'ACTIVE') return status === 'REMOVED' ? t('members.moves.bringBack') : t('members.moves.approve')
  if (to === 'REJECTED') return t('members.moves.reject')
  if (to === 'DELETED') return t('members.moves.forget')
  return isBlock(member) ? t('members.moves.block') : t('members.moves.remove')
}
