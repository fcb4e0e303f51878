'use client'
import { Button } from '@mantine/core'
import type { BacktestDifference } from '@openspot/contract/booking/rule-sets.ts'
import { backtestKinds } from '@openspot/core/backtest/types.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { IconDownload } from '@tabler/icons-react'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveCsv } from '@/lib/csv.ts'
import { reservationPath } from '@/lib/paths.ts'
import { seenName } from '@/lib/seen-name.ts'
import type { ImpactPreview } from '@/lib/use-impact-preview.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { Money } from '@/ui/money.tsx'
import { Panel } from '@/ui/panel.tsx'
import { CheckboxChips } from '@/ui/picks.tsx'
import { ruleName } from '@/ui/rule-name.ts'
import { ReservationTime } from '@/ui/time.tsx'
import {
  changeOf,
  changeText,
  differenceRows,
  type Sort,
  sorts,
  toDifferenceRows,
} from './differences-rows.ts'
import css from './impact-preview.module.css'

const ROWS = 25

/**
 * The bookings that would differ: who, when, why, and both prices. The filter is not in the URL, because the report
 * itself is not: it is made from a form.
 */
export function Differences({ impact, lot }: { impact: ImpactPreview; lot: ConsoleLot }) {
  const t = useTranslations()
  const { report, isOld } = impact
  const { now } = useClock()
  const [kinds, setKinds] = useState<BacktestDifference['kind'][]>([])
  const [sort, setSort] = useState<Sort>('newest')
  const [rows, setRows] = useState(ROWS)
  if (!report || report.differences.length === 0) return null
  const { differences } = report
  const all = report.refused + report.newly_allowed + report.more_expensive + report.less_expensive
  const there = backtestKinds.filter((kind) => differences.some((one) => one.kind === kind))
  const shown = toDifferenceRows(
    differences,
    kinds.filter((kind) => there.includes(kind)),
    sort,
  )
  const save = () =>
    saveCsv(
      `impact preview ${lot.name} ${localDate(lot.time_zone, minutesOf(now))}`,
      differenceRows(t, shown, report, lot.time_zone),
    )
  return (
    <Panel
      title={t('rehearsal.differences')}
      text={[
        isOld ? t('rehearsal.oldText') : t('rehearsal.differencesText'),
        differences.length < all ? t('rehearsal.newestOnly', { shown: differences.length, all }) : '',
      ].join(' ')}
      action={
        <Button
          variant="default"
          size="compact-md"
          aria-label={t('rehearsal.csv.label')}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          onClick={save}
        >
          {t('rehearsal.csv.button')}
        </Button>
      }
    >
      <div className={css.tools}>
        {there.length > 1 ? (
          <CheckboxChips
            legend={t('rehearsal.show')}
            options={there.map((value) => ({
              value,
              label: t('rehearsal.kindCount', {
                kind: t(`rehearsal.kinds.${value}`),
                count: differences.filter(({ kind }) => kind === value).length,
              }),
            }))}
            chosen={kinds}
            onChange={setKinds}
          />
        ) : null}
        <MenuChip
          label={t('rehearsal.sort')}
          value={t(`rehearsal.sorts.${sort}`)}
          choices={sorts.map((one) => ({
            text: t(`rehearsal.sorts.${one}`),
            chosen: one === sort,
            choose: () => setSort(one),
          }))}
        />
      </div>
      <DataTable
        label={t('rehearsal.table')}
        columns={columnsOf(t, lot, report.currency, shown.some(hasText))}
        rows={shown.slice(0, rows)}
        keyOf={(one) => one.reservation_id}
      />
      {shown.length > rows ? (
        <Button variant="default" onClick={() => setRows(rows + ROWS)}>
          {t('rehearsal.more')}
        </Button>
      ) : null}
    </Panel>
  )
}

/** Price changes are explained only by their amounts. */
const hasText = ({ kind }: BacktestDifference): boolean => kind === 'REFUSED' || kind === 'NEWLY_ALLOWED'

function columnsOf(
  t: Translate,
  lot: ConsoleLot,
  currency: string,
  withWords: boolean,
): Column<BacktestDifference>[] {
  const amount = (cents: number | null) =>
    cents === null ? null : <Money cents={cents} currency={currency} />
  const inWords: Column<BacktestDifference> = {
    key: 'why',
    head: t('rehearsal.columns.why'),
    cell: (one) => (hasText(one) ? <span className={css.why}>{one.message}</span> : null),
  }
  return [
    {
      key: 'driver',
      head: t('rehearsal.columns.driver'),
      cell: (one) => (
        <Link href={reservationPath(lot.id, one.reservation_id)}>{seenName(t, one.driver)}</Link>
      ),
    },
    {
      key: 'stay',
      head: t('rehearsal.columns.stay'),
      cell: (one) => <ReservationTime starts_at={one.starts_at} ends_at={one.ends_at} zone={lot.time_zone} />,
    },
    { key: 'kind', head: t('rehearsal.columns.kind'), cell: ({ kind }) => t(`rehearsal.kinds.${kind}`) },
    {
      key: 'rule',
      head: t('rehearsal.columns.rule'),
      cell: ({ rule }) => (
        <span className={css.rule}>{rule === null ? t('rehearsal.noRule') : ruleName(t, rule)}</span>
      ),
    },
    {
      key: 'before',
      head: t('rehearsal.columns.before'),
      isFigure: true,
      cell: (one) => amount(one.before_cents),
    },
    {
      key: 'after',
      head: t('rehearsal.columns.after'),
      isFigure: true,
      cell: (one) => amount(one.after_cents),
    },
    {
      key: 'change',
      head: t('rehearsal.columns.change'),
      isFigure: true,
      cell: (one) => changeText(t, changeOf(one), currency),
    },
    ...(withWords ? [inWords] : []),
  ]
}
