import type { DB, InvoiceStatus, PaymentStatus } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { type Bill, billsOf, momentOf } from './bills.ts'
import { entryRows, paymentEntries, refundEntries, type Shares } from './ledger.ts'
import type { Person } from './people.ts'
import { sessionOf, tail } from './people-rows.ts'
import type { Random } from './random.ts'
import type { DemoReservation, Fate } from './reservation.ts'

type Rows<Table extends keyof DB> = Insertable<DB[Table]>[]

export interface MoneyRows {
  invoices: Rows<'invoices'>
  invoice_lines: Rows<'invoice_lines'>
  payments: Rows<'payments'>
  refunds: Rows<'refunds'>
  ledger_transactions: Rows<'ledger_transactions'>
  ledger_entries: Rows<'ledger_entries'>
}

interface Course {
  invoice: InvoiceStatus
  payment: PaymentStatus | null
  /** Refunded share in percent. */
  refund?: number
  failure?: [code: string, message: string]
}

const declined: Course['failure'] = ['insufficient_funds', 'Your card has insufficient funds.']
const bounced: Course['failure'] = ['insufficient_funds', 'The bank account had too little on it.']

/** The outcome of the payment of a reservation. */
const courses: Readonly<Record<Fate, Course | null>> = {
  stayed: { invoice: 'PAID', payment: 'SUCCEEDED' },
  canceled_late: { invoice: 'PAID', payment: 'SUCCEEDED' },
  merged: { invoice: 'PAID', payment: 'SUCCEEDED' },
  courtesy: { invoice: 'PAID', payment: null },
  part_refunded: { invoice: 'PARTIALLY_REFUNDED', payment: 'SUCCEEDED', refund: 50 },
  refunded: { invoice: 'REFUNDED', payment: 'SUCCEEDED', refund: 100 },
  canceled_early: { invoice: 'REFUNDED', payment: 'SUCCEEDED', refund: 100 },
  refund_pending: { invoice: 'PENDING_REFUND', payment: 'SUCCEEDED', refund: 100 },
  unpaid: { invoice: 'FAILED', payment: 'FAILED', failure: bounced },
  debit_under_way: { invoice: 'PROCESSING', payment: 'PROCESSING' },
  canceled_unpaid: { invoice: 'CANCELED', payment: 'CANCELED' },
  expired: { invoice: 'CANCELED', payment: 'FAILED', failure: declined },
  awaited: { invoice: 'PENDING', payment: null },
  paying: { invoice: 'PENDING', payment: 'FAILED', failure: declined },
  old_request: null,
}

const reasons: Partial<Record<Fate, string>> = {
  part_refunded: 'The charger was out of order for half of the time.',
  refunded: 'Another car was in the spot.',
}

/**
 * Generates invoices, payments, refunds, and the ledger of all reservations, as the database's own functions would
 * write them.
 */
export function makeMoney(
  random: Random,
  reservations: readonly DemoReservation[],
  admins: ReadonlyMap<string, Person>,
  now: number,
): MoneyRows & { totals: Map<string, number> } {
  const rows: MoneyRows = {
    invoices: [],
    invoice_lines: [],
    payments: [],
    refunds: [],
    ledger_transactions: [],
    ledger_entries: [],
  }
  const totals = new Map<string, number>()
  for (const reservation of reservations) {
    const bills =
      reservation.fate === 'courtesy'
        ? [{ requested: reservation.made, period: null, total_cents: 0, lines: [] }]
        : billsOf(reservation, now)
    totals.set(reservation.id, bills[0]?.total_cents ?? 0)
    const course = courses[reservation.fate]
    if (!course) continue
    for (const bill of bills)
      addInvoice(rows, random, reservation, bill, course, admins.get(reservation.lot.row.id) ?? null)
  }
  // Numbers increase in order of creation.
  rows.invoices = rows.invoices.toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  return { ...rows, totals }
}

