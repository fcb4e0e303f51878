import type Stripe from 'stripe'
import { page } from '../http/lists.ts'
import { type Route, route } from '../http/route.ts'
import { invalid } from '../protocol/errors.ts'
import type { FormFields } from '../protocol/form.ts'
import {
  anything,
  boolean,
  isFields,
  mergeMetadata,
  metadata,
  paging,
  type Read,
  range,
  request,
  shape,
  text,
} from '../protocol/params.ts'
import { emit } from '../state/events.ts'
import { get, insert, lock, type Stored, save } from '../state/store.ts'
import type { CardBehaviour } from '../state/test-methods.ts'
import type { Work } from '../state/work.ts'
import { book, dispute_fee } from './balance.ts'

/**
 * https://docs.stripe.com/disputes/how-disputes-work: the money is withdrawn immediately, with a fee; an inquiry
 * withdraws nothing.
 */
export async function openDispute(
  work: Work,
  charge: Stored<'charge'>,
  kind: NonNullable<CardBehaviour['dispute']>,
): Promise<void> {
  const { object } = charge
  const inquiry = kind === 'inquiry'
  const dispute: Stripe.Dispute = {
    id: work.env.id('du'),
    object: 'dispute',
    amount: object.amount_captured - object.amount_refunded,
    balance_transactions: [],
    charge: object.id,
    created: work.now,
    currency: object.currency,
    enhanced_eligibility_types: [],
    evidence: no_evidence,
    evidence_details: {
      due_by: work.now + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    network_reason_code: kind === 'product_not_received' ? '13.1' : '10.4',
    payment_intent: object.payment_intent,
    reason: inquiry ? 'general' : kind,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  }
  if (!inquiry) dispute.balance_transactions.push(await withdraw(work, dispute))
  await insert(work, 'dispute', dispute, {})
  object.disputed = true
  await save(work, charge)
  await emit(work, 'charge.dispute.created', dispute)
  if (!inquiry) await emit(work, 'charge.dispute.funds_withdrawn', dispute)
}

function withdraw(work: Work, dispute: Stripe.Dispute): Promise<Stripe.BalanceTransaction> {
  return book(work, {
    type: 'adjustment',
    amount: -dispute.amount,
    currency: dispute.currency,
    source: dispute.id,
    description: `Chargeback withdrawal for ${typeof dispute.charge === 'string' ? dispute.charge : ''}`,
    fees: [{ type: 'stripe_fee', amount: dispute_fee }],
  })
}

/** Closing a dispute means accepting it: https://docs.stripe.com/api/disputes/close */
async function close(work: Work, _params: object, id: string): Promise<Stripe.Dispute> {
  const dispute = await lock(work, 'dispute', id)
  if (!/needs_response|under_review/.test(dispute.object.status))
    throw invalid('This dispute is already closed.')
  return settle(work, dispute, dispute.object.status.startsWith('warning_') ? 'warning_closed' : 'lost')
}

async function settle(
  work: Work,
  dispute: Stored<'dispute'>,
  status: 'lost' | 'warning_closed' | 'won',
): Promise<Stripe.Dispute> {
  dispute.object.status = status
  if (status === 'won') {
    const line = await book(work, {
      type: 'adjustment',
      amount: dispute.object.amount,
      currency: dispute.object.currency,
      source: dispute.object.id,
      description: 'Chargeback reversal',
    })
    dispute.object.balance_transactions.push(line)
  }
  await save(work, dispute)
  if (status === 'won') await emit(work, 'charge.dispute.funds_reinstated', dispute.object)
  await emit(work, 'charge.dispute.closed', dispute.object)
  return dispute.object
}

const update_params = request<Stripe.DisputeUpdateParams>()(
  shape({ evidence: anything, metadata, submit: boolean }),
)

/** `winning_evidence` and `losing_evidence` decide the case: https://docs.stripe.com/testing#evidence */
async function update(work: Work, params: Read<typeof update_params>, id: string): Promise<Stripe.Dispute> {
  const dispute = await lock(work, 'dispute', id)
  const { object } = dispute
  object.metadata = mergeMetadata(object.metadata, params.metadata)
  const words = params.evidence && isFields(params.evidence) ? params.evidence.uncategorized_text : undefined
  if (params.evidence && isFields(params.evidence)) await keepEvidence(work, object, params.evidence)
  object.evidence_details.has_evidence ||= params.evidence !== undefined
  if (params.evidence === undefined || params.submit === false) {
    await save(work, dispute)
    await emit(work, 'charge.dispute.updated', object)
    return object
  }
  if (!object.status.endsWith('needs_response')) throw invalid('This dispute is not awaiting a response.')
  object.evidence_details.submission_count += 1
  if (words === 'winning_evidence')
    return settle(work, dispute, object.status.startsWith('warning_') ? 'warning_closed' : 'won')
  if (words === 'losing_evidence') return settle(work, dispute, 'lost')
  object.status = object.status.startsWith('warning_') ? 'warning_under_review' : 'under_review'
  await save(work, dispute)
  await emit(work, 'charge.dispute.updated', object)
  return object
}

/** https://docs.stripe.com/disputes/best-practices: what the files of a dispute may have together. */
const MAX_FILES_BYTES = 4_500_000
const MAX_TEXT = 20_000
const files = [
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
]

async function keepEvidence(work: Work, dispute: Stripe.Dispute, given: FormFields): Promise<void> {
  let bytes = 0
  for (const [name, value] of Object.entries(given)) {
    const param = `evidence[${name}]`
    if (!Object.hasOwn(no_evidence, name))
      throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
    if (typeof value === 'string' && value.length > MAX_TEXT)
      throw invalid('The text is too long.', { param })
    if (typeof value === 'string' && files.includes(name))
      bytes += (await get(work, 'file', value, param)).object.size
  }
  if (bytes > MAX_FILES_BYTES) throw invalid('The files are too large.', { param: 'evidence' })
  dispute.evidence = { ...dispute.evidence, ...given }
}

const no_evidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

const list_params = request<Stripe.DisputeListParams>()(
  shape({
    ...paging,
    charge: text,
    created: range,
    payment_intent: text,
  }),
)

export const dispute_routes: Route[] = [
  route('GET', '/v1/disputes', list_params, (work, params) =>
    page(work, 'dispute', '/v1/disputes', params, {
      charge: params.charge,
      payment_intent: params.payment_intent,
    }),
  ),
  route(
    'GET',
    '/v1/disputes/:id',
    shape({}),
    async (work, _params, id) => (await get(work, 'dispute', id)).object,
  ),
  route('POST', '/v1/disputes/:id', update_params, update),
  route('POST', '/v1/disputes/:id/close', shape({}), close),
]
