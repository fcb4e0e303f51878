import { notifications } from '@mantine/notifications'
import { type ErrorGroupDetail, resolveErrorRoute } from '@openspot/contract/platform/error-monitoring.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { type ReopenRule, reopenRules } from '@openspot/core/error-monitoring/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { Choice } from '@/ui/choice.tsx'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { decisionOptions } from './decision.ts'
import css from './errors.module.css'

/** Resolves an error with the rule for when it opens again. Without a release nothing can be later, so there is no choice. */
export function ResolveDialog({ group, onClose }: { group: ErrorGroupDetail; onClose: () => void }) {
  const t = useTranslations()
  const { last_release } = group
  const [rule, setRule] = useState<ReopenRule>(last_release === null ? 'ANY_EVENT' : 'LATER_RELEASE')
  const resolve = useApiMutation(resolveErrorRoute, decisionOptions)
  return (
    <FormDialog
      title={t('errorMonitoring.act.resolveTitle')}
      error={resolve.error}
      submit={t('errorMonitoring.act.resolveGo')}
      isBusy={resolve.isPending}
      isReady
      onSubmit={() =>
        resolve.mutate(
          { params: { error_group_id: group.id }, body: { reopens_on: rule } },
          {
            onSuccess: () => {
              notifications.show({ message: t('errorMonitoring.act.resolved') })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      {last_release === null ? (
        <p>{t('errorMonitoring.act.noRelease')}</p>
      ) : (
        <>
          <p>{t('errorMonitoring.act.resolveText')}</p>
          <Choice
            name="reopens_on"
            legend={t('errorMonitoring.act.resolveText')}
            value={rule}
            options={reopenRules.map((value) => ({
              value,
              content: (
                <span className={css.option}>
                  {t(`errorMonitoring.act.rules.${value}`)}
                  <span className={css.quiet}>
                    {t(`errorMonitoring.act.ruleTexts.${value}`, { release: last_release })}
                  </span>
                </span>
              ),
            }))}
            onChange={(value) => {
              if (isOneOf(reopenRules, value)) setRule(value)
            }}
          />
        </>
      )}
    </FormDialog>
  )
}
