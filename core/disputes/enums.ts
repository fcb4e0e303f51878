/** Files that a bank takes as evidence, one of each kind. The names are those of the payment provider. */
export const disputeFileKinds = [
  'receipt',
  'customer_communication',
  'service_documentation',
  'refund_policy',
  'cancellation_policy',
  'uncategorized_file',
] as const
export type DisputeFileKind = (typeof disputeFileKinds)[number]

/** Texts that a bank takes as evidence. */
export const disputeTextKinds = [
  'product_description',
  'refund_refusal_explanation',
  'cancellation_rebuttal',
  'uncategorized_text',
] as const
export type DisputeTextKind = (typeof disputeTextKinds)[number]

/** `DRAFT`: not sent. `SENDING`: on its way to the bank. `FAILED`: not accepted; it can be corrected and sent again. */
export const evidenceStates = ['DRAFT', 'SENDING', 'SUBMITTED', 'FAILED'] as const

/** `TOO_LATE`: the bank no longer waited for it. */
export const evidenceFailures = ['REFUSED', 'TOO_LATE'] as const
export type EvidenceFailure = (typeof evidenceFailures)[number]

/** The payment provider's limits: https://docs.stripe.com/disputes/best-practices */
export const evidenceLimits = { total_bytes: 4_500_000, text_length: 20_000 } as const
export const evidenceTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const
export type EvidenceType = (typeof evidenceTypes)[number]

/**
 * How long evidence may be on its way. After that it is stuck: all attempts of the job are over (`evidenceAttempts`), or the job is lost.
 */
export const sendingHours = 24
/** The queue waits longer after each attempt; these take about 16 hours. */
export const evidenceAttempts = 12

export const disputeNoticeKinds = ['DISPUTE_DUE_SOON', 'EVIDENCE_REFUSED', 'EVIDENCE_STUCK'] as const
export type DisputeNoticeKind = (typeof disputeNoticeKinds)[number]

/** Whether the bank waits for evidence, by the provider's status of a dispute. */
export const awaitsEvidence = (status: string): boolean => status.endsWith('needs_response')

/** What a bank says of a dispute. https://docs.stripe.com/api/disputes/object#dispute_object-status */
export const bankStates = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'prevented',
] as const

/** Why a driver disputes a payment. https://docs.stripe.com/api/disputes/object#dispute_object-reason */
export const bankReasons = [
  'bank_cannot_process',
  'check_returned',
  'credit_not_processed',
  'customer_initiated',
  'debit_not_authorized',
  'duplicate',
  'fraudulent',
  'general',
  'incorrect_account_details',
  'insufficient_funds',
  'noncompliant',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'unrecognized',
] as const
