import type Stripe from 'stripe'

/** The error object of a response: https://docs.stripe.com/api/errors */
export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  advice_code?: string
  network_decline_code?: string
  doc_url?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
  payment_method_type?: string
  setup_intent?: Stripe.SetupIntent
}

/** An error as Stripe would return it. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** A declined payment is an error whose changes are committed: the intent and its failed charge stay. */
  readonly keeps_changes: boolean

  constructor(status: number, body: ErrorBody, keeps_changes = false) {
    super(body.message)
    this.status = status
    this.body = body.code ? { ...body, doc_url: docUrl(body.code) } : body
    this.keeps_changes = keeps_changes
  }
}

export function docUrl(code: string): string {
  return `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`
}

export function invalid(message: string, more: { code?: string; param?: string } = {}): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, ...more })
}

/** A missing object is 404 at its own address and 400 if a parameter names it. */
export function missing(noun: string, id: string, param?: string): ApiError {
  return new ApiError(param ? 400 : 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${noun}: '${id}'`,
    param: param ?? 'id',
  })
}

export function unexpectedState(
  noun: 'payment_intent',
  object: Stripe.PaymentIntent,
  message: string,
): ApiError
export function unexpectedState(noun: 'setup_intent', object: Stripe.SetupIntent, message: string): ApiError
export function unexpectedState(noun: string, object: object, message: string): ApiError {
  const body: ErrorBody = { type: 'invalid_request_error', code: `${noun}_unexpected_state`, message }
  return new ApiError(400, { ...body, [noun]: object })
}

/** Another request holds a lock that this one needs: https://docs.stripe.com/rate-limits#object-lock-timeouts */
export function lockTimeout(): ApiError {
  return new ApiError(409, {
    type: 'invalid_request_error',
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request.',
  })
}

export function rateLimit(): ApiError {
  return new ApiError(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. Learn more about rate limits here https://docs.stripe.com/rate-limits.',
  })
}

export function apiError(): ApiError {
  return new ApiError(500, { type: 'api_error', message: 'An unknown error occurred.' })
}
