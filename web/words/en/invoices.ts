import type { RefundStatus } from '@openspot/core/enums.ts'

const refundStatuses: Record<RefundStatus, string> = {
  AWAITING_APPROVAL: 'Waits for another admin to agree',
  PENDING: 'On its way',
  SUCCEEDED: 'Returned',
  FAILED: 'Could not be returned',
  UNDONE: 'Taken back',
}

const kinds = {
  BOOKING: 'Booking',
  CHANGE: 'Change',
  PERIOD: 'Further month',
  CORRECTION: 'Correction',
} as const

export const invoices = {
  title: 'Invoices',
  paidBefore:
    'This is the part of a stay that goes on on another spot. What was booked was paid with the part before.',
  kinds,
  refundStatuses,
  number: (number: number) => `Invoice ${number}`,
  shares: 'Whose it is',
  platform: 'Platform',
  serviceFee: 'Service fee',
  host: 'Host',
  lot: 'Lot',
  disputed: (amount: string) => `${amount} disputed`,
  disputeText: (reason: string, status: string) =>
    `The bank says: ${reason.replaceAll('_', ' ')}, ${status.replaceAll('_', ' ')}`,
  evidenceUntil: 'Answer until',
  triedAgain: 'Tried again',
  payUntil: 'To be paid until',
  failed: (message: string) => `Could not be taken: ${message}`,
  refundOf: (amount: string) => `${amount} back`,
  byRule: 'by the rules of the lot',
  by: (name: string) => `asked for by ${name}`,
  approvedBy: (name: string) => `approved by ${name}`,
  undoUntil: 'It can be taken back until',
  approve: 'Approve',
  undo: 'Take back',
  adjust: 'Adjust',
  adjustTitle: (number: number) => `Adjust invoice ${number}`,
  adjustText:
    'The driver sees what you do and why. A refund can be taken back for some minutes; a large one waits for another admin.',
  what: 'What to do',
  refund: 'Give money back',
  refundAside: (amount: string) => `up to ${amount}`,
  more: 'Charge more',
  moreAside: 'an invoice of its own, taken at once',
  moreUnpaidAside: 'added to this invoice',
  less: 'Take something off',
  lessAside: 'it is not paid yet',
  amount: 'How much',
  goRefund: (amount: string) => `Give back ${amount}`,
  goMore: (amount: string) => `Charge ${amount}`,
  goLess: (amount: string) => `Take off ${amount}`,
  go: 'Adjust',
  owedTitle: (amount: string) => `${amount} could not be taken`,
  owedText: 'Your stay goes on. Pay it here, or we try again.',
  owedOver: 'It is still owed.',
  payNow: (amount: string) => `Pay ${amount}`,
}
