import type { DifferenceKind, DifferenceStatus } from '@openspot/core/enums.ts'

const kinds: Record<DifferenceKind, string> = {
  MISSING_HERE: 'Not in our books',
  MISSING_AT_PROVIDER: 'Not at the provider',
  AMOUNT: 'Another amount',
  CURRENCY: 'Another currency',
  BALANCE: 'Balance',
  INVOICE_LINES: 'Lines of an invoice',
  INVOICE_LEDGER: 'Invoice and ledger',
  EARNINGS_LEDGER: 'Earnings and ledger',
  UNBALANCED: 'Does not sum to zero',
}

const kindTexts: Record<DifferenceKind, string> = {
  MISSING_HERE:
    'Money moved at the card provider that our books know nothing of. Look there what it was. If it really moved, book it, so that the books agree.',
  MISSING_AT_PROVIDER:
    'Our books say that money moved, and the card provider does not know of it. Ask there. If it never moved, book the difference.',
  AMOUNT:
    'Both sides know of it, with different amounts. Look at the card provider which is right. If its amount is, book the difference.',
  CURRENCY: 'Both sides know of it, in different currencies. Nothing can be booked: ask the card provider.',
  BALANCE:
    'What the card provider has of ours is not what our books say. It is the sum of the other differences: once those are settled and booked, it goes by itself.',
  INVOICE_LINES:
    'The lines of an invoice do not add up to its total. This is a fault of ours: tell the developers.',
  INVOICE_LEDGER:
    'What an invoice says is paid is not what the ledger says. This is a fault of ours: tell the developers.',
  EARNINGS_LEDGER:
    'What is owed to somebody is not what the ledger says. This is a fault of ours: tell the developers.',
  UNBALANCED:
    'A transaction of the ledger does not sum to zero. This is a fault of ours: tell the developers.',
}

const statuses: Record<DifferenceStatus, string> = {
  OPEN: 'Open',
  RESOLVED: 'Settled',
  GONE: 'Gone by itself',
}

const subjects: Record<string, string> = {
  payment: 'Payment',
  refund: 'Refund',
  payout: 'Payout',
  dispute: 'Dispute',
  invoice: 'Invoice',
  lot: 'Lot',
  user: 'Host',
  ledger_transaction: 'Ledger',
  provider_transaction: 'Provider’s line',
  provider_balance: 'Balance',
}

/** The platform console. */
export const platform = {
  refused: 'This is for the people who run Openspot. If you are one of them, sign in with that account.',
  nav: {
    label: 'Platform',
    place: 'Platform',
    lots: 'My lots',
    overview: 'Overview',
    users: 'People',
    places: 'Lots',
    emails: 'Reported emails',
    jobs: 'Failed jobs',
    reconciliation: 'Reconciliation',
    audit: 'Audit',
  },
  reconciliation: {
    title: 'Reconciliation',
    text: 'Our books beside the card provider’s, compared each night.',
    run: 'Compare now',
    running: 'Comparing the books',
    runningText: 'This goes on in the background. The list follows by itself.',
    never: 'Not compared yet',
    last: 'Last compared',
    lines: (count: number) => (count === 1 ? '1 line read' : `${count} lines read`),
    cutOff: 'The last comparison was cut off. It can be made again at any time.',
    tabs: { label: 'Differences and comparisons', differences: 'Differences', runs: 'Comparisons' },
    filters: 'Which differences',
    status: 'Status',
    anyStatus: 'Any status',
    statuses,
    kind: 'Kind',
    anyKind: 'Any kind',
    kinds,
    kindTexts,
    subject: (kind: string) => subjects[kind] ?? kind,
    columns: {
      what: 'Difference',
      about: 'About',
      lot: 'Lot',
      ours: 'Our books',
      theirs: 'Other side',
      gap: 'Gap',
      found: 'Found',
      status: 'Status',
      began: 'Began',
      ended: 'Ended',
      read: 'Lines read',
      open: 'Open then',
    },
    noLot: 'None',
    unfinished: 'Not ended',
    count: (count: number, more: boolean) =>
      more ? `${count} shown, more below` : count === 1 ? '1 difference' : `${count} differences`,
    more: 'Show more',
    agreeTitle: 'The books agree',
    agreeText: 'No difference is open. What does not agree at the next comparison appears here.',
    noneTitle: 'No difference is like that',
    noneText: 'Look at another status or kind.',
    noRunsTitle: 'Nothing was compared yet',
    noRunsText: 'It is done each night, and whenever you ask for it.',
    clear: 'Clear the filters',
    csv: { differences: 'Save the differences as CSV', runs: 'Save the comparisons as CSV' },
    detail: {
      lastSeen: 'Last seen',
      id: 'Its id',
      settledBy: 'Settled by',
      settledAt: 'Settled',
      note: 'Note',
      noteText: 'Why it stands: what you found out and with whom. It is kept with your name.',
      booked: 'Booked as a difference',
      book: (amount: string) => `Book ${amount} as a difference`,
      bookText:
        'What we have at the card provider is corrected in our books by this amount, against the account for differences. This cannot be undone, only booked back.',
      lot: 'In the books of the lot',
      lotText:
        'It says of no lot. Give the id of the one that it concerns, as in the address of its console.',
      settle: 'Settle',
      settleAndBook: (amount: string) => `Settle and book ${amount}`,
      close: 'Close',
      done: 'The difference is settled.',
    },
  },
}
