'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  assignErrorRoute,
  type ErrorGroupDetail,
  type ErrorMonitoring,
  reopenErrorRoute,
} from '@openspot/contract/platform/error-monitoring.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { decisionOptions } from './decision.ts'
import { MuteDialog } from './mute-dialog.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'

/** What a platform administrator can decide about an error. */
export function ErrorActions({ group }: { group: ErrorGroupDetail }) {
  const t = useTranslations()
  const [open, setOpen] = useState<'resolve' | 'mute' | null>(null)
  const reopen = useApiMutation(reopenErrorRoute, decisionOptions)
  const close = () => setOpen(null)
  return (
    <>
      <Buttons>
        {group.status === 'RESOLVED' ? null : (
          <Button onClick={() => setOpen('resolve')}>{t('errorMonitoring.act.resolve')}</Button>
        )}
        {group.status === 'OPEN' ? (
          <Button variant="default" onClick={() => setOpen('mute')}>
            {t('errorMonitoring.act.mute')}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={reopen.isPending}
            onClick={() =>
              reopen.mutate(
                { params: { error_group_id: group.id } },
                { onSuccess: () => notifications.show({ message: t('errorMonitoring.act.reopened') }) },
              )
            }
          >
            {t('errorMonitoring.act.reopen')}
          </Button>
        )}
      </Buttons>
      {reopen.error ? <Note tone="bad" title={reopen.error.message} /> : null}
      {open === 'resolve' ? <ResolveDialog group={group} onClose={close} /> : null}
      {open === 'mute' ? <MuteDialog group={group} onClose={close} /> : null}
    </>
  )
}

/** Assigns the error to a platform administrator or to nobody. */
export function AssigneeMenu({
  group,
  assignees,
}: {
  group: ErrorGroupDetail
  assignees: ErrorMonitoring['assignees']
}) {
  const t = useTranslations()
  const assign = useApiMutation(assignErrorRoute, decisionOptions)
  const nobody = t('errorMonitoring.unassigned')
  const choices = [{ user_id: null, name: nobody }, ...assignees]
  return (
    <>
      <MenuChip
        label={t('errorMonitoring.assigned')}
        value={group.assignee?.name ?? nobody}
        choices={choices.map(({ user_id, name }) => ({
          id: user_id ?? '',
          text: name,
          chosen: user_id === (group.assignee?.user_id ?? null),
          choose: () =>
            assign.mutate(
              { params: { error_group_id: group.id }, body: { user_id } },
              {
                onSuccess: () =>
                  notifications.show({
                    message:
                      user_id === null
                        ? t('errorMonitoring.act.unassigned')
                        : t('errorMonitoring.act.assigned', { name }),
                  }),
              },
            ),
        }))}
      />
      {assign.error ? <Note tone="bad" title={assign.error.message} /> : null}
    </>
  )
}
