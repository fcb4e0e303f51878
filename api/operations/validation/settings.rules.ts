import type { ValidationOption } from '@openspot/contract/operations/validation-partners.ts'
import { findMinutesOf } from '@openspot/core/time/instant.ts'
import { refuse } from '../../errors.ts'

type Settings = Pick<
  ValidationOption,
  | 'discount'
  | 'amount_cents'
  | 'percent'
  | 'minutes'
  | 'max_cents'
  | 'starts_on'
  | 'ends_on'
  | 'weekdays'
  | 'budget_cents'
>

const fields = { AMOUNT: 'amount_cents', PERCENT: 'percent', TIME: 'minutes' } as const

/** Throws `request_invalid` for settings of an option that contradict each other or what was used already. */
export function refuseContradiction(option: Settings, used_cents: number): void {
  for (const [discount, field] of Object.entries(fields)) {
    const isSet = option[field] !== null
    if (isSet === (discount === option.discount)) continue
    refuse('request_invalid', {
      field,
      message: (t) =>
        isSet
          ? t('apiErrors.validation.mustBeNull', { field })
          : t('apiErrors.validation.fieldMissing', { field }),
    })
  }
  if (option.discount === 'AMOUNT' && option.max_cents !== null) {
    refuse('request_invalid', {
      field: 'max_cents',
      message: (t) => t('apiErrors.validation.amountIsMaximum'),
    })
  }
  for (const field of ['starts_on', 'ends_on'] as const) {
    const day = option[field]
    if (day !== null && (findMinutesOf(`${day}T00:00:00Z`) === null || day < '2000-01-01')) {
      refuse('request_invalid', { field, message: (t) => t('apiErrors.validation.dateInvalid', { field }) })
    }
  }
  if (option.starts_on !== null && option.ends_on !== null && option.ends_on < option.starts_on) {
    refuse('request_invalid', { field: 'ends_on', message: (t) => t('apiErrors.validation.lastBeforeFirst') })
  }
  if (option.budget_cents !== null && option.budget_cents < used_cents) {
    refuse('request_invalid', {
      field: 'budget_cents',
      message: (t) => t('apiErrors.validation.budgetUsed'),
      details: { used_cents },
    })
  }
}
