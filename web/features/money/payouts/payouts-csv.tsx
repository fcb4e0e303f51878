'use client'
import type { Earning } from '@openspot/contract/money/earnings.ts'
import type { Payout } from '@openspot/contract/money/payouts.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { type CsvColumns, ListCsv } from '@/ui/list-csv.tsx'
import { earnedForText } from './earned-for.tsx'
import { payeeName } from './payout-list.tsx'
import type { PayoutsView } from './payouts-view.ts'
import { readEarnings, readPayouts, type Whose } from './use-payouts.ts'

/** Downloads all pages of the current list. */
export function PayoutsCsv({ whose, view, name }: { whose: Whose; view: PayoutsView; name: string }) {
  const t = useTranslations()
  return view.tab === 'payouts' ? (
    <ListCsv
      label={t('payouts.csv.payouts')}
      name={`payouts ${name}`}
      columns={payoutColumns(t)}
      readPage={({ cursor = null, limit }) => readPayouts(whose, view, { cursor, limit })}
    />
  ) : (
    <ListCsv
      label={t('payouts.csv.earned')}
      name={`earned ${name}`}
      columns={earningColumns(t)}
      readPage={({ cursor = null, limit }) => readEarnings(whose, view, { cursor, limit })}
    />
  )
}

const day = (at: string | null, zone: string) => (at === null ? null : localDate(zone, minutesOf(at)))

const payoutColumns = (t: Translate): CsvColumns<Payout> => [
  ['number', (one) => String(one.number)],
  ['lot', (one) => one.lot.name],
  ['payee', (value) => payeeName(t, value)],
  ['status', (one) => t(`payouts.statuses.${one.status}`)],
  ['created_on', (one) => day(one.created_at, one.lot.time_zone)],
  ['paid_on', (one) => day(one.paid_at, one.lot.time_zone)],
  ['amount', (one) => decimalOf(one.amount_cents, one.currency)],
  ['currency', (one) => one.currency],
]

const earningColumns = (t: Translate): CsvColumns<Earning> => [
  ['lot', (one) => one.lot.name],
  ['for', (value) => earnedForText(t, value)],
  ['starts_on', (one) => day(one.period_starts_at ?? one.reservation?.starts_at ?? null, one.lot.time_zone)],
  ['ends_on', (one) => day(one.period_ends_at ?? one.reservation?.ends_at ?? null, one.lot.time_zone)],
  ['invoice_number', (one) => (one.invoice_number === null ? null : String(one.invoice_number))],
  ['state', (one) => t(`payouts.states.${one.state}`)],
  ['due_on', (one) => day(one.due_at, one.lot.time_zone)],
  ['amount', (one) => decimalOf(one.amount_cents, one.currency)],
  ['paid_out', (one) => decimalOf(one.paid_out_cents, one.currency)],
  ['currency', (one) => one.currency],
]
