'use client'
import type { CallError } from '@openspot/contract/call.ts'
import { ReasonField } from '@/ui/reason-field.tsx'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
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
  const say = words.staffReservations.create
  const { rule, rule_set } = error?.body.details ?? {}
  return (
    <Note title={words.lot.refusedTitle}>
      {error ? <p>{error.message}</p> : null}
      {typeof rule === 'string' && isRuleSet(rule_set) ? (
        <p className={css.rule}>
          {words.lot.ruleIn(words.lot.ruleNames[rule] ?? rule, rule_set.name, rule_set.version)}
        </p>
      ) : null}
      <div className={css.override}>
        <ReasonField
          label={say.override}
          description={say.overrideText}
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
