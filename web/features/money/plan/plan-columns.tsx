import type { PlanBill, SubscriptionChange } from '@openspot/contract/money/subscriptions.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import type { Column } from '@/ui/data-table.tsx'
import type { CsvColumns } from '@/ui/list-csv.tsx'
import { Money } from '@/ui/money.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './plan.module.css'

const say = words.plan
const tones = { SCHEDULED: 'ahead', APPLIED: 'done', WITHDRAWN: 'bad' } as const

export const billColumns = (zone: string): Column<PlanBill>[] => [
  {
    key: 'what',
    head: say.columns.what,
    cell: (bill) => (
      <span className={css.what}>
        {bill.plan_name}
        {bill.is_change ? <span className={css.tag}>{say.rest}</span> : null}
      </span>
    ),
  },
  {
    key: 'time',
    head: say.columns.time,
    cell: (bill) => (
      <>
        <Day at={bill.starts_at} zone={zone} /> – <Day at={bill.ends_at} zone={zone} />
      </>
    ),
  },
  { key: 'billed', head: say.columns.billed, cell: (bill) => <Day at={bill.created_at} zone={zone} /> },
  {
    key: 'amount',
    head: say.columns.amount,
    isFigure: true,
    cell: (bill) => <Money cents={bill.amount_cents} currency={bill.currency} />,
  },
]

const nameOf = ({ kind, plan }: SubscriptionChange): string =>
  kind === 'PLAN' && plan ? say.toPlan(plan.name) : say.kinds[kind]

export const changeColumns = (zone: string, currency: string): Column<SubscriptionChange>[] => [
  { key: 'change', head: say.columns.change, cell: nameOf },
  { key: 'from', head: say.columns.from, cell: (one) => <Day at={one.effective_at} zone={zone} /> },
  {
    key: 'state',
    head: say.columns.state,
    cell: (one) => <StatusWord tone={tones[one.state]}>{say.states[one.state]}</StatusWord>,
  },
  {
    key: 'price',
    head: say.columns.price,
    isFigure: true,
    cell: (one) => (one.month_cents === null ? null : <Money cents={one.month_cents} currency={currency} />),
  },
  {
    key: 'now',
    head: say.columns.now,
    isFigure: true,
    cell: (one) =>
      one.proration_cents === 0 ? null : <Money cents={one.proration_cents} currency={currency} />,
  },
  { key: 'by', head: say.columns.by, cell: (one) => one.requested_by ?? say.planned.byUs },
  { key: 'reason', head: say.columns.reason, cell: (one) => <span className={css.why}>{one.reason}</span> },
]

const day = (at: string, zone: string) => localDate(zone, minutesOf(at))

export const billCsv = (zone: string): CsvColumns<PlanBill> => [
  ['id', (bill) => bill.id],
  ['plan_name', (bill) => bill.plan_name],
  ['is_change', (bill) => String(bill.is_change)],
  ['starts_on', (bill) => day(bill.starts_at, zone)],
  ['ends_on', (bill) => day(bill.ends_at, zone)],
  ['created_at', (bill) => bill.created_at],
  ['amount', (bill) => decimalOf(bill.amount_cents, bill.currency)],
  ['currency', (bill) => bill.currency],
]

export const changeCsv = (currency: string): CsvColumns<SubscriptionChange> => [
  ['id', (one) => one.id],
  ['kind', (one) => one.kind],
  ['plan', (one) => one.plan?.name ?? null],
  ['state', (one) => one.state],
  ['effective_at', (one) => one.effective_at],
  ['month', (one) => (one.month_cents === null ? null : decimalOf(one.month_cents, currency))],
  ['proration', (one) => decimalOf(one.proration_cents, currency)],
  ['currency', () => currency],
  ['requested_by', (one) => one.requested_by],
  ['reason', (one) => one.reason],
  ['created_at', (one) => one.created_at],
]
