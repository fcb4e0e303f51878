import type { DifferenceKind } from '@openspot/core/enums.ts'

/** What the message of a difference names, by its kind (db/functions/reconciliation.sql, `find_differences`). */
export interface DifferenceFacts {
  /** AMOUNT: the provider's transaction. */
  provider_id?: string
  /** CURRENCY */
  provider_currency?: string
  /** MISSING_HERE: the type of the provider's transaction, and the object that it is about. */
  type?: string
  source_id?: string | null
}

/** Returns a sentence for staff that says what differs. `currency` is that of our books. */
export function differenceMessage(
  kind: DifferenceKind,
  currency: string | null,
  { provider_id, provider_currency, type = 'transaction', source_id }: DifferenceFacts,
): string {
  switch (kind) {
    case 'MISSING_AT_PROVIDER':
      return 'It is in our books, and the card provider does not know it.'
    case 'CURRENCY':
      return `The card provider has it in ${provider_currency ?? ''}, our books in ${currency ?? ''}.`
    case 'AMOUNT':
      return `The card provider has moved another amount than our books say (${provider_id ?? ''}).`
    case 'MISSING_HERE':
      return `The card provider has booked a ${type.replaceAll('_', ' ')}${source_id ? ` (${source_id})` : ''} that our books do not have.`
    case 'INVOICE_LINES':
      return 'The total of this invoice is not the sum of its lines.'
    case 'INVOICE_LEDGER':
      return 'What this invoice says is paid and returned is not what the ledger says.'
    case 'EARNINGS_LEDGER':
      return 'What is owed by earnings is not what the ledger owes.'
    case 'UNBALANCED':
      return 'This ledger transaction does not sum to zero.'
    case 'BALANCE':
      return 'What the card provider has of ours is not what our books say it has.'
  }
}
