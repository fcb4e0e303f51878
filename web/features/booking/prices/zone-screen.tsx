'use client'
import { Button, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  deleteZoneRoute,
  listZonesRoute,
  updateZoneRoute,
  type Zone,
} from '@openspot/contract/booking/prices.ts'
import { getLotRoute, type StaffLot } from '@openspot/contract/lots/lots.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf, fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { type Edit, useEdit, useReloadOn } from '@/lib/use-edit.ts'
import { useImpactPreview } from '@/lib/use-impact-preview.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { EditConflict, type ShownValue } from '@/ui/edit-conflict.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Differences } from '@/ui/impact-preview/differences.tsx'
import { ImpactPreviewPanel } from '@/ui/impact-preview/impact-preview-panel.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Columns, Panel } from '@/ui/panel.tsx'
import { type RateDraft, RateFields, rateDraft, readRates, shownRates } from '@/ui/rate-fields.tsx'
import { Note } from '@/ui/states.tsx'
import { InEffect } from './in-effect.tsx'
import { pricesPath } from './price-paths.ts'
import css from './prices.module.css'
import { hasOwn } from './zones.tsx'

const watched = [getLotRoute, listZonesRoute]
interface ZoneDraft {
  name: string
  rates: RateDraft
}

/** One zone: its name, the rates that replace the lot's, and the impact preview. */
export function ZoneScreen({
  lot,
  settings,
  initial,
}: {
  lot: ConsoleLot
  settings: StaffLot
  initial: Zone
}) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const params = { lot_id: lot.id }
  const zones = useApiQuery(listZonesRoute, { params }, { client: 'admin' })
  const { data = settings } = useApiQuery(getLotRoute, { params }, { client: 'admin', initialData: settings })
  const zone = zones.data?.items.find(({ id }) => id === initial.id) ?? initial
  const prices = data.price_configuration
  const [drops, setDrops] = useState(false)
  const edit = useEdit<ZoneDraft>(
    { name: zone.name, rates: rateDraft(t, zone.rates, lot.currency) },
    zone.version,
  )
  const { draft } = edit
  const rates = readRates(t, draft.rates, lot.currency)
  const impact = useImpactPreview(lot.id, rates && { zone_rates: [{ zone_id: zone.id, rates }] }, [
    data.terms_version,
    zone.rates,
  ])
  return (
    <>
      <PageHead
        back={<Link href={pricesPath(lot.id, 'zones')}>{t('prices.zones.title')}</Link>}
        title={zone.name}
        text={t('prices.zones.spots', { count: zone.spot_count })}
        action={
          <Button variant="default" size="sm" onClick={() => setDrops(true)}>
            {t('prices.zones.remove')}
          </Button>
        }
      />
      <div className={css.screen}>
        <Columns
          side={
            <ImpactPreviewPanel
              impact={impact}
              hint={zone.spot_count === 0 ? t('prices.zones.noSpots') : null}
            />
          }
        >
          <ZoneForm lot={lot} zone={zone} edit={edit} />
          <InEffect
            lot={prices}
            zone={rates && hasOwn(rates) ? rates : null}
            derive={prices}
            currency={lot.currency}
          />
        </Columns>
        <Differences impact={impact} lot={lot} />
      </div>
      {drops ? <DropZone lot={lot} zone={zone} onClose={() => setDrops(false)} /> : null}
    </>
  )
}

function ZoneForm({ lot, zone, edit }: { lot: ConsoleLot; zone: Zone; edit: Edit<ZoneDraft> }) {
  const t = useTranslations()
  const { draft, isChanged } = edit
  const onError = useReloadOn('zone_changed', [listZonesRoute])
  const send = useApiMutation(updateZoneRoute, { client: 'admin', refresh: [listZonesRoute, getLotRoute] })
  const at = fieldOf(send.error)
  const errorAt = (field: string) => (at?.field === field ? at.message : null)
  const rates = readRates(t, draft.rates, lot.currency)
  const name = draft.name.trim()
  const save = (version: number) => {
    if (!rates || name === '') return
    send.mutate(
      { params: { zone_id: zone.id }, body: { name, rates, version } },
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
  return (
    <Panel title={t('prices.zones.ratesTitle')} text={t('prices.zones.ratesText')}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          save(edit.version)
        }}
      >
        {codeOf(send.error) === 'zone_changed' ? (
          <EditConflict
            original={shownZone(t, edit.original)}
            current={shownZone(t, edit.current)}
            isBusy={send.isPending}
            onReload={discard}
            onAgain={() => save(edit.currentVersion)}
          />
        ) : send.error && !at ? (
          <Note tone="bad" title={send.error.message} />
        ) : null}
        <TextInput
          label={t('prices.zones.name')}
          maxLength={60}
          value={draft.name}
          error={errorAt('name')}
          onChange={(event) => edit.change({ ...draft, name: event.currentTarget.value })}
        />
        <RateFields
          draft={draft.rates}
          currency={lot.currency}
          errorAt={(column) => errorAt(`rates.${column}`)}
          onChange={(next) => edit.change({ ...draft, rates: next })}
        />
        <Buttons>
          <GatedButton
            type="submit"
            loading={send.isPending}
            why={
              !rates || name === '' ? t('common.why.correct') : isChanged ? null : t('common.why.unchanged')
            }
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

const shownZone = (t: Translate, { name, rates }: ZoneDraft): ShownValue[] => [
  [t('prices.zones.name'), name],
  ...shownRates(t, rates),
]

function DropZone({ lot, zone, onClose }: { lot: ConsoleLot; zone: Zone; onClose: () => void }) {
  const t = useTranslations()
  const router = useRouter()
  const send = useApiMutation(deleteZoneRoute, { client: 'admin', refresh: [listZonesRoute] })
  return (
    <ConfirmDialog
      opened
      title={t('prices.zones.removeTitle', { name: zone.name })}
      text={t('prices.zones.removeText', { count: zone.spot_count })}
      yes={t('common.delete')}
      no={t('prices.zones.keep')}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onYes={() =>
        send.mutate(
          { params: { zone_id: zone.id } },
          {
            onSuccess: () => {
              notifications.show({ message: t('prices.zones.removed', { name: zone.name }) })
              router.push(pricesPath(lot.id, 'zones'))
            },
          },
        )
      }
    />
  )
}
