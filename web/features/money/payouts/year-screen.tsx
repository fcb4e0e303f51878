'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getMyEarningsStatementRoute, type YearOfEarnings } from '@openspot/contract/money/earnings.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { IconDownload } from '@tabler/icons-react'
import Link from 'next/link'
import { saveCsv } from '@/lib/csv.ts'
import { saveFile } from '@/lib/save-file.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { moneyText } from '@/ui/money.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { timeLocale, words } from '@/words/index.ts'
import css from './payouts.module.css'

const say = words.payouts.year
type Year = YearOfEarnings['currencies'][number]
/** One month, or 13 for the whole year. */
type Row = Year['months'][number]

const sums = [
  ['gross_cents', say.gross],
  ['fees_cents', say.fees],
  ['refunds_cents', say.refunds],
  ['net_cents', say.net],
  ['spent_cents', say.spent],
  ['paid_out_cents', say.paidOut],
] as const
/** Columns that are deducted from what drivers paid. */
const minus = ['fees_cents', 'refunds_cents']

const monthName = (month: number) =>
  new Intl.DateTimeFormat(timeLocale, { month: 'long', timeZone: 'UTC' }).format(
    Date.UTC(2024, month - 1, 15),
  )
const nameOf = ({ month }: Row) => (month === 13 ? say.total : monthName(month))
const rowsOf = ({ months, total }: Year): Row[] => [...months, { month: 13, ...total }]

/** A year of a host's earnings by month, for tax purposes. */
export function YearScreen({
  year: { year, first_year, currencies },
  now,
}: {
  year: YearOfEarnings
  now: number
}) {
  const save = () =>
    saveCsv(`earnings-${year}`, [
      ['currency', 'month', ...sums.map(([name]) => name.replace('_cents', ''))],
      ...currencies.flatMap((one) =>
        one.months.map((row) => [
          one.currency,
          `${year}-${String(row.month).padStart(2, '0')}`,
          ...sums.map(([name]) => decimalOf(row[name], one.currency)),
        ]),
      ),
    ])
  return (
    <div className={css.screen}>
      <PageHead
        back={<Link href="/me/earnings">{words.payouts.detail.backToEarnings}</Link>}
        title={say.title(year)}
        text={say.text}
        action={
          currencies.length > 0 ? (
            <Buttons>
              <StatementButton year={year} />
              <CsvButton label={say.csv} onSave={save} />
            </Buttons>
          ) : null
        }
      />
      <Years year={year} first={first_year ?? year} last={now} />
      {currencies.length === 0 ? <EmptyState title={say.emptyTitle(year)} text={say.emptyText} /> : null}
      {currencies.map((one) => (
        <DataTable
          key={one.currency}
          label={`${say.title(year)}, ${one.currency}`}
          columns={columnsOf(one)}
          rows={rowsOf(one)}
          keyOf={({ month }) => String(month)}
        />
      ))}
    </div>
  )
}

/** Downloads the statement of the year. */
function StatementButton({ year }: { year: number }) {
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
      {say.statement}
    </Button>
  )
}

function Years({ year, first, last }: { year: number; first: number; last: number }) {
  const years = [year - 1, year + 1].filter((one) => one >= first && one <= last)
  if (years.length === 0) return null
  return (
    <nav aria-label={say.years} className={css.years}>
      {years.map((one) => (
        <Link key={one} href={`/me/earnings/${one}`}>
          {one < year ? say.before(one) : say.after(one)}
        </Link>
      ))}
    </nav>
  )
}

function columnsOf({ currency, total }: Year): Column<Row>[] {
  return [
    { key: 'month', head: say.month, cell: nameOf },
    ...sums
      .filter(([name]) => name !== 'spent_cents' || total.spent_cents !== 0)
      .map(([name, head]) => ({
        key: name,
        head,
        isFigure: true,
        cell: (row: Row) => {
          const cents = minus.includes(name) ? -row[name] : row[name]
          if (row.month === 13) return <strong>{moneyText(cents === 0 ? 0 : cents, currency)}</strong>
          return cents === 0 ? '–' : moneyText(cents, currency)
        },
      })),
  ]
}
