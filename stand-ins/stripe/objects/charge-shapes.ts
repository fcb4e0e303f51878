import type Stripe from 'stripe'
import type { Work } from '../state/work.ts'
import { addressFrom } from './addresses.ts'

/** Returns a charge with only the default values. */
export function blankCharge(work: Work, id: string, amount: number, currency: string): Stripe.Charge {
  return {
    id,
    object: 'charge',
    amount,
    amount_captured: 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: addressFrom({}), email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'OPENSPOT STAND-IN',
    captured: false,
    created: work.now,
    currency,
    customer: null,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: false,
    payment_intent: null,
    payment_method: null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'pending',
    transfer_data: null,
    transfer_group: null,
  }
}

export function outcome(
  network_status: string,
  reason: string | null,
  seller_message: string,
  type: string,
): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status,
    reason,
    risk_level: type === 'blocked' ? 'highest' : 'normal',
    risk_score: type === 'blocked' ? 95 : 20,
    seller_message,
    type,
  }
}

export function methodDetails(
  method: Stripe.PaymentMethod,
  amount: number,
): Stripe.Charge.PaymentMethodDetails {
  const { card, us_bank_account: bank } = method
  if (card) {
    return {
      type: 'card',
      card: {
        amount_authorized: amount,
        authorization_code: null,
        brand: card.brand,
        checks: card.checks,
        country: card.country,
        electronic_commerce_indicator: null,
        exp_month: card.exp_month,
        exp_year: card.exp_year,
        fingerprint: card.fingerprint ?? null,
        funding: card.funding,
        installments: null,
        last4: card.last4,
        mandate: null,
        network: card.brand,
        network_transaction_id: null,
        regulated_status: card.regulated_status,
        three_d_secure: null,
        transaction_link_id: null,
        wallet: null,
      },
    }
  }
  return {
    type: 'us_bank_account',
    us_bank_account: {
      account_holder_type: bank?.account_holder_type ?? null,
      account_type: bank?.account_type ?? null,
      bank_name: bank?.bank_name ?? null,
      fingerprint: bank?.fingerprint ?? null,
      last4: bank?.last4 ?? null,
      payment_reference: null,
      routing_number: bank?.routing_number ?? null,
    },
  }
}
