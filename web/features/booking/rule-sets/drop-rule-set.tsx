'use client'
import { notifications } from '@mantine/notifications'
import { deleteRuleSetRoute, listRuleSetsRoute, type RuleSet } from '@openspot/contract/booking/rule-sets.ts'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { rulesPath } from '@/lib/paths.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { listText } from '@/ui/figures.ts'

/** Confirms deleting a rule set, and shows what prevents it. */
export function DropRuleSet({ lot, set, onClose }: { lot: ConsoleLot; set: RuleSet; onClose: () => void }) {
  const t = useTranslations()
  const router = useRouter()
  const send = useApiMutation(deleteRuleSetRoute, { client: 'admin', refresh: [listRuleSetsRoute] })
  const names = listText(
    t,
    set.groups.map(({ name }) => name),
  )
  const text = [
    t('ruleSets.removeText'),
    set.is_default ? t('ruleSets.removeDefault') : '',
    set.groups.length > 0 ? t('ruleSets.removeGroups', { names }) : '',
  ]
  const isInUse = codeOf(send.error) === 'rule_set_in_use'
  const error =
    send.error && isInUse && names
      ? { message: `${send.error.message} ${t('ruleSets.usedBy', { names })}` }
      : send.error
  return (
    <ConfirmDialog
      opened
      title={t('ruleSets.removeTitle', { name: set.name })}
      text={text.filter(Boolean).join(' ')}
      yes={t('common.delete')}
      no={t('ruleSets.keep')}
      isBusy={send.isPending}
      error={error}
      onClose={onClose}
      onYes={() =>
        send.mutate(
          { params: { rule_set_id: set.id } },
          {
            onSuccess: () => {
              notifications.show({ message: t('ruleSets.removed', { name: set.name }) })
              router.push(rulesPath(lot.id))
            },
          },
        )
      }
    />
  )
}