function addInvoice(
  rows: MoneyRows,
  random: Random,
  reservation: DemoReservation,
  bill: Bill,
  course: Course,
  admin: Person | null,
): void {
  const { row } = reservation.lot
  const fee = bill.lines.reduce((sum, line) => sum + (line.kind === 'SERVICE_FEE' ? line.amount_cents : 0), 0)
  const shares: Shares = {
    total_cents: bill.total_cents,
    service_fee_cents: fee,
    platform_share_cents: Math.floor(((bill.total_cents - fee) * row.platform_share_bps) / 10_000),
  }
  const isPaid = course.payment === 'SUCCEEDED' || bill.total_cents === 0
  const back = Math.floor((bill.total_cents * (course.refund ?? 0)) / 100)
  const isPending = course.invoice === 'PENDING_REFUND'
  const id = random.id()
  const requested_at = momentOf(bill.requested, 20)
  const paid_at = momentOf(bill.requested, 24)
  rows.invoices.push({
    id,
    lot_id: row.id,
    // A merged reservation's invoices belong to the one it was merged into.
    reservation_id: reservation.merged_into?.id ?? reservation.id,
    user_id: reservation.person.id,
    status: course.invoice,
    currency: row.currency,
    ...shares,
    paid_cents: isPaid ? bill.total_cents : 0,
    refunded_cents: isPending ? 0 : back,
    refund_pending_cents: isPending ? back : 0,
    payment_kind: bill.total_cents === 0 ? 'NONE' : 'STRIPE',
    period_starts_at: bill.period?.period_starts_at ?? null,
    period_ends_at: bill.period?.period_ends_at ?? null,
    created_at: requested_at,
    paid_at: isPaid ? paid_at : null,
  })
  for (const [at, line] of bill.lines.entries()) {
    rows.invoice_lines.push({ invoice_id: id, lot_id: row.id, line_no: at + 1, ...line })
  }
  if (course.payment === null) return
  const payment_id = random.id()
  const isTold = course.payment === 'SUCCEEDED' || course.payment === 'FAILED'
  rows.payments.push({
    id: payment_id,
    lot_id: row.id,
    invoice_id: id,
    payment_method_id:
      reservation.person.account_status === 'DELETED' ? null : (reservation.person.card?.id ?? null),
    status: course.payment,
    currency: row.currency,
    amount_cents: bill.total_cents,
    // The worker polls payments in progress, so they must not have an ID that the provider does not know.
    stripe_payment_intent_id: isTold ? `pi_demo_${tail(payment_id)}` : null,
    stripe_charge_id: isPaid ? `ch_demo_${tail(payment_id)}` : null,
    failure_code: course.failure?.[0] ?? null,
    failure_message: course.failure?.[1] ?? null,
    session_id: sessionOf(reservation.person.id),
    created_at: requested_at,
    settled_at: isPaid ? paid_at : null,
  })
  const enter = (kind: 'PAYMENT' | 'REFUND', source_id: string, occurred_at: string) =>
    rows.ledger_transactions.push({
      id: source_id,
      lot_id: row.id,
      kind,
      source_id,
      invoice_id: id,
      occurred_at,
    })
  if (!isPaid) return
  enter('PAYMENT', payment_id, paid_at)
  rows.ledger_entries.push(...entryRows(payment_id, row.id, row.currency, paymentEntries(shares)))
  if (back === 0) return

  const refund_id = random.id()
  const changed = reservation.changed ?? bill.requested
  rows.refunds.push({
    id: refund_id,
    lot_id: row.id,
    invoice_id: id,
    payment_id,
    status: isPending ? 'PENDING' : 'SUCCEEDED',
    amount_cents: back,
    reason: reasons[reservation.fate] ?? 'Canceled',
    stripe_refund_id: isPending ? null : `re_demo_${tail(refund_id)}`,
    requested_by_user_id: reasons[reservation.fate] ? (admin?.id ?? null) : reservation.person.id,
    by_staff: reasons[reservation.fate] !== undefined && admin !== null,
    created_at: momentOf(changed, 30),
    settled_at: isPending ? null : momentOf(changed, 33),
  })
  if (isPending) return
  enter('REFUND', refund_id, momentOf(changed, 33))
  rows.ledger_entries.push(...entryRows(refund_id, row.id, row.currency, refundEntries(shares, back)))
}
