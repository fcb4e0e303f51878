'use client'
import { ActionIcon, Button, Switch } from '@mantine/core'
import { fineReasons } from '@openspot/core/fines/enums.ts'
import { MAX_FINE_CENTS, MAX_FINE_DAYS, MAX_FINE_WARNINGS } from '@openspot/core/fines/terms.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { CountField } from '@/ui/count-field.tsx'
import { MoneyField } from '@/ui/money-field.tsx'
import { FieldRow } from '@/ui/panel.tsx'
import { CheckboxChips } from '@/ui/picks.tsx'
import {
  canAddFine,
  type FineReasonDraft,
  type FineTermsDraft,
  newFineReason,
  newFineTerms,
  readFine,
} from './fine-terms-draft.ts'
import css from './rule-sets.module.css'

/** What violations cost: which reasons, how many warnings come first, and the amounts. */
export function FineTermsFields({
  draft,
  currency,
  isDefault,
  fault,
  onChange,
}: {
  draft: FineTermsDraft | null
  currency: string
  /** Whether the rule set is the lot's default, to which all others fall back. */
  isDefault: boolean
  fault: string | null
  onChange: (draft: FineTermsDraft | null) => void
}) {
  const t = useTranslations()
  const without = isDefault ? t('ruleSets.fines.offDefault') : t('ruleSets.fines.off')
  return (
    <fieldset className={css.part}>
      <legend>{t('ruleSets.fines.title')}</legend>
      <Switch
        label={t('ruleSets.fines.own')}
        description={draft ? null : without}
        checked={draft !== null}
        onChange={(event) => onChange(event.currentTarget.checked ? newFineTerms : null)}
      />
      {draft ? <Terms draft={draft} currency={currency} onChange={onChange} /> : null}
      {fault ? (
        <p className={css.fault} role="alert">
          {fault}
        </p>
      ) : null}
    </fieldset>
  )
}

function Terms({
  draft,
  currency,
  onChange,
}: {
  draft: FineTermsDraft
  currency: string
  onChange: (draft: FineTermsDraft) => void
}) {
  const t = useTranslations()
  const chosen = fineReasons.filter((reason) => draft.reasons[reason])
  return (
    <>
      <CheckboxChips
        legend={t('ruleSets.fines.reasons')}
        options={fineReasons.map((value) => ({ value, label: t(`fines.reasons.${value}`) }))}
        chosen={chosen}
        onChange={(next) => {
          const reasons = next.map((reason) => [reason, draft.reasons[reason] ?? newFineReason])
          onChange({ ...draft, reasons: Object.fromEntries(reasons) })
        }}
      />
      {chosen.length === 0 ? <p className={css.quiet}>{t('ruleSets.fines.none')}</p> : null}
      {chosen.map((reason) => (
        <ReasonFields
          key={reason}
          title={t(`fines.reasons.${reason}`)}
          draft={draft.reasons[reason] ?? newFineReason}
          currency={currency}
          onChange={(next) => onChange({ ...draft, reasons: { ...draft.reasons, [reason]: next } })}
        />
      ))}
      <CountField
        label={t('ruleSets.fines.withinDays')}
        description={t('ruleSets.fines.withinDaysText')}
        unit={t('ruleSets.form.days')}
        min={1}
        max={MAX_FINE_DAYS}
        value={draft.within_days}
        error={draft.within_days === null ? t('ruleSets.fines.daysMissing') : null}
        onChange={(within_days) => onChange({ ...draft, within_days })}
      />
    </>
  )
}

/** The warnings and amounts of one reason. */
function ReasonFields({
  title,
  draft,
  currency,
  onChange,
}: {
  title: string
  draft: FineReasonDraft
  currency: string
  onChange: (draft: FineReasonDraft) => void
}) {
  const t = useTranslations()
  const most = formatMoney(MAX_FINE_CENTS, currency, localeOf(t))
  const { amounts } = draft
  const replace = (at: number, text: string) => onChange({ ...draft, amounts: amounts.with(at, text) })
  return (
    <fieldset className={css.part}>
      <legend>{title}</legend>
      <FieldRow>
        <CountField
          label={t('ruleSets.fines.warnings')}
          max={MAX_FINE_WARNINGS}
          value={draft.warnings}
          onChange={(warnings) => onChange({ ...draft, warnings })}
        />
        {amounts.map((text, at) => (
          // An amount is identified by its position: the first, second, or third fine.
          <div key={t('ruleSets.fines.amount', { nth: at + 1 })} className={css.fine}>
            <MoneyField
              label={
                at > 0 && at === amounts.length - 1
                  ? t('ruleSets.fines.lastAmount', { nth: at + 1 })
                  : t('ruleSets.fines.amount', { nth: at + 1 })
              }
              currency={currency}
              text={text}
              error={
                text.trim() !== '' && readFine(t, text, currency) === null
                  ? t('ruleSets.fines.amountWrong', { most })
                  : null
              }
              onChange={(next) => replace(at, next)}
            />
            {at > 0 && at === amounts.length - 1 ? (
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={t('ruleSets.fines.removeAmount', { nth: at + 1, reason: title })}
                onClick={() => onChange({ ...draft, amounts: amounts.slice(0, -1) })}
              >
                <IconX size={16} aria-hidden="true" />
              </ActionIcon>
            ) : null}
          </div>
        ))}
      </FieldRow>
      {canAddFine(draft) ? (
        <div>
          <Button
            variant="default"
            size="sm"
            maw="100%"
            styles={{ label: { whiteSpace: 'normal' } }}
            onClick={() => onChange({ ...draft, amounts: [...amounts, ''] })}
          >
            {t('ruleSets.fines.addAmount', { reason: title })}
          </Button>
        </div>
      ) : null}
    </fieldset>
  )
}
