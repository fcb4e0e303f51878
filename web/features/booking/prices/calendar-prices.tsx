'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type CalendarPrice,
  listCalendarPricesRoute,
  listZonesRoute,
  updateCalendarPriceRoute,
  type Zone,
} from '@openspot/contract/booking/prices.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveCsv } from '@/lib/csv.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { recurrenceText } from '@/ui/recurrence-text.ts'
import { EmptyState } from '@/ui/states.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import { priceAnswers } from './price-answers.ts'
import { calendarPricePath } from './price-paths.ts'
import { changeText, isOver, priceRows, unitsText, zonesText } from './price-text.ts'
import css from './prices.module.css'
import { type Shown, shows } from './use-prices-view.ts'

/** The calendar prices of a lot with their times and effects. */
export function CalendarPrices({
  lot,
  show,
  onShow,
}: {
  lot: ConsoleLot
  show: Shown
  onShow: (show: Shown) => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const params = { lot_id: lot.id }
  const answer = useApiQuery(listCalendarPricesRoute, { params }, { client: 'admin' })
  const zones = useApiQuery(listZonesRoute, { params }, { client: 'admin' }).data?.items ?? []
  const columns = useColumns(lot, zones)
  const all = answer.data?.items ?? []
  const shown = all.filter((price) => isShown(price, show, lot.time_zone, now))
  const add = (
    <Button component={Link} size="sm" variant="default" href={calendarPricePath(lot.id, 'new')}>
      {t('prices.calendar.add')}
    </Button>
  )
  const save = () =>
    saveCsv(
      `calendar prices ${lot.name} ${localDate(lot.time_zone, minutesOf(now))}`,
      priceRows(t, shown, zones, lot),
    )
  return (
    <Panel
      title={t('prices.calendar.title')}
      text={t('prices.calendar.text')}
      action={all.length > 0 ? add : null}
    >
      <QueryState answer={answer} rows={3} />
      {answer.data && all.length === 0 ? (
        <EmptyState
          title={t('prices.calendar.emptyTitle')}
          text={t('prices.calendar.emptyText')}
          action={add}
        />
      ) : null}
      {all.length > 0 ? (
        <div className={css.tools}>
          <Buttons>
            <MenuChip
              label={t('prices.calendar.show')}
              value={t(`prices.calendar.shows.${show}`)}
              choices={shows.map((one) => ({
                text: t(`prices.calendar.shows.${one}`),
                chosen: one === show,
                choose: () => onShow(one),
              }))}
            />
            <p aria-live="polite">{t('prices.calendar.count', { count: shown.length })}</p>
          </Buttons>
          <CsvButton label={t('prices.calendar.csvLabel')} onSave={save} />
        </div>
      ) : null}
      {all.length > 0 && shown.length === 0 ? (
        <EmptyState
          title={t('prices.calendar.none')}
          text={t('prices.calendar.noneText')}
          action={
            <Button variant="default" onClick={() => onShow('all')}>
              {t('prices.calendar.showAll')}
            </Button>
          }
        />
      ) : null}
      {shown.length > 0 ? (
        <DataTable
          label={t('prices.calendar.table')}
          columns={columns}
          rows={shown}
          keyOf={(price) => price.id}
        />
      ) : null}
    </Panel>
  )
}

function isShown(price: CalendarPrice, show: Shown, zone: string, now: string): boolean {
  if (show === 'all') return true
  if (show === 'plans') return !price.is_published
  return isOver(price, zone, now) === (show === 'over')
}

function useColumns(lot: ConsoleLot, zones: readonly Zone[]): Column<CalendarPrice>[] {
  const t = useTranslations()
  const timeFormat = useTimeFormat(lot.time_zone)
  return [
    {
      key: 'name',
      head: t('prices.calendar.columns.name'),
      cell: (price) => <Link href={calendarPricePath(lot.id, price.id)}>{price.name}</Link>,
    },
    {
      key: 'change',
      head: t('prices.calendar.columns.change'),
      cell: (price) => changeText(t, price, lot.currency),
    },
    {
      key: 'when',
      head: t('prices.calendar.columns.when'),
      cell: (price) => recurrenceText(t, price, timeFormat),
    },
    { key: 'units', head: t('prices.calendar.columns.units'), cell: (value) => unitsText(t, value) },
    { key: 'zones', head: t('prices.calendar.columns.zones'), cell: (price) => zonesText(t, price, zones) },
    {
      key: 'state',
      head: t('prices.calendar.columns.state'),
      cell: (price) => {
        if (!price.is_published) return t('prices.calendar.plan')
        return isOver(price, lot.time_zone, timeFormat.now)
          ? t('prices.calendar.over')
          : t('prices.calendar.published')
      },
    },
    { key: 'act', head: t('prices.calendar.columns.act'), cell: (price) => <PublishButton price={price} /> },
  ]
}

/** Publishes or unpublishes a price; both take effect immediately and can be reversed. */
export function PublishButton({ price }: { price: CalendarPrice }) {
  const t = useTranslations()
  const send = useApiMutation(updateCalendarPriceRoute, { client: 'admin', refresh: priceAnswers })
  const { id, name, is_published } = price
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      loading={send.isPending}
      aria-label={
        is_published ? t('prices.calendar.unpublishOne', { name }) : t('prices.calendar.publishOne', { name })
      }
      onClick={() =>
        send.mutate(
          { params: { price_id: id }, body: { is_published: !is_published } },
          {
            onSuccess: () =>
              notifications.show({
                message: is_published
                  ? t('prices.calendar.takenBack', { name })
                  : t('prices.calendar.publishedNow', { name }),
              }),
            onError: ({ message }) => notifications.show({ color: 'red', message }),
          },
        )
      }
    >
      {is_published ? t('prices.calendar.unpublish') : t('prices.calendar.publish')}
    </Button>
  )
}
