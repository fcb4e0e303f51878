import { ApiError, docUrl, invalid } from '../protocol/errors.ts'
import { emit } from '../state/events.ts'
import { lock, type Stored, save } from '../state/store.ts'
import { declineError } from '../state/test-methods.ts'
import type { Work } from '../state/work.ts'
import { makeMandate, needsMandate } from './debits.ts'
import { attach, refuseSpent } from './payment-methods.ts'

/** The transitions of a setup intent: https://docs.stripe.com/payments/intents */

/** Verifies the method with its bank and saves it. A decline is returned after the intent was updated with it. */
export async function setUp(
  work: Work,
  intent: Stored<'setup_intent'>,
  method: Stored<'payment_method'>,
  mandate_given: boolean,
): Promise<ApiError | undefined> {
  const { object } = intent
  const owner = method.object.customer
  if (owner !== null && owner !== object.customer)
    throw invalid('The payment method you provided is attached to another customer.', {
      param: 'payment_method',
    })
  refuseSpent(method)
  if (!object.payment_method_types.includes(method.object.type))
    throw invalid(`The PaymentMethod type ${method.object.type} is not allowed for this SetupIntent.`, {
      param: 'payment_method',
    })
  if (needsMandate(method) && !mandate_given)
    throw invalid('You must provide `mandate_data` to set up a us_bank_account.', {
      code: 'setup_intent_mandate_invalid',
      param: 'mandate_data',
    })
  object.payment_method = method.object.id
  object.last_setup_error = null
  object.next_action = null
  const card = method.hidden.card
  if (card && card.authentication !== 'none' && card.authentication !== 'set_up_already') {
    object.status = 'requires_action'
    object.next_action = {
      type: 'redirect_to_url',
      redirect_to_url: {
        url: `${work.env.public_url()}/authenticate/${object.id}?client_secret=${object.client_secret ?? ''}`,
        return_url: intent.hidden.return_url,
      },
    }
    await save(work, intent)
    await emit(work, 'setup_intent.requires_action', object)
    return undefined
  }
  return keep(work, intent, method)
}

/** Applies the result of the hosted page. The caller holds the lock and has checked for `requires_action`. */
export async function finishSetupAuthentication(
  work: Work,
  intent: Stored<'setup_intent'>,
  passed: boolean,
): Promise<ApiError | undefined> {
  const id = intent.object.payment_method
  const method = await lock(work, 'payment_method', typeof id === 'string' ? id : '')
  if (passed) return keep(work, intent, method)
  return refuse(work, intent, method, {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  })
}

async function keep(
  work: Work,
  intent: Stored<'setup_intent'>,
  method: Stored<'payment_method'>,
): Promise<ApiError | undefined> {
  const { object } = intent
  const { card } = method.hidden
  if (card?.declines_when_saved && card.declines)
    return refuse(work, intent, method, { type: 'card_error', ...declineError(card.declines) })
  method.hidden.set_up = true
  await save(work, method)
  if (typeof object.customer === 'string') await attach(work, method, object.customer)
  if (method.hidden.bank) object.mandate = await makeMandate(work, method)
  object.status = 'succeeded'
  object.next_action = null
  await save(work, intent)
  await emit(work, 'setup_intent.succeeded', object)
  return undefined
}

async function refuse(
  work: Work,
  intent: Stored<'setup_intent'>,
  method: Stored<'payment_method'>,
  error: {
    type: 'card_error' | 'invalid_request_error'
    code: string
    decline_code?: string
    message: string
  },
): Promise<ApiError> {
  const { object } = intent
  object.status = 'requires_payment_method'
  object.payment_method = null
  object.next_action = null
  object.last_setup_error = { ...error, doc_url: docUrl(error.code), payment_method: method.object }
  await save(work, intent)
  await emit(work, 'setup_intent.setup_failed', object)
  return new ApiError(402, { ...error, payment_method: method.object, setup_intent: object }, true)
}
