import { addressLines } from '@openspot/core/address.ts'
import { brandName, NO_DIGITS } from '@openspot/core/invoices/lines.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { paperIn } from '@openspot/core/paper.ts'
import { formatDate, formatInFull, formatSpan, zoneMessage } from '@openspot/core/time/format.ts'
import { formatPriceLine } from '@openspot/messages/price-line.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type pg from 'pg'
import { refuse } from '../../errors.ts'
import { type DocumentWriter, makeDocument } from '../documents/document-writer.ts'
import type { Cell } from '../documents/typesetter.ts'
import { getReceiptFacts, type ReceiptFacts, receiptName, receiptStatuses } from './receipts.sql.ts'

export interface Receipt {
  file_name: string
  bytes: Buffer
}

/** Errors of the API are in English, as in `contract/errors.ts`. */
const unpaid = ['PENDING', 'PROCESSING', 'FAILED', 'CANCELED'] as const

/** Creates the receipt of a paid invoice. The same state produces the same bytes. Throws `invoice_not_paid`. */
export async function makeReceipt(pool: pg.Pool, invoice_id: string): Promise<Receipt> {
  const facts = await getReceiptFacts(pool, invoice_id)
  const t = translatorFor(facts.payer.language)
  if (!receiptStatuses.some((status) => status === facts.status)) {
    const status = unpaid.find((one) => one === facts.status)
    refuse('invoice_not_paid', status && { message: (t) => t(`apiErrors.receipts.${status}`) })
  }
  const { number } = facts
  const title = t('receiptDocument.title', { number: String(number) })
  const bytes = await makeDocument(
    {
      title,
      language: localeOf(t),
      made_at: lastMoment(facts),
      paper: paperIn(facts.lot.country),
      running_head: `${title} · ${facts.lot.name}`,
      footer: (page, pages) =>
        t('receiptDocument.page', { number: String(number), page: String(page), pages: String(pages) }),
    },
    (writer) => {
      writer.title(title, t('receiptDocument.by'))
      writer.facts(reservationRows(t, facts))
      writePrice(t, writer, facts)
      writePayments(t, writer, facts)
      writeOpen(t, writer, facts)
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

function reservationRows(t: Translate, facts: ReceiptFacts): [string, Cell][] {
  const { lot, payer } = facts
  const saying = sayingOf(t, facts)
  const name = [payer.first_name, payer.last_name].filter(Boolean).join(' ')
  const [who, ...more] = [name, payer.email ?? ''].filter(Boolean)
  return [
    [
      t('receiptDocument.invoice'),
      t('receiptDocument.number', {
        number: String(facts.number),
        date: formatDate(facts.created_at, saying),
      }),
    ],
    [t('receiptDocument.payer'), { text: who ?? t('receiptDocument.erased'), below: more }],
    [
      t('receiptDocument.lot'),
      {
        text: lot.name,
        below: [
          ...addressLines(lot, lot.country),
          countryName(t, lot.country),
          lot.managed_by ? t('receiptDocument.managedBy', { who: lot.managed_by }) : '',
        ].filter(Boolean),
      },
    ],
    ...paidForRows(t, facts),
    [
      t('receiptDocument.timesIn'),
      zoneText(
        t,
        zoneMessage(facts.reservation?.starts_at ?? facts.fine?.seen_at ?? facts.created_at, saying),
        lot.time_zone,
      ),
    ],
  ]
}

/** What was paid for: a reservation, or a fine. */
function paidForRows(t: Translate, facts: ReceiptFacts): [string, Cell][] {
  const { reservation, fine, period_starts_at, period_ends_at } = facts
  const saying = sayingOf(t, facts)
  const rows: ([string, Cell] | null)[] = [
    fine && [t('receiptDocument.fine'), t(`fines.reasons.${fine.reason}`)],
    spotRow(t, reservation?.spot_label ?? fine?.spot_label ?? null),
    plateRow(t, reservation?.plate ?? fine?.plate ?? null),
    fine && [t('receiptDocument.seen'), formatInFull(fine.seen_at, saying)],
    reservation && [t('receiptDocument.from'), formatInFull(reservation.starts_at, saying)],
    reservation && [
      t('receiptDocument.until'),
      reservation.ends_at === null
        ? t('receiptDocument.withoutEnd')
        : formatInFull(reservation.ends_at, saying),
    ],
    period_starts_at !== null && period_ends_at !== null
      ? [t('receiptDocument.period'), formatSpan(period_starts_at, period_ends_at, saying)]
      : null,
  ]
  return rows.filter((row) => row !== null)
}

const spotRow = (t: Translate, label: string | null): [string, Cell] | null =>
  label === null ? null : [t('receiptDocument.spot'), label]
const plateRow = (t: Translate, plate: string | null): [string, Cell] | null =>
  plate === null || plate === '' ? null : [t('receiptDocument.plate'), plate]

function writePrice(t: Translate, writer: DocumentWriter, facts: ReceiptFacts): void {
  const { currency, lines, total_cents } = facts
  const money = moneyOf(t, facts)
  // Lines for the whole reservation need not repeat its time, which is printed above them.
  const timed = new Set(lines.map(({ starts_at, ends_at }) => `${starts_at} ${ends_at}`)).size > 1
  const rows = lines.map((line) => {
    const below = [
      timed && line.starts_at && line.ends_at
        ? formatSpan(line.starts_at, line.ends_at, sayingOf(t, facts))
        : '',
      line.because && line.kind !== 'NTH_SPOT' ? t('price.lines.because', { reason: line.because }) : '',
    ]
    const text = formatPriceLine(t, line, currency)
    return [{ text, below: below.filter(Boolean) }, money(line.amount_cents)]
  })
  writer.heading(t('receiptDocument.price'))
  writer.table(
    [
      { head: t('receiptDocument.what'), share: 0.75 },
      { head: t('receiptDocument.amount', { currency }), share: 0.25, align: 'right' },
    ],
    rows,
    [[t('receiptDocument.total'), money(total_cents)]],
  )
}

function writePayments(t: Translate, writer: DocumentWriter, facts: ReceiptFacts): void {
  const { total_cents, paid_cents, refunded_cents, refund_pending_cents, disputed_cents } = facts
  const { currency, payments, refunds } = facts
  const [money, saying] = [moneyOf(t, facts), sayingOf(t, facts)]
  writer.heading(t('receiptDocument.payments'))
  if (payments.length === 0) {
    writer.paragraph(t('receiptDocument.nothingToPay'))
    return
  }
  const rows = [
    ...payments.map((payment) => [
      paidWith(t, payment),
      formatInFull(payment.settled_at, saying),
      money(payment.amount_cents),
    ]),
    ...refunds.map(({ amount_cents, created_at, settled_at }) => [
      settled_at === null ? t('receiptDocument.refundPending') : t('receiptDocument.refunded'),
      formatInFull(settled_at ?? created_at, saying),
      money(-amount_cents),
    ]),
    ...(disputed_cents > 0 ? [[t('receiptDocument.disputed'), '', money(-disputed_cents)]] : []),
  ]
  const kept = paid_cents - refunded_cents - refund_pending_cents - disputed_cents
  writer.table(
    [
      { head: t('receiptDocument.payment'), share: 0.45 },
      { head: t('receiptDocument.when'), share: 0.3 },
      { head: t('receiptDocument.amount', { currency }), share: 0.25, align: 'right' },
    ],
    rows,
    [
      [t('receiptDocument.kept'), '', money(kept)],
      [t('receiptDocument.owed'), '', money(total_cents - paid_cents)],
    ],
  )
}

function writeOpen(t: Translate, writer: DocumentWriter, facts: ReceiptFacts): void {
  const { currency, open_invoices, total_cents, paid_cents } = facts
  if (open_invoices.length === 0) return
  const money = moneyOf(t, facts)
  const owed = open_invoices.reduce((sum, open) => sum + open.total_cents, total_cents - paid_cents)
  writer.heading(t('receiptDocument.openInvoices'))
  writer.table(
    [
      { head: t('receiptDocument.what'), share: 0.75 },
      { head: t('receiptDocument.amount', { currency }), share: 0.25, align: 'right' },
    ],
    open_invoices.map((open) => [
      t('receiptDocument.openInvoice', { number: String(open.number) }),
      money(open.total_cents),
    ]),
    [[t('receiptDocument.owedInAll'), money(owed)]],
  )
}

function paidWith(t: Translate, { kind, brand, last4 }: ReceiptFacts['payments'][number]): string {
  if (kind === 'EARNINGS_DEDUCTION') return t('receiptDocument.paidFromEarnings')
  if (brand === null || last4 === null) return t('receiptDocument.paid')
  return last4 === NO_DIGITS
    ? t('receiptDocument.paidWithBrand', { brand: brandName(brand) })
    : t('receiptDocument.paidWith', { brand: brandName(brand), last4 })
}

const countryName = (t: Translate, code: string): string =>
  new Intl.DisplayNames(localeOf(t), { type: 'region' }).of(code) ?? code

/** A zone without a name of its own is shown by its identifier only. */
const zoneText = (t: Translate, name: string, zone: string): string =>
  name === zone ? name : t('receiptDocument.zone', { name, zone })

const sayingOf = (t: Translate, { lot }: ReceiptFacts) => ({ zone: lot.time_zone, locale: localeOf(t) })
const moneyOf = (t: Translate, { currency }: ReceiptFacts) => {
  const locale = localeOf(t)
  return (cents: number) => formatMoney(cents, currency, locale)
}
