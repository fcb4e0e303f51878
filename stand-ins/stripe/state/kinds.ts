import type Stripe from 'stripe'
import type { BankBehaviour, BankFailure, CardBehaviour } from './test-methods.ts'

/** Every kind of stored object, by the value of its own `object` field. */
export interface Kinds {
  account: Stripe.Account
  account_link: Stripe.AccountLink
  application_fee: Stripe.ApplicationFee
  balance_transaction: Stripe.BalanceTransaction
  bank_account: Stripe.BankAccount
  charge: Stripe.Charge
  'checkout.session': Stripe.Checkout.Session
  customer: Stripe.Customer
  dispute: Stripe.Dispute
  event: Stripe.EventBase
  file: Stripe.File
  mandate: Stripe.Mandate
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  payout: Stripe.Payout
  refund: Stripe.Refund
  setup_intent: Stripe.SetupIntent
  transfer: Stripe.Transfer
  transfer_reversal: Stripe.TransferReversal
  webhook_endpoint: Stripe.WebhookEndpoint
}
export type Kind = keyof Kinds

type Nothing = Record<string, never>

/** Data about an object that Stripe keeps and does not expose. */
export interface Hidden {
  account: Nothing
  account_link: { account: string; refresh_url: string; return_url: string; used: boolean }
  application_fee: Nothing
  balance_transaction: Nothing
  bank_account: { fails_with: BankFailure | null }
  charge: { behaviour: CardBehaviour | null; dispute_later: boolean }
  'checkout.session': SessionPlan
  customer: Nothing
  dispute: Nothing
  event: Nothing
  file: Nothing
  mandate: Nothing
  payment_intent: {
    session: string | null
    return_url: string | null
    /** With `confirmation_method: manual`, the server confirms again after the cardholder has authenticated. */
    authenticated: boolean
    on_success: PlannedTransfer | null
  }
  payment_method: {
    card: CardBehaviour | null
    bank: BankBehaviour | null
    /** Set up for later payments: authenticated cards and accepted debits need no further confirmation. */
    set_up: boolean
    /** Used without a customer, or detached from one; cannot be used again. */
    spent: boolean
  }
  payout: { fails_with: BankFailure | null }
  refund: { later: 'succeeds' | 'fails' | null }
  setup_intent: { session: string | null; return_url: string | null }
  transfer: Nothing
  transfer_reversal: Nothing
  webhook_endpoint: { secret: string; connect: boolean }
}

export interface PlannedTransfer {
  destination: string
  amount: number | null
}

/** The action of a checkout session when the person submits the page. */
export interface SessionPlan {
  line_items: Stripe.LineItem[]
  payment: {
    application_fee_amount: number | null
    capture_method: 'automatic' | 'automatic_async' | 'manual'
    description: string | null
    metadata: Record<string, string>
    on_behalf_of: string | null
    receipt_email: string | null
    setup_future_usage: 'off_session' | 'on_session' | null
    statement_descriptor_suffix: string | null
    transfer_data: PlannedTransfer | null
    transfer_group: string | null
  }
}
