import { formatInstrument, formatLine, lineWords } from '@openspot/core/invoices/in-words.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { formatDate, formatInFull, formatSpan, zoneMessage } from '@openspot/core/time/format.ts'
import type pg from 'pg'
import { refuse } from '../../errors.ts'
import { type DocumentWriter, makeDocument } from '../documents/document-writer.ts'
import type { Cell } from '../documents/typesetter.ts'
import { getReceiptFacts, type ReceiptFacts, receiptName, receiptStatuses } from './receipts.sql.ts'
import { receiptWords as words } from './words.ts'

export interface Receipt {
  file_name: string
  bytes: Buffer
}

/** Creates the receipt of a paid invoice. The same state produces the same bytes. Throws `invoice_not_paid`. */
export async function makeReceipt(pool: pg.Pool, invoice_id: string): Promise<Receipt> {
  const facts = await getReceiptFacts(pool, invoice_id)
  if (!receiptStatuses.some((status) => status === facts.status)) {
    refuse('invoice_not_paid', { message: words.unpaid[facts.status] })
  }
  const { number } = facts
  const title = words.title(number)
  const bytes = await makeDocument(
    {
      title,
      language: words.language,
      made_at: lastMoment(facts),
      running_head: `${title} · ${facts.lot.name}`,
      footer: (page, pages) => words.page(number, page, pages),
    },
    (writer) => {
      writer.title(title, words.by)
      writer.facts(reservationRows(facts))
      writePrice(writer, facts)
      writePayments(writer, facts)
      writeOpen(writer, facts)
    },
  )
  return { file_name: receiptName(number), bytes }
}

/** Returns the instant of the latest event on the receipt. */
function lastMoment({ created_at, paid_at, payments, refunds, open_invoices }: ReceiptFacts): string {
  const moments = [
    created_at,
    paid_at ?? created_at,
    ...payments.map(({ settled_at }) => settled_at),
    ...refunds.map((refund) => refund.settled_at ?? refund.created_at),
    ...open_invoices.map((open) => open.created_at),
  ]
  return moments.toSorted((a, b) => Date.parse(a) - Date.parse(b)).at(-1) ?? created_at
}

function reservationRows(facts: ReceiptFacts): [string, Cell][] {
  const { lot, payer, reservation, period_starts_at, period_ends_at } = facts
  const saying = sayingOf(facts)
  const name = [payer.first_name, payer.last_name].filter(Boolean).join(' ')
  const [who, ...more] = [name, payer.email ?? ''].filter(Boolean)
  const city = [lot.city, [lot.region, lot.postal_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [
    [words.invoice, words.number(facts.number, formatDate(facts.created_at, saying))],
    [words.payer, { text: who ?? words.erased, below: more }],
    [
      words.lot,
      {
        text: lot.name,
        below: [
          lot.street ?? '',
          city,
          countryName(lot.country),
          lot.managed_by ? words.managedBy(lot.managed_by) : '',
        ].filter(Boolean),
      },
    ],
    [words.spot, reservation.spot_label],
    ...(reservation.plate ? [[words.plate, reservation.plate] as [string, Cell]] : []),
    [words.from, formatInFull(reservation.starts_at, saying)],
    [
      words.until,
      reservation.ends_at === null ? words.withoutEnd : formatInFull(reservation.ends_at, saying),
    ],
    ...(period_starts_at && period_ends_at
      ? [[words.period, formatSpan(period_starts_at, period_ends_at, saying)] as [string, Cell]]
      : []),
    [words.timesIn, words.zone(zoneMessage(reservation.starts_at, saying), lot.time_zone)],
  ]
}

function writePrice(writer: DocumentWriter, facts: ReceiptFacts): void {
  const { currency, lines, total_cents } = facts
  const money = moneyOf(facts)
  // Lines for the whole reservation need not repeat its time, which is printed above them.
  const timed = new Set(lines.map(({ starts_at, ends_at }) => `${starts_at} ${ends_at}`)).size > 1
  const rows = lines.map((line) => {
    const below = [
      timed && line.starts_at && line.ends_at
        ? formatSpan(line.starts_at, line.ends_at, sayingOf(facts))
        : '',
      line.because ? lineWords.because(line.because) : '',
    ]
    const text = formatLine(line, { currency, locale: words.locale })
    return [{ text, below: below.filter(Boolean) }, money(line.amount_cents)]
  })
  writer.heading(words.price)
  writer.table(
    [
      { head: words.what, share: 0.75 },
      { head: words.amount(currency), share: 0.25, align: 'right' },
    ],
    rows,
    [[words.total, money(total_cents)]],
  )
}

function writePayments(writer: DocumentWriter, facts: ReceiptFacts): void {
  const { total_cents, paid_cents, refunded_cents, refund_pending_cents, disputed_cents } = facts
  const { currency, payments, refunds } = facts
  const [money, saying] = [moneyOf(facts), sayingOf(facts)]
  writer.heading(words.payments)
  if (payments.length === 0) {
    writer.paragraph(words.nothingToPay)
    return
  }
  const rows = [
    ...payments.map((payment) => [
      paidWith(payment),
      formatInFull(payment.settled_at, saying),
      money(payment.amount_cents),
    ]),
    ...refunds.map(({ amount_cents, created_at, settled_at }) => [
      settled_at === null ? words.refundPending : words.refunded,
      formatInFull(settled_at ?? created_at, saying),
      money(-amount_cents),
    ]),
    ...(disputed_cents > 0 ? [[words.disputed, '', money(-disputed_cents)]] : []),
  ]
  const kept = paid_cents - refunded_cents - refund_pending_cents - disputed_cents
  writer.table(
    [
      { head: words.payment, share: 0.45 },
      { head: words.when, share: 0.3 },
      { head: words.amount(currency), share: 0.25, align: 'right' },
    ],
    rows,
    [
      [words.kept, '', money(kept)],
      [words.owed, '', money(total_cents - paid_cents)],
    ],
  )
}

function writeOpen(writer: DocumentWriter, facts: ReceiptFacts): void {
  const { currency, open_invoices, total_cents, paid_cents } = facts
  if (open_invoices.length === 0) return
  const money = moneyOf(facts)
  const owed = open_invoices.reduce((sum, open) => sum + open.total_cents, total_cents - paid_cents)
  writer.heading(words.openInvoices)
  writer.table(
    [
      { head: words.what, share: 0.75 },
      { head: words.amount(currency), share: 0.25, align: 'right' },
    ],
    open_invoices.map((open) => [words.openInvoice(open.number), money(open.total_cents)]),
    [[words.owedInAll, money(owed)]],
  )
}

function paidWith({ kind, brand, last4 }: ReceiptFacts['payments'][number]): string {
  if (kind === 'EARNINGS_DEDUCTION') return words.paidFromEarnings
  return brand !== null && last4 !== null ? words.paidWith(formatInstrument(brand, last4)) : words.paid
}

const countries = new Intl.DisplayNames(words.language, { type: 'region' })
const countryName = (code: string): string => countries.of(code) ?? code
const sayingOf = ({ lot }: ReceiptFacts) => ({ zone: lot.time_zone, locale: words.locale })
const moneyOf =
  ({ currency }: ReceiptFacts) =>
  (cents: number) =>
    formatMoney(cents, currency, words.locale)
