import type { NotificationKind } from '@openspot/core/enums.ts'

/** The facts that a notice about a reservation may contain. */
export interface NoticeFacts {
  spot_label: string
  total: string
  refund: string | null
  /** The formatted time until which something is held or can be accepted. */
  until: string | null
  ends: string | null
  /** The overdue amount and its deadline. `month` is the newest paid month. */
  owed: string
  pay_until: string | null
  /** Whether a failed payment is retried automatically. */
  is_retried: boolean
  /** The bill that the notice is about, and its reason. */
  bill: string | null
  bill_reason: string | null
  month: string | null
  /** The new monthly price and its first day, if the price will change. */
  new_price: string | null
  price_from: string | null
}

export interface NoticeWords {
  /** The title in the inbox, with which the email's subject begins. */
  subject: string
  heading: string
  text: string
  button: string
  more?: [string, string][]
}

/** The messages of each notice: what happened, and what to do. */
export const noticeWords: Readonly<Record<NotificationKind, (facts: NoticeFacts) => NoticeWords>> = {
  CONFIRMED: ({ spot_label, total }) => ({
    subject: 'Booked',
    heading: `Spot ${spot_label} is yours`,
    text: 'Show this, or just park: the lot knows your plate.',
    button: 'Open your pass',
    more: [['Paid', total]],
  }),
  CHANGED: ({ spot_label }) => ({
    subject: 'Changed',
    heading: 'Your stay has changed',
    text: `It is on spot ${spot_label} now, at the time below.`,
    button: 'Open your pass',
  }),
  MOVED: ({ spot_label }) => ({
    subject: 'Moved',
    heading: `Your spot is ${spot_label} now`,
    text: 'Time and price stay as they are.',
    button: 'Open your pass',
  }),
  CANCELED: ({ refund }) => ({
    subject: 'Cancelled',
    heading: 'Your stay is cancelled',
    text:
      refund === null
        ? 'Nothing is given back for it.'
        : `${refund} goes back to what you paid with. Banks take some days to show it.`,
    button: 'See the details',
  }),
  STARTS_SOON: ({ spot_label }) => ({
    subject: 'Starts soon',
    heading: `Spot ${spot_label} is yours in half an hour`,
    text: 'Directions and your pass are one tap away.',
    button: 'Open your pass',
  }),
  ENDS_SOON: ({ spot_label }) => ({
    subject: 'Ends in 15 minutes',
    heading: `Your time on spot ${spot_label} ends in 15 minutes`,
    text: 'Leave in time, or stay longer if the spot is free.',
    button: 'Stay longer',
  }),
  ENDED: () => ({
    subject: 'Ended',
    heading: 'Your stay is over',
    text: 'Thank you for parking with us.',
    button: 'See the details',
  }),
  OFFER: ({ spot_label, until }) => ({
    subject: 'A spot for you',
    heading: `Spot ${spot_label} is held for you`,
    text: `You were waiting for it. Book it until ${until}; after that the next one is asked.`,
    button: 'Book it',
  }),
  TO_ACCEPT: ({ spot_label, until, total }) => ({
    subject: 'Accept your reservation',
    heading: `The lot reserved spot ${spot_label} for you`,
    text: `Nothing happens unless you accept it by ${until}. If you don’t know this lot, ignore this email.`,
    button: 'Review the reservation',
    more: [['Total', total]],
  }),
  NOTICE_GIVEN: ({ ends }) => ({
    subject: 'Your stay will end',
    heading: `Your stay ends on ${ends}`,
    text: 'The host needs the spot again. What is paid for the time after goes back to you.',
    button: 'See the details',
  }),
  REFUND_MADE: ({ refund }) => ({
    subject: `Refund of ${refund}`,
    heading: `${refund} is on its way back`,
    text: 'We have returned it to what you paid with. Banks take some days to show it.',
    button: 'See the details',
  }),
  BILL: ({ bill, bill_reason }) => ({
    subject: `Bill for ${bill ?? 'your reservation'}`,
    heading: `The lot asks you to pay ${bill ?? 'a bill'}`,
    text: `Reason: ${bill_reason ?? 'none given'}. Nothing is charged automatically. Pay the bill, or contest it if it’s wrong.`,
    button: 'Review the bill',
  }),
  BILL_WITHDRAWN: ({ bill }) => ({
    subject: 'Bill withdrawn',
    heading: `The lot withdrew its bill${bill === null ? '' : ` for ${bill}`}`,
    text: 'You don’t have to do anything.',
    button: 'See the details',
  }),
  PRICE_TO_ACCEPT: ({ new_price, price_from }) => ({
    subject: 'Your lot proposes a new monthly price',
    heading: 'Accept or ignore a new monthly price',
    text:
      new_price === null || price_from === null
        ? 'Open your reservation to see the price.'
        : `The lot proposes ${new_price} a month starting ${price_from}. It takes effect only if you accept it before then. Otherwise your price stays the same.`,
    button: 'Review the price',
  }),
  PAYMENT_FAILED: ({ owed, pay_until, is_retried }) => ({
    subject: `${owed} could not be taken`,
    heading: `We could not take ${owed}`,
    text: `Your reservation continues. ${is_retried ? 'We’ll try again, or you can pay now' : 'Pay now with any payment method'}${pay_until === null ? '' : `, by ${pay_until} at the latest`}.`,
    button: 'Pay now',
  }),
  PAID_MONTH: ({ month }) => ({
    subject: 'A further month',
    heading: 'Your next month is paid',
    text: `We have taken ${month ?? 'nothing'} for it.`,
    button: 'See the receipt',
  }),
  DEBT_ENDED: ({ owed }) => ({
    subject: 'Your stay has ended',
    heading: 'Your stay has ended unpaid',
    text: `${owed} could not be taken in time, so the spot is given to others. What was used is still owed.`,
    button: 'Pay now',
  }),
  PRICE_CHANGE: ({ new_price, price_from }) => ({
    subject: 'Your monthly price changes',
    heading: 'Your monthly price changes',
    text:
      new_price === null || price_from === null
        ? 'Look at your stay for the new price.'
        : `It is ${new_price} a month from ${price_from} on. You can end the stay before then.`,
    button: 'See the details',
  }),
  PRICE_KEPT: () => ({
    subject: 'Your monthly price stays',
    heading: 'Your monthly price stays as it is',
    text: 'The change we told you about will not take effect. You don’t have to do anything.',
    button: 'See the details',
  }),
}
