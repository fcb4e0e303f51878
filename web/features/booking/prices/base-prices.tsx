'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getLotRoute, type StaffLot, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useImpactPreview } from '@/lib/use-impact-preview.ts'
import { CountField } from '@/ui/count-field.tsx'
import { feeText } from '@/ui/fee-text.ts'
import { Differences } from '@/ui/impact-preview/differences.tsx'
import { ImpactPreviewPanel } from '@/ui/impact-preview/impact-preview-panel.tsx'
import { MoneyField } from '@/ui/money-field.tsx'
import { Hours } from '@/ui/opening-hours/hours.tsx'
import { Buttons, Columns, FieldRow, Panel } from '@/ui/panel.tsx'
import { RateFields } from '@/ui/rate-fields.tsx'
import { Note } from '@/ui/states.tsx'
import { type BaseDraft, baseDraft, readBase } from './base-draft.ts'
import { InEffect } from './in-effect.tsx'
import css from './prices.module.css'

/** The base prices of a lot, the resulting prices, and the impact preview. */
export function BasePrices({ lot, settings }: { lot: ConsoleLot; settings: StaffLot }) {
  const t = useTranslations()
  const prices = settings.price_configuration
  const { currency } = lot
  const saved = baseDraft(t, prices)
  // Until something is edited, the form follows the current prices.
  const [typed, setTyped] = useState<BaseDraft | null>(null)
  const draft = typed ?? saved
  const body = readBase(t, draft, currency)
  const impact = useImpactPreview(lot.id, body && { rates: body }, settings.terms_version)
  const effect = body ?? readBase(t, saved, currency)
  const shared = { zone: null, currency }
  if (!lot.is_admin) {
    return (
      <Columns side={<Hours lot={lot} settings={settings} />}>
        {effect ? (
          <InEffect {...shared} lot={effect} derive={effect} title={t('prices.effect.title')} />
        ) : null}
        <Fee settings={settings} />
      </Columns>
    )
  }
  return (
    <div className={css.screen}>
      <Columns side={<ImpactPreviewPanel impact={impact} />}>
        <BaseForm
          lot={lot}
          settings={settings}
          draft={draft}
          isChanged={typed !== null}
          onChange={setTyped}
        />
        {effect ? <InEffect {...shared} lot={effect} derive={effect} /> : null}
      </Columns>
      <Differences impact={impact} lot={lot} />
      <Columns side={null}>
        <Hours lot={lot} settings={settings} />
      </Columns>
    </div>
  )
}

function BaseForm({
  lot,
  settings,
  draft,
  isChanged,
  onChange,
}: {
  lot: ConsoleLot
  settings: StaffLot
  draft: BaseDraft
  isChanged: boolean
  onChange: (draft: BaseDraft | null) => void
}) {
  const t = useTranslations()
  const { currency } = lot
  const send = useApiMutation(updateLotRoute, { client: 'admin', refresh: [getLotRoute] })
  const at = fieldOf(send.error)
  const errorAt = (field: string) => (at?.field === field ? at.message : null)
  const change = (part: Partial<BaseDraft>) => onChange({ ...draft, ...part })
  const body = readBase(t, draft, currency)
  const save = () => {
    if (!body) return
    send.mutate(
      { params: { lot_id: lot.id }, body },
      {
        onSuccess: () => {
          onChange(null)
          notifications.show({ message: t('prices.saved') })
        },
      },
    )
  }
  const boundFault = (field: 'min_reservation_price' | 'max_reservation_price') =>
    errorAt(field) ?? (draft[field].trim() === '' ? t('prices.base.needed') : null)
  return (
    <Panel title={t('prices.base.title')} text={t('prices.base.text')}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {send.error && !at ? <Note tone="bad" title={send.error.message} /> : null}
        <RateFields
          draft={draft.rates}
          currency={currency}
          errorAt={errorAt}
          onChange={(rates) => change({ rates })}
        />
        <FieldRow isWide>
          <CountField
            label={t('prices.base.dayFrom')}
            unit={t('prices.base.hours')}
            placeholder={t('prices.base.notSold')}
            min={1}
            max={24}
            value={draft.day_from_hours}
            error={errorAt('day_from_hours')}
            onChange={(day_from_hours) => change({ day_from_hours })}
          />
          <CountField
            label={t('prices.base.monthFrom')}
            unit={t('prices.base.days')}
            placeholder={t('prices.base.notSold')}
            min={1}
            max={31}
            value={draft.month_from_days}
            error={errorAt('month_from_days')}
            onChange={(month_from_days) => change({ month_from_days })}
          />
        </FieldRow>
        <FieldRow>
          <MoneyField
            label={t('prices.base.minimum')}
            description={t('prices.base.minimumText')}
            text={draft.min_reservation_price}
            currency={currency}
            error={boundFault('min_reservation_price')}
            onChange={(text) => change({ min_reservation_price: text })}
          />
          <MoneyField
            label={t('prices.base.maximum')}
            description={t('prices.base.maximumText')}
            text={draft.max_reservation_price}
            currency={currency}
            error={boundFault('max_reservation_price')}
            onChange={(text) => change({ max_reservation_price: text })}
          />
        </FieldRow>
        <Fee settings={settings} />
        <Buttons>
          <Button type="submit" loading={send.isPending} disabled={!isChanged || !body}>
            {t('common.save')}
          </Button>
          {isChanged ? (
            <Button
              variant="default"
              onClick={() => {
                onChange(null)
                send.reset()
              }}
            >
              {t('prices.discard')}
            </Button>
          ) : null}
        </Buttons>
      </form>
    </Panel>
  )
}

function Fee({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
  const fee = feeText(t, settings.price_configuration)
  return <p className={css.quiet}>{fee ? t('prices.base.fee', { parts: fee }) : t('prices.base.noFee')}</p>
}
