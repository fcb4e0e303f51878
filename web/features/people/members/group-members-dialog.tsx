'use client'
import { Select } from '@mantine/core'
import { listGroupsRoute } from '@openspot/contract/people/groups.ts'
import { listMembersRoute, type Member, patchMembershipRoute } from '@openspot/contract/people/memberships.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { memberName } from '@/lib/member.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { RowFailures } from '@/ui/undo/row-failures.tsx'
import { type RowResults, runRows } from '@/ui/undo/run-rows.ts'
import { useUndo } from '@/ui/undo/use-undo.tsx'

/** In the select, for no group. */
const NONE = 'none'

/** Moves several members to a group, or out of their groups. Members who can't be moved keep their group, and the dialog says so. */
export function GroupMembersDialog({
  lot,
  members,
  onDone,
  onClose,
}: {
  lot: ConsoleLot
  members: readonly Member[]
  onDone: () => void
  onClose: () => void
}) {
  const t = useTranslations()
  const { done } = useUndo()
  const groups = useApiQuery(listGroupsRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  const [chosen, setChosen] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [results, setResults] = useState<RowResults<Member> | null>(null)
  const { mutateAsync } = useApiMutation(patchMembershipRoute, {
    client: 'admin',
    refresh: [listMembersRoute, listGroupsRoute],
  })
  const move = (id: string, group_id: string | null) => mutateAsync({ params: { id }, body: { group_id } })
  const go = async () => {
    const group_id = chosen === NONE ? null : chosen
    setBusy(true)
    const ended = await runRows(
      members.filter(({ group }) => (group?.id ?? null) !== group_id),
      ({ id }) => move(id, group_id),
    )
    setBusy(false)
    setResults(ended)
    if (ended.done.length > 0) {
      done(t('members.bulkGroup.saved', { count: ended.done.length }), async () => {
        for (const { id, group } of ended.done) await move(id, group?.id ?? null)
      })
    }
    if (ended.failed.length === 0) onDone()
  }
  return (
    <ActDialog
      title={t('members.bulkGroup.title', { count: members.length })}
      text={t('members.bulkGroup.text')}
      fault={groups.error?.message ?? null}
      go={t('members.bulkGroup.go')}
      isBusy={isBusy}
      isReady={chosen !== null}
      onGo={() => void go()}
      onClose={onClose}
    >
      {results ? <RowFailures results={results} nameOf={(member) => memberName(t, member)} /> : null}
      <Select
        label={t('members.bulkGroup.group')}
        data-autofocus
        searchable
        data={[
          { value: NONE, label: t('members.bulkGroup.none') },
          ...(groups.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={chosen}
        onChange={setChosen}
      />
    </ActDialog>
  )
}
