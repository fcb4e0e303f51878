'use client'
import type { CallError } from '@openspot/contract/call.ts'
import { useTranslations } from 'use-intl'
import { ReasonField } from '@/ui/reason-field.tsx'
import { ruleName } from '@/ui/rule-name.ts'
import { Note } from '@/ui/states.tsx'
import css from './new-reservation.module.css'

/** Shows which rule refuses, and allows overriding it with a reason, which is recorded. */
export function OverrideNote({
  error,
  reason,
  onChange,
}: {
  error: CallError | null
  reason: string
  onChange: (reason: string) => void
}) {
  const t = useTranslations()
  const { rule, rule_set } = error?.body.details ?? {}
  return (
    <Note title={t('lot.refusedTitle')}>
      {error ? <p>{error.message}</p> : null}
      {typeof rule === 'string' && isRuleSet(rule_set) ? (
        <p className={css.rule}>
          {t('lot.ruleIn', {
            rule: ruleName(t, rule),
            set: rule_set.name,
            version: String(rule_set.version),
          })}
        </p>
      ) : null}
      <div className={css.override}>
        <ReasonField
          label={t('staffReservations.create.override')}
          description={t('staffReservations.create.overrideText')}
          reason={reason}
          error={null}
          onChange={onChange}
          isOptional
        />
      </div>
    </Note>
  )
}

const isRuleSet = (value: unknown): value is { name: string; version: number } =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'version' in value &&
  typeof value.name === 'string' &&
  typeof value.version === 'number'
