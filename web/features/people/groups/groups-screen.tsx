'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { deleteGroupRoute, type Group, listGroupsRoute } from '@openspot/contract/people/groups.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { memberName } from '@/lib/member.ts'
import { memberPath, ruleSetPath } from '@/lib/paths.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { GroupDialog } from './group-dialog.tsx'
import css from './groups.module.css'

const watched = [listGroupsRoute]

/** The groups of a lot, their members, and their rule sets. */
export function GroupsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const answer = useApiQuery(listGroupsRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  const [{ q }, change] = useAddress(['q'])
  const [edits, setEdits] = useState<Group | 'new' | null>(null)
  const [drops, setDrops] = useState<Group | null>(null)
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return <NoPermission sign_in={answer.error.status === 401} path={`/lots/${lot.id}/groups`} />
  }
  const all = answer.data?.items ?? []
  const shown = all.filter((group) => isFound(t, group, q ?? ''))
  const add = <Button onClick={() => setEdits('new')}>{t('groups.add')}</Button>
  return (
    <>
      <PageHead title={t('groups.title')} text={t('groups.text')} action={all.length > 0 ? add : null} />
      <div className={css.screen}>
        <QueryState answer={answer} />
        {answer.data && all.length === 0 ? (
          <EmptyState title={t('groups.emptyTitle')} text={t('groups.emptyText')} action={add} />
        ) : null}
        {all.length > 0 ? (
          <Buttons>
            <SearchField
              label={t('groups.search')}
              q={q ?? ''}
              onSearch={(text) => change({ q: text || null })}
            />
            <p aria-live="polite">{t('groups.count', { count: shown.length })}</p>
          </Buttons>
        ) : null}
        {all.length > 0 && shown.length === 0 ? (
          <EmptyState
            title={t('groups.noneTitle')}
            text={t('groups.noneText')}
            action={
              <Button variant="default" onClick={() => change({ q: null })}>
                {t('groups.clear')}
              </Button>
            }
          />
        ) : null}
        {shown.length > 0 ? (
          <DataTable
            label={t('groups.title')}
            isCards
            columns={columnsOf(t, lot, setEdits, setDrops)}
            rows={shown}
            keyOf={({ id }) => id}
          />
        ) : null}
      </div>
      {edits ? (
        <GroupDialog lot={lot} group={edits === 'new' ? null : edits} onClose={() => setEdits(null)} />
      ) : null}
      {drops ? <DropGroup lot={lot} group={drops} onClose={() => setDrops(null)} /> : null}
    </>
  )
}

function isFound(t: Translate, { name, unit, members }: Group, q: string): boolean {
  const wanted = q.trim().toLowerCase()
  return [name, unit ?? '', ...members.map((value) => memberName(t, value))].some((text) =>
    text.toLowerCase().includes(wanted),
  )
}

function columnsOf(
  t: Translate,
  lot: ConsoleLot,
  onEdit: (group: Group) => void,
  onDrop: (group: Group) => void,
): Column<Group>[] {
  return [
    { key: 'name', head: t('groups.columns.name'), cell: ({ name }) => name },
    { key: 'unit', head: t('groups.columns.unit'), cell: ({ unit }) => unit },
    {
      key: 'rules',
      head: t('groups.columns.rules'),
      cell: ({ rule_set }) =>
        rule_set ? (
          <Link href={ruleSetPath(lot.id, rule_set.id)} prefetch={false}>
            {rule_set.name}
          </Link>
        ) : (
          t('groups.defaultRules')
        ),
    },
    {
      key: 'people',
      head: t('groups.columns.people'),
      cell: ({ members }) =>
        members.length === 0 ? (
          t('groups.nobody')
        ) : (
          <span className={css.people}>
            {members.map((member) => (
              <Link key={member.membership_id} href={memberPath(lot.id, member.user_id)} prefetch={false}>
                {memberName(t, member)}
              </Link>
            ))}
          </span>
        ),
    },
    {
      key: 'change',
      head: t('groups.columns.change'),
      cell: (group) => (
        <span className={css.acts}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`${t('groups.change')} ${group.name}`}
            onClick={() => onEdit(group)}
          >
            {t('groups.change')}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`${t('groups.remove')} ${group.name}`}
            onClick={() => onDrop(group)}
          >
            {t('groups.remove')}
          </Button>
        </span>
      ),
    },
  ]
}

/** Returns what the deletion of a group means, as whole sentences. */
const removeText = (t: Translate, { members, open_invites, live_reservations }: Group): string =>
  [
    t('groups.removeMembers', { count: members.length }),
    open_invites > 0 ? t('groups.removeInvites', { count: open_invites }) : null,
    live_reservations > 0 ? t('groups.removeReservations', { count: live_reservations }) : null,
  ]
    .filter(Boolean)
    .join(' ')

/** Confirms the deletion of a group and explains what happens to its members. */
function DropGroup({ lot, group, onClose }: { lot: ConsoleLot; group: Group; onClose: () => void }) {
  const t = useTranslations()
  const send = useApiMutation(deleteGroupRoute, { client: 'admin', refresh: [listGroupsRoute] })
  const input = { params: { lot_id: lot.id, group_id: group.id }, query: { release: true } }
  return (
    <ConfirmDialog
      opened
      title={t('groups.removeTitle', { name: group.name })}
      text={removeText(t, group)}
      yes={t('groups.remove')}
      no={t('groups.keep')}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onYes={() =>
        send.mutate(input, {
          onSuccess: () => {
            onClose()
            notifications.show({ message: t('groups.removed', { name: group.name }) })
          },
        })
      }
    />
  )
}
