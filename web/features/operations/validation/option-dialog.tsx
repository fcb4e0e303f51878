import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  createOptionRoute,
  getPartnerRoute,
  listPartnersRoute,
  patchOptionRoute,
  type ValidationOption,
  type ValidationPartner,
} from '@openspot/contract/operations/validation-partners.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { validationDiscounts } from '@openspot/core/validation/enums.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { CountField } from '@/ui/count-field.tsx'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { MoneyField, moneyDraft, readMoney } from '@/ui/money-field.tsx'
import { FieldRow } from '@/ui/panel.tsx'
import css from './validation.module.css'

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
/** January 1, 2024 was a Monday. */
const weekdayName = (day: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day))

/** Adds an option of a partner, or changes one. */
export function OptionDialog({
  partner,
  option,
  onClose,
}: {
  partner: ValidationPartner
  option: ValidationOption | null
  onClose: () => void
}) {
  const t = useTranslations()
  const { currency } = partner
  const [draft, setDraft] = useState(() => ({
    name: option?.name ?? '',
    discount: option?.discount ?? ('AMOUNT' as const),
    amount: moneyDraft(t, option?.amount_cents ?? null, currency),
    percent: option?.percent ?? null,
    minutes: option?.minutes ?? null,
    max: moneyDraft(t, option?.max_cents ?? null, currency),
    starts_on: option?.starts_on ?? '',
    ends_on: option?.ends_on ?? '',
    weekdays: option?.weekdays ?? [...weekdays],
    budget: moneyDraft(t, option?.budget_cents ?? null, currency),
    daily_cap: option?.daily_cap ?? null,
    driver_cap: option?.driver_cap ?? null,
    is_paused: option?.is_paused ?? false,
  }))
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }))
  const refresh = [listPartnersRoute, getPartnerRoute]
  const create = useApiMutation(createOptionRoute, { client: 'admin', refresh })
  const change = useApiMutation(patchOptionRoute, { client: 'admin', refresh })
  const error = option ? change.error : create.error
  const at = fieldOf(error)
  const errorAt = (field: string) => (at?.field === field ? at.message : null)
  const cents = (text: string) => {
    const read = readMoney(t, text, currency)
    return read.ok ? read.cents : null
  }
  const save = () => {
    const { discount } = draft
    const body = {
      name: draft.name,
      discount,
      amount_cents: discount === 'AMOUNT' ? cents(draft.amount) : null,
      percent: discount === 'PERCENT' ? draft.percent : null,
      minutes: discount === 'TIME' ? draft.minutes : null,
      max_cents: discount === 'AMOUNT' ? null : cents(draft.max),
      starts_on: draft.starts_on || null,
      ends_on: draft.ends_on || null,
      weekdays: draft.weekdays,
      budget_cents: cents(draft.budget),
      daily_cap: draft.daily_cap,
      driver_cap: draft.driver_cap,
      is_paused: draft.is_paused,
    }
    const done = () => {
      notifications.show({ message: t('validation.staff.saved') })
      onClose()
    }
    if (option) change.mutate({ params: { option_id: option.id }, body }, { onSuccess: done })
    else create.mutate({ params: { partner_id: partner.id }, body }, { onSuccess: done })
  }
  const money = (field: 'amount' | 'max' | 'budget', label: string, at: string) => (
    <MoneyField
      label={label}
      text={draft[field]}
      currency={currency}
      error={errorAt(at)}
      onChange={(text) => set({ [field]: text })}
      {...(field === 'amount' ? {} : { placeholder: t('validation.staff.fields.noLimit') })}
    />
  )
  const count = (field: 'percent' | 'minutes' | 'daily_cap' | 'driver_cap', label: string, max: number) => (
    <CountField
      label={label}
      value={draft[field]}
      min={1}
      max={max}
      error={errorAt(field)}
      onChange={(value) => set({ [field]: value })}
      {...(field.endsWith('cap') ? { placeholder: t('validation.staff.fields.noLimit') } : {})}
    />
  )
  return (
    <FormDialog
      title={option ? t('validation.staff.editOf', { name: option.name }) : t('validation.staff.addOption')}
      size="lg"
      error={error}
      submit={option ? t('common.save') : t('validation.staff.addOption')}
      isBusy={create.isPending || change.isPending}
      isReady={draft.name.trim() !== '' && draft.weekdays.length > 0}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t('validation.staff.fields.name')}
        maxLength={80}
        required
        value={draft.name}
        error={errorAt('name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <FieldRow>
        <NativeSelect
          label={t('validation.staff.fields.discount')}
          value={draft.discount}
          data={validationDiscounts.map((value) => ({
            value,
            label: t(`validation.staff.discountKinds.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) => {
            if (isOneOf(validationDiscounts, value)) set({ discount: value })
          }}
        />
        {draft.discount === 'AMOUNT'
          ? money('amount', t('validation.staff.fields.amount'), 'amount_cents')
          : draft.discount === 'PERCENT'
            ? count('percent', t('validation.staff.fields.percent'), 100)
            : count('minutes', t('validation.staff.fields.minutes'), 10_080)}
        {draft.discount === 'AMOUNT' ? null : money('max', t('validation.staff.fields.max'), 'max_cents')}
      </FieldRow>
      <FieldRow>
        {(['starts_on', 'ends_on'] as const).map((field) => (
          <TextInput
            key={field}
            type="date"
            label={
              field === 'starts_on'
                ? t('validation.staff.fields.startsOn')
                : t('validation.staff.fields.endsOn')
            }
            value={draft[field]}
            error={errorAt(field)}
            onChange={(event) => set({ [field]: event.currentTarget.value })}
          />
        ))}
      </FieldRow>
      <Checkbox.Group
        label={t('validation.staff.fields.weekdays')}
        value={draft.weekdays.map(String)}
        onChange={(days) => set({ weekdays: days.map(Number).toSorted((a, b) => a - b) })}
      >
        <div className={css.days}>
          {weekdays.map((day) => (
            <Checkbox key={day} value={String(day)} label={weekdayName(day, localeOf(t))} />
          ))}
        </div>
      </Checkbox.Group>
      <FieldRow>
        {money('budget', t('validation.staff.fields.budget'), 'budget_cents')}
        {count('daily_cap', t('validation.staff.fields.dailyCap'), 100_000)}
        {count('driver_cap', t('validation.staff.fields.driverCap'), 1000)}
      </FieldRow>
      <Checkbox
        label={t('validation.staff.fields.paused')}
        checked={draft.is_paused}
        onChange={(event) => set({ is_paused: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}
