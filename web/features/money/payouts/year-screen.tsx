'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getMyEarningsStatementRoute, type YearOfEarnings } from '@openspot/contract/money/earnings.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { IconDownload } from '@tabler/icons-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { saveCsv } from '@/lib/csv.ts'
import { saveFile } from '@/lib/save-file.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { moneyText } from '@/ui/money.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { EmptyState } from '@/ui/states.tsx'
import css from './payouts.module.css'

type Year = YearOfEarnings['currencies'][number]
/** One month, or 13 for the whole year. */
type Row = Year['months'][number]

const sums = (t: Translate) =>
  [
    ['gross_cents', t('payouts.year.gross')],
    ['fees_cents', t('payouts.year.fees')],
    ['refunds_cents', t('payouts.year.refunds')],
    ['net_cents', t('payouts.year.net')],
    ['spent_cents', t('payouts.year.spent')],
    ['paid_out_cents', t('payouts.year.paidOut')],
  ] as const
/** Columns that are deducted from what drivers paid. */
const minus = ['fees_cents', 'refunds_cents']

const monthName = (t: Translate, month: number) =>
  new Intl.DateTimeFormat(localeOf(t), { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, month - 1, 15),
  )
const nameOf = (t: Translate, { month }: Row) =>
  month === 13 ? t('payouts.year.total') : monthName(t, month)
const rowsOf = ({ months, total }: Year): Row[] => [...months, { month: 13, ...total }]

/** A year of a host's earnings by month, for tax purposes. */
export function YearScreen({
  year: { year, first_year, currencies },
  now,
}: {
  year: YearOfEarnings
  now: number
}) {
  const t = useTranslations()
  const save = () =>
    saveCsv(`earnings-${year}`, [
      [t('csv.columns.currency'), t('csv.columns.month'), ...sums(t).map(([, title]) => title)],
      ...currencies.flatMap((one) =>
        one.months.map((row) => [
          one.currency,
          `${year}-${String(row.month).padStart(2, '0')}`,
          ...sums(t).map(([name]) => decimalOf(row[name], one.currency)),
        ]),
      ),
    ])
  return (
    <div className={css.screen}>
      <PageHead
        back={<Link href="/me/earnings">{t('payouts.detail.backToEarnings')}</Link>}
        title={t('payouts.year.title', { year: String(year) })}
        text={t('payouts.year.text')}
        action={
          currencies.length > 0 ? (
            <Buttons>
              <StatementButton year={year} />
              <CsvButton label={t('payouts.year.csv')} onSave={save} />
            </Buttons>
          ) : null
        }
      />
      <Years year={year} first={first_year ?? year} last={now} />
      {currencies.length === 0 ? (
        <EmptyState
          title={t('payouts.year.emptyTitle', { year: String(year) })}
          // Before the first earnings, there is no other year to choose.
          text={first_year === null ? t('payouts.balance.emptyText') : t('payouts.year.emptyText')}
        />
      ) : null}
      {currencies.map((one) => (
        <DataTable
          key={one.currency}
          label={`${t('payouts.year.title', { year: String(year) })}, ${one.currency}`}
          columns={columnsOf(t, one)}
          rows={rowsOf(one)}
          keyOf={({ month }) => String(month)}
        />
      ))}
    </div>
  )
}

/** Downloads the statement of the year. */
function StatementButton({ year }: { year: number }) {
  const t = useTranslations()
  const read = useApiMutation(getMyEarningsStatementRoute)
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={read.isPending}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() =>
        read.mutate(
          { params: { year } },
          {
            onSuccess: saveFile,
            onError: ({ message }) => notifications.show({ color: 'red', message }),
          },
        )
      }
    >
      {t('payouts.year.statement')}
    </Button>
  )
}

function Years({ year, first, last }: { year: number; first: number; last: number }) {
  const t = useTranslations()
  const years = [year - 1, year + 1].filter((one) => one >= first && one <= last)
  if (years.length === 0) return null
  return (
    <nav aria-label={t('payouts.year.years')} className={css.years}>
      {years.map((one) => (
        <Link key={one} href={`/me/earnings/${one}`}>
          {one < year
            ? t('payouts.year.before', { year: String(one) })
            : t('payouts.year.after', { year: String(one) })}
        </Link>
      ))}
    </nav>
  )
}

function columnsOf(t: Translate, { currency, total }: Year): Column<Row>[] {
  return [
    { key: 'month', head: t('payouts.year.month'), cell: (value) => nameOf(t, value) },
    ...sums(t)
      .filter(([name]) => name !== 'spent_cents' || total.spent_cents !== 0)
      .map(([name, head]) => ({
        key: name,
        head,
        isFigure: true,
        cell: (row: Row) => {
          const cents = minus.includes(name) ? -row[name] : row[name]
          if (row.month === 13) return <strong>{moneyText(t, cents === 0 ? 0 : cents, currency)}</strong>
          return cents === 0 ? '–' : moneyText(t, cents, currency)
        },
      })),
  ]
}
