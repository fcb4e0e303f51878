import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'

/** How an invoice is divided. */
export interface Shares {
  total_cents: number
  service_fee_cents: number
  platform_share_cents: number
}

type Entries = [account: string, amount_cents: number][]

/** The ledger entries of a payment, as settle_payment creates them. */
export function paymentEntries({ total_cents, service_fee_cents, platform_share_cents }: Shares): Entries {
  return [
    ['PROVIDER_CLEARING', total_cents],
    ['SERVICE_FEES', -service_fee_cents],
    ['PLATFORM_SHARE', -platform_share_cents],
    ['LOT_PAYABLE', -(total_cents - service_fee_cents - platform_share_cents)],
  ]
}

/**
 * The ledger entries of an invoice's first refund, as settle_refund creates them: each share keeps its part of the
 * rest.
 */
export function refundEntries(shares: Shares, amount_cents: number): Entries {
  const left = shares.total_cents - amount_cents
  const part = (of: number) => of - Math.floor((of * left) / shares.total_cents)
  const fee = part(shares.service_fee_cents)
  const share = part(shares.platform_share_cents)
  return [
    ['PROVIDER_CLEARING', -amount_cents],
    ['SERVICE_FEES', fee],
    ['PLATFORM_SHARE', share],
    ['LOT_PAYABLE', amount_cents - fee - share],
  ]
}

export function entryRows(
  transaction_id: string,
  lot_id: string,
  currency: string,
  entries: Entries,
): Insertable<DB['ledger_entries']>[] {
  return entries
    .filter(([, amount_cents]) => amount_cents !== 0)
    .map(([account, amount_cents]) => ({ transaction_id, lot_id, account, currency, amount_cents }))
}
