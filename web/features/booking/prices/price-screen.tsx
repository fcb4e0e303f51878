'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type CalendarPrice,
  createCalendarPriceRoute,
  deleteCalendarPriceRoute,
  getCalendarPriceRoute,
  listZonesRoute,
  updateCalendarPriceRoute,
} from '@openspot/contract/booking/prices.ts'
import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf, fieldOf } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { type Edit, useEdit, useReloadOn } from '@/lib/use-edit.ts'
import { useImpactPreview } from '@/lib/use-impact-preview.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { EditConflict } from '@/ui/edit-conflict.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Differences } from '@/ui/impact-preview/differences.tsx'
import { ImpactPreviewPanel } from '@/ui/impact-preview/impact-preview-panel.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Columns, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import { priceAnswers } from './price-answers.ts'
import { type PriceDraft, priceBody, priceDraft } from './price-draft.ts'
import { PriceEffect } from './price-effect.tsx'
import { PriceFields } from './price-fields.tsx'
import { calendarPricePath, pricesPath } from './price-paths.ts'
import { shownPrice } from './price-text.ts'
import css from './prices.module.css'

const watched = [getCalendarPriceRoute, listZonesRoute]
const fields = [
  'name',
  'percent_bps',
  'amount_cents',
  'units',
  'zone_ids',
  'starts_at',
  'ends_at',
  'repeat_frequency',
  'weekdays',
  'until_on',
]

/** One calendar price, or a new one, with its effect and the impact preview. */
export function PriceScreen({
  lot,
  settings,
  initial,
}: {
  lot: ConsoleLot
  settings: StaffLot
  /** Null for a new price. */
  initial: CalendarPrice | null
}) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const { now } = useClock()
  const answer = useApiQuery(
    getCalendarPriceRoute,
    { params: { price_id: initial?.id ?? '' } },
    { client: 'admin', enabled: initial !== null, initialData: initial ?? undefined },
  )
  const price = initial && (answer.data ?? initial)
  const zones =
    useApiQuery(listZonesRoute, { params: { lot_id: lot.id } }, { client: 'admin' }).data?.items ?? []
  const [start] = useState(() => priceDraft(t, lot, now, null))
  const [drops, setDrops] = useState(false)
  const edit = useEdit(price ? priceDraft(t, lot, now, price) : start, price?.version ?? 0)
  const { draft } = edit
  const body = priceBody(t, draft, lot)
  const impact = useImpactPreview(
    lot.id,
    body && { calendar_price: { ...(price ? { price_id: price.id } : {}), price: body } },
    [settings.terms_version, price],
  )
  const lies = minutesOf(draft.recurrence.starts_at) > minutesOf(now)
  return (
    <>
      <PageHead
        back={<Link href={pricesPath(lot.id, 'calendar')}>{t('prices.calendar.title')}</Link>}
        title={price?.name ?? t('prices.calendar.new')}
        text={price?.created_by ? t('prices.calendar.by', { name: price.created_by }) : null}
        action={
          price ? (
            <Button variant="default" size="sm" onClick={() => setDrops(true)}>
              {t('prices.calendar.remove')}
            </Button>
          ) : null
        }
      />
      <div className={css.screen}>
        <Columns
          side={
            <ImpactPreviewPanel
              impact={impact}
              hint={[
                lies ? t('prices.calendar.lies') : '',
                draft.is_published ? '' : t('prices.calendar.asPublished'),
              ]
                .join(' ')
                .trim()}
            />
          }
        >
          {price?.is_guidance ? <Note title={t('prices.calendar.guided')} /> : null}
          <PriceForm lot={lot} price={price} zones={zones} edit={edit} />
          <PriceEffect draft={draft} prices={settings.price_configuration} lot={lot} />
        </Columns>
        <Differences impact={impact} lot={lot} />
      </div>
      {price && drops ? <DropPrice lot={lot} price={price} onClose={() => setDrops(false)} /> : null}
    </>
  )
}

function PriceForm({
  lot,
  price,
  zones,
  edit,
}: {
  lot: ConsoleLot
  price: CalendarPrice | null
  zones: Parameters<typeof PriceFields>[0]['zones']
  edit: Edit<PriceDraft>
}) {
  const t = useTranslations()
  const router = useRouter()
  const timeFormat = useTimeFormat(lot.time_zone)
  const { draft, isChanged } = edit
  const onError = useReloadOn('price_changed', [getCalendarPriceRoute])
  const create = useApiMutation(createCalendarPriceRoute, { client: 'admin', refresh: priceAnswers })
  const update = useApiMutation(updateCalendarPriceRoute, { client: 'admin', refresh: priceAnswers })
  const { error, isPending } = price ? update : create
  const at = fieldOf(error)
  const body = priceBody(t, draft, lot)
  const done = (saved: CalendarPrice) => {
    notifications.show({ message: t('prices.calendar.added', { name: saved.name }) })
    if (price) edit.discard()
    else router.replace(calendarPricePath(lot.id, saved.id))
  }
  const save = (version: number) => {
    if (!body) return
    if (price)
      update.mutate(
        { params: { price_id: price.id }, body: { ...body, version } },
        { onSuccess: done, onError },
      )
    else create.mutate({ body: { lot_id: lot.id, ...body } }, { onSuccess: done })
  }
  const discard = () => {
    edit.discard()
    update.reset()
  }
  const shown = (of: PriceDraft) => shownPrice(t, of, { lot, zones, timeFormat })
  return (
    <Panel title={t('prices.calendar.form.what')}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          save(edit.version)
        }}
      >
        {codeOf(error) === 'price_changed' ? (
          <EditConflict
            original={shown(edit.original)}
            current={shown(edit.current)}
            isBusy={isPending}
            onReload={discard}
            onAgain={() => save(edit.currentVersion)}
          />
        ) : error && !(at && fields.includes(at.field)) ? (
          <Note tone="bad" title={error.message} />
        ) : null}
        <PriceFields
          draft={draft}
          lot={lot}
          zones={zones}
          errorAt={(field) => (at?.field === field ? at.message : null)}
          onChange={(part) => edit.change({ ...draft, ...part })}
        />
        <Buttons>
          <GatedButton
            type="submit"
            loading={isPending}
            why={!body ? t('common.why.correct') : isChanged ? null : t('common.why.unchanged')}
          >
            {t('common.save')}
          </GatedButton>
          {isChanged && price ? (
            <Button variant="default" onClick={discard}>
              {t('prices.discard')}
            </Button>
          ) : null}
        </Buttons>
      </form>
    </Panel>
  )
}

function DropPrice({ lot, price, onClose }: { lot: ConsoleLot; price: CalendarPrice; onClose: () => void }) {
  const t = useTranslations()
  const router = useRouter()
  const send = useApiMutation(deleteCalendarPriceRoute, { client: 'admin' })
  return (
    <ConfirmDialog
      opened
      title={t('prices.calendar.removeTitle', { name: price.name })}
      text={t('prices.calendar.removeText')}
      yes={t('common.delete')}
      no={t('prices.calendar.keep')}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onYes={() =>
        send.mutate(
          { params: { price_id: price.id } },
          {
            onSuccess: () => {
              notifications.show({ message: t('prices.calendar.removed', { name: price.name }) })
              router.push(pricesPath(lot.id, 'calendar'))
            },
          },
        )
      }
    />
  )
}
