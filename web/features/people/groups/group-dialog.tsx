'use client'
import { NativeSelect, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listRuleSetsRoute } from '@openspot/contract/booking/rule-sets.ts'
import {
  createGroupRoute,
  type Group,
  listGroupsRoute,
  patchGroupRoute,
} from '@openspot/contract/people/groups.ts'
import { getLotUserRoute, listMembersRoute } from '@openspot/contract/people/memberships.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf, fieldOf } from '@/lib/api.ts'
import { changedFields } from '@/lib/changed-fields.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { memberName } from '@/lib/member.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { useReloadOn } from '@/lib/use-edit.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { EditConflict, type ShownValue } from '@/ui/edit-conflict.tsx'
import { MembersPicker } from '@/ui/member/member-picker.tsx'
import { FieldRow } from '@/ui/panel.tsx'

const refresh = [listGroupsRoute, listMembersRoute, getLotUserRoute, listRuleSetsRoute]

const draftOf = (group: Group | null) => ({
  name: group?.name ?? '',
  unit: group?.unit ?? '',
  rule_set_id: group?.rule_set?.id ?? '',
  membership_ids: group?.members.map(({ membership_id }) => membership_id) ?? [],
})

const bodyOf = ({ name, unit, rule_set_id, membership_ids }: ReturnType<typeof draftOf>) => ({
  name,
  unit: unit.trim() || null,
  rule_set_id: rule_set_id || null,
  membership_ids,
})

/** What of a group may have changed meanwhile. */
const factsOf = (t: Translate, group: Group | null): ShownValue[] =>
  group === null
    ? []
    : [
        [t('groups.name'), group.name],
        [t('groups.unit'), group.unit ?? ''],
        [t('groups.rule_set'), group.rule_set?.name ?? t('groups.defaultRules')],
        [t('groups.members'), group.members.map((member) => memberName(t, member)).join(', ')],
      ]

/** Adds or changes a group: its name, unit, rules, and members. */
export function GroupDialog({
  lot,
  group,
  onClose,
}: {
  lot: ConsoleLot
  /** Null for a new group. */
  group: Group | null
  onClose: () => void
}) {
  const t = useTranslations()
  const params = { lot_id: lot.id }
  const ruleSets = useApiQuery(listRuleSetsRoute, { params }, { client: 'admin' }).data?.items ?? []
  const [draft, setDraft] = useState(() => draftOf(group))
  const [read, setRead] = useState(group)
  const listed = useApiQuery(listGroupsRoute, { params }, { client: 'admin', enabled: group !== null })
  const current = listed.data?.items.find(({ id }) => id === group?.id) ?? group
  const onError = useReloadOn('group_changed', refresh)
  const change = (part: Partial<typeof draft>) => setDraft((former) => ({ ...former, ...part }))
  const add = useApiMutation(createGroupRoute, { client: 'admin', refresh })
  const patch = useApiMutation(patchGroupRoute, { client: 'admin', refresh })
  const error = add.error ?? patch.error
  const at = fieldOf(error)
  const errorAt = (field: string) => (at?.field === field ? at.message : null)
  const done = {
    onSuccess: ({ name }: Group) => {
      onClose()
      notifications.show({ message: t('groups.saved', { name }) })
    },
  }
  const save = (isOver: boolean) => {
    if (!read) return add.mutate({ params, body: bodyOf(draft) }, done)
    const { changed, before } = changedFields(bodyOf(draftOf(read)), bodyOf(draft))
    if (Object.keys(changed).length === 0) return onClose()
    patch.mutate(
      { params: { ...params, group_id: read.id }, body: { ...changed, ...(isOver ? {} : { before }) } },
      { ...done, onError },
    )
  }
  const isConflict = codeOf(error) === 'group_changed'
  return (
    <ActDialog
      title={group ? t('groups.edit', { name: group.name }) : t('groups.new')}
      text={t('groups.text')}
      fault={error && !at && !isConflict ? error.message : null}
      go={t('common.save')}
      isBusy={add.isPending || patch.isPending}
      isReady={draft.name.trim() !== ''}
      onGo={() => save(false)}
      onClose={onClose}
    >
      {isConflict ? (
        <EditConflict
          original={factsOf(t, read)}
          current={factsOf(t, current)}
          isBusy={patch.isPending}
          onReload={() => {
            setRead(current)
            setDraft(draftOf(current))
            patch.reset()
          }}
          onAgain={() => save(true)}
        />
      ) : null}
      <FieldRow>
        <TextInput
          label={t('groups.name')}
          maxLength={80}
          value={draft.name}
          error={errorAt('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <TextInput
          label={t('groups.unit')}
          maxLength={40}
          value={draft.unit}
          error={errorAt('unit')}
          onChange={(event) => change({ unit: event.currentTarget.value })}
        />
      </FieldRow>
      <NativeSelect
        label={t('groups.rule_set')}
        data={[
          { value: '', label: t('groups.defaultRules') },
          ...ruleSets.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={draft.rule_set_id}
        error={errorAt('rule_set_id')}
        onChange={(event) => change({ rule_set_id: event.currentTarget.value })}
      />
      <MembersPicker
        lot_id={lot.id}
        label={t('groups.members')}
        description={t('groups.membersText')}
        value={draft.membership_ids}
        initial={
          current?.members.map((member) => ({ value: member.membership_id, label: memberName(t, member) })) ??
          []
        }
        error={codeOf(error) === 'member_in_group' ? (error?.message ?? null) : errorAt('membership_ids')}
        onChange={(membership_ids) => change({ membership_ids })}
      />
    </ActDialog>
  )
}
