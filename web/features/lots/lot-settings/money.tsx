'use client'
import { NativeSelect, TextInput } from '@mantine/core'
import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import { failedPaymentRules, isOneOf, lotTrustLevels } from '@openspot/core/enums.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { useState } from 'react'
import { CountField } from '@/ui/count-field.tsx'
import { MoneyField, moneyDraft, readMoney } from '@/ui/money-field.tsx'
import { Facts, FieldRow, Panel } from '@/ui/panel.tsx'
import { locale, words } from '@/words/index.ts'
import css from './lot-settings.module.css'
import { PercentOf } from './percent-of.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'

const say = words.lotSettings.money
const { hours, days, minutes } = words.lotSettings.policies
const counts = {
  payout_hold_hours: { max: 2160, unit: hours },
  failed_payment_days: { max: 60, unit: days },
  refund_undo_minutes: { max: 1440, unit: minutes },
} as const
const fields = [
  'payout_hold_hours',
  'failed_payment_days',
  'refund_undo_minutes',
  'currency',
  'host_share_bps',
  'failed_payment_rule',
  'approval_limit_cents',
] as const

const percent = (bps: number) => `${bps / 100} %`

/** The lot's financial terms, which admins other than owners can read. */
export function Money({ settings }: { settings: StaffLot }) {
  const { currency, service_fee_cents, service_fee_bps } = settings.price_configuration
  const fee = [
    service_fee_cents > 0 ? formatMoney(service_fee_cents, currency, locale) : null,
    service_fee_bps > 0 ? percent(service_fee_bps) : null,
  ]
  const platforms = (
    <Facts
      items={[
        [say.service_fee, fee.filter((part) => part !== null).join(' + ') || percent(0)],
        [say.platform_share, percent(settings.platform_share_bps ?? 0)],
      ]}
    />
  )
  if (settings.role !== 'ADMIN') return <MoneyForm settings={settings}>{platforms}</MoneyForm>
  return (
    <Panel title={say.title} text={say.onlyOwners}>
      <Facts
        items={[
          [say.currency, currency],
          [say.host_share_bps, percent(settings.host_share_bps ?? 0)],
          [say.payout_hold_hours, `${settings.payout_hold_hours} ${hours}`],
          [say.failed_payment_days, `${settings.failed_payment_days} ${days}`],
          [say.failed_payment_rule, say.failedRules[settings.failed_payment_rule ?? 'END_RESERVATION']],
          [say.refund_undo_minutes, `${settings.refund_undo_minutes} ${minutes}`],
          [say.approval_limit_cents, limitOf(settings) ?? say.noLimit],
        ]}
      />
      {platforms}
    </Panel>
  )
}

function limitOf({
  approval_limit_cents = null,
  price_configuration: { currency },
}: StaffLot): string | null {
  return approval_limit_cents === null ? null : formatMoney(approval_limit_cents, currency, locale)
}

function MoneyForm({ settings, children }: { settings: StaffLot; children: React.ReactNode }) {
  const form = useSettingsForm(settings, fields)
  const { values, change, errorAt } = form
  const { currency } = settings.price_configuration
  const limit = values.approval_limit_cents ?? null
  const [text, setText] = useState('')
  const read = readMoney(text, currency)
  const isTyped = !read.ok || read.cents === limit
  const isReady =
    (!isTyped || read.ok) &&
    Object.keys(counts).every((field) => !Number.isNaN(values[field as keyof typeof counts]))
  return (
    <SettingsPanel title={say.title} text={say.text} form={form} isReady={isReady}>
      <FieldRow>
        <TextInput
          label={say.currency}
          description={say.currencyText}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={3}
          value={values.currency ?? currency}
          error={errorAt('currency')}
          onChange={(event) => change({ currency: event.currentTarget.value.toUpperCase() })}
        />
        <PercentOf form={form} field="host_share_bps" label={say.host_share_bps} />
        <CountOf form={form} field="payout_hold_hours" />
      </FieldRow>
      <FieldRow>
        <CountOf form={form} field="failed_payment_days" />
        <NativeSelect
          label={say.failed_payment_rule}
          size="md"
          data={failedPaymentRules.map((value) => ({ value, label: say.failedRules[value] }))}
          value={values.failed_payment_rule ?? 'END_RESERVATION'}
          onChange={({ currentTarget: { value } }) =>
            isOneOf(failedPaymentRules, value) && change({ failed_payment_rule: value })
          }
        />
      </FieldRow>
      <FieldRow>
        <CountOf form={form} field="refund_undo_minutes" />
        <MoneyField
          label={say.approval_limit_cents}
          placeholder={say.noLimit}
          currency={currency}
          text={isTyped ? text : moneyDraft(limit, currency)}
          error={errorAt('approval_limit_cents')}
          onChange={(next) => {
            setText(next)
            const typed = readMoney(next, currency)
            if (typed.ok) change({ approval_limit_cents: typed.cents })
          }}
        />
      </FieldRow>
      {children}
    </SettingsPanel>
  )
}

function CountOf({ form, field }: { form: SettingsForm; field: keyof typeof counts }) {
  const value = form.values[field] ?? Number.NaN
  return (
    <CountField
      {...counts[field]}
      label={say[field]}
      value={Number.isNaN(value) ? null : value}
      error={form.errorAt(field)}
      onChange={(next) => form.change({ [field]: next ?? Number.NaN })}
    />
  )
}

/** The lot's trust level, which only platform admins can change. */
export function Trust({ settings }: { settings: StaffLot }) {
  const form = useSettingsForm(settings, ['trust_level'])
  const { title, label, levels } = words.lotSettings.trust
  return (
    <SettingsPanel title={title} form={form}>
      <div className={css.form}>
        <NativeSelect
          label={label}
          data={lotTrustLevels.map((value) => ({ value, label: levels[value] }))}
          value={form.values.trust_level}
          onChange={({ currentTarget: { value } }) =>
            isOneOf(lotTrustLevels, value) && form.change({ trust_level: value })
          }
        />
      </div>
    </SettingsPanel>
  )
}
