'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getLotRoute, type StaffLot, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf, fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { type Edit, useEdit, useReloadOn } from '@/lib/use-edit.ts'
import { useImpactPreview } from '@/lib/use-impact-preview.ts'
import { CountField } from '@/ui/count-field.tsx'
import { EditConflict } from '@/ui/edit-conflict.tsx'
import { feeText } from '@/ui/fee-text.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Differences } from '@/ui/impact-preview/differences.tsx'
import { ImpactPreviewPanel } from '@/ui/impact-preview/impact-preview-panel.tsx'
import { MoneyField, moneyDraft } from '@/ui/money-field.tsx'
import { Hours } from '@/ui/opening-hours/hours.tsx'
import { Buttons, Columns, FieldRow, Panel } from '@/ui/panel.tsx'
import { RateFields, rateDraft } from '@/ui/rate-fields.tsx'
import { Note } from '@/ui/states.tsx'
import { type BaseDraft, baseDraft, readBase, shownBase } from './base-draft.ts'
import { InEffect } from './in-effect.tsx'
import { PriceTemplates } from './price-templates.tsx'
import css from './prices.module.css'

/** The base prices of a lot, the resulting prices, and the impact preview. */
export function BasePrices({ lot, settings }: { lot: ConsoleLot; settings: StaffLot }) {
  const t = useTranslations()
  const prices = settings.price_configuration
  const { currency } = lot
  const saved = baseDraft(t, prices)
  const edit = useEdit(saved, settings.version)
  const { draft } = edit
  const form = useRef<HTMLDivElement>(null)
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
  const hasRates = [prices.half_hour_cents, prices.hour_cents, prices.day_cents, prices.month_cents].some(
    (cents) => cents !== null,
  )
  const templates = (
    <PriceTemplates
      settings={settings}
      onUse={(rates, max) => {
        edit.change({
          ...draft,
          rates: rateDraft(t, rates, currency),
          day_from_hours: null,
          month_from_days: null,
          max_reservation_price: moneyDraft(t, max, currency),
        })
        // On a phone the form that was filled is screens away, and nothing would seem to happen.
        form.current?.focus()
        form.current?.scrollIntoView({ block: 'start' })
      }}
    />
  )
  return (
    <div className={css.screen}>
      {hasRates ? null : templates}
      <Columns side={<ImpactPreviewPanel impact={impact} />}>
        <div ref={form} tabIndex={-1} className={css.filled}>
          <BaseForm lot={lot} settings={settings} edit={edit} />
        </div>
        {effect ? <InEffect {...shared} lot={effect} derive={effect} /> : null}
      </Columns>
      <Differences impact={impact} lot={lot} />
      {hasRates ? templates : null}
      <Columns side={null}>
        <Hours lot={lot} settings={settings} />
      </Columns>
    </div>
  )
}

function BaseForm({ lot, settings, edit }: { lot: ConsoleLot; settings: StaffLot; edit: Edit<BaseDraft> }) {
  const t = useTranslations()
  const { currency } = lot
  const { draft, isChanged } = edit
  const onError = useReloadOn('lot_changed', [getLotRoute])
  const send = useApiMutation(updateLotRoute, { client: 'admin', refresh: [getLotRoute] })
  const at = fieldOf(send.error)
  const errorAt = (field: string) => (at?.field === field ? at.message : null)
  const change = (part: Partial<BaseDraft>) => edit.change({ ...draft, ...part })
  const isConflict = codeOf(send.error) === 'lot_changed'
  const body = readBase(t, draft, currency)
  const save = (version: number) => {
    if (!body) return
    send.mutate(
      { params: { lot_id: lot.id }, body: { ...body, version } },
      {
        onError,
        onSuccess: () => {
          edit.discard()
          notifications.show({ message: t('prices.saved') })
        },
      },
    )
  }
  const discard = () => {
    edit.discard()
    send.reset()
  }
  const boundFault = (field: 'min_reservation_price' | 'max_reservation_price') =>
    errorAt(field) ?? (draft[field].trim() === '' ? t('prices.base.needed') : null)
  return (
    <Panel title={t('prices.base.title')} text={t('prices.base.text')}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          save(edit.version)
        }}
      >
        {isConflict ? (
          <EditConflict
            original={shownBase(t, edit.original)}
            current={shownBase(t, edit.current)}
            isBusy={send.isPending}
            onReload={discard}
            onAgain={() => save(edit.currentVersion)}
          />
        ) : send.error && !at ? (
          <Note tone="bad" title={send.error.message} />
        ) : null}
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
          <GatedButton
            type="submit"
            loading={send.isPending}
            why={!body ? t('common.why.correct') : isChanged ? null : t('common.why.unchanged')}
          >
            {t('common.save')}
          </GatedButton>
          {isChanged ? (
            <Button variant="default" onClick={discard}>
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
