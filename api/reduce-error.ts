import pg from 'pg'
import Stripe from 'stripe'

export interface ReducedError {
  type: string
  message?: string
  code?: string
  stack?: string
  [field: string]: unknown
}

/** SQLSTATE classes whose messages name tables, columns, and server states, but never a value of a row. */
const plainClasses = ['08', '23', '25', '40', '42', '53', '54', '55', '57', '58', 'XX']

const email = /[^\s<>"'(),:;=?&]+@[^\s<>"'(),:;=?&]+\.[a-z]{2,}/gi

/** Email addresses are the only personal data that the servers we call repeat in their errors. */
export const maskText = (text: string): string => text.replace(email, '[email]')

/** Returns an error's message without values, because a database or a card provider may quote what was sent. */
export function messageOf(error: Error): string {
  if (error instanceof pg.DatabaseError) {
    const isPlain = plainClasses.some((start) => error.code?.startsWith(start))
    return isPlain ? maskText(error.message) : `database error ${error.code ?? ''}`
  }
  if (error instanceof Stripe.errors.StripeError) return `card provider error ${error.code ?? error.type}`
  return maskText(error.message)
}

/**
 * Reduces an error to its type, codes, and location for a log line. Never includes the row that PostgreSQL quotes in
 * `detail`, the statement's values, the provider's answer, or any other field.
 */
export function reduceError(error: unknown): ReducedError {
  if (!(error instanceof Error)) return { type: typeof error }
  return {
    type: error.constructor.name,
    message: messageOf(error),
    ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
    ...databaseFields(error),
    ...providerFields(error),
    ...(error instanceof AggregateError ? { errors: error.errors.slice(0, 5).map(reduceError) } : {}),
    ...(error.cause === undefined ? {} : { cause: reduceError(error.cause) }),
    stack: framesOf(error),
  }
}

function databaseFields(error: Error): object {
  if (!(error instanceof pg.DatabaseError)) return {}
  const { severity, schema, table, column, constraint, routine } = error
  return { severity, schema, table, column, constraint, routine }
}

function providerFields(error: Error): object {
  if (!(error instanceof Stripe.errors.StripeError)) return {}
  const { statusCode, requestId, param, decline_code } = error
  return { status: statusCode, provider_request_id: requestId, param, decline_code }
}

/** Returns the stack frames only, because a stack begins with the message. */
function framesOf(error: Error): string {
  const lines = (error.stack ?? '').split('\n')
  return lines.filter((line) => /^\s+at /.test(line)).join('\n')
}
