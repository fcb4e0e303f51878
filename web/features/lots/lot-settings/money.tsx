'use client'
import { NativeSelect, TextInput } from '@mantine/core'
import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import { failedPaymentRules, isOneOf } from '@openspot/core/enums.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CountField } from '@/ui/count-field.tsx'
import { lengthText, percentText } from '@/ui/figures.ts'
import { moneyText } from '@/ui/money.tsx'
import { MoneyField, moneyDraft, readMoney } from '@/ui/money-field.tsx'
import { Facts, FieldRow, Panel } from '@/ui/panel.tsx'
import { PercentOf } from './percent-of.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { type SettingsForm, useSettingsForm } from './use-settings-form.ts'

const counts = {
  payout_hold_hours: { max: 2160, unit: 'hours' },
  failed_payment_days: { max: 60, unit: 'days' },
  refund_undo_minutes: { max: 1440, unit: 'minutes' },
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

/** The lot's financial terms, which admins other than owners can read. */
export function Money({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
  const { currency, service_fee_cents, service_fee_bps } = settings.price_configuration
  const fee = [
    service_fee_cents > 0 ? moneyText(t, service_fee_cents, currency) : null,
    service_fee_bps > 0 ? percentText(t, service_fee_bps) : null,
  ]
  const platforms = (
    <Facts
      items={[
        [
          t('lotSettings.money.service_fee'),
          fee.filter((part) => part !== null).join(' + ') || percentText(t, 0),
        ],
        [t('lotSettings.money.platform_share'), percentText(t, settings.platform_share_bps ?? 0)],
      ]}
    />
  )
  if (settings.role !== 'ADMIN') return <MoneyForm settings={settings}>{platforms}</MoneyForm>
  return (
    <Panel title={t('lotSettings.money.title')} text={t('lotSettings.money.onlyOwners')}>
      <Facts
        items={[
          [t('lotSettings.money.currency'), currency],
          [t('lotSettings.money.host_share_bps'), percentText(t, settings.host_share_bps ?? 0)],
          [t('lotSettings.money.payout_hold_hours'), lengthText(t, settings.payout_hold_hours ?? 0, 'hour')],
          [
            t('lotSettings.money.failed_payment_days'),
            lengthText(t, settings.failed_payment_days ?? 0, 'day'),
          ],
          [
            t('lotSettings.money.failed_payment_rule'),
            t(`lotSettings.money.failedRules.${settings.failed_payment_rule ?? 'END_RESERVATION'}`),
          ],
          [
            t('lotSettings.money.refund_undo_minutes'),
            lengthText(t, settings.refund_undo_minutes ?? 0, 'minute'),
          ],
          [
            t('lotSettings.money.approval_limit_cents'),
            limitOf(t, settings) ?? t('lotSettings.money.noLimit'),
          ],
        ]}
      />
      {platforms}
    </Panel>
  )
}

function limitOf(t: Translate, settings: StaffLot): string | null {
  const { approval_limit_cents = null, price_configuration } = settings
  return approval_limit_cents === null
    ? null
    : moneyText(t, approval_limit_cents, price_configuration.currency)
}

function MoneyForm({ settings, children }: { settings: StaffLot; children: React.ReactNode }) {
  const t = useTranslations()
  const form = useSettingsForm(settings, fields)
  const { values, change, errorAt } = form
  const { currency } = settings.price_configuration
  const limit = values.approval_limit_cents ?? null
  const [text, setText] = useState('')
  const read = readMoney(t, text, currency)
  const isTyped = !read.ok || read.cents === limit
  const isReady =
    (!isTyped || read.ok) &&
    Object.keys(counts).every((field) => !Number.isNaN(values[field as keyof typeof counts]))
  return (
    <SettingsPanel
      title={t('lotSettings.money.title')}
      text={t('lotSettings.money.text')}
      form={form}
      isReady={isReady}
    >
      <FieldRow>
        <TextInput
          label={t('lotSettings.money.currency')}
          description={t('lotSettings.money.currencyText')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={3}
          value={values.currency ?? currency}
          error={errorAt('currency')}
          onChange={(event) => change({ currency: event.currentTarget.value.toUpperCase() })}
        />
        <PercentOf form={form} field="host_share_bps" label={t('lotSettings.money.host_share_bps')} />
        <CountOf form={form} field="payout_hold_hours" />
      </FieldRow>
      <FieldRow>
        <CountOf form={form} field="failed_payment_days" />
        <NativeSelect
          label={t('lotSettings.money.failed_payment_rule')}
          size="md"
          data={failedPaymentRules.map((value) => ({
            value,
            label: t(`lotSettings.money.failedRules.${value}`),
          }))}
          value={values.failed_payment_rule ?? 'END_RESERVATION'}
          onChange={({ currentTarget: { value } }) =>
            isOneOf(failedPaymentRules, value) && change({ failed_payment_rule: value })
          }
        />
      </FieldRow>
      <FieldRow>
        <CountOf form={form} field="refund_undo_minutes" />
        <MoneyField
          label={t('lotSettings.money.approval_limit_cents')}
          placeholder={t('lotSettings.money.noLimit')}
          currency={currency}
          text={isTyped ? text : moneyDraft(t, limit, currency)}
          error={errorAt('approval_limit_cents')}
          onChange={(next) => {
            setText(next)
            const typed = readMoney(t, next, currency)
            if (typed.ok) change({ approval_limit_cents: typed.cents })
          }}
        />
      </FieldRow>
      {children}
    </SettingsPanel>
  )
}

function CountOf({ form, field }: { form: SettingsForm; field: keyof typeof counts }) {
  const t = useTranslations()
  const { max, unit } = counts[field]
  const value = form.values[field] ?? Number.NaN
  return (
    <CountField
      max={max}
      unit={t(`lotSettings.policies.${unit}`)}
      label={t(`lotSettings.money.${field}`)}
      value={Number.isNaN(value) ? null : value}
      error={form.errorAt(field)}
      onChange={(next) => form.change({ [field]: next ?? Number.NaN })}
    />
  )
}
