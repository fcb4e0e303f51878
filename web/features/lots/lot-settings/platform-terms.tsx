'use client'
import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CountField } from '@/ui/count-field.tsx'
import { MoneyField, moneyDraft, readMoney } from '@/ui/money-field.tsx'
import { FieldRow, Panel } from '@/ui/panel.tsx'
import { PercentOf } from './percent-of.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { useSettingsForm } from './use-settings-form.ts'

const fields = ['service_fee_cents', 'service_fee_bps', 'platform_share_bps', 'spot_limit'] as const

/** What the platform earns from the lot and how many spots it may have; only platform admins see and change it here. */
export function PlatformTerms({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
  const form = useSettingsForm(settings, fields)
  const { currency } = settings.price_configuration
  const [text, setText] = useState<string | null>(null)
  const fee = form.values.service_fee_cents ?? 0
  const read = text === null ? null : readMoney(t, text, currency)
  const isReady =
    (read === null || (read.ok && read.cents !== null)) &&
    [form.values.service_fee_bps, form.values.platform_share_bps].every((bps) => !Number.isNaN(bps))
  return (
    <SettingsPanel
      title={t('lotSettings.terms.title')}
      text={t('lotSettings.terms.text')}
      form={form}
      isReady={isReady}
    >
      <FieldRow>
        <MoneyField
          label={t('lotSettings.terms.service_fee_cents')}
          currency={currency}
          text={form.isChanged && text !== null ? text : moneyDraft(t, fee, currency)}
          error={form.errorAt('service_fee_cents')}
          onChange={(next) => {
            setText(next)
            const typed = readMoney(t, next, currency)
            if (typed.ok && typed.cents !== null) form.change({ service_fee_cents: typed.cents })
          }}
        />
        <PercentOf form={form} field="service_fee_bps" label={t('lotSettings.terms.service_fee_bps')} />
      </FieldRow>
      <FieldRow>
        <PercentOf form={form} field="platform_share_bps" label={t('lotSettings.terms.platform_share_bps')} />
        <CountField
          label={t('lotSettings.terms.spot_limit')}
          description={t('lotSettings.terms.spotLimitText')}
          unit={t('lotSettings.terms.spots')}
          max={32_767}
          value={form.values.spot_limit ?? null}
          error={form.errorAt('spot_limit')}
          onChange={(spot_limit) => form.change({ spot_limit })}
        />
      </FieldRow>
    </SettingsPanel>
  )
}

/** Leads platform admins to the decision about the lot. */
export function ReviewLink({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
  return (
    <Panel title={t('lotSettings.trust.title')} text={t(`lotReviews.levels.${settings.trust_level}`)}>
      <Link href={`/platform/lots?search=${settings.id}`}>{t('lotSettings.trust.decide')}</Link>
    </Panel>
  )
}
