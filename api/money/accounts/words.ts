import type { PayoutNoticeKind } from '@openspot/core/enums.ts'

/** The facts that a notice about a payout account may contain. */
export interface PayoutNoticeFacts {
  /** The bank that is paid from now on. Absent if there is none. */
  bank?: { name: string; last4: string }
  /** The formatted amount of a payout. */
  amount?: string
  reason?: string
}

export interface PayoutNoticeWords {
  subject: string
  heading: string
  text: string
  button: string
}

type Facts = PayoutNoticeFacts & {
  /** Null if it is about the reader's earnings as a host. */
  lot_name: string | null
}

const whose = (lot_name: string | null) => (lot_name === null ? 'What you earn' : `What ${lot_name} earns`)
const ofWhom = (lot_name: string | null) => (lot_name === null ? '' : ` of ${lot_name}`)

/** The messages of each notice: what happened, and what to do. */
export const payoutNoticeWords: Readonly<Record<PayoutNoticeKind, (facts: Facts) => PayoutNoticeWords>> = {
  PAYOUT_ACCOUNT_CHANGED: ({ lot_name, bank }) =>
    bank === undefined
      ? {
          subject: `The payout account${ofWhom(lot_name)} was disconnected`,
          heading: 'Payouts have stopped',
          text: `The card provider says that the account${ofWhom(lot_name)} is no longer connected to us. Set it up again, so that payouts go on. What is earned meanwhile is kept.`,
          button: 'Set it up again',
        }
      : {
          subject: `Where the money${ofWhom(lot_name)} goes has changed`,
          heading: 'Payouts go to another bank account',
          text: `${whose(lot_name)} is paid to ${bank.name}, account ending in ${bank.last4}, from now on. If this was nobody you know, pause payouts at once and write to us.`,
          button: 'Look at the account',
        },
  PAYOUT_FAILED: ({ lot_name, amount, reason }) => ({
    subject: `A payout of ${amount}${ofWhom(lot_name)} failed`,
    heading: `The bank did not take ${amount}`,
    text: `${reason} The money is safe in the account with the card provider. Correct the bank account there, then make the payout again.`,
    button: 'See the payout',
  }),
}
