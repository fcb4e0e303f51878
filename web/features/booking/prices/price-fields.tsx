'use client'
import { SegmentedControl, Switch, TextInput } from '@mantine/core'
import type { Zone } from '@openspot/contract/booking/prices.ts'
import { quoteUnits } from '@openspot/core/quote/types.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { MoneyField } from '@/ui/money-field.tsx'
import { PercentField } from '@/ui/percent-field.tsx'
import { CheckboxChips } from '@/ui/picks.tsx'
import { RecurrenceFields } from '@/ui/recurrence-fields.tsx'
import type { PriceDraft } from './price-draft.ts'
import css from './prices.module.css'

/** The fields of a calendar price: name, change, lengths, zones, and times. */
export function PriceFields({
  draft,
  lot,
  zones,
  errorAt,
  onChange,
}: {
  draft: PriceDraft
  lot: ConsoleLot
  zones: readonly Zone[]
  /** Returns the error message of a field. */
  errorAt: (field: string) => string | null
  onChange: (part: Partial<PriceDraft>) => void
}) {
  const t = useTranslations()
  // A deleted zone stays visible so that it can be removed from the price.
  const gone = draft.zone_ids.filter((id) => !zones.some((zone) => zone.id === id))
  return (
    <>
      <TextInput
        label={t('prices.calendar.form.name')}
        description={t('prices.calendar.form.nameText')}
        placeholder={t('prices.calendar.form.nameExample')}
        maxLength={80}
        value={draft.name}
        error={errorAt('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <div className={css.change}>
        <SegmentedControl
          aria-label={t('prices.calendar.form.way')}
          value={draft.way}
          onChange={(way) => onChange({ way: way === 'LESS' ? 'LESS' : 'MORE' })}
          data={[
            { value: 'MORE', label: t('prices.calendar.form.more') },
            { value: 'LESS', label: t('prices.calendar.form.less') },
          ]}
        />
        <SegmentedControl
          aria-label={t('prices.calendar.form.by')}
          value={draft.by}
          onChange={(by) => onChange({ by: by === 'AMOUNT' ? 'AMOUNT' : 'PERCENT' })}
          data={[
            { value: 'PERCENT', label: t('prices.calendar.form.percent') },
            { value: 'AMOUNT', label: t('prices.calendar.form.amount') },
          ]}
        />
      </div>
      {draft.by === 'PERCENT' ? (
        <PercentField
          label={t('prices.calendar.form.percentField')}
          text={draft.percent}
          error={errorAt('percent_bps')}
          onChange={(percent) => onChange({ percent })}
        />
      ) : (
        <MoneyField
          label={t('prices.calendar.form.amountField')}
          text={draft.amount}
          currency={lot.currency}
          error={errorAt('amount_cents')}
          onChange={(amount) => onChange({ amount })}
        />
      )}
      <CheckboxChips
        legend={t('prices.calendar.form.units')}
        options={quoteUnits.toReversed().map((value) => ({ value, label: t(`prices.units.${value}`) }))}
        chosen={draft.units}
        error={errorAt('units')}
        onChange={(units) => onChange({ units })}
      />
      {zones.length + gone.length > 0 ? (
        <CheckboxChips
          legend={t('prices.calendar.form.zones')}
          options={[
            ...zones.map(({ id, name }) => ({ value: id, label: name })),
            ...gone.map((id) => ({ value: id, label: t('prices.calendar.goneZone') })),
          ]}
          chosen={draft.zone_ids}
          error={errorAt('zone_ids')}
          onChange={(zone_ids) => onChange({ zone_ids })}
        />
      ) : null}
      <RecurrenceFields
        recurrence={draft.recurrence}
        zone={lot.time_zone}
        onChange={(recurrence) => onChange({ recurrence })}
      />
      {recurrenceFields.map((field) => {
        const fault = errorAt(field)
        return fault ? (
          <p key={field} className={css.bad} role="alert">
            {fault}
          </p>
        ) : null
      })}
      <Switch
        label={t('prices.calendar.form.publish')}
        description={t('prices.calendar.form.publishText')}
        checked={draft.is_published}
        onChange={(event) => onChange({ is_published: event.currentTarget.checked })}
      />
    </>
  )
}

/** Fields whose errors are shown by the recurrence fields, mostly before submitting. */
const recurrenceFields = ['starts_at', 'ends_at', 'repeat_frequency', 'weekdays', 'until_on']
